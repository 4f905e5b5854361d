/** What days would cost, for those who may see it. */
import { moneyText } from '@hengneng/core';
import type { Session } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { costsOfDays, type SupposedDay } from './changed.ts';
import { fenOf, seesCosts } from './sums.ts';

/** Yuan by day; nothing for whoever may not see costs. */
export async function seenCostsOfDays(
  db: Db | Tx,
  session: Session,
  of: { readonly project: string; readonly meter: string },
  days: readonly SupposedDay[],
): Promise<ReadonlyMap<string, string>> {
  if (!seesCosts(session)) return new Map();
  return new Map([...(await costsOfDays(db, of, days))].map(([day, cost]) => [day, moneyText(fenOf(cost))]));
}
