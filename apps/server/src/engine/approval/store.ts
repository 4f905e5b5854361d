/** Reads an approval under its lock and turns rows into the state that `decide` knows. */
import { type Selectable, sql } from 'kysely';
import type { ModuleId } from '@hengneng/core';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { type Agreement, type FlowState, type FlowStep, type FlowTask, freshState, START } from './decide.ts';
import './schema.ts';
import { standInsOf } from './stand-in.ts';
import type { AgreedJson, WfInstanceTable } from './schema.ts';
import type { Chain, ChainStep, Facts } from './types.ts';

export type InstanceRow = Selectable<WfInstanceTable>;

export interface TaskRow {
  readonly id: string;
  readonly position: number;
  readonly kind: 'approve' | 'revise';
  readonly state: FlowTask['state'];
  readonly version: number;
  readonly candidates: readonly string[];
  readonly handled_by: string | null;
  readonly claimed_by: string | null;
  readonly claimed_until: Date | null;
  readonly created_at: Date;
  readonly due_at: Date | null;
  /** Delegate → whose task it then is: who else may handle it now. */
  readonly standIns: Readonly<Record<string, string>>;
}

export interface ActiveRun {
  readonly id: string;
  readonly index: number;
  readonly createdAt: Date;
  readonly tasks: readonly TaskRow[];
}

export interface Loaded {
  readonly instance: InstanceRow;
  readonly chain: Chain;
  readonly run: ActiveRun | null;
  readonly state: FlowState;
}

/** Published chains never change, so they are read once per process. */
const chains = new Map<string, Chain>();
const DEFINITION_CACHE = 2000;

const remember = <V>(cache: Map<string, V>, key: string, value: V): void => {
  if (cache.size >= DEFINITION_CACHE) cache.clear();
  cache.set(key, value);
};

export const chainById = async (db: Db, definitionId: string): Promise<Chain> => {
  const known = chains.get(definitionId);
  if (known) return known;
  const row = await db
    .selectFrom('wf_definition')
    .select([
      'chain',
      // `now()` is the start of this transaction: a row written by it may still be rolled back, and its id used for another chain.
      sql<boolean>`published_at < now()`.as('settled'),
    ])
    .where('id', '=', definitionId)
    .executeTakeFirstOrThrow();
  if (row.settled) remember(chains, definitionId, row.chain);
  return row.chain;
};

const definitionIds = new Map<string, string>();

/** Id of the published version that says the same as this chain; publishes it where it is new. */
export const publish = async (tx: Tx, chain: Chain): Promise<string> => {
  const key = `${chain.moduleId}:${chain.hash}`;
  const known = definitionIds.get(key);
  if (known !== undefined) return known;
  const find = () =>
    tx
      .selectFrom('wf_definition')
      .select(['id', sql<boolean>`published_at < now()`.as('settled')])
      .where('module_id', '=', chain.moduleId)
      .where('hash', '=', chain.hash)
      .executeTakeFirst();
  let row = await find();
  if (!row) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`wf_definition:${chain.moduleId}`}, 0))`.execute(tx);
    await sql`
      insert into wf_definition (module_id, version, hash, chain)
      select ${chain.moduleId}, coalesce(max(version), 0) + 1, ${chain.hash}, ${JSON.stringify(chain)}::jsonb
        from wf_definition where module_id = ${chain.moduleId}
      on conflict (module_id, hash) do nothing`.execute(tx);
    row = await find();
  }
  if (!row) throw new Error(`chain of ${chain.moduleId} was not published`);
  if (row.settled) remember(definitionIds, key, row.id);
  return row.id;
};

/** The newest approval of a record, locked until the transaction ends. */
export const lockRecord = (tx: Tx, moduleId: ModuleId, businessId: string): Promise<InstanceRow | undefined> =>
  tx
    .selectFrom('wf_instance')
    .selectAll()
    .where('module_id', '=', moduleId)
    .where('biz_id', '=', businessId)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

/** The approval that a task belongs to, locked until the transaction ends. */
export const lockByTask = (tx: Tx, taskId: string): Promise<InstanceRow | undefined> =>
  tx
    .selectFrom('wf_instance')
    .selectAll()
    .where('id', '=', (q) => q.selectFrom('wf_task').select('instance_id').where('id', '=', taskId))
    .forUpdate()
    .executeTakeFirst();

interface Noted {
  readonly moduleId: ModuleId;
  readonly businessId: string;
  readonly facts: Facts;
  readonly now: Date;
}

/**
 * Notes a record among what its applicant started; a draft until it is submitted. One that is in the applicant's hands again (returned,
 * withdrawn) keeps its state and only gets its new title.
 */
export const noteDraft = async (tx: Tx, draft: Noted): Promise<void> => {
  const { facts } = draft;
  await sql`
    with known as (
      select id, status from wf_instance where module_id = ${draft.moduleId} and biz_id = ${draft.businessId} order by id desc limit 1
    ), renamed as (
      update wf_instance i
         set title = ${facts.title}, project_code = ${facts.projectCode}, amount = ${facts.amount}, serial = ${facts.serial}
        from known where i.id = known.id and known.status in ('draft', 'returned', 'withdrawn')
    ), entry as (
      insert into wf_instance (module_id, biz_id, starter, starter_dept, project_code, serial, title, amount, created_at)
      select ${draft.moduleId}, ${draft.businessId}, ${facts.starterId}, ${facts.starterDept}, ${facts.projectCode}, ${facts.serial},
             ${facts.title}, ${facts.amount}::numeric, ${draft.now}::timestamptz
       where not exists (select from known)
      on conflict (module_id, biz_id) where status in ('draft', 'running', 'returned') do nothing
    )
    insert into wf_participant (user_id, module_id, biz_id)
    values (${facts.starterId}, ${draft.moduleId}, ${draft.businessId})
    on conflict do nothing`.execute(tx);
};

/** A fresh approval of a record that has no live one. Where another request was faster, its approval stands. */
export const startInstance = async (tx: Tx, draft: Noted): Promise<void> => {
  const { facts } = draft;
  await sql`
    insert into wf_instance (module_id, biz_id, starter, starter_dept, project_code, serial, title, amount, created_at)
    values (${draft.moduleId}, ${draft.businessId}, ${facts.starterId}, ${facts.starterDept}, ${facts.projectCode}, ${facts.serial},
            ${facts.title}, ${facts.amount}, ${draft.now})
    on conflict (module_id, biz_id) where status in ('draft', 'running', 'returned') do nothing`.execute(tx);
};

const indexOf = (chain: Chain, key: string): number =>
  key === 'start' ? START : chain.steps.findIndex((step) => step.key === key);

export const keyOf = (chain: Chain, index: number): string => (index === START ? 'start' : stepAt(chain, index).key);

export const stepAt = (chain: Chain, index: number): ChainStep => {
  const step = chain.steps[index];
  if (!step) throw new Error(`chain of ${chain.moduleId} has no step ${index}`);
  return step;
};

/** The applicant's first name for the step before all others. */
export const START_NAME = '发起申请';
export const nameOf = (chain: Chain, index: number): string =>
  index === START ? START_NAME : stepAt(chain, index).name;

const flowSteps = (chain: Chain): readonly FlowStep[] =>
  chain.steps.map((step) => ({ key: step.key, mode: step.mode, passable: step.fieldKeys.length === 0 }));

const agreedOf = (chain: Chain, json: AgreedJson): ReadonlyMap<number, Agreement> =>
  new Map(Object.entries(json).map(([key, agreement]) => [indexOf(chain, key), agreement]));

export const agreedJson = (chain: Chain, agreed: ReadonlyMap<number, Agreement>): AgreedJson =>
  Object.fromEntries([...agreed].map(([index, agreement]) => [keyOf(chain, index), agreement]));

/** The whole picture of a locked instance at a moment. `chain` serves a record that was never submitted. */
export const load = async (tx: Tx, instance: InstanceRow, current: Chain, now: Date): Promise<Loaded> => {
  const chain = instance.definition_id === null ? current : await chainById(tx, instance.definition_id);
  const run = instance.current_run === null ? null : await activeRun(tx, instance.current_run, now);
  const state: FlowState = {
    ...freshState(flowSteps(chain), instance.starter),
    status: instance.status,
    round: instance.round,
    run:
      run === null
        ? null
        : { index: run.index, tasks: run.tasks.map(({ candidates, state: task }) => ({ candidates, state: task })) },
    resume: instance.resume.map((key) => indexOf(chain, key)),
    agreed: agreedOf(chain, instance.agreed),
    handledBy: instance.handled_by,
  };
  return { instance, chain, run, state };
};

const activeRun = async (tx: Tx, runId: string, now: Date): Promise<ActiveRun> => {
  const rows = await tx
    .selectFrom('wf_task as t')
    .innerJoin('wf_node_run as r', 'r.id', 't.run_id')
    .select([
      'r.id as run_id',
      'r.step_index',
      'r.created_at as run_created_at',
      't.id',
      't.position',
      't.kind',
      't.state',
      't.version',
      't.candidates',
      't.handled_by',
      't.claimed_by',
      't.claimed_until',
      't.created_at',
      't.due_at',
      't.on_behalf_of',
      standInsOf(now).as('standIns'),
    ])
    .where('t.run_id', '=', runId)
    .orderBy('t.position')
    .execute();
  const first = rows[0];
  if (!first) throw new Error(`node run ${runId} has no task`);
  return {
    id: runId,
    index: first.step_index,
    createdAt: first.run_created_at,
    // A closed task's candidate is the person who handled it, or for whom it was handled: they have had their say in this run.
    tasks: rows.map((row) => ({
      ...row,
      candidates: row.handled_by === null ? row.candidates : [row.on_behalf_of ?? row.handled_by],
    })),
  };
};

/** People whom a step was last given to, for a step that had been chosen by hand and is asked again. */
export const lastPeople = async (tx: Tx, instanceId: string, nodeKey: string): Promise<readonly string[]> => {
  const rows = await tx
    .selectFrom('wf_task as t')
    .innerJoin('wf_node_run as r', 'r.id', 't.run_id')
    .select(['t.candidates', 't.handled_by', 't.on_behalf_of'])
    .where('r.instance_id', '=', instanceId)
    .where('r.node_key', '=', nodeKey)
    .orderBy('r.round', 'desc')
    .orderBy('t.position')
    .limit(20)
    .execute();
  const first = rows[0];
  if (!first) return [];
  return first.handled_by === null ? first.candidates : [first.on_behalf_of ?? first.handled_by];
};
