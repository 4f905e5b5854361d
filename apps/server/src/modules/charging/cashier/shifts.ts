/** 开班、交班、日结: cash is counted before the sum is told, and somebody else agrees to the difference. */
import type { dayClose, dayTotals, shiftClose, shiftCurrent, shiftOpen, ShiftShown } from '@hengneng/contracts';
import { countedFen, plusDays } from '@hengneng/charging';
import { shortCodeOf, today } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { holds } from '../../identity/index.ts';
import { sendMessage } from '../../../platform/messages/send.ts';
import { post, type Posting } from '../ledger/index.ts';
import { communitiesVisible, managersOf, visibleCommunity } from '../registry/index.ts';

import { openApprovals } from './approvals.ts';
import { accountOf } from './take.ts';
import { fenOf, yuanOf } from '../yuan.ts';

const SCREEN = shortCodeOf('/chargeManage/chargeCashier');
/** How far back the counter reminds of days that nobody closed: a quarter, since a month is reviewed long before. */
const LOOKS_BACK = 92;
const MOST_TO_CLOSE = 31;
/** A difference up to this wants no reason. Fen. */
const SMALL = 500n;

interface Row {
  readonly id: string;
  readonly community_id: string;
  readonly community: string;
  readonly cashier_id: string;
  readonly cashier: string;
  readonly opened_at: Date;
  readonly float_amount: string;
  readonly state: string;
  readonly version: number;
  readonly counted_amount: string | null;
  readonly system_amount: string | null;
  readonly difference: string | null;
  readonly reason: string;
  readonly counted_by: string | null;
}

const selected = sql`select s.id::text, s.community_id::text, c.name as community, s.cashier_id::text, u.user_name as cashier, s.opened_at,
    s.float_amount::text, s.state, s.version, s.counted_amount::text, s.system_amount::text, s.difference::text, s.reason, s.counted_by::text
  from shift s join community c on c.id = s.community_id join app_user u on u.id = s.cashier_id`;

async function shown(ctx: Ctx, db: Db | Tx, row: Row): Promise<ShiftShown> {
  const [{ rows: totals }, { rows: books }] = [
    await sql<{ type: string; amount: string; count: number }>`
      select t.kind as type, sum(t.amount - case when t.kind = '现金' then p.change_amount else 0 end)::text as amount,
        count(distinct p.id)::int as count
      from payment p join tender t on t.payment_id = p.id where p.shift_id = ${row.id} and t.kind <> '预存' group by t.kind order by t.kind`.execute(
      db,
    ),
    await sql<{ no: string; left: string }>`select no, (last_no - next_no + 1)::text as left from receipt_book
      where community_id = ${row.community_id} and holder_id = ${row.cashier_id} and kind = '收据' and state = '在用'`.execute(
      db,
    ),
  ];
  const counted = row.counted_amount !== null;
  const told = (fen: string | null): string | null => (fen === null ? null : yuanOf(BigInt(fen)));
  return {
    id: row.id,
    communityId: row.community_id,
    community: row.community,
    cashier: row.cashier,
    openedAt: row.opened_at.toISOString(),
    floatAmount: yuanOf(BigInt(row.float_amount)),
    state: row.state,
    version: row.version,
    totals: totals.map(({ type, amount, count }) => ({
      type,
      count,
      // Who counts must not know what there should be.
      amount: type === '现金' && !counted ? null : yuanOf(BigInt(amount)),
    })),
    book: books[0] ? { no: books[0].no, left: Number(books[0].left) } : null,
    counted: told(row.counted_amount),
    system: told(row.system_amount),
    difference: told(row.difference),
    reason: row.reason,
    mine: row.cashier_id === ctx.session.userId,
  };
}

export async function currentShift(
  ctx: Ctx,
  { communityId }: z.output<typeof shiftCurrent.input>,
): Promise<z.input<typeof shiftCurrent.output>> {
  await visibleCommunity(ctx, ctx.db, communityId);
  const { rows } = await sql<Row>`${selected} where s.community_id = ${communityId} and s.state <> '已交班'
    order by s.opened_at`.execute(ctx.db);
  const mine = rows.find(({ cashier_id }) => cashier_id === ctx.session.userId);
  const others = rows.filter(({ cashier_id }) => cashier_id !== ctx.session.userId);
  const showable = async (of: readonly Row[]) =>
    checks(ctx) ? Promise.all(of.map((row) => shown(ctx, ctx.db, row))) : [];
  const { rows: closed } =
    await sql`select 1 from day_close where community_id = ${communityId} and day = ${today(ctx.now)}::date`.execute(
      ctx.db,
    );
  return {
    shift: mine ? await shown(ctx, ctx.db, mine) : null,
    waiting: await showable(others.filter(({ state }) => state === '待复核')),
    others: await showable(others.filter(({ state }) => state === '开班')),
    dayClosed: closed.length > 0,
    approvals: await openApprovals(ctx, ctx.db, communityId),
    toClose: [
      ...(await daysToClose(
        ctx.db,
        communityId,
        { from: plusDays(today(ctx.now), -LOOKS_BACK), to: plusDays(today(ctx.now), -1) },
        MOST_TO_CLOSE,
      )),
    ],
  };
}

/**
 * Days on which money came in or went out and that nobody closed, the oldest first. What was taken from a prepayment moved no money: a bill's release
 * does that also on days when nobody is at the counter.
 */
export async function daysToClose(
  db: Db | Tx,
  communityId: string,
  { from, to }: { readonly from: string; readonly to: string },
  most: number,
): Promise<readonly string[]> {
  // Day by day: of one that was closed, nobody looks at its payments.
  const { rows } = await sql<{ day: string }>`select to_char(x.day, 'YYYY-MM-DD') as day
    from generate_series(${from}::date, ${to}::date, interval '1 day') as x(day)
    where not exists (select from day_close d where d.community_id = ${communityId}::bigint and d.day = x.day::date)
      and exists (select from payment p where p.community_id = ${communityId}::bigint and p.day = x.day::date
        and exists (select from tender t where t.payment_id = p.id and t.kind <> '预存'))
    order by x.day limit ${most}`.execute(db);
  return rows.map(({ day }) => day);
}

const checks = (ctx: Ctx): boolean =>
  ctx.session.roles.some((role) => role === 'propertyManager' || role === 'finance' || role === 'admin');

const ONE_OPEN = 'shift_one_open';

export const openShift = (
  ctx: Ctx,
  { communityId, floatAmount }: z.output<typeof shiftOpen.input>,
): Promise<z.input<typeof shiftOpen.output>> =>
  ctx.write(async (tx) => {
    const community = await visibleCommunity(ctx, tx, communityId);
    const { rows: cashiers } =
      await sql`select 1 from community_cashier where community_id = ${communityId} and user_id = ${ctx.session.userId}
      and span @> ${today(ctx.now)}::date`.execute(tx);
    if (cashiers.length === 0) throw forbidden(`您不是${community.name}的收费员，不能开班`);
    const { rows: closed } =
      await sql`select 1 from day_close where community_id = ${communityId} and day = ${today(ctx.now)}::date`.execute(
        tx,
      );
    if (closed.length > 0) throw refused('当日已日结，请在次日开班');
    try {
      const { rows } = await sql<{ id: string }>`insert into shift (community_id, cashier_id, opened_at, float_amount)
        values (${communityId}, ${ctx.session.userId}, ${ctx.now}, ${String(fenOf(floatAmount))}) returning id::text`.execute(
        tx,
      );
      await trail(tx, ctx, { kind: '收费', action: '开班', object: community.name, after: { floatAmount } });
      return { id: rows[0]?.id ?? '' };
    } catch (error) {
      if (error instanceof Error && 'constraint' in error && error.constraint === ONE_OPEN)
        throw conflict('上一班尚未交班');
      throw error;
    }
  });

async function lockedShift(ctx: Ctx, tx: Tx, id: string, version: number): Promise<Row> {
  const { rows } =
    await sql<Row>`${selected} where s.id = ${id}::bigint and ${communitiesVisible(ctx.session)} for update of s`.execute(
      tx,
    );
  const [row] = rows;
  if (row === undefined) throw notFound('班次不存在，或您没有查看它的权限');
  if (row.version !== version) throw conflict('班次已变动，请刷新后重试');
  return row;
}

/** What cash there should be: what it began with and what its account holds. */
async function cashOf(tx: Tx, row: Row): Promise<bigint> {
  const { rows } = await sql<{ balance: string }>`select balance::text from ledger_account
    where community_id = ${row.community_id} and kind = '现金' and ref = ${row.id} and fee_id = 0`.execute(tx);
  return BigInt(row.float_amount) + BigInt(rows[0]?.balance ?? '0');
}

export const closeShift = (
  ctx: Ctx,
  input: z.output<typeof shiftClose.input>,
): Promise<z.input<typeof shiftClose.output>> =>
  ctx.write(async (tx) => {
    const row = await lockedShift(ctx, tx, input.shiftId, input.version);
    const mine = row.cashier_id === ctx.session.userId;
    // Finance looks at counters and agrees to counts; nothing else there is theirs to do.
    if (input.step !== 'check' && !holds(ctx.session, SCREEN, 'edit')) throw forbidden();
    if (input.step === 'check') await agree(ctx, tx, row);
    else if (input.step === 'force') await takeOver(ctx, tx, row, input);
    else {
      if (!mine) throw forbidden('只能交自己的班');
      if (row.state === '已交班') throw refused('该班次已交班，不能再改');
      if (input.step === 'count') {
        const pieces = piecesOf(input.pieces);
        await countCash(ctx, tx, row, countedFen(pieces), pieces);
      } else {
        if (row.state !== '待复核') throw refused('请先盘点现金');
        if (input.reason === '' && large(row)) throw invalid([{ path: 'reason', message: '差额超过5元，请填写原因' }]);
        // Why somebody else counted it stays.
        await sql`update shift set reason = case when counted_by is null then ${input.reason} else reason || '；收费员说明：' || ${input.reason} end,
          version = version + 1 where id = ${row.id}`.execute(tx);
      }
    }
    const { rows } = await sql<Row>`${selected} where s.id = ${row.id}`.execute(tx);
    if (input.step === 'hand' || input.step === 'force') await tellCheckers(ctx, tx, rows[0] ?? row);
    return shown(ctx, tx, rows[0] ?? row);
  });

/** Whoever looks after the counter agrees to what was counted: until then the day can't be closed. */
const tellCheckers = async (ctx: Ctx, tx: Tx, row: Row): Promise<void> =>
  sendMessage(
    tx,
    (await managersOf(tx, row.community_id)).filter((id) => id !== ctx.session.userId && id !== row.counted_by),
    'shift.counted',
    {
      小区: row.community,
      收费员: row.cashier,
      现金: yuanOf(BigInt(row.counted_amount ?? '0')),
      差额: yuanOf(BigInt(row.difference ?? '0')),
    },
  );

const piecesOf = (of: readonly { readonly face: string; readonly count: number }[]) =>
  Object.fromEntries(of.map(({ face, count }) => [face, count]));

/** The till of somebody who is not there, counted by who looks after the counters; a third agrees to it. */
async function takeOver(
  ctx: Ctx,
  tx: Tx,
  row: Row,
  of: Extract<z.output<typeof shiftClose.input>, { step: 'force' }>,
): Promise<void> {
  if (!checks(ctx)) throw forbidden('强制交接须由物业经理或财务办理');
  if (row.cashier_id === ctx.session.userId) throw refused('自己的班次请用交班');
  await countCash(ctx, tx, row, countedFen(piecesOf(of.pieces)), piecesOf(of.pieces));
  await sql`update shift set counted_by = ${ctx.session.userId}, reason = ${`${ctx.session.userName}强制交接：${of.reason}`} where id = ${row.id}`.execute(
    tx,
  );
  await trail(tx, ctx, {
    kind: '收费',
    action: '强制交接',
    object: `${row.community} ${row.cashier}`,
    summary: of.reason,
  });
  await sendMessage(tx, [row.cashier_id], 'shift.forced', {
    小区: row.community,
    交接人: ctx.session.userName,
    原因: of.reason,
  });
}

const large = (row: Pick<Row, 'difference'>): boolean => {
  const difference = BigInt(row.difference ?? '0');
  return difference > SMALL || difference < -SMALL;
};

async function countCash(ctx: Ctx, tx: Tx, row: Row, counted: bigint, pieces: object): Promise<void> {
  if (row.state !== '开班') throw refused('本班已盘点');
  const { rows: waiting } = await sql<{
    room: string;
  }>`select r.full_code as room from pay_order o join room r on r.id = o.room_id where o.shift_id = ${row.id}::bigint
    and o.state in ('待发送', '支付中', '已付款') order by o.id`.execute(tx);
  if (waiting.length > 0)
    throw refused(
      `还有${waiting.length}笔支付待确认（${waiting.map(({ room }) => room).join('、')}），请先查询结果或撤销`,
    );
  const system = await cashOf(tx, row);
  await sql`update shift set state = '待复核', counted = ${JSON.stringify(pieces)}::jsonb, counted_amount = ${String(counted)}, system_amount = ${String(system)},
    difference = ${String(counted - system)}, closed_at = greatest(${ctx.now}::timestamptz, (select max(made_at) from payment where shift_id = ${row.id})), version = version + 1 where id = ${row.id}`.execute(
    tx,
  );
  await trail(tx, ctx, {
    kind: '收费',
    action: '交班盘点',
    object: row.community,
    after: { 盘点: yuanOf(counted), 差额: yuanOf(counted - system) },
  });
}

async function agree(ctx: Ctx, tx: Tx, row: Row): Promise<void> {
  if (!checks(ctx)) throw forbidden('交班须由物业经理复核');
  if (row.cashier_id === ctx.session.userId) throw forbidden('不能复核自己的班次');
  if (row.counted_by === ctx.session.userId) throw forbidden('不能复核自己盘点的班次，请由另一人复核');
  if (row.state !== '待复核') throw refused('该班次尚未盘点');
  if (row.reason === '' && large(row)) throw refused('差额超过5元，收费员尚未填写原因');
  await sql`update shift set state = '已交班', checked_by = ${ctx.session.userId}, checked_at = ${ctx.now}, version = version + 1 where id = ${row.id}`.execute(
    tx,
  );
  const difference = BigInt(row.difference ?? '0');
  const cash = { kind: '现金', ref: row.id } as const;
  const unsettled = { kind: '待处理长短款' } as const;
  if (difference !== 0n)
    await post(
      tx,
      {
        communityId: row.community_id,
        kind: '长短款',
        day: today(ctx.now),
        source: 'shift',
        sourceId: row.id,
        memo: row.reason,
        by: ctx.session.userId,
      },
      [
        difference > 0n
          ? { debit: cash, credit: unsettled, fen: difference }
          : { debit: unsettled, credit: cash, fen: -difference },
      ],
    );
  await trail(tx, ctx, {
    kind: '收费',
    action: '交班复核',
    object: `${row.community} ${row.cashier}`,
    after: { 差额: yuanOf(difference) },
  });
}

const totalsOf = async (db: Db | Tx, communityId: string, day: string) => {
  const { rows } = await sql<{ type: string; amount: string }>`
    select t.kind as type, sum(t.amount - case when t.kind = '现金' then p.change_amount else 0 end)::text as amount
    from payment p join tender t on t.payment_id = p.id
    where p.community_id = ${communityId} and p.day = ${day}::date and t.kind <> '预存'
    group by t.kind order by t.kind`.execute(db);
  return rows.map(({ type, amount }) => ({ type, fen: BigInt(amount) }));
};

/** Shifts in which money of the day was taken, or that were opened on it, and are not handed over. */
const openShifts = async (db: Db | Tx, communityId: string, day: string) => {
  const { rows } = await sql<{
    cashier: string;
    state: string;
  }>`select u.user_name as cashier, s.state from shift s join app_user u on u.id = s.cashier_id
    where s.community_id = ${communityId} and s.state <> '已交班' and (s.opened_at at time zone 'Asia/Shanghai')::date <= ${day}::date`.execute(
    db,
  );
  return rows;
};

/** Each shift hands over what its account holds: what it took and what was over or missing. */
const cashOfShifts = async (db: Db | Tx, communityId: string, day: string) => {
  const { rows } = await sql<{ id: string; balance: string }>`select s.id::text, a.balance::text from shift s
      join ledger_account a on a.community_id = s.community_id and a.kind = '现金' and a.ref = s.id and a.fee_id = 0
      where s.community_id = ${communityId} and s.state = '已交班' and a.balance <> 0
        and (s.opened_at at time zone 'Asia/Shanghai')::date <= ${day}::date order by s.id`.execute(db);
  return rows;
};

export async function totalsOfDay(
  ctx: Ctx,
  { communityId, day }: z.output<typeof dayTotals.input>,
): Promise<z.input<typeof dayTotals.output>> {
  await visibleCommunity(ctx, ctx.db, communityId);
  const { rows: closed } =
    await sql`select 1 from day_close where community_id = ${communityId} and day = ${day}::date`.execute(ctx.db);
  const open = await openShifts(ctx.db, communityId, day);
  const shifts = open.length > 0 || closed.length > 0 ? null : await cashOfShifts(ctx.db, communityId, day);
  return {
    closed: closed.length > 0,
    cash: shifts === null ? null : yuanOf(shifts.reduce((sum, { balance }) => sum + BigInt(balance), 0n)),
    openShifts: open.map(({ cashier, state }) => ({ cashier, state })),
    // Before all have counted, nobody is told the cash.
    totals: (await totalsOf(ctx.db, communityId, day))
      .filter(({ type }) => type !== '现金' || open.length === 0)
      .map(({ type, fen }) => ({ type, amount: yuanOf(fen) })),
  };
}

export const closeDay = (ctx: Ctx, input: z.output<typeof dayClose.input>): Promise<z.input<typeof dayClose.output>> =>
  ctx.write(async (tx) => {
    const { communityId, day } = input;
    const community = await visibleCommunity(ctx, tx, communityId);
    if (day > today(ctx.now)) throw invalid([{ path: 'day', message: '不能日结以后的日期' }]);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`charging day ${communityId}`}, 0))`.execute(tx);
    const { rows: closed } =
      await sql`select 1 from day_close where community_id = ${communityId} and day = ${day}::date`.execute(tx);
    if (closed.length > 0) throw conflict('当日已日结');
    const open = await openShifts(tx, communityId, day);
    if (open.length > 0) throw refused(`${open.map(({ cashier }) => cashier).join('、')}尚未交班，不能日结`);
    const totals = await totalsOf(tx, communityId, day);
    for (const [index, channel] of input.channels.entries()) {
      const system = totals.find(({ type }) => type === channel.type)?.fen ?? 0n;
      if (fenOf(channel.statement) !== system && channel.reason === '')
        throw invalid([
          { path: `channels[${index}].reason`, message: `${channel.type}与系统合计不一致，请填写差异原因` },
        ]);
    }
    for (const { type, fen } of totals)
      if (['微信', '支付宝', 'POS'].includes(type) && fen !== 0n && !input.channels.some((of) => of.type === type))
        throw invalid([{ path: 'channels', message: `请填写${type}的渠道账单合计` }]);
    const shifts = await cashOfShifts(tx, communityId, day);
    const cash = shifts.reduce((sum, { balance }) => sum + BigInt(balance), 0n);
    const deposit = fenOf(input.depositAmount);
    if (input.depositNo === '' && (cash !== 0n || deposit !== 0n))
      throw invalid([{ path: 'depositNo', message: '请填写缴存单号' }]);
    if (deposit !== cash && input.note === '')
      throw invalid([
        { path: 'depositAmount', message: `缴存金额与当日现金${yuanOf(cash)}元不一致，请核对或在备注说明` },
      ]);
    const { rows } = await sql<{
      id: string;
    }>`insert into day_close (community_id, day, cash, deposit_no, deposit_amount, channels, note, made_by, made_at)
      values (${communityId}, ${day}::date, ${String(cash)}, ${input.depositNo}, ${String(deposit)}, ${JSON.stringify(input.channels)}::jsonb, ${input.note},
        ${ctx.session.userId}, ${ctx.now}) returning id::text`.execute(tx);
    const bank = accountOf('转账', '0');
    const short = { kind: '待处理长短款' } as const;
    const postings = shifts.map(({ id, balance }): Posting => {
      const fen = BigInt(balance);
      const key = { kind: '现金', ref: id } as const;
      return fen > 0n ? { debit: bank, credit: key, fen } : { debit: key, credit: bank, fen: -fen };
    });
    if (deposit < cash) postings.push({ debit: short, credit: bank, fen: cash - deposit });
    if (deposit > cash) postings.push({ debit: bank, credit: short, fen: deposit - cash });
    if (postings.length > 0)
      await post(
        tx,
        {
          communityId,
          kind: '日结',
          day,
          source: 'day_close',
          sourceId: rows[0]?.id ?? '0',
          memo: `缴存单${input.depositNo}`,
          by: ctx.session.userId,
        },
        postings,
      );
    await trail(tx, ctx, {
      kind: '收费',
      action: '日结',
      object: `${community.name} ${day}`,
      after: { 现金: yuanOf(cash), 缴存: input.depositAmount },
    });
    return { ok: true };
  });
