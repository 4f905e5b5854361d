/** 临时收费: a bill and its payment at once. Deposits are no income; a price of one's own wants a reason. */
import type { cashierAddCharge, cashierExtraFees } from '@hengneng/contracts';
import { money, toFen, today } from '@hengneng/core';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { invalid, refused } from '../../../platform/http/errors.ts';
import { billNo, takeBillNumbers } from '../bill-numbers.ts';
import { postBills } from '../ledger/index.ts';
import { tendered } from './charge.ts';
import { changeOf, MOST_AT_ONCE } from './plan.ts';
import { type CounterRoom, counterRoom } from './room.ts';
import { answerTaken, demandShift, spread, take } from './take.ts';

type Input = z.output<typeof cashierAddCharge.input>;

interface FeeOfNow {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly taxRate: number;
  readonly unit: string;
  readonly editable: boolean;
  readonly price: string | null;
  readonly priceId: string | null;
}

/** What the counter may charge a room besides its bills, at today's prices: of a community before that of all, of a usage before that of all. */
async function extraFees(db: Db | Tx, room: CounterRoom, day: string): Promise<readonly FeeOfNow[]> {
  const { rows } = await sql<FeeOfNow>`
    select f.id::text, f.name, f.kind, f.tax_rate as "taxRate", b.unit, f.price_editable as editable, p.unit_price::text as price, p.id::text as "priceId"
    from fee f join fee_basis b on b.id = f.basis_id join room r on r.id = ${room.id}::bigint
    left join lateral (select id, unit_price from fee_price p where p.fee_id = f.id and p.state = '生效' and p.span @> ${day}::date
      and (p.community_id is null or p.community_id = ${room.communityId}::bigint) and (p.usage is null or p.usage = r.usage)
      order by p.community_id nulls last, p.usage nulls last limit 1) p on true
    where f.state = '启用' and f.kind in ('临时', '押金', '代收') order by f.code`.execute(db);
  return rows;
}

export async function listExtraFees(
  ctx: Ctx,
  { roomId }: z.output<typeof cashierExtraFees.input>,
): Promise<z.input<typeof cashierExtraFees.output>> {
  const room = await counterRoom(ctx, ctx.db, roomId);
  return (await extraFees(ctx.db, room, today(ctx.now))).map(({ id, name, kind, unit, price, editable }) => ({
    id,
    name,
    kind,
    unit,
    price: price === null ? null : Number(price).toFixed(2),
    editable,
  }));
}

const same = (a: string, b: string): boolean => Number(a) === Number(b);

export const addCharge = (ctx: Ctx, input: Input): Promise<z.input<typeof cashierAddCharge.output>> =>
  ctx.write(async (tx) => {
    const day = today(ctx.now);
    const room = await counterRoom(ctx, tx, input.roomId);
    if (room.communityId !== input.communityId) throw invalid([{ path: 'roomId', message: '房间不属于所选小区' }]);
    if (room.communityState !== '启用') throw refused('小区已停用，不能收新账');
    const fee = (await extraFees(tx, room, day)).find(({ id }) => id === input.feeId);
    if (fee === undefined) throw invalid([{ path: 'feeId', message: '请选择临时收费项目' }]);
    const own = fee.price === null || !same(fee.price, input.unitPrice);
    if (own && fee.price !== null && !fee.editable)
      throw invalid([{ path: 'unitPrice', message: `该费项不可改价，单价为${Number(fee.price)}元` }]);
    if (own && input.reason === '') throw invalid([{ path: 'reason', message: '改价须填写原因' }]);
    const amount = toFen(money(Big(input.quantity).times(input.unitPrice).toFixed()));
    if (amount === 0n) throw invalid([{ path: 'quantity', message: '金额应大于0' }]);
    if (amount > MOST_AT_ONCE) throw invalid([{ path: 'quantity', message: '单笔临时收费不能大于999999.99元' }]);
    const tenders = tendered(input.tenders, ctx.now);
    const change = changeOf(tenders, amount);
    const shift = await demandShift(tx, ctx, room.communityId);
    const period = day.slice(0, 7);
    const { prefix, first } = await takeBillNumbers(tx, room.communityId, period, 1);
    const kind = fee.kind === '押金' ? '押金' : '临时';
    // What is in the price: amount − amount ÷ (1 + rate).
    const tax =
      fee.kind === '临时' ? sql`round(${String(amount)}::numeric * ${fee.taxRate} / (100 + ${fee.taxRate}))` : sql`0`;
    const { rows } = await sql<{ id: string }>`
      insert into bill (bill_no, community_id, room_id, fee_id, cycle, period, from_day, to_day, quantity, unit, unit_price, price_id, days, amount, tax,
        due_day, kind, state, note, released_on)
      values (${billNo(prefix, first)}, ${room.communityId}, ${room.id}, ${input.feeId}, ${day}, ${period}, ${day}::date, ${day}::date + 1, ${input.quantity},
        ${fee.unit}, ${input.unitPrice}, ${fee.priceId}, 1, ${String(amount)}, ${tax}, ${day}::date, ${kind}, '已发布', ${input.reason}, ${day}::date)
      returning id::text`.execute(tx);
    const billId = rows[0]?.id ?? '';
    await postBills(
      tx,
      {
        communityId: room.communityId,
        kind: '临时收费',
        day,
        source: 'bill',
        sourceId: billId,
        memo: fee.name,
        by: ctx.session.userId,
      },
      sql`select ${billId}::bigint as id`,
    );
    const made = await take(tx, ctx, {
      requestId: input.requestId,
      communityId: room.communityId,
      roomId: room.id,
      payer: input.payer || room.payer,
      shiftId: shift.id,
      kind: '临时收费',
      journal: '收款',
      amount,
      change,
      tenders,
      settlements: [{ billId, principal: amount, penalty: 0n, calc: null }],
      postings: spread(tenders, change, shift.id, [{ credit: { kind: '应收', ref: room.id }, fen: amount, billId }]),
      book: kind === '押金' ? '押金单' : '收据',
      remark: input.remark,
    });
    return { ...answerTaken(made, { amount, change }), billId };
  });
