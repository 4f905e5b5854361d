/** What the counter looks at: rooms, households, what was taken, receipts. */
import type { cashierPage, household, OwedRow, rechargeBalance, roomFind, roomHistory } from '@hengneng/contracts';
import { plusDays } from '@hengneng/charging';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { likeText } from '../../../platform/db/like.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { roomBalances } from '../ledger/index.ts';
import { localTime } from '../local-time.ts';
import { keptForBills, owedBills, type OwedBill, standing, sumKept } from '../owed/index.ts';
import { BARE_CODE, bareCode, communitiesVisible, visibleCommunity } from '../registry/index.ts';
import { blockedBy } from './charge.ts';

import { counterRoom } from './room.ts';
import { REVERSIBLE, takesBack } from './reverse.ts';
import { yuanOf } from '../yuan.ts';

const MOST_FOUND = 10;

interface Found {
  readonly id: string;
  readonly community_id: string;
  readonly community: string;
  readonly code: string;
  readonly owner: string;
  readonly phone: string;
  readonly area: string;
  readonly state: string;
  readonly arrears: string;
  readonly prepaid: string;
}

/** 139****1001 */
const masked = (phone: string): string => phone.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2');

const shownRoom = (row: Found) => ({
  id: row.id,
  communityId: row.community_id,
  community: row.community,
  code: row.code,
  ownerName: row.owner,
  phone: masked(row.phone),
  area: row.area,
  state: row.state,
  arrears: yuanOf(BigInt(row.arrears)),
  balance: yuanOf(BigInt(row.prepaid)),
});

const rooms = (day: string, more = sql``) => sql`
  select r.id::text, r.community_id::text, c.name as community, r.full_code as code, coalesce(p.name, '') as owner, coalesce(p.phone, '') as phone,
    coalesce(a.energy_area, 0)::numeric(14,2)::text as area, r.state, coalesce(l.owed, 0)::text as arrears, coalesce(l.prepaid, 0)::text as prepaid${more}
  from room r join community c on c.id = r.community_id
  left join occupancy o on o.room_id = r.id and o.role = '业主' and o.span @> ${day}::date left join party p on p.id = o.party_id
  left join room_area a on a.room_id = r.id and a.span @> ${day}::date
  left join lateral (select sum(balance) filter (where kind = '应收') as owed, -sum(balance) filter (where kind = '预存') as prepaid
    from ledger_account l where l.kind in ('应收', '预存') and l.ref = r.id) l on true`;

export async function findRooms(
  ctx: Ctx,
  { communityId, Keyword }: z.output<typeof roomFind.input>,
): Promise<z.input<typeof roomFind.output>> {
  await visibleCommunity(ctx, ctx.db, communityId);
  const code = bareCode(Keyword);
  const name = likeText(Keyword);
  const day = today(ctx.now);
  const numbered = sql`${BARE_CODE} like ${likeText(code)}`;
  const person = sql`o.span @> ${day}::date and (p.name ilike ${name} or p.pinyin ilike ${name} or right(p.phone, 4) = ${Keyword} or p.phone = ${Keyword})`;
  const receipt = Keyword.toUpperCase();
  // The owner stands in the row already, who else lives there does not.
  const by = sql`, case when ${numbered} then '' else coalesce(
    (select case o.role when '业主' then '' else o.role || ' ' || p.name || case when right(p.phone, 4) = right(${Keyword}, 4) then '（尾号' || right(p.phone, 4) || '）' else '' end end
      from occupancy o join party p on p.id = o.party_id where o.room_id = r.id and ${person} order by o.role = '业主' desc, o.id limit 1),
    '收据 ' || ${receipt}::text) end as by`;
  const { rows } = await sql<Found & { readonly by: string }>`${rooms(day, by)}
    where r.community_id = ${communityId} and r.id in (
      select r.id from room r where r.community_id = ${communityId} and ${numbered}
      union select o.room_id from occupancy o join party p on p.id = o.party_id where ${person}
      union select y.room_id from payment y where y.community_id = ${communityId} and y.receipt_text = ${receipt})
    order by ${BARE_CODE} = ${code} desc, length(r.full_code), r.full_code limit ${MOST_FOUND + 1}`.execute(ctx.db);
  return {
    rows: rows.slice(0, MOST_FOUND).map((row) => ({ ...shownRoom(row), by: row.by })),
    more: rows.length > MOST_FOUND,
  };
}

const MOST_NAMED = 8;

/**
 * Rooms by their number wherever the person takes money, for the search over everything.
 * @param keyword as people write it; without a digit it is no room's number
 */
export async function roomsNumbered(
  ctx: Ctx,
  keyword: string,
): Promise<readonly { readonly id: string; readonly code: string; readonly community: string }[]> {
  const code = bareCode(keyword);
  const last = code.split('-').at(-1) ?? '';
  if (!/\d/.test(last)) return [];
  // The last part is looked for as it is written first: spelling out every room of a city takes long.
  const { rows } = await sql<{ id: string; code: string; community: string }>`
    select r.id::text, r.full_code as code, c.name as community from room r join community c on c.id = r.community_id
    where r.full_code ilike ${likeText(last)}
      and ${BARE_CODE} like ${likeText(code)}
      and ${communitiesVisible(ctx.session)}
    order by ${BARE_CODE} = ${code} desc, length(r.full_code), c.name, r.full_code
    limit ${MOST_NAMED}`.execute(ctx.db);
  return rows;
}

export const owedRowOf = (bill: OwedBill): OwedRow => ({
  id: bill.id,
  billNo: bill.billNo,
  period: bill.period,
  fee: bill.feeName,
  feeId: bill.feeId,
  from: bill.from,
  to: plusDays(bill.to, -1),
  quantity: String(Number(bill.quantity)),
  unit: bill.unit,
  unitPrice: Number(bill.unitPrice).toFixed(4),
  amount: yuanOf(bill.amount),
  reduced: yuanOf(bill.reduced),
  paid: yuanOf(bill.settled),
  principal: yuanOf(bill.principal),
  overdueDays: bill.penalty.overdueDays,
  penalty: yuanOf(bill.penalty.amount),
  dueDate: bill.dueDay,
  suspendDays: bill.suspendDays,
  state: bill.state,
  blocked: blockedBy(bill),
});

export async function readHousehold(
  ctx: Ctx,
  { roomId }: z.output<typeof household.input>,
): Promise<z.input<typeof household.output>> {
  const day = today(ctx.now);
  // None of it waits for another; what somebody may not see is told to nobody.
  const [terms, found, open, residents, stops, last, charged] = await Promise.all([
    counterRoom(ctx, ctx.db, roomId),
    sql<
      Found & { usage: string; flags: string[] }
    >`select q.*, r.usage, r.flags from (${rooms(day)} where r.id = ${roomId}) q
      join room r on r.id = q.id::bigint`.execute(ctx.db),
    owedBills(ctx.db, sql`b.room_id = ${roomId}::bigint and ${standing} and b.amount > b.reduced + b.settled`, day),
    sql<{ name: string }>`select p.name from occupancy o join party p on p.id = o.party_id
      where o.room_id = ${roomId} and o.span @> ${day}::date and o.role <> '业主' order by o.role`.execute(ctx.db),
    sql<{ fee: string; from: string; to: string | null }>`select f.name as fee, lower(s.span)::text as from,
        (upper(s.span) - 1)::text as to from suspension s join fee f on f.id = s.fee_id
      where s.room_id = ${roomId} and not s.voided and (upper(s.span) is null or upper(s.span) > ${day}::date) order by lower(s.span)`.execute(
      ctx.db,
    ),
    sql<{ day: string; amount: string }>`select day::text, amount::text from payment
      where room_id = ${roomId} and kind in ('收款', '预存', '临时收费', '回款') and state = '正常' order by made_at desc limit 1`.execute(
      ctx.db,
    ),
    sql<{ feeId: string; fee: string }>`select f.id::text as "feeId", f.name as fee from fee f where f.id in
        (select rf.fee_id from room_fee rf where rf.room_id = ${roomId} and (upper(rf.span) is null or upper(rf.span) > ${day}::date))
      order by f.code`.execute(ctx.db),
  ]);
  const [row] = found.rows;
  if (row === undefined) throw notFound('没有找到房间，请核对房号');
  const [paid] = last.rows;
  const bills = open.filter(({ principal }) => principal > 0n);
  const balances = await roomBalances(ctx.db, terms.communityId, roomId);
  const ahead = sumKept(await keptForBills(ctx.db, roomId));
  const kept = balances.byFee.map(({ feeId }) => feeId);
  const fees =
    kept.length === 0
      ? []
      : (
          await sql<{
            id: string;
            name: string;
          }>`select id::text, name from fee where id = any(${kept}::bigint[])`.execute(ctx.db)
        ).rows;
  const sum = (pick: (bill: OwedBill) => bigint): string =>
    yuanOf(bills.reduce((total, bill) => total + pick(bill), 0n));
  // Asked for again after its receipt was taken back, a deposit is not with us.
  const unpaid = bills.reduce((total, of) => (of.feeKind === '押金' ? total + of.principal : total), 0n);
  return {
    room: {
      ...shownRoom(row),
      payer: terms.payer,
      usage: row.usage,
      residents: residents.rows.map(({ name }) => name).join('、'),
      flags: row.flags,
      suspended: stops.rows,
      deposit: yuanOf(balances.deposit - unpaid),
      byFee: balances.byFee.map(({ feeId, amount }) => ({
        feeId,
        fee: fees.find(({ id }) => id === feeId)?.name ?? '',
        amount: yuanOf(amount),
      })),
      frozen: yuanOf(ahead),
      fees: charged.rows,
      lastPaid: paid === undefined ? null : { day: paid.day, amount: yuanOf(BigInt(paid.amount)) },
    },
    bills: bills.map(owedRowOf),
    principal: sum(({ principal }) => principal),
    penalty: sum(({ penalty }) => penalty.amount),
    penaltyFirst: terms.penaltyFirst,
    partial: terms.partial,
  };
}

export async function readBalance(
  ctx: Ctx,
  { roomId }: z.output<typeof rechargeBalance.input>,
): Promise<z.input<typeof rechargeBalance.output>> {
  const { room } = await readHousehold(ctx, { roomId });
  const { rows } = await sql<{ at: Date; kind: string; amount: string; no: string }>`
    select p.made_at as at, p.kind, (case when p.kind = '抵扣' then -p.amount else p.to_prepay end)::text as amount, coalesce(p.receipt_text, '') as no
    from payment p where p.room_id = ${roomId} and (p.kind = '抵扣' or p.to_prepay <> 0) order by p.made_at desc limit 20`.execute(
    ctx.db,
  );
  return {
    balance: room.balance,
    byFee: room.byFee,
    frozen: room.frozen,
    deposit: room.deposit,
    changes: rows.map(({ at, kind, amount, no }) => ({
      at: localTime(at),
      kind,
      amount: yuanOf(BigInt(amount)),
      receiptNo: no,
    })),
  };
}

type PageInput = z.output<typeof cashierPage.input>;

export async function readFlow(ctx: Ctx, input: PageInput): Promise<z.input<typeof cashierPage.output>> {
  const where = sql`${communitiesVisible(ctx.session)}
    ${input.communityId === null ? sql`` : sql` and p.community_id = ${input.communityId}::bigint`}
    ${input.roomId === null ? sql`` : sql` and p.room_id = ${input.roomId}::bigint`}
    ${input.shiftId === null ? sql`` : sql` and p.shift_id = ${input.shiftId}::bigint`}
    ${input.from === null ? sql`` : sql` and p.day >= ${input.from}::date`} ${input.to === null ? sql`` : sql` and p.day <= ${input.to}::date`}
    ${input.kind === null ? sql`` : sql` and p.kind = ${input.kind}`}
    ${input.Keyword ? sql` and (p.receipt_text ilike ${likeText(input.Keyword)} or r.full_code ilike ${likeText(input.Keyword)} or p.payer ilike ${likeText(input.Keyword)})` : sql``}`;
  const from = sql`payment p join community c on c.id = p.community_id left join room r on r.id = p.room_id join app_user u on u.id = p.made_by
    left join shift s on s.id = p.shift_id`;
  const { rows } = await sql<{
    id: string;
    at: Date;
    kind: string;
    no: string | null;
    room: string | null;
    room_id: string | null;
    payer: string;
    items: number;
    amount: string;
    tenders: string | null;
    cashier: string;
    state: string;
    printed: number;
    shift_state: string | null;
    cash: boolean;
    made_by: string;
  }>`select p.id::text, p.made_by::text, p.made_at as at, p.kind, p.receipt_text as no, r.full_code as room, p.room_id::text, p.payer,
      (select count(*)::int from allocation a where a.payment_id = p.id) as items, p.amount::text,
      (select string_agg(distinct t.kind, '、') from tender t where t.payment_id = p.id) as tenders, u.user_name as cashier, p.state, p.printed,
      s.state as shift_state, exists (select from tender t where t.payment_id = p.id and t.kind = '现金') as cash
    from ${from} where ${where} order by p.id desc limit ${input.PageSize} offset ${(input.PageIndex - 1) * input.PageSize}`.execute(
    ctx.db,
  );
  const { rows: sums } = await sql<{
    n: number;
    amount: string;
  }>`select count(*)::int as n, coalesce(sum(p.amount), 0)::text as amount from ${from} where ${where}`.execute(ctx.db);
  return {
    rows: rows.map((row) => ({
      id: row.id,
      at: localTime(row.at),
      kind: row.kind,
      receiptNo: row.no ?? '',
      room: row.room ?? '',
      roomId: row.room_id,
      payer: row.payer,
      items: row.items,
      amount: yuanOf(BigInt(row.amount)),
      tenders: row.tenders ?? '',
      cashier: row.cashier,
      state: row.state,
      printed: row.printed,
      reversible:
        takesBack(ctx) &&
        row.made_by !== ctx.session.userId &&
        row.state === '正常' &&
        REVERSIBLE.some((kind) => kind === row.kind) &&
        (!row.cash || row.shift_state === '开班'),
    })),
    total: sums[0]?.n ?? 0,
    sums: { amount: yuanOf(BigInt(sums[0]?.amount ?? '0')) },
  };
}

/** All that happened to a room's money, the newest first. */
export async function readHistory(
  ctx: Ctx,
  { roomId }: z.output<typeof roomHistory.input>,
): Promise<z.input<typeof roomHistory.output>> {
  await counterRoom(ctx, ctx.db, roomId);
  const { rows } = await sql<{
    at: Date;
    kind: string;
    summary: string;
    due: string;
    paid: string;
    prepaid: string;
    balance: string | null;
    by: string | null;
  }>`
    with kept as (
      select t.journal_id, sum(sum(case when t.credit = a.id then t.amount else -t.amount end)) over (order by t.journal_id) as balance
      from ledger_account a join transfer t on t.debit = a.id or t.credit = a.id
      where a.kind = '预存' and a.ref = ${roomId}::bigint group by t.journal_id
    )
    select * from (
      select coalesce(g.released_at, b.created_at) as at, case b.kind when '红冲' then '红冲' else '账单' end as kind, f.name || ' ' || b.period || ' ' || b.bill_no as summary,
        b.amount as due, 0::bigint as paid, 0::bigint as prepaid, null::bigint as balance, w.user_name as by
      from bill b join fee f on f.id = b.fee_id
        -- Owed since its release; what takes it back names the same run.
        left join billing_run g on g.id = b.run_id and b.kind <> '红冲' left join app_user w on w.id = g.released_by where b.room_id = ${roomId} and b.state in ('已发布', '已红冲')
      union all select p.made_at, p.kind, coalesce(p.receipt_text, p.reason), 0, case when p.kind = '抵扣' then 0 else p.amount end,
        case when p.kind = '抵扣' then -p.amount else p.to_prepay end,
        coalesce((select k.balance from kept k where k.journal_id <= p.journal_id order by k.journal_id desc limit 1), 0), u.user_name
      from payment p join app_user u on u.id = p.made_by where p.room_id = ${roomId}
      union all select q.checked_at, '减免', q.category || ' ' || q.reason, -(q.amount), 0, 0, null, u.user_name
      from bill_request q join bill b on b.id = q.bill_id join app_user u on u.id = q.made_by
      where b.room_id = ${roomId} and q.kind = '减免' and q.state = '已通过'
    ) h order by at desc limit 500`.execute(ctx.db);
  return {
    rows: rows.map((row) => ({
      at: localTime(row.at),
      kind: row.kind,
      summary: row.summary,
      due: yuanOf(BigInt(row.due)),
      paid: yuanOf(BigInt(row.paid)),
      prepaid: yuanOf(BigInt(row.prepaid)),
      balance: row.balance === null ? null : yuanOf(BigInt(row.balance)),
      by: row.by ?? '系统',
    })),
  };
}
