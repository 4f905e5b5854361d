import { Big } from 'big.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tieredAmounts, tieredYuan, tierParts, type TierStretch, tierYear } from './tiers.ts';

const TIERS = [
  { from: '0', price: '2' },
  { from: '100', price: '3' },
  { from: '180', price: '4.5' },
];

it('counts each part at the price of its tier, from what was used before', () => {
  // 10 × 2 + 20 × 3
  expect(tieredYuan(TIERS, '90', '30')).toBe('80');
  expect(tieredYuan(TIERS, '0', '50')).toBe('100');
  // 10 × 2 + 80 × 3 + 20 × 4.5
  expect(tieredYuan(TIERS, '90', '110')).toBe('350');
  expect(tierParts(TIERS, '90', '110')).toEqual([
    { used: '10', price: '2' },
    { used: '80', price: '3' },
    { used: '20', price: '4.5' },
  ]);
  // A step begins with what is beyond it.
  expect(tierParts(TIERS, '100', '1')).toEqual([{ used: '1', price: '3' }]);
  expect(tierParts(TIERS, '100', '0')).toEqual([]);
});

it('knows in which year a cycle begins, and when the next one does within it', () => {
  const month = { from: '2026-07-01', to: '2026-08-01' };
  expect(tierYear(month, '01-01')).toEqual({ from: '2026-01-01', next: null });
  expect(tierYear(month, '07-01')).toEqual({ from: '2026-07-01', next: null });
  expect(tierYear(month, '08-01')).toEqual({ from: '2025-08-01', next: null });
  expect(tierYear(month, '07-16')).toEqual({ from: '2025-07-16', next: '2026-07-16' });
  expect(tierYear({ from: '2025-11-15', to: '2026-03-16' }, '01-01')).toEqual({
    from: '2025-01-01',
    next: '2026-01-01',
  });
});

const one = (share: string, more: Partial<TierStretch> = {}): TierStretch => ({
  share,
  version: '1',
  tiers: TIERS,
  late: false,
  ...more,
});

it('begins anew on the day of the community: half of 40 after 90 is on the second tier, the other half on the first', () => {
  const of = { quantity: '40', before: '90', whole: '30', discount: '100' };
  // 10 × 2 + 10 × 3, and 20 × 2
  expect(tieredAmounts([one('15'), one('15', { late: true })], of)).toEqual([
    { used: '20', amount: 5000n },
    { used: '20', amount: 4000n },
  ]);
});

it('goes on where another version’s ended, and shares between owners of one version', () => {
  const dearer = TIERS.map(({ from, price }) => ({ from, price: Big(price).plus(1).toFixed() }));
  const of = { quantity: '60', before: '90', whole: '30', discount: '90' };
  // 10 × 2 + 20 × 3 = 80.00, then 30 at the second tier of the dearer version = 120.00, both at 90 %
  expect(
    tieredAmounts([one('15'), one('15', { version: '2', tiers: dearer })], of).map(({ amount }) => amount),
  ).toEqual([7200n, 10800n]);
  // 10 × 2 + 50 × 3 = 170, at 90 % 153.00: a third and two thirds of it
  expect(tieredAmounts([one('10'), one('20')], of).map(({ amount }) => amount)).toEqual([5100n, 10200n]);
});

const decimals = fc.integer({ min: 0, max: 5_000_000 }).map((whole) => Big(whole).div(10_000).toFixed());
const ladders = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 900 }), { maxLength: 3 }),
    fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 4, maxLength: 4 }),
  )
  .map(([steps, prices]) =>
    [0, ...steps.toSorted((a, b) => a - b)].map((from, at) => ({
      from: String(from),
      price: Big(prices[at] ?? 1)
        .div(10_000)
        .toFixed(),
    })),
  );

it('comes to the same however a year is cut into cycles', () =>
  fc.assert(
    fc.property(ladders, fc.array(decimals, { minLength: 1, maxLength: 12 }), (tiers, uses) => {
      let before = Big(0);
      let sum = Big(0);
      for (const used of uses) {
        sum = sum.plus(tieredYuan(tiers, before.toFixed(), used));
        before = before.plus(used);
      }
      expect(sum.eq(tieredYuan(tiers, '0', before.toFixed()))).toBe(true);
    }),
  ));

it('loses no use and, under one version, no fen when a cycle is cut', () =>
  fc.assert(
    fc.property(
      ladders,
      decimals,
      decimals,
      fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 5 }),
      (tiers, quantity, before, days) => {
        const whole = days.reduce((sum, of) => sum + of, 0);
        fc.pre(whole > 0);
        const of = { quantity, before, whole: String(whole), discount: '100' };
        const parts = tieredAmounts(
          days.map((share) => one(String(share), { tiers })),
          of,
        );
        const [all] = tieredAmounts([one(String(whole), { tiers })], of);
        expect(parts.reduce((sum, { used }) => sum.plus(used), Big(0)).eq(quantity)).toBe(true);
        expect(parts.reduce((sum, { amount }) => sum + amount, 0n)).toBe(all?.amount);
        expect(parts.every(({ amount }) => amount >= 0n)).toBe(true);
      },
    ),
  ));
