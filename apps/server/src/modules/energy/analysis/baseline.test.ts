import { expect, it } from 'vitest';
import { shareOf } from './baseline.ts';

it('shares an adjustment out over its days', () => {
  const one = { event: '', basis: '', amount: 30, from: '2026-03-01', to: '2026-03-30' };
  expect(shareOf(one, { from: '2026-03-21', to: '2026-04-30' })).toBe(10);
  expect(shareOf(one, { from: '2026-04-01', to: '2026-04-30' })).toBe(0);
});
