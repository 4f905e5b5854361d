/** 人工日摊: what people cost a project on a day, by what was booked for its month, or for the last month before it that has any. */
import { addMonths, exact, exactText, monthEnd, monthOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import { SPENT } from '../../statistics/index.ts';

/** Wages of a month are booked after it ends; what is older than this says nothing of the day. */
const MONTHS_BACK = 3;

export interface Labour {
  /** Yuan, exact. */
  readonly amount: string;
  /** The month that it is a day of, `YYYY-MM`. */
  readonly month: string;
}

/** By project; those of which no labour was booked have none. */
export async function labourOn(db: Db, projects: readonly string[], day: string): Promise<ReadonlyMap<string, Labour>> {
  const month = monthOf(day);
  const { rows } = await sql<{ project: string; month: string; amount: string }>`
    select distinct on (x.project) x.project, x.month, round(sum(x.amount), 2)::text as amount from ${sql.raw(SPENT)} x
    where x.item = '人工' and x.project = any(${[...projects]}::text[]) and x.month between ${addMonths(month, -MONTHS_BACK)} and ${month}
    group by x.project, x.month having sum(x.amount) > 0 order by x.project, x.month desc`.execute(db);
  return new Map(
    rows.map(({ project, month: of, amount }) => [
      project,
      { month: of, amount: exactText(exact(amount) / BigInt(monthEnd(of).slice(8))) },
    ]),
  );
}
