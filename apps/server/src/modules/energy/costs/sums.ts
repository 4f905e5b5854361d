/** Costs as they are shown: added up first, rounded to fen once; and for whom. */
import { fromFen, type Money, moneyText } from '@hengneng/core';
import { divideRounded, type Exact, exact, exactText, ONE, sumOf } from '@hengneng/energy/measuring';
import type { Session } from '../../../platform/context.ts';
import type { EnergyCost } from './costs.ts';

/** Who may see what energy costs, and take it along in a file. */
export const seesCosts = ({ permissions }: Session): boolean => permissions.classified.has('energyCost');
export const seesCostPrices = (session: Session): boolean =>
  seesCosts(session) && session.permissions.classified.has('price');
export const takesCosts = ({ permissions }: Session): boolean => permissions.exportable.has('energyCost');

export const fenOf = (value: Exact): Money => fromFen(divideRounded(value * 100n, ONE));

export interface CostSum {
  /** Yuan with two places; null where nothing has a price. */
  readonly amount: string | null;
  /** Yuan of a unit, four places; null where nothing has a price or nothing was used. */
  readonly meanPrice: string | null;
  /** Why the sum is not whole; empty where it is. */
  readonly problems: readonly string[];
}

/** Rounds once, at the end. The mean price is what was paid for what has a price. */
export function sumCosts(costs: readonly Pick<EnergyCost, 'amount' | 'priced' | 'problems'>[]): CostSum {
  const known = costs.flatMap(({ amount }) => (amount === null ? [] : [exact(amount)]));
  const sum = sumOf(known);
  const priced = sumOf(costs.map((cost) => exact(cost.priced)));
  return {
    amount: known.length === 0 ? null : moneyText(fenOf(sum)),
    meanPrice: known.length === 0 || priced <= 0n ? null : exactText(divideRounded(sum * ONE, priced), 4),
    problems: [...new Set(costs.flatMap(({ problems }) => problems))],
  };
}
