/** 定时发布: when a checked run is to be released. The clock does it once, as whoever planned it, and only what they could do themselves then. */
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { conflict, invalid } from '../../../platform/http/errors.ts';
import type { Run } from './review.ts';
import { noteRun, tellRun } from './run.ts';

type Planned = Pick<Run, 'id' | 'no' | 'state' | 'amount' | 'content_hash' | 'release_at'>;

const who = (ctx: Ctx) => ({ userId: ctx.session.userId, userName: ctx.session.userName });

/** @param at `YYYY-MM-DD HH:mm` where the company is */
export async function planRelease(ctx: Ctx, tx: Tx, run: Planned, at: string): Promise<void> {
  if (run.state !== '待发布') throw conflict(run.state === '已发布' ? '该批次已发布' : '该批次还没有审核通过');
  const instant = new Date(`${at.replace(' ', 'T')}:00+08:00`);
  if (Number.isNaN(instant.getTime())) throw invalid([{ path: 'releaseAt', message: '发布时间不存在' }]);
  if (instant <= ctx.now) throw invalid([{ path: 'releaseAt', message: '发布时间应晚于现在' }]);
  await sql`update billing_run set release_at = ${instant}, released_by = ${ctx.session.userId}, error = '', version = version + 1
    where id = ${run.id}`.execute(tx);
  await noteRun(tx, who(ctx), '定时发布批次', {
    no: run.no,
    amount: run.amount,
    before: run.content_hash ?? '',
    summary: run.release_at === null ? at : `${run.release_at} 改为 ${at}`,
  });
  await tellRun(tx, run.id, { state: run.state, releaseAt: at });
}

/** Pressed twice it is done once. */
export async function cancelPlan(ctx: Ctx, tx: Tx, run: Planned): Promise<void> {
  if (run.state !== '待发布')
    throw conflict(run.state === '已发布' ? '该批次已发布，不能取消定时' : '该批次没有定时发布');
  if (run.release_at === null) return;
  await sql`update billing_run set release_at = null, released_by = null, version = version + 1 where id = ${run.id}`.execute(
    tx,
  );
  await noteRun(tx, who(ctx), '取消定时发布', { no: run.no, amount: run.amount, summary: run.release_at });
  await tellRun(tx, run.id, { state: run.state, releaseAt: null });
}
