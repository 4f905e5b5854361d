/**
 * The exact numbers of measuring: whole counts (bigint) of 10⁻¹². A reading has at most six decimals and a multiplier six, so that
 * their product is exact, and a year of five-minute readings is added up in milliseconds. Outside they are decimal text.
 */

/** A count of 10⁻¹². */
export type Exact = bigint;

export const PLACES = 12;
export const ONE: Exact = 10n ** 12n;
const FORM = /^-?\d+(\.\d+)?$/;
const ZEROS = '0'.repeat(PLACES);

/** 10⁰ to 10¹². */
const TENS: readonly bigint[] = Array.from({ length: PLACES + 1 }, (_, power) => 10n ** BigInt(power));
/** Digits that a number holds exactly. */
const SAFE_DIGITS = 15;

/**
 * Digits with at most one point among them, few enough for a number: nearly all there are, in a quarter of the time that an expression and a text of
 * all places take. Null for whatever else it is.
 */
function readShort(text: string): Exact | null {
  const { length } = text;
  if (length === 0 || length > SAFE_DIGITS) return null;
  let digits = 0;
  let point = -1;
  for (let at = 0; at < length; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) digits = digits * 10 + digit;
    else if (digit === -2 && point === -1 && at > 0 && at < length - 1) point = at;
    else return null;
  }
  const places = point === -1 ? 0 : length - point - 1;
  return places > PLACES ? null : BigInt(digits) * (TENS[PLACES - places] ?? ONE);
}

/** Null for what is no plain decimal (`12,34`, `1e3`, empty) or has more than twelve places. */
export function readExact(text: string): Exact | null {
  const short = readShort(text);
  if (short !== null) return short;
  if (!FORM.test(text)) return null;
  const dot = text.indexOf('.');
  if (dot === -1) return BigInt(text) * ONE;
  const places = text.length - dot - 1;
  if (places > PLACES) return null;
  return BigInt(text.slice(0, dot) + text.slice(dot + 1) + ZEROS.slice(places));
}

/** @throws RangeError for what is no plain decimal, or too fine. */
export function exact(text: string): Exact {
  const value = readExact(text);
  if (value === null) throw new RangeError(`not an exact decimal: ${text}`);
  return value;
}

/** Rounded half away from zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const rest = dividend - quotient * divisor;
  if (rest === 0n) return quotient;
  const twice = rest < 0n ? -2n * rest : 2n * rest;
  if (twice < (divisor < 0n ? -divisor : divisor)) return quotient;
  return dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n;
}

/** Exact where the places of both add up to at most twelve, else rounded half away from zero. */
export const times = (a: Exact, b: Exact): Exact => divideRounded(a * b, ONE);

export const roundTo = (value: Exact, places: number): Exact => {
  const unit = 10n ** BigInt(PLACES - places);
  return divideRounded(value, unit) * unit;
};

/** What a register of so many digits counts until it begins again: 10ⁿ. */
export const turnOf = (digits: number): Exact => 10n ** BigInt(digits) * ONE;

/** As decimal text: with so many places (rounded half away from zero), or with as many as it has. */
export function exactText(value: Exact, places?: number): string {
  const rounded = places === undefined ? value : roundTo(value, places);
  const digits = (rounded < 0n ? -rounded : rounded).toString().padStart(PLACES + 1, '0');
  const whole = digits.slice(0, -PLACES);
  const fraction = digits.slice(-PLACES);
  const kept = places === undefined ? fraction.replace(/0+$/, '') : fraction.slice(0, places);
  const text = kept === '' ? whole : `${whole}.${kept}`;
  return rounded < 0n ? `-${text}` : text;
}

/** For statistics and messages, never for sums that are billed. */
export const toNumber = (value: Exact): number => Number(value) / 1e12;

export const sumOf = (values: readonly Exact[]): Exact => values.reduce((sum, value) => sum + value, 0n);
export const maxOf = (a: Exact, b: Exact): Exact => (a > b ? a : b);
export const absOf = (value: Exact): Exact => (value < 0n ? -value : value);

/**
 * Divides a whole count by weights; what is left over goes to the largest remainders, ties to the first. The shares add up to the total.
 * @throws RangeError when a weight is negative or none is positive.
 */
export function shareOut(total: bigint, weights: readonly bigint[]): readonly bigint[] {
  if (weights.some((weight) => weight < 0n)) throw new RangeError('negative weight');
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  if (whole === 0n) throw new RangeError('no weight to divide by');
  const size = total < 0n ? -total : total;
  const shares = weights.map((weight, index) => ({
    index,
    part: (size * weight) / whole,
    rest: (size * weight) % whole,
  }));
  let left = size - shares.reduce((sum, share) => sum + share.part, 0n);
  for (const share of shares.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))) {
    if (left === 0n) break;
    share.part += 1n;
    left -= 1n;
  }
  return shares.map(({ part }) => (total < 0n ? -part : part));
}

/** `12,345.6`, as people read numbers in messages. */
export function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const marked = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? marked : `${marked}.${fraction}`;
}
