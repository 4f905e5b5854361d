/** A record's approval as people read it: steps taken, the active one, those to come, and what the viewer may do. */
import { sql } from 'kysely';
import type { ModuleId } from '@hengneng/core';
import type { Db } from '../../platform/db/schema.ts';
import { freshState, START } from './decide.ts';
import { mayCancel } from './execute.ts';
import { predictFrom, startView } from './predict.ts';
import type { AgreedJson } from './schema.ts';
import { chainById } from './store.ts';
import type {
  ActionName,
  Actor,
  Chain,
  Facts,
  FlowStatus,
  HandlerSource,
  Standing,
  StepHandler,
  StepView,
} from './types.ts';

interface Row {
  readonly instance_id: string;
  readonly status: FlowStatus;
  readonly round: number;
  readonly resume: string[];
  readonly agreed: AgreedJson;
  readonly starter: string;
  readonly instance_handled_by: string | null;
  readonly definition_id: string | null;
  readonly form_version: number;
  readonly run_id: string | null;
  readonly node_key: string;
  readonly step_index: number;
  readonly run_round: number;
  readonly name: string;
  readonly mode: 'any' | 'all' | 'turn';
  readonly is_final: boolean;
  readonly run_state: 'active' | 'done' | 'returned' | 'skipped' | 'cancelled';
  readonly why: string;
  readonly hours: string | null;
  readonly run_created_at: Date;
  readonly run_due_at: Date | null;
  readonly ended_at: Date | null;
  readonly task_id: string | null;
  readonly task_state: 'open' | 'waiting' | 'agreed' | 'rejected' | 'cancelled';
  readonly candidates: string[];
  readonly handled_by: string | null;
  readonly handled_at: Date | null;
  readonly opinion: string | null;
  readonly claimed_by: string | null;
  readonly claimed_until: Date | null;
}

/** What `view` and its parts are made of: one query, names included. */
export interface Picture {
  readonly rows: readonly Row[];
  readonly names: ReadonlyMap<string, string>;
  readonly chain: Chain | null;
}

/** Reads the newest approval of a record; null where it was never noted. */
export const readPicture = async (
  db: Db,
  directory: HandlerSource,
  moduleId: ModuleId,
  businessId: string,
): Promise<Picture | null> => {
  const { rows } = await sql<Row>`
    select i.id as instance_id, i.status, i.round, i.resume, i.agreed, i.starter, i.handled_by as instance_handled_by,
           i.definition_id, i.form_version,
           r.id as run_id, r.node_key, r.step_index, r.round as run_round, r.name, r.mode, r.is_final, r.state as run_state, r.why,
           r.hours, r.created_at as run_created_at, r.due_at as run_due_at, r.ended_at,
           t.id as task_id, t.state as task_state, t.candidates, t.handled_by, t.handled_at, t.opinion, t.claimed_by, t.claimed_until
      from (select * from wf_instance where module_id = ${moduleId} and biz_id = ${businessId} order by id desc limit 1) i
      left join wf_node_run r on r.instance_id = i.id
      left join wf_task t on t.run_id = r.id
     order by r.id, t.position`.execute(db);
  const first = rows[0];
  if (!first) return null;
  const people = new Set(rows.flatMap((row) => [...(row.candidates ?? []), row.handled_by, row.claimed_by]));
  people.add(first.starter);
  people.delete(null);
  const [names, chain] = await Promise.all([
    directory.userNames(db, [...people] as string[]),
    first.definition_id === null ? null : chainById(db, first.definition_id),
  ]);
  return { rows, names, chain };
};

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const HANDLER_STATE = {
  open: 'active',
  waiting: 'waiting',
  agreed: 'agreed',
  rejected: 'rejected',
  cancelled: 'cancelled',
} as const;

const handlersOf = (tasks: readonly Row[], names: ReadonlyMap<string, string>): readonly StepHandler[] =>
  tasks.flatMap((task) => {
    if (task.task_id === null) return [];
    const people = task.handled_by === null ? task.candidates : [task.handled_by];
    return people.map((userId) => ({
      UserId: userId,
      UserName: names.get(userId) ?? '',
      state: HANDLER_STATE[task.task_state],
      handledAt: task.handled_by === null ? null : iso(task.handled_at),
      Opinion: task.opinion,
    }));
  });

const viewOf = (tasks: readonly Row[], picture: Picture, viewerId: string): StepView | null => {
  const run = tasks[0];
  if (!run || run.run_id === null) return null;
  const handlers = handlersOf(tasks, picture.names);
  const own = tasks.find((task) =>
    (task.handled_by === null ? (task.candidates ?? []) : [task.handled_by]).includes(viewerId),
  );
  const last = [...tasks].reverse().find((task) => task.handled_by !== null);
  const shown = own ?? last ?? run;
  const step = picture.chain?.steps[run.step_index];
  return {
    NodeRecordId: shown.task_id,
    key: run.node_key,
    name: run.name,
    IsFinal: run.is_final,
    CreatedByUserId: handlers.some((one) => one.UserId === viewerId) ? viewerId : (handlers.at(-1)?.UserId ?? null),
    NextHandlerUserId: null,
    handlers,
    state: run.run_state,
    Opinion: last?.opinion ?? null,
    handledAt: run.run_state === 'active' || run.run_state === 'skipped' ? null : iso(run.ended_at),
    why: run.why,
    round: run.run_round,
    mode: run.mode,
    arrivedAt: iso(run.run_created_at),
    dueAt: iso(run.run_due_at),
    workingHours: run.run_state === 'active' || run.hours === null ? null : Number(run.hours).toFixed(1),
    chosen: step?.by === 'chosen',
  };
};

/** Who comes next, step by step: the viewer where they are one of several. */
const linkNext = (views: readonly StepView[], viewerId: string): readonly StepView[] =>
  views.map((view, at) => {
    const next = views.slice(at + 1).find((other) => other.state !== 'skipped');
    const people = next?.handlers.map((handler) => handler.UserId) ?? [];
    return { ...view, NextHandlerUserId: people.includes(viewerId) ? viewerId : (people[0] ?? null) };
  });

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
  if (!live || chain === null) return linkNext(started, viewerId);
  const active = picture.rows.find((row) => row.run_state === 'active');
  const resumeKey = first.resume.at(-1);
  const resume = resumeKey === undefined ? null : chain.steps.findIndex((step) => step.key === resumeKey);
  const from = {
    index: active?.step_index ?? START,
    by: active === undefined || active.step_index === START ? [] : [...active.candidates],
    round: first.round,
    resume,
    agreed: new Set(chain.steps.flatMap((step, index) => (step.key in first.agreed ? [index] : []))),
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
  return linkNext([...started, ...coming], viewerId);
};

/** The applicant takes a record back while nobody has handled it, or once it has come back anyway. */
export const mayWithdraw = (status: FlowStatus, handledBy: string | null): boolean =>
  status === 'returned' || (status === 'running' && handledBy === null);

/** What the actor may do with the record now, as far as its approval goes. */
export const standingOf = (picture: Picture, actor: Actor, now: Date): Standing => {
  const [first] = picture.rows;
  if (!first) return { actions: [], taskId: null, stepKey: null, claimedBy: null };
  const own = picture.rows.find((row) => row.task_state === 'open' && row.candidates.includes(actor.userId));
  const claimed =
    own !== undefined && own.claimed_by !== null && own.claimed_by !== actor.userId && (own.claimed_until ?? now) > now
      ? (picture.names.get(own.claimed_by) ?? '其他人')
      : null;
  const starter = first.starter === actor.userId;
  const actions: ActionName[] = [];
  if (starter && (first.status === 'returned' || first.status === 'withdrawn')) actions.push('Submit', 'Edit');
  if (own !== undefined && first.status === 'running' && claimed === null)
    actions.push('Approve', 'Reject', 'Transfer');
  const held = own?.claimed_by === actor.userId && (own.claimed_until ?? now) > now;
  if (actions.includes('Approve') && (own?.candidates.length ?? 0) > 1) actions.push(held ? 'Release' : 'Claim');
  if (starter && mayWithdraw(first.status, first.instance_handled_by)) actions.push('Withdraw');
  const others = picture.rows.some(
    (row) => row.task_state === 'open' && row.candidates.some((person) => person !== actor.userId),
  );
  if (starter && first.status === 'running' && others) actions.push('Urge');
  if (first.status === 'approved' && mayCancel(voidable(first), actor)) actions.push('Cancel');
  const involved =
    starter ||
    picture.rows.some((row) => (row.candidates ?? []).includes(actor.userId) || row.handled_by === actor.userId);
  if (involved && first.status !== 'draft') actions.push('Cc');
  return { actions, taskId: own?.task_id ?? null, stepKey: own?.node_key ?? null, claimedBy: claimed };
};

const voidable = (row: Row) => ({
  state: {
    ...freshState([], row.starter),
    status: row.status,
    agreed: new Map(Object.entries(row.agreed).map(([key, agreement]) => [Number(key.slice(1)), agreement])),
  },
});

/** Whether the person started, was asked about, or got a copy of the record. */
export const isParticipant = async (db: Db, userId: string, moduleId: ModuleId, businessId: string): Promise<boolean> =>
  (await db
    .selectFrom('wf_participant')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('module_id', '=', moduleId)
    .where('biz_id', '=', businessId)
    .executeTakeFirst()) !== undefined;

/** For a list's row filter: ids of the module's records that the person takes part in, as a subquery of one `bigint` column. */
export const participantFilter = (moduleId: ModuleId, userId: string) =>
  sql<string>`(select p.biz_id from wf_participant p where p.user_id = ${userId} and p.module_id = ${moduleId})`;

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

/** Current step and its people for the rows of a list page, by business id. */
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
      join wf_node_run r on r.id = i.current_run
      join wf_task t on t.run_id = r.id and t.state = 'open'
      cross join unnest(t.candidates) as c(person)
     where i.module_id = ${moduleId} and i.biz_id = any(${[...businessIds]}::bigint[]) and i.status in ('running', 'returned')
     group by i.biz_id, r.name`.execute(db);
  const names = await directory.userNames(db, [...new Set(rows.flatMap((row) => row.people))]);
  return new Map(
    rows.map((row) => [
      row.biz_id,
      { step: row.name, handlers: row.people.map((person) => names.get(person) ?? '').join('、') },
    ]),
  );
};
