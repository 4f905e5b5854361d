import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pdfText } from '../../testing/pdf-text.ts';
import { measure, plainText, runs, wrap } from './document.ts';
import { type PdfTable, tablePdf } from './table.ts';

const table = (of: Partial<PdfTable> = {}): PdfTable => ({
  title: '审计日志',
  about: [['导出原因', '季度核查（含 (括号) 与 \\ 反斜线）']],
  columns: [
    { head: '时间', share: 1 },
    { head: '摘要', share: 3 },
  ],
  rows: [],
  explanation: { title: '校验说明', paragraphs: ['第一段。'] },
  foot: 'foot',
  at: new Date('2026-11-21T08:00:00Z'),
  ...of,
});

describe('lines', () => {
  it('fit, and together are the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('中', '（', '）', 'a', 'B', '1', '.', ' ', 'W') }), (text) => {
        const lines = wrap(text, 60, 8);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        for (const line of lines) expect(measure(line, 8)).toBeLessThanOrEqual(60);
      }),
    );
  });

  it('keep words of Latin letters whole where they fit', () => {
    expect(wrap('编号 ABC-2026-0001 已通过', 70, 8)).toEqual(['编号', 'ABC-2026-0001 已', '通过']);
  });

  it('neither begin with what closes nor end with what opens', () => {
    expect(wrap('税率（%）', 26, 6.5)).toEqual(['税率', '（%）']);
    expect(wrap('节约，多用', 16, 8)).toEqual(['节', '约，', '多用']);
  });

  it('hold no control characters, and mark what no reader could set', () => {
    expect(plainText('a\u0000b\n\u202ec😀')).toBe('a b c〓');
    expect(plainText('−3.4% tCO₂ m² m³')).toBe('-3.4% tCO2 m² m³');
    expect(runs('60 m²，冷', 8, 'text')).toBe('/F1 8 Tf (60 m\\262) Tj /F3 8 Tf <FF0C51B7> Tj');
  });
});

describe('a table', () => {
  it('says everything, whatever characters it is made of', async () => {
    const [page] = pdfText(await tablePdf(table({ rows: [{ cells: ['08:00', '(a) \\b\\ ) 中'], note: '#1 9f86' }] })));
    expect(page).toContain('季度核查（含 (括号) 与 \\ 反斜线）');
    expect(page).toContain('(a) \\b\\ ) 中');
    expect(page).toContain('#1 9f86');
    expect(page).toContain('第 1 页，共 1 页');
    expect(page).toContain('第一段。');
  });

  it('has others below it, each under its heading; what is empty says so', async () => {
    const columns = [{ head: '点位', share: 1, right: true }];
    const more = [
      { title: '点位', columns, rows: Array.from({ length: 90 }, (_, index) => ({ cells: [`P${index}`] })) },
      { title: '人员', columns, rows: [], empty: '没有巡检人' },
    ];
    const pages = pdfText(await tablePdf(table({ more, paper: 'A3', signs: ['审核：'] })));
    const all = pages.join('\n');
    for (const words of ['人员\n没有巡检人', 'P89', '审核：']) expect(all).toContain(words);
    expect(all.indexOf('P89')).toBeLessThan(all.indexOf('没有巡检人'));
  });

  it('goes on over pages, each with the head and its number', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({ cells: [String(index), `第${index}行`.repeat(30)] }));
    const pages = pdfText(await tablePdf(table({ rows })));
    expect(pages.length).toBeGreaterThan(5);
    for (const [index, page] of pages.entries()) expect(page).toContain(`第 ${index + 1} 页，共 ${pages.length} 页`);
    for (const page of pages.slice(0, -1)) expect(page).toContain('时间\n摘要');
    const all = pages.join('\n');
    for (const { cells } of rows) expect(all).toContain(`\n${cells[0]}\n`);
  });
});
