import { expect, it } from 'vitest';
import { dayTone, type Gap, readingDays, weekPlace } from './gaps.ts';

it('reads the day after each day of a gap', () => {
  const gap = { GapFrom: '2026-02-27', Days: 2 } as Gap;
  expect(readingDays(gap)).toEqual(['2026-02-28', '2026-03-01']);
});

it('puts a day under its day of the week and says how much of it is there', () => {
  expect([weekPlace('2026-03-01'), weekPlace('2026-03-02')]).toEqual([7, 1]);
  const tone = (Due: number, Done: number) => dayTone({ Date: '2026-03-01', Due, Done });
  expect([tone(0, 0), tone(5, 5), tone(5, 2), tone(5, 0)]).toEqual(['none', 'full', 'some', 'few']);
});
