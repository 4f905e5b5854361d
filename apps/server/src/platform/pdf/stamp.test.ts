import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Page, pdfOf } from './document.ts';
import { stampedPdf } from './stamp.ts';

const LINES = ['贺志勇 hezhiyong', '2026-11-22 09:30'];
const MADE = new Date('2026-11-22T01:30:00Z');
const ours = (pages: number) =>
  pdfOf(
    Array.from({ length: pages }, () => new Page('A4')),
    { title: '试', at: MADE },
  );

/** Objects as the last table of the file names them: where each stands. */
const lastTable = (pdf: Buffer): ReadonlyMap<number, string> => {
  const raw = pdf.toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(raw)?.[1]);
  const at = new Map<number, number>();
  const classic = raw.slice(start, raw.indexOf('trailer', start));
  if (raw.startsWith('xref', start))
    for (const [, id, place] of classic.matchAll(/(\d+) 1\n(\d{10}) \d{5} n \n/g)) at.set(Number(id), Number(place));
  else {
    const ids = [...(/\/Index \[([^\]]*)\]/.exec(raw.slice(start))?.[1] ?? '').matchAll(/(\d+) 1/g)].map((hit) =>
      Number(hit[1]),
    );
    const body = pdf.subarray(raw.indexOf('stream\n', start) + 7);
    for (const [index, id] of ids.entries()) at.set(id, body.readUInt32BE(index * 7 + 1));
  }
  return new Map(
    [...at].map(([id, place]) => {
      expect(raw.slice(place).startsWith(`${id} 0 obj\n`)).toBe(true);
      return [id, raw.slice(place, raw.indexOf('endobj', place))];
    }),
  );
};
const stamps = (table: ReadonlyMap<number, string>) =>
  [...table.values()].filter((text) => text.includes('/Subtype /Stamp'));

describe('a PDF that is stamped', () => {
  it('keeps every byte it had, and has a stamp on each page', () => {
    const pdf = ours(3);
    const stamped = stampedPdf(pdf, LINES);
    expect(stamped?.subarray(0, pdf.length).equals(pdf)).toBe(true);
    const table = lastTable(stamped ?? pdf);
    expect(stamps(table)).toHaveLength(3);
    expect([...table.values()].filter((text) => /\/Type \/Page\b.*\/Annots \[\d+ 0 R\]/s.test(text))).toHaveLength(3);
    // One look for pages of one size.
    expect([...table.values()].filter((text) => text.includes('/Subtype /Form'))).toHaveLength(1);
  });

  it('can be stamped again, by the next who takes it', () => {
    const twice = stampedPdf(stampedPdf(ours(1), LINES) ?? Buffer.alloc(0), ['另一人']);
    const [page] = [...lastTable(twice ?? Buffer.alloc(0)).values()].filter((text) => /\/Type \/Page\b/.test(text));
    expect(page).toMatch(/\/Annots \[\d+ 0 R \d+ 0 R\]/);
  });

  it('may keep its pages compressed, with sizes and notes elsewhere', () => {
    const inner = [
      '<< /Type /Pages /Count 1 /Kids 5 0 R /MediaBox [0 0 300 200] >>',
      '<< /Type /Page /Parent 2 0 R /Annots 6 0 R >>',
      '[3 0 R]',
      '[7 0 R]',
    ];
    let offset = 0;
    const places = inner.map((text, index) => {
      const place = `${[2, 3, 5, 6][index]} ${offset}`;
      offset += text.length + 1;
      return place;
    });
    const head = `${places.join(' ')} `;
    const packed = deflateSync(Buffer.from(head + inner.join(' '), 'latin1'));
    const first = `%PDF-1.5\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n4 0 obj\n<< /Type /ObjStm /N 4 /First ${head.length} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
    const middle = '\nendstream\nendobj\n';
    const start = first.length + packed.length + middle.length;
    const pdf = Buffer.concat([
      Buffer.from(first, 'latin1'),
      packed,
      Buffer.from(
        `${middle}8 0 obj\n<< /Type /XRef /Size 9 /Root 1 0 R /W [1 2 1] /Length 0 >>\nstream\n\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`,
        'latin1',
      ),
    ]);
    const table = lastTable(stampedPdf(pdf, LINES) ?? pdf);
    expect(stamps(table)).toEqual([expect.stringContaining('/Rect [0 0 300 200]')]);
    expect(table.get(3)).toMatch(/\/Annots \[\d+ 0 R 7 0 R\]/);
  });

  it('is none where it is encrypted or no PDF at all', () => {
    const encrypted = Buffer.from(ours(1).toString('latin1').replace('/Root', '/Encrypt 9 0 R /Root'), 'latin1');
    expect([stampedPdf(encrypted, LINES), stampedPdf(Buffer.from('%PDF-1.4 broken'), LINES)]).toEqual([null, null]);
  });

  it('is none where a small file unpacks to a large one, and has sheets of a size that there is', () => {
    const made = (box: string, more: Buffer): Buffer => {
      const body = `%PDF-1.5\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] >>\nendobj\n3 0 obj\n<< /Type /Page /MediaBox [${box}] >>\nendobj\n`;
      const at = body.length + more.length;
      return Buffer.concat([
        Buffer.from(body),
        more,
        Buffer.from(`xref\ntrailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`),
      ]);
    };
    const bomb = Buffer.concat([
      Buffer.from('4 0 obj\n<< /Type /ObjStm /N 1 /First 5 /Filter /FlateDecode >>\nstream\n'),
      deflateSync(Buffer.alloc(65 * 1024 * 1024)),
      Buffer.from('\nendstream\nendobj\n'),
    ]);
    expect(stampedPdf(made('0 0 300 200', bomb), LINES)).toBeNull();
    const huge = made('0 0 999999999 999999999', Buffer.alloc(0));
    expect(stamps(lastTable(stampedPdf(huge, LINES) ?? huge))).toEqual([
      expect.stringContaining('/Rect [0 0 595 842]'),
    ]);
  });
});
