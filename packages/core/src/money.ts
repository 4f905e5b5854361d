/**
 * Exact money: decimal text with two places, branded so that `+`, `<` and a plain string in its place do not compile.
 * Fen are integers (`bigint`) for sums and shares.
 */
import { Big } from 'big.js';

declare const brand: unique symbol;
/**
 * An amount in yuan with two places, such as `"-1409.50"`. Opaque: it is worked with by the functions below only.
 * Text at run time, a symbol to the compiler: symbols are the only values on which TypeScript refuses every arithmetic and order operator.
 */
export type Money = symbol & { readonly [brand]: 'Money' };

const PATTERN = /^-?\d+(\.\d+)?$/;
const wrap = (amount: Big): Money => {
  const rounded = amount.round(2, Big.roundHalfUp);
  return (rounded.eq(0) ? Big(0) : rounded).toFixed(2) as unknown as Money;
};
const unwrap = (amount: Money): Big => Big(amount as unknown as string);

/**
 * Reads an amount, rounding half away from zero to fen.
 * @throws RangeError for what is no decimal number.
 */
export function money(amount: string | number | bigint): Money {
  const text = String(amount);
  if (!PATTERN.test(text)) throw new RangeError(`not an amount: ${text}`);
  return wrap(Big(text));
}

/** The amount as it goes over the wire and into `numeric` columns. */
export const moneyText = (amount: Money): string => amount as unknown as string;
export const ZERO_MONEY: Money = money('0');

export const addMoney = (a: Money, b: Money): Money => wrap(unwrap(a).plus(unwrap(b)));
export const subtractMoney = (a: Money, b: Money): Money => wrap(unwrap(a).minus(unwrap(b)));
export const negateMoney = (a: Money): Money => wrap(unwrap(a).times(-1));
export const sumMoney = (amounts: readonly Money[]): Money =>
  wrap(amounts.reduce((total, amount) => total.plus(unwrap(amount)), Big(0)));
/** −1, 0 or 1. */
export const compareMoney = (a: Money, b: Money): -1 | 0 | 1 => unwrap(a).cmp(unwrap(b));

/** Whole fen. */
export const toFen = (amount: Money): bigint => BigInt(unwrap(amount).times(100).toFixed(0));
export const fromFen = (fen: bigint): Money => wrap(Big(fen.toString()).times('0.01'));

/** Ids that are numbers go in the order of numbers: room 9 before room 10. */
const compareIds = (a: string, b: string): number => {
  if (/^\d+$/.test(a) && /^\d+$/.test(b) && a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
};

/** One who takes a share, by weight (a non-negative decimal text). */
export interface Sharer {
  readonly id: string;
  readonly weight: string;
}

/**
 * Divides an amount by weight: each gets the floor in fen, the fen left over go to the largest remainders, ties to the smaller id.
 * The shares add up to the amount exactly; a weight of zero gets nothing; the order of the sharers does not matter.
 * @throws RangeError when no weight is positive, or one is negative.
 */
export function allocateMoney(amount: Money, sharers: readonly Sharer[]): ReadonlyMap<string, Money> {
  const total = toFen(amount);
  const sign = total < 0n ? -1n : 1n;
  const weights = sharers.map((sharer) => Big(sharer.weight));
  if (weights.some((weight) => weight.lt(0))) throw new RangeError('negative weight');
  const places = Math.max(0, ...sharers.map((sharer) => sharer.weight.split('.')[1]?.length ?? 0));
  const parts = weights.map((weight) => BigInt(weight.times(Big(10).pow(places)).toFixed(0)));
  const whole = parts.reduce((sum, part) => sum + part, 0n);
  if (whole === 0n) throw new RangeError('no weight to divide by');
  const shares = sharers.map((sharer, index) => {
    const exact = total * sign * (parts[index] ?? 0n);
    return { id: sharer.id, fen: exact / whole, rest: exact % whole };
  });
  let left = total * sign - shares.reduce((sum, share) => sum + share.fen, 0n);
  const order = [...shares].sort((a, b) => (a.rest === b.rest ? compareIds(a.id, b.id) : a.rest > b.rest ? -1 : 1));
  for (const share of order) {
    if (left === 0n) break;
    share.fen += 1n;
    left -= 1n;
  }
  return new Map(shares.map((share) => [share.id, fromFen(share.fen * sign)]));
}
