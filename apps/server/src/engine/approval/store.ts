/** Published chains and the rows of approvals, under their lock. */
import { type Selectable, sql } from 'kysely';
import type { ModuleId } from '@hengneng/core';
import { raw } from '../../platform/db/raw.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import './schema.ts';
import type { WfInstanceTable } from './schema.ts';
import type { Chain, NotedDraft } from './types.ts';
import { keptOfDatabase } from '../../platform/db/kept.ts';

export type InstanceRow = Selectable<WfInstanceTable>;

/** Published chains never change, so they are read once per process. */
const chains = keptOfDatabase<string, Chain>();
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

const definitionIds = keptOfDatabase<string, string>();

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

type Moment = 'created_at' | 'submitted_at' | 'finished_at' | 'urged_at';
/** An approval as one JSON value: taking thirty columns apart takes the driver longer than finding them. */
type Locked = Omit<InstanceRow, Moment> & Readonly<Record<Moment, string | null>>;
/** An instant out of JSON. */
export const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

const lockedBy = (where: string): string => `
  select row_to_json(i) as instance from (
    select id::text, module_id, biz_id::text, definition_id::text, status, round, resume, agreed, kept, handled_by::text, current_run::text,
           starter::text, starter_dept, project_code, serial, title, amount::text, form_version, form_hash, lock_version, seq, head_hash, urged_at,
           created_at, submitted_at, finished_at
      from wf_instance where ${where}) i`;
const BY_RECORD = lockedBy('module_id = $1 and biz_id = $2::bigint order by id desc limit 1 for update');
const BY_TASK = lockedBy('id = (select instance_id from wf_task where id = $1::bigint) for update');

const lock = async (tx: Tx, text: string, values: readonly string[]): Promise<InstanceRow | undefined> => {
  const [row] = await raw<{ readonly instance: Locked }>(tx, text, values);
  if (row === undefined) return undefined;
  const { instance } = row;
  return {
    ...instance,
    created_at: new Date(instance.created_at ?? 0),
    submitted_at: momentOf(instance.submitted_at),
    finished_at: momentOf(instance.finished_at),
    urged_at: momentOf(instance.urged_at),
  };
};

/** The newest approval of a record, locked until the transaction ends. */
export const lockRecord = (tx: Tx, moduleId: ModuleId, businessId: string): Promise<InstanceRow | undefined> =>
  lock(tx, BY_RECORD, [moduleId, businessId]);

/** The approval that a task belongs to, locked until the transaction ends. */
export const lockByTask = (tx: Tx, taskId: string): Promise<InstanceRow | undefined> => lock(tx, BY_TASK, [taskId]);

/**
 * Notes a record among what its applicant started; a draft until it is submitted. One that is in the applicant's hands again (returned,
 * withdrawn) keeps its state and only gets its new title.
 */
export const noteDraft = async (tx: Tx, draft: NotedDraft): Promise<void> => {
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

/** Notes records that were only just written, as `noteDraft` does. */
export const noteDrafts = async (tx: Tx, drafts: readonly NotedDraft[]): Promise<void> => {
  const given = drafts.map(({ moduleId, businessId, facts, now }) => ({
    module: moduleId,
    biz: businessId,
    starter: facts.starterId,
    dept: facts.starterDept,
    project: facts.projectCode,
    serial: facts.serial,
    title: facts.title,
    amount: facts.amount,
    at: now.toISOString(),
  }));
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(module text, biz bigint, starter bigint, dept text, project text,
        serial text, title text, amount numeric, at timestamptz)
    ), entry as (
      insert into wf_instance (module_id, biz_id, starter, starter_dept, project_code, serial, title, amount, created_at)
      select module, biz, starter, dept, project, serial, title, amount, at from given order by biz
    )
    insert into wf_participant (user_id, module_id, biz_id) select starter, module, biz from given on conflict do nothing`.execute(
    tx,
  );
};

/** Forgets drafts: they have never been submitted. */
export const dropDrafts = async (tx: Tx, moduleId: ModuleId, ids: readonly string[]): Promise<void> => {
  await sql`delete from wf_instance where module_id = ${moduleId} and biz_id = any(${[...ids]}::bigint[]) and status = 'draft'`.execute(
    tx,
  );
  await sql`delete from wf_participant where module_id = ${moduleId} and biz_id = any(${[...ids]}::bigint[])`.execute(
    tx,
  );
};

/** A fresh approval of a record that has no live one. Where another request was faster, its approval stands. */
export const startInstance = async (tx: Tx, draft: NotedDraft): Promise<void> => {
  const { facts } = draft;
  await sql`
    insert into wf_instance (module_id, biz_id, starter, starter_dept, project_code, serial, title, amount, created_at)
    values (${draft.moduleId}, ${draft.businessId}, ${facts.starterId}, ${facts.starterDept}, ${facts.projectCode}, ${facts.serial},
            ${facts.title}, ${facts.amount}, ${draft.now})
    on conflict (module_id, biz_id) where status in ('draft', 'running', 'returned') do nothing`.execute(tx);
};
