/** 合并收款: what several rooms of one payer owe, taken at once. */
import type { cashierChargeRooms, cashierPayerRooms } from '@hengneng/contracts';
import { MOST_ROOMS_AT_ONCE } from '@hengneng/contracts';
import { capitalWords, today } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { inOrder } from '../../../platform/db/together.ts';
import { invalid, refused } from '../../../platform/http/errors.ts';
import { owedBills } from '../owed/index.ts';
import { yuanOf } from '../yuan.ts';
import { payableOf, tendered, wantedOf } from './charge.ts';
import { planCharge } from './plan.ts';
import { owedRowOf } from './read.ts';
import { counterRoom } from './room.ts';
import { answerTaken, demandShift, tellCountersAfter } from './take.ts';
import { takeRooms } from './take-rooms.ts';

/** Who pays for a room as of a day: its payer, else its owner. As `party_id`, of `occupancy o`. */
const paysOn = (day: string) => sql`o.span @> ${day}::date and (o.payer or o.role = '业主' and not exists (
  select from occupancy k where k.room_id = o.room_id and k.payer and k.span @> ${day}::date))`;

/** One person is entered anew for each room by imports: a number of theirs, or a name with its telephone, makes them one. */
const SAME = sql`(q.id = p.id or q.id_no <> '' and q.id_no = p.id_no or q.tax_no <> '' and q.tax_no = p.tax_no
  or q.name = p.name and q.phone <> '' and q.phone = p.phone)`;

export async function readPayerRooms(
  ctx: Ctx,
  { communityId, roomId }: z.output<typeof cashierPayerRooms.input>,
): Promise<z.input<typeof cashierPayerRooms.output>> {
  const day = today(ctx.now);
  const room = await counterRoom(ctx, ctx.db, roomId);
  if (room.communityId !== communityId) throw invalid([{ path: 'roomId', message: '房间不属于所选小区' }]);
  const { rows } = await sql<{ id: string; code: string; owner: string; payer: string; kept: string }>`
    with payer as (select p.* from occupancy o join party p on p.id = o.party_id where o.room_id = ${roomId}::bigint and ${paysOn(day)}),
      theirs as (select distinct on (o.room_id) o.room_id, p.name from payer q join party p on ${SAME} join occupancy o on o.party_id = p.id
        where ${paysOn(day)} order by o.room_id, o.payer desc)
    select r.id::text, r.full_code as code, t.name as payer, coalesce((select p.name from occupancy o join party p on p.id = o.party_id
        where o.room_id = r.id and o.role = '业主' and o.span @> ${day}::date), '') as owner,
      coalesce((select -sum(l.balance) from ledger_account l where l.kind = '预存' and l.ref = r.id), 0)::text as kept
    from theirs t join room r on r.id = t.room_id
    where r.community_id = ${communityId}::bigint and (r.id = ${roomId}::bigint
      or exists (select from ledger_account l where l.kind = '应收' and l.ref = r.id and l.balance > 0))
    order by r.id = ${roomId}::bigint desc, length(r.full_code), r.full_code limit ${MOST_ROOMS_AT_ONCE + 1}`.execute(
    ctx.db,
  );
  const shown = rows.slice(0, MOST_ROOMS_AT_ONCE);
  const open = await payableOf(
    ctx.db,
    shown.map(({ id }) => id),
    day,
  );
  const ofRoom = Map.groupBy(open, (bill) => bill.roomId);
  return {
    payer: shown[0]?.payer ?? room.ownerName,
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
    const tenders = tendered(input.tenders);
    const plan = planCharge(wanted, tenders, { penaltyFirst, partial, excessToPrepaid });
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
