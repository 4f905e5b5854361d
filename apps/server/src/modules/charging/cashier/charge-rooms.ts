/** 合并收款: what several rooms of one payer owe, taken at once. */
import type { cashierChargeRooms, cashierPayerRooms } from '@hengneng/contracts';
import { MOST_ROOMS_AT_ONCE, type PAY_CHANNELS } from '@hengneng/contracts';
import { capitalWords, today } from '@hengneng/core';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { inOrder } from '../../../platform/db/together.ts';
import { invalid, refused } from '../../../platform/http/errors.ts';
import { owedBills } from '../owed/index.ts';
import { yuanOf } from '../yuan.ts';
import { demandSmallRest } from './approvals.ts';
import { payableOf, tendered, wantedOf } from './charge.ts';
import { planCharge } from './plan.ts';
import { owedRowOf } from './read.ts';
import { counterRoom, paysOn } from './room.ts';
import { answerTaken, demandShift, tellCountersAfter } from './take.ts';
import { takeRooms } from './take-rooms.ts';

/**
 * Who is the same person as `party q`: imports enter one anew for each room, and a number of theirs, or a name with its telephone, makes them one. Each
 * way by an index of its own: as one condition it would go through all people of the company whenever a household is looked at.
 */
const SAME = sql`(select q.id union select p.id from party p where p.id_no = q.id_no and p.id_no <> ''
  union select p.id from party p where p.tax_no = q.tax_no and p.tax_no <> ''
  union select p.id from party p where p.phone = q.phone and p.phone <> '' and p.name = q.name)`;

interface PayerRoom {
  readonly id: string;
  readonly code: string;
  readonly owner: string;
  readonly payer: string;
  /** Fen. */
  readonly kept: string;
}

/** The room, and others of its community that owe and have the same payer. */
export const roomsOfPayer = (communityId: string, roomId: string, day: string): RawBuilder<PayerRoom> => sql<PayerRoom>`
  with theirs as (select distinct o.room_id, q.name from occupancy a join party q on q.id = a.party_id cross join lateral ${SAME} p
      join occupancy o on o.party_id = p.id where a.room_id = ${roomId}::bigint and ${paysOn(day, 'a')} and ${paysOn(day)})
  select r.id::text, r.full_code as code, t.name as payer, coalesce((select p.name from occupancy o join party p on p.id = o.party_id
      where o.room_id = r.id and o.role = '业主' and o.span @> ${day}::date), '') as owner,
    coalesce((select -sum(l.balance) from ledger_account l where l.kind = '预存' and l.ref = r.id), 0)::text as kept
  from theirs t join room r on r.id = t.room_id
  where r.community_id = ${communityId}::bigint and (r.id = ${roomId}::bigint
    or exists (select from ledger_account l where l.kind = '应收' and l.ref = r.id and l.balance > 0))
  order by r.id = ${roomId}::bigint desc, length(r.full_code), r.full_code limit ${MOST_ROOMS_AT_ONCE + 1}`;

export async function readPayerRooms(
  ctx: Ctx,
  { communityId, roomId }: z.output<typeof cashierPayerRooms.input>,
): Promise<z.input<typeof cashierPayerRooms.output>> {
  const day = today(ctx.now);
  const room = await counterRoom(ctx, ctx.db, roomId);
  if (room.communityId !== communityId) throw invalid([{ path: 'roomId', message: '房间不属于所选小区' }]);
  const { rows } = await roomsOfPayer(communityId, roomId, day).execute(ctx.db);
  const shown = rows.slice(0, MOST_ROOMS_AT_ONCE);
  const ids = shown.map(({ id }) => id);
  const [open, { rows: orders }] = await Promise.all([
    payableOf(ctx.db, ids, day),
    sql<{
      room: string;
      channel: (typeof PAY_CHANNELS)[number];
      amount: string;
    }>`select room_id::text as room, channel, amount::text
      from pay_order where room_id = any(${ids}::bigint[]) and state in ('待发送', '支付中', '已付款')`.execute(ctx.db),
  ]);
  const waiting = new Map(orders.map(({ room: id, channel, amount }) => [id, { channel, amount: yuanOf(amount) }]));
  const ofRoom = Map.groupBy(open, (bill) => bill.roomId);
  return {
    payer: shown[0]?.payer ?? room.payer,
    rooms: shown.map(({ id, code, owner, kept }) => {
      const bills = ofRoom.get(id) ?? [];
      return {
        roomId: id,
        code,
        owner,
        balance: yuanOf(kept),
        principal: yuanOf(bills.reduce((sum, { principal }) => sum + principal, 0n)),
        penalty: yuanOf(bills.reduce((sum, { penalty }) => sum + penalty.amount, 0n)),
        bills: bills.map(owedRowOf),
        waiting: waiting.get(id) ?? null,
      };
    }),
    more: rows.length > MOST_ROOMS_AT_ONCE,
    penaltyFirst: room.penaltyFirst,
    partial: room.partial,
  };
}

type Input = z.output<typeof cashierChargeRooms.input>;

export async function chargeRooms(ctx: Ctx, input: Input): Promise<z.input<typeof cashierChargeRooms.output>> {
  const ids = input.rooms.map(({ roomId }) => roomId);
  if (ids.length === 0) throw invalid([{ path: 'rooms', message: '请勾选要收的房间' }]);
  if (new Set(ids).size < ids.length) throw invalid([{ path: 'rooms', message: '房间重复，请刷新后重试' }]);
  const answer = await ctx.write(async (tx) => {
    const items = input.rooms.flatMap((of) => of.items);
    const found = owedBills(
      tx,
      sql`b.id = any(${items.map(({ billId }) => billId)}::bigint[]) and b.room_id = any(${ids}::bigint[])`,
      today(ctx.now),
      true,
    );
    const started = [found, demandShift(tx, ctx, input.communityId)] as const;
    const seen = ids.map((id) => counterRoom(ctx, tx, id));
    await Promise.allSettled([...started, ...seen]);
    const rooms = await inOrder(seen);
    for (const [at, room] of rooms.entries())
      if (room.communityId !== input.communityId)
        throw invalid([{ path: `rooms[${at}].roomId`, message: `${room.code} 不属于所选小区` }]);
    const [owed, shift] = await inOrder(started);
    const bills = new Map(owed.map((bill) => [bill.id, bill]));
    const wanted = [];
    for (const [at, of] of input.rooms.entries()) {
      const own = new Map(owed.filter(({ roomId }) => roomId === of.roomId).map((bill) => [bill.id, bill]));
      wanted.push(...(await wantedOf(tx, of.items, own, `rooms[${at}].items`)));
    }
    if (wanted.length === 0) throw invalid([{ path: 'rooms', message: '请勾选要收的账单' }]);
    const [first] = rooms;
    if (first === undefined) throw new Error('no room');
    const { penaltyFirst, partial } = first;
    const { excessToPrepaid } = input;
    const tenders = tendered(input.tenders, ctx.now);
    const plan = planCharge(wanted, tenders, { penaltyFirst, partial, excessToPrepaid });
    demandSmallRest(plan.toPrepaid);
    if (plan.received - plan.change <= 0n) throw refused('没有可收的金额');
    const made = await takeRooms(tx, ctx, {
      requestId: input.requestId,
      rooms,
      bills,
      settled: plan.settled,
      toPrepaid: plan.toPrepaid,
      tenders,
      change: plan.change,
      shiftId: shift.id,
      payer: input.payer,
      remark: input.remark,
      holderId: ctx.session.userId,
    });
    const amount = yuanOf(plan.received - plan.change);
    return {
      amount,
      capital: capitalWords(amount),
      change: yuanOf(plan.change),
      receipts: made.map(({ room, ...of }) => ({ roomId: room.id, room: room.code, ...answerTaken(of, of) })),
    };
  });
  for (const { roomId } of answer.receipts) tellCountersAfter(ctx.db, roomId);
  return answer;
}
