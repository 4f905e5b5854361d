/** One record's approval in detail: its log, one of its steps as it was handled, its end, its printed copies. */
import { likeText } from '../../platform/db/like.ts';
import { sql } from 'kysely';
import type { ModuleId } from '@hengneng/core';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { actionLabel } from './log.ts';
import type { FlowStatus } from './types.ts';
import { type RecordColumns, recordColumns, recordJoins, recordOf } from './record-columns.ts';
import { printCode } from './verify.ts';
import { principalOf } from './writing.ts';

/** Members of the log's events that name people besides who acted. */
const OTHERS = ['added', 'removed', 'joined', 'to'] as const;

const idsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.flatMap(idsIn) : [];

/** Whom a command concerned besides who gave it. */
const concerned = (data: Readonly<Record<string, unknown>>): readonly string[] => {
  const events = Array.isArray(data['events']) ? (data['events'] as readonly Readonly<Record<string, unknown>>[]) : [];
  return [...new Set([...events.flatMap((event) => OTHERS.flatMap((key) => idsIn(event[key]))), ...idsIn(data['to'])])];
};

/** The log of the newest approval of a record, oldest first. */
export const actionsOf = async (db: Db, moduleId: ModuleId, businessId: string) => {
  const rows = await db
    .selectFrom('wf_action as a')
    .innerJoin('wf_instance as i', 'i.id', 'a.instance_id')
    .select(['a.seq', 'a.kind', 'a.node_name', 'a.actor', 'a.actor_name', 'a.opinion', 'a.at', 'a.data'])
    .where('i.module_id', '=', moduleId)
    .where('i.biz_id', '=', businessId)
    .orderBy('i.id')
    .orderBy('a.seq')
    .execute();
  const others = rows.map((row) => concerned(row.data));
  const people = [...new Set(others.flat())];
  const named =
    people.length === 0
      ? []
      : (
          await sql<{ id: string; name: string }>`
    select id::text, user_name as name from app_user where id = any(${people}::bigint[])`.execute(db)
        ).rows;
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return rows.map((row, index) => ({
    // Numbered over all approvals of the record: one submitted again after a withdrawal goes on counting.
    seq: index + 1,
    kind: row.kind,
    label: actionLabel(row.kind),
    step: row.node_name,
    UserId: row.actor,
    UserName: row.actor_name,
    to: (others[index] ?? []).flatMap((id) => names.get(id) ?? []),
    Opinion: row.opinion,
    at: row.at.toISOString(),
  }));
};

/** The record that a task belongs to, as lists show it, with what the task itself knows. */
export const taskDetail = async (db: Db, taskId: string) => {
  const { rows } = await sql<
    RecordColumns & {
      instance_id: string;
      node_key: string;
      round: number;
      task_state: string;
      form_version: number | null;
      claimed_by: string | null;
      claimed_until: Date | null;
      claimer: string | null;
    }
  >`
    select i.id as instance_id, ${recordColumns},
           r.node_key, t.state as task_state,
           (select count(*)::int + 1 from wf_node_run b where b.instance_id = r.instance_id and b.state = 'returned'
              and b.id < r.id and b.ended_at <= r.created_at) as round, t.form_version, t.claimed_by, t.claimed_until, c.user_name as claimer
      from wf_task t
      join wf_node_run r on r.id = t.run_id
      join wf_instance i on i.id = t.instance_id
      ${recordJoins}
      left join app_user c on c.id = t.claimed_by
     where t.id = ${taskId}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return {
    row,
    record: recordOf(row),
  };
};

/** Opinions for picking instead of typing: those that a person wrote down for good, then those that they write most. */
export const phrasesOf = async (db: Db, userId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('wf_phrase')
    .select('text')
    .where('user_id', '=', userId)
    .orderBy('kept', 'desc')
    .orderBy('uses', 'desc')
    .orderBy('used_at', 'desc')
    .limit(8)
    .execute();
  return rows.map((row) => row.text);
};

const CLAIM_MS = 600_000;
/** Everybody who may handle the task `t`, those who stand in among them. */
const PRINCIPALS = sql`(select array_agg(a.principal) from wf_task_actor a where a.task_id = t.id)`;

/**
 * Takes a task that several people may handle for ten minutes, so that two do not fill in the same section at once. Leaves alone a task that
 * another has open, is closed, or has only one person.
 * @returns the others who may handle it; null where nothing was taken
 */
export const claim = async (tx: Tx, taskId: string, userId: string, now: Date): Promise<readonly string[] | null> => {
  const { rows } = await sql<{ others: string[] }>`
    update wf_task t set claimed_by = ${userId}, claimed_until = ${new Date(now.getTime() + CLAIM_MS)}
     where id = ${taskId} and state = 'open' and array[${principalOf(userId)}] <@ ${PRINCIPALS} and cardinality(${PRINCIPALS}) > 1
       and (claimed_by is null or claimed_by = ${userId} or claimed_until <= ${now})
    returning (select array_agg(substr(p, 3)) from unnest(${PRINCIPALS}) p where p <> ${principalOf(userId)}) as others`.execute(
    tx,
  );
  return rows[0]?.others ?? null;
};

/** Gives a claimed task back before its time is over. @returns the others who may handle it; null where it was not this person's */
export const release = async (tx: Tx, taskId: string, userId: string, now: Date): Promise<readonly string[] | null> => {
  const { rows } = await sql<{ others: string[] }>`
    update wf_task set claimed_by = null, claimed_until = null
     where id = ${taskId} and state = 'open' and claimed_by = ${userId} and claimed_until > ${now}
    returning array_remove(candidates, ${userId}::bigint)::text[] as others`.execute(tx);
  return rows[0]?.others ?? null;
};

/** How the newest approval of a record stands; null where it was never submitted. */
export const standingEnd = async (db: Db, moduleId: ModuleId, businessId: string) => {
  const { rows } = await sql<{
    id: string;
    status: FlowStatus;
    finished_at: Date | null;
    head_hash: string;
    copies: number;
  }>`
    select i.id, i.status, i.finished_at, i.head_hash,
           (select coalesce(max(l.copy), 0) from wf_print_log l where l.module_id = i.module_id and l.biz_id = i.biz_id)::int as copies
      from wf_instance i where i.module_id = ${moduleId} and i.biz_id = ${businessId}
     order by i.id desc limit 1`.execute(db);
  return rows[0] ?? null;
};

/** Counts a print: its copy number, and the head of the log as it goes on the paper. Prints of one record queue up, so no number is given twice. */
export const countPrint = async (
  tx: Tx,
  moduleId: ModuleId,
  businessId: string,
  userId: string,
): Promise<{ readonly BusinessId: string; readonly copy: number; readonly code: string | null }> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`print:${moduleId}:${businessId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ copy: number; head_hash: string }>`
    insert into wf_print_log (module_id, biz_id, copy, printed_by, head_hash)
    select ${moduleId}, ${businessId}, coalesce(max(copy), 0) + 1, ${userId},
           coalesce((select head_hash from wf_instance where module_id = ${moduleId} and biz_id = ${businessId} order by id desc limit 1), '')
      from wf_print_log where module_id = ${moduleId} and biz_id = ${businessId}
    returning copy, head_hash`.execute(tx);
  const { copy = 1, head_hash: hash = '' } = rows[0] ?? {};
  return { BusinessId: businessId, copy, code: printCode(hash, copy) };
};

/** My drafts with these ids; without a module an id may mean several. */
export const draftsOf = async (
  db: Db,
  userId: string,
  businessIds: readonly string[],
  moduleId: ModuleId | undefined,
): Promise<readonly { readonly moduleId: ModuleId; readonly businessId: string }[]> => {
  const rows = await db
    .selectFrom('wf_instance')
    .select(['module_id', 'biz_id'])
    .where('starter', '=', userId)
    .where('status', '=', 'draft')
    .where('biz_id', 'in', [...businessIds])
    .$if(moduleId !== undefined, (q) => q.where('module_id', '=', moduleId ?? ''))
    .execute();
  return rows.map((row) => ({ moduleId: row.module_id as ModuleId, businessId: row.biz_id }));
};

interface Candidate {
  readonly id: string;
  readonly user_name: string;
  readonly dept: string | null;
  readonly pending: number;
  readonly delegate: string | null;
}

/** People to pick from, with how much already waits for each. `ids` null: anybody active. */
export const pickable = async (
  db: Db,
  ids: readonly string[] | null,
  except: string,
  keyword: string | undefined,
  now: Date,
): Promise<readonly Candidate[]> => {
  const like = keyword === undefined || keyword === '' ? null : likeText(keyword);
  const { rows } = await sql<Candidate>`
    select u.id, u.user_name, d.name as dept,
           (select count(*)::int from wf_task_actor a where a.principal = 'u:' || u.id) as pending,
           (select g.user_name from running_delegations(${now}) r join app_user g on g.id = r.delegate where r.owner = u.id
             order by r.modules nulls first limit 1) as delegate
      from app_user u
      left join dept d on d.id = u.dept_id
     where u.state = 'active' and u.id <> ${except}
       ${ids === null ? sql`` : sql`and u.id = any(${[...ids]}::bigint[])`}
       ${like === null ? sql`` : sql`and (u.user_name ilike ${like} or u.account ilike ${like} or u.pinyin ilike ${like})`}
     order by u.user_name, u.id limit 100`.execute(db);
  return rows;
};
