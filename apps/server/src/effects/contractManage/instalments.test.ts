import { addDays } from '@hengneng/core';
import { Big } from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, periodsOf, splitAmount, spread, yearlyOver } from './instalments.ts';

const cuts = (start: string, end: string, months: number) =>
  periodsOf(start, end, months).map(({ from, to, months: long }) => [from, to, long.toFixed(4)]);

describe('periods of a contract', () => {
  it('are whole months from the first day, the last one shorter', () => {
    expect(cuts('2026-01-01', '2026-12-31', 6)).toEqual([
      ['2026-01-01', '2026-06-30', '6.0000'],
      ['2026-07-01', '2026-12-31', '6.0000'],
    ]);
    expect(cuts('2026-03-15', '2026-07-31', 3)).toEqual([
      ['2026-03-15', '2026-06-14', '3.0000'],
      ['2026-06-15', '2026-07-31', '1.5484'],
    ]);
  });

  it('come back to the 31st after a short month', () => {
    expect(cuts('2026-01-31', '2026-04-29', 1).map(([from]) => from)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
    ]);
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
  });

  it('follow each other without gap or overlap, from the first day to the last', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4000 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.constantFrom(1, 3, 6, 12),
        (at, length, months) => {
          const start = addDays('2020-01-01', at);
          const end = addDays(start, length);
          const periods = periodsOf(start, end, months);
          expect(periods[0]?.from).toBe(start);
          expect(periods.at(-1)?.to).toBe(end);
          for (const [index, period] of periods.slice(1).entries())
            expect(period.from).toBe(addDays(periods[index]?.to ?? '', 1));
          for (const period of periods) expect(period.months.gt(0) && period.months.lte(months)).toBe(true);
        },
      ),
    );
  });
});

describe('amounts of instalments', () => {
  it('lose no fen and differ by less than one from the exact share', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 900_000_000 }),
        fc.array(fc.integer({ min: 1, max: 366 }), { minLength: 1, maxLength: 60 }),
        (fen, weights) => {
          const total = Big(fen).div(100).toFixed(2);
          const amounts = splitAmount(
            total,
            weights.map((weight) => Big(weight)),
          );
          expect(amounts.reduce((sum, each) => sum.plus(each), Big(0)).toFixed(2)).toBe(total);
          const all = weights.reduce((a, b) => a + b, 0);
          for (const [at, amount] of amounts.entries())
            expect(
              Big(amount)
                .minus(
                  Big(total)
                    .times(weights[at] ?? 0)
                    .div(all),
                )
                .abs()
                .lt('0.01'),
            ).toBe(true);
        },
      ),
    );
  });

  it('are 33.34, 33.33 and 33.33 of a hundred, and nothing where there is nothing', () => {
    expect(splitAmount('100.00', [Big(1), Big(1), Big(1)])).toEqual(['33.34', '33.33', '33.33']);
    expect(spread('保养费', '0.00', periodsOf('2026-01-01', '2026-12-31', 3))).toEqual([]);
  });

  it('are due at the end of each period unless said otherwise', () => {
    const quarters = periodsOf('2026-01-01', '2026-12-31', 3);
    expect(spread('保养费', '12000.00', quarters).map(({ dueOn, amount }) => [dueOn, amount])).toEqual([
      ['2026-03-31', '3000.00'],
      ['2026-06-30', '3000.00'],
      ['2026-09-30', '3000.00'],
      ['2026-12-31', '3000.00'],
    ]);
    expect(spread('服务费', '1200.00', quarters, ({ to }) => addDays(to, 30))[0]?.dueOn).toBe('2026-04-30');
  });

  it('of a yearly fee count broken months by their days', () => {
    expect(yearlyOver('120000.00', periodsOf('2026-01-01', '2027-06-30', 3))).toBe('180000.00');
    expect(yearlyOver('36500.00', periodsOf('2026-01-01', '2026-01-15', 1))).toBe('1471.77');
  });
});
