/** What a project's energy costs in the months that are still open: what a change of prices moves. */
import type { Money } from '@hengneng/core';
import { exact, monthOf, sumOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import { monthCosts } from './costs.ts';
import { fenOf } from './sums.ts';

/** With basic fee and 力调, of the months from a day's on. What has no price costs nothing; closed months stay as they were closed. */
export async function openCosts(tx: Tx, project: string, from: string, today: string): Promise<Money> {
  const months = { from: monthOf(from), to: monthOf(today) };
  const [costs, { rows }] = await Promise.all([
    monthCosts(tx, [project], months, today),
    sql<{ month: string }>`select x.month from (select to_char(m, 'YYYY-MM') as month
        from generate_series(${`${months.from}-01`}::date, ${`${months.to}-01`}::date, interval '1 month') m) x
      where not energy_month_locked(${project}, x.month)`.execute(tx),
  ]);
  const open = new Set(rows.map(({ month }) => month));
  return fenOf(sumOf(costs.flatMap(({ at, amount }) => (amount === null || !open.has(at) ? [] : [exact(amount)]))));
}
