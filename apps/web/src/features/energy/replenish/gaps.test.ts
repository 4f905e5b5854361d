import { expect, it } from 'vitest';
import { type Gap, readingDays } from './gaps.ts';

it('reads the day after each day of a gap', () => {
  const gap = { GapFrom: '2026-02-27', Days: 2 } as Gap;
  expect(readingDays(gap)).toEqual(['2026-02-28', '2026-03-01']);
});
