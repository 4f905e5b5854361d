/** The day after somebody's last: their to-dos go to whoever takes over, certificates, posts and parts in projects end, the account is closed. */
import { addDays } from '@hengneng/core';
import { certificate, projectMonitor, salaryChange } from '@hengneng/forms';
import { sql } from 'kysely';
import { type Engine, followUps, systemContext } from '../../engine/index.ts';
import { handOverWaiting } from '../../modules/absence/index.ts';
import { disableAccount, lockPerson } from '../../modules/identity/index.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/http/errors.ts';
import { setValues } from '../kit/changes.ts';
import { endProject } from './accounts.ts';

interface Leaving {
  readonly id: string;
  readonly record: string;
  readonly employee: string;
  readonly taker: string;
  readonly lastDay: string;
  readonly project: string | null;
}

type By = Parameters<typeof setValues>[4];

/** A site whose leader leaves has none from the next day on: the post is vacant until somebody is appointed, and what was paid for it ends. */
async function leavePosts(tx: Tx, one: Leaving, source: By): Promise<void> {
  const { rows: posts } = await sql<{ id: string; project: string }>`select id::text, project from b_project_monitor
    where monitor = ${one.employee} and state = '在任' and not voided`.execute(tx);
  for (const { id } of posts)
    await setValues(tx, projectMonitor, id, { state: '已卸任', leftOn: addDays(one.lastDay, 1) }, source);
  const { rows: led } = await sql<{
    code: string;
  }>`select code from project where duty_leader = ${one.employee}`.execute(tx);
  for (const { code } of led) await setValues(tx, 'project', code, { duty_leader: null }, source);
  if (posts.length === 0) return;
  await setValues(tx, 'employee', one.employee, { monitor_level: null }, source);
  const { rows: paid } = await sql<{ id: string }>`select id::text from b_salary_change
    where employee = ${one.employee} and kind = '班长津贴' and to_month is null and not voided`.execute(tx);
  for (const { id } of paid) await setValues(tx, salaryChange, id, { toMonth: one.lastDay.slice(0, 7) }, source);
}

async function leave(tx: Tx, engine: Engine, now: Date, one: Leaving): Promise<void> {
  const source = { module: 'resignationReport', id: one.record, effect: 'resignationReport.leave' } as const;
  const ctx = systemContext(engine.deps, now);
  const person = await lockPerson(tx, one.employee);
  const refused = await handOverWaiting(tx, ctx, engine, person, one.taker, '离职');
  const { rows: projects } = await sql<{ code: string }>`select project_code as code from user_project
    where user_id = ${one.employee} and (to_date is null or to_date > ${one.lastDay}::date)`.execute(tx);
  for (const { code } of projects) await endProject(tx, one.employee, code, addDays(one.lastDay, 1));
  const { rows: papers } = await sql<{ id: string }>`select id::text from b_certificate
    where holder = ${one.employee} and state = '有效' and not voided`.execute(tx);
  for (const { id } of papers) await setValues(tx, certificate, id, { state: '离职停用', offReason: '离职' }, source);
  await leavePosts(tx, one, source);
  await setValues(tx, 'employee', one.employee, { employ_state: '离职' }, source);
  const problem = await closed(tx, engine, now, person, [...refused.values()]);
  await sql`update b_resignation set state = '已离职' where id = ${one.id}`.execute(tx);
  if (problem === null) return;
  const services = followUps(
    { deps: engine.deps, tx, now, module: { id: 'resignationReport' } },
    'resignationReport.leave',
    {
      id: one.record,
      project: one.project,
    },
  );
  await services.todo({
    kind: '离职交接',
    title: `${person.name}已过最后工作日，账号未能停用：${problem}`,
    project: one.project,
    to: [],
    role: 'admin',
    due: one.lastDay,
  });
}

/** Closes the account. @returns why that could not be done */
async function closed(
  tx: Tx,
  engine: Engine,
  now: Date,
  person: Awaited<ReturnType<typeof lockPerson>>,
  refused: readonly string[],
): Promise<string | null> {
  if (person.state === 'disabled') return null;
  await sql`savepoint closing`.execute(tx);
  try {
    await disableAccount(tx, systemContext(engine.deps, now), person);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint closing`.execute(tx);
    return refused[0] ?? error.message;
  }
}

/** @returns how many left */
export async function applyDueResignations(db: Db, engine: Engine, today: string, now: Date): Promise<number> {
  const due = (tx: Tx | Db, more = sql``) =>
    sql<Leaving>`select id::text, source_id::text as record, employee::text, handover_to::text as taker,
      last_work_day::text as "lastDay", project from b_resignation where state = '待离职' and not voided and last_work_day < ${today}::date ${more}`.execute(
      tx,
    );
  let left = 0;
  for (const { id } of (await due(db)).rows)
    await db.transaction().execute(async (tx) => {
      const [one] = (await due(tx, sql`and id = ${id} for update skip locked`)).rows;
      if (one === undefined) return;
      await leave(tx, engine, now, one);
      left += 1;
    });
  return left;
}
