import { expect, it } from 'vitest';
import { adjustedLastYear, baseLoad } from './weather-adjusted.ts';

it('takes the base load from the mildest month', () => {
  const months = [
    { use: 3100, days: 31, degreeDays: 10 },
    { use: 9300, days: 31, degreeDays: 300 },
  ];
  expect(baseLoad(months, 30)).toBe(3000);
  expect(baseLoad([], 30)).toBeNull();
});

it('takes last year into the weather of this year, and says nothing of a month that is not over', () => {
  const figure = (at: string, usage: string) => ({
    at,
    code: 'elec',
    usage,
    estimated: '0',
    due: 1,
    got: 1,
    sharp: null,
    peak: null,
    flat: null,
    valley: null,
    doubtful: false,
    known: true,
  });
  const used = new Map([
    ['2025-02', figure('2025-02', '2800')],
    ['2025-03', figure('2025-03', '4100')],
  ]);
  const warmth = new Map([
    ['2025-02', 10],
    ['2025-03', 300],
    ['2026-03', 450],
    ['2026-02', null],
  ]);
  const of = (month: string, until: string) =>
    adjustedLastYear((at) => used.get(at), warmth, { month, year: ['2025-02', '2025-03'], until });
  // 31 days at the 100 of February, and half as much again of the other 1,000.
  expect(of('2026-03', '2026-04-19')?.value).toBe(4600);
  expect(of('2026-03', '2026-03-30')).toBeNull();
  expect(of('2026-02', '2026-04-19')).toBeNull();
});
