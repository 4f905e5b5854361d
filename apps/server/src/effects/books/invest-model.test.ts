import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discountFactor, internalRate } from './invest-model.ts';

describe('an investment review', () => {
  it('discounts by year', () => {
    expect(discountFactor('8', 1)).toBe('0.9259');
    expect(discountFactor('8', 10)).toBe('0.4632');
    expect(discountFactor('0', 5)).toBe('1.0000');
  });

  it('solves the rate of return that the flows have', () => {
    expect(internalRate('1000.00', [[1, '1100.00']])).toBe('10.00');
    const flat = Array.from({ length: 10 }, (_, at) => [at + 1, '162745.00'] as const);
    expect(internalRate('1000000.00', flat)).toBe('10.00');
    expect(internalRate('1000.00', [[1, '900.00']])).toBe('-10.00');
  });

  it('has none where the money never comes back, comes back at once, or nothing was invested', () => {
    expect(internalRate('1000.00', [[1, '0.00']])).toBeNull();
    expect(internalRate('1000.00', [[1, '9000.00']])).toBeNull();
    expect(internalRate('0.00', [[1, '9000.00']])).toBeNull();
  });

  it('finds the rate that flows were made from', () => {
    fc.assert(
      fc.property(fc.integer({ min: -30, max: 90 }), fc.integer({ min: 1, max: 25 }), (percent, years) => {
        const rate = percent / 100;
        const factor = Array.from({ length: years }, (_, at) => 1 / (1 + rate) ** (at + 1)).reduce((a, b) => a + b, 0);
        const yearly = (1_000_000_000 / factor).toFixed(2);
        const flows = Array.from({ length: years }, (_, at) => [at + 1, yearly] as const);
        expect(Number(internalRate('1000000000.00', flows))).toBeCloseTo(percent, 1);
      }),
    );
  });
});
