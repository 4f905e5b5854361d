/** Exact sums of decimal strings, for effects. */
import { Big } from 'big.js';

/** `a − b`, two places. */
export const minus = (a: string, b: string): string => Big(a).minus(b).toFixed(2);
export const plus = (a: string, b: string): string => Big(a).plus(b).toFixed(2);
/** The smaller of two amounts. */
export const least = (a: string, b: string): string => (Big(a).lt(b) ? a : b);
export const positive = (amount: string | null | undefined): boolean =>
  amount !== null && amount !== undefined && Big(amount).gt(0);
export const total = (amounts: readonly (string | null)[]): string =>
  amounts.reduce((sum: Big, amount) => sum.plus(amount ?? 0), Big(0)).toFixed(2);

/** Sums of `amount` by a key, in order of first appearance. */
export function totalsBy<T>(
  rows: readonly T[],
  key: (row: T) => string,
  amount: (row: T) => string | null,
): Map<string, string> {
  const totals = new Map<string, string>();
  for (const row of rows) totals.set(key(row), plus(totals.get(key(row)) ?? '0', amount(row) ?? '0'));
  return totals;
}
