import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HouseholdTransfer, householdStatement } from './household.ts';

const own = (kind: string) => ({ kind, own: true });
const other = (kind: string) => ({ kind, own: false });
type Movement = readonly [debit: HouseholdTransfer['debit'], credit: HouseholdTransfer['credit']];
/** What may happen to a household. */
const MOVEMENTS: readonly Movement[] = [
  [own('应收'), other('收入')],
  [own('应收'), other('期初')],
  [own('应收'), own('押金')],
  [other('收入'), own('应收')],
  [other('现金'), own('应收')],
  [own('应收'), other('现金')],
  [own('预存'), own('应收')],
  [own('应收'), own('预存')],
  [other('减免'), own('应收')],
  [other('坏账'), own('应收')],
  [other('微信'), other('违约金收入')],
  [own('预存'), other('违约金收入')],
  [other('银行'), own('预存')],
  [own('预存'), other('现金')],
  [own('押金'), other('现金')],
  [own('预存'), other('预存')],
  [other('预存'), own('预存')],
];
const day = (n: number): string => `2026-03-${String(n).padStart(2, '0')}`;
const transfers = fc
  .array(
    fc.record({
      movement: fc.constantFrom(...MOVEMENTS),
      day: fc.integer({ min: 1, max: 28 }),
      act: fc.integer({ min: 1, max: 6 }),
      fen: fc.bigInt({ min: 1n, max: 9_999_999n }),
      bill: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 60 },
  )
  .map((all) =>
    all
      .toSorted((a, b) => a.day - b.day)
      .map(
        ({ movement: [debit, credit], day: n, act, fen, bill }): HouseholdTransfer => ({
          act: String(act),
          day: day(n),
          debit,
          credit,
          fen,
          billId: debit.kind === '应收' || credit.kind === '应收' ? String(bill) : null,
        }),
      ),
  );
/** The ledger's own way: debits less credits of the household's account. */
const fold = (all: readonly HouseholdTransfer[], kind: string): bigint =>
  all.reduce(
    (sum, { debit, credit, fen }) =>
      sum + (debit.own && debit.kind === kind ? fen : 0n) - (credit.own && credit.kind === kind ? fen : 0n),
    0n,
  );
const until = (all: readonly HouseholdTransfer[], n: number) => all.filter((one) => one.day <= day(n));

describe('a household’s statement', () => {
  it('tells a year of one household', () => {
    const of = (n: number, act: string, [debit, credit]: Movement, fen: bigint, billId: string | null = null) => ({
      day: day(n),
      act,
      debit,
      credit,
      fen,
      billId,
    });
    // 300.00 asked for; 320.00 taken in cash: 20.00 of penalty first; 50.00 more kept; 30.00 of it pay a second bill of 100.00, of which 10.00 are let off.
    const statement = householdStatement(
      [
        of(1, 'bill', [own('应收'), other('收入')], 30_000n, '1'),
        of(3, 'receipt', [other('现金'), other('违约金收入')], 2_000n, '1'),
        of(3, 'receipt', [other('现金'), own('应收')], 30_000n, '1'),
        of(3, 'receipt', [other('现金'), own('预存')], 5_000n),
        of(10, 'bill2', [own('应收'), other('收入')], 10_000n, '2'),
        of(11, 'off', [other('减免'), own('应收')], 1_000n, '2'),
        of(12, 'deduct', [own('预存'), own('应收')], 3_000n, '2'),
      ],
      day(3),
    );
    expect(statement.opening).toEqual({ owed: 30_000n, prepaid: 0n, deposit: 0n });
    expect(statement.rows.map((row) => [row.day, row.after.owed, row.after.prepaid])).toEqual([
      [day(3), 0n, 5_000n],
      [day(10), 10_000n, 5_000n],
      [day(11), 9_000n, 5_000n],
      [day(12), 6_000n, 2_000n],
    ]);
    expect(statement.sums).toEqual({
      charged: 10_000n,
      reduced: 1_000n,
      settled: 33_000n,
      penalty: 2_000n,
      received: 37_000n,
      prepaid: 2_000n,
      deposit: 0n,
    });
    expect([...statement.open]).toEqual([['2', 6_000n]]);
  });

  it('is, as of any day, what the ledger’s accounts fold to, and what each bill has open adds up to it', () =>
    fc.assert(
      fc.property(transfers, fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 28 }), (all, first, last) => {
        const seen = until(all, last);
        const { opening, closing, open } = householdStatement(seen, day(first));
        expect(closing).toEqual({
          owed: fold(seen, '应收'),
          prepaid: -fold(seen, '预存'),
          deposit: -fold(seen, '押金'),
        });
        const before = seen.filter((one) => one.day < day(first));
        expect(opening.owed).toBe(fold(before, '应收'));
        expect([...open.values()].reduce((sum, fen) => sum + fen, 0n)).toBe(closing.owed);
      }),
    ));

  it('goes on where the one before it ended, with the same rows however it is cut', () =>
    fc.assert(
      fc.property(transfers, fc.integer({ min: 1, max: 27 }), (all, cut) => {
        const whole = householdStatement(all, day(1));
        const before = householdStatement(until(all, cut), day(1));
        const after = householdStatement(all, day(cut + 1));
        expect(after.opening).toEqual(before.closing);
        expect(after.closing).toEqual(whole.closing);
        expect([...before.rows, ...after.rows].map((row) => row.after)).toEqual(whole.rows.map((row) => row.after));
        for (const key of ['charged', 'reduced', 'settled', 'penalty', 'received', 'prepaid', 'deposit'] as const)
          expect(before.sums[key] + after.sums[key]).toBe(whole.sums[key]);
      }),
    ));
});
