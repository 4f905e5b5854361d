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
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { inOrder, together } from '../../../platform/db/together.ts';
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
  /** Where the community books penalties, whoever pays them. */
  readonly penalties: readonly string[];
}

async function seenRoom(ctx: Ctx, roomId: string, day: string): Promise<Room> {
  const { rows } =
    await sql<Room>`select r.id::text, c.id::text as "communityId", c.name as community, c.company, c.phone, r.full_code as code,
      coalesce(p.name, '') as owner, array(select a.id::text from ledger_account a
        where a.community_id = c.id and a.ref = r.id and a.kind in ('应收', '预存', '押金')) as accounts,
      array(select a.id::text from ledger_account a where a.community_id = c.id and a.kind = '违约金收入') as penalties
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
 * What touched the household's accounts, and the penalty that it paid, which is booked to no account of its own. Each row is looked up by its key: as
 * joins, the movements of a household are thought to be as many as those of the account of income that they all share, and tables are read whole.
 */
export const movements = (room: Pick<Room, 'id' | 'accounts' | 'penalties'>, to: string): RawBuilder<Row> => {
  const own = sql`any(${[...room.accounts]}::bigint[])`;
  const penalties = sql`any(${[...room.penalties]}::bigint[])`;
  const kindOf = (side: 'debit' | 'credit') =>
    sql`(select a.kind from ledger_account a where a.id = ${sql.ref(`t.${side}`)})`;
  return sql<Row>`
    with t as (
      select t.* from transfer t where t.debit = ${own}
      union select t.* from transfer t where t.credit = ${own}
      union select t.* from payment p join transfer t on t.journal_id = p.journal_id
        where p.room_id = ${room.id}::bigint and (t.debit = ${penalties} or t.credit = ${penalties})
    )
    select j.id::text as journal, j.day::text, j.kind, j.memo, (select u.user_name from app_user u where u.id = j.created_by) as by,
      j.source = 'payment' as of_payment, ${kindOf('debit')} as debit, t.debit = ${own} as debit_own, ${kindOf('credit')} as credit,
      t.credit = ${own} as credit_own, t.amount::text, b.id::text as bill, b.bill_no, b.fee, b.period, b.due_day::text as due,
      p.receipt_text as receipt, p.ways
    from t cross join lateral (select * from journal x where x.id = t.journal_id limit 1) j
    left join lateral (select x.id, x.bill_no, x.period, x.due_day, (select f.name from fee f where f.id = x.fee_id) as fee
      from bill x where x.id = t.bill_id limit 1) b on true
    left join lateral (select x.receipt_text, (select string_agg(distinct w.kind, '、') from tender w where w.payment_id = x.id) as ways
      from payment x where j.source = 'payment' and x.id = j.source_id limit 1) p on true
    where j.day <= ${to}::date order by j.day, j.id, t.id`;
};

/**
 * Asks by keys, with one plan for every household: planning took three times as long as looking up. What the plan costs is guessed from all
 * households together, so that it may read no table whole.
 */
export const byKeys = <T>(db: Db, query: RawBuilder<T>): Promise<readonly T[]> =>
  db.transaction().execute(async (alone) => {
    const tx = await together(alone);
    const [, { rows }] = await inOrder([
      sql`select set_config('enable_seqscan', 'off', true)`.execute(tx),
      query.execute(tx),
      sql`commit`.execute(tx),
    ]);
    return rows;
  });

async function movedFor(
  db: Db,
  room: Pick<Room, 'id' | 'accounts' | 'penalties'>,
  to: string,
): Promise<readonly Moved[]> {
  const rows = await byKeys(db, movements(room, to));
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
  const { accounts: _own, penalties: _shared, ...about } = room;
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
