import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMoney,
  allocateMoney,
  compareMoney,
  fromFen,
  type Money,
  money,
  moneyText,
  subtractMoney,
  sumMoney,
  toFen,
} from './money.ts';

const fen = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });

describe('money', () => {
  it('keeps two places and rounds half away from zero', () => {
    expect(moneyText(money('2.345'))).toBe('2.35');
    expect(moneyText(money('-2.345'))).toBe('-2.35');
    expect(moneyText(money('-0.001'))).toBe('0.00');
    expect(() => money('1e3')).toThrow(RangeError);
    expect(() => money('')).toThrow(RangeError);
  });
  it('does not compile with operators or plain text', () => {
    const a: Money = money('1');
    const b: Money = money('2');
    const operators = [
      // @ts-expect-error adding would join the texts
      () => a + b,
      // @ts-expect-error amounts are not numbers
      () => a - b,
      // @ts-expect-error amounts are not numbers
      () => a * 2,
      // @ts-expect-error comparing would go by letters
      () => a < b,
      // @ts-expect-error comparing would go by letters
      () => a >= b,
    ];
    expect(operators).toHaveLength(5);
    // @ts-expect-error plain text is no amount
    expect(moneyText(addMoney(a, '2.00'))).toBe('3.00');
    // @ts-expect-error an amount is no text
    const text: string = a;
    expect(text).toBe('1.00');
  });
  it('adds up exactly', () => {
    fc.assert(
      fc.property(fc.array(fen, { maxLength: 50 }), fen, (list, other) => {
        const amounts = list.map(fromFen);
        expect(toFen(sumMoney(amounts))).toBe(list.reduce((a, b) => a + b, 0n));
        expect(subtractMoney(addMoney(sumMoney(amounts), fromFen(other)), fromFen(other))).toBe(sumMoney(amounts));
        expect(compareMoney(fromFen(other), fromFen(other + 1n))).toBe(-1);
      }),
    );
  });
});

describe('allocateMoney', () => {
  it('leaves no fen over: 100 by three', () => {
    const shares = allocateMoney(
      money('100'),
      ['a', 'b', 'c'].map((id) => ({ id, weight: '1' })),
    );
    expect([...shares.values()].map(moneyText)).toEqual(['33.34', '33.33', '33.33']);
  });
  it('adds up, is off by less than a fen, gives nothing for nothing, whatever the order', () => {
    const weights = fc
      .array(fc.integer({ min: 0, max: 100000 }), { minLength: 1, maxLength: 30 })
      .filter((list) => list.some((w) => w > 0));
    fc.assert(
      fc.property(fen, weights, (total, list) => {
        const sharers = list.map((weight, index) => ({
          id: String(index).padStart(3, '0'),
          weight: (weight / 100).toFixed(2),
        }));
        const shares = allocateMoney(fromFen(total), sharers);
        expect([...shares.values()].reduce((sum, share) => sum + toFen(share), 0n)).toBe(total);
        const whole = list.reduce((a, b) => a + b, 0);
        for (const [index, weight] of list.entries()) {
          const share = toFen(shares.get(String(index).padStart(3, '0')) ?? money('0'));
          if (weight === 0) expect(share).toBe(0n);
          // |share − exact| < 1 fen, in whole numbers
          const off = share * BigInt(whole) - total * BigInt(weight);
          expect((off < 0n ? -off : off) < BigInt(whole)).toBe(true);
        }
        expect(allocateMoney(fromFen(total), [...sharers].reverse())).toEqual(shares);
      }),
    );
  });
  it('settles ties by id, numbers as numbers', () => {
    const shares = allocateMoney(
      money('0.01'),
      ['10', '9'].map((id) => ({ id, weight: '1' })),
    );
    expect([...shares].map(([id, amount]) => [id, moneyText(amount)])).toEqual([
      ['10', '0.00'],
      ['9', '0.01'],
    ]);
  });
  it('refuses weights that divide nothing', () => {
    expect(() => allocateMoney(money('1'), [{ id: 'a', weight: '0' }])).toThrow(RangeError);
    expect(() => allocateMoney(money('1'), [{ id: 'a', weight: '-1' }])).toThrow(RangeError);
  });
});
