/** Reads back what a PDF of ours says, page by page, and checks that its table of objects is right. */
import { inflateSync } from 'node:zlib';

const decoded = (hex: string): string =>
  (hex.match(/.{4}/g) ?? []).map((code) => String.fromCharCode(Number.parseInt(code, 16))).join('');

/** @throws where an object does not stand where the table says */
export const pdfText = (pdf: Buffer): readonly string[] => {
  const raw = pdf.toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(raw)?.[1]);
  const places = [...raw.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map((line) => Number(line[1]));
  for (const [index, place] of places.entries())
    if (!raw.startsWith(`${index + 1} 0 obj\n`, place)) throw new Error(`object ${index + 1} is not at ${place}`);
  return [...raw.matchAll(/\/Length (\d+) \/Filter \/FlateDecode >>\nstream\n/g)].map((head) => {
    const from = (head.index ?? 0) + head[0].length;
    const content = inflateSync(pdf.subarray(from, from + Number(head[1]))).toString('latin1');
    return content
      .split('\n')
      .map((line) =>
        [...line.matchAll(/\(((?:\\.|[^\\)])*)\) Tj|<([0-9A-F]+)> Tj/g)]
          .map(([, latin, hex]) =>
            hex === undefined
              ? (latin ?? '').replace(/\\(\d{3}|.)/g, (_, of: string) =>
                  of.length === 3 ? String.fromCharCode(Number.parseInt(of, 8)) : of,
                )
              : decoded(hex),
          )
          .join(''),
      )
      .filter((line) => line !== '')
      .join('\n');
  });
};
