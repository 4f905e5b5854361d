/** 往来对账单: what the ledger moved for a household until a day. Nothing is taken from what bills and accounts say now, so that any day can be asked for. */
import type { householdStatementCall, HouseholdStatementShown } from '@hengneng/contracts';
import {
  type HouseholdBalances,
  type HouseholdFigures,
  type HouseholdRow,
  householdStatement,
  type HouseholdTransfer,
} from '@hengneng/charging';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { invalid, notFound } from '../../../platform/http/errors.ts';
import { demandAmounts } from '../amounts.ts';
import { localTime } from '../local-time.ts';
import { owedBills, standing } from '../owed/index.ts';
import { communitiesVisible } from '../registry/index.ts';
import { yuanOf } from '../yuan.ts';

interface Room {
  readonly id: string;
  readonly communityId: string;
  readonly community: string;
  readonly company: string;
  readonly phone: string;
  readonly code: string;
  readonly owner: string;
  /** Its accounts of the ledger. */
  readonly accounts: readonly string[];
}

async function seenRoom(ctx: Ctx, roomId: string, day: string): Promise<Room> {
  const { rows } =
    await sql<Room>`select r.id::text, c.id::text as "communityId", c.name as community, c.company, c.phone, r.full_code as code,
      coalesce(p.name, '') as owner, array(select a.id::text from ledger_account a
        where a.community_id = c.id and a.ref = r.id and a.kind in ('应收', '预存', '押金')) as accounts
    from room r join community c on c.id = r.community_id
    left join occupancy o on o.room_id = r.id and o.role = '业主' and o.span @> ${day}::date left join party p on p.id = o.party_id
    where r.id = ${roomId}::bigint and ${communitiesVisible(ctx.session)}`.execute(ctx.db);
  const [room] = rows;
  if (room === undefined) throw notFound('没有找到房间，请核对房号');
  return room;
}

interface Moved extends HouseholdTransfer {
  readonly journal: string;
  readonly kind: string;
  readonly memo: string;
  readonly by: string;
  readonly fee: string;
  readonly period: string;
  readonly billNo: string;
  readonly due: string;
  readonly receipt: string;
  readonly ways: string;
}

interface Row {
  readonly journal: string;
  readonly day: string;
  readonly kind: string;
  readonly memo: string;
  readonly by: string | null;
  readonly of_payment: boolean;
  readonly debit: string;
  readonly debit_own: boolean;
  readonly credit: string;
  readonly credit_own: boolean;
  readonly amount: string;
  readonly bill: string | null;
  readonly bill_no: string | null;
  readonly fee: string | null;
  readonly period: string | null;
  readonly due: string | null;
  readonly receipt: string | null;
  readonly ways: string | null;
}

/**
 * What touched the household's accounts, and the penalty that it paid, which is booked to no account of its own. The accounts are given by value: most
 * movements of a community share one account of income, and a planner that does not know which account is asked for reads them all.
 */
async function movedFor(db: Db | Tx, room: Pick<Room, 'id' | 'accounts'>, to: string): Promise<readonly Moved[]> {
  const own = sql`any(${[...room.accounts]}::bigint[])`;
  const { rows } = await sql<Row>`
    with t as (
      select t.* from transfer t where t.debit = ${own}
      union select t.* from transfer t where t.credit = ${own}
      union select t.* from payment p join transfer t on t.journal_id = p.journal_id join ledger_account a on a.id in (t.debit, t.credit)
        where p.room_id = ${room.id}::bigint and a.kind = '违约金收入'
    )
    select j.id::text as journal, j.day::text, j.kind, j.memo, u.user_name as by, j.source = 'payment' as of_payment, d.kind as debit,
      t.debit = ${own} as debit_own, k.kind as credit, t.credit = ${own} as credit_own, t.amount::text,
      b.id::text as bill, b.bill_no, f.name as fee, b.period, b.due_day::text as due, p.receipt_text as receipt,
      (select string_agg(distinct w.kind, '、') from tender w where w.payment_id = p.id) as ways
    from t join journal j on j.id = t.journal_id join ledger_account d on d.id = t.debit join ledger_account k on k.id = t.credit
    left join bill b on b.id = t.bill_id left join fee f on f.id = b.fee_id left join app_user u on u.id = j.created_by
    left join payment p on j.source = 'payment' and p.id = j.source_id
    where j.day <= ${to}::date order by j.day, j.id, t.id`.execute(db);
  return rows.map((row) => ({
    // A receipt is one act, however many bills it pays; bills of one run are as many acts as there are bills.
    act: row.of_payment ? row.journal : `${row.journal} ${row.bill ?? ''}`,
    day: row.day,
    debit: { kind: row.debit, own: row.debit_own },
    credit: { kind: row.credit, own: row.credit_own },
    fen: BigInt(row.amount),
    billId: row.bill,
    journal: row.journal,
    kind: row.kind,
    memo: row.memo,
    by: row.by ?? '系统',
    fee: row.fee ?? '',
    period: row.period ?? '',
    billNo: row.bill_no ?? '',
    due: row.due ?? '',
    receipt: row.receipt ?? '',
    ways: row.ways ?? '',
  }));
}

const balancesOf = ({ owed, prepaid, deposit }: HouseholdBalances) => ({
  owed: yuanOf(owed),
  prepaid: yuanOf(prepaid),
  deposit: yuanOf(deposit),
});
const figuresOf = (of: HouseholdFigures) => ({
  charged: yuanOf(of.charged),
  reduced: yuanOf(of.reduced),
  settled: yuanOf(of.settled),
  penalty: yuanOf(of.penalty),
  received: yuanOf(of.received),
  prepaid: yuanOf(of.prepaid),
  deposit: yuanOf(of.deposit),
});

/** Bills that a receipt's line names; the others are counted. */
const MOST_NAMED = 2;
const KIND: Readonly<Record<string, string>> = { 发布: '账单', 期初: '期初欠费', 抵扣: '预存抵扣' };

const shownRow = (row: HouseholdRow<Moved>): HouseholdStatementShown['rows'][number] => {
  const [first] = row.of;
  const bills = [...new Map(row.of.filter(({ billId }) => billId !== null).map((of) => [of.billId, of])).values()].map(
    ({ fee, period }) => `${fee} ${period}`,
  );
  // A reversal says itself which receipt it takes back, and why.
  const paid =
    bills.length > MOST_NAMED ? `${bills.slice(0, MOST_NAMED).join('、')}等${bills.length}张账单` : bills.join('、');
  const words = [first?.kind === '红冲' ? first.memo : '', paid, first?.ways ?? ''].filter((text) => text !== '');
  const alone = new Set(row.of.map(({ billId }) => billId)).size === 1;
  return {
    id: first?.act ?? '',
    day: row.day,
    kind: KIND[first?.kind ?? ''] ?? first?.kind ?? '',
    text: words.length > 0 ? words.join('，') : (first?.memo ?? ''),
    no: first?.receipt || (alone ? (first?.billNo ?? '') : ''),
    billId: alone ? (first?.billId ?? null) : null,
    figures: figuresOf(row.figures),
    after: balancesOf(row.after),
    by: first?.by ?? '',
  };
};

/** What has run up by now and is booked by nobody. */
async function penaltyNow(ctx: Ctx, roomId: string): Promise<string> {
  const bills = await owedBills(
    ctx.db,
    sql`b.room_id = ${roomId}::bigint and ${standing} and b.amount > b.reduced + b.settled`,
    today(ctx.now),
  );
  return yuanOf(bills.reduce((sum, { penalty }) => sum + penalty.amount, 0n));
}

export async function readStatement(
  ctx: Ctx,
  { roomId, from, to }: z.output<typeof householdStatementCall.input>,
): Promise<HouseholdStatementShown> {
  demandAmounts(ctx);
  const now = today(ctx.now);
  if (to > now) throw invalid([{ path: 'to', message: '截止日不能晚于今天' }]);
  // Until today, what has run up is worked out beside it; who may not see the room is told of neither.
  const [room, penalty] = await Promise.all([
    seenRoom(ctx, roomId, to),
    to === now ? penaltyNow(ctx, roomId) : Promise.resolve(null),
  ]);
  const moved = await movedFor(ctx.db, room, to);
  const first = from ?? moved[0]?.day ?? to;
  const { opening, rows, sums, closing, open } = householdStatement(moved, first);
  const bills = new Map(moved.flatMap((of) => (of.billId === null ? [] : [[of.billId, of] as const])));
  const { accounts: _, ...about } = room;
  return {
    room: about,
    from: first,
    to,
    opening: balancesOf(opening),
    rows: rows.map(shownRow),
    sums: figuresOf(sums),
    closing: balancesOf(closing),
    open: [...open]
      .map(([billId, fen]) => {
        const of = bills.get(billId);
        return {
          billId,
          billNo: of?.billNo ?? '',
          fee: of?.fee ?? '',
          period: of?.period ?? '',
          dueDate: of?.due ?? '',
          owed: yuanOf(fen),
        };
      })
      .toSorted((a, b) => a.dueDate.localeCompare(b.dueDate) || a.billNo.localeCompare(b.billNo)),
    penalty,
    by: ctx.session.userName,
    at: localTime(ctx.now),
  };
}
