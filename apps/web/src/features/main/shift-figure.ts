/** What was taken in shifts, as far as it is told. Pure. */
import { fromFen, money, moneyText, toFen } from '@hengneng/core';

interface Total {
  readonly amount: string | null;
  readonly count: number;
}

export interface ShiftTaken {
  /** Yuan. */
  readonly known: string;
  readonly count: number;
  /** Payments whose amount is not told yet. */
  readonly cash: number;
}

export const takenOf = (totals: readonly Total[]): ShiftTaken => ({
  known: moneyText(
    fromFen(totals.reduce((sum, { amount }) => sum + (amount === null ? 0n : toFen(money(amount))), 0n)),
  ),
  count: totals.reduce((sum, { count }) => sum + count, 0),
  cash: totals.reduce((sum, { amount, count }) => sum + (amount === null ? count : 0), 0),
});
