/** 收作缴费: a line of a statement that nobody has receipted pays what households owe, the oldest due first, with a receipt for each room. */
import type { incomeLineRooms, incomeTakeLine } from '@hengneng/contracts';
import { settle } from '@hengneng/charging';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { likeText } from '../../../platform/db/like.ts';
import { inOrder } from '../../../platform/db/together.ts';
import { conflict, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { demandAmounts } from '../amounts.ts';
import { type CounterRoom, counterRoom, demandOpenDay, payableOf, takeRooms, tellCounters } from '../cashier/index.ts';
import { reviewedMonth } from '../ledger/index.ts';
import { lockMatches } from '../match-lock.ts';
import type { OwedBill } from '../owed/index.ts';
import { yuanOf } from '../yuan.ts';
import { chosenCommunities } from './facts.ts';

const MOST_FOUND = 40;
/** How a channel's money is paid in, as the counter calls it. */
const TENDER_OF = { 银行: '转账', 微信: '微信', 支付宝: '支付宝' } as const;

interface Line {
  readonly id: string;
  readonly communityId: string;
  readonly community: string;
  readonly channel: keyof typeof TENDER_OF;
  readonly refNo: string;
  readonly ofRef: string;
  readonly day: string;
  readonly payer: string;
  readonly amount: bigint;
  readonly state: string;
  /** What stands of earlier receipts for it: one of several may have been taken back. */
  readonly booked: bigint;
}

async function lineOf(ctx: Ctx, db: Db | Tx, id: string, lock: boolean): Promise<Line> {
  const { rows } = await sql<Omit<Line, 'amount' | 'booked'> & { amount: string; booked: string }>`
    select l.id::text, c.id::text as "communityId", c.name as community, l.channel, l.ref_no as "refNo", l.of_ref as "ofRef", l.day::text, l.payer,
      l.amount::text, l.state,
      (select coalesce(sum(p.amount), 0) from payment p where p.line_id = l.id and p.state = '正常')::text as booked
    from statement_line l join community c on c.id = l.community_id
    where l.id = ${id}::bigint and ${chosenCommunities(ctx.session, [])}${lock ? sql` for update of l` : sql``}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw notFound('渠道账单行不存在，或您没有查看它的权限');
  return { ...row, amount: BigInt(row.amount), booked: BigInt(row.booked) };
}

export async function readLineRooms(
  ctx: Ctx,
  { id, Keyword }: z.output<typeof incomeLineRooms.input>,
): Promise<z.input<typeof incomeLineRooms.output>> {
  demandAmounts(ctx);
  const line = await lineOf(ctx, ctx.db, id, false);
  const on = sql`o.span @> ${line.day}::date`;
  const theirs = sql`${line.payer} <> '' and exists (select from occupancy o join party p on p.id = o.party_id
    where o.room_id = r.id and ${on} and ${line.payer} in (p.name, p.invoice_title))`;
  const like = likeText(Keyword);
  const meant =
    Keyword === ''
      ? theirs
      : sql`(r.full_code ilike ${like} or exists (select from occupancy o join party p on p.id = o.party_id
          where o.room_id = r.id and ${on} and (p.name ilike ${like} or p.pinyin ilike ${like} or right(p.phone, 4) = ${Keyword} or p.phone = ${Keyword})))`;
  const { rows } = await sql<{
    id: string;
    communityId: string;
    community: string;
    room: string;
    owner: string;
    related: boolean;
  }>`select r.id::text, c.id::text as "communityId", c.name as community, r.full_code as room, ${theirs} as related,
      coalesce((select p.name from occupancy o join party p on p.id = o.party_id where o.room_id = r.id and o.role = '业主' and ${on}), '') as owner
    from room r join community c on c.id = r.community_id
    where ${chosenCommunities(ctx.session, [])} and ${meant}
    order by related desc, c.id = ${line.communityId}::bigint desc, length(r.full_code), r.full_code limit ${MOST_FOUND + 1}`.execute(
    ctx.db,
  );
  const shown = rows.slice(0, MOST_FOUND);
  // As of the line's day: who paid on it is charged no penalty for the days until somebody booked it.
  const open = await payableOf(
    ctx.db,
    shown.map((row) => row.id),
    line.day,
    false,
  );
  const owed = (roomId: string): bigint =>
    open
      .filter((bill) => bill.roomId === roomId)
      .reduce((sum, { principal, penalty }) => sum + principal + penalty.amount, 0n);
  return {
    rows: shown.map(({ id: roomId, ...row }) => ({ roomId, ...row, owed: yuanOf(owed(roomId)) })),
    more: rows.length > MOST_FOUND,
  };
}

/**
 * The line's own day, unless its counters have closed it or something that is paid was released after it.
 * @throws refused where today, which it would be then, is closed as well
 */
async function dayOf(
  ctx: Ctx,
  tx: Db | Tx,
  communityId: string,
  line: Line,
  billIds: readonly string[],
): Promise<string> {
  const now = today(ctx.now);
  if (line.day > now) throw refused('该行日期晚于今天，请核对渠道账单');
  const { rows } = await sql<{
    late: boolean;
  }>`select exists (select from day_close where community_id = ${communityId}::bigint
      and day = ${line.day}::date)
    or exists (select from bill where id = any(${[...billIds]}::bigint[]) and released_on > ${line.day}::date) as late`.execute(
    tx,
  );
  if (rows[0]?.late !== true) return line.day;
  await demandOpenDay(tx, communityId, now, '收作缴费');
  return now;
}

interface Holder {
  readonly id: string;
  readonly words: string;
}

/** Whose book numbers the receipts: that of who does it, else the one in use in the community. */
async function bookOf(ctx: Ctx, tx: Db | Tx, communityId: string): Promise<Holder> {
  const { rows } =
    await sql<Holder>`select b.holder_id::text as id, b.no || '（' || u.user_name || '）' as words from receipt_book b
    join app_user u on u.id = b.holder_id where b.community_id = ${communityId}::bigint and b.kind = '收据' and b.state = '在用' and b.next_no <= b.last_no
    order by b.holder_id = ${ctx.session.userId}::bigint desc, b.id limit 1`.execute(tx);
  const [book] = rows;
  if (book === undefined) throw refused('该小区没有在用的收据本，请先在小区管理中领用');
  return book;
}

/**
 * The line's number as it is booked: one that was taken back stands in the books, so that the next has -2 behind it.
 * @throws refused where money of ours that stands has it, which is then what the line is
 */
async function freeRef(tx: Db | Tx, type: string, line: Line): Promise<string> {
  const { refNo } = line;
  if (refNo === '') return '';
  const { rows } = await sql<{
    ref: string;
    stands: string | null;
    fen: string;
  }>`select t.ref_no as ref, t.amount::text as fen,
      case when p.state = '正常' and p.line_id is distinct from ${line.id}::bigint then coalesce(p.receipt_text, p.kind) end as stands
    from tender t join payment p on p.id = t.payment_id
    where t.kind = ${type} and t.amount > 0 and (t.ref_no = ${refNo} or starts_with(t.ref_no, ${refNo} || '-')) order by t.id`.execute(
    tx,
  );
  const receipted = rows.find(({ stands }) => stands !== null);
  if (receipted !== undefined)
    throw refused(
      `该流水号已开收据${receipted.stands} ${yuanOf(receipted.fen)}元，请与它匹配；有误的先红冲，余额在收费台以 ${refNo}-2 补收`,
    );
  if (rows.length === 0) return refNo;
  for (let nth = 2; ; nth += 1) {
    const ref = `${refNo}-${nth}`;
    if (!rows.some((row) => row.ref === ref || row.ref.startsWith(`${ref}-`))) return ref;
  }
}

type Input = z.output<typeof incomeTakeLine.input>;
type Answer = z.input<typeof incomeTakeLine.output>;

interface Plan {
  readonly line: Line;
  readonly rooms: readonly CounterRoom[];
  readonly bills: ReadonlyMap<string, OwedBill>;
  readonly settled: ReturnType<typeof settle>['settled'];
  readonly fen: bigint;
  readonly toPrepaid: bigint;
  readonly day: string;
  readonly book: Holder;
  readonly type: string;
  readonly refNo: string;
}

async function planOf(ctx: Ctx, tx: Db | Tx, input: Input, lock: boolean): Promise<Plan> {
  const { roomIds } = input;
  const wrong = (message: string) => invalid([{ path: 'roomIds', message }]);
  if (roomIds.length === 0) throw wrong('请选择房间');
  if (new Set(roomIds).size < roomIds.length) throw wrong('房间重复，请刷新后重试');
  const line = await lineOf(ctx, tx, input.id, lock);
  if (line.state !== '待查') throw conflict('该笔已处理，请刷新');
  const fen = line.amount - line.booked;
  if (line.amount <= 0n || line.ofRef !== '') throw refused('渠道退款不能收作缴费');
  if (fen <= 0n) throw refused('该笔已有等额的收款，请改为匹配');
  const rooms = await inOrder(roomIds.map((id) => counterRoom(ctx, tx, id)));
  const [first] = rooms;
  if (first === undefined) throw new Error('no room');
  if (rooms.some(({ communityId }) => communityId !== first.communityId)) throw wrong('请选择同一小区的房间');
  for (const communityId of new Set([line.communityId, first.communityId]))
    if (await reviewedMonth(tx, communityId, line.day.slice(0, 7)))
      throw refused(`${line.day.slice(0, 7)}收入报表已复核，请先反复核`);
  const type = TENDER_OF[line.channel];
  const refNo = await freeRef(tx, type, line);
  const open = await payableOf(tx, roomIds, line.day, lock);
  const { settled, rest } = settle(
    open.map(({ id, dueDay, principal, penalty }) => ({ id, dueDay, principal, penalty: penalty.amount })),
    fen,
    first.penaltyFirst,
  );
  return {
    line,
    rooms,
    bills: new Map(open.map((bill) => [bill.id, bill])),
    settled,
    fen,
    toPrepaid: rest,
    day: await dayOf(
      ctx,
      tx,
      first.communityId,
      line,
      settled.map(({ id }) => id),
    ),
    book: await bookOf(ctx, tx, first.communityId),
    type,
    refNo,
  };
}

const shown = (plan: Plan, receipts: Answer['receipts']): Answer => ({
  amount: yuanOf(plan.fen),
  day: plan.day,
  book: plan.book.words,
  toPrepaid: yuanOf(plan.toPrepaid),
  rows: plan.settled.flatMap(({ id, principal, penalty }) => {
    const bill = plan.bills.get(id);
    if (bill === undefined) return [];
    return [
      {
        billId: id,
        room: plan.rooms.find((room) => room.id === bill.roomId)?.code ?? '',
        fee: bill.feeName,
        period: bill.period,
        dueDate: bill.dueDay,
        principal: yuanOf(principal),
        penalty: yuanOf(penalty),
      },
    ];
  }),
  receipts,
});

export async function takeLine(ctx: Ctx, input: Input): Promise<Answer> {
  demandAmounts(ctx);
  if (input.preview) return shown(await planOf(ctx, ctx.db, input, false), []);
  return ctx.write(async (tx) => {
    // Who matches is alone at it: the line is nobody's until this is written.
    await lockMatches(tx);
    const plan = await planOf(ctx, tx, input, true);
    const { line, rooms, fen } = plan;
    const made = await takeRooms(tx, ctx, {
      requestId: input.requestId,
      rooms,
      bills: plan.bills,
      settled: plan.settled,
      toPrepaid: plan.toPrepaid,
      tenders: [{ type: plan.type, fen, refNo: plan.refNo, refDay: line.day }],
      change: 0n,
      shiftId: null,
      payer: line.payer,
      remark: input.remark,
      day: plan.day,
      valueDay: line.day,
      holderId: plan.book.id,
    });
    const note = `收作缴费：${made.map(({ receiptNo, room }) => `${room.code} ${receiptNo}`).join('，')}`.slice(0, 200);
    await sql`update payment set line_id = ${line.id}::bigint where id = any(${made.map(({ paymentId }) => paymentId)}::bigint[])`.execute(
      tx,
    );
    // With those that stand of an earlier time: together they are the line.
    await sql`insert into statement_match (line_id, tender_id, amount) select ${line.id}::bigint, t.id, t.amount
      from payment p join tender t on t.payment_id = p.id where p.line_id = ${line.id}::bigint and p.state = '正常'`.execute(
      tx,
    );
    await sql`update statement_line set state = '已处理', note = ${note}, handled_by = ${ctx.session.userId},
      community_id = ${rooms[0]?.communityId ?? line.communityId}::bigint where id = ${line.id}::bigint`.execute(tx);
    await trail(tx, ctx, {
      kind: '收费',
      action: '渠道账单收作缴费',
      object: `${line.community} ${line.refNo || line.day}`,
      summary: note,
      after: { 金额: yuanOf(fen), 记账日: plan.day, 转预存: yuanOf(plan.toPrepaid) },
    });
    for (const { room } of made) await tellCounters(tx, room.id);
    return shown(
      plan,
      made.map(({ paymentId, receiptNo, room, amount }) => ({
        paymentId,
        receiptNo,
        room: room.code,
        amount: yuanOf(amount),
      })),
    );
  });
}
