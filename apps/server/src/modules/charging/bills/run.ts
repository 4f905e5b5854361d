/** Runs that make bills: looked at beforehand, made building by building, gone on with where they stopped. */
import type { chargeBillGenerate } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { audit } from '../../../platform/audit/audit.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { pushToHolders } from '../../../platform/events/push.ts';
import { conflict, invalid, refused } from '../../../platform/http/errors.ts';
import { UNSEEN, type Report } from '../../../platform/jobs/jobs.ts';
import { takeBillNumbers } from '../bill-numbers.ts';
import { yuanOf } from '../yuan.ts';
import { type LinesAsked, lineCtes, lineDigest, linesAsked, taxIn } from './lines.ts';
import { keepShares } from './pools.ts';
import type { Preview, RunAsked } from './preview.ts';
import { previewSeen } from './preview-kept.ts';
import { keepUse } from './use.ts';

export const BILL_PAGE = shortCodeOf('/chargeManage/chargeBill');
export const AUDIT_PAGE = shortCodeOf('/chargeManage/chargeBillAudit');
export const RUN_TOPIC = 'chargeRun';

/** Who does it: a person by a call, or the one who asked for it, by the clock. */
export interface Actor {
  readonly userId: string;
  readonly userName: string;
}

/** A hash of what a run holds now: whatever of it changes, changes this. When it is due is left out, for it follows from the day of release. */
export async function contentHash(db: Db | Tx, runId: string): Promise<string> {
  const { rows } = await sql<{
    hash: string;
  }>`select md5(coalesce(string_agg(concat_ws('|', id, bill_no, room_id, fee_id, from_day, to_day, quantity,
    unit_price, payer_id, amount), ';' order by id), '')) as hash from bill where run_id = ${runId} and state <> '已作废'`.execute(
    db,
  );
  return rows[0]?.hash ?? '';
}

/** Brings a run to what its bills have become. One that was checked already is to be checked again: what was seen is no more. */
export async function recountRun(tx: Tx, runId: string): Promise<void> {
  const hash = await contentHash(tx, runId);
  await sql`update billing_run r set content_hash = ${hash}, amount = s.amount, lines = s.lines, rooms = s.rooms, version = r.version + 1,
      state = case r.state when '待发布' then '待审核' else r.state end, checked_by = case r.state when '待发布' then null else r.checked_by end,
      checked_at = case r.state when '待发布' then null else r.checked_at end, release_at = null, released_by = null
    from (select coalesce(sum(amount), 0) as amount, count(*)::int as lines, count(distinct room_id)::int as rooms from bill
      where run_id = ${runId}::bigint and state <> '已作废') s where r.id = ${runId}::bigint`.execute(tx);
  await tellRun(tx, runId, { changed: true });
}

/** Every change of a run's state: who, when, which, how much, its hash before and after. */
export const noteRun = (
  tx: Tx | Db,
  who: Actor,
  action: string,
  run: {
    readonly no: string;
    readonly amount: bigint | string;
    readonly before?: string;
    readonly after?: string;
    readonly summary?: string;
  },
): Promise<void> =>
  audit(tx, {
    userId: who.userId,
    userName: who.userName,
    kind: '收费',
    action,
    object: `批次 ${run.no}`,
    summary: run.summary ?? '',
    before: run.before === undefined ? null : { 哈希: run.before },
    after: { 金额: yuanOf(run.amount), ...(run.after === undefined ? {} : { 哈希: run.after }) },
  });

export async function tellRun(tx: Tx | Db, id: string, data: object): Promise<void> {
  await pushToHolders(tx, { screen: BILL_PAGE, button: 'search' }, RUN_TOPIC, { id, ...data });
  await pushToHolders(tx, { screen: AUDIT_PAGE, button: 'search' }, RUN_TOPIC, { id, ...data });
}

/** Numbers of runs: CZ{yyyyMM}-{community}-{n}. */
export async function takeRunNo(tx: Tx, mark: string, communityId: string, period: string): Promise<string> {
  const { rows } = await sql<{ no: string }>`with c as (select code from community where id = ${communityId}),
    n as (insert into serial_counter (module_id, head, last) select 'billingRun', ${`${mark}${period}`} || code, 1 from c
      on conflict (module_id, head) do update set last = serial_counter.last + 1 returning last)
    select ${`${mark}${period.replace('-', '')}`} || '-' || c.code || '-' || lpad(n.last::text, 2, '0') as no from c, n`.execute(
    tx,
  );
  return rows[0]?.no ?? '';
}

/** Begins a run from what was previewed. @throws conflict where it has changed since, refused where something must be seen to first */
export async function beginRun(tx: Tx, who: Actor, of: RunAsked, previewHash: string): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`charging.run ${of.communityId}`}, 0))`.execute(tx);
  const { rows: busy } =
    await sql`select 1 from billing_run where community_id = ${of.communityId} and state = '生成中'`.execute(tx);
  if (busy.length > 0) throw conflict('该小区有批次正在生成，请等它完成或续跑');
  const preview = await previewSeen(tx, of, previewHash);
  if (preview.hash !== previewHash) throw conflict('基础数据已变化，请重新预览');
  const must = preview.exceptions.filter(({ level }) => level === '必须处理').length;
  if (must > 0) throw refused(`有${must}条必须处理的异常，请先处理`);
  if (preview.lines === 0) throw refused('没有可生成的账单');
  const no = await takeRunNo(tx, 'CZ', of.communityId, of.period);
  const { rows } = await sql<{
    id: string;
  }>`insert into billing_run (no, community_id, kind, period, fee_ids, room_ids, parts, last_amount, year_ago_amount,
      skipped, exceptions, preview_hash, digests, made_by)
    values (${no}, ${of.communityId}, '出账', ${of.period}, ${[...of.feeIds]}::bigint[], ${of.roomIds === undefined ? null : [...of.roomIds]}::bigint[],
      ${Object.keys(preview.digests).length}, ${String(preview.last)}, ${String(preview.yearAgo)}, ${JSON.stringify(preview.skipped)}::jsonb, ${JSON.stringify(preview.exceptions)}::jsonb, ${preview.hash},
      ${JSON.stringify(preview.digests)}::jsonb, ${who.userId}) returning id::text`.execute(tx);
  const run = rows[0]?.id ?? '';
  await keepShares(tx, run, who.userId, preview.pools);
  await noteRun(tx, who, '生成账单批次', { no, amount: preview.amount, after: preview.hash });
  return run;
}

interface Going {
  readonly id: string;
  readonly no: string;
  readonly community: string;
  readonly period: string;
  readonly fees: readonly string[];
  readonly rooms: readonly string[] | null;
  readonly done: number;
  readonly state: string;
  readonly digests: Readonly<Record<string, string>>;
  readonly maker: string;
  readonly maker_name: string;
}

const goingOf = async (db: Db | Tx, id: string, lock = false): Promise<Going | null> => {
  const { rows } =
    await sql<Going>`select b.id::text, b.no, b.community_id::text as community, b.period, b.fee_ids::text[] as fees, b.room_ids::text[] as rooms, b.done, b.state, b.digests,
    b.made_by::text as maker, u.user_name as maker_name from billing_run b join app_user u on u.id = b.made_by
    where b.id = ${id} ${lock ? sql`for update of b` : sql``}`.execute(db);
  return rows[0] ?? null;
};

/** Lines into bills, in the transaction of their building or of the act they belong to. @returns how many there are now */
export async function insertLines(
  tx: Tx,
  of: {
    readonly runId: string;
    readonly communityId: string;
    readonly period: string;
    readonly billDay: number;
    readonly state: '待审核' | '已发布';
  },
  replaces: string | null = null,
): Promise<{ readonly lines: number; readonly rooms: number; readonly amount: bigint; readonly digest: string }> {
  const { rows } = await sql<{
    lines: number;
    rooms: number;
    amount: string;
    digest: string;
    by_use: boolean;
  }>`select coalesce(bool_or(source in ('用量', '阶梯')), false) as by_use, count(*)::int as lines, count(distinct room_id)::int as rooms,
    coalesce(sum(amount), 0)::text as amount, ${lineDigest} as digest from pg_temp.billing_line`.execute(tx);
  const [counted] = rows;
  if (counted === undefined || counted.lines === 0)
    return { lines: 0, rooms: 0, amount: 0n, digest: counted?.digest ?? '' };
  const { prefix, first } = await takeBillNumbers(tx, of.communityId, of.period, counted.lines);
  await sql`insert into bill (bill_no, community_id, room_id, fee_id, room_fee_id, cycle, part, period, from_day, to_day, quantity, unit, unit_price, price_id,
      days, suspend_days, cycle_days, weight, amount, tax, due_day, payer_id, run_id, kind, state, replaces_id, inputs)
    select ${prefix} || case when n < 1000000 then lpad(n::text, 6, '0') else n::text end, ${of.communityId}::bigint, room_id, fee_id, room_fee_id, cycle, part, ${of.period},
      from_day, to_day, quantity, unit, unit_price, price_id, days, off_days, whole_days, weight, amount, ${taxIn(sql`amount`, sql`tax_rate`)},
      ${`${of.period}-01`}::date + ${of.billDay - 1}::integer + due_days, party_id, ${of.runId}::bigint, '周期', ${of.state}, ${replaces}::bigint, inputs
    from (select *, row_number() over (order by full_code, fee_id, cycle, part) + ${first - 1}::integer as n from pg_temp.billing_line) l`.execute(
    tx,
  );
  if (counted.by_use) await keepUse(tx, of.runId);
  const { lines, rooms, digest } = counted;
  return { lines, rooms, digest, amount: BigInt(counted.amount) };
}

/** Works lines out once, for what follows in the transaction. */
export async function workLines(tx: Tx, asked: LinesAsked, scope: Parameters<typeof lineCtes>[1]): Promise<void> {
  await sql`drop table if exists pg_temp.billing_line`.execute(tx);
  await sql`create temp table billing_line on commit drop as with ${lineCtes(asked, scope)} select * from line`.execute(
    tx,
  );
}

const buildingAt = (run: Going, at: number): string | undefined => Object.keys(run.digests)[at];

/** Works the lines of a building out, for `makeBills` in the same transaction. */
async function workBuilding(tx: Tx, run: Going, building: string): Promise<LinesAsked> {
  const asked = await linesAsked(tx, { communityId: run.community, period: run.period, feeIds: run.fees });
  await workLines(tx, asked, { buildingId: building, roomIds: run.rooms });
  return asked;
}

/** @param run held by the transaction @throws conflict where rooms are no longer what was seen */
async function makeBills(tx: Tx, run: Going, building: string, { terms }: LinesAsked): Promise<void> {
  const made = await insertLines(tx, {
    runId: run.id,
    communityId: run.community,
    period: run.period,
    billDay: terms.billDay,
    state: '待审核',
  });
  if (made.digest !== run.digests[building]) throw conflict('基础数据已变化，请重新预览');
  await sql`update billing_run set done = done + 1, lines = lines + ${made.lines}, rooms = rooms + ${made.rooms}, amount = amount + ${String(made.amount)}::bigint,
    error = '' where id = ${run.id}`.execute(tx);
  await tellRun(tx, run.id, { done: run.done + 1, parts: Object.keys(run.digests).length });
}

/** The next building of a run; after the last one the run waits for its checker. @returns whether more are to come @throws conflict as `makeBills` */
export async function makeNext(tx: Tx, runId: string): Promise<boolean> {
  const run = await goingOf(tx, runId, true);
  if (run === null || run.state !== '生成中') return false;
  const building = buildingAt(run, run.done);
  if (building === undefined) {
    await handIn(tx, run);
    return false;
  }
  await makeBills(tx, run, building, await workBuilding(tx, run, building));
  return true;
}

/** A building whose lines are worked out while the bills of the one before are written: `before` tells when they are. */
const makeAhead = (db: Db, runId: string, at: number, before: Promise<void>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const seen = await goingOf(tx, runId);
    const building = seen?.state === '生成中' ? buildingAt(seen, at) : undefined;
    if (seen === null || building === undefined) return before;
    const asked = await workBuilding(tx, seen, building);
    await before;
    const run = await goingOf(tx, runId, true);
    // Whoever else goes on with it may have made it meanwhile.
    if (run?.state === '生成中' && run.done === at) await makeBills(tx, run, building, asked);
  });

async function makeAll(db: Db, runId: string, report: Report): Promise<void> {
  const run = await goingOf(db, runId);
  if (run?.state !== '生成中') return;
  const flying: Promise<void>[] = [];
  try {
    for (let at = run.done; buildingAt(run, at) !== undefined; at++) {
      flying.push(makeAhead(db, runId, at, flying.at(-1) ?? Promise.resolve()));
      if (flying.length > 1) await flying.shift();
      await report(at, Object.keys(run.digests).length);
    }
    await flying.shift();
  } finally {
    await Promise.allSettled(flying);
  }
  while (await db.transaction().execute((tx) => makeNext(tx, runId)));
}

async function handIn(tx: Tx, run: Going): Promise<void> {
  const hash = await contentHash(tx, run.id);
  const { rows } = await sql<{
    amount: string;
  }>`update billing_run set state = '待审核', content_hash = ${hash} where id = ${run.id} returning amount::text`.execute(
    tx,
  );
  await noteRun(tx, { userId: run.maker, userName: run.maker_name }, '提交账单批次', {
    no: run.no,
    amount: rows[0]?.amount ?? '0',
    after: hash,
  });
  await tellRun(tx, run.id, { state: '待审核' });
}

/** A run whose ground has moved is given up as a whole. */
async function giveUp(db: Db, runId: string, why: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const run = await goingOf(tx, runId, true);
    if (run === null || run.state !== '生成中') return;
    await sql`update bill set state = '已作废' where run_id = ${runId} and state = '待审核'`.execute(tx);
    await sql`update billing_run set state = '已退回', error = ${why} where id = ${runId}`.execute(tx);
    await noteRun(tx, { userId: run.maker, userName: run.maker_name }, '放弃账单批次', {
      no: run.no,
      amount: 0n,
      summary: why,
    });
    await tellRun(tx, runId, { state: '已退回' });
  });
}

/** Goes on with a run to its end; what was made before a break stays made, and is not made again. */
export async function goOn(db: Db, runId: string, report = UNSEEN): Promise<void> {
  try {
    await makeAll(db, runId, report);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (why.startsWith('基础数据已变化')) await giveUp(db, runId, why);
    throw error;
  }
}

export type Generated = z.input<typeof chargeBillGenerate.output>;

export const previewAnswer = (preview: Preview): Generated => ({
  batchId: null,
  batchNo: '',
  rooms: preview.rooms,
  lines: preview.lines,
  amount: yuanOf(preview.amount),
  lastAmount: yuanOf(preview.last),
  yearAgoAmount: yuanOf(preview.yearAgo),
  counts: preview.counts,
  diffRows: [...preview.diffs],
  skipped: [...preview.skipped],
  exceptions: [...preview.exceptions],
  previewHash: preview.hash,
  progress: { done: 0, parts: Object.keys(preview.digests).length, state: '', error: '' },
});

/** @throws invalid where rooms are not charged any of the fees yet by then, or nobody bills that far ahead: a mistyped year */
export async function demandBegun(db: Db | Tx, of: RunAsked): Promise<void> {
  const these = of.roomIds === undefined ? sql`` : sql` and r.id = any(${[...of.roomIds]}::bigint[])`;
  const { rows } = await sql<{
    first: string | null;
    last: string;
  }>`select to_char(min(lower(rf.span)), 'YYYY-MM') as first, to_char(app_now() at time zone 'Asia/Shanghai' + interval '1 year', 'YYYY-12') as last from room_fee rf join room r on r.id = rf.room_id
    where r.community_id = ${of.communityId} and rf.fee_id = any(${[...of.feeIds]}::bigint[])${these}`.execute(db);
  const first = rows[0]?.first ?? null;
  const whose = of.roomIds === undefined ? '该小区没有房间' : '所选房间没有';
  if (first === null) throw invalid([{ path: 'feeIds', message: `${whose}设置这些收费项目` }]);
  if (of.period < first) throw invalid([{ path: 'period', message: `账期不能早于房间收费起始（${first}）` }]);
  const last = rows[0]?.last ?? '';
  if (of.period > last) throw invalid([{ path: 'period', message: `账期不能晚于明年年底（${last}）` }]);
}
