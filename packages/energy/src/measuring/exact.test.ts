import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideRounded, exact, exactText, grouped, ONE, readExact, shareOut, times } from './exact.ts';

describe('exact', () => {
  it('reads plain decimals and nothing else', () => {
    expect(exactText(exact('12345.60'))).toBe('12345.6');
    expect(exactText(exact('-0.000001'))).toBe('-0.000001');
    for (const bad of ['12,34', '1e3', '', '.', '1.', '.5', ' 1', 'NaN', '0.1234567890123'])
      expect(readExact(bad), bad).toBeNull();
  });

  it('reads short and long numbers alike', () => {
    // With noughts in front a number is too long to be read the short way.
    const long = (text: string): string => '0'.repeat(20) + text;
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(digits, fc.option(digits), (whole, behind) => {
        const text = behind === null ? whole : `${whole}.${behind}`;
        expect(readExact(text)).toBe(readExact(long(text)));
        expect(exact(text)).toBe(BigInt(whole + (behind ?? '').padEnd(12, '0')));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'01.-e +，'), maxLength: 6 }), (text) => {
        expect(readExact(text) !== null).toBe(/^-?\d+(\.\d+)?$/.test(text));
      }),
    );
  });

  it('rounds half away from zero, once', () => {
    expect(exactText(exact('2.345'), 2)).toBe('2.35');
    expect(exactText(exact('-2.345'), 2)).toBe('-2.35');
    expect(exactText(exact('-0.004'), 2)).toBe('0.00');
    expect([divideRounded(7n, 2n), divideRounded(-7n, 2n), divideRounded(7n, -2n), divideRounded(5n, 3n)]).toEqual([
      4n,
      -4n,
      -4n,
      2n,
    ]);
  });

  it('multiplies a reading by a multiplier without loss', () => {
    const six = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
    fc.assert(
      fc.property(six, six, (a, b) => {
        const micro = ONE / 10n ** 6n;
        expect(times(a * micro, b * micro)).toBe(a * b);
      }),
    );
  });

  it('goes to text and back', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(exact(exactText(value))).toBe(value);
      }),
    );
  });

  it('shares out everything, nobody more than one from his part', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 1000n }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }), weights, (total, list) => {
        const whole = list.reduce((sum, one) => sum + one, 0n);
        fc.pre(whole > 0n);
        const shares = shareOut(total, list);
        expect(shares.reduce((sum, one) => sum + one, 0n)).toBe(total);
        for (const [index, share] of shares.entries()) {
          const off = share * whole - total * (list[index] ?? 0n);
          expect((off < 0n ? -off : off) < whole).toBe(true);
        }
      }),
    );
    expect(shareOut(10n, [1n, 1n, 1n])).toEqual([4n, 3n, 3n]);
    expect(() => shareOut(1n, [0n])).toThrow('no weight');
  });

  it('marks thousands as people read them', () => {
    expect([grouped('12345.6'), grouped('999'), grouped('1234567.1234')]).toEqual([
      '12,345.6',
      '999',
      '1,234,567.1234',
    ]);
  });
});
