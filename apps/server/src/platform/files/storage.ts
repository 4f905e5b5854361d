/** Where the bytes of files lie: a local folder, or any S3-compatible store. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Storage {
  write(key: string, body: Readable | Buffer, size?: number): Promise<void>;
  /** `range` is in bytes, both ends included. */
  read(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
  remove(key: string): Promise<void>;
}

export function localStorage(folder: string): Storage {
  const pathOf = (key: string): string => join(folder, key.slice(0, 2), key);
  return {
    async write(key, body) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      // Under another name until it is whole, so that a crash leaves no half file behind a good name.
      const part = `${path}.part`;
      await pipeline(Buffer.isBuffer(body) ? [body] : body, createWriteStream(part));
      await rename(part, path);
    },
    read: async (key, range) => createReadStream(pathOf(key), range),
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

/** `s3://key:secret@host:port/bucket?region=…`; `s3s://` for TLS. */
export function s3Storage(url: string): Storage {
  const at = new URL(url.replace(/^s3s?:/, (scheme) => (scheme === 's3s:' ? 'https:' : 'http:')));
  const Bucket = at.pathname.slice(1);
  // Large, and of use to those who have such a store: loaded for them alone.
  const connect = async () => {
    const sdk = await import('@aws-sdk/client-s3');
    const client = new sdk.S3Client({
      endpoint: `${at.protocol}//${at.host}`,
      region: at.searchParams.get('region') ?? 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: decodeURIComponent(at.username), secretAccessKey: decodeURIComponent(at.password) },
    });
    return { sdk, client };
  };
  let connected: ReturnType<typeof connect> | undefined;
  const open = () => (connected ??= connect());
  return {
    async write(Key, body, size) {
      const { client, sdk } = await open();
      await client.send(
        new sdk.PutObjectCommand({ Bucket, Key, Body: body, ...(size === undefined ? {} : { ContentLength: size }) }),
      );
    },
    async read(Key, range) {
      const { client, sdk } = await open();
      const found = await client.send(
        new sdk.GetObjectCommand({ Bucket, Key, ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}) }),
      );
      return found.Body as Readable;
    },
    async remove(Key) {
      const { client, sdk } = await open();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
    },
  };
}
