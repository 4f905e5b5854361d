/** 出账: looked at, made, gone on with. */
import type { chargeBillGenerate } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { patientOf } from '../../../platform/db/patient.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { post } from '../../../platform/jobs/jobs.ts';
import { holds } from '../../identity/index.ts';
import { communitiesVisible, visibleCommunity } from '../registry/index.ts';
import { beginRun, BILL_PAGE, demandBegun, type Generated, goOn, previewAnswer } from './run.ts';
import type { RunAsked } from './preview.ts';
import { previewKept } from './preview-kept.ts';
import { yuanOf } from '../yuan.ts';

export const GENERATE_JOB = 'charging.generate';
/** Lines that are made before the answer; more are made beside it, and the page shows how far they are. */
const AT_ONCE = 10_000;

interface State {
  readonly id: string;
  readonly no: string;
  readonly rooms: number;
  readonly lines: number;
  readonly amount: string;
  readonly last: string;
  readonly year: string;
  readonly skipped: Generated['skipped'];
  readonly exceptions: Generated['exceptions'];
  readonly hash: string | null;
  readonly state: string;
  readonly done: number;
  readonly parts: number;
  readonly error: string;
}

async function stateOf(db: Db, ctx: Ctx, id: string): Promise<Generated> {
  const { rows } =
    await sql<State>`select b.id::text, b.no, b.rooms, b.lines, b.amount::text, b.last_amount::text as last, b.year_ago_amount::text as year, b.skipped,
      b.exceptions, b.preview_hash as hash, b.state, b.done, b.parts, b.error
    from billing_run b join community c on c.id = b.community_id where b.id = ${id} and ${communitiesVisible(ctx.session)}`.execute(
      db,
    );
  const [run] = rows;
  if (run === undefined) throw notFound('批次不存在，或您没有查看它的权限');
  return {
    batchId: run.id,
    batchNo: run.no,
    rooms: run.rooms,
    lines: run.lines,
    amount: yuanOf(run.amount),
    lastAmount: yuanOf(run.last),
    yearAgoAmount: yuanOf(run.year),
    counts: { added: 0, missing: 0, changed: 0, zero: 0 },
    diffRows: [],
    skipped: run.skipped,
    exceptions: run.exceptions,
    previewHash: run.hash ?? '',
    progress: { done: run.done, parts: run.parts, state: run.state, error: run.error },
  };
}

async function resume(ctx: Ctx, id: string): Promise<Generated> {
  const { progress } = await stateOf(ctx.db, ctx, id);
  if (progress.state !== '生成中') throw conflict('该批次已生成完，不必续跑');
  await goOn(ctx.db, id);
  return stateOf(ctx.db, ctx, id);
}

/** @throws invalid where a chosen room is not of the community */
async function demandRooms(db: Db, { communityId, roomIds }: RunAsked): Promise<void> {
  if (roomIds === undefined) return;
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from room where community_id = ${communityId} and id = any(${[...roomIds]}::bigint[])`.execute(
    db,
  );
  if (rows[0]?.n !== new Set(roomIds).size)
    throw invalid([{ path: 'roomIds', message: '房间不属于所选小区，请重新选择' }]);
}

export async function generate(ctx: Ctx, input: z.output<typeof chargeBillGenerate.input>): Promise<Generated> {
  // Whoever may look may preview; to make bills, or go on making them, wants more.
  if (input.mode === 'run' && !holds(ctx.session, BILL_PAGE, 'add')) throw forbidden();
  if (input.batchId !== null)
    return input.mode === 'run' ? resume(ctx, input.batchId) : stateOf(ctx.db, ctx, input.batchId);
  const of: RunAsked = {
    communityId: input.communityIds[0] ?? '',
    feeIds: input.feeIds,
    period: input.period ?? '',
    ...(input.roomIds.length === 0 ? {} : { roomIds: input.roomIds }),
  };
  const community = await visibleCommunity(ctx, ctx.db, of.communityId);
  if (community.state === '停用') throw refused('小区已停用，不能出账');
  await demandRooms(ctx.db, of);
  await demandBegun(ctx.db, of);
  // Of a large community it takes as long as making the bills.
  if (input.mode === 'preview') return previewAnswer(await previewKept(patientOf(ctx.db), of));
  const { rows } = await sql<{
    lines: number;
  }>`select count(*)::int as lines from room_fee rf join room r on r.id = rf.room_id
    where r.community_id = ${of.communityId} and rf.fee_id = any(${[...of.feeIds]}::bigint[])`.execute(ctx.db);
  const large = of.roomIds === undefined && (rows[0]?.lines ?? 0) > AT_ONCE;
  const id = await ctx.write(async (tx) => {
    const run = await beginRun(tx, ctx.session, of, input.previewHash);
    if (large) await post(tx, GENERATE_JOB, { id: run });
    return run;
  });
  if (!large) await goOn(ctx.db, id);
  return stateOf(ctx.db, ctx, id);
}
