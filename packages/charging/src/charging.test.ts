import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countedFen,
  cycleOf,
  daysBetween,
  keyBefore,
  keyYearBefore,
  oldestFirst,
  penaltyOf,
  plusDays,
  settle,
  type OpenBill,
} from './index.ts';

describe('cycles', () => {
  const seasons = [
    { kind: '供暖季', year: 2026, from: '2026-11-15', to: '2027-03-16' },
    { kind: '供冷季', year: 2026, from: '2026-06-01', to: '2026-10-01' },
  ] as const;

  it('begin in the month in which they are billed', () => {
    expect(cycleOf('月', '2026-02', seasons)).toEqual({ key: '2026-02', from: '2026-02-01', to: '2026-03-01' });
    expect(cycleOf('季', '2026-10', seasons)).toEqual({ key: '2026Q4', from: '2026-10-01', to: '2027-01-01' });
    expect(cycleOf('季', '2026-11', seasons)).toBeNull();
    expect(cycleOf('年', '2026-01', seasons)).toEqual({ key: '2026', from: '2026-01-01', to: '2027-01-01' });
    expect(cycleOf('供暖季', '2026-11', seasons)).toEqual({ key: '2026暖', from: '2026-11-15', to: '2027-03-16' });
    expect(cycleOf('供冷季', '2026-06', seasons)?.key).toBe('2026冷');
    expect(cycleOf('供冷季', '2026-07', seasons)).toBeNull();
    expect(cycleOf('次', '2026-07', seasons)).toBeNull();
  });

  it('know the one before, and the one a year before', () => {
    expect(['2026-01', '2026Q1', '2026Q3', '2026暖', '2026'].map(keyBefore)).toEqual([
      '2025-12',
      '2025Q4',
      '2026Q2',
      '2025暖',
      '2025',
    ]);
    expect(['2026-01', '2026Q1', '2026冷', '2026'].map(keyYearBefore)).toEqual(['2025-01', '2025Q1', '2025冷', '2025']);
  });

  it('count days over leap years', () => {
    expect(daysBetween('2024-02-01', '2024-03-01')).toBe(29);
    expect(daysBetween('2026-11-15', '2027-03-16')).toBe(121);
    expect(plusDays('2024-02-28', 2)).toBe('2024-03-01');
  });
});

describe('penalty', () => {
  const owed = {
    dueDay: '2026-01-31',
    graceDays: 10,
    cap: '100',
    terms: [{ from: '2025-01-01', rate: '0.5' }],
    principal: 100_000n,
    falls: [],
    taken: 0n,
  };

  it('begins the day after due and grace', () => {
    expect(penaltyOf(owed, '2026-02-10')).toEqual({ amount: 0n, overdueDays: 0, segments: [] });
    // 1000.00 × 1 day × 0.5 ‰ = 0.50
    expect(penaltyOf(owed, '2026-02-11')).toMatchObject({ amount: 50n, overdueDays: 1 });
    // × 30 days = 15.00
    expect(penaltyOf(owed, '2026-03-12').amount).toBe(1500n);
  });

  it('follows the principal down and the rate as it changes, and rounds once', () => {
    const fell = { ...owed, falls: [{ day: '2026-02-20', amount: 33_333n }] };
    // 10 days on 1000.00 (5.00), then 9 on 666.67 (3.000015): 8.00
    expect(penaltyOf(fell, '2026-03-01')).toEqual({
      amount: 800n,
      overdueDays: 19,
      segments: [
        { from: '2026-02-11', to: '2026-02-21', days: 10, principal: '100000', rate: '0.5' },
        { from: '2026-02-21', to: '2026-03-02', days: 9, principal: '66667', rate: '0.5' },
      ],
    });
    const changed = { ...owed, terms: [...owed.terms, { from: '2026-02-16', rate: '0.2' }] };
    // 5 days at 0.5 ‰ (2.50) and 5 at 0.2 ‰ (1.00)
    expect(penaltyOf(changed, '2026-02-20').amount).toBe(350n);
    expect(penaltyOf({ ...owed, principal: 101n }, '2026-02-20').amount).toBe(1n);
  });

  it('stops at the cap, and what was taken counts', () => {
    expect(penaltyOf({ ...owed, cap: '1' }, '2027-02-10').amount).toBe(1000n);
    expect(penaltyOf({ ...owed, taken: 1500n }, '2026-03-12').amount).toBe(0n);
    expect(penaltyOf({ ...owed, taken: 1500n }, '2026-03-14').amount).toBe(100n);
    const paid = { ...owed, falls: [{ day: '2026-02-15', amount: 100_000n }], taken: 250n };
    expect(penaltyOf(paid, '2027-01-01').amount).toBe(0n);
  });

  it('never falls as days pass, and cutting the principal into payments never raises it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 3_000_000 })), { maxLength: 5 }),
        fc.integer({ min: 0, max: 500 }),
        (principal, paid, days) => {
          let left = BigInt(principal);
          const falls = paid
            .toSorted(([a], [b]) => a - b)
            .flatMap(([after, wanted]) => {
              const amount = BigInt(wanted) < left ? BigInt(wanted) : left;
              left -= amount;
              return amount > 0n ? [{ day: plusDays('2026-01-31', after), amount }] : [];
            });
          const of = { ...owed, principal: BigInt(principal) };
          const asOf = plusDays('2026-01-31', days);
          const cut = penaltyOf({ ...of, falls }, asOf).amount;
          expect(cut <= penaltyOf(of, asOf).amount).toBe(true);
          expect(penaltyOf({ ...of, falls }, plusDays(asOf, 1)).amount >= cut).toBe(true);
          expect(penaltyOf(of, asOf).amount <= BigInt(principal)).toBe(true);
        },
      ),
    );
  });
});

describe('settling', () => {
  const bill = (id: string, dueDay: string, principal: bigint, penalty = 0n): OpenBill => ({
    id,
    dueDay,
    principal,
    penalty,
  });

  it('takes the oldest due first, its penalty before its principal unless agreed otherwise', () => {
    const bills = [
      bill('10', '2026-02-01', 500n, 10n),
      bill('9', '2026-01-01', 300n, 20n),
      bill('11', '2026-02-01', 100n),
    ];
    expect(oldestFirst(bills).map(({ id }) => id)).toEqual(['9', '10', '11']);
    expect(settle(bills, 400n)).toEqual({
      settled: [
        { id: '9', principal: 300n, penalty: 20n },
        { id: '10', principal: 70n, penalty: 10n },
      ],
      rest: 0n,
    });
    expect(settle(bills, 310n, false).settled).toEqual([{ id: '9', principal: 300n, penalty: 10n }]);
  });

  it('gives everything out, to nobody more than they owe, whatever the order', () => {
    const some = fc.array(
      fc.record({
        dueDay: fc.integer({ min: 0, max: 5 }).map((days) => plusDays('2026-01-01', days)),
        principal: fc.bigInt({ min: 0n, max: 10_000n }),
        penalty: fc.bigInt({ min: 0n, max: 500n }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(some, fc.bigInt({ min: 0n, max: 100_000n }), fc.boolean(), (rows, amount, first) => {
        const bills = rows.map((row, index) => ({ ...row, id: String(index + 1) }));
        const { settled, rest } = settle(bills, amount, first);
        const given = settled.reduce((sum, of) => sum + of.principal + of.penalty, 0n);
        expect(given + rest).toBe(amount);
        for (const of of settled) {
          const open = bills.find(({ id }) => id === of.id);
          expect(of.principal <= (open?.principal ?? 0n) && of.penalty <= (open?.penalty ?? 0n)).toBe(true);
        }
        const owed = bills.reduce((sum, of) => sum + of.principal + of.penalty, 0n);
        expect(given).toBe(owed < amount ? owed : amount);
        expect(settle(bills.toReversed(), amount, first)).toEqual({ settled, rest });
      }),
    );
  });
});

describe('counting', () => {
  it('adds notes and coins up', () => {
    expect(countedFen({ '100': 3, '0.5': 1, '0.1': 2 })).toBe(30_070n);
    expect(countedFen({})).toBe(0n);
    expect(() => countedFen({ '1': -1 })).toThrow(RangeError);
    expect(() => countedFen({ '1': 1.5 })).toThrow(RangeError);
  });
});
