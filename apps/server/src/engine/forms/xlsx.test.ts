import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import readXlsx from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { type Cell, columnName, type Sheet, writeWorkbook } from './xlsx.ts';

const written = async (sheets: readonly Sheet[]): Promise<Buffer> => {
  const out = new PassThrough();
  const chunks: Buffer[] = [];
  out.on('data', (chunk: Buffer) => chunks.push(chunk));
  await writeWorkbook(out, sheets);
  out.end();
  return Buffer.concat(chunks);
};
const readBack = async (rows: readonly (readonly Cell[])[]) =>
  (await readXlsx(await written([{ name: '数据', widths: [10], rows }])))[0]?.data ?? [];

describe('a workbook', () => {
  it('gives back text as it was, formulas included', async () => {
    const texts = ['=1+1', '+86', '-x', '@SUM(A1)', '<b>&"', '_x0041_', '多行\n文字', 'emoji 🏭'];
    expect(await readBack(texts.map((text) => [text]))).toEqual(texts.map((text) => [text]));
  });

  it('gives back any text that a spreadsheet can hold', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((value) => value.trim() === value && value !== '');
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (values) => {
        // what XML cannot write is left out, line ends are as XML reads them
        const kept = values.map((value) =>
          value
            .toWellFormed()
            .replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '')
            .replace(/\r\n?/g, '\n'),
        );
        fc.pre(kept.every((value) => value.trim() !== ''));
        const [row = []] = await readBack([kept]);
        expect(row.map((cell) => String(cell).trim())).toEqual(kept.map((value) => value.trim()));
      }),
      { numRuns: 60 },
    );
  });

  it('keeps numbers and days as such, and what is too long for a number as text', async () => {
    const [row] = await readBack([
      [
        { number: '-1234.50', style: { places: 2 } },
        { number: '46023', style: 'date' },
        { number: '12345678901234567.89', style: { places: 2 } },
        null,
        'x',
      ],
    ]);
    expect(row).toEqual([-1234.5, new Date('2026-01-01T00:00:00Z'), '12345678901234567.89', null, 'x']);
  });

  it('does not grow with its rows', async () => {
    const out = new PassThrough();
    let bytes = 0;
    out.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    function* rows(): Generator<readonly Cell[]> {
      for (let n = 0; n < 30_000; n += 1) yield [`行${n}`, { number: String(n), style: { places: 0 } }, '固定文字'];
    }
    const before = process.memoryUsage().arrayBuffers;
    await writeWorkbook(out, [{ name: '大表', widths: [], rows: rows() }]);
    expect(bytes).toBeGreaterThan(100_000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
  });

  it('names columns as spreadsheets do', () => {
    expect([0, 25, 26, 51, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA']);
  });
});
