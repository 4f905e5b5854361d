/**
 * What a quantity costs under one version of a price, not rounded: whatever days are grouped by, their costs add up to the same sum. A bill
 * (`bill.ts`) rounds at its lines; a cost is rounded where it is shown.
 */
import { ladderSplit } from './bill.ts';
import { exact, ONE, sumOf, times, type Exact } from './exact.ts';
import type { PriceVersion } from './prices.ts';
import { TOU_KINDS, type TouKind } from './tou.ts';

/** What was used of it, with the parts by time of use; `unsplit` is of days that have no such parts. */
export interface CostUse {
  readonly usage: Exact;
  readonly tou: Readonly<Record<TouKind, Exact>>;
  readonly unsplit: Exact;
}

/** Yuan as the prices say, tax left as it is. */
export interface Cost {
  readonly energy: Exact;
  readonly surcharge: Exact;
  /** The quantity that has a price. */
  readonly priced: Exact;
}

const KINDS = Object.keys(TOU_KINDS) as readonly TouKind[];

/** @param before used in the same month or year of a ladder */
export function costOf({ energy, surcharges = [] }: PriceVersion, use: CostUse, before: Exact): Cost {
  const priced = energy.mode === 'tou' ? use.usage - use.unsplit : use.usage;
  const amount = (): Exact => {
    if (energy.mode === 'single') return times(use.usage, exact(energy.price));
    if (energy.mode === 'tou') return sumOf(KINDS.map((kind) => times(use.tou[kind], exact(energy.prices[kind]))));
    const parts = ladderSplit(before, use.usage, energy.steps);
    return sumOf(energy.steps.map(({ price }, index) => times(parts[index] ?? 0n, exact(price))));
  };
  return { energy: amount(), surcharge: sumOf(surcharges.map(({ price }) => times(priced, exact(price)))), priced };
}

const HUNDRED = 100n * ONE;

/** What is paid: prices without tax get it on top. */
export const withTax = (amount: Exact, { included, rate }: PriceVersion['tax']): Exact =>
  included ? amount : times(amount, (HUNDRED + exact(rate)) / 100n);
