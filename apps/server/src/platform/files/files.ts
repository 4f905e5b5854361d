/** Stored files: taken in by content, bound to records, given out to who may see one of those records. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FieldError } from '@hengneng/core';
import { fileTypeFromFile } from 'file-type';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/schema.ts';
import { refused } from '../http/errors.ts';
import type { UploadedFile } from '../http/registry.ts';
import type { Storage } from './storage.ts';

const THUMBNAIL_PX = 320;
const TOO_LARGE = '文件不能超过50MB';
const NOT_SUPPORTED = '不支持该类型文件';
/** Programs and scripts by what they are, whatever they are called. */
const EXECUTABLE = new Set([
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-sh',
  'application/java-archive',
  'application/vnd.microsoft.portable-executable',
  'application/x-ms-shortcut',
  'application/wasm',
  'application/x-rpm',
  'application/x-deb',
  'application/vnd.android.package-archive',
  'application/x-apple-diskimage',
]);
const SCRIPT_NAME = /\.(exe|dll|com|bat|cmd|msi|scr|ps1|vbs|js|mjs|jar|sh|html?|xhtml|svg|hta|php|py|apk|lnk)$/i;
const IMAGES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic', 'image/bmp', 'image/tiff']);
/** What a browser may show by itself without running anything. */
export const INLINE = new Set([...IMAGES, 'application/pdf', 'text/plain', 'audio/mpeg', 'video/mp4']);

export interface StoredFile {
  readonly URL: string;
  readonly Size: number;
  readonly Name: string;
}

const URL_SHAPE = /^\/files\/(\d{1,18})-([A-Za-z0-9_-]{16})\//;
export const fileUrl = (id: string, secret: string, name: string): string =>
  `/files/${id}-${secret}/${encodeURIComponent(name)}`;

/** Id and secret of a file's address; null for any other address. */
export function addressOf(url: string): { readonly id: string; readonly secret: string } | null {
  const hit = URL_SHAPE.exec(url);
  return hit?.[1] && hit[2] ? { id: hit[1], secret: hit[2] } : null;
}

/** Names as people see them: no folders, no control characters. */
export const cleanName = (name: string): string => {
  const base = name.split(/[\\/]/).at(-1) ?? '';
  const clean = [...base]
    .filter((letter) => letter >= ' ' && letter !== '\u007f')
    .join('')
    .trim();
  return (clean === '' || clean === '.' || clean === '..' ? '文件' : clean).slice(-200);
};

/** What a file is, by its content. @throws where it is a program, a script (or is called like one) or empty */
export async function mimeOf(path: string, name: string): Promise<string> {
  // Saved under that name it is run, whatever else it looks like inside.
  if (SCRIPT_NAME.test(name)) throw refused(NOT_SUPPORTED);
  const known = await fileTypeFromFile(path);
  if (known) {
    if (EXECUTABLE.has(known.mime)) throw refused(NOT_SUPPORTED);
    return known.mime;
  }
  for await (const chunk of createReadStream(path, { end: 4095 })) {
    const head = chunk as Buffer;
    if (head.subarray(0, 2).toString('latin1') === '#!' || head.subarray(0, 2).toString('latin1') === 'MZ')
      throw refused(NOT_SUPPORTED);
    if (/<\s*(script|html|svg|iframe)/i.test(head.toString('latin1'))) throw refused(NOT_SUPPORTED);
    return head.includes(0) ? 'application/octet-stream' : 'text/plain';
  }
  throw refused('文件是空的，请重新选择');
}

/** What of files is taken where not everything is. */
export interface FileLimits {
  readonly maxBytes: number;
  readonly tooLarge: string;
  /** Pictures only, by what they are; a message for anything else. */
  readonly onlyImages?: string;
}

/**
 * Takes a file in: streamed to disk, judged by content, a small picture made of photos.
 * @param userId null: somebody without an account
 */
export async function storeFile(
  db: Db,
  storage: Storage,
  userId: string | null,
  file: UploadedFile,
  limits?: FileLimits,
): Promise<StoredFile> {
  const folder = await mkdtemp(join(tmpdir(), 'hengneng-up-'));
  try {
    const path = join(folder, 'body');
    const sum = createHash('sha256');
    let size = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        sum.update(chunk);
        // Too much is read to its end all the same, or the browser never hears why; it is not kept.
        if (limits && size > limits.maxBytes) done();
        else done(null, chunk);
      },
    });
    await pipeline(file.stream, measure, createWriteStream(path));
    if (limits && size > limits.maxBytes) throw refused(limits.tooLarge);
    if (file.truncated()) throw refused(TOO_LARGE);
    const name = cleanName(file.fileName);
    const mime = await mimeOf(path, name);
    if (limits?.onlyImages !== undefined && !IMAGES.has(mime)) throw refused(limits.onlyImages);
    const secret = randomBytes(12).toString('base64url');
    const small = IMAGES.has(mime)
      ? await (await import('sharp'))
          .default(path, { limitInputPixels: 100_000_000 })
          .rotate()
          .resize(THUMBNAIL_PX, THUMBNAIL_PX, { fit: 'inside', withoutEnlargement: true })
          .webp({ quality: 72 })
          .toBuffer()
          .catch(() => null)
      : null;
    await storage.write(secret, createReadStream(path), size);
    if (small) await storage.write(`${secret}.small`, small, small.length);
    const { rows } = await sql<{
      id: string;
    }>`insert into file (secret, name, mime, size, sha256, has_thumbnail, uploaded_by)
      values (${secret}, ${name}, ${mime}, ${size}, ${sum.digest()}, ${small !== null}, ${userId}) returning id`.execute(
      db,
    );
    return { URL: fileUrl(rows[0]?.id ?? '', secret, name), Size: size, Name: name };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface FileRow {
  readonly id: string;
  readonly secret: string;
  readonly name: string;
  readonly mime: string;
  readonly size: string;
  readonly has_thumbnail: boolean;
  /** Null: somebody without an account. */
  readonly uploaded_by: string | null;
  readonly links: readonly { readonly type: string; readonly id: string }[];
}

/** A file by its address, with the records it belongs to; undefined where either part is wrong. */
export async function findFile(db: Db | Tx, id: string, secret: string): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`select f.id, f.secret, f.name, f.mime, f.size, f.has_thumbnail, f.uploaded_by,
      coalesce((select json_agg(json_build_object('type', business_type, 'id', business_id::text)) from file_link where file_id = f.id), '[]') as links
    from file f where f.id = ${id} and f.secret = ${secret}`.execute(db);
  return rows[0];
}

/**
 * Binds files to a record. A person may bind what they uploaded, and what is bound to that record already (an approver's step keeps the applicant's files).
 * @returns an error at the field of each address that is not theirs to use
 */
export async function bindFiles(
  tx: Tx,
  businessType: string,
  businessIds: string | readonly string[],
  files: readonly { readonly path: string; readonly URL: string }[],
  userId: string | null,
): Promise<readonly FieldError[]> {
  const owners = [businessIds].flat();
  const errors: FieldError[] = [];
  const ids = new Set<string>();
  const { rows } = await sql<{
    id: string;
    secret: string;
  }>`select f.id, f.secret from file f where f.id = any(${files.flatMap((file) => addressOf(file.URL)?.id ?? [])}::bigint[])
    and (f.uploaded_by is not distinct from ${userId}::bigint or exists (select from file_link l where l.file_id = f.id and l.business_type = ${businessType} and l.business_id = any(${owners}::bigint[])))`.execute(
    tx,
  );
  const mine = new Map(rows.map((row) => [row.id, row.secret]));
  for (const file of files) {
    const address = addressOf(file.URL);
    if (address && mine.get(address.id) === address.secret) ids.add(address.id);
    else errors.push({ path: file.path, message: '文件不存在或不是您上传的，请重新上传' });
  }
  if (errors.length === 0 && ids.size > 0)
    await sql`insert into file_link (file_id, business_type, business_id) select f, ${businessType}, b from unnest(${[...ids]}::bigint[]) f cross join unnest(${owners}::bigint[]) b on conflict do nothing`.execute(
      tx,
    );
  return errors;
}

/** A signature on the largest screen takes a tenth of it. */
const DRAWING_BYTES = 2 * 1024 * 1024;

/** Whether a file is a picture of drawing's size that this person has put there. */
export async function isDrawnBy(tx: Tx, url: string, userId: string): Promise<boolean> {
  const address = addressOf(url);
  if (address === null) return false;
  const { rows } =
    await sql`select from file where id = ${address.id} and secret = ${address.secret} and uploaded_by = ${userId}::bigint
    and mime = any(${[...IMAGES]}) and size between 1 and ${DRAWING_BYTES}`.execute(tx);
  return rows.length > 0;
}

/** Deletes uploads that nothing names a day later. @returns how many */
export async function dropOrphans(db: Db, storage: Storage): Promise<number> {
  const { rows } = await sql<{
    secret: string;
    has_thumbnail: boolean;
  }>`delete from file f where uploaded_at < now() - interval '24 hours'
    and not exists (select from file_link l where l.file_id = f.id) and not exists (select from attachment a where a.file_id = f.id)
    and not exists (select from app_user u where u.avatar ->> 'URL' like '/files/' || f.id || '-%') returning secret, has_thumbnail`.execute(
    db,
  );
  for (const row of rows) {
    await storage.remove(row.secret);
    if (row.has_thumbnail) await storage.remove(`${row.secret}.small`);
  }
  return rows.length;
}
