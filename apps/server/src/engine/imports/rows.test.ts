/** Cells as people write them. */
import { defineImport, f } from '@hengneng/form-kit';
import { describe, expect, it } from 'vitest';
import { readLines } from './rows.ts';
import { cellText } from './sheet.ts';

const shape = defineImport({
  id: 't',
  title: 't',
  purpose: 't',
  screen: '/t',
  calls: { template: '', import: '', rows: '', faults: '' },
  kind: 't',
  columns: {
    name: f.text('名称', { required: true }),
    day: f.date('日期'),
    month: f.month('月份'),
    amount: f.money('金额', { unit: '元', min: 0 }),
  },
  example: [],
  shown: ['name'],
});
const read = (...cells: string[]) => readLines(shape, [['名称 *', '日期', '月份', '金额（元）'], cells])[0];

describe('a row', () => {
  it('is read by its heads, whatever their order, units and marks', () => {
    const [line] = readLines(shape, [
      ['金额', '多余', '名称', '月份', '日期'],
      ['5', '', '甲', '', ''],
    ]);
    expect(line).toMatchObject({ row: 2, values: { name: '甲', amount: '5.00', day: null }, faults: [] });
  });

  it('takes days, months and amounts as people write them', () => {
    expect(read('甲', '2026/1/5', '2026年3月', '￥1,234.5')?.values).toEqual({
      name: '甲',
      day: '2026-01-05',
      month: '2026-03',
      amount: '1234.50',
    });
    expect(read('甲', '2026年1月5日', '2026-03-31', '')?.values).toMatchObject({ day: '2026-01-05', month: '2026-03' });
  });

  it('says what is wrong with each cell', () => {
    expect(read('', '13月', '', '-1')?.faults).toEqual([
      '请填写名称',
      '日期必须是日期，例如2026-01-31',
      '金额不能为负数',
    ]);
  });

  it('counts from the sheet, empty ones left out', () => {
    const lines = readLines(shape, [
      ['名称', '日期', '月份', '金额'],
      ['', '', '', ''],
      ['甲', '', '', ''],
    ]);
    expect(lines.map((line) => line.row)).toEqual([3]);
  });
});

it('numbers of cells come without the noise of their bits, days as days', () => {
  expect(cellText(0.1 + 0.2)).toBe('0.3');
  expect(cellText(new Date(Date.UTC(2026, 0, 5)))).toBe('2026-01-05');
  expect(cellText(new Date(Date.UTC(2026, 0, 5, 8, 30)))).toBe('2026-01-05 08:30');
  expect(cellText(null)).toBe('');
});
