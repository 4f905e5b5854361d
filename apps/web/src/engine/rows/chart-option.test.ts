import { describe, expect, it } from 'vitest';
import { f, listFields } from '@hengneng/form-kit';
import { optionOf, slices, steps } from './chart-option.ts';

describe('steps of a waterfall', () => {
  it('go from the first to the last by what changed, below the axis as well', () => {
    expect(steps([100, 40, -180, 30, -10])).toEqual([
      { from: 0, to: 100 },
      { from: 100, to: 140 },
      { from: 140, to: -40 },
      { from: -40, to: -10 },
      { from: 0, to: -10 },
    ]);
    expect(steps([])).toEqual([]);
  });
});

describe('slices', () => {
  const parts = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `n${at}`, value: at + 1 }));

  it('are as many as can be named, the smallest of more go together', () => {
    expect(slices(parts(10)).map(({ name }) => name)).toEqual(
      parts(10)
        .map(({ name }) => name)
        .toReversed(),
    );
    const many = slices(parts(28));
    expect(many).toHaveLength(10);
    expect(many[0]).toEqual({ name: 'n27', value: 28 });
    // 1 + 2 + … + 19
    expect(many.at(-1)).toEqual({ name: '其他19项', value: 190 });
  });
});

describe('a pie', () => {
  it('has its names below it on a phone, with their shares, since beside it they would be cut', () => {
    const series = { amount: f.money('支出', { unit: '元' }) };
    const groups = ['电费', '水费'].map((by, at) => ({ by, across: null, values: [String(30 - 20 * at)] }));
    const drawn = { names: ['电费', '水费'], series: listFields(series), groups };
    const { legend, media } = optionOf({ label: '支出构成', kind: 'pie', by: 'item', series }, drawn);
    expect(legend).toMatchObject({ show: false });
    const told = !Array.isArray(legend) && typeof legend?.formatter === 'function' ? legend.formatter : String;
    expect(told('电费')).toBe('电费 75.0%');
    expect(media).toMatchObject([
      { option: { legend: { show: true }, series: [{ label: { show: false } }] } },
      { option: { legend: { show: false }, series: [{ label: { show: true } }] } },
    ]);
  });
});
