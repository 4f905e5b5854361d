/**
 * Movements of the ledger by what they mean for the report. The ledger tells what was booked, bills tell what is open: the report's check sets one
 * against the other, so neither is worked out from the other here.
 */
import { type RawBuilder, sql } from 'kysely';
import { shortCodeOf } from '@hengneng/core';
import type { Session } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { lockDay, markSummed, openDays, OPEN_NOW, REGULAR } from '../ledger/index.ts';
import { communitiesVisible } from '../registry/index.ts';

export const INCOME_PAGE = shortCodeOf('/chargeManage/chargeIncome');

export interface IncomeAsked {
  readonly communityIds: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly basis: '收付实现' | '权责发生';
  readonly feeId: string | null;
  readonly tender: string | null;
  readonly cashierId: string | null;
}

/** % with two decimals, rounded half away from zero; null where there is nothing to compare with. */
export const percentOf = (part: bigint, whole: bigint): number | null => {
  if (whole <= 0n) return null;
  const twice = (part * 20_000n) / whole;
  return Number((twice + (twice < 0n ? -1n : 1n)) / 2n) / 100;
};

/** Condition on `community c`. */
export const chosenCommunities = (session: Session, ids: readonly string[]): RawBuilder<unknown> =>
  ids.length === 0
    ? sql`${communitiesVisible(session)}`
    : sql`${communitiesVisible(session)} and c.id = any(${[...ids]}::bigint[])`;

const MONEY = sql`('现金', '银行', '微信', '支付宝', 'POS', '支票')`;

/** The first day of a bill's month. */
const MONTH_DAY = sql`(b.period || '-01')::date`;

/**
 * Movements by what they mean: journal_id, payment_id, bill_id, community_id, booked, month_day and released_on of the bill, fee_id, tender, cashier_id, cls,
 * amount (signed). A movement of bills has a fee, of prepayments only where it is for one.
 * @param of a condition on `journal j`
 */
const classified = (of: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select j.id as journal_id, p.id as payment_id, b.id as bill_id, j.community_id, j.day as booked, ${MONTH_DAY} as month_day, b.released_on,
    coalesce(b.fee_id, nullif(case when c.kind = '预存' then c.fee_id when d.kind = '预存' then d.fee_id end, 0)) as fee_id,
    case when '预存' in (d.kind, c.kind) and '应收' in (d.kind, c.kind) then '预存'
      when '银行' in (d.kind, c.kind) then '转账'
      when d.kind in ${MONEY} then d.kind when c.kind in ${MONEY} then c.kind when '预存' in (d.kind, c.kind) then '预存' end as tender,
    -- A reversal's journal names what it reverses: it counts to who took the money.
    p.made_by as cashier_id, k.cls, case when k.flip then -t.amount else t.amount end as amount
  from journal j join transfer t on t.journal_id = j.id
  join ledger_account d on d.id = t.debit join ledger_account c on c.id = t.credit
  left join bill b on b.id = t.bill_id
  left join journal o on o.id = j.reverses_id
  left join payment p on j.source = 'payment' and p.id = j.source_id
  cross join lateral (select
    case
      when '应收' in (d.kind, c.kind) then case
        when b.id is not null and b.kind not in ${REGULAR} and b.kind <> '红冲' then
          case when d.kind in ${MONEY} or c.kind in ${MONEY} then case b.kind when '押金' then '押金' else '临时' end end
        when d.kind in ${MONEY} or c.kind in ${MONEY} then '收款'
        -- A bill that is taken back gives what was paid for it to the prepayment: less was taken, more is kept.
        when d.kind = '应收' and c.kind = '预存' and j.kind = '红冲' and o.kind is distinct from '抵扣' then '转预存'
        when '预存' in (d.kind, c.kind) then '抵扣'
        when d.kind in ('减免', '坏账') or c.kind in ('减免', '坏账') then '减免'
        when d.kind = '应收' then '应收' else '红冲' end
      when '违约金收入' in (d.kind, c.kind) then
        case when d.kind in ${MONEY} or c.kind in ${MONEY} then '违约金' when '预存' in (d.kind, c.kind) then '抵违约金' end
      when '预存' in (d.kind, c.kind) and (d.kind in ${MONEY} or c.kind in ${MONEY}) then
        case when d.kind = '预存' and j.kind = '退款' then '退预存' else '预存' end
      when '押金' in (d.kind, c.kind) and (d.kind in ${MONEY} or c.kind in ${MONEY}) then '押金'
    end as cls,
    case when '应收' in (d.kind, c.kind) then d.kind = '应收' and c.kind in ('现金', '银行', '微信', '支付宝', 'POS', '支票', '预存', '减免', '坏账')
      -- Paid in money or from a prepayment, penalty came in.
      when '违约金收入' in (d.kind, c.kind) then d.kind = '违约金收入'
      when d.kind = '预存' then j.kind <> '退款'
      else d.kind = '押金' end as flip) k
  where k.cls is not null and ${of}`;

const seen = (session: Session, asked: IncomeAsked): RawBuilder<unknown> =>
  sql`j.community_id in (select c.id from community c where ${chosenCommunities(session, asked.communityIds)})`;

/** With `day` as the basis counts it, and `fresh`: whether the bill is one of the span. */
function counted(asked: IncomeAsked, movements: RawBuilder<unknown>): RawBuilder<unknown> {
  const accrual = asked.basis === '权责发生';
  const fee = asked.feeId === null ? sql`` : sql` and m.fee_id = ${asked.feeId}::bigint`;
  const tender = asked.tender === null ? sql`` : sql` and m.tender = ${asked.tender}`;
  const cashier = asked.cashierId === null ? sql`` : sql` and m.cashier_id = ${asked.cashierId}::bigint`;
  const day = accrual
    ? sql`case when m.cls = '应收' then m.month_day else greatest(m.booked, coalesce(m.month_day, m.booked)) end`
    : sql`m.booked`;
  return sql`select * from (
      select m.*, ${day} as day, ${accrual ? sql`m.month_day` : sql`m.released_on`} >= ${asked.from}::date as fresh
      from (${movements}) m where true ${fee}${tender}${cashier}
    ) f where day <= ${asked.to}::date`;
}

/** Movements of the span one by one, for its receipts. Journals by which bills come to be owed move no money and are half of a ledger. */
export const incomeFacts = (session: Session, asked: IncomeAsked): RawBuilder<unknown> =>
  counted(
    asked,
    // What was paid ahead of a bill's month counts to that month.
    classified(sql`j.kind not in ('发布', '期初') and j.day <= ${asked.to}::date and ${seen(session, asked)}
      ${asked.basis === '收付实现' ? sql` and j.day >= ${asked.from}::date` : sql``}`),
  );

/** Movements added up by day, from the first on: as they were kept of days that are summed, one by one of the others. */
export const incomeSums = (session: Session, asked: IncomeAsked): RawBuilder<unknown> => {
  const columns = sql`community_id, booked, month_day, released_on, fee_id, tender, cashier_id, cls, amount`;
  const days = (summed: boolean) =>
    sql`select k.community_id, k.day from ledger_day k where ${summed ? sql`k.summed` : sql`not k.summed`} and k.day <= ${asked.to}::date`;
  return counted(
    asked,
    sql`select ${columns} from income_fact j where j.booked <= ${asked.to}::date and ${seen(session, asked)}
        and (j.community_id, j.booked) in (${days(true)})
      union all
      select ${columns} from (${classified(sql`(j.community_id, j.day) in (${days(false)}) and ${seen(session, asked)}`)}) x`,
  );
};

/** Days that one turn of the clock adds up. */
const A_TURN = 500;

async function sumDay(tx: Tx, communityId: string, day: string): Promise<void> {
  await lockDay(tx, communityId, day);
  await sql`delete from income_fact where community_id = ${communityId} and booked = ${day}::date`.execute(tx);
  await sql`insert into income_fact (community_id, booked, month_day, released_on, fee_id, tender, cashier_id, cls, amount)
    select community_id, booked, month_day, released_on, fee_id, tender, cashier_id, cls, sum(amount)
    from (${classified(sql`j.community_id = ${communityId}::bigint and j.day = ${day}::date`)}) m
    group by community_id, booked, month_day, released_on, fee_id, tender, cashier_id, cls`.execute(tx);
  await markSummed(tx, communityId, day);
}

/** Adds up days that are over, each in a transaction of its own. What is booked into one of them afterwards opens it again. */
export async function sumDays(db: Db, today: string): Promise<void> {
  for (const { communityId, day } of await openDays(db, today, A_TURN))
    await db.transaction().execute((tx) => sumDay(tx, communityId, day));
}

/** Of the bills that are meant: whose, and which. */
const meant = (session: Session, asked: IncomeAsked): RawBuilder<unknown> => sql`
    b.community_id in (select c.id from community c where ${chosenCommunities(session, asked.communityIds)})
    ${asked.feeId === null ? sql`` : sql` and b.fee_id = ${asked.feeId}::bigint`}
    ${asked.basis === '权责发生' ? sql` and b.period <= ${asked.to.slice(0, 7)}` : sql``}`;

/** The index of them says the same words. */
const OPEN = sql`b.state = '已发布' and b.kind <> '红冲' and b.kind <> '违约金' and b.amount > b.reduced + b.settled`;

/** What bills have open today, as it is kept added up: community_id, fee_id, due_day, open. */
export const openSums = (session: Session, asked: IncomeAsked): RawBuilder<unknown> =>
  sql`select b.community_id, b.fee_id, b.due_day, b.open from (${OPEN_NOW}) b where ${meant(session, asked)}`;

/** Rooms that owe for regular bills today: community_id, room_id. What a room owes is kept; what is open of other bills is few, and taken off (0522). */
export const roomsOwing = (session: Session, asked: IncomeAsked): RawBuilder<unknown> =>
  sql`select a.community_id, a.ref as room_id from ledger_account a
    left join (select room_id, sum(amount - reduced - settled) as open from bill
      where state = '已发布' and kind in ('临时', '押金') and amount > reduced + settled group by room_id) e on e.room_id = a.ref
    where a.kind = '应收' and a.balance > coalesce(e.open, 0)
      and a.community_id in (select c.id from community c where ${chosenCommunities(session, asked.communityIds)})`;

/** Bills that are open today: community_id, room_id, open. */
export const openNow = (session: Session, asked: IncomeAsked): RawBuilder<unknown> =>
  sql`select b.community_id, b.room_id, b.amount - b.reduced - b.settled as open from bill b
    where ${OPEN} and b.kind in ${REGULAR} and ${meant(session, asked)}`;

/** Bills and what each of them had open at the end of a span that is over: id, community_id, room_id, fee_id, due_day, open. What came after is undone. */
export function openBills(session: Session, asked: IncomeAsked): RawBuilder<unknown> {
  const of = sql`b.kind in ${REGULAR} and ${meant(session, asked)}`;
  const to = sql`${asked.to}::date`;
  const agreed = sql`(checked_at at time zone 'Asia/Shanghai')::date`;
  return sql`select b.id, b.community_id, b.room_id, b.fee_id, b.due_day,
      b.amount - b.reduced - b.settled + coalesce(a.sum, 0) + coalesce(q.sum, 0) as open
    from (select b.id from bill b where ${OPEN} and ${of}
      union select bill_id from allocation where day > ${to}
      union select bill_id from bill_request where kind = '减免' and (state = '已通过' and ${agreed} > ${to} or undone_on > ${to} and ${agreed} <= ${to})
      union select r.reverses_id from bill r where r.reverses_id is not null and r.released_on > ${to}) x
    join bill b on b.id = x.id
    left join (select bill_id, sum(principal) as sum from allocation where day > ${to} group by bill_id) a on a.bill_id = b.id
    left join (select bill_id, sum(case when state = '已通过' and ${agreed} > ${to} then amount when undone_on > ${to} and ${agreed} <= ${to} then -amount end) as sum
      from bill_request where kind = '减免' group by bill_id) q on q.bill_id = b.id
    where b.state in ('已发布', '已红冲') and ${of} ${asked.basis === '权责发生' ? sql`` : sql` and b.released_on <= ${to}`}
      and not exists (select from bill r where r.reverses_id = b.id and r.released_on <= ${to})`;
}
