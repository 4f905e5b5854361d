import { Big } from 'big.js';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

/**
 * Rounds to a number of places, half away from zero, and pads with zeros: `decimal('1.5')` → `"1.50"`.
 * Null for whatever is not a number (empty text, NaN, infinity, a boolean).
 * @param places decimals to keep, 0 to 100; 2 by default.
 */
export function decimal(value: unknown, places = 2): string | null {
  if (typeof value !== 'number' && typeof value !== 'string' && typeof value !== 'bigint') return null;
  const text = String(value).trim();
  if (!NUMBER.test(text)) return null;
  const rounded = new Big(text.replace(/^\+/, '')).round(places, Big.roundHalfUp);
  // A rounded-off negative would print as -0.00.
  return (rounded.eq(0) ? new Big(0) : rounded).toFixed(places);
}

/** Groups of three before the point: `-1234567.50` → `-1,234,567.50`. */
export function thousands(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
