/** Runs that make bills: looked at beforehand, made building by building, gone on with where they stopped. */
import { createHash } from 'node:crypto';
import type { BillDiff, BillException, chargeBillGenerate } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { audit } from '../../../platform/audit/audit.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { pushToHolders } from '../../../platform/events/push.ts';
import { conflict, invalid, refused } from '../../../platform/http/errors.ts';
import { takeBillNumbers } from '../bill-numbers.ts';
import { yuanOf } from '../yuan.ts';
import { type LinesAsked, lineCtes, lineDigest, linesAsked, sharedFees, taxIn } from './lines.ts';
import { keepShares, type Pool } from './pools.ts';
import { keepUse, unusedWhy } from './use.ts';

export const BILL_PAGE = shortCodeOf('/chargeManage/chargeBill');
export const AUDIT_PAGE = shortCodeOf('/chargeManage/chargeBillAudit');
export const RUN_TOPIC = 'chargeRun';
/** Rooms that must be looked at: beyond both. */
const MUST_RATE = 30;
const MUST_FEN = 10_000;
/** Of what is listed; sums and counts are of all. */
const MOST_LISTED = 200;
const MOST_EXCEPTIONS = 1_000;

/** Who does it: a person by a call, or the one who asked for it, by the clock. */
export interface Actor {
  readonly userId: string;
  readonly userName: string;
}

export interface RunAsked {
  readonly communityId: string;
  readonly feeIds: readonly string[];
  readonly period: string;
}

export interface Preview {
  readonly rooms: number;
  readonly lines: number;
  readonly amount: bigint;
  readonly last: bigint;
  readonly yearAgo: bigint;
  readonly counts: {
    readonly added: number;
    readonly missing: number;
    readonly changed: number;
    readonly zero: number;
  };
  readonly diffs: readonly BillDiff[];
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
  readonly exceptions: readonly BillException[];
  readonly digests: Readonly<Record<string, string>>;
  readonly hash: string;
  readonly pools: readonly Pool[];
}

const buildingsOf = async (db: Db | Tx, communityId: string): Promise<readonly string[]> => {
  const { rows } = await sql<{
    id: string;
  }>`select id::text from building where community_id = ${communityId} order by id`.execute(db);
  return rows.map(({ id }) => id);
};

export interface RawDiff {
  readonly roomId: string;
  readonly room: string;
  readonly fee: string;
  readonly last: string | null;
  readonly amount: string | null;
  readonly reason: string;
}

interface OfBuilding {
  readonly rooms: number;
  readonly lines: number;
  readonly amount: string;
  readonly last: string;
  readonly year_ago: string;
  readonly added: number;
  readonly missing: number;
  readonly changed: number;
  readonly zero: number;
  readonly digest: string;
  readonly billed: number;
  readonly unread: number;
  readonly stopped: number;
  readonly diffs: readonly RawDiff[];
  readonly odd: readonly {
    readonly level: BillException['level'];
    readonly kind: string;
    readonly room: string;
    readonly text: string;
    readonly key: string;
  }[];
}

/** Of a building: sums, what differs from the cycle before, what is odd. */
async function previewBuilding(db: Db | Tx, asked: LinesAsked, buildingId: string): Promise<OfBuilding> {
  const names = JSON.stringify(Object.fromEntries(asked.fees.map(({ id, name }) => [id, name])));
  const shared = [...sharedFees(asked)];
  const prior = (
    key: 'last' | 'year_ago',
  ) => sql`(select sum(x.amount)::bigint as amount, max(x.quantity) as quantity, max(x.price_id) as price_id,
      max(x.payer_id) as payer_id, sum(x.suspend_days) as off_days, sum(x.days) as days
    from bill x where x.room_fee_id = a.id and x.cycle = a.${sql.raw(key)} and x.kind = '周期' and x.state not in ('已作废', '已红冲') having count(*) > 0)`;
  const { rows } = await sql<OfBuilding>`with ${lineCtes(asked, { buildingId })},
    charged as materialized (select rf.id, rf.room_id, rf.fee_id, r.full_code, r.state, c.key, c.last, c.year_ago, c.span && rf.span as due,
        exists (select from bill x where x.room_fee_id = rf.id and x.cycle = c.key and x.kind = '周期' and x.state not in ('已作废', '已红冲')) as billed
      from rooms r join room_fee rf on rf.room_id = r.id join cyc c on c.fee = rf.fee_id),
    now as (select room_fee_id, sum(amount)::bigint as amount, max(quantity) as quantity, max(price_id) as price_id, max(party_id) as payer_id,
        sum(off_days) as off_days, sum(days) as days, max(source) as source, count(*) as parts from line group by 1),
    beside as materialized (
      select a.*, n.amount, l.amount as before, y.amount as year_before, n.source, n.quantity, l.quantity as quantity_before,
        case when l.amount is null then '新增' when n.amount is null then '本期未出'
          else concat_ws('、', case when n.quantity <> l.quantity then case when n.source in ('用量', '阶梯') then '用量' when n.source = '公式' then '数量变' else '面积变' end end,
            case when n.price_id is distinct from l.price_id then '单价版本变' end, case when n.payer_id is distinct from l.payer_id then '过户' end,
            case when n.off_days <> l.off_days then '停用起止' end, case when n.days <> l.days then '天数' end) end as reason
      from charged a left join now n on n.room_fee_id = a.id left join lateral ${prior('last')} l on true left join lateral ${prior('year_ago')} y on true
      where not a.billed and (n.amount is not null or l.amount is not null)),
    odd as (
      select 1 as rank, '必须处理' as level, '面积为0' as kind, full_code as room, '计费面积为0或没有面积' as text, fee_id, id from owed o
        where o.source like '%面积' and not exists (select from line l where l.room_fee_id = o.id and l.quantity > 0)
          and exists (select from price p where p.fee = o.fee_id and p.usage = o.usage and p.span && o.active)
      union all select 1, '必须处理', '单价缺失', full_code, '本周期内有日期没有生效的单价', fee_id, id from owed o where o.contract_price is null and o.fee_id <> all(${shared}::bigint[])
        and coalesce((select sum(upper(p.span * o.active) - lower(p.span * o.active)) from price p where p.fee = o.fee_id and p.usage = o.usage and p.span && o.active), 0)
          < upper(o.active) - lower(o.active)
      union all select 1, '必须处理', '公式无法计算', full_code, '公式的除数为0、数量过大或缺所用的面积', fee_id, id from owed o where o.source = '公式'
          and (exists (select from seg g where g.id = o.id and g.quantity is null) or o.areal and not exists (select from area a where a.room_id = o.room_id and a.span && o.active))
      union all select 2, '需说明', '无业主', full_code, '本周期内有日期没有缴费人', fee_id, room_fee_id from line where party_id is null
      union all select 2, '需说明', '停用待核查', r.full_code, '有微信停用申请待受理', w.fee_id, w.id from suspend_wish w join rooms r on r.id = w.room_id
        where w.state = '待受理' and w.from_day < (select upper(span) from whole)
      union all select case when s.late then 3 else 1 end, case when s.late then '提示' else '必须处理' end, case when s.late then '公摊已分完' else '缺读数' end, full_code,
          ${unusedWhy(shared)}, o.fee_id, o.id from owed o left join shared s on s.id = o.id
        where o.metered and not exists (select from used u where u.id = o.id) and coalesce(s.why, '-') <> ''
      union all select 3, '提示', '用量含估算', full_code, '用量 ' || trim_scale(u.measured) || '，其中估算 ' || trim_scale(round(u.estimated, 4)), o.fee_id, o.id
        from owed o join used u on u.id = o.id where u.estimated > 0
      union all select 2, '需说明', '阶梯累计', full_code, '上一周期没有账单，阶梯的累计用量不含它', fee_id, o.id from owed o
        where o.metered and exists (select from price p where p.fee = o.fee_id and p.tiers is not null) and lower(o.cycle_span) > o.year_from
          and exists (select from room_fee y where y.id = o.id and lower(y.span) < lower(o.cycle_span))
          and not exists (select from bill x where x.room_fee_id = o.id and x.cycle = o.last and x.kind = '周期' and x.state not in ('已作废', '已红冲'))
      union all select 3, '提示', '用量突变', full_code, '用量由 ' || trim_scale(quantity_before) || ' 变为 ' || trim_scale(quantity), fee_id, id from beside
        where source in ('用量', '阶梯') and quantity_before > 0 and abs(quantity - quantity_before) > quantity_before / 2
      union all select 3, '提示', '空置优惠将到期', r.full_code, '空置优惠 ' || (upper(s.span) - 1) || ' 到期', s.fee_id, s.id from suspension s
        join rooms r on r.id = s.room_id join cyc c on c.fee = s.fee_id
        where s.kind = '空置优惠' and not s.voided and upper(s.span) between lower(c.span) and upper(c.span) + 30)
    select (select count(distinct room_id)::int from line) as rooms, (select count(*)::int from line) as lines,
      (select coalesce(sum(amount), 0)::text from line) as amount, (select coalesce(sum(before), 0)::text from beside) as last,
      (select coalesce(sum(year_before), 0)::text from beside) as year_ago, (select ${lineDigest} from line) as digest,
      (select count(*)::int from beside where before is null) as added, (select count(*)::int from beside where amount is null) as missing,
      (select count(*)::int from beside where abs(amount - before) > before * 0.2) as changed, (select count(*)::int from beside where amount = 0) as zero,
      (select count(*)::int from charged where billed) as billed, (select count(*)::int from odd where kind = '缺读数') as unread,
      (select count(*)::int from charged where state = '停用' and due) as stopped,
      coalesce((select jsonb_agg(d) from (select room_id::text as "roomId", full_code as room, ${names}::jsonb ->> fee_id::text as fee, before::text as last,
        amount::text as amount, reason from beside where amount is distinct from before
        order by abs(coalesce(amount, 0) - coalesce(before, 0)) desc, id limit ${MOST_LISTED}) d), '[]') as diffs,
      coalesce((select jsonb_agg(jsonb_build_object('level', level, 'kind', kind, 'room', room, 'text', coalesce(${names}::jsonb ->> fee_id::text || '：', '') || text,
        'key', kind || id)) from (select * from odd order by rank, room limit ${MOST_EXCEPTIONS}) o), '[]') as odd`.execute(
    db,
  );
  const [of] = rows;
  if (of === undefined) throw new Error('a building has no preview');
  return of;
}

export const diffOf = ({ last, amount, ...row }: RawDiff): BillDiff => {
  const [before, now] = [BigInt(last ?? '0'), BigInt(amount ?? '0')];
  const diff = now - before;
  const rate = before === 0n ? null : Math.round((Number(diff) / Number(before)) * 1000) / 10;
  return {
    ...row,
    last: last === null ? null : yuanOf(before),
    amount: amount === null ? null : yuanOf(now),
    diff: yuanOf(diff),
    rate,
    must: rate !== null && Math.abs(rate) > MUST_RATE && Math.abs(Number(diff)) > MUST_FEN,
  };
};

const hashOf = (of: RunAsked, digests: Readonly<Record<string, string>>): string =>
  createHash('sha256')
    .update(JSON.stringify([of.communityId, of.period, of.feeIds.toSorted(), Object.entries(digests)]))
    .digest('hex');

/** What keeps something from being shared out, once a pool. */
const poolFaults = (pools: readonly Pool[]): readonly BillException[] =>
  pools.flatMap(({ id, name, fault }) =>
    fault === null
      ? []
      : [
          {
            level: '必须处理' as const,
            kind: '公摊缺数据',
            room: '',
            text: `${name}：${fault}`,
            key: `公摊${id}`,
            note: '',
            by: '',
          },
        ],
  );

const size = (fen: string | null): number => Math.abs(Number(fen ?? '0'));
const distance = (row: RawDiff): number => size(String(BigInt(row.amount ?? '0') - BigInt(row.last ?? '0')));

/** What a run would make; writes nothing. */
export async function previewRun(db: Db | Tx, of: RunAsked): Promise<Preview> {
  const asked = await linesAsked(db, of);
  const parts: OfBuilding[] = [];
  const digests: Record<string, string> = {};
  if (asked.fees.length > 0)
    for (const building of await buildingsOf(db, of.communityId)) {
      const part = await previewBuilding(db, asked, building);
      parts.push(part);
      digests[building] = part.digest;
    }
  const sum = (pick: (part: OfBuilding) => number): number => parts.reduce((total, part) => total + pick(part), 0);
  const fen = (pick: (part: OfBuilding) => string): bigint =>
    parts.reduce((total, part) => total + BigInt(pick(part)), 0n);
  const unread = sum((part) => part.unread);
  const skipped = [
    { reason: '本周期已出账', count: sum(({ billed }) => billed) },
    { reason: `缺读数（有${unread}户缺读数）`, count: unread },
    { reason: '房间已停用', count: sum(({ stopped }) => stopped) },
    ...asked.idle.map((name) => ({ reason: `${name}不在本账期出账`, count: 0 })),
  ].filter(({ count, reason }) => count > 0 || reason.endsWith('不在本账期出账'));
  const ranks = ['必须处理', '需说明', '提示'];
  return {
    rooms: sum(({ rooms }) => rooms),
    lines: sum(({ lines }) => lines),
    amount: fen(({ amount }) => amount),
    last: fen(({ last }) => last),
    yearAgo: fen((part) => part.year_ago),
    counts: {
      added: sum(({ added }) => added),
      missing: sum(({ missing }) => missing),
      changed: sum(({ changed }) => changed),
      zero: sum(({ zero }) => zero),
    },
    diffs: parts
      .flatMap(({ diffs }) => diffs)
      .toSorted((a, b) => distance(b) - distance(a))
      .slice(0, MOST_LISTED)
      .map(diffOf),
    skipped,
    exceptions: [
      ...poolFaults(asked.pools),
      ...parts.flatMap(({ odd }) => odd.map((one) => ({ ...one, note: '', by: '' }))),
    ]
      .toSorted((a, b) => ranks.indexOf(a.level) - ranks.indexOf(b.level))
      .slice(0, MOST_EXCEPTIONS),
    digests,
    hash: hashOf(of, digests),
    pools: asked.pools,
  };
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
  await sql`with b as (update bill set state = '待审核' where run_id = ${runId}::bigint and state = '待发布')
    update billing_run r set content_hash = ${hash}, amount = s.amount, lines = s.lines, rooms = s.rooms, version = r.version + 1,
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
  const preview = await previewRun(tx, of);
  if (preview.hash !== previewHash) throw conflict('基础数据已变化，请重新预览');
  const must = preview.exceptions.filter(({ level }) => level === '必须处理').length;
  if (must > 0) throw refused(`有${must}条必须处理的异常，请先处理`);
  if (preview.lines === 0) throw refused('没有可生成的账单');
  const no = await takeRunNo(tx, 'CZ', of.communityId, of.period);
  const { rows } = await sql<{
    id: string;
  }>`insert into billing_run (no, community_id, kind, period, fee_ids, parts, last_amount, year_ago_amount, skipped,
      exceptions, preview_hash, digests, made_by)
    values (${no}, ${of.communityId}, '出账', ${of.period}, ${[...of.feeIds]}::bigint[], ${Object.keys(preview.digests).length}, ${String(preview.last)},
      ${String(preview.yearAgo)}, ${JSON.stringify(preview.skipped)}::jsonb, ${JSON.stringify(preview.exceptions)}::jsonb, ${preview.hash},
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
  readonly done: number;
  readonly state: string;
  readonly digests: Readonly<Record<string, string>>;
  readonly maker: string;
  readonly maker_name: string;
}

const goingOf = async (db: Db | Tx, id: string, lock = false): Promise<Going | null> => {
  const { rows } =
    await sql<Going>`select b.id::text, b.no, b.community_id::text as community, b.period, b.fee_ids::text[] as fees, b.done, b.state, b.digests,
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
  await workLines(tx, asked, { buildingId: building });
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

async function makeAll(db: Db, runId: string): Promise<void> {
  const run = await goingOf(db, runId);
  if (run?.state !== '生成中') return;
  const flying: Promise<void>[] = [];
  try {
    for (let at = run.done; buildingAt(run, at) !== undefined; at++) {
      flying.push(makeAhead(db, runId, at, flying.at(-1) ?? Promise.resolve()));
      if (flying.length > 1) await flying.shift();
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
export async function goOn(db: Db, runId: string): Promise<void> {
  try {
    await makeAll(db, runId);
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

/** @throws invalid where rooms are not charged any of the fees yet by then */
export async function demandBegun(db: Db | Tx, of: RunAsked): Promise<void> {
  const { rows } = await sql<{
    first: string | null;
  }>`select to_char(min(lower(rf.span)), 'YYYY-MM') as first from room_fee rf join room r on r.id = rf.room_id
    where r.community_id = ${of.communityId} and rf.fee_id = any(${[...of.feeIds]}::bigint[])`.execute(db);
  const first = rows[0]?.first ?? null;
  if (first === null) throw invalid([{ path: 'feeIds', message: '该小区没有房间设置这些收费项目' }]);
  if (of.period < first) throw invalid([{ path: 'period', message: `账期不能早于房间收费起始（${first}）` }]);
}
