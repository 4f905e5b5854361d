/** Zips, written as they go: packages of Office Open XML, and files that are taken together. */
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** What XML 1.0 has no place for. */
const UNWRITABLE = /[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu;
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNWRITABLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

interface Entry {
  readonly name: Buffer;
  readonly crc: number;
  readonly size: number;
  readonly packed: number;
  readonly offset: number;
}

/** 1980-01-01: when a file was made stands in it. */
const DOS_DAY = 0x21;
/** Sizes follow the data; names are UTF-8. */
const FLAGS = 0x808;
const DEFLATED = 8;
const LEVEL = { level: 5 };
/** A part that is no longer than this and there as a whole is compressed at once: a stream for it costs ten times what it does. */
const SMALL = 64 * 1024;

/** Parts of a package, one after the other, compressed as they come. */
export class ZipWriter {
  readonly #out: Writable;
  readonly #entries: Entry[] = [];
  #offset = 0;

  constructor(out: Writable) {
    this.#out = out;
  }

  async add(path: string, pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>): Promise<void> {
    const name = Buffer.from(path);
    const offset = this.#offset;
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(FLAGS, 6);
    header.writeUInt16LE(DEFLATED, 8);
    header.writeUInt16LE(DOS_DAY, 12);
    header.writeUInt16LE(name.length, 26);
    await this.#write(Buffer.concat([header, name]));
    let crc = 0;
    let size = 0;
    const start = this.#offset;
    async function* measured(): AsyncGenerator<Uint8Array, undefined> {
      for await (const piece of pieces) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
        crc = crc32(bytes, crc);
        size += bytes.length;
        yield bytes;
      }
    }
    const all = measured();
    const first = (await all.next()).value ?? Buffer.alloc(0);
    const second = first.length > SMALL ? undefined : await all.next();
    if (second?.done === true) await this.#write(deflateRawSync(first, LEVEL));
    else {
      async function* rest(): AsyncGenerator<Uint8Array> {
        yield first;
        if (second?.value !== undefined) yield second.value;
        yield* all;
      }
      await pipeline(Readable.from(rest()), createDeflateRaw(LEVEL), async (packed: AsyncIterable<Buffer>) => {
        for await (const bytes of packed) await this.#write(bytes);
      });
    }
    const packed = this.#offset - start;
    const sizes = Buffer.alloc(16);
    sizes.writeUInt32LE(0x08074b50, 0);
    sizes.writeUInt32LE(crc, 4);
    sizes.writeUInt32LE(packed, 8);
    sizes.writeUInt32LE(size, 12);
    await this.#write(sizes);
    this.#entries.push({ name, crc, size, packed, offset });
  }

  async finish(): Promise<void> {
    const start = this.#offset;
    for (const entry of this.#entries) {
      const record = Buffer.alloc(46);
      record.writeUInt32LE(0x02014b50, 0);
      record.writeUInt16LE(20, 4);
      record.writeUInt16LE(20, 6);
      record.writeUInt16LE(FLAGS, 8);
      record.writeUInt16LE(DEFLATED, 10);
      record.writeUInt16LE(DOS_DAY, 14);
      record.writeUInt32LE(entry.crc, 16);
      record.writeUInt32LE(entry.packed, 20);
      record.writeUInt32LE(entry.size, 24);
      record.writeUInt16LE(entry.name.length, 28);
      record.writeUInt32LE(entry.offset, 42);
      await this.#write(Buffer.concat([record, entry.name]));
    }
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(this.#offset - start, 12);
    end.writeUInt32LE(start, 16);
    await this.#write(end);
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#offset += bytes.length;
    // Whoever was to read it has gone: nothing drains any more.
    if (this.#out.destroyed) throw new Error('nobody reads this any more');
    if (this.#out.write(bytes)) return;
    await new Promise<void>((resolve, reject) => {
      const done = (gone: boolean) => () => {
        this.#out.off('drain', drained).off('close', closed);
        if (gone) reject(new Error('nobody reads this any more'));
        else resolve();
      };
      const [drained, closed] = [done(false), done(true)];
      this.#out.on('drain', drained).on('close', closed);
    });
  }
}
