/** Numbers on tabs, cards and the bell. */
import { type RawBuilder, sql } from 'kysely';
import { MOST_COUNTED } from '@hengneng/contracts';
import type { ModuleId } from '@hengneng/core';
import type { Db } from '../../platform/db/schema.ts';
import { HANDLED, handledCount } from './lists.ts';
import { identityOf } from './modules.ts';
import { principalOf } from './writing.ts';

interface ModuleCount {
  readonly module_id: string;
  readonly count: number;
  readonly overdue: number;
  readonly steps: readonly { readonly key: string; readonly count: number }[];
}

interface Numbers {
  readonly handled: number;
  readonly mine: number;
  readonly cc: number;
  readonly cc_unread: number;
  readonly running: number;
  readonly returned: number;
  readonly month_count: number;
  readonly month_hours: string | null;
}

/** Steps that whoever the condition names has handled this month, the newest of them where `most` bounds how many are looked at. */
const handledThisMonth = (who: RawBuilder<unknown>, now: Date, most = sql``): RawBuilder<unknown> => sql`
  from (
    select a.task_id from wf_action a
     where ${who} and ${HANDLED}
       and a.at >= date_trunc('month', ${now}::timestamptz at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' ${most}
  ) a
  left join wf_task t on t.id = a.task_id
  left join wf_node_run r on r.id = t.run_id and r.state <> 'active'`;
const NEWEST = sql`order by a.at desc, a.id desc limit ${MOST_COUNTED + 1}`;

const meanHours = sql<string | null>`round(avg(r.hours), 1)::text`;

/** What the people of a person's department took this month, in working hours; read rarely, as it looks at all they handled. */
export const deptMean = async (db: Db, userId: string, now: Date): Promise<string | null> => {
  const colleagues = sql`a.actor in (select c.id from app_user u join app_user c on c.dept_id = u.dept_id where u.id = ${userId})`;
  const { rows } = await sql<{ hours: string | null }>`
    select ${meanHours} as hours ${handledThisMonth(colleagues, now)}`.execute(db);
  return rows[0]?.hours ?? null;
};

/** A person's numbers, of all modules, of one, or of some steps of one. `cards` always speak of all; what was started or sent has no step. */
export const countsOf = async (
  db: Db,
  userId: string,
  {
    moduleId,
    stepKeys,
  }: { readonly moduleId?: ModuleId | undefined; readonly stepKeys?: readonly string[] | undefined },
  now: Date,
) => {
  const ofModule = moduleId === undefined ? sql`` : sql`and i.module_id = ${moduleId}`;
  const ofStep = (key: RawBuilder<unknown>): RawBuilder<unknown> =>
    stepKeys === undefined ? sql`` : sql`and ${key} = any(${[...stepKeys]}::text[])`;
  const [waiting, numbers] = await Promise.all([
    sql<ModuleCount>`
      with mine as materialized (select task_id from wf_task_actor where principal = ${principalOf(userId)}),
      by_step as (
        select i.module_id, r.node_key, count(*) as count, count(*) filter (where t.due_at < ${now}) as overdue
          from mine m join wf_task t on t.id = m.task_id join wf_instance i on i.id = t.instance_id
          join wf_node_run r on r.id = t.run_id
         where true ${ofModule} ${ofStep(sql`r.node_key`)}
         group by i.module_id, r.node_key
      )
      select module_id, sum(count)::int as count, sum(overdue)::int as overdue,
             json_agg(json_build_object('key', node_key, 'count', count) order by node_key) as steps
        from by_step group by module_id order by count desc, module_id`.execute(db),
    sql<Numbers>`
      select
        ${handledCount(userId, { moduleId, stepKeys })} as handled,
        s.mine, s.running, s.returned, c.cc, c.cc_unread, h.month_count, h.month_hours
      from (
        select (count(*) filter (where true ${ofModule}))::int as mine,
               (count(*) filter (where i.status = 'running'))::int as running,
               (count(*) filter (where i.status = 'returned'))::int as returned
          from wf_instance i where i.starter = ${userId}
           and not exists (select 1 from wf_instance n where n.module_id = i.module_id and n.biz_id = i.biz_id and n.id > i.id)
      ) s, (
        select (count(*) filter (where c.read_at is null ${ofModule}))::int as cc,
               (count(*) filter (where c.read_at is null))::int as cc_unread
          from wf_cc c join wf_instance i on i.id = c.instance_id where c.user_id = ${userId}
      ) c, (
        select count(*)::int as month_count, ${meanHours} as month_hours ${handledThisMonth(sql`a.actor = ${userId}`, now, NEWEST)}
      ) h`.execute(db),
  ]);
  const [found] = numbers.rows;
  const modules = waiting.rows.map((row) => ({
    ...identityOf(row.module_id),
    moduleId: row.module_id,
    count: row.count,
    overdue: row.overdue,
    steps: [...row.steps],
  }));
  const total = modules.reduce((sum, row) => sum + row.count, 0);
  return {
    total,
    overdue: modules.reduce((sum, row) => sum + row.overdue, 0),
    modules,
    tabs: { wait: total, handled: found?.handled ?? 0, mine: found?.mine ?? 0, cc: found?.cc ?? 0 },
    cards: {
      running: found?.running ?? 0,
      returned: found?.returned ?? 0,
      ccUnread: found?.cc_unread ?? 0,
      handledThisMonth: found?.month_count ?? 0,
      meanHours: found?.month_hours ?? null,
    },
  };
};
