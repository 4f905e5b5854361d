import { Big } from 'big.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countedDays, halfAway, linesOf, type LineWorld, pricesOf, taxWithin } from './line.ts';

const LONG = { from: '2000-01-01', to: '2100-01-01' };
const SEASON = { key: '2024暖', from: '2024-11-15', to: '2025-03-16' };
const world = (of: Partial<LineWorld>): LineWorld => ({
  cycle: SEASON,
  dayCount: '实际天数',
  charged: LONG,
  usage: '居民',
  discount: '100',
  contractPrice: null,
  prices: [{ ...LONG, id: '3', price: '26', ofCommunity: false, usage: null }],
  quantities: [{ ...LONG, quantity: '88.50' }],
  payers: [{ ...LONG, payer: '7' }],
  off: [],
  delivered: null,
  undelivered: '100',
  ...of,
});

it('comes to the whole price for the whole cycle, and to a part of it for days that count less', () => {
  // 88.5 × 26 = 2301.00; the season has 121 days.
  expect(linesOf(world({}))).toMatchObject([{ part: 0, amount: 230_100n, days: 121, weight: '121', cycleDays: 121 }]);
  // 76 days whole and 45 at 30 %: 2301 × (76 + 13.5) / 121 = 1701.98
  const off = [{ from: '2024-12-01', to: '2025-01-15', keep: '30' }];
  expect(linesOf(world({ off }))).toMatchObject([{ amount: 170_198n, offDays: 45, weight: '89.5' }]);
});

it('cuts at a new owner, the second being the whole less the first', () => {
  const payers = [
    { from: '2020-01-01', to: '2025-01-01', payer: '7' },
    { from: '2025-01-01', to: '2100-01-01', payer: '8' },
  ];
  const lines = linesOf(world({ payers, contractPrice: '0.01', quantities: [{ ...LONG, quantity: '1.5' }] }));
  expect(lines.map(({ payer, amount }) => [payer, amount])).toEqual([
    ['7', 1n],
    ['8', 1n],
  ]);
});

it('cuts at a new price, each part at its own and rounded by itself', () => {
  const prices = [
    { from: '2020-01-01', to: '2025-01-01', id: '3', price: '26', ofCommunity: false, usage: null },
    { from: '2025-01-01', to: '2100-01-01', id: '4', price: '30', ofCommunity: false, usage: null },
  ];
  // 88.5 × 26 × 47 / 121 = 893.7769; 88.5 × 30 × 74 / 121 = 1623.7190.
  expect(linesOf(world({ prices }))).toMatchObject([
    { priceId: '3', days: 47, amount: 89_378n },
    { priceId: '4', days: 74, amount: 162_372n },
  ]);
});

it('takes the price of the community first, then that of the usage', () => {
  const prices = [
    { ...LONG, id: '1', price: '24', ofCommunity: false, usage: null },
    { ...LONG, id: '2', price: '30', ofCommunity: false, usage: '非居民' },
    { from: '2025-01-01', to: '2026-01-01', id: '3', price: '26', ofCommunity: true, usage: null },
  ];
  const within = { from: '2024-11-15', to: '2025-03-16' };
  expect(pricesOf(prices, '居民', within).map(({ id, from, to }) => [id, from, to])).toEqual([
    ['1', '2024-11-15', '2025-01-01'],
    ['3', '2025-01-01', '2025-03-16'],
  ]);
  expect(pricesOf(prices, '非居民', within).map(({ id }) => id)).toEqual(['2', '3']);
});

it('takes the tax that is within, and months of thirty days where it was agreed so', () => {
  expect(taxWithin(10_600n, 6)).toBe(600n);
  expect(countedDays({ from: '2025-02-01', to: '2025-03-01' }, '30天制')).toBe(30);
});

const day = (at: number): string => new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10);
const cut = fc.integer({ min: 1, max: 364 });

it('adds up to the whole, however often owners change, and no part is negative', () => {
  fc.assert(
    fc.property(
      fc.array(cut, { maxLength: 6 }),
      fc.integer({ min: 1, max: 2_000_000 }),
      fc.constantFrom('实际天数' as const, '30天制' as const),
      (cuts, quantity, dayCount) => {
        const days = [0, ...new Set(cuts), 365].toSorted((a, b) => a - b);
        const payers = days.slice(0, -1).map((from, at) => ({
          from: day(from),
          to: day(days[at + 1] ?? 365),
          payer: String(at),
        }));
        const cycle = { key: '2025', from: '2025-01-01', to: '2026-01-01' };
        const of = {
          cycle,
          dayCount,
          contractPrice: '0.0123',
          quantities: [{ ...LONG, quantity: Big(quantity).div(100).toFixed() }],
        };
        const parts = linesOf(world({ ...of, payers }));
        const [whole] = linesOf(world(of));
        expect(parts.reduce((sum, { amount }) => sum + amount, 0n)).toBe(whole?.amount);
        expect(parts.every(({ amount }) => amount >= 0n)).toBe(true);
      },
    ),
  );
});

it('rounds half away from zero, once', () => {
  expect([halfAway(Big('0.5'), Big(1)), halfAway(Big('-0.5'), Big(1)), halfAway(Big('1'), Big(3))]).toEqual([
    1n,
    -1n,
    0n,
  ]);
});
