/** Ladder prices: what a household used since the year of its community began decides the price. Each tier's part costs that tier's price. */
import { Big } from 'big.js';
import type { Span } from './cycle.ts';
import { halfAway } from './line.ts';

export interface Tier {
  /** What was used since the year began, from which on this price holds. */
  readonly from: string;
  readonly price: string;
}

export interface TierPart {
  readonly used: string;
  readonly price: string;
}

/** What was used beyond what was used before, tier by tier; tiers that nothing falls into are left out. */
export function tierParts(tiers: readonly Tier[], before: string, used: string): readonly TierPart[] {
  const start = Big(before);
  const end = start.plus(used);
  return tiers.flatMap((tier, index) => {
    const next = tiers[index + 1];
    const low = start.gt(tier.from) ? start : Big(tier.from);
    const high = next !== undefined && end.gt(next.from) ? Big(next.from) : end;
    return high.gt(low) ? [{ used: high.minus(low).toFixed(), price: tier.price }] : [];
  });
}

/** Yuan of it. */
export const tieredYuan = (tiers: readonly Tier[], before: string, used: string): string =>
  tierParts(tiers, before, used)
    .reduce((sum, part) => sum.plus(Big(part.used).times(part.price)), Big(0))
    .toFixed();

/**
 * The year of a community that a cycle begins in.
 * @param reset MM-DD on which it begins
 * @returns its first day, and the day within the cycle on which the next one begins
 */
export function tierYear(cycle: Span, reset: string): { readonly from: string; readonly next: string | null } {
  const year = Number(cycle.from.slice(0, 4));
  const of = (at: number): string => `${at}-${reset}`;
  const first = of(year) <= cycle.from ? year : year - 1;
  return { from: of(first), next: of(first + 1) < cycle.to ? of(first + 1) : null };
}

/** A stretch of a cycle under one version of tiers, one payer, one year. */
export interface TierStretch {
  /** Its share of the cycle's use: days, or what the meter read. */
  readonly share: string;
  readonly version: string;
  readonly tiers: readonly Tier[];
  /** After the year began anew. */
  readonly late: boolean;
}

/**
 * What stretches of a cycle cost. Those of one version and year lie on the ladder together, where the ones before them ended, and share its amount, so
 * that a change of owner within puts nobody on dearer steps than the other.
 * @param of.whole what the shares are parts of
 * @returns fen and the use of each
 */
export function tieredAmounts(
  stretches: readonly TierStretch[],
  of: { readonly quantity: string; readonly before: string; readonly whole: string; readonly discount: string },
): readonly { readonly used: string; readonly amount: bigint }[] {
  const at = (share: Big): Big =>
    Big(halfAway(Big(of.quantity).times(share).times(10_000), Big(of.whole)).toString()).div(10_000);
  const places = stretches.map((_, index) =>
    stretches.slice(0, index).reduce((sum, { share }) => sum.plus(share), Big(0)),
  );
  const same = (a: TierStretch, b: TierStretch | undefined): boolean => b?.version === a.version && b.late === a.late;
  return stretches.map((one, index) => {
    let first = index;
    while (first > 0 && same(one, stretches[first - 1])) first -= 1;
    let last = index;
    while (same(one, stretches[last + 1])) last += 1;
    const [from, begun] = [places[first] ?? Big(0), places[index] ?? Big(0)];
    const to = (places[last] ?? Big(0)).plus(stretches[last]?.share ?? 0);
    const turned = stretches.findIndex(({ late }) => late);
    const before = one.late ? at(from).minus(at(places[turned] ?? Big(0))) : Big(of.before).plus(at(from));
    const fen = Big(tieredYuan(one.tiers, before.toFixed(), at(to).minus(at(from)).toFixed())).times(of.discount);
    const part = (share: Big): bigint => (to.eq(from) ? 0n : halfAway(fen.times(share.minus(from)), to.minus(from)));
    return {
      used: at(begun.plus(one.share)).minus(at(begun)).toFixed(),
      amount: part(begun.plus(one.share)) - part(begun),
    };
  });
}
