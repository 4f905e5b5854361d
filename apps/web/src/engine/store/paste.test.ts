import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsOf, guessMapping, isSheet, pasteable, readPasted } from './paste.ts';
import { partFields } from './sample.testing.ts';

const fields = pasteable(partFields);
const pasted = (text: string) => {
  const cells = cellsOf(text);
  return readPasted(cells, guessMapping(cells, fields), fields);
};

describe('cellsOf', () => {
  it('reads back whatever a spreadsheet quotes', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '，', ' ') }).map((text) => `x${text}`);
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), (rows, end) => {
        const text = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join('\t')).join(end);
        expect(cellsOf(text)).toEqual(rows);
      }),
    );
  });

  it('leaves empty rows out and empty cells in', () => {
    expect(cellsOf('甲\t\t1\n\t\n乙\n')).toEqual([['甲', '', '1'], ['乙']]);
  });
});

describe('columns', () => {
  it('are only those that a person types text into', () => {
    expect(fields.map((of) => of.key)).toEqual([
      'name',
      'quantity',
      'price',
      'grade',
      'bought',
      'marks',
      'urgent',
      'surcharge',
    ]);
  });

  it('are found by their heads in any order, units in brackets aside', () => {
    // Cells beyond the heads are there to be given a column, too.
    expect(
      guessMapping(
        [
          ['单价（元）', '别的', '名称'],
          ['1', '2', '3', '4'],
        ],
        fields,
      ),
    ).toEqual({
      columns: ['price', null, 'name', null],
      head: true,
    });
  });

  it('are taken in order where there is no head', () => {
    expect(guessMapping([['阀门', '2']], fields)).toEqual({ columns: ['name', 'quantity'], head: false });
  });
});

it('tells several cells from text of one', () => {
  for (const text of ['甲\t乙', '甲\n乙\n']) expect(isSheet(text, false)).toBe(true);
  for (const text of ['甲乙\n', '甲 乙']) expect(isSheet(text, false)).toBe(false);
  expect(isSheet('甲\n乙', true)).toBe(false);
});

describe('readPasted', () => {
  it('understands numbers, dates, lists and yes as people write them', () => {
    const [row] = pasted('名称\t数量\t单价\t日期\t标记\t加急\n阀门\t1,200\t¥ 3.5\t2026年1月5日\t甲、乙\t是');
    expect(row).toEqual({
      values: {
        name: '阀门',
        quantity: '1200.00',
        price: '3.50',
        bought: '2026-01-05',
        marks: ['甲', '乙'],
        urgent: true,
      },
      errors: {},
    });
  });

  it.each([
    ['1,234.50', '1234.50'],
    ['￥1，234.50', '1234.50'],
    ['¥ 1,234.5 元', '1234.50'],
    ['(1,234.50)', '-1234.50'],
    ['（１２）', '-12.00'],
    ['１，２３４．５', '1234.50'],
    [' 0.1 ', '0.10'],
  ])('takes the figure %s for %s', (written, price) => {
    expect(pasted(`名称*\t单价(元)\n阀门\t${written}`)).toEqual([{ values: { name: '阀门', price }, errors: {} }]);
  });

  it.each(['-', '—', '--', ''])('takes %s for no figure', (written) => {
    expect(pasted(`名称\t单价\n阀门\t${written}`)).toEqual([{ values: { name: '阀门' }, errors: {} }]);
  });

  it.each(['2026/1/5', '2026-1-5', '2026.01.05', '2026年1月5日', '20260105', '2026/1/5 0:00', '２０２６／１／５'])(
    'takes %s for a day',
    (written) => {
      expect(pasted(`名称\t日期\n阀门\t${written}`)).toEqual([
        { values: { name: '阀门', bought: '2026-01-05' }, errors: {} },
      ]);
    },
  );

  it.each(['1月5日', '2026/13/5', '昨天'])('does not guess which day %s is', (written) => {
    expect(pasted(`名称\t日期\n阀门\t${written}`)[0]?.errors).toEqual({ bought: '日期必须是日期，例如2026-01-31' });
  });

  it.each([
    ['是', true],
    ['√', true],
    ['TRUE', true],
    ['否', false],
    ['×', false],
  ])('takes %s for %s', (written, urgent) => {
    expect(pasted(`名称\t加急\n阀门\t${written}`)[0]?.values).toEqual({ name: '阀门', urgent });
  });

  it('keeps the good cells of a row with a bad one and says what is wrong', () => {
    const [row] = pasted('名称\t数量\n阀门\t许多');
    expect(row).toEqual({ values: { name: '阀门' }, errors: { quantity: '数量必须是数字' } });
  });
});
