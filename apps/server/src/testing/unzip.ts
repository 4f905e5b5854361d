/** Reads packages that tests got: what is in a zip, by its directory, and whether XML is well formed. */
import { crc32, inflateRawSync } from 'node:zlib';

/** Path → text of each part. @throws where the directory and the parts do not agree */
export function unzip(file: Buffer): ReadonlyMap<string, string> {
  const end = file.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (end < 0) throw new Error('no zip');
  const parts = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let count = file.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [crc, packed, size] = [16, 20, 24].map((field) => file.readUInt32LE(at + field));
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => file.readUInt16LE(at + field));
    const path = file.toString('utf8', at + 46, at + 46 + name);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const bytes = inflateRawSync(file.subarray(start, start + (packed ?? 0)));
    if (bytes.length !== size || crc32(bytes) !== crc) throw new Error(`${path} is damaged`);
    parts.set(path, bytes.toString('utf8'));
    at += 46 + name + extra + comment;
  }
  return parts;
}

/** The first tag that does not close, or null. */
export function unclosed(xml: string): string | null {
  const open: string[] = [];
  for (const [tag, closing, name = '', own] of xml.matchAll(/<(\/?)([\w:]+)(?:\s+[\w:-]+="[^"<]*")*\s*(\/?)>/g)) {
    if (closing === '/') {
      if (open.pop() !== name) return tag;
    } else if (own !== '/') open.push(name);
  }
  return open.at(-1) ?? (/<(?![\w/?])/.test(xml) ? '<' : null);
}
