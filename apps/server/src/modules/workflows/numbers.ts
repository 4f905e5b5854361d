/** How chains do: hours, lateness and rejections in a period, counted from the steps that began in it. */
import type { WorkflowAnalysis } from '@hengneng/contracts';
import { sql } from 'kysely';
import { WORKING_DAY } from '../../engine/approval/working-time.ts';
import type { Module } from '../../engine/index.ts';
import type { Db } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 90;
const LONGEST_DAYS = 366;

export interface Period {
  readonly from: string;
  readonly to: string;
}

const dayText = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10);

/** Days of China, both included. */
export const periodOf = (
  range: { readonly from?: string | undefined; readonly to?: string | undefined } | undefined,
  now: Date,
): Period => {
  const to = range?.to ?? dayText(now.getTime());
  const from = range?.from ?? dayText(Date.parse(`${to}T00:00:00Z`) - (USUAL_DAYS - 1) * DAY_MS);
  if (from > to) throw invalid([{ path: 'range', message: '开始不能晚于结束' }]);
  if (Date.parse(to) - Date.parse(from) > LONGEST_DAYS * DAY_MS)
    throw invalid([{ path: 'range', message: '时间跨度最长366天' }]);
  return { from, to };
};

const within = (column: string, { from, to }: Period) =>
  sql`${sql.ref(column)} >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'
      and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`;

const percent = (part: number, whole: number): string | null =>
  whole === 0 ? null : ((part / whole) * 100).toFixed(1);
const decimal = (value: number | null): string | null => (value === null ? null : value.toFixed(1));

/** Hours of a working day that are over at a moment of it. */
const sinceOpening = (moment: string) =>
  sql`least(greatest(extract(epoch from ${sql.ref(moment)}::time) / 3600 - ${WORKING_DAY.opens}::numeric, 0), ${WORKING_DAY.hours}::numeric)`;

/** Days since a period began, with how many of those before were worked: two moments of it are as many working hours apart as `apart` says. */
const workedDays = ({ from }: Period, now: Date) => sql`days as (
        select d::date as day, w.worked, sum(w.worked) over (order by d) - w.worked as earlier
          from generate_series(${from}::date, ${dayText(now.getTime())}::date, interval '1 day') d
          left join work_calendar c on c.day = d::date
          cross join lateral (select coalesce(not c.off, extract(isodow from d) < 6)::int as worked) w
      )`;
/** Working hours from a moment of the day `b` to one of the day `f`. */
const apart = (from: string, to: string) => sql`((f.earlier - b.earlier) * ${WORKING_DAY.hours}::numeric
               + f.worked * ${sinceOpening(to)} - b.worked * ${sinceOpening(from)})`;

/** Hours by the clock: those who wait wait at night as well, and what is handled then took no working time. */
const elapsed = (from: string, to: string) => sql`extract(epoch from ${sql.ref(to)} - ${sql.ref(from)})::float8 / 3600`;

/** 超时率 = 超过时限的任务数 / 任务总数; what waits now counts as soon as it is late. */
const late = (now: Date) => sql`coalesce(t.handled_at, ${now}) > t.due_at`;
const COUNTED = sql`t.due_at is not null and t.kind <> 'revise' and t.state in ('open', 'agreed', 'rejected')`;

export interface ModuleNumbers {
  readonly averageHours: string | null;
  readonly elapsedHours: string | null;
  readonly overdueRate: string | null;
  readonly rejectRate: string | null;
}

/** By module id. */
export const moduleNumbers = async (db: Db, period: Period, now: Date): Promise<ReadonlyMap<string, ModuleNumbers>> => {
  const [spans, tasks, rejects] = await Promise.all([
    sql<{ module_id: string; hours: number; elapsed: number }>`
      with ${workedDays(period, now)}, ended as (
        select module_id, submitted_at at time zone 'Asia/Shanghai' as began, finished_at at time zone 'Asia/Shanghai' as finished
          from wf_instance where ${within('created_at', period)} and status = 'approved'
      )
      select e.module_id, avg(${apart('e.began', 'e.finished')})::float8 as hours,
             avg(${elapsed('e.began', 'e.finished')}) as elapsed
        from ended e join days b on b.day = e.began::date join days f on f.day = e.finished::date
       group by e.module_id`.execute(db),
    sql<{ module_id: string; total: number; late: number }>`
      select r.module_id, count(*)::int as total, count(*) filter (where ${late(now)})::int as late
        from wf_node_run r join wf_task t on t.run_id = r.id
       where ${within('r.created_at', period)} and r.step_index >= 0 and ${COUNTED} group by r.module_id`.execute(db),
    sql<{ module_id: string; total: number; rejected: number }>`
      select i.module_id, count(*)::int as total,
             count(*) filter (where exists (
               select from wf_action a where a.instance_id = i.id and a.kind in ('reject', 'autoReturn')))::int as rejected
        from wf_instance i where ${within('i.created_at', period)} and i.submitted_at is not null group by i.module_id`.execute(
      db,
    ),
  ]);
  const hours = new Map(spans.rows.map((row) => [row.module_id, row]));
  const lateness = new Map(tasks.rows.map((row) => [row.module_id, percent(row.late, row.total)]));
  const returns = new Map(rejects.rows.map((row) => [row.module_id, percent(row.rejected, row.total)]));
  return new Map(
    [...new Set([...hours.keys(), ...lateness.keys(), ...returns.keys()])].map((id) => [
      id,
      {
        averageHours: decimal(hours.get(id)?.hours ?? null),
        elapsedHours: decimal(hours.get(id)?.elapsed ?? null),
        overdueRate: lateness.get(id) ?? null,
        rejectRate: returns.get(id) ?? null,
      },
    ]),
  );
};

/** How many records are on their way, by module and hash of their chain. */
export const runningByChain = async (
  db: Db,
  moduleId?: string,
): Promise<readonly { readonly module_id: string; readonly hash: string; readonly n: number }[]> => {
  const { rows } = await sql<{ module_id: string; hash: string; n: number }>`
    select i.module_id, d.hash, count(*)::int as n from wf_instance i join wf_definition d on d.id = i.definition_id
     where i.status in ('running', 'returned') ${moduleId === undefined ? sql`` : sql`and i.module_id = ${moduleId}`}
     group by i.module_id, d.hash`.execute(db);
  return rows;
};

interface StepNumbers {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  readonly average: number | null;
  readonly elapsed: number | null;
  readonly median: number | null;
  readonly longest: number | null;
  /** Working hours of all records in it, those sent back among them. */
  readonly spent: number | null;
  readonly waiting: number;
  readonly tasks: number;
  readonly late: number;
  readonly rejects: number;
}

/** Every step and person of a module. */
export const analyse = async (db: Db, module: Module, period: Period, now: Date): Promise<WorkflowAnalysis> => {
  const mine = sql`r.module_id = ${module.id} and r.step_index >= 0 and ${within('r.created_at', period)}`;
  const [steps, people] = await Promise.all([
    sql<StepNumbers>`
      with runs as (
        select r.id, r.node_key, r.name, r.hours::float8 as hours, r.state, r.step_index,
               ${elapsed('r.created_at', 'r.ended_at')} as elapsed
          from wf_node_run r where ${mine}
      ), tasks as (
        select r.node_key, count(*)::int as tasks, count(*) filter (where ${late(now)})::int as late
          from runs r join wf_task t on t.run_id = r.id where ${COUNTED} group by r.node_key
      )
      select r.node_key as key, (array_agg(r.name order by r.id desc))[1] as name,
             count(*) filter (where r.state = 'done')::int as count,
             avg(r.hours) filter (where r.state = 'done') as average,
             avg(r.elapsed) filter (where r.state = 'done') as elapsed,
             percentile_cont(0.5) within group (order by r.hours) filter (where r.state = 'done') as median,
             max(r.hours) filter (where r.state = 'done') as longest,
             sum(r.hours) filter (where r.state in ('done', 'returned')) as spent,
             count(*) filter (where r.state = 'active')::int as waiting,
             coalesce(max(t.tasks), 0)::int as tasks, coalesce(max(t.late), 0)::int as late,
             count(*) filter (where r.state = 'returned')::int as rejects
        from runs r left join tasks t on t.node_key = r.node_key
       where r.state <> 'skipped' group by r.node_key order by max(r.step_index), r.node_key`.execute(db),
    sql<{
      id: string;
      name: string;
      count: number;
      average: number | null;
      elapsed: number | null;
      tasks: number;
      late: number;
      rejects: number;
    }>`
      with ${workedDays(period, now)}, own as (
        select coalesce(t.handled_by, t.assignee) as person, t.state, t.handled_at is not null as handled, ${late(now)} as late,
               t.created_at at time zone 'Asia/Shanghai' as began, t.handled_at at time zone 'Asia/Shanghai' as finished
          from wf_node_run r join wf_task t on t.run_id = r.id
         where ${mine} and ${COUNTED} and coalesce(t.handled_by, t.assignee) > 0
      )
      -- From when it was the person's turn: how long their step went on for others is none of theirs.
      select o.person::text as id, coalesce(max(u.user_name), '') as name, count(*) filter (where o.handled)::int as count,
             avg(${apart('o.began', 'o.finished')})::float8 as average,
             avg(${elapsed('o.began', 'o.finished')}) as elapsed,
             count(*)::int as tasks, count(*) filter (where o.late)::int as late,
             count(*) filter (where o.state = 'rejected')::int as rejects
        from own o left join app_user u on u.id = o.person
        left join days b on b.day = o.began::date left join days f on f.day = o.finished::date
       group by o.person order by count(*) desc, o.person limit 100`.execute(db),
  ]);
  const spent = steps.rows.map((row) => row.spent ?? 0);
  const all = spent.reduce((sum, hours) => sum + hours, 0);
  // Where records spend most of their time; one step alone holds nothing up that could be elsewhere.
  const narrow = spent.filter((hours) => hours > 0).length > 1 ? spent.indexOf(Math.max(...spent)) : -1;
  return {
    ...period,
    steps: steps.rows.map((row, at) => ({
      key: row.key,
      name: row.name,
      count: row.count,
      average: decimal(row.average),
      elapsed: decimal(row.elapsed),
      median: decimal(row.median),
      longest: decimal(row.longest),
      share: percent(row.spent ?? 0, all),
      bottleneck: at === narrow,
      waiting: row.waiting,
      overdueRate: percent(row.late, row.tasks),
      rejects: row.rejects,
    })),
    people: people.rows.map((row) => ({
      UserId: row.id,
      UserName: row.name,
      count: row.count,
      average: decimal(row.average),
      elapsed: decimal(row.elapsed),
      overdueRate: percent(row.late, row.tasks),
      rejects: row.rejects,
    })),
  };
};
