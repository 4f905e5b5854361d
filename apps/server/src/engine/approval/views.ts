/** A record's approval as people read it: steps taken, the active ones, those to come. */
import { anyHides } from './field-rights.ts';
import { sql } from 'kysely';
import type { ModuleId } from '@hengneng/core';
import type { FileValue } from '@hengneng/form-kit';
import type { Asked } from '../../platform/db/asked.ts';
import type { Db } from '../../platform/db/schema.ts';
import { isBefore } from './flow/path.ts';
import { START } from './flow/state.ts';
import { votesNeeded } from './flow/tasks.ts';
import { flowBlocks, type FlowColumns } from './load.ts';
import { parallelOf, predictFrom, startView } from './predict.ts';
import type { AgreedJson } from './schema.ts';
import { standInsOf } from './stand-in.ts';
import { chainById, momentOf } from './store.ts';
import type { Chain, Facts, FlowStatus, HandlerSource, StepHandler, StepView, TaskKind } from './types.ts';
import { handlerName } from './writing.ts';

/** A step taken with one of its tasks, as its row keeps them; without a run where the record was never submitted. */
interface StepRow extends Omit<FlowColumns, 'state' | 'handled_by'> {
  /** Delegate → owner, of an open task. */
  readonly stand_ins: Readonly<Record<string, string>> | null;
  readonly run_id: string | null;
  readonly node_key: string;
  readonly step_index: number;
  readonly name: string;
  readonly mode: 'any' | 'all' | 'turn' | 'vote';
  readonly is_final: boolean;
  readonly run_state: 'active' | 'done' | 'returned' | 'skipped' | 'cancelled';
  /** Returns that came before it. */
  readonly returns: number;
  readonly why: string;
  readonly hours: string | null;
  readonly run_created_at: Date;
  readonly run_due_at: Date | null;
  readonly ended_at: Date | null;
  readonly task_id: string | null;
  readonly task_kind: TaskKind;
  readonly task_state: FlowColumns['state'];
  readonly asked: string | null;
  readonly handled_by: string | null;
  readonly handled_at: Date | null;
  readonly opinion: string | null;
  readonly signature: FileValue | null;
  readonly claimed_by: string | null;
  readonly claimed_until: Date | null;
}

export interface Row extends StepRow {
  readonly instance_id: string;
  readonly status: FlowStatus;
  readonly round: number;
  readonly resume: string[];
  readonly agreed: AgreedJson;
  readonly kept: AgreedJson;
  readonly starter: string;
  readonly instance_handled_by: string | null;
  readonly definition_id: string | null;
  readonly form_version: number;
  /** Whether a step of any approval of the record hides something. */
  readonly hides: boolean;
}

/** What `view` and its parts are made of: one query, names included. */
export interface Picture {
  /** When it was read. */
  readonly at: Date;
  readonly rows: readonly Row[];
  readonly names: ReadonlyMap<string, string>;
  readonly chain: Chain | null;
}

/** The columns of `Row` that JSON brings as text. */
type Moment = 'run_created_at' | 'run_due_at' | 'ended_at' | 'handled_at' | 'claimed_until';
export interface Found {
  readonly instance: Omit<Row, keyof StepRow>;
  readonly steps: readonly (Omit<StepRow, Moment | 'candidates'> &
    Readonly<Record<Moment, string | null>> & { readonly candidates: readonly string[] | null })[];
}

/** The newest approval of a record, as one value: 40 columns of each task took longer to take apart than to find. */
export const askPicture = (moduleId: ModuleId, businessId: string, now: Date): Asked<Found | null> => ({
  read: (found) => found as Found | null,
  sql: sql`
    (select json_build_object(
           'instance', json_build_object('instance_id', i.id::text, 'status', i.status, 'round', i.round, 'resume', i.resume, 'agreed', i.agreed, 'kept', i.kept,
             'starter', i.starter::text, 'instance_handled_by', i.handled_by::text, 'definition_id', i.definition_id::text,
             'form_version', i.form_version, 'hides', ${anyHides(moduleId, businessId)}),
           'steps', (select json_agg(x) from (
             select r.id::text as run_id, r.node_key, r.step_index, r.name, r.mode, r.is_final, r.state as run_state, r.why,
                    (select count(*)::int from wf_node_run b where b.instance_id = r.instance_id and b.state = 'returned'
                       and b.id < r.id and b.ended_at <= r.created_at) as returns,
                    r.hours::text, r.created_at as run_created_at, r.due_at as run_due_at, r.ended_at,
                    t.id::text as task_id, t.kind as task_kind, t.state as task_state, t.asked, t.candidates::text[], t.handled_by::text, t.handled_at,
                    t.opinion, t.signature, t.claimed_by::text, t.claimed_until, t.added_to, t.added_where, t.sign_mode, t.sign_group,
                    t.added_by::text, t.on_behalf_of::text,
                    case when t.state = 'open' then ${standInsOf(now)} end as stand_ins
               from (select) one
               left join wf_node_run r on r.instance_id = i.id and r.state <> 'undone'
               left join wf_task t on t.run_id = r.id
              order by r.id, t.position) x))
      from wf_instance i where i.module_id = ${moduleId} and i.biz_id = ${businessId}
     order by i.id desc limit 1)`,
});

/** What was found of an approval, with the names and the chain that belong to it; null where it was never noted. */
export const pictureOf = async (
  db: Db,
  directory: HandlerSource,
  record: Found | null,
  now: Date,
): Promise<Picture | null> => {
  if (record === null) return null;
  const rows = record.steps.map(
    (step): Row => ({
      ...record.instance,
      ...step,
      // There is no task where a step was passed over, or its rows are lost.
      candidates: step.candidates ?? [],
      run_created_at: new Date(step.run_created_at ?? 0),
      run_due_at: momentOf(step.run_due_at),
      ended_at: momentOf(step.ended_at),
      handled_at: momentOf(step.handled_at),
      claimed_until: momentOf(step.claimed_until),
    }),
  );
  const { instance } = record;
  const people = new Set(
    rows.flatMap((row) => [
      ...row.candidates,
      ...Object.keys(row.stand_ins ?? {}),
      row.handled_by,
      row.on_behalf_of,
      row.claimed_by,
      row.added_by,
    ]),
  );
  people.add(instance.starter);
  people.delete(null);
  const [names, chain] = await Promise.all([
    directory.userNames(db, [...people] as string[]),
    instance.definition_id === null ? null : chainById(db, instance.definition_id),
  ]);
  return { at: now, rows, names, chain };
};

/** Name of the step at which the record stands that must not be printed there; null where it may be. */
export const unprintableStep = ({ rows, chain }: Picture): string | null =>
  rows.find(
    (row) =>
      row.run_state === 'active' && chain?.steps.find((step) => step.key === row.node_key)?.print?.allowed === false,
  )?.name ?? null;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const HANDLER_STATE = {
  open: 'active',
  waiting: 'waiting',
  agreed: 'agreed',
  rejected: 'rejected',
  cancelled: 'cancelled',
  removed: 'removed',
} as const;

/** Who may handle a task for one of its people now. */
const standInsFor = (task: Row, userId: string): readonly string[] =>
  Object.entries(task.stand_ins ?? {}).flatMap(([delegate, owner]) => (owner === userId ? [delegate] : []));

/** Whether the task asks the person, or was handled by them. */
const isTheirs = (task: Row, userId: string): boolean =>
  (task.handled_by === null ? (task.candidates ?? []) : [task.handled_by]).includes(userId);

/** Whether the person stands in for somebody whom the task asks. */
export const standsIn = (task: Row, userId: string): boolean => userId in (task.stand_ins ?? {});

const handlersOf = (tasks: readonly Row[], names: ReadonlyMap<string, string>): readonly StepHandler[] =>
  tasks.flatMap((task) => {
    if (task.task_id === null) return [];
    const people = task.handled_by === null ? task.candidates : [task.handled_by];
    return people.map((userId) => ({
      UserId: userId,
      UserName: task.handled_by === null ? (names.get(userId) ?? '') : handlerName(names, userId, task.on_behalf_of),
      OnBehalfOf: task.on_behalf_of,
      StandIns: standInsFor(task, userId).map((delegate) => ({
        UserId: delegate,
        UserName: names.get(delegate) ?? '',
      })),
      state: HANDLER_STATE[task.task_state],
      handledAt: task.handled_by === null ? null : iso(task.handled_at),
      Opinion: task.opinion,
      part: task.added_where ?? 'own',
      addedBy: task.added_by === null ? null : (names.get(task.added_by) ?? ''),
      asked: task.asked,
      signature: task.handled_by === null ? null : task.signature,
    }));
  });

/** Signers and delegates beside the task that they were added to, so that a step reads in the order of its work. */
const inOrder = (tasks: readonly Row[]): readonly Row[] => {
  const at = (task: Row): number => tasks.indexOf(task);
  const around = (task: Row, before: boolean): readonly Row[] =>
    tasks
      .filter((one) => one.added_to === at(task) && (one.added_where !== 'after') === before)
      .flatMap((one) => withAdded(one));
  const withAdded = (task: Row): readonly Row[] => [...around(task, true), task, ...around(task, false)];
  return tasks.filter((task) => task.added_to === null).flatMap((task) => withAdded(task));
};

const viewOf = (tasks: readonly Row[], picture: Picture, viewerId: string): StepView | null => {
  const run = tasks[0];
  if (!run || run.run_id === null) return null;
  const handlers = handlersOf(run.task_id === null ? [] : inOrder(tasks), picture.names);
  const mine = tasks.filter((task) => isTheirs(task, viewerId));
  const own =
    mine.find((task) => task.task_state === 'open') ?? tasks.find((task) => standsIn(task, viewerId)) ?? mine[0];
  const last = tasks.reduce<Row | undefined>(
    (latest, task) => (task.handled_by !== null && (task.handled_at ?? 0) >= (latest?.handled_at ?? 0) ? task : latest),
    undefined,
  );
  const shown = own ?? last ?? run;
  const step = picture.chain?.steps[run.step_index];
  const voters = tasks.filter((task) => task.added_to === null && task.task_state !== 'removed').length;
  return {
    NodeRecordId: shown.task_id,
    key: run.node_key,
    name: run.name,
    IsFinal: run.is_final,
    CreatedByUserId: own === undefined ? (handlers.at(-1)?.UserId ?? null) : viewerId,
    NextHandlerUserId: null,
    handlers,
    state: run.run_state,
    Opinion: last?.opinion ?? null,
    handledAt: run.run_state === 'active' || run.run_state === 'skipped' ? null : iso(run.ended_at),
    why: run.why,
    round: run.returns + 1,
    mode: run.mode,
    votesNeeded: run.mode === 'vote' && voters > 0 ? votesNeeded({ pass: step?.pass ?? 100 }, voters) : null,
    parallel: picture.chain === null ? null : parallelOf(picture.chain, run.step_index),
    arrivedAt: iso(run.run_created_at),
    dueAt: iso(run.run_due_at),
    timeout: step?.policy?.timeout ?? 'remind',
    workingHours: run.run_state === 'active' || run.hours === null ? null : Number(run.hours).toFixed(1),
    usual: null,
    expectedAt: null,
    chosen: step?.by === 'chosen',
    printed: step?.print?.shown !== false,
  };
};

/** Who comes next, step by step: the viewer where they are one of several. Behind a step there may be several, side by side. */
const linkNext = (views: readonly StepView[], chain: Chain | null, viewerId: string): readonly StepView[] => {
  const blocks = chain === null ? [] : flowBlocks(chain);
  const indexes = new Map((chain?.steps ?? []).map((step, index) => [step.key, index]));
  const at = (view: StepView): number => indexes.get(view.key) ?? START;
  return views.map((view, place) => {
    const later = views.slice(place + 1).filter((other) => other.state !== 'skipped');
    const next = later.find((other) => other.round > view.round || isBefore(blocks, at(view), at(other)));
    const beside =
      next?.parallel === null || next === undefined
        ? []
        : later.filter(
            (other) =>
              other.round === next.round &&
              other.parallel?.block === next.parallel?.block &&
              view.parallel?.block !== next.parallel?.block,
          );
    const people = [next, ...beside].flatMap(
      (other) =>
        other?.handlers.flatMap((handler) => [handler.UserId, ...handler.StandIns.map((one) => one.UserId)]) ?? [],
    );
    return { ...view, NextHandlerUserId: people.includes(viewerId) ? viewerId : (people[0] ?? null) };
  });
};

/** Steps of a record. People of steps to come are looked up only where `directory` is given; conditions only where `facts` are. */
export const stepViews = async (
  db: Db,
  picture: Picture,
  viewerId: string,
  facts: Facts | null,
  directory: HandlerSource | null,
  current: Chain | null,
): Promise<readonly StepView[]> => {
  const [first] = picture.rows;
  if (!first) return [];
  const groups = Map.groupBy(picture.rows, (row) => row.run_id);
  const taken = [...groups.values()].flatMap((tasks) => viewOf(tasks, picture, viewerId) ?? []);
  const chain = picture.chain ?? current;
  const started = taken.length > 0 ? taken : [startView(first.starter, picture.names.get(first.starter) ?? '')];
  const live = first.status === 'running' || first.status === 'returned' || first.status === 'draft';
  if (!live || chain === null) return linkNext(started, chain, viewerId);
  const running = picture.rows.filter((row) => row.run_state === 'active');
  const active = new Map<number, readonly string[]>();
  for (const row of running)
    active.set(
      row.step_index,
      row.step_index === START ? [] : [...(active.get(row.step_index) ?? []), ...row.candidates],
    );
  const indexes = new Map(chain.steps.map((step, index) => [step.key, index]));
  const from = {
    active: active.size > 0 ? active : new Map([[START, []]]),
    round: Math.max(
      ...picture.rows.map((row) => (row.run_state === 'returned' ? row.returns + 2 : (row.returns ?? 0) + 1)),
    ),
    instanceId: first.instance_id,
    resume: first.resume.flatMap((key) => indexes.get(key) ?? []),
    agreed: new Map(
      Object.entries(first.agreed).flatMap(([key, { by }]) => {
        const index = indexes.get(key);
        return index === undefined ? [] : [[index, by] as const];
      }),
    ),
    kept: new Map(
      Object.entries(first.kept).flatMap(([key, { by, round, carried = false }]) => {
        const index = indexes.get(key);
        // Nobody's own agreement counts once they are the applicant.
        const stands = index !== undefined && round !== undefined && !by.includes(first.starter);
        return stands ? [[index, { round, carried }] as const] : [];
      }),
    ),
  };
  const withFacts: Facts = facts ?? {
    title: '',
    serial: null,
    starterId: first.starter,
    starterDept: '',
    projectCode: null,
    amount: null,
    evaluate: () => true,
    usersOf: () => [],
  };
  const coming = await predictFrom(db, facts === null ? null : directory, chain, withFacts, from);
  return linkNext([...started, ...coming], chain, viewerId);
};

/** Whether the person started, was asked about, or got a copy of the record. */
export const isParticipant = async (db: Db, userId: string, moduleId: ModuleId, businessId: string): Promise<boolean> =>
  (await db
    .selectFrom('wf_participant')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('module_id', '=', moduleId)
    .where('biz_id', '=', businessId)
    .executeTakeFirst()) !== undefined;

/** Everybody who started, was asked about, or got a copy of a record. */
export const participantsOf = async (db: Db, moduleId: ModuleId, businessId: string): Promise<readonly string[]> =>
  (
    await db
      .selectFrom('wf_participant')
      .select('user_id')
      .where('module_id', '=', moduleId)
      .where('biz_id', '=', businessId)
      .execute()
  ).map((row) => row.user_id);

/** What opened records to a person whose data scope does not show them, by business id: a copy and its sender, or a part in the approval. */
export const openedBy = async (
  db: Db,
  moduleId: ModuleId,
  userId: string,
  businessIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (businessIds.length === 0) return new Map();
  const { rows } = await sql<{ biz_id: string; handled: boolean; copied: boolean; senders: string | null }>`
    select i.biz_id,
           bool_or(exists (select from wf_task t where t.instance_id = i.id and ${userId}::bigint = any(t.candidates))) as handled,
           count(c.id) > 0 as copied, string_agg(distinct s.user_name, '、') as senders
      from wf_instance i
      left join wf_cc c on c.instance_id = i.id and c.user_id = ${userId}
      left join app_user s on s.id = c.sent_by
     where i.module_id = ${moduleId} and i.biz_id = any(${[...businessIds]}::bigint[])
     group by i.biz_id`.execute(db);
  return new Map(
    rows.map(({ biz_id, handled, copied, senders }) => [
      biz_id,
      [copied ? (senders === null ? '抄送' : `${senders}抄送`) : '', handled || !copied ? '参与审批' : '']
        .filter((word) => word !== '')
        .join('，'),
    ]),
  );
};

/** Current steps and their people for the rows of a list page, by business id; several only inside a parallel block. */
export const currentSteps = async (
  db: Db,
  directory: HandlerSource,
  moduleId: ModuleId,
  businessIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly step: string; readonly handlers: string }>> => {
  if (businessIds.length === 0) return new Map();
  const { rows } = await sql<{ biz_id: string; name: string; people: string[] }>`
    select i.biz_id, r.name, array_agg(distinct c.person) as people
      from wf_instance i
      join wf_node_run r on r.instance_id = i.id and r.state = 'active'
      join wf_task t on t.run_id = r.id and t.state = 'open'
      cross join unnest(t.candidates) as c(person)
     where i.module_id = ${moduleId} and i.biz_id = any(${[...businessIds]}::bigint[]) and i.status in ('running', 'returned')
     group by i.biz_id, r.step_index, r.name
     order by i.biz_id, r.step_index`.execute(db);
  const names = await directory.userNames(db, [...new Set(rows.flatMap((row) => row.people))]);
  return new Map(
    [...Map.groupBy(rows, (row) => row.biz_id)].map(([id, steps]) => [
      id,
      {
        step: steps.map((step) => step.name).join('、'),
        handlers: [...new Set(steps.flatMap((step) => step.people))]
          .map((person) => names.get(person) ?? '')
          .join('、'),
      },
    ]),
  );
};
