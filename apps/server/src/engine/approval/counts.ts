/** Numbers on tabs, cards and the bell. */
import { type RawBuilder, sql } from 'kysely';
import type { ModuleId } from '@hengneng/core';
import type { Db } from '../../platform/db/schema.ts';
import { identityOf } from './modules.ts';
import { principalOf } from './writing.ts';

interface ModuleCount {
  readonly module_id: string;
  readonly count: number;
  readonly overdue: number;
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

/** Steps that whoever the condition names has handled this month. */
const handledThisMonth = (who: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`
  from wf_action a
  left join wf_task t on t.id = a.task_id
  left join wf_node_run r on r.id = t.run_id and r.state <> 'active'
 where ${who} and a.kind in ('approve', 'reject', 'transfer', 'reply')
   and a.at >= date_trunc('month', ${now}::timestamptz at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`;

const meanHours = sql<string | null>`round(avg(r.hours), 1)::text`;

/** What the people of a person's department took this month, in working hours; read rarely, as it looks at all they handled. */
export const deptMean = async (db: Db, userId: string, now: Date): Promise<string | null> => {
  const colleagues = sql`a.actor in (select c.id from app_user u join app_user c on c.dept_id = u.dept_id where u.id = ${userId})`;
  const { rows } = await sql<{ hours: string | null }>`
    select ${meanHours} as hours ${handledThisMonth(colleagues, now)}`.execute(db);
  return rows[0]?.hours ?? null;
};

/** A person's numbers, of all modules or of one. `cards` always speak of all. */
export const countsOf = async (db: Db, userId: string, moduleId: ModuleId | undefined, now: Date) => {
  const ofModule = moduleId === undefined ? sql`` : sql`and i.module_id = ${moduleId}`;
  const [waiting, numbers] = await Promise.all([
    sql<ModuleCount>`
      with mine as materialized (select task_id from wf_task_actor where principal = ${principalOf(userId)})
      select i.module_id, count(*)::int as count, (count(*) filter (where t.due_at < ${now}))::int as overdue
        from mine m join wf_task t on t.id = m.task_id join wf_instance i on i.id = t.instance_id
       where true ${ofModule}
       group by i.module_id order by count desc, i.module_id`.execute(db),
    sql<Numbers>`
      select
        (select count(*)::int from wf_action a ${moduleId === undefined ? sql`` : sql`join wf_instance i on i.id = a.instance_id`}
          where a.actor = ${userId} and a.kind in ('approve', 'reject', 'transfer', 'reply') ${ofModule}) as handled,
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
        select count(*)::int as month_count, ${meanHours} as month_hours ${handledThisMonth(sql`a.actor = ${userId}`, now)}
      ) h`.execute(db),
  ]);
  const [found] = numbers.rows;
  const modules = waiting.rows.map((row) => ({
    ...identityOf(row.module_id),
    moduleId: row.module_id,
    count: row.count,
    overdue: row.overdue,
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
