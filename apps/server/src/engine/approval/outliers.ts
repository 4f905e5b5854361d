/** Amounts that are unusual for their module: nobody should wave them through among many others. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import { keptOfDatabase } from '../../platform/db/kept.ts';

/** With fewer records than this nothing is unusual yet. */
const ENOUGH = 20;
const DAYS = 365;

interface Mark {
  readonly at: number;
  readonly amount: Promise<number | null>;
}
/** What is usual moves slowly; ten minutes old marks do. */
const FRESH_MS = 600_000;
const known = keptOfDatabase<string, Mark>();

const percentile = async (db: Db, moduleId: string, now: Date): Promise<number | null> => {
  const since = new Date(now.getTime() - DAYS * 86_400_000);
  const { rows } = await sql<{ n: number; amount: number | null }>`
    select count(amount)::int as n, percentile_cont(0.95) within group (order by amount)::float8 as amount
      from wf_instance where module_id = ${moduleId} and status = 'approved' and finished_at > ${since}`.execute(db);
  const [row] = rows;
  return row === undefined || row.n < ENOUGH ? null : row.amount;
};

/** The amount that 95 of 100 approved records of a module stayed below in the last year; null where there are too few. */
export const unusualAbove = (db: Db, moduleId: string, now: Date): Promise<number | null> => {
  const mark = known.get(moduleId);
  if (mark !== undefined && Math.abs(now.getTime() - mark.at) < FRESH_MS) return mark.amount;
  const amount = percentile(db, moduleId, now);
  known.set(moduleId, { at: now.getTime(), amount });
  amount.catch(() => known.delete(moduleId));
  return amount;
};
