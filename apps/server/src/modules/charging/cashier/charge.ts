/** 收款: money for bills, the oldest due first; what is over is kept or handed back. */
import type { cashierCharge, cashierPreview } from '@hengneng/contracts';
import type { OpenBill } from '@hengneng/charging';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { inOrder } from '../../../platform/db/together.ts';
import { AppError, conflict, invalid, refused } from '../../../platform/http/errors.ts';
import { heldBills, owedBills, type OwedBill, standing } from '../owed/index.ts';
import { demandSmallRest } from './approvals.ts';
import { type Plan, planCharge, type Tendered } from './plan.ts';
import { type CounterRoom, counterRoom } from './room.ts';
import { readyShift, spread, takeLast, tellCountersAfter, usesOf } from './take.ts';
import { TODAY } from '../registry/index.ts';
import { fenOf, yuanOf } from '../yuan.ts';

type Charge = z.output<typeof cashierCharge.input>;
type Previewed = z.output<typeof cashierPreview.input>;

/** @throws invalid where a transfer or a cheque has the day of one that has not come */
export function tendered(tenders: Charge['tenders'], now: Date): readonly Tendered[] {
  const day = today(now);
  return tenders.map(({ type, amount, refNo, refDay }, at) => {
    if (refDay !== null && refDay > day)
      throw invalid([{ path: `tenders[${at}].refDay`, message: `${type}日期不能晚于今天` }]);
    return { type, fen: fenOf(amount), refNo, refDay };
  });
}

/** Who took it last today, for the one who came second; what was taken back since is nobody's. */
async function takenBy(db: Db | Tx, billId: string): Promise<string> {
  const { rows } = await sql<{ who: string; at: string }>`
    select u.user_name as who, to_char(p.made_at at time zone 'Asia/Shanghai', 'HH24:MI') as at
    from allocation a join payment p on p.id = a.payment_id join app_user u on u.id = p.made_by
    where a.bill_id = ${billId} and a.principal > 0 and p.state = '正常' and p.day = ${TODAY} order by a.id desc limit 1`.execute(
    db,
  );
  return rows[0] === undefined ? '账单已变动，请刷新' : `账单已由${rows[0].who}于${rows[0].at}收取，请刷新`;
}

/** Why nothing can be taken for a bill now; empty where it can. */
export const blockedBy = (bill: OwedBill): string => {
  if (bill.state !== '已发布') return `账单${bill.state}`;
  if (bill.frozen !== '') return bill.frozen;
  return '';
};

/** Rooms whose bills are asked for. One by itself is asked for as its card does, whose plan is kept; a list of them is planned anew each time. */
const inRooms = (roomIds: readonly string[]) =>
  roomIds.length === 1 ? sql`b.room_id = ${roomIds[0]}::bigint` : sql`b.room_id = any(${[...roomIds]}::bigint[])`;

/** Bills of rooms that something can be taken for now, with the penalty as of a day. */
export const payableOf = async (
  db: Db | Tx,
  roomIds: readonly string[],
  day: string,
  lock = false,
): Promise<readonly OwedBill[]> =>
  (
    await owedBills(db, sql`${inRooms(roomIds)} and ${standing} and b.amount > b.reduced + b.settled`, day, lock)
  ).filter((bill) => bill.principal > 0n && blockedBy(bill) === '');

interface Planned {
  readonly room: CounterRoom;
  readonly bills: ReadonlyMap<string, OwedBill>;
  readonly plan: Plan;
}

/** Of the room, whatever was sent. */
const chosenBills = ({ items, roomId }: Previewed) =>
  sql`b.id = any(${items.map(({ billId }) => billId)}::bigint[]) and b.room_id = ${roomId}::bigint`;

/** What a charge is made of, asked for at once. */
const asksOf = (ctx: Ctx, db: Db | Tx, input: Previewed) =>
  [counterRoom(ctx, db, input.roomId), owedBills(db, chosenBills(input), today(ctx.now))] as const;

/**
 * What is to be paid of each bill, at most.
 * @param at where the items are in what was sent
 * @throws invalid where a bill is not among `bills` or is not paid now, conflict where somebody else was faster
 */
export async function wantedOf(
  db: Db | Tx,
  items: Charge['items'],
  bills: ReadonlyMap<string, OwedBill>,
  at: string,
): Promise<readonly OpenBill[]> {
  if (new Set(items.map(({ billId }) => billId)).size < items.length)
    throw invalid([{ path: at, message: '账单重复，请刷新后重试' }]);
  const wanted: OpenBill[] = [];
  for (const [index, item] of items.entries()) {
    const bill = bills.get(item.billId);
    const path = `${at}[${index}].billId`;
    if (bill === undefined) throw invalid([{ path, message: '账单不存在，或不是该房间的' }]);
    const blocked = blockedBy(bill);
    if (blocked !== '') throw invalid([{ path, message: blocked }]);
    const [principal, penalty] = [fenOf(item.principal), fenOf(item.penalty)];
    if (principal > bill.principal) throw conflict(await takenBy(db, bill.id));
    if (penalty > bill.penalty.amount)
      throw invalid([
        { path: `${at}[${index}].penalty`, message: `违约金不能大于${yuanOf(bill.penalty.amount)}元，请刷新后重试` },
      ]);
    wanted.push({ id: bill.id, dueDay: bill.dueDay, principal, penalty });
  }
  return wanted;
}

async function planned(
  db: Db | Tx,
  input: Previewed,
  tenders: readonly Tendered[],
  room: CounterRoom,
  found: readonly OwedBill[],
): Promise<Planned> {
  if (room.communityId !== input.communityId) throw invalid([{ path: 'roomId', message: '房间不属于所选小区' }]);
  if (input.items.length === 0) throw invalid([{ path: 'items', message: '请勾选要收的账单' }]);
  const bills = new Map(found.map((bill) => [bill.id, bill]));
  const wanted = await wantedOf(db, input.items, bills, 'items');
  const { penaltyFirst, partial } = room;
  const { excessToPrepaid } = input;
  const plan = planCharge(wanted, tenders, { penaltyFirst, partial, excessToPrepaid });
  demandSmallRest(plan.toPrepaid);
  return { room, bills, plan };
}

/** Changes nothing. */
export async function previewCharge(ctx: Ctx, input: Previewed): Promise<z.input<typeof cashierPreview.output>> {
  const tenders = tendered(input.tenders, ctx.now);
  const { plan } = await planned(ctx.db, input, tenders, ...(await Promise.all(asksOf(ctx, ctx.db, input))));
  return {
    due: yuanOf(plan.due),
    received: yuanOf(plan.received),
    change: yuanOf(plan.change),
    toPrepaid: yuanOf(plan.toPrepaid),
    rows: plan.settled.map(({ id, principal, penalty }) => ({
      billId: id,
      principal: yuanOf(principal),
      penalty: yuanOf(penalty),
    })),
  };
}

type Charged = z.input<typeof cashierCharge.output>;

/** What is refused here, and not by the database. */
const asAnswer = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  throw error;
};

const chargeIn = (ctx: Ctx, input: Charge): Promise<Charged> =>
  ctx.write(async (tx) => {
    const { communityId } = input;
    const tenders = tendered(input.tenders, ctx.now);
    // All that is asked and held goes to the database at once; what is wrong is told in the order in which one would look.
    // Held in front of it, what is owed is read as it stands. A shift that is not open is told behind what is wrong with the bills.
    const held = readyShift(tx, ctx, communityId, heldBills(chosenBills(input))).catch(asAnswer);
    const [begun, ...found] = await inOrder([held, ...asksOf(ctx, tx, input)]);
    const { room, bills, plan } = await planned(tx, input, tenders, ...found);
    if (begun instanceof AppError) throw begun;
    const { shift, ready } = begun;
    const { uses, settlements } = usesOf(room.id, bills, plan.settled, plan.toPrepaid);
    const amount = plan.received - plan.change;
    if (amount <= 0n) throw refused('没有可收的金额');
    return takeLast(tx, ctx, {
      requestId: input.requestId,
      communityId: room.communityId,
      roomId: room.id,
      payer: input.payer || room.payer,
      shiftId: shift.id,
      kind: '收款',
      journal: '收款',
      amount,
      toPrepaid: plan.toPrepaid,
      change: plan.change,
      tenders,
      settlements,
      postings: spread(tenders, plan.change, shift.id, uses),
      book: '收据',
      remark: input.remark,
      ready,
      toldAfter: true,
    });
  });

export async function charge(ctx: Ctx, input: Charge): Promise<Charged> {
  const charged = await chargeIn(ctx, input);
  tellCountersAfter(ctx.db, input.roomId);
  return charged;
}
