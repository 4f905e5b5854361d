/** 班次报表 and 日结表: what a shift or a day took, by how it was paid and by what it was for. Both add up to the same. */
import type { closings, dayReport, shiftReport } from '@hengneng/contracts';
import { FACES } from '@hengneng/charging';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { notFound, refused } from '../../../platform/http/errors.ts';
import { demandAmounts } from '../amounts.ts';
import { localTime } from '../local-time.ts';
import { communitiesVisible, visibleCommunity } from '../registry/index.ts';
import { fenOf, yuanOf } from '../yuan.ts';

type Shift = z.input<typeof shiftReport.output>;

const timeOf = (at: Date | null): string => (at === null ? '' : localTime(at));

/** How money was paid; what was taken off a prepayment is none. Cash is what stayed. */
async function totalsOf(db: Db, of: RawBuilder<unknown>): Promise<{ rows: Shift['totals']; total: bigint }> {
  const { rows } = await sql<{ type: string; count: number; amount: string }>`
    select t.kind as type, count(distinct p.id)::int as count, sum(t.amount - case when t.kind = '现金' then p.change_amount else 0 end)::text as amount
    from payment p join tender t on t.payment_id = p.id where ${of} and t.kind <> '预存' group by t.kind order by t.kind`.execute(
    db,
  );
  return {
    rows: rows.map((row) => ({ ...row, amount: yuanOf(row.amount) })),
    total: rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
  };
}

/** What that money was for. What is handed back of a deposit is neither a bill's nor kept: it is the rest. */
async function partsOf(db: Db, of: RawBuilder<unknown>): Promise<Shift['parts']> {
  const { rows } = await sql<{ name: string; count: number; amount: string }>`
    with p as materialized (select p.id, p.kind, p.amount, p.to_prepay from payment p
      where ${of} and exists (select from tender t where t.payment_id = p.id and t.kind <> '预存')),
    a as materialized (select p.id, f.name, f.id as fee, a.principal, a.penalty from p join allocation a on a.payment_id = p.id
      join bill b on b.id = a.bill_id join fee f on f.id = b.fee_id)
    select name, count, amount::text from (
      select 1 as at, fee, name, count(distinct id)::int as count, sum(principal) as amount from a where principal <> 0 group by fee, name
      union all select 2, 0, '违约金', count(distinct id)::int, sum(penalty) from a where penalty <> 0 having count(*) > 0
      union all select 3, 0, '预存', count(*)::int, sum(to_prepay) from p where kind <> '退款' and to_prepay <> 0 having count(*) > 0
      union all select 4, 0, '退预存', count(*)::int, sum(to_prepay) from p where kind = '退款' and to_prepay <> 0 having count(*) > 0
      union all select 5, 0, '退押金', count(*)::int, sum(amount) from p where kind = '退款' and to_prepay = 0 having count(*) > 0
    ) x order by at, fee`.execute(db);
  return rows.map((row) => ({ ...row, amount: yuanOf(row.amount) }));
}

async function receiptsOf(db: Db, of: RawBuilder<unknown>): Promise<Shift['receipts']> {
  const { rows } = await sql<Shift['receipts'][number]>`
    select k.no as book, k.prefix || lpad(min(p.receipt_no)::text, 8, '0') as first, k.prefix || lpad(max(p.receipt_no)::text, 8, '0') as last,
      count(*)::int as count
    from payment p join receipt_book k on k.id = p.receipt_book_id where ${of} group by k.id order by k.id`.execute(db);
  return [...rows];
}

/** Receipts that were taken back, whoever's they were. */
async function reversedOf(db: Db, of: RawBuilder<unknown>): Promise<Shift['reversed']> {
  const { rows } = await sql<Shift['reversed'][number]>`
    select coalesce(o.receipt_text, o.kind) as "receiptNo", p.amount::text, u.user_name as cashier, o.day::text as on, p.reason
    from payment p join payment o on o.id = p.reverses_id join app_user u on u.id = o.made_by where ${of} order by p.id`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, amount: yuanOf(row.amount) }));
}

export async function readShiftReport(
  ctx: Ctx,
  { shiftId }: z.output<typeof shiftReport.input>,
): Promise<z.input<typeof shiftReport.output>> {
  demandAmounts(ctx);
  const { rows } = await sql<{
    community: string;
    company: string;
    cashier: string;
    opened_at: Date;
    closed_at: Date | null;
    state: string;
    checker: string | null;
    checked_at: Date | null;
    float_amount: string;
    system_amount: string | null;
    counted_amount: string | null;
    counted: Record<string, number> | null;
    difference: string | null;
    reason: string;
  }>`select c.name as community, c.company, u.user_name as cashier, s.opened_at, s.closed_at, s.state, k.user_name as checker, s.checked_at,
      s.float_amount::text, s.system_amount::text, s.counted_amount::text, s.counted, s.difference::text, s.reason
    from shift s join community c on c.id = s.community_id join app_user u on u.id = s.cashier_id left join app_user k on k.id = s.checked_by
    where s.id = ${shiftId}::bigint and ${communitiesVisible(ctx.session)}`.execute(ctx.db);
  const [shift] = rows;
  if (shift === undefined) throw notFound('班次不存在，或您没有查看它的权限');
  // Who counts must not know what there should be.
  if (shift.system_amount === null || shift.counted_amount === null) throw refused('盘点现金后才能打印班次报表');
  const own = sql`p.shift_id = ${shiftId}::bigint`;
  const totals = await totalsOf(ctx.db, own);
  const system = BigInt(shift.system_amount);
  const counted = shift.counted ?? {};
  return {
    community: shift.community,
    company: shift.company,
    cashier: shift.cashier,
    openedAt: timeOf(shift.opened_at),
    closedAt: timeOf(shift.closed_at),
    state: shift.state,
    checker: shift.checker ?? '',
    checkedAt: timeOf(shift.checked_at),
    totals: totals.rows,
    total: yuanOf(totals.total),
    parts: await partsOf(ctx.db, own),
    receipts: await receiptsOf(ctx.db, own),
    reversed: await reversedOf(ctx.db, own),
    pieces: FACES.filter((face) => (counted[face] ?? 0) > 0).map((face) => ({
      face,
      count: counted[face] ?? 0,
      amount: yuanOf(BigInt(counted[face] ?? 0) * BigInt(Math.round(Number(face) * 100))),
    })),
    cash: {
      float: yuanOf(shift.float_amount),
      received: yuanOf(system - BigInt(shift.float_amount)),
      system: yuanOf(system),
      counted: yuanOf(shift.counted_amount),
      difference: yuanOf(shift.difference),
      reason: shift.reason,
    },
    by: ctx.session.userName,
    at: localTime(ctx.now),
  };
}

interface Channel {
  readonly type: string;
  readonly statement: string;
  readonly reason: string;
}

export async function readDayReport(
  ctx: Ctx,
  { communityId, day }: z.output<typeof dayReport.input>,
): Promise<z.input<typeof dayReport.output>> {
  demandAmounts(ctx);
  const community = await visibleCommunity(ctx, ctx.db, communityId);
  const { rows } = await sql<{
    company: string;
    cash: string;
    deposit_no: string;
    deposit_amount: string;
    channels: readonly Channel[];
    note: string;
    maker: string;
    made_at: Date;
  }>`select c.company, d.cash::text, d.deposit_no, d.deposit_amount::text, d.channels, d.note, u.user_name as maker, d.made_at
    from day_close d join community c on c.id = d.community_id join app_user u on u.id = d.made_by
    where d.community_id = ${communityId}::bigint and d.day = ${day}::date`.execute(ctx.db);
  const [closed] = rows;
  if (closed === undefined) throw notFound(`${day}尚未日结`);
  const own = sql`p.community_id = ${communityId}::bigint and p.day = ${day}::date`;
  const totals = await totalsOf(ctx.db, own);
  const { rows: shifts } = await sql<{
    cashier: string;
    opened_at: Date;
    closed_at: Date | null;
    amount: string;
    difference: string | null;
    checker: string | null;
  }>`select u.user_name as cashier, s.opened_at, s.closed_at, s.difference::text, k.user_name as checker,
      (select coalesce(sum(t.amount - case when t.kind = '现金' then p.change_amount else 0 end), 0) from payment p join tender t on t.payment_id = p.id
        where p.shift_id = s.id and ${own} and t.kind <> '预存')::text as amount
    from shift s join app_user u on u.id = s.cashier_id left join app_user k on k.id = s.checked_by
    where s.community_id = ${communityId}::bigint and s.id in (select p.shift_id from payment p where ${own}) order by s.id`.execute(
    ctx.db,
  );
  return {
    community: community.name,
    company: closed.company,
    day,
    totals: totals.rows,
    total: yuanOf(totals.total),
    parts: await partsOf(ctx.db, own),
    shifts: shifts.map((of) => ({
      cashier: of.cashier,
      openedAt: timeOf(of.opened_at),
      closedAt: timeOf(of.closed_at),
      amount: yuanOf(of.amount),
      difference: yuanOf(of.difference),
      checker: of.checker ?? '',
    })),
    channels: closed.channels.map(({ type, statement, reason }) => {
      const system = totals.rows.find((of) => of.type === type)?.amount ?? '0.00';
      return { type, system, statement, difference: yuanOf(fenOf(system) - fenOf(statement)), reason };
    }),
    receipts: await receiptsOf(ctx.db, own),
    reversed: await reversedOf(ctx.db, own),
    cash: yuanOf(closed.cash),
    depositNo: closed.deposit_no,
    depositAmount: yuanOf(closed.deposit_amount),
    note: closed.note,
    maker: closed.maker,
    madeAt: localTime(closed.made_at),
    by: ctx.session.userName,
    at: localTime(ctx.now),
  };
}

export async function readClosings(
  ctx: Ctx,
  { communityId, from, to }: z.output<typeof closings.input>,
): Promise<z.input<typeof closings.output>> {
  demandAmounts(ctx);
  await visibleCommunity(ctx, ctx.db, communityId);
  const { rows: shifts } = await sql<{
    id: string;
    cashier: string;
    opened_at: Date;
    closed_at: Date | null;
    state: string;
    receipts: number;
    received: string;
    difference: string | null;
    checker: string | null;
  }>`select s.id::text, u.user_name as cashier, s.opened_at, s.closed_at, s.state, s.difference::text, k.user_name as checker,
      (select count(*)::int from payment p where p.shift_id = s.id and p.receipt_no is not null) as receipts,
      (select coalesce(sum(t.amount - case when t.kind = '现金' then p.change_amount else 0 end), 0) from payment p join tender t on t.payment_id = p.id
        where p.shift_id = s.id and t.kind <> '预存')::text as received
    from shift s join app_user u on u.id = s.cashier_id left join app_user k on k.id = s.checked_by
    where s.community_id = ${communityId}::bigint and (s.opened_at at time zone 'Asia/Shanghai')::date between ${from}::date and ${to}::date
    order by s.opened_at desc limit 200`.execute(ctx.db);
  const { rows: days } = await sql<{
    day: string;
    cash: string;
    deposit_no: string;
    deposit_amount: string;
    by: string;
    at: Date;
  }>`select d.day::text, d.cash::text, d.deposit_no, d.deposit_amount::text, u.user_name as by, d.made_at as at
    from day_close d join app_user u on u.id = d.made_by
    where d.community_id = ${communityId}::bigint and d.day between ${from}::date and ${to}::date order by d.day desc limit 200`.execute(
    ctx.db,
  );
  return {
    shifts: shifts.map((of) => ({
      id: of.id,
      cashier: of.cashier,
      openedAt: timeOf(of.opened_at),
      closedAt: timeOf(of.closed_at),
      state: of.state,
      receipts: of.receipts,
      received: of.difference === null ? null : yuanOf(of.received),
      difference: of.difference === null ? null : yuanOf(of.difference),
      checker: of.checker ?? '',
    })),
    days: days.map((of) => ({
      day: of.day,
      cash: yuanOf(of.cash),
      depositNo: of.deposit_no,
      depositAmount: yuanOf(of.deposit_amount),
      by: of.by,
      at: localTime(of.at),
    })),
  };
}
