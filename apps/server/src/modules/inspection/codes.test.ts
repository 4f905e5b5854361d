import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeCode } from './codes.ts';

describe('the next free code', () => {
  it('is the one asked for, else the next number of the same width', () => {
    expect(freeCode('XJ-01', new Set())).toBe('XJ-01');
    expect(freeCode('XJ-01', new Set(['XJ-01', 'XJ-02']))).toBe('XJ-03');
    expect(freeCode('XJ-99', new Set(['XJ-99']))).toBe('XJ-100');
    expect(freeCode('配电间', new Set(['配电间']))).toBe('配电间-02');
  });

  it('is never taken', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z]{0,3}-?\d{0,3}$/),
        fc.array(fc.stringMatching(/^[A-Z]{0,3}-?\d{0,3}$/)),
        (wanted, others) => {
          const taken = new Set([...others, wanted]);
          expect(taken.has(freeCode(wanted, taken))).toBe(false);
        },
      ),
    );
  });
});
