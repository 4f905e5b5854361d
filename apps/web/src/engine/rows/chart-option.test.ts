import { describe, expect, it } from 'vitest';
import { steps } from './chart-option.ts';

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
