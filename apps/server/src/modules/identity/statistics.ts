/** How many people are where, and how much approving each role does. */
import type { personnelStat, roleSubjectStat } from '@hengneng/contracts';
import { AREA_ID_LENGTH, PROJECT_AREA_DEPT } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { manageable } from './guard.ts';
import { heldNow } from './permissions.ts';

export const countPeople = async (
  ctx: Ctx,
  input: z.output<typeof personnelStat.input>,
): Promise<z.input<typeof personnelStat.output>> => {
  const people = sql`u.state = 'active' and ${manageable(ctx.session)}
    ${input.dept === undefined ? sql`` : sql`and starts_with(u.dept_id, ${input.dept})`}`;
  const grouped =
    input.groupBy === 'role'
      ? sql`select r.code as key, r.name, count(distinct u.id)::int as headcount from app_user u
          join user_role ur on ur.user_id = u.id and ${heldNow('ur')} join role r on r.id = ur.role_id
          where ${people} group by r.code, r.name, r.sort order by r.sort`
      : input.groupBy === 'dept'
        ? sql`select d.id as key, d.name, count(*)::int as headcount from app_user u join dept d on d.id = u.dept_id
            where ${people} group by d.id, d.name order by d.id`
        : sql`select d.id as key, d.name, count(*)::int as headcount from app_user u
            join dept d on d.id = left(u.dept_id, ${AREA_ID_LENGTH}) where starts_with(u.dept_id, ${PROJECT_AREA_DEPT}) and ${people}
            group by d.id, d.name order by d.id`;
  const [rows, total] = await Promise.all([
    sql<{ key: string; name: string; headcount: number }>`${grouped}`.execute(ctx.db),
    sql<{ n: number }>`select count(*)::int as n from app_user u where ${people}`.execute(ctx.db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
};

/** Tasks that people of each role handled in a range of days. */
export const countHandled = async (
  ctx: Ctx,
  input: z.output<typeof roleSubjectStat.input>,
): Promise<z.input<typeof roleSubjectStat.output>> => {
  const ids = input.roleIds ?? [];
  const { rows } = await sql<z.input<typeof roleSubjectStat.output>['rows'][number]>`
    select r.id::text as "roleId", r.code as "roleCode", r.name as "roleName", count(distinct u.id)::int as users,
      count(t.id)::int as handled,
      round((avg(extract(epoch from t.handled_at - t.created_at)) / 3600)::numeric, 1)::text as "avgHours",
      round(100.0 * count(t.id) filter (where t.handled_at > t.due_at) / nullif(count(t.id), 0), 1)::text as "overdueRate"
    from role r join user_role ur on ur.role_id = r.id and ${heldNow('ur')}
    join app_user u on u.id = ur.user_id and u.state = 'active' and ${manageable(ctx.session)}
    left join wf_task t on t.handled_by = u.id and t.state in ('agreed', 'rejected')
      ${input.range?.from === undefined ? sql`` : sql`and t.handled_at >= (${input.range.from}::date)::timestamp at time zone 'Asia/Shanghai'`}
      ${input.range?.to === undefined ? sql`` : sql`and t.handled_at < (${input.range.to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`}
    where true ${input.dept === undefined ? sql`` : sql`and starts_with(u.dept_id, ${input.dept})`}
      ${ids.length === 0 ? sql`` : sql`and (r.id::text = any(${[...ids]}) or r.code = any(${[...ids]}))`}
    group by r.id order by r.sort, r.id`.execute(ctx.db);
  return { rows };
};
