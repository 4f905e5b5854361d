/**
 * Writes words across every page of a PDF that somebody else made, so that a copy says who took it. The file stays as it is; what is new is
 * appended to it (an incremental update): a stamp for each page, whose look brings its own fonts.
 */
import { deflateSync, inflateSync } from 'node:zlib';
import { FONTS, runs } from './document.ts';

interface Found {
  readonly generation: number;
  readonly text: string;
}
type Objects = Map<number, Found>;

// What somebody else made may say anything of itself; it is read while everybody waits, so within bounds.
const MOST_PAGES = 5_000;
const MOST_SIZES = 100;
const MOST_UNPACKED = 64 * 1024 * 1024;
/** The longest side that a page can have, in its own units. */
const LONGEST_SIDE = 14_400;
const A4 = [0, 0, 595, 842] as const;

/** Objects that are kept together in a compressed stream. */
const unpacked = (head: string, body: Buffer): readonly (readonly [number, string])[] => {
  const count = Number(/\/N\s+(\d+)/.exec(head)?.[1] ?? 0);
  const first = Number(/\/First\s+(\d+)/.exec(head)?.[1] ?? 0);
  const flate = /\/Filter\s*(\/FlateDecode|\[\s*\/FlateDecode\s*\])/.test(head);
  const text = (flate ? inflateSync(body, { maxOutputLength: MOST_UNPACKED }) : body).toString('latin1');
  const numbers = text.slice(0, first).trim().split(/\s+/).map(Number);
  return Array.from({ length: Math.min(count, Math.floor(numbers.length / 2)) }, (_, at) => {
    const from = first + (numbers[at * 2 + 1] ?? 0);
    const to = at + 1 < count ? first + (numbers[at * 2 + 3] ?? 0) : text.length;
    return [numbers[at * 2] ?? 0, text.slice(from, to)] as const;
  });
};

/** Every object as it was written last. */
const objectsOf = (pdf: Buffer, raw: string): Objects => {
  const objects: Objects = new Map();
  const head = /(?:^|[\s>])(\d{1,9})\s+(\d{1,5})\s+obj\b/g;
  const stream = /\bstream\r?\n/g;
  // The next stream from here on, looked for once and not again for each object in front of it.
  let at = stream.exec(raw);
  for (let hit = head.exec(raw); hit !== null; hit = head.exec(raw)) {
    const from = head.lastIndex;
    const end = raw.indexOf('endobj', from);
    if (end < 0) break;
    while (at !== null && at.index < from) at = stream.exec(raw);
    if (at === null || at.index > end) {
      objects.set(Number(hit[1]), { generation: Number(hit[2]), text: raw.slice(from, end) });
      head.lastIndex = end;
      continue;
    }
    const text = raw.slice(from, at.index);
    const start = at.index + at[0].length;
    const close = raw.indexOf('endstream', start);
    if (close < 0) break;
    objects.set(Number(hit[1]), { generation: Number(hit[2]), text });
    if (/\/Type\s*\/ObjStm\b/.test(text))
      for (const [id, inner] of unpacked(text, pdf.subarray(start, close)))
        objects.set(id, { generation: 0, text: inner });
    head.lastIndex = close;
  }
  return objects;
};

const refOf = (text: string, key: string): number | null => {
  const hit = new RegExp(`/${key}\\s+(\\d+)\\s+\\d+\\s+R`).exec(text);
  return hit === null ? null : Number(hit[1]);
};

/** What stands in an array of a dictionary, there or in an object of its own. */
const arrayOf = (objects: Objects, text: string, key: string): string | null => {
  const own = new RegExp(`/${key}\\s*\\[([^\\]]*)\\]`).exec(text)?.[1];
  if (own !== undefined) return own;
  const ref = refOf(text, key);
  const other = ref === null ? undefined : objects.get(ref)?.text;
  return other === undefined ? null : (/\[([^\]]*)\]/.exec(other)?.[1] ?? null);
};

interface Leaf {
  readonly id: number;
  readonly box: readonly number[];
}

const leavesOf = (objects: Objects, root: number): readonly Leaf[] => {
  const leaves: Leaf[] = [];
  const seen = new Set<number>();
  const walk = (id: number, inherited: readonly number[]): void => {
    const text = objects.get(id)?.text;
    if (text === undefined || seen.has(id) || leaves.length > MOST_PAGES) return;
    seen.add(id);
    const given = arrayOf(objects, text, 'MediaBox')?.trim().split(/\s+/).map(Number);
    const box = given?.length === 4 && given.every((side) => Math.abs(side) <= LONGEST_SIDE) ? given : inherited;
    const kids = arrayOf(objects, text, 'Kids');
    if (kids === null) leaves.push({ id, box });
    else for (const [, kid] of kids.matchAll(/(\d+)\s+\d+\s+R/g)) walk(Number(kid), box);
  };
  walk(root, A4);
  return leaves;
};

/** The words again and again, slanted, over a sheet of that size. */
const pattern = (lines: readonly string[], width: number, height: number): string => {
  const parts = ['/G gs 0.35 g'];
  for (let y = 40; y < height; y += 170)
    for (let x = 20; x < width; x += 230)
      for (const [at, line] of lines.entries())
        parts.push(`q 0.88 0.47 -0.47 0.88 ${x + at * 8} ${y - at * 15} cm BT ${runs(line, 12, 'text')} ET Q`);
  return parts.join('\n');
};

/** A page with one more annotation. */
const withStamp = (objects: Objects, text: string, stamp: number): string => {
  const own = /\/Annots\s*(\[|\d+\s+\d+\s+R)/.exec(text);
  if (own === null) {
    const end = text.lastIndexOf('>>');
    return `${text.slice(0, end)} /Annots [${stamp} 0 R] ${text.slice(end)}`;
  }
  if (own[1] === '[') return text.replace(/\/Annots\s*\[/, `/Annots [${stamp} 0 R `);
  const others = arrayOf(objects, text, 'Annots') ?? '';
  return text.replace(/\/Annots\s*\d+\s+\d+\s+R/, `/Annots [${stamp} 0 R ${others}]`);
};

/** The table of what was appended, in the form that the file has: mixed forms are taken for damage. */
const tableOf = (
  places: ReadonlyMap<number, { readonly at: number; readonly generation: number }>,
  of: { readonly stream: boolean; readonly id: number; readonly at: number; readonly keys: string },
): string => {
  if (!of.stream) {
    const lines = [...places].map(
      ([id, { at, generation }]) =>
        `${id} 1\n${String(at).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`,
    );
    return `xref\n${lines.join('')}trailer\n<< /Size ${of.id} ${of.keys} >>\n`;
  }
  const all = [...places, [of.id, { at: of.at, generation: 0 }] as const];
  const bytes = Buffer.alloc(all.length * 7);
  for (const [index, [, { at, generation }]] of all.entries()) {
    bytes.writeUInt8(1, index * 7);
    bytes.writeUInt32BE(at, index * 7 + 1);
    bytes.writeUInt16BE(generation, index * 7 + 5);
  }
  const index = all.map(([id]) => `${id} 1`).join(' ');
  return `${of.id} 0 obj\n<< /Type /XRef /Size ${of.id + 1} /W [1 4 2] /Index [${index}] ${of.keys} /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream\nendobj\n`;
};

interface Ending {
  readonly at: number;
  readonly stream: boolean;
  readonly root: number;
  readonly size: number;
  readonly keys: string;
}

/** How the file ends, and what the next ending has to repeat; null where it is encrypted or damaged. */
const endingOf = (raw: string): Ending | null => {
  const at = Number([...raw.slice(-2048).matchAll(/startxref\s+(\d+)/g)].at(-1)?.[1] ?? Number.NaN);
  if (!Number.isFinite(at)) return null;
  const stream = !raw.startsWith('xref', at);
  const from = stream ? at : raw.indexOf('trailer', at);
  const text = from < 0 ? '' : raw.slice(from, from + 4096).split(/\bstream\r?\n|startxref/)[0];
  const [root, size] = [refOf(text ?? '', 'Root'), Number(/\/Size\s+(\d+)/.exec(text ?? '')?.[1] ?? 0)];
  if (text === undefined || root === null || size === 0 || /\/Encrypt\b/.test(text)) return null;
  const kept = [/\/Root\s+\d+\s+\d+\s+R/, /\/Info\s+\d+\s+\d+\s+R/, /\/ID\s*\[[^\]]*\]/].flatMap(
    (key) => key.exec(text)?.[0] ?? [],
  );
  return { at, stream, root, size, keys: [...kept, `/Prev ${at}`].join(' ') };
};

/** @returns null where it cannot be done: encrypted, damaged, without pages that are found, or beyond what is read */
export const stampedPdf = (pdf: Buffer, lines: readonly string[]): Buffer | null => {
  const raw = pdf.toString('latin1');
  const ending = endingOf(raw);
  if (ending === null) return null;
  let objects: Objects;
  try {
    objects = objectsOf(pdf, raw);
  } catch {
    return null;
  }
  const pages = refOf(objects.get(ending.root)?.text ?? '', 'Pages');
  const leaves = pages === null ? [] : leavesOf(objects, pages);
  if (leaves.length === 0 || leaves.length > MOST_PAGES) return null;
  let next = Math.max(ending.size, ...objects.keys(), 0) + 1;
  const added: { readonly id: number; readonly generation: number; readonly body: string }[] = [];
  const add = (body: string): number => {
    added.push({ id: next, generation: 0, body });
    next += 1;
    return next - 1;
  };
  const [latin, , chinese, cid, face] = FONTS;
  const descriptor = add(face);
  const descendant = add(cid.replace('8 0 R', `${descriptor} 0 R`));
  const fonts = `/F1 ${add(latin)} 0 R /F3 ${add(chinese.replace('7 0 R', `${descendant} 0 R`))} 0 R`;
  const looks = new Map<string, number>();
  const lookOf = (width: number, height: number): number => {
    const key = `${width} ${height}`;
    const known = looks.get(key);
    if (known !== undefined) return known;
    const stream = deflateSync(Buffer.from(pattern(lines, width, height), 'latin1'));
    const made = add(
      `<< /Type /XObject /Subtype /Form /BBox [0 0 ${key}] /Resources << /Font << ${fonts} >> /ExtGState << /G << /ca 0.28 >> >> >> /Length ${stream.length} /Filter /FlateDecode >>\nstream\n${stream.toString('latin1')}\nendstream`,
    );
    looks.set(key, made);
    return made;
  };
  for (const { id, box } of leaves) {
    const [left = 0, bottom = 0, right = 0, top = 0] = box;
    const look = lookOf(Math.abs(right - left), Math.abs(top - bottom));
    if (looks.size > MOST_SIZES) return null;
    // Printed as well, and neither moved nor edited.
    const stamp = add(`<< /Type /Annot /Subtype /Stamp /Rect [${box.join(' ')}] /F 196 /AP << /N ${look} 0 R >> >>`);
    const page = objects.get(id);
    if (page !== undefined)
      added.push({ id, generation: page.generation, body: withStamp(objects, page.text.trim(), stamp) });
  }
  const chunks: string[] = ['\n'];
  let at = pdf.length + 1;
  const places = new Map<number, { readonly at: number; readonly generation: number }>();
  for (const { id, generation, body } of added) {
    const text = `${id} ${generation} obj\n${body}\nendobj\n`;
    places.set(id, { at, generation });
    chunks.push(text);
    at += text.length;
  }
  chunks.push(tableOf(places, { stream: ending.stream, id: next, at, keys: ending.keys }), `startxref\n${at}\n%%EOF\n`);
  return Buffer.concat([pdf, Buffer.from(chunks.join(''), 'latin1')]);
};
