/** Runs are checked by somebody else, and released: what a checker saw is what becomes owed. */
import { daysBetween, plusDays } from '@hengneng/charging';
import type { BillException, chargeBillAudit, chargeBillRelease } from '@hengneng/contracts';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { post as leave } from '../../../platform/jobs/jobs.ts';
import { postBills, postRows, REGULAR, withOpenBySum } from '../ledger/index.ts';
import { draftAfterRelease } from '../notices/index.ts';
import { communitiesVisible } from '../registry/index.ts';
import { comparedRun } from './before.ts';
import { DEDUCT_JOB, deductRun, roomsToDeduct } from './deduct.ts';
import { consumeAhead } from './invoices.ts';
import { termsOf } from './lines.ts';
import { cancelPlan, planRelease } from './plan.ts';
import { type Actor, contentHash, noteRun, tellRun } from './run.ts';
import { yuanOf } from '../yuan.ts';

/** Samples that have to be agreed to; all rooms where there are fewer. */
export const SAMPLES = 20;
/** Rooms whose money is taken before the answer; of more it is taken beside it. */
const AT_ONCE = 200;
const RELEASE_MEMORY = '64MB';
/** % of difference from which on a checker says why. */
const EXPLAINED_FROM = 10;

type Audited = z.output<typeof chargeBillAudit.input>;

export interface Run {
  readonly id: string;
  readonly no: string;
  readonly kind: string;
  readonly community: string;
  readonly period: string;
  readonly state: string;
  readonly rooms: number;
  readonly amount: string;
  readonly last: string;
  readonly yearAgo: string;
  readonly exceptions: readonly BillException[];
  readonly content_hash: string | null;
  readonly made_by: string;
  /** When it is to be released by the clock, `YYYY-MM-DD HH:mm`. */
  readonly release_at: string | null;
}

/** @throws notFound where there is none that the person may see */
export async function seenRun(ctx: Ctx, db: Db | Tx, id: string, lock = false): Promise<Run> {
  const { rows } =
    await sql<Run>`select b.id::text, b.no, b.kind, b.community_id::text as community, b.period, b.state, b.rooms, b.amount::text,
      b.last_amount::text as last, b.year_ago_amount::text as "yearAgo", b.exceptions, b.content_hash, b.made_by::text,
      to_char(b.release_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as release_at
    from billing_run b join community c on c.id = b.community_id where b.id = ${id} and ${communitiesVisible(ctx.session)}
    ${lock ? sql`for update of b` : sql``}`.execute(db);
  const [run] = rows;
  if (run === undefined) throw notFound('批次不存在，或您没有查看它的权限');
  return run;
}

async function agreedRooms(db: Db | Tx, runId: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(distinct b.room_id)::int as n from bill_check k join bill b on b.id = k.bill_id
    where k.run_id = ${runId} and k.agrees`.execute(db);
  return rows[0]?.n ?? 0;
}

export const actorOf = (ctx: Ctx): Actor => ({ userId: ctx.session.userId, userName: ctx.session.userName });

type Beside = Awaited<ReturnType<typeof comparedRun>>;

/** @returns what it stands beside @throws what keeps a run from passing, in the order in which a checker sees to it */
async function demandPassable(tx: Tx, run: Run, of: Audited, hash: string): Promise<Beside> {
  if (of.contentHash !== '' && of.contentHash !== hash) throw conflict('批次内容已变化，请刷新后重新核对');
  const must = run.exceptions.filter(({ level }) => level === '必须处理').length;
  if (must > 0) throw refused(`有${must}条必须处理的异常，不能通过`);
  const unsaid = run.exceptions.filter(({ level, note }) => level === '需说明' && note === '').length;
  if (unsaid > 0) throw refused(`有${unsaid}条需说明的异常未写说明`);
  const beside = await comparedRun(tx, run);
  const [now, last] = [Number(run.amount), Number(beside.last)];
  if (last > 0 && Math.abs((now - last) / last) * 100 > EXPLAINED_FROM && of.opinion === '')
    throw invalid([{ path: 'opinion', message: `与上期差异率超过${EXPLAINED_FROM}%，请填写审核说明` }]);
  const agreed = await agreedRooms(tx, run.id);
  const needed = Math.min(SAMPLES, run.rooms);
  if (agreed < needed) throw refused(`抽查至少${needed}户已勾一致，现有${agreed}户`);
  return beside;
}

async function check(ctx: Ctx, tx: Tx, run: Run, of: Audited): Promise<void> {
  const { rows } = await sql`insert into bill_check (run_id, bill_id, user_id, agrees)
    select ${run.id}::bigint, b.id, ${ctx.session.userId}::bigint, ${of.agrees} from bill b where b.run_id = ${run.id} and b.id = any(${of.billIds}::bigint[])
    on conflict (run_id, bill_id) do update set agrees = excluded.agrees, user_id = excluded.user_id, at = app_now() returning 1`.execute(
    tx,
  );
  if (rows.length !== of.billIds.length) throw notFound('账单不在该批次内');
}

/** A run that was passed may come back, when one of its bills is taken out: what was invoiced meanwhile stays. @throws refused */
async function demandUninvoiced(tx: Tx, runId: string): Promise<void> {
  const { rows } = await sql<{ no: string }>`select bill_no as no from bill where run_id = ${runId} and state = '待审核'
    and invoiced + invoice_pending > 0 limit 1`.execute(tx);
  if (rows[0]) throw refused(`账单${rows[0].no}已预开票，请先冲红发票再退回批次`);
}

/** @returns the run with what was said */
async function explainOdd(ctx: Ctx, tx: Tx, run: Run, of: Audited): Promise<Run> {
  const said = new Map(of.notes.map((one) => [one.key, one.note]));
  const exceptions = run.exceptions.map((one) => {
    const text = said.get(one.key);
    return text === undefined ? one : { ...one, note: text, by: ctx.session.userName };
  });
  await sql`update billing_run set exceptions = ${JSON.stringify(exceptions)}::jsonb, version = version + 1 where id = ${run.id}`.execute(
    tx,
  );
  return { ...run, exceptions };
}

/** Passes a run, sends it back, agrees to samples or says why something odd is right. */
export const auditRun = (ctx: Ctx, of: Audited): Promise<z.input<typeof chargeBillAudit.output>> =>
  ctx.write(async (tx) => {
    const run = await seenRun(ctx, tx, of.batchId ?? '', true);
    if (run.state !== '待审核') throw conflict(`该批次已${run.state === '已退回' ? '退回' : '处理'}，请刷新`);
    if (run.made_by === ctx.session.userId) throw forbidden('不能审核自己生成的批次');
    if (of.action === 'check') await check(ctx, tx, run, of);
    else if (of.action === 'note') await explainOdd(ctx, tx, run, of);
    if (of.action === 'check' || of.action === 'note')
      return { state: run.state, agreed: await agreedRooms(tx, run.id) };
    if (of.action === 'reject') {
      if (of.opinion === '') throw invalid([{ path: 'opinion', message: '请填写退回原因' }]);
      await demandUninvoiced(tx, run.id);
      const beside = await comparedRun(tx, run);
      await sql`update bill set state = '已作废' where run_id = ${run.id} and state = '待审核'`.execute(tx);
      await decided(ctx, tx, run, {
        state: '已退回',
        opinion: of.opinion,
        hash: '',
        beside,
      });
      return { state: '已退回', agreed: 0 };
    }
    const hash = await contentHash(tx, run.id);
    const beside = await demandPassable(tx, of.notes.length > 0 ? await explainOdd(ctx, tx, run, of) : run, of, hash);
    await decided(ctx, tx, run, { state: '待发布', opinion: of.opinion, hash, beside });
    return { state: '待发布', agreed: await agreedRooms(tx, run.id) };
  });

async function decided(
  ctx: Ctx,
  tx: Tx,
  run: Run,
  of: {
    readonly state: '待发布' | '已退回';
    readonly opinion: string;
    readonly hash: string;
    /** What the checker compared it with, which stays with it. */
    readonly beside: Beside;
  },
): Promise<void> {
  await sql`update billing_run set state = ${of.state}, checked_by = ${ctx.session.userId}, checked_at = app_now(), opinion = ${of.opinion},
    last_amount = ${String(of.beside.last)}::bigint, year_ago_amount = ${String(of.beside.yearAgo)}::bigint,
    content_hash = ${of.hash === '' ? sql`content_hash` : of.hash}, version = version + 1 where id = ${run.id}`.execute(
    tx,
  );
  await noteRun(tx, actorOf(ctx), of.state === '待发布' ? '审核通过批次' : '退回批次', {
    no: run.no,
    amount: run.amount,
    before: run.content_hash ?? '',
    after: of.hash,
    summary: of.opinion,
  });
  await tellRun(tx, run.id, { state: of.state });
}

/** Makes a checked run owed. @throws conflict where it is no longer what was checked */
export async function releaseIn(
  tx: Tx,
  runId: string,
  who: Actor,
  day: string,
): Promise<{ readonly bills: number; readonly amount: bigint; readonly deducts: number }> {
  const { rows } =
    await sql<Run>`select id::text, no, kind, community_id::text as community, period, state, content_hash from billing_run
    where id = ${runId} for update`.execute(tx);
  const [run] = rows;
  if (run === undefined) throw notFound('批次不存在');
  if (run.state !== '待发布') throw conflict(run.state === '已发布' ? '该批次已发布' : '该批次还没有审核通过');
  // Bills and accounts of a large run are sorted and put together in memory, not on the disk; of a small one that takes no more than before.
  await sql`select set_config('work_mem', ${RELEASE_MEMORY}, true)`.execute(tx);
  if ((await contentHash(tx, runId)) !== run.content_hash) throw conflict('批次内容已变化，请重新审核');
  const { billDay } = await termsOf(tx, run.community, `${run.period}-01`);
  const late = Math.max(0, daysBetween(plusDays(`${run.period}-01`, billDay - 1), day));
  const shift = run.kind === '出账' ? late : 0;
  const { rows: released } = await withOpenBySum(tx, () =>
    sql<{ bills: number; amount: string }>`with r as (
      update bill set state = '已发布', released_on = ${day}::date, due_day = due_day + ${shift}::integer where run_id = ${runId} and state = '待审核'
      returning community_id, fee_id, period, due_day, kind, amount, reduced, settled),
    o as (insert into open_change (community_id, fee_id, period, due_day, open)
      select community_id, fee_id, period, due_day, sum(amount - reduced - settled) from r where kind in ${REGULAR}
      group by community_id, fee_id, period, due_day)
    select count(*)::int as bills, coalesce(sum(amount), 0)::text as amount from r`.execute(tx),
  );
  const { bills = 0, amount = '0' } = released[0] ?? {};
  const journal = {
    communityId: run.community,
    kind: run.kind === '期初' ? ('期初' as const) : ('发布' as const),
    day,
    source: 'billing_run' as const,
    sourceId: runId,
    memo: run.no,
    by: who.userId,
  };
  const those = sql`select id from bill where run_id = ${runId}::bigint and state = '已发布'`;
  // What was owed before the system is no income of now.
  if (run.kind === '期初')
    await postRows(
      tx,
      journal,
      sql`select '应收'::text as debit_kind, room_id as debit_ref, 0::bigint as debit_fee, '期初'::text as credit_kind, 0::bigint as credit_ref,
        0::bigint as credit_fee, amount, id as bill_id from bill where run_id = ${runId}::bigint and state = '已发布' and amount > 0`,
    );
  else await postBills(tx, journal, those);
  const { rows: invoiced } = await sql<{
    id: string;
  }>`select id::text from bill where run_id = ${runId} and state = '已发布' and invoiced > 0`.execute(tx);
  await consumeAhead(
    tx,
    {
      community: run.community,
      source: 'billing_run',
      sourceId: runId,
      day,
      by: who.userId,
      memo: `${run.no} 预开票转应收`,
    },
    invoiced.map(({ id }) => id),
  );
  await sql`update billing_run set state = '已发布', released_by = ${who.userId}, released_at = app_now(), version = version + 1 where id = ${runId}`.execute(
    tx,
  );
  await noteRun(tx, who, '发布批次', {
    no: run.no,
    amount,
    before: run.content_hash ?? '',
    after: run.content_hash ?? '',
  });
  await draftAfterRelease(tx, runId, who.userId, day);
  await tellRun(tx, runId, { state: '已发布' });
  // Left in the same transaction, so that it is done whatever happens to whoever released.
  const rooms = await roomsToDeduct(tx, runId, day);
  if (rooms.length > 0) await leave(tx, DEDUCT_JOB, { id: runId });
  return { bills, amount: BigInt(amount), deducts: rooms.length };
}

type Released = z.input<typeof chargeBillRelease.output>;

/** A run becomes owed: the same whether somebody presses or the clock does. */
export async function releaseNow(ctx: Ctx, tx: Tx, run: Pick<Run, 'id'>): ReturnType<typeof releaseIn> {
  const made = await releaseIn(tx, run.id, actorOf(ctx), today(ctx.now));
  // Of a plan that failed before.
  await sql`update billing_run set error = '' where id = ${run.id} and error <> ''`.execute(tx);
  return made;
}

/** Releases now, or says when. */
export async function releaseRun(ctx: Ctx, of: z.output<typeof chargeBillRelease.input>): Promise<Released> {
  const { deducts, ...answer } = await ctx.write(async (tx) => {
    const run = await seenRun(ctx, tx, of.batchId, true);
    if (of.cancel || of.releaseAt !== null) {
      await (of.releaseAt === null ? cancelPlan(ctx, tx, run) : planRelease(ctx, tx, run, of.releaseAt));
      return { state: run.state, bills: 0, amount: '0.00', deducted: '0.00', deducts: 0 };
    }
    const made = await releaseNow(ctx, tx, run);
    return { ...made, state: '已发布', amount: yuanOf(made.amount), deducted: '0.00' };
  });
  if (deducts === 0 || deducts > AT_ONCE) return answer;
  return { ...answer, deducted: yuanOf(await deductRun(ctx.db, of.batchId, ctx.now)) };
}
