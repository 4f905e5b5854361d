/** Readings as decimal text, and in whole units of a register's last digit. */
import { exactText, PLACES, readExact } from '../measuring/exact.ts';

/** How many places behind the point a text needs: `12.50` needs one. */
export const decimalsOf = (text: string): number => text.split('.')[1]?.replace(/0+$/, '').length ?? 0;

const unitOf = (decimals: number): bigint => 10n ** BigInt(PLACES - decimals);

/**
 * `12.34` with two decimals → 1234n.
 * @throws RangeError for what is no plain decimal, or has more places than that
 */
export function inUnits(text: string, decimals: number): bigint {
  const value = readExact(text);
  const unit = unitOf(decimals);
  if (value === null || value % unit !== 0n) throw new RangeError(`${text} has not ${decimals} decimals`);
  return value / unit;
}

/** 1234n with two decimals → `12.34`; as many places as are needed. */
export const unitsText = (value: bigint, decimals: number): string => exactText(value * unitOf(decimals));
