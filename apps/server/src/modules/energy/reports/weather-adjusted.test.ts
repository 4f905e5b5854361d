import { expect, it } from 'vitest';
import { plainFigure } from './figures.ts';
import { adjustedLastYear, adjustedRate, baseLoad } from './weather-adjusted.ts';

it('takes the base load from the mildest month', () => {
  const months = [
    { use: 3100, days: 31, degreeDays: 10 },
    { use: 9300, days: 31, degreeDays: 300 },
  ];
  expect(baseLoad(months, 30)).toBe(3000);
  expect(baseLoad([], 30)).toBeNull();
});

it('has no rate against nothing', () => {
  expect([adjustedRate('4600', 4000), adjustedRate('1', 0), adjustedRate('1', null)]).toEqual([15, null, null]);
});

it('takes last year into the weather of this year, and says nothing of a month that is not over', () => {
  const figure = (at: string, usage: string) => plainFigure({ project: 'A', at, code: 'elec', usage });
  const used = new Map([
    ['2025-02', figure('2025-02', '280')],
    ['2025-03', figure('2025-03', '4100')],
    ['2025-04', figure('2025-04', '3000')],
  ]);
  const warmth = new Map([
    ['2025-02', 1],
    ['2025-03', 300],
    ['2025-04', 10],
    ['2026-03', 450],
    ['2026-02', null],
  ]);
  const of = (month: string, until: string) => adjustedLastYear((at) => used.get(at), warmth, { month, until });
  // 31 days at the 100 of April, the mildest of the twelve months before, and half as much again of the other 1,000.
  expect(of('2026-03', '2026-04-19')?.value).toBe(4600);
  expect(of('2026-03', '2026-03-30')).toBeNull();
  expect(of('2026-02', '2026-04-19')).toBeNull();
});
