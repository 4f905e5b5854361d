/**
 * Standing in: while a delegation runs, the delegate finds the owner's to-dos beside their own. Their rows in `wf_task_actor` name the
 * delegation; they are made when a task opens and when the delegation begins, and go with either.
 */
import { type RawBuilder, sql } from 'kysely';
import { raw } from '../../platform/db/raw.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import './schema.ts';

/** Somebody who has just got a to-do of somebody else. */
export interface StandIn {
  readonly taskId: string;
  readonly userId: string;
  readonly ownerName: string;
}

/** Somebody's place in the list of a task. */
interface Asked {
  readonly taskId: string;
  readonly userId: string;
}

/** A record, as people find it. */
interface Entry {
  readonly moduleId: string;
  readonly businessId: string;
}

/** Those whose delegates are let in: whoever is in a list by themselves. */
const EVERYBODY = sql`listed as (select task_id, principal from wf_task_actor where delegation_id is null)`;

/** The entries of these tasks that people have of themselves. */
const these = (asked: readonly Asked[]) =>
  sql`listed as (select task_id, principal from wf_task_actor where delegation_id is null and task_id = any(${asked.map((one) => one.taskId)}::bigint[]))`;

/**
 * Puts people into the lists of tasks; who stood in for somebody and is now asked themselves keeps it when the delegation ends. Whoever is given
 * sees the record from now on. Answers whether any of those asked has given their to-dos to somebody: hardly ever, and asking who it is takes
 * longer than all of this.
 */
const LIST = `
  with listed as (
    insert into wf_task_actor (task_id, principal, created_at)
    select task, 'u:' || person, $1::timestamptz from unnest($2::bigint[], $3::bigint[]) as a(task, person)
    on conflict (task_id, principal) do update set delegation_id = null
  ), shown as (
    insert into wf_participant (user_id, module_id, biz_id)
    select person, $4, $5::bigint from unnest($6::bigint[]) as p(person)
    on conflict do nothing
  )
  select exists (select from wf_delegation d
    where d.owner = any($3::bigint[]) and d.ended_at is null and d.starts_at <= $1::timestamptz and d.ends_at > $1::timestamptz) as given`;

/**
 * Lets delegates handle open tasks of those who gave them their to-dos. The applicant never stands in on their own record, and nothing is
 * passed on: a delegate's own delegate gets the delegate's own to-dos only.
 */
const letIn = async (tx: Tx, listed: RawBuilder<unknown>, now: Date): Promise<readonly StandIn[]> => {
  const { rows } = await sql<StandIn>`
    with ${listed}, added as (
      insert into wf_task_actor (task_id, principal, created_at, delegation_id)
      select t.id, 'u:' || d.delegate, ${now}::timestamptz, d.id
        from running_delegations(${now}) d
        join listed m on m.principal = 'u:' || d.owner
        join wf_task t on t.id = m.task_id and t.kind <> 'revise'
        join wf_instance i on i.id = t.instance_id
       where (d.modules is null or i.module_id = any(d.modules)) and i.starter <> d.delegate and d.delegate <> all(t.candidates)
       order by t.id, d.delegate
      on conflict do nothing
      returning task_id, delegation_id
    ), seen as (
      insert into wf_participant (user_id, module_id, biz_id)
      select distinct d.delegate, i.module_id, i.biz_id
        from added a
        join wf_delegation d on d.id = a.delegation_id
        join wf_task t on t.id = a.task_id
        join wf_instance i on i.id = t.instance_id
       order by 1, 2, 3
      on conflict do nothing
    )
    select a.task_id as "taskId", d.delegate as "userId", coalesce(o.user_name, '') as "ownerName"
      from added a join wf_delegation d on d.id = a.delegation_id left join app_user o on o.id = d.owner`.execute(tx);
  return rows;
};

/** The same of all open tasks. */
export const addStandIns = (tx: Tx, now: Date): Promise<readonly StandIn[]> => letIn(tx, EVERYBODY, now);

/** Lets people find tasks, and those who stand in for them; these and more people see the record from now on. */
export const addListed = async (
  tx: Tx,
  asked: readonly Asked[],
  people: readonly string[],
  record: Entry,
  now: Date,
): Promise<readonly StandIn[]> => {
  const [row] = await raw<{ given: boolean }>(tx, LIST, [
    now,
    asked.map((one) => one.taskId),
    asked.map((one) => one.userId),
    record.moduleId,
    record.businessId,
    people,
  ]);
  return row?.given === true ? letIn(tx, these(asked), now) : [];
};

/** Takes back what delegations made that do not run any more. @returns the delegates whose lists changed */
export const dropStandIns = async (tx: Tx, now: Date): Promise<readonly string[]> => {
  // Nor do they keep the owner waiting with what they had open. Tasks before lists: in this order commands lock them.
  await sql`
    update wf_task t set claimed_by = null, claimed_until = null
      from wf_task_actor a join wf_delegation d on d.id = a.delegation_id
     where a.task_id = t.id and t.claimed_by = d.delegate
       and not exists (select from running_delegations(${now}) r where r.id = d.id)`.execute(tx);
  const { rows } = await sql<{ delegate: string }>`
    delete from wf_task_actor a using wf_delegation d
     where d.id = a.delegation_id and a.delegation_id is not null
       and not exists (select from running_delegations(${now}) r where r.id = d.id)
    returning d.delegate`.execute(tx);
  return [...new Set(rows.map((row) => row.delegate))];
};

/** Of a task `t`, as a column of a query: `{ delegate: owner }` for whom a delegation lets handle it now; hardly ever anybody. */
export const standInsOf = (now: Date) => sql<Readonly<Record<string, string>>>`
  case when exists (select from wf_task_actor a where a.task_id = t.id and a.delegation_id is not null)
       then stand_ins(t.id, ${now}::timestamptz) else '{}'::jsonb end`;

/** Whether somebody may handle the task at the moment, because they are asked or stand in for who is. */
export const mayHandle = async (db: Db, taskId: string, userId: string, now: Date): Promise<boolean> => {
  const { rows } = await sql<{ may: boolean }>`
    select ${userId}::bigint = any(t.candidates) or (${standInsOf(now)}) ? ${userId} as may from wf_task t where t.id = ${taskId}`.execute(
    db,
  );
  return rows[0]?.may ?? false;
};
