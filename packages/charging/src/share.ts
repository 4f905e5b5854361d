/** 公摊: what rooms share, by weight: down to the fen, nothing lost and nothing made. */
import { allocateMoney, fromFen, toFen } from '@hengneng/core';
import { Big } from 'big.js';
import { halfAway } from './line.ts';

export interface Taker {
  /** What a room is charged for it; a room has two where it was set anew within the cycle. */
  readonly id: string;
  readonly roomId: string;
  /** Area × days, people × days, use: not negative. */
  readonly weight: string;
}

/** What there is to share at one price. */
export interface Priced {
  readonly quantity: string;
  readonly price: string;
}

/** Fen of quantities at their prices, rounded once. */
export const pricedFen = (of: readonly Priced[]): bigint =>
  halfAway(of.reduce((sum, { quantity, price }) => sum.plus(Big(quantity).times(price)), Big(0)).times(100), Big(1));

/** Splits a span's quantity over its parts by their days. The parts add up to it. */
export function byDays(quantity: string, days: readonly number[]): readonly string[] {
  const whole = days.reduce((sum, n) => sum + n, 0);
  let [gone, given] = [0, Big(0)];
  return days.map((n) => {
    gone += n;
    const upTo = Big(quantity).times(gone).div(whole).round(4, Big.roundHalfUp);
    const part = upTo.minus(given);
    given = upTo;
    return part.toFixed();
  });
}

/**
 * Divides fen: rooms first, in the order of their ids where they are even; then what a room has among its own. They add up to the whole, no room is
 * off by a fen, one without weight pays nothing, and the order in which they come does not matter.
 * @returns fen by taker; null where nobody has a weight
 */
export function shareOut(total: bigint, takers: readonly Taker[]): ReadonlyMap<string, bigint> | null {
  const rooms = Map.groupBy(takers, ({ roomId }) => roomId);
  const sums = [...rooms].map(([id, own]) => ({
    id,
    weight: own.reduce((sum, { weight }) => sum.plus(weight), Big(0)).toFixed(),
  }));
  if (sums.every(({ weight }) => Big(weight).eq(0))) return null;
  const shares = new Map<string, bigint>();
  for (const [room, part] of allocateMoney(fromFen(total), sums)) {
    const own = rooms.get(room) ?? [];
    const [only] = own;
    if (own.length === 1 && only !== undefined) shares.set(only.id, toFen(part));
    else if (own.every(({ weight }) => Big(weight).eq(0))) for (const { id } of own) shares.set(id, 0n);
    else for (const [id, fen] of allocateMoney(part, own)) shares.set(id, toFen(fen));
  }
  return shares;
}

export interface SharedPart {
  readonly fen: bigint;
  /** What of the whole quantity it pays for, and what that comes to a unit; of an amount alone it is one for what it comes to. */
  readonly quantity: string;
  readonly unitPrice: string;
}

/** Parts with what a bill says of them. @returns null where nobody has a weight */
export function sharedParts(
  total: bigint,
  quantity: string | null,
  takers: readonly Taker[],
): ReadonlyMap<string, SharedPart> | null {
  const shares = shareOut(total, takers);
  if (shares === null) return null;
  const weights = takers.reduce((sum, { weight }) => sum.plus(weight), Big(0));
  const whole = quantity === null || Big(quantity).eq(0) ? null : Big(quantity);
  const yuan = (fen: bigint): Big => Big(fen.toString()).div(100);
  return new Map(
    takers.map(({ id, weight }) => {
      const fen = shares.get(id) ?? 0n;
      return [
        id,
        whole === null
          ? { fen, quantity: '1', unitPrice: yuan(fen).toFixed(6) }
          : {
              fen,
              quantity: whole.times(weight).div(weights).round(4, Big.roundHalfUp).toFixed(),
              unitPrice: yuan(total).div(whole).round(6, Big.roundHalfUp).toFixed(),
            },
      ];
    }),
  );
}

/** Sum of decimals, to so many places. */
export const summed = (parts: readonly string[], places: number): string =>
  parts
    .reduce((sum, part) => sum.plus(part), Big(0))
    .round(places, Big.roundHalfUp)
    .toFixed();
