import { expect, it } from 'vitest';
import { bandOf } from './area-bands.ts';

it('colours less green and more red, the strong ones more strongly', () => {
  expect([-12, -10, -9.9, 0, 0.1, 9.9, 10, null].map((rate) => bandOf(rate))).toEqual([
    'much-less',
    'much-less',
    'less',
    'none',
    'more',
    'more',
    'much-more',
    'none',
  ]);
});
