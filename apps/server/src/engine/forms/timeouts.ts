/**
 * What the clock does with to-dos: people are reminded before the time of a step is over, what the step says for then is done when it is, and
 * they are reminded again on the days after. Each task carries the moment of its next turn; whoever holds the lock of its approval when that
 * has come takes it, so that several processes do it once.
 */
import { sql } from 'kysely';
import type { Ctx, Session } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/http/errors.ts';
import { runWrite } from '../../platform/http/write.ts';
import { SYSTEM, SYSTEM_NAME } from '../approval/index.ts';
import type { ChainStep, TimeoutAct } from '../approval/types.ts';
import { workdays } from '../approval/work-calendar.ts';
import { afterWorkingHours } from '../approval/working-time.ts';
import type { EngineDeps } from './deps.ts';
import { lockRecord, type Stored } from './store.ts';
import { audit, run, settle, type Work, work } from './work.ts';

const BATCH = 200;
/** A working day. */
const AGAIN_HOURS = 9;
/** Whoever has been told so often knows. */
const MOST_REMINDERS = 5;

const SESSION: Session = {
  id: '',
  userId: SYSTEM,
  account: 'system',
  userName: SYSTEM_NAME,
  deptId: '',
  roles: [],
  mustChangePassword: false,
  permissions: {
    buttons: new Map(),
    scopes: new Set(),
    moduleScopes: new Map(),
    deptRoots: [],
    areaRoots: [],
    projects: new Set(),
    classified: new Set(),
    exportable: new Set(),
    limited: [],
  },
};

interface Due {
  readonly task: string;
  readonly module: string;
  readonly record: string;
}

interface Turn {
  readonly kind: string;
  readonly node_key: string;
  readonly due_at: Date | null;
  readonly reminded: number;
  readonly timed_out_at: Date | null;
  readonly claimed_until: Date | null;
}

const OPINION: Readonly<Record<TimeoutAct, string>> = {
  remind: '超时未处理，提醒处理人',
  escalate: '超时未处理，升级处理',
  return: '超时未处理，自动退回',
  agree: '超时未处理，按流程设置自动同意',
};
const ACTION: Readonly<Record<TimeoutAct, string>> = {
  remind: '超时提醒',
  escalate: '超时升级',
  return: '超时自动退回',
  agree: '超时自动同意',
};

/** The task under lock, if its turn has really come and nobody was faster. */
const turnOf = async (tx: Tx, task: string, now: Date): Promise<Turn | undefined> => {
  const { rows } = await sql<Turn>`
    select t.kind, r.node_key, t.due_at, t.reminded, t.timed_out_at, case when t.claimed_until > ${now} then t.claimed_until end as claimed_until
      from wf_task t join wf_node_run r on r.id = t.run_id
     where t.id = ${task} and t.state = 'open' and t.remind_at <= ${now}`.execute(tx);
  return rows[0];
};

const next = (tx: Tx, task: string, at: Date | null, done: { readonly reminded: number; readonly timedOut?: Date }) =>
  sql`update wf_task set remind_at = ${at}, reminded = ${done.reminded},
      timed_out_at = coalesce(${done.timedOut ?? null}::timestamptz, timed_out_at) where id = ${task}`.execute(tx);

/** Only a step's own people decide; who was asked for a word, or has a record back to revise, is told. */
const actOf = (turn: Turn, step: ChainStep | undefined): TimeoutAct =>
  turn.kind === 'approve' ? (step?.policy?.timeout ?? 'remind') : 'remind';

const timeOut = async (w: Work, stored: Stored, task: string, as: TimeoutAct): Promise<void> => {
  const command = { kind: 'timeout', taskId: task, as, opinion: OPINION[as] } as const;
  const moved = await settle(w, stored, await run(w, stored, command));
  await audit(w, ACTION[as], moved, { summary: OPINION[as] });
};

/** What the step says; where that cannot be done (somebody has to be picked, nobody is above), its people are told. */
const carryOut = async (w: Work, stored: Stored, task: string, as: TimeoutAct): Promise<void> => {
  if (as === 'remind') return timeOut(w, stored, task, as);
  await sql`savepoint timeout`.execute(w.tx);
  try {
    await timeOut(w, stored, task, as);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint timeout`.execute(w.tx);
    await timeOut(w, stored, task, 'remind');
  }
};

/** One task's turn. @returns whether something was done */
const take = async (tx: Tx, ctx: Ctx, deps: EngineDeps, due: Due): Promise<boolean> => {
  const module = deps.catalog.get(due.module);
  if (module === undefined) {
    await next(tx, due.task, null, { reminded: 0 });
    return false;
  }
  const w = work(deps, ctx, tx, module);
  const opened = await deps.approval.open(tx, {
    moduleId: module.id,
    businessId: due.record,
    actor: w.actor,
    now: w.now,
  });
  const turn = await turnOf(tx, due.task, w.now);
  if (turn === undefined) return false;
  // Somebody is at it: not while they write.
  if (turn.claimed_until !== null) {
    await next(tx, due.task, turn.claimed_until, turn);
    return false;
  }
  const stored = await lockRecord(tx, module, due.record);
  if (stored === undefined) throw new Error(`task ${due.task} of a record that is gone`);
  const isWorkday = await workdays(tx);
  const again = afterWorkingHours(w.now, AGAIN_HOURS, isWorkday);
  if (turn.due_at !== null && turn.due_at > w.now) {
    await run(w, stored, { kind: 'remind', taskId: due.task, late: false });
    await next(tx, due.task, turn.due_at, turn);
  } else if (turn.timed_out_at === null) {
    const step = opened.chain?.steps.find((one) => one.key === turn.node_key);
    await carryOut(w, stored, due.task, actOf(turn, step));
    await next(tx, due.task, again, { reminded: 1, timedOut: w.now });
  } else {
    await run(w, stored, { kind: 'remind', taskId: due.task, late: true });
    const reminded = turn.reminded + 1;
    await next(tx, due.task, reminded < MOST_REMINDERS ? again : null, { reminded });
  }
  return true;
};

/**
 * Takes the turns that have come. One that fails keeps no other from being taken, and waits for its next turn.
 * @returns how many were taken
 */
export const runTimeouts = async (deps: EngineDeps, now: Date, onError: (error: unknown) => void): Promise<number> => {
  const { db } = deps;
  const { rows } = await sql<Due>`
    select t.id::text as task, i.module_id as module, i.biz_id::text as record
      from wf_task t join wf_instance i on i.id = t.instance_id
     where t.state = 'open' and t.remind_at <= ${now} order by t.remind_at, t.id limit ${BATCH}`.execute(db);
  let taken = 0;
  for (const due of rows) {
    const once = (tx: Tx): Promise<boolean> => take(tx, systemContext(deps, now), deps, due);
    try {
      if (await runWrite(db, undefined, once, now)) taken += 1;
    } catch (error) {
      onError(error);
      const later = afterWorkingHours(now, 1, await workdays(db));
      await sql`update wf_task set remind_at = ${later} where id = ${due.task} and remind_at <= ${now}`.execute(db);
    }
  }
  return taken;
};

/** What the clock does is done by the system, in its own name. */
export const systemContext = ({ db }: EngineDeps, now: Date): Ctx => ({
  db,
  requestId: '',
  ip: '',
  device: '',
  now,
  session: SESSION,
  write: (once) => runWrite(db, undefined, once, now),
});
