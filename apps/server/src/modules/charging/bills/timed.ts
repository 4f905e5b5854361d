/** The clock's part of 定时发布. */
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { Ctx, Session } from '../../../platform/context.ts';
import { answerOf } from '../../../platform/db/late.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { AppError, refused } from '../../../platform/http/errors.ts';
import { holds, sessionOf } from '../../identity/index.ts';
import { releaseNow, seenRun } from './review.ts';
import { AUDIT_PAGE, noteRun, tellRun } from './run.ts';

interface Due {
  readonly id: string;
  readonly by: string;
  readonly name: string;
}

const asPlanner = (db: Db, session: Session, now: Date): Ctx => ({
  db,
  session,
  now,
  requestId: randomUUID(),
  ip: '',
  device: '定时任务',
  write: (work) => db.transaction().execute(async (tx) => answerOf(await work(tx))),
});

/** Of a run that is still planned for now: somebody may have released it, put it off or taken the plan back meanwhile. */
async function releaseOne(db: Db, due: Due, now: Date): Promise<void> {
  const session = await sessionOf(db, due.by);
  if (session === null || !holds(session, AUDIT_PAGE, 'edit')) throw refused(`定时人${due.name}已停用或不再有发布权限`);
  const ctx = asPlanner(db, session, now);
  await ctx.write(async (tx) => {
    const { rows } =
      await sql`select 1 from billing_run where id = ${due.id} and state = '待发布' and release_at <= ${now}
      and released_by = ${due.by} for update`.execute(tx);
    if (rows.length === 0) return;
    await releaseNow(ctx, tx, await seenRun(ctx, tx, due.id));
  });
}

/** What is refused is planned no longer, and says why. */
async function giveUpPlan(db: Db, due: Due, why: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      no: string;
      amount: string;
    }>`update billing_run set error = ${`定时发布未成功：${why}`}, release_at = null, released_by = null,
        version = version + 1
      where id = ${due.id} and state = '待发布' and release_at is not null returning no, amount::text`.execute(tx);
    const [run] = rows;
    if (run === undefined) return;
    await noteRun(tx, { userId: due.by, userName: due.name }, '定时发布未成功', { ...run, summary: why });
    await tellRun(tx, due.id, { state: '待发布', error: why });
  });
}

/**
 * Releases what was to be released by now; one that is refused holds up no other.
 * @throws what is no refusal, when all others are through: such a run stays planned, and is tried again
 */
export async function releaseDue(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<Due>`select r.id::text, u.id::text as by, u.user_name as name from billing_run r
    join app_user u on u.id = r.released_by where r.state = '待发布' and r.release_at <= ${now} order by r.release_at, r.id`.execute(
    db,
  );
  const failed: unknown[] = [];
  for (const due of rows)
    try {
      await releaseOne(db, due, now);
    } catch (error) {
      if (error instanceof AppError) await giveUpPlan(db, due, error.message);
      else failed.push(error);
    }
  if (failed.length > 0) throw failed[0];
}
