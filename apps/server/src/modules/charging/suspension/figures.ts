/** How many are not supplied, what that costs this season, and where so many are that neighbours and machines feel it. */
import { SUSPENDABLE_FEES, type suspendFigures } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { lostOfBill } from '../bills/index.ts';
import { communitiesVisible, todayOf } from '../registry/index.ts';
import { yuanOf } from '../yuan.ts';
import { STEP } from './names.ts';

const ENDING_DAYS = 7;
/** % of a building's households. */
const HIGH = 40;

interface Building {
  readonly id: string;
  readonly community: string;
  readonly building: string;
  readonly stopped: number;
  readonly charged: number;
}

/** Rounded half up to two places. */
const rateOf = (part: number, whole: number): number => Math.round((part * 10_000) / whole) / 100;

export async function readFigures(
  ctx: Ctx,
  { community }: z.output<typeof suspendFigures.input>,
): Promise<z.input<typeof suspendFigures.output>> {
  const day = todayOf(ctx);
  const mine = sql`${communitiesVisible(ctx.session)} and (${community}::bigint is null or c.id = ${community}::bigint)`;
  const fees = sql`(select f.id from fee f where f.category = any(${[...SUSPENDABLE_FEES]}::text[]))`;
  const [buildings, figures] = await Promise.all([
    sql<Building>`select b.id::text, c.name as community, b.name as building, count(*) filter (where q.off)::int as stopped, count(*)::int as charged
      from room r join community c on c.id = r.community_id join building b on b.id = r.building_id
      cross join lateral (select exists (select from suspension s where s.room_id = r.id and s.kind = '停用' and not s.voided and s.span @> ${day}::date
        and s.fee_id in ${fees}) as off) q
      where ${mine} and r.state <> '停用' and exists (select from room_fee x where x.room_id = r.id and x.span @> ${day}::date and x.fee_id in ${fees})
      group by b.id, c.name, b.name, c.id order by c.id, b.id`.execute(ctx.db),
    sql<{ ending: number; checks: number; reduction: string }>`select
      (select count(*)::int from suspension s join room r on r.id = s.room_id join community c on c.id = r.community_id
        where ${mine} and s.kind = '停用' and not s.voided and s.span @> ${day}::date and upper(s.span) <= ${day}::date + ${ENDING_DAYS}::integer) as ending,
      (select count(*)::int from f_suspend s join community c on c.id = s.community join wf_instance i on i.module_id = 'suspend' and i.biz_id = s.id
        join wf_node_run n on n.id = i.current_run where ${mine} and s.status = 'running' and n.node_key = ${STEP.looks}) as checks,
      (select coalesce(sum(${lostOfBill}), 0)::bigint::text
        from bill b join community c on c.id = b.community_id
        left join lateral (select t.span from community_season t where t.community_id = c.id and t.span @> ${day}::date limit 1) t on true
        where ${mine} and b.kind = '周期' and b.state = '已发布' and b.suspend_days > 0 and b.cycle_days > 0 and b.fee_id in ${fees}
          and daterange(b.from_day, b.to_day) && coalesce(t.span,
            daterange(date_trunc('quarter', ${day}::date)::date, (date_trunc('quarter', ${day}::date) + interval '3 months')::date))) as reduction`.execute(
      ctx.db,
    ),
  ]);
  const [found] = figures.rows;
  const [stopped, charged] = buildings.rows.reduce(([off, all], one) => [off + one.stopped, all + one.charged], [0, 0]);
  return {
    asOf: day,
    stopped,
    charged,
    rate: charged === 0 ? null : rateOf(stopped, charged),
    reduction: ctx.session.permissions.classified.has('amount') ? yuanOf(found?.reduction) : null,
    toCheck: found?.checks ?? 0,
    ending: found?.ending ?? 0,
    buildings: buildings.rows.map((row) => {
      const rate = rateOf(row.stopped, row.charged);
      return { ...row, rate, high: rate > HIGH };
    }),
  };
}
