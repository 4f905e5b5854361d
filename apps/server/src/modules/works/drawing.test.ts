import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawBySeed } from './drawing.ts';

const candidate = (code: string, ...ties: string[]) => ({ code, ties });
const codes = (some: readonly { readonly code: string }[]) => some.map(({ code }) => code);

describe('a draw by seed', () => {
  it('goes by SHA-256 of seed and code, whatever order the list has', () => {
    // sha256sum of s:a, s:b and s:c: d431…, d30e…, 97a9…
    const pool = ['a', 'b', 'c'].map((code) => candidate(code));
    const { drawn } = drawBySeed('s', pool, 3);
    expect(codes(drawn)).toEqual(codes(drawBySeed('s', pool.toReversed(), 3).drawn));
    expect(codes(drawn)).toEqual(['c', 'b', 'a']);
  });

  it('takes one of each control, and says whom it passed over', () => {
    const [first = '', second = ''] = codes(
      drawBySeed(
        's',
        ['a', 'b', 'c'].map((code) => candidate(code)),
        3,
      ).drawn,
    );
    const pool = ['a', 'b', 'c'].map((code) =>
      candidate(code, ...(code === first || code === second ? ['电话 1'] : [])),
    );
    const { drawn, skipped } = drawBySeed('s', pool, 2);
    expect(codes(skipped)).toEqual([second]);
    expect(codes(drawn)).not.toContain(second);
  });

  it('draws as many as are wanted and free, each once', () => {
    fc.assert(
      fc.property(fc.string(), fc.uniqueArray(fc.string({ minLength: 1 })), fc.nat(30), (seed, names, wanted) => {
        const { drawn, skipped } = drawBySeed(
          seed,
          names.map((code) => candidate(code)),
          wanted,
        );
        expect(skipped).toEqual([]);
        expect(new Set(codes(drawn)).size).toBe(Math.min(wanted, names.length));
      }),
    );
  });
});
