/** 任务看板: reads what the queues know, and has the jobs by the clock run, stop and try again. */
import {
  JOB_NAMES,
  type JobSchedule,
  type jobBoard,
  type jobCancel,
  type jobExport,
  type jobIndex,
  jobName,
  type jobRun,
  type jobSetEnabled,
  type jobSetPlan,
} from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { insistUnchanged } from '../../platform/http/changed-since.ts';
import { conflict, invalid, notFound, refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { type Job, post } from '../../platform/jobs/jobs.ts';
import { pageOf, trail, workbook } from '../identity/index.ts';
import { askedWords } from './job-log.ts';

export const JOBS_SCREEN = 'system.jobs';

/** What the product's jobs are; asked late, because they are made after the calls. */
export type Planned = () => readonly Pick<Job, 'name' | 'cron'>[];

/** A process that only answers calls may be there before any has begun the queues. */
const hasQueues = async (db: Db | Tx): Promise<boolean> => {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`.execute(db);
  return rows[0]?.there ?? false;
};

const STATE = sql`case j.state::text when 'created' then '排队' when 'retry' then '重试中' when 'active' then '运行' when 'completed' then '成功'
  when 'cancelled' then '已取消' else '失败' end`;
const seconds = sql`round(extract(epoch from j.completed_on - j.started_on)::numeric, 1)::float`;
const iso = (column: string) => sql`to_jsonb(${sql.ref(column)}) #>> '{}'`;

interface Counted {
  readonly name: string;
  readonly waiting: number;
  readonly active: number;
  readonly oldest: number | null;
  readonly done: number;
  readonly failed: number;
  readonly mean: number | null;
  readonly longest: number | null;
  readonly at: string | null;
  readonly seconds: number | null;
  readonly state: string | null;
  readonly row: number;
}

const counted = async (db: Db): Promise<ReadonlyMap<string, Counted>> => {
  const { rows } = await sql<Counted>`
    with ended as (
      select j.name, j.state::text as state, j.completed_on, ${seconds} as seconds,
          row_number() over (partition by j.name order by j.completed_on desc) as n
        from pgboss.job j where j.state in ('completed', 'failed'))
    , latest as (select * from ended where n = 1)
    , good as (select name, min(n) as n from ended where state = 'completed' group by name)
    select q.name, coalesce(w.waiting, 0) as waiting, coalesce(w.active, 0) as active, w.oldest,
        coalesce(e.done, 0) as done, coalesce(e.failed, 0) as failed, e.mean, e.longest,
        to_jsonb(l.completed_on) #>> '{}' as at, l.seconds, l.state,
        coalesce(g.n - 1, e.all, 0)::int as row
      from pgboss.queue q
      left join (select name, count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as waiting,
          count(*) filter (where state = 'active')::int as active,
          floor(extract(epoch from now() - min(created_on) filter (where state in ('created', 'retry') and start_after <= now())) / 60)::int as oldest
        from pgboss.job where state in ('created', 'retry', 'active') group by name) w on w.name = q.name
      left join (select name, count(*)::int as all, count(*) filter (where state = 'completed' and completed_on > now() - interval '24 hours')::int as done,
          count(*) filter (where state = 'failed' and completed_on > now() - interval '24 hours')::int as failed,
          round(avg(seconds) filter (where completed_on > now() - interval '24 hours')::numeric, 1)::float as mean,
          max(seconds) filter (where completed_on > now() - interval '24 hours') as longest from ended group by name) e on e.name = q.name
      left join latest l on l.name = q.name left join good g on g.name = q.name`.execute(db);
  return new Map(rows.map((row) => [row.name, row]));
};

interface Stop {
  readonly name: string;
  readonly reason: string;
  readonly until: string | null;
  readonly by: string;
}

const local = (at: string): string =>
  new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

const stops = async (db: Db | Tx, now: Date): Promise<ReadonlyMap<string, Stop>> => {
  const { rows } = await sql<Stop>`select s.name, s.reason, to_jsonb(s.until) #>> '{}' as until, u.user_name as by
    from job_stop s join app_user u on u.id = s.stopped_by where s.until is null or s.until > ${now}`.execute(db);
  return new Map(rows.map((row) => [row.name, row]));
};

interface Plan {
  readonly name: string;
  readonly cron: string | null;
  readonly owner: string | null;
  readonly ownerName: string | null;
}

const plans = async (db: Db | Tx): Promise<ReadonlyMap<string, Plan>> => {
  const { rows } = await sql<Plan>`select p.name, p.cron, p.owner::text as owner, u.user_name as "ownerName"
    from job_plan p left join app_user u on u.id = p.owner`.execute(db);
  return new Map(rows.map((row) => [row.name, row]));
};

const NONE: ReadonlyMap<string, Counted> = new Map();

export const readBoard = async (ctx: Ctx, planned: Planned): Promise<z.input<typeof jobBoard.output>> => {
  const { db, now } = ctx;
  const known = await hasQueues(db);
  const [counts, stopped, set] = await Promise.all([known ? counted(db) : NONE, stops(db, now), plans(db)]);
  // Read late: a process that only starts does not ask when jobs are due.
  const { cronWords, nextRun } = await import('../../platform/jobs/cron.ts');
  const rows = planned().map(({ name, cron: own }): JobSchedule => {
    const plan = set.get(name);
    const cron = own === null ? null : (plan?.cron ?? own);
    const of = counts.get(name);
    const stop = stopped.get(name);
    return {
      Name: name,
      Title: jobName(name),
      Kind: kindOf(name),
      Cron: cron,
      When: cron === null ? '有事时' : (cronWords(cron) ?? cron),
      OwnCron: own === cron ? null : own,
      OwnerId: plan?.owner ?? null,
      Owner: plan?.ownerName ?? null,
      LastAt: of?.at ?? null,
      Seconds: of?.seconds ?? null,
      Result:
        (of?.active ?? 0) > 0 ? '运行中' : of?.state === 'completed' ? '成功' : of?.state === 'failed' ? '失败' : null,
      NextAt: cron === null ? null : nextRun(cron, stop?.until ? new Date(stop.until) : now).toISOString(),
      FailedInARow: of?.row ?? 0,
      Enabled: stop === undefined,
      Stopped:
        stop === undefined
          ? null
          : `${stop.by}停用：${stop.reason}${stop.until === null ? '' : `，${local(stop.until)} 恢复`}`,
      Waiting: of?.waiting ?? 0,
      Active: of?.active ?? 0,
      OldestMinutes: of?.oldest ?? null,
      Done24: of?.done ?? 0,
      Failed24: of?.failed ?? 0,
      MeanSeconds: of?.mean ?? null,
      LongestSeconds: of?.longest ?? null,
    };
  });
  const { rows: hours } = await sql<{ hour: string; done: number; failed: number; today: boolean }>`
    with hours as (select generate_series(date_trunc('hour', ${now}::timestamptz) - interval '23 hours', ${now}::timestamptz, interval '1 hour') as at)
    select to_char(h.at at time zone 'Asia/Shanghai', 'HH24:00') as hour,
        ${
          known
            ? sql`count(j.id) filter (where j.state = 'completed')::int as done, count(j.id) filter (where j.state = 'failed')::int as failed`
            : sql`0 as done, 0 as failed`
        },
        (h.at at time zone 'Asia/Shanghai')::date = (${now}::timestamptz at time zone 'Asia/Shanghai')::date as today
      from hours h ${known ? sql`left join pgboss.job j on j.completed_on >= h.at and j.completed_on < h.at + interval '1 hour'` : sql``}
      group by h.at order by h.at`.execute(db);
  const sum = (of: (row: JobSchedule) => number): number => rows.reduce((all, row) => all + of(row), 0);
  return {
    waiting: sum((row) => row.Waiting),
    active: sum((row) => row.Active),
    failed: sum((row) => row.Failed24),
    finished: hours.reduce((all, one) => all + (one.today ? one.done : 0), 0),
    rows,
    hours: hours.map(({ hour, done, failed }) => ({ Hour: hour, Done: done, Failed: failed })),
  };
};

type Row = z.input<typeof jobIndex.output>['rows'][number];
type Found = Omit<Row, 'Title' | 'Kind' | 'Asked'> & { readonly data: unknown };

type Asked = Pick<z.output<typeof jobIndex.input>, 'name' | 'kind' | 'state' | 'range'>;

const kindOf = (name: string): string => JOB_NAMES[name]?.[1] ?? '—';

/** Refused by a rule of ours, or by the database for a value or a constraint (SQLSTATE classes 22, 23). */
const FAULT_IN_DATA = sql`(j.output ->> 'name' = 'AppError' or j.output ->> 'code' ~ '^2[23]')`;

const namesOf = (planned: Planned, kind: Asked['kind']): readonly string[] =>
  planned()
    .map(({ name }) => name)
    .filter((name) => kind === undefined || kindOf(name) === kind);

const runs = ({ now }: Ctx, { name, kind, state, range }: Asked, planned: Planned) => sql`
  select * from (
    select j.id::text as "Id", j.name as "Name", ${iso('j.created_on')} as "CreatedAt", ${iso('j.started_on')} as "StartedAt",
        ${iso('j.completed_on')} as "EndedAt", ${seconds} as "Seconds", j.retry_count + (j.started_on is not null)::int as "Tries",
        ${STATE} as "State", j.data ->> 'by' as "By", left(j.output ->> 'message', 300) as "Fault",
        coalesce(j.state::text = 'failed' and ${FAULT_IN_DATA}, false) as "FaultInData", j.data,
        case j.state::text when 'completed' then 100 else floor(g.done * 100.0 / nullif(g.total, 0))::int end as "Percent",
        coalesce(j.completed_on, j.created_on) as _order
      from pgboss.job j left join job_progress g on g.job = j.id
      where j.name = any(${namesOf(planned, kind)}::text[])
        and coalesce(j.completed_on, j.created_on) >= coalesce(${range?.from ?? null}::date::timestamp at time zone 'Asia/Shanghai',
          ((${now}::timestamptz at time zone 'Asia/Shanghai')::date - 1)::timestamp at time zone 'Asia/Shanghai')
        ${range?.to === undefined ? sql`` : sql`and coalesce(j.completed_on, j.created_on) < (${range.to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`}
        ${name === undefined ? sql`` : sql`and j.name = ${name}`}) j
  ${state === undefined ? sql`` : sql`where "State" = ${state}`}`;

const named = ({ data, ...row }: Found): Row => ({
  ...row,
  Title: jobName(row.Name),
  Kind: kindOf(row.Name),
  Asked: askedWords(data),
});

export const listRuns = async (
  ctx: Ctx,
  input: z.output<typeof jobIndex.input>,
  planned: Planned,
): Promise<z.input<typeof jobIndex.output>> => {
  if (!(await hasQueues(ctx.db))) return { rows: [], total: 0 };
  const { rows, total } = await pageOf<Found>(ctx.db, input, runs(ctx, input, planned), sql`_order desc, "Id"`);
  return { total, rows: rows.map(named) };
};

const MOST_ROWS = 20_000;

export const exportRuns = async (
  ctx: Ctx,
  input: z.output<typeof jobExport.input>,
  planned: Planned,
): Promise<FileAnswer> => {
  const page = { PageIndex: 1, PageSize: MOST_ROWS };
  const { rows, total } = (await hasQueues(ctx.db))
    ? await pageOf<Found>(ctx.db, page, runs(ctx, input, planned), sql`_order desc, "Id"`)
    : { rows: [], total: 0 };
  if (total > MOST_ROWS) throw refused('数据超过2万行，请按任务或状态筛选');
  const at = (value: string | null): string => (value === null ? '' : local(value));
  return workbook(ctx, {
    title: '任务历史',
    head: [
      '编号',
      '任务',
      '类别',
      '参数',
      '提交时间',
      '开始',
      '结束',
      '进度（%）',
      '用时（秒）',
      '次数',
      '状态',
      '提交人',
      '错误摘要',
    ],
    rows: rows
      .map(named)
      .map((row) => [
        row.Id,
        row.Title,
        row.Kind,
        row.Asked,
        at(row.CreatedAt),
        at(row.StartedAt),
        at(row.EndedAt),
        row.Percent === null ? '' : String(row.Percent),
        row.Seconds === null ? '' : String(row.Seconds),
        String(row.Tries),
        row.State,
        row.By ?? '系统',
        row.Fault ?? '',
      ]),
    filters: [
      ...(input.name === undefined ? [] : [['任务', jobName(input.name)] as const]),
      ...(input.kind === undefined ? [] : [['类别', input.kind] as const]),
      ...(input.state === undefined ? [] : [['状态', input.state] as const]),
    ],
  });
};

/** A job by the clock of that name. */
const byClock = (planned: Planned, name: string): void => {
  const job = planned().find((one) => one.name === name);
  if (job === undefined) throw notFound('任务不存在');
  if (job.cron === null) throw refused('该任务有事时才运行，不能手工运行或停用');
};

const note = (tx: Tx, ctx: Ctx, action: string, name: string, summary = ''): Promise<void> =>
  trail(tx, ctx, {
    kind: '系统设置',
    action,
    object: `后台任务 ${jobName(name)}`,
    objectType: 'job',
    objectId: name,
    summary,
  });

export const runNow = (ctx: Ctx, { Name }: z.output<typeof jobRun.input>, planned: Planned): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    byClock(planned, Name);
    // Two presses at once: the second finds what the first left.
    await sql`select pg_advisory_xact_lock(hashtextextended('job ' || ${Name}, 0))`.execute(tx);
    if ((await stops(tx, ctx.now)).has(Name)) throw refused('任务已停用，请先启用');
    const waiting = await sql`select 1 from outbox where topic = ${Name} and sent_at is null`.execute(tx);
    const running = (await hasQueues(tx))
      ? await sql`select 1 from pgboss.job where name = ${Name} and (state = 'active' or (state = 'created' and data ->> 'by' is not null))`.execute(
          tx,
        )
      : { rows: [] };
    if (waiting.rows.length + running.rows.length > 0) throw conflict('任务正在运行');
    await post(tx, Name, { by: ctx.session.userName });
    await note(tx, ctx, '立即运行', Name);
    return { ok: true };
  });

type One = z.output<typeof jobCancel.input>;

/** As pg-boss itself does it (`plans.js`: retryJobs, cancelJobs), in the transaction of the audit row. */
export const retryRun = (ctx: Ctx, { Name, Id }: One): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const { rows } = (await hasQueues(tx))
      ? await sql`update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now()
          where name = ${Name} and id = ${Id}::uuid and state = 'failed' returning 1`.execute(tx)
      : { rows: [] };
    if (rows.length === 0) throw refused('只能重试失败的任务，请刷新后再看');
    await note(tx, ctx, '重试任务', Name, Id);
    return { ok: true };
  });

export const cancelRun = (ctx: Ctx, { Name, Id }: One): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const { rows } = (await hasQueues(tx))
      ? await sql`update pgboss.job set state = 'cancelled', completed_on = now()
          where name = ${Name} and id = ${Id}::uuid and state in ('created', 'retry') returning 1`.execute(tx)
      : { rows: [] };
    if (rows.length === 0) throw refused('只能取消还在排队的任务，请刷新后再看');
    await note(tx, ctx, '取消任务', Name, Id);
    return { ok: true };
  });

export const setEnabled = (
  ctx: Ctx,
  { Name, Enabled, Reason, Until }: z.output<typeof jobSetEnabled.input>,
  planned: Planned,
): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    byClock(planned, Name);
    if (Until && Date.parse(Until) <= ctx.now.getTime())
      throw invalid([{ path: 'Until', message: '恢复时间须晚于现在' }]);
    await sql`select pg_advisory_xact_lock(hashtextextended('job ' || ${Name}, 0))`.execute(tx);
    const stop = (await stops(tx, ctx.now)).get(Name);
    if (!Enabled && stop !== undefined) throw conflict(`任务已由${stop.by}停用（${stop.reason}），请刷新后再看`);
    if (Enabled) await sql`delete from job_stop where name = ${Name}`.execute(tx);
    else
      await sql`insert into job_stop (name, reason, until, stopped_by, stopped_at)
        values (${Name}, ${Reason}, ${Until ?? null}, ${ctx.session.userId}, ${ctx.now})
        on conflict (name) do update set reason = excluded.reason, until = excluded.until, stopped_by = excluded.stopped_by,
          stopped_at = excluded.stopped_at`.execute(tx);
    await note(tx, ctx, Enabled ? '启用任务' : '停用任务', Name, Enabled ? '' : Reason);
    return { ok: true };
  });

/** Another plan, or somebody else who answers for it. The queues read their plans from the same table, every half minute. */
export const setPlan = (ctx: Ctx, input: z.output<typeof jobSetPlan.input>, planned: Planned): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    byClock(planned, input.Name);
    const own = planned().find((job) => job.name === input.Name)?.cron ?? '';
    const { cronWords, isPlan } = await import('../../platform/jobs/cron.ts');
    const cron = input.Cron === own ? null : (input.Cron ?? null);
    const owner = input.Owner ?? null;
    if (cron !== null && !isPlan(cron)) throw invalid([{ path: 'Cron', message: '计划不正确，请重新选择' }]);
    if (owner !== null) {
      const { rows } = await sql`select 1 from app_user where id = ${owner} and state = 'active'`.execute(tx);
      if (rows.length === 0) throw invalid([{ path: 'Owner', message: '负责人不存在或已停用' }]);
    }
    await sql`select pg_advisory_xact_lock(hashtextextended('job ' || ${input.Name}, 0))`.execute(tx);
    const before = (await plans(tx)).get(input.Name);
    insistUnchanged('该任务', { Cron: '计划', Owner: '负责人' }, input.seen, {
      Cron: before?.cron ?? own,
      Owner: before?.owner ?? null,
    });
    await sql`insert into job_plan (name, cron, owner, set_by, set_at) values (${input.Name}, ${cron}, ${owner}, ${ctx.session.userId}, ${ctx.now})
      on conflict (name) do update set cron = excluded.cron, owner = excluded.owner, set_by = excluded.set_by, set_at = excluded.set_at`.execute(
      tx,
    );
    if (await hasQueues(tx))
      await sql`update pgboss.schedule set cron = ${cron ?? own}, updated_on = now() where name = ${input.Name}`.execute(
        tx,
      );
    const said = (of: string | null | undefined): string => cronWords(of ?? own) ?? of ?? own;
    await note(tx, ctx, '改任务计划', input.Name, `${said(before?.cron)} → ${said(cron)}`);
    return { ok: true };
  });
