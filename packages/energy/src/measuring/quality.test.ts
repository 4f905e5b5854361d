import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, daysIn, lastYearOf, previousOf } from './compare.ts';
import { type DueMeter, dueOn } from './due.ts';
import { exact, sumOf } from './exact.ts';
import { checkBetween, fillGap } from './fill.ts';
import { qualityOfSum } from './quality.ts';
import { addDays } from './zone.ts';

describe('the quality of a sum', () => {
  const sum = (got: number) => qualityOfSum([{ due: 100, got, usage: '40.1', estimated: '4.01' }]);
  it('is marked below 95 and 80 percent', () => {
    expect([95, 94, 80, 79].map((got) => [sum(got).mark, sum(got).ranked, sum(got).words])).toEqual([
      ['whole', true, null],
      ['incomplete', true, '数据不全'],
      ['incomplete', true, '数据不全'],
      ['unusable', false, '数据不全'],
    ]);
    expect(sum(95)).toMatchObject({ completeness: 95, usage: '40.1', estimated: '4.01' });
    expect(sum(95).estimatedShare).toBeCloseTo(10);
    expect(qualityOfSum([])).toMatchObject({ completeness: null, estimatedShare: null, ranked: false });
  });
});

describe('a comparison', () => {
  const period = (usage: string | null, days = 31, completeness: number | null = 100) => ({
    usage,
    days,
    completeness,
  });
  it('is a rate, by day where the months are of another length', () => {
    expect(compare(period('112.3'), period('100'), '上期')).toEqual({
      rate: expect.closeTo(0.123, 9),
      text: '+12.3%',
      difference: '12.3',
      byDay: false,
    });
    // A leap February with the same use by day as a common one.
    expect(compare(period('2900', 29), period('2800', 28), '去年同期')).toMatchObject({
      rate: 0,
      text: '+0.0%',
      byDay: true,
    });
    expect(compare(period('93.8'), period('100'), '去年同期')).toMatchObject({ text: '−6.2%' });
  });

  it('is 「—」 with its reason where there is nothing to compare', () => {
    const reason = (...periods: [ReturnType<typeof period>, ReturnType<typeof period>]) => {
      const found = compare(...periods, '去年同期');
      return found.rate === null ? `${found.text} ${found.reason}` : found.text;
    };
    expect(reason(period('1'), period('0'))).toBe('— 去年同期为 0');
    expect(reason(period('1'), period(null))).toBe('— 去年同期没有数据');
    expect(reason(period(null), period('1'))).toBe('— 本期没有数据');
    expect(reason(period('1', 31, 94.96), period('1'))).toBe('— 本期完整率 94.9%，低于 95%');
    expect(reason(period('1'), period('1', 31, null))).toBe('— 去年同期完整率未知，低于 95%');
  });

  it('has its periods: whole months stay whole', () => {
    expect(lastYearOf({ from: '2024-02-01', to: '2024-02-29' })).toEqual({ from: '2023-02-01', to: '2023-02-28' });
    expect(lastYearOf({ from: '2025-02-01', to: '2025-02-28' })).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(lastYearOf({ from: '2024-02-29', to: '2024-03-05' })).toEqual({ from: '2023-02-28', to: '2023-03-05' });
    expect(previousOf({ from: '2026-03-01', to: '2026-03-31' })).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(previousOf({ from: '2026-01-01', to: '2026-03-31' })).toEqual({ from: '2025-10-01', to: '2025-12-31' });
    expect(previousOf({ from: '2026-03-05', to: '2026-03-11' })).toEqual({ from: '2026-02-26', to: '2026-03-04' });
    expect(daysIn({ from: '2024-02-01', to: '2024-03-01' })).toBe(30);
  });
});

describe('filling a gap', () => {
  const days = (...weights: string[]) =>
    weights.map((weight, index) => ({ day: addDays('2026-05-01', index), weight, stopped: false }));
  it('divides what was used by weight, nothing on days off', () => {
    const found = fillGap({ before: '100', after: '130', decimals: 1 }, [
      ...days('1', '1'),
      { day: '2026-05-03', weight: '5', stopped: true },
      { day: '2026-05-04', weight: '2', stopped: false },
    ]);
    expect(found.map(({ reading, moved }) => [reading, moved])).toEqual([
      ['107.5', '7.5'],
      ['115', '7.5'],
      ['115', '0'],
      ['130', '15'],
    ]);
    expect(fillGap({ before: '0', after: '10', decimals: 0 }, days('0', '0', '0')).map(({ moved }) => moved)).toEqual([
      '4',
      '3',
      '3',
    ]);
    expect(() => fillGap({ before: '2', after: '1', decimals: 0 }, days('1'))).toThrow('后读数小于前读数');
    const round = { before: '9990', after: '20', decimals: 0, turn: exact('10000') };
    expect(fillGap(round, days('1', '1', '1')).map(({ reading, moved }) => [reading, moved])).toEqual([
      ['0', '10'],
      ['10', '10'],
      ['20', '10'],
    ]);
    expect(checkBetween('99', '100', '130')).toBe('应在 100~130 之间');
    expect(checkBetween('100', '100', '130')).toBeNull();
  });

  it('adds up to the whole and never goes back', () => {
    const weights = fc.array(fc.nat({ max: 500 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.nat({ max: 10 ** 6 }), fc.nat({ max: 10 ** 6 }), weights, (start, moved, list) => {
        const gap = { before: (start / 100).toFixed(2), after: ((start + moved) / 100).toFixed(2), decimals: 1 };
        const found = fillGap(gap, days(...list.map(String)));
        expect(sumOf(found.map((day) => exact(day.moved)))).toBe(exact(gap.after) - exact(gap.before));
        expect(found.every((day) => exact(day.moved) >= 0n)).toBe(true);
        expect(exact(found.at(-1)?.reading ?? '')).toBe(exact(gap.after));
      }),
    );
  });
});

describe('what was due', () => {
  const meter = (id: string, frequency: DueMeter['frequency'], more: Partial<DueMeter> = {}): DueMeter => ({
    id,
    frequency,
    registers: 1,
    from: '2026-01-01',
    to: null,
    ...more,
  });
  it('follows the frequency, the days in use and the days off', () => {
    const daily = meter('d', { kind: 'day' }, { registers: 5, from: '2026-05-03', to: '2026-05-20' });
    expect(['2026-05-02', '2026-05-03', '2026-05-20', '2026-05-21'].map((day) => dueOn(daily, day, false))).toEqual([
      0, 5, 5, 0,
    ]);
    expect(dueOn(daily, '2026-05-10', true)).toBe(0);
    expect(dueOn(meter('h', { kind: 'hours', every: 2 }), '2026-05-10', false)).toBe(12);
    const monthly = meter('m', { kind: 'month', day: 31 });
    expect(['2026-02-27', '2026-02-28', '2026-03-30', '2026-03-31'].map((day) => dueOn(monthly, day, false))).toEqual([
      0, 1, 0, 1,
    ]);
  });
});
