/** 预存, 抵扣 and handing back: what a household keeps with us. */
import { randomUUID } from 'node:crypto';
import type { cashierDeduct, cashierRecharge, cashierRefund } from '@hengneng/contracts';
import { settle } from '@hengneng/charging';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { invalid, refused } from '../../../platform/http/errors.ts';
import { type AccountKey, type Posting, roomBalances } from '../ledger/index.ts';
import { keptForBills, owedBills, type OwedBill, standing } from '../owed/index.ts';
import { communitiesVisible, visibleCommunity } from '../registry/index.ts';
import { demandApproval, spendApproval } from './approvals.ts';
import { blockedBy, tendered } from './charge.ts';
import { changeOf, demandKeepable } from './plan.ts';
import { demandReturnable } from './returnable.ts';
import { type CounterRoom, counterRoom } from './room.ts';
import { answerTaken, accountOf, type Booking, demandOpenDay, demandShift, spread, take } from './take.ts';
import { fenOf, yuanOf } from '../yuan.ts';

/** Rooms of one batch; more are taken by pressing again. */
const BATCH = 200;

export const recharge = (
  ctx: Ctx,
  input: z.output<typeof cashierRecharge.input>,
): Promise<z.input<typeof cashierRecharge.output>> =>
  ctx.write(async (tx) => {
    const room = await counterRoom(ctx, tx, input.roomId);
    const amount = fenOf(input.amount);
    demandKeepable(amount);
    const approval = await demandApproval(tx, ctx, { roomId: room.id, act: '预存', amount });
    const tenders = tendered(input.tenders, ctx.now);
    const change = changeOf(tenders, amount);
    if (input.feeId !== null) await demandFee(tx, room.id, input.feeId);
    const shift = await demandShift(tx, ctx, room.communityId);
    const credit: AccountKey = { kind: '预存', ref: room.id, ...(input.feeId === null ? {} : { feeId: input.feeId }) };
    const made = await take(tx, ctx, {
      requestId: input.requestId,
      communityId: room.communityId,
      roomId: room.id,
      payer: input.payer || room.payer,
      shiftId: shift.id,
      kind: '预存',
      journal: '预存',
      amount,
      toPrepaid: amount,
      change,
      tenders,
      postings: spread(tenders, change, shift.id, [{ credit, fen: amount }]),
      book: '收据',
      remark: input.remark,
    });
    await spendApproval(tx, approval, made.paymentId);
    return answerTaken(made, { amount, change });
  });

async function demandFee(tx: Tx, roomId: string, feeId: string): Promise<void> {
  const { rows } = await sql`select 1 from room_fee where room_id = ${roomId} and fee_id = ${feeId}`.execute(tx);
  if (rows.length === 0) throw invalid([{ path: 'feeId', message: '该房间没有这个收费项目' }]);
}

interface Deduction {
  readonly roomId: string;
  readonly room: string;
  readonly billId: string;
  readonly billNo: string;
  readonly fee: string;
  readonly period: string;
  readonly principal: bigint;
  readonly penalty: bigint;
  /** How the penalty was worked out. */
  readonly calc: OwedBill['penalty']['segments'] | null;
  readonly balanceAfter: bigint;
}

interface RoomDeduction {
  readonly rows: readonly Deduction[];
  readonly postings: readonly Posting[];
  readonly total: bigint;
}

/** What a room's money pays of its bills: money that is for one fee only that one's, before money that is for any. */
async function deductionOf(
  ctx: Booking,
  db: Db | Tx,
  room: CounterRoom,
  billIds: readonly string[],
  lock: boolean,
): Promise<RoomDeduction> {
  const only = billIds.length === 0 ? sql`` : sql` and b.id = any(${[...billIds]}::bigint[])`;
  const bills = await owedBills(db, sql`b.room_id = ${room.id}::bigint and ${standing}${only}`, today(ctx.now), lock);
  const balances = await roomBalances(db, room.communityId, room.id);
  const ahead = await keptForBills(db, room.id);
  const ofFee = new Map(balances.byFee.map(({ feeId, amount }) => [feeId, amount - (ahead.get(feeId) ?? 0n)]));
  let free = balances.prepaid - balances.byFee.reduce((sum, { amount }) => sum + amount, 0n);
  let left = balances.prepaid;
  const rows: Deduction[] = [];
  const postings: Posting[] = [];
  for (const bill of bills) {
    if (blockedBy(bill) !== '' || bill.principal <= 0n) continue;
    // What was paid for this very bill comes to it, whatever else is open.
    const itsOwn = bill.paidAhead < bill.principal ? bill.paidAhead : bill.principal;
    const own = (ofFee.get(bill.feeId) ?? 0n) + itsOwn;
    const open = { id: bill.id, dueDay: bill.dueDay, principal: bill.principal, penalty: bill.penalty.amount };
    const [part] = settle([open], own + free, room.penaltyFirst).settled;
    if (part === undefined) continue;
    const sum = part.principal + part.penalty;
    let fromOwn = sum < own ? sum : own;
    ofFee.set(bill.feeId, own - fromOwn);
    free -= sum - fromOwn;
    left -= sum;
    for (const [credit, fen] of [
      [{ kind: '应收', ref: room.id }, part.principal],
      [{ kind: '违约金收入' }, part.penalty],
    ] as const) {
      const ofOwn = fen < fromOwn ? fen : fromOwn;
      fromOwn -= ofOwn;
      if (ofOwn > 0n)
        postings.push({
          debit: { kind: '预存', ref: room.id, feeId: bill.feeId },
          credit,
          fen: ofOwn,
          billId: bill.id,
        });
      if (fen > ofOwn)
        postings.push({ debit: { kind: '预存', ref: room.id }, credit, fen: fen - ofOwn, billId: bill.id });
    }
    rows.push({
      roomId: room.id,
      room: room.code,
      billId: bill.id,
      billNo: bill.billNo,
      fee: bill.feeName,
      period: bill.period,
      principal: part.principal,
      penalty: part.penalty,
      calc: part.penalty > 0n ? bill.penalty.segments : null,
      balanceAfter: left,
    });
  }
  return { rows, postings, total: balances.prepaid - left };
}

const deductRow = (row: Deduction) => ({
  roomId: row.roomId,
  room: row.room,
  billId: row.billId,
  billNo: row.billNo,
  fee: row.fee,
  period: row.period,
  deduct: yuanOf(row.principal + row.penalty),
  balanceAfter: yuanOf(row.balanceAfter),
});

/** Takes what a room keeps with us for its bills. @returns what was taken; nothing where there is nothing to take */
export async function deductRoom(
  ctx: Booking,
  tx: Tx,
  room: CounterRoom,
  of: {
    /** Of one room alone; of many, the number of the whole guards them. */
    readonly requestId?: string;
    readonly billIds: readonly string[];
    readonly shiftId: string | null;
  },
): Promise<RoomDeduction> {
  const found = await deductionOf(ctx, tx, room, of.billIds, true);
  if (found.total === 0n) return found;
  await take(tx, ctx, {
    requestId: of.requestId ?? randomUUID(),
    communityId: room.communityId,
    roomId: room.id,
    payer: room.payer,
    shiftId: of.shiftId,
    kind: '抵扣',
    journal: '抵扣',
    amount: found.total,
    tenders: [{ type: '预存', fen: found.total, refNo: '', refDay: null }],
    settlements: found.rows.map(({ billId, principal, penalty, calc }) => ({ billId, principal, penalty, calc })),
    postings: found.postings,
  });
  await sql`update bill set paid_ahead = 0 where id = any(${found.rows.map(({ billId }) => billId)}::bigint[]) and paid_ahead > 0`.execute(
    tx,
  );
  return found;
}

/** Rooms of a community, or these of it, that keep money with us and owe something. */
async function roomsToDeduct(ctx: Ctx, db: Db | Tx, communityId: string, roomIds: readonly string[]) {
  const only = roomIds.length === 0 ? sql`` : sql` and a.ref = any(${[...roomIds]}::bigint[])`;
  const { rows } = await sql<{ id: string; total: number }>`select a.ref::text as id, (count(*) over ())::int as total
    from ledger_account a join community c on c.id = a.community_id
    join ledger_account o on o.community_id = a.community_id and o.kind = '应收' and o.ref = a.ref and o.balance > 0
    where a.community_id = ${communityId}::bigint and a.kind = '预存' and ${communitiesVisible(ctx.session)}${only}
    group by a.ref having sum(a.balance) < 0 order by a.ref limit ${BATCH}`.execute(db);
  return { ids: rows.map(({ id }) => id), left: Math.max(0, (rows[0]?.total ?? 0) - rows.length) };
}

export async function deduct(
  ctx: Ctx,
  input: z.output<typeof cashierDeduct.input>,
): Promise<z.input<typeof cashierDeduct.output>> {
  const { roomId, communityId, requestId } = input;
  if ((roomId === null) === (communityId === null)) throw refused('请选择房间，或按小区批量抵扣');
  const run = async (db: Db | Tx, apply: ((room: CounterRoom) => Promise<RoomDeduction>) | null) => {
    if (communityId !== null) await visibleCommunity(ctx, db, communityId);
    const { ids, left } =
      communityId === null
        ? { ids: [roomId ?? ''], left: 0 }
        : await roomsToDeduct(ctx, db, communityId, input.roomIds);
    const found: RoomDeduction[] = [];
    for (const id of ids) {
      const room = await counterRoom(ctx, db, id);
      found.push(await (apply ? apply(room) : deductionOf(ctx, db, room, input.billIds, false)));
    }
    const rows = found.flatMap((of) => of.rows.map(deductRow));
    const total = found.reduce((sum, of) => sum + of.total, 0n);
    return { rows, total: yuanOf(total), rooms: found.filter((of) => of.total > 0n).length, left };
  };
  if (input.preview) return run(ctx.db, null);
  return ctx.write(async (tx) => {
    const community = communityId ?? (await counterRoom(ctx, tx, roomId ?? '')).communityId;
    await demandOpenDay(tx, community, today(ctx.now));
    const shift = await demandShift(tx, ctx, community);
    const own = communityId === null ? { requestId } : {};
    const answer = await run(tx, (room) =>
      deductRoom(ctx, tx, room, { ...own, billIds: input.billIds, shiftId: shift.id }),
    );
    if (answer.rooms === 0) throw refused(communityId === null ? '预存余额不足' : '没有可抵扣的房间');
    return answer;
  });
}

export const refund = (
  ctx: Ctx,
  input: z.output<typeof cashierRefund.input>,
): Promise<z.input<typeof cashierRefund.output>> =>
  ctx.write(async (tx) => {
    const room = await counterRoom(ctx, tx, input.roomId);
    const amount = fenOf(input.amount);
    const { balances, byFee } = await demandReturnable(tx, room, input.kind, amount);
    const approval = await demandApproval(tx, ctx, { roomId: room.id, act: `退${input.kind}`, amount });
    if (input.way === '转账' && input.refNo === '') throw invalid([{ path: 'refNo', message: '转账须填写流水号' }]);
    const shift = await demandShift(tx, ctx, room.communityId);
    const credit = accountOf(input.way, shift.id);
    const postings: Posting[] = [];
    let left = amount;
    const draw = (key: AccountKey, most: bigint): void => {
      const part = left < most ? left : most;
      if (part > 0n) postings.push({ debit: key, credit, fen: part });
      left -= part > 0n ? part : 0n;
    };
    if (input.kind === '押金') draw({ kind: '押金', ref: room.id }, balances.deposit);
    else {
      const limited = balances.byFee.reduce((sum, of) => sum + of.amount, 0n);
      draw({ kind: '预存', ref: room.id }, balances.prepaid - limited);
      for (const of of byFee) draw({ kind: '预存', ref: room.id, feeId: of.feeId }, of.amount);
    }
    const made = await take(tx, ctx, {
      requestId: input.requestId,
      communityId: room.communityId,
      roomId: room.id,
      payer: room.payer,
      shiftId: shift.id,
      kind: '退款',
      journal: '退款',
      amount: -amount,
      toPrepaid: input.kind === '预存' ? -amount : 0n,
      tenders: [{ type: input.way, fen: -amount, refNo: input.refNo, refDay: null }],
      postings,
      reason: input.reason,
    });
    await spendApproval(tx, approval, made.paymentId);
    return {
      paymentId: made.paymentId,
      balance: yuanOf((input.kind === '押金' ? balances.deposit : balances.prepaid) - amount),
    };
  });
