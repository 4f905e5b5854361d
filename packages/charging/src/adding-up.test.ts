import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addingUp } from './adding-up.ts';

const parts = (...fen: readonly number[]) => fen.map((one, at) => ({ at, fen: BigInt(one) }));
const chosen = (of: readonly { readonly at: number }[] | null) => of?.map(({ at }) => at) ?? null;

describe('what adds up to a sum', () => {
  it('is several, the first before others', () => {
    expect(chosen(addingUp(parts(1000, 2000, 3000), 3000n))).toEqual([0, 1]);
    expect(chosen(addingUp(parts(5, 700, 300, 700), 1000n))).toEqual([1, 2]);
    // One of the same amount is no split.
    expect(addingUp(parts(3000, 1), 3000n)).toBeNull();
    expect(addingUp(parts(400, 400), 1000n)).toBeNull();
    expect(addingUp([], 0n)).toBeNull();
  });

  it('is found where there is any, and adds up where it is found', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 9 }),
        fc.integer({ min: 1, max: 200 }),
        (all, whole) => {
          const found = addingUp(parts(...all), BigInt(whole));
          const subsets = Array.from({ length: 2 ** all.length }, (_, bits) =>
            all.filter((_of, at) => (bits >> at) & 1),
          );
          const any = subsets.some((of) => of.length > 1 && of.reduce((sum, one) => sum + one, 0) === whole);
          expect(found !== null).toBe(any);
          if (found !== null) {
            expect(found.reduce((sum, { fen }) => sum + fen, 0n)).toBe(BigInt(whole));
            expect(new Set(chosen(found)).size).toBe(found.length);
          }
        },
      ),
    );
  });
});
