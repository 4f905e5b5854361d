/** What yesterday's energy cost (`costs`): quantity by price, without what is asked by the month (基本电费, 力调). */
import { type Money, money } from '@hengneng/core';
import { addDays } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import { dayCosts, sumCosts } from '../costs/index.ts';

export interface DayCost {
  /** null: it cannot be told, and `note` says why. */
  readonly cost: Money | null;
  readonly note: string | null;
}

export async function costsOf(
  ctx: Ctx,
  projects: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, DayCost>> {
  const [costs, names] = await Promise.all([
    dayCosts(ctx.db, projects, { from: day, to: day }),
    sql<{ code: string; name: string }>`select code, name from energy_category where parent_id is null`.execute(ctx.db),
  ]);
  const nameOf = new Map(names.rows.map(({ code, name }) => [code, name]));
  return new Map(
    [...Map.groupBy(costs, ({ project }) => project)].map(([project, some]) => {
      const { amount, problems } = sumCosts(some);
      const whole = amount !== null && problems.length === 0;
      const open = some.find((one) => one.problems.length > 0);
      const note = open === undefined ? null : `${nameOf.get(open.code) ?? ''}：${open.problems[0] ?? ''}`;
      return [project, { cost: whole ? money(amount) : null, note }];
    }),
  );
}

export const yesterdayOf = (today: string): string => addDays(today, -1);
