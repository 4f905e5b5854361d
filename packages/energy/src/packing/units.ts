/** Readings as decimal text, and in whole units of a register's last digit. */
import { PLACES, readExact } from '../measuring/exact.ts';

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
export function unitsText(value: bigint, decimals: number): string {
  if (decimals === 0) return value.toString();
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  let end = digits.length;
  while (end > point && digits[end - 1] === '0') end -= 1;
  const text = end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`;
  return value < 0n ? `-${text}` : text;
}
