import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plusDays } from './cycle.ts';
import type { LineWorld } from './line.ts';
import { cyclesWithin, effectOf, offAfter, type SuspensionChange, stopDays, uncovered } from './suspend.ts';

const LONG = { from: '2000-01-01', to: '2100-01-01' };
const world = (cycle: LineWorld['cycle'], of: Partial<LineWorld> = {}): LineWorld => ({
  cycle,
  dayCount: '实际天数',
  charged: LONG,
  usage: '居民',
  discount: '100',
  contractPrice: null,
  prices: [{ ...LONG, id: '3', price: '28', ofCommunity: false, usage: null }],
  quantities: [{ ...LONG, quantity: '100' }],
  payers: [{ ...LONG, payer: '7' }],
  off: [],
  delivered: null,
  undelivered: '100',
  ...of,
});
const NONE = { fixed: [], stops: [] };
const SEASON = { key: '2025暖', from: '2025-11-15', to: '2026-03-16' };

it('takes off what the formula says: area × price × days / days of the season × (1 − what is kept)', () => {
  // 2025-12-01 to 2026-01-30 are 61 days of 121; 100 × 28 × 61 / 121 × 70 % = 988.10
  const change: SuspensionChange = { kind: 'less', span: { from: '2025-12-01', to: '2026-01-31' }, keep: '30' };
  expect(effectOf([world(SEASON)], NONE, change)).toMatchObject([
    { key: '2025暖', cycleDays: 121, stopDays: 61, before: 280_000n, after: 181_190n },
  ]);
  expect(stopDays('2025-12-01', '2026-01-30')).toBe(61);
});

it('goes by the price of each day', () => {
  const prices = [
    { from: '2000-01-01', to: '2026-01-01', id: '1', price: '24.2', ofCommunity: false, usage: null },
    { from: '2026-01-01', to: '2100-01-01', id: '2', price: '36.3', ofCommunity: false, usage: null },
  ];
  // 10 days of 2025 at 24.20 and 10 of 2026 at 36.30: 100 × (24.2 + 36.3) × 10 / 121 = 500.00, of which 70 % go.
  const change: SuspensionChange = { kind: 'less', span: { from: '2025-12-22', to: '2026-01-11' }, keep: '30' };
  const [effect] = effectOf([world(SEASON, { prices })], NONE, change);
  expect((effect?.before ?? 0n) - (effect?.after ?? 0n)).toBe(35_000n);
});

it('lets nobody off twice for one day, and ends what was agreed on a day', () => {
  const stops = [{ from: '2026-01-05', to: '2026-01-20', keep: '30' }];
  expect(uncovered({ from: '2026-01-01', to: '2026-02-01' }, stops)).toEqual([
    { from: '2026-01-01', to: '2026-01-05' },
    { from: '2026-01-20', to: '2026-02-01' },
  ]);
  const fixed = [{ from: '2025-01-01', to: '2026-01-01', keep: '50' }];
  expect(offAfter(fixed, stops, { kind: 'ends', day: '2026-01-10' })).toEqual([
    ...fixed,
    { from: '2026-01-05', to: '2026-01-10', keep: '30' },
  ]);
  expect(offAfter([], stops, { kind: 'ends', day: '2026-01-01' })).toEqual([]);
});

it('finds each cycle that has a day within', () => {
  const span = { from: '2026-01-31', to: '2026-03-01' };
  expect(cyclesWithin('月', [], span).map(({ key }) => key)).toEqual(['2026-01', '2026-02']);
  expect(cyclesWithin('季', [], span).map(({ key }) => key)).toEqual(['2026Q1']);
  expect(cyclesWithin('年', [], { from: '2026-12-31', to: '2027-01-02' }).map(({ key }) => key)).toEqual([
    '2026',
    '2027',
  ]);
  const seasons = [{ kind: '供暖季', year: 2025, from: SEASON.from, to: SEASON.to }] as const;
  expect(cyclesWithin('供暖季', seasons, { from: '2026-03-15', to: '2026-04-01' })).toEqual([SEASON]);
  expect(cyclesWithin('供暖季', seasons, { from: '2026-03-16', to: '2026-04-01' })).toEqual([]);
  expect(cyclesWithin('月', [], { from: '2026-01-01', to: '2026-01-01' })).toEqual([]);
});

const at = (days: number): string => plusDays('2026-01-01', days);
const months = ['2026-01', '2026-02', '2026-03'].map((key, index) =>
  world({ key, from: `${key}-01`, to: at([31, 59, 90][index] ?? 0) }),
);

it('never asks for more, leaves other cycles alone, comes to the same in two steps, and is undone by ending at once', () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.nat(89), fc.nat(89), fc.nat(89)),
      fc.integer({ min: 0, max: 100 }).map(String),
      fc.constantFrom('实际天数' as const, '30天制' as const),
      (cuts, keep, dayCount) => {
        const [a = 0, b = 0, c = 0] = cuts.toSorted((x, y) => x - y);
        const worlds = months.map((of) => ({ ...of, dayCount }));
        const less = (from: number, to: number): SuspensionChange => ({
          kind: 'less',
          span: { from: at(from), to: at(to) },
          keep,
        });
        const whole = effectOf(worlds, NONE, less(a, c));
        for (const one of whole) {
          expect(one.after <= one.before && one.after >= 0n).toBe(true);
          if (one.to <= at(a) || one.from >= at(c)) expect(one.after).toBe(one.before);
        }
        const half = offAfter([], [], less(a, b));
        const rest = effectOf(worlds, { fixed: [], stops: half }, less(b, c));
        expect(rest.map(({ after }) => after)).toEqual(whole.map(({ after }) => after));
        const stops = offAfter([], [], less(a, c));
        const ended = effectOf(worlds, { fixed: [], stops }, { kind: 'ends', day: at(a) });
        expect(ended.map(({ after }) => after)).toEqual(whole.map(({ before }) => before));
      },
    ),
    { numRuns: 12 },
  );
});
