/** To-dos, what a person handled, what they started, copies: the lists of the approval, and their numbers. */
import { likeText } from '../../platform/db/like.ts';
import { type RawBuilder, sql } from 'kysely';
import { type HistoryRow, type MineRow, MOST_COUNTED, type WaitRow } from '@hengneng/contracts';
import type { ModuleId } from '@hengneng/core';
import type { Db } from '../../platform/db/schema.ts';
import { etaOf } from './eta.ts';
import { flowStep } from './load.ts';
import { unusualAbove } from './outliers.ts';
import { type RecordColumns, recordColumns, recordJoins, recordOf } from './record-columns.ts';
import { taskActions } from './rights.ts';
import { chainById } from './store.ts';
import { principalOf } from './writing.ts';
import { mayWithdraw } from './flow/decide.ts';
import type { FlowStatus, FormPort, TaskKind } from './types.ts';
import { workdays } from './work-calendar.ts';
import { workingHours } from './working-time.ts';

export interface Page {
  readonly page: number;
  readonly size: number;
  readonly sort: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly keyword: string | undefined;
}

export interface TaskFilters {
  readonly moduleId?: ModuleId | undefined;
  readonly project?: string | undefined;
  readonly step?: string | undefined;
  /** Steps by their keys, which mean something within one module only. */
  readonly stepKeys?: readonly string[] | undefined;
  readonly overdue?: boolean | undefined;
  /** Days, both ends included, China time. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Listed<T> {
  readonly rows: T[];
  readonly total: number;
}

const days = (column: RawBuilder<unknown>, filters: TaskFilters): readonly RawBuilder<unknown>[] => [
  ...(filters.from === undefined
    ? []
    : [sql`${column} >= (${filters.from}::date)::timestamp at time zone 'Asia/Shanghai'`]),
  ...(filters.to === undefined
    ? []
    : [sql`${column} < (${filters.to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`]),
];

const recordFilters = (filters: TaskFilters, keyword: string | undefined): readonly RawBuilder<unknown>[] => [
  ...(filters.moduleId === undefined ? [] : [sql`i.module_id = ${filters.moduleId}`]),
  ...(filters.project === undefined ? [] : [sql`i.project_code = ${filters.project}`]),
  ...(keyword === undefined || keyword === ''
    ? []
    : [sql`(i.title ilike ${likeText(keyword)} or i.serial ilike ${likeText(keyword)})`]),
];

/** By name or by key, of whatever notes both. */
const stepFilters = (
  filters: TaskFilters,
  name: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
): readonly RawBuilder<unknown>[] => [
  ...(filters.step === undefined ? [] : [sql`${name} = ${filters.step}`]),
  ...(filters.stepKeys === undefined ? [] : [sql`${key} = any(${[...filters.stepKeys]}::text[])`]),
];

const where = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join([...conditions], sql` and `)}`;

const direction = (page: Page): RawBuilder<unknown> => (page.order === 'asc' ? sql`asc` : sql`desc`);
const offset = (page: Page): number => (page.page - 1) * page.size;

const SOON_MS = 24 * 3_600_000;
const urgency = (due: Date | null, now: Date): WaitRow['urgency'] => {
  if (due === null) return 'normal';
  if (due < now) return 'overdue';
  return due.getTime() - now.getTime() < SOON_MS ? 'soon' : 'normal';
};

interface WaitColumns extends RecordColumns {
  readonly task_id: string;
  readonly step: string;
  readonly step_key: string;
  readonly arrived: Date;
  readonly due_at: Date | null;
  readonly batchable: boolean;
  readonly form_version: number;
  readonly pool: boolean;
  readonly claimer: string | null;
  readonly held_until: Date | null;
  readonly why: string;
  readonly kind: TaskKind;
  readonly definition_id: string | null;
  readonly owner_name: string | null;
  readonly total: string;
}

const WAIT_SORT: Readonly<Record<string, RawBuilder<unknown>>> = {
  arrivedAt: sql`m.created_at`,
  waitedHours: sql`m.created_at`,
  dueAt: sql`t.due_at`,
  amount: sql`i.amount`,
  title: sql`i.title`,
  step: sql`r.name`,
};

/**
 * What waits for a person. The person's pending rows are read first (materialized), everything else joins to them by key: a planner left to
 * choose starts at the instances and reads history. Without filters only the page's rows are read at all.
 */
export const waitQuery = (userId: string, filters: TaskFilters, page: Page, now: Date) => {
  const conditions = [
    ...recordFilters(filters, page.keyword),
    ...stepFilters(filters, sql`r.name`, sql`r.node_key`),
    ...(filters.overdue === true ? [sql`t.due_at < ${now}`] : []),
    ...(filters.overdue === false ? [sql`(t.due_at is null or t.due_at >= ${now})`] : []),
    ...days(sql`m.created_at`, filters),
  ];
  const sortBy = page.sort === undefined ? undefined : WAIT_SORT[page.sort];
  const plain = conditions.length === 0 && sortBy === undefined && page.order === 'desc';
  const principal = principalOf(userId);
  const mine = plain
    ? sql`select task_id, created_at, delegation_id from wf_task_actor where principal = ${principal}
           order by created_at desc, task_id desc limit ${page.size} offset ${offset(page)}`
    : sql`select task_id, created_at, delegation_id from wf_task_actor where principal = ${principal}`;
  const total = plain
    ? sql`(select count(*) from wf_task_actor where principal = ${principal})`
    : sql`count(*) over ()`;
  const limit = plain ? sql`` : sql`limit ${page.size} offset ${offset(page)}`;
  const order =
    sortBy === undefined ? sql`m.created_at ${direction(page)}` : sql`${sortBy} ${direction(page)} nulls last`;
  return sql<WaitColumns>`
    with mine as materialized (${mine})
    select ${recordColumns}, t.id as task_id, r.name as step, r.node_key as step_key, m.created_at as arrived, t.due_at,
           t.batchable, t.why, t.kind, i.definition_id, i.form_version, o.user_name as owner_name,
           (select count(*) > 1 from wf_task_actor x where x.task_id = t.id) as pool, c.user_name as claimer,
           case when t.claimed_by = ${userId} and t.claimed_until > ${now} then t.claimed_until end as held_until, ${total} as total
      from mine m
      join wf_task t on t.id = m.task_id
      join wf_instance i on i.id = t.instance_id
      join wf_node_run r on r.id = t.run_id
      ${recordJoins}
      left join wf_delegation d on d.id = m.delegation_id
      left join app_user o on o.id = d.owner
      left join app_user c on c.id = t.claimed_by and t.claimed_by <> ${userId} and t.claimed_until > ${now}
      ${where(conditions)}
     order by ${order}, m.task_id desc ${limit}`;
};

const outlierOf = async (db: Db, row: WaitColumns, now: Date): Promise<string | null> => {
  if (row.amount === null) return null;
  const above = await unusualAbove(db, row.module_id, now);
  return above !== null && Number(row.amount) > above ? above.toFixed(2) : null;
};

/** What the step's policies let its handler do from the list; chains are remembered, so that this costs no query. */
const actionsOn = async (db: Db, row: WaitColumns): Promise<WaitRow['actions']> => {
  // What somebody has been given for a time is not theirs to give.
  if (row.kind === 'revise' || row.definition_id === null || row.owner_name !== null) return [];
  const chain = await chainById(db, row.definition_id);
  const step = chain.steps.find((one) => one.key === row.step_key);
  return step === undefined ? [] : [...taskActions(flowStep(step), row.kind)];
};

export const waitList = async (
  db: Db,
  userId: string,
  filters: TaskFilters,
  page: Page,
  now: Date,
): Promise<Listed<WaitRow>> => {
  const { rows } = await waitQuery(userId, filters, page, now).execute(db);
  const actions = await Promise.all(rows.map((row) => actionsOn(db, row)));
  const outliers = await Promise.all(rows.map((row) => outlierOf(db, row, now)));
  const isWorkday = await workdays(db);
  return {
    total: Number(rows[0]?.total ?? (page.page === 1 ? 0 : await waitTotal(db, userId, filters, page, now))),
    rows: rows.map((row, at) => ({
      NodeRecordId: row.task_id,
      ...recordOf(row),
      step: row.step,
      taskKind: row.kind,
      actions: [...(actions[at] ?? [])],
      outlierAbove: outliers[at] ?? null,
      stepKey: row.step_key,
      arrivedAt: row.arrived.toISOString(),
      waitedHours: workingHours(row.arrived, now, isWorkday),
      dueAt: row.due_at?.toISOString() ?? null,
      overdue: row.due_at !== null && row.due_at < now,
      urgency: urgency(row.due_at, now),
      batchable: row.batchable,
      FormVersion: row.form_version,
      pool: row.pool,
      claimedBy: row.claimer,
      heldUntil: row.held_until?.toISOString() ?? null,
      onBehalfOf: row.owner_name,
      why: row.why,
    })),
  };
};

/** An out-of-range page is an empty list that still says how many there are. */
const waitTotal = async (db: Db, userId: string, filters: TaskFilters, page: Page, now: Date): Promise<string> =>
  (await waitQuery(userId, filters, { ...page, page: 1, size: 1 }, now).execute(db)).rows[0]?.total ?? '0';

/** Kinds of the log that are a person's handling of a task, as the indexes over them say it. */
export const HANDLED = sql`a.kind in ('approve', 'reject', 'transfer', 'reply')`;

/** What of the log a person's list of handled tasks holds. Records are looked at only where something is asked that they alone know. */
const handledBy = (
  userId: string,
  { moduleId, project, step, stepKeys, from, to }: TaskFilters,
  keyword?: string,
): RawBuilder<unknown> => {
  const ofRecord = recordFilters({ project }, keyword);
  return where([
    sql`a.actor = ${userId}`,
    HANDLED,
    ...(moduleId === undefined ? [] : [sql`a.module_id = ${moduleId}`]),
    ...stepFilters({ step, stepKeys }, sql`a.node_name`, sql`a.node_key`),
    ...days(sql`a.at`, { from, to }),
    ...(ofRecord.length === 0
      ? []
      : [
          sql`exists (select 1 from wf_instance i where i.id = a.instance_id and ${sql.join([...ofRecord], sql` and `)})`,
        ]),
  ]);
};

/** How many tasks a person handled; one more than `MOST_COUNTED` stands for any number above it. */
export const handledCount = (userId: string, filters: TaskFilters, keyword?: string): RawBuilder<number> =>
  sql<number>`(select count(*)::int from (select 1 from wf_action a ${handledBy(userId, filters, keyword)} limit ${MOST_COUNTED + 1}) counted)`;

const CONCLUSION: Readonly<Record<string, string>> = {
  approve: '同意',
  reject: '驳回',
  transfer: '转办',
  reply: '回复意见',
};

interface HistoryColumns extends RecordColumns {
  readonly task_id: string | null;
  readonly kind: string;
  readonly step: string | null;
  readonly opinion: string | null;
  readonly at: Date;
  readonly arrived: Date | null;
  readonly owner_name: string | null;
}

/** What a person handled, from the log: it also knows what they passed on. The page is cut by the log's own index before anything joins to it. */
export const historyQuery = (userId: string, filters: TaskFilters, page: Page) => {
  const order = sql`a.at ${direction(page)}, a.id ${direction(page)}`;
  return {
    rows: sql<HistoryColumns>`
      with a as materialized (
        select a.id, a.instance_id, a.task_id, a.kind, a.node_name, a.opinion, a.at, a.data ->> 'onBehalfOf' as owner
          from wf_action a ${handledBy(userId, filters, page.keyword)}
         order by ${order} limit ${page.size} offset ${offset(page)}
      )
      select ${recordColumns}, a.task_id, a.kind, a.node_name as step, a.opinion, a.at, t.created_at as arrived, o.user_name as owner_name
        from a
        join wf_instance i on i.id = a.instance_id
        left join wf_task t on t.id = a.task_id
        left join app_user o on o.id = a.owner::bigint
        ${recordJoins}
       order by ${order}`,
    total: sql<{ total: number }>`select ${handledCount(userId, filters, page.keyword)} as total`,
  };
};

export const historyList = async (
  db: Db,
  userId: string,
  filters: TaskFilters,
  page: Page,
): Promise<Listed<HistoryRow>> => {
  const query = historyQuery(userId, filters, page);
  const [{ rows }, { rows: counted }] = await Promise.all([query.rows.execute(db), query.total.execute(db)]);
  const isWorkday = await workdays(db);
  return {
    total: counted[0]?.total ?? 0,
    rows: rows.map((row) => ({
      NodeRecordId: row.task_id,
      ...recordOf(row),
      step: row.step ?? '',
      conclusion: CONCLUSION[row.kind] ?? row.kind,
      Opinion: row.opinion,
      arrivedAt: row.arrived?.toISOString() ?? null,
      handledAt: row.at.toISOString(),
      workingHours: row.arrived === null ? null : workingHours(row.arrived, row.at, isWorkday),
      onBehalfOf: row.owner_name,
      from: null,
      read: true,
    })),
  };
};

interface CopyColumns extends RecordColumns {
  readonly sender: string | null;
  readonly opinion: string | null;
  readonly created_at: Date;
  readonly read_at: Date | null;
  readonly total: string;
}

/** Copies sent to a person. */
export const copyList = async (
  db: Db,
  userId: string,
  filters: TaskFilters,
  page: Page,
): Promise<Listed<HistoryRow>> => {
  const conditions = [
    sql`c.user_id = ${userId}`,
    ...recordFilters(filters, page.keyword),
    ...days(sql`c.created_at`, filters),
  ];
  const { rows } = await sql<CopyColumns>`
    select ${recordColumns}, s.user_name as sender, c.opinion, c.created_at, c.read_at, count(*) over () as total
      from wf_cc c
      join wf_instance i on i.id = c.instance_id
      ${recordJoins}
      left join app_user s on s.id = c.sent_by
      ${where(conditions)}
     order by c.created_at ${direction(page)}, c.id ${direction(page)} limit ${page.size} offset ${offset(page)}`.execute(
    db,
  );
  return {
    total: Number(rows[0]?.total ?? 0),
    rows: rows.map((row) => ({
      NodeRecordId: null,
      ...recordOf(row),
      step: '抄送',
      conclusion: '抄送',
      Opinion: row.opinion,
      arrivedAt: row.created_at.toISOString(),
      handledAt: row.created_at.toISOString(),
      workingHours: null,
      onBehalfOf: null,
      from: row.sender,
      read: row.read_at !== null,
    })),
  };
};

interface MineColumns extends RecordColumns {
  readonly instance_id: string;
  readonly definition_id: string | null;
  readonly step: string | null;
  readonly active: number[] | null;
  readonly people: string[] | null;
  readonly submitted_at: Date | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly handled_by: string | null;
  readonly total: string;
}

const MINE_SORT: Readonly<Record<string, RawBuilder<unknown>>> = {
  submittedAt: sql`i.submitted_at`,
  createdAt: sql`i.created_at`,
  finishedAt: sql`i.finished_at`,
  amount: sql`i.amount`,
  title: sql`i.title`,
  Status: sql`i.status`,
};

/** What a person started, drafts included; of a record submitted again only its newest approval. */
export const mineList = async (
  db: Db,
  userId: string,
  filters: TaskFilters & { readonly statuses?: readonly FlowStatus[] | undefined },
  page: Page,
  now: Date,
  /** Tells when they are likely to end; not asked for, it is left out. */
  forms: Pick<FormPort, 'judge'> | null = null,
): Promise<Listed<MineRow>> => {
  const conditions = [
    sql`i.starter = ${userId}`,
    sql`not exists (select 1 from wf_instance n where n.module_id = i.module_id and n.biz_id = i.biz_id and n.id > i.id)`,
    ...recordFilters(filters, page.keyword),
    ...days(sql`i.submitted_at`, filters),
    ...(filters.statuses === undefined ? [] : [sql`i.status = any(${[...filters.statuses]}::text[])`]),
  ];
  const sortBy = (page.sort === undefined ? undefined : MINE_SORT[page.sort]) ?? sql`i.id`;
  const { rows } = await sql<MineColumns>`
    with page as materialized (
      select i.id, count(*) over () as total, row_number() over (order by ${sortBy} ${direction(page)} nulls last, i.id desc) as place
        from wf_instance i ${where(conditions)}
       order by place limit ${page.size} offset ${offset(page)}
    )
    select ${recordColumns}, i.id as instance_id, i.definition_id, w.step, w.active, w.people,
           i.submitted_at, i.created_at, i.finished_at, i.handled_by, page.total
      from page
      join wf_instance i on i.id = page.id
      ${recordJoins}
      left join lateral (
        select string_agg(distinct r.name, '、') as step, array_agg(distinct r.step_index) as active,
               array_agg(distinct h.user_name) as people
          from wf_node_run r
          join wf_task t on t.run_id = r.id and t.state = 'open'
          cross join unnest(t.candidates) as c(person)
          join app_user h on h.id = c.person
         where r.instance_id = i.id and r.state = 'active' and i.current_run is not null
      ) w on true
     order by page.place`.execute(db);
  const eta = forms === null ? null : await etaOf(db, rows, now, forms);
  const isWorkday = await workdays(db);
  return {
    total: Number(rows[0]?.total ?? 0),
    rows: rows.map((row) => ({
      ...recordOf(row),
      currentStep: row.step,
      handlers: row.people?.join('、') ?? null,
      submittedAt: row.submitted_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
      finishedAt: row.finished_at?.toISOString() ?? null,
      usedHours: row.submitted_at === null ? null : workingHours(row.submitted_at, row.finished_at ?? now, isWorkday),
      eta: eta?.get(row.instance_id)?.toISOString() ?? null,
      withdrawable: mayWithdraw(row.status, row.handled_by),
    })),
  };
};

/** The to-do after this one in the order of the list, from its top again after the last; null where nothing else waits. */
export const nextTask = async (
  db: Db,
  userId: string,
  taskId: string | undefined,
  filters: TaskFilters,
  now: Date,
): Promise<{ readonly moduleId: string; readonly businessId: string; readonly taskId: string } | null> => {
  const conditions = [
    ...recordFilters(filters, undefined),
    ...stepFilters(filters, sql`r.name`, sql`r.node_key`),
    ...(filters.overdue === true ? [sql`t.due_at < ${now}`] : []),
    ...(taskId === undefined ? [] : [sql`t.id <> ${taskId}`]),
  ];
  const { rows } = await sql<{ module_id: string; biz_id: string; task_id: string }>`
    with mine as materialized (select task_id, created_at from wf_task_actor where principal = ${principalOf(userId)}),
    after as (select created_at, id from wf_task where id = ${taskId ?? '0'})
    select i.module_id, i.biz_id, t.id as task_id
      from mine m
      join wf_task t on t.id = m.task_id
      join wf_instance i on i.id = t.instance_id
      join wf_node_run r on r.id = t.run_id
      left join after on true
      ${where(conditions)}
     order by coalesce((m.created_at, m.task_id) < (after.created_at, after.id), true) desc, m.created_at desc, m.task_id desc
     limit 1`.execute(db);
  const [row] = rows;
  return row ? { moduleId: row.module_id, businessId: row.biz_id, taskId: row.task_id } : null;
};
