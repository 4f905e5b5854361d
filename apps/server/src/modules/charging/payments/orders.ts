/**
 * Orders: made in a transaction, sent after it, and booked in another once the money is there, whoever says so first. A process may end at any point:
 * the job goes on with what is open, and books what was paid.
 */
import type { payClose, PayOrder, payOrder, payQuery, payWays } from '@hengneng/contracts';
import { settle } from '@hengneng/charging';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { AppError, conflict, forbidden, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { sendMessage } from '../../../platform/messages/send.ts';
import {
  accountOf,
  answerTaken,
  blockedBy,
  counterRoom,
  demandShift,
  previewCharge,
  roomAt,
  take,
} from '../cashier/index.ts';
import { roomBalances } from '../ledger/index.ts';
import { owedBills } from '../owed/index.ts';
import { communitiesVisible, managersOf } from '../registry/index.ts';
import { fenOf, yuanOf } from '../yuan.ts';
import { genuine } from '../signature.ts';
import { byChannelInForce, merchantOf, type Sealed } from './merchants.ts';
import { type Asked, demandProvider, LATE_MS, type PayDesk, SLOW_MS, type Told, toldBy } from './provider.ts';
import { goOnTrying, hearTrial, trialByNo } from './trials.ts';
import { within } from './within.ts';
import type { PayNews } from '@hengneng/contracts';

type Item = z.output<typeof payOrder.input>['items'][number];
type Shown = z.input<typeof payOrder.output>;

interface Order extends Sealed {
  readonly id: string;
  readonly no: string;
  readonly room: string;
  readonly shift: string;
  readonly channel: PayOrder['channel'];
  readonly amount: string;
  readonly items: readonly Item[];
  readonly payer: string;
  readonly remark: string;
  readonly code_tail: string;
  readonly state: PayOrder['state'];
  readonly provider_ref: string;
  readonly paid_amount: string | null;
  readonly reason: string;
  readonly payment: string | null;
  readonly made_by: string;
  readonly made_at: Date;
  readonly subject: string;
}

const ORDER = sql`select o.id::text, o.request_id::text as no, o.community_id::text as community, o.room_id::text as room, o.shift_id::text as shift, o.channel,
    o.amount::text, o.items, o.payer, o.remark, o.code_tail, o.state, o.provider_ref, o.paid_amount::text, o.reason, o.payment_id::text as payment,
    o.made_by::text, o.made_at, c.name || ' ' || r.full_code as subject,
    h.merchant, h.key_sealed as sealed
  from pay_order o join community c on c.id = o.community_id join room r on r.id = o.room_id
    left join pay_order_channel m on m.request_id = o.request_id left join pay_channel h on h.id = m.pay_channel_id`;
const OPEN = new Set<string>(['待发送', '支付中', '已付款']);

const askedOf = (desk: PayDesk, of: Order): Asked => ({
  merchant: merchantOf(desk, of),
  orderNo: of.no,
  channel: of.channel,
  fen: BigInt(of.amount),
  subject: of.subject,
  codeTail: of.code_tail,
  madeAt: of.made_at,
});

async function orderOf(db: Db | Tx, id: string, ctx: Ctx | null = null): Promise<Order> {
  const seen = ctx === null ? sql`true` : communitiesVisible(ctx.session);
  const { rows } = await sql<Order>`${ORDER} where o.id = ${id}::bigint and ${seen}`.execute(db);
  const [order] = rows;
  if (order === undefined) throw notFound('支付单不存在，或您没有查看它的权限');
  return order;
}

async function takenOf(db: Db, of: Order): Promise<Shown['taken']> {
  if (of.payment === null) return null;
  const { rows } = await sql<{
    receipt: string;
  }>`select coalesce(receipt_text, '') as receipt from payment where id = ${of.payment}::bigint`.execute(db);
  const { prepaid } = await roomBalances(db, of.community, of.room);
  return answerTaken(
    { paymentId: of.payment, receiptNo: rows[0]?.receipt ?? '', prepaid },
    { amount: BigInt(of.amount), change: 0n },
  );
}

const shown = async (db: Db, of: Order, now: Date): Promise<Shown> => ({
  id: of.id,
  roomId: of.room,
  channel: of.channel,
  amount: yuanOf(of.amount),
  state: of.state,
  reason: of.reason,
  madeAt: of.made_at.toISOString(),
  slow: OPEN.has(of.state) && now.getTime() - of.made_at.getTime() >= SLOW_MS,
  taken: await takenOf(db, of),
});

/* ---- what comes of it ---- */

/** Notes what was told, once; what is over stays as it is. @returns the order as it is then */
const note = (db: Db, id: string, told: Told, now: Date): Promise<Order> =>
  within(db, now, async (tx) => {
    await sql`select 1 from pay_order where id = ${id}::bigint for update`.execute(tx);
    const order = await orderOf(tx, id);
    if (order.state !== '待发送' && order.state !== '支付中') {
      // Paid although it had been closed here: nothing is booked by itself then.
      if (told.state === 'paid' && (order.state === '已关闭' || order.state === '已失败'))
        await aside(tx, order, told, `${order.state}后收到付款`);
      return orderOf(tx, id);
    }
    if (told.state === 'paid') {
      if (told.fen !== BigInt(order.amount))
        await aside(tx, order, told, `渠道金额${yuanOf(told.fen)}元与应收${yuanOf(order.amount)}元不符`);
      else
        await sql`update pay_order set state = '已付款', provider_ref = ${told.ref}, paid_amount = ${String(told.fen)}::bigint, reason = '' where id = ${id}::bigint`.execute(
          tx,
        );
    } else {
      const state = told.state === 'pending' ? '支付中' : told.state === 'closed' ? '已关闭' : '已失败';
      await sql`update pay_order set state = ${state}, reason = ${told.reason}, ended_at = ${state === '支付中' ? null : now} where id = ${id}::bigint`.execute(
        tx,
      );
    }
    return orderOf(tx, id);
  });

/** Money that nobody asked for like this: a person looks at it. */
async function aside(tx: Tx, of: Order, told: Told, reason: string): Promise<void> {
  await sql`update pay_order set state = '待处理', provider_ref = ${told.ref}, paid_amount = ${String(told.fen)}::bigint, reason = ${reason}, ended_at = app_now()
    where id = ${of.id}::bigint`.execute(tx);
  await sendMessage(tx, [...new Set([...(await managersOf(tx, of.community)), of.made_by])], 'payment.aside', {
    款项: of.subject,
    渠道: of.channel,
    原因: reason,
    单号: of.no,
    流水号: told.ref,
  });
}

/** What was paid pays what is owed of it by now; what others paid meanwhile is kept for the household. */
const book = (db: Db, id: string, now: Date): Promise<Order> =>
  within(db, now, async (tx) => {
    await sql`select 1 from pay_order where id = ${id}::bigint for update`.execute(tx);
    const order = await orderOf(tx, id);
    if (order.state !== '已付款') return order;
    const amount = BigInt(order.amount);
    const room = await roomAt(tx, order.room, today(now));
    const bills = await owedBills(
      tx,
      sql`b.id = any(${order.items.map(({ billId }) => billId)}::bigint[])`,
      today(now),
      true,
    );
    const least = (a: bigint, b: bigint) => (a < b ? a : b);
    const open = bills
      .filter((bill) => blockedBy(bill) === '')
      .map((bill) => {
        const item = order.items.find(({ billId }) => billId === bill.id);
        return {
          id: bill.id,
          dueDay: bill.dueDay,
          principal: least(bill.principal, fenOf(item?.principal ?? '0')),
          penalty: least(bill.penalty.amount, fenOf(item?.penalty ?? '0')),
        };
      });
    const { settled } = settle(open, amount, room.penaltyFirst);
    const toPrepaid = amount - settled.reduce((sum, { principal, penalty }) => sum + principal + penalty, 0n);
    const debit = accountOf(order.channel, order.shift);
    const made = await take(
      tx,
      { session: { userId: order.made_by }, now },
      {
        requestId: order.no,
        communityId: order.community,
        roomId: order.room,
        payer: order.payer || room.payer,
        shiftId: order.shift,
        kind: '收款',
        journal: '收款',
        amount,
        toPrepaid,
        tenders: [{ type: order.channel, fen: amount, refNo: order.provider_ref, refDay: today(now) }],
        settlements: settled.map(({ id: billId, principal, penalty }) => ({
          billId,
          principal,
          penalty,
          calc: penalty > 0n ? (bills.find((bill) => bill.id === billId)?.penalty.segments ?? null) : null,
        })),
        postings: [
          ...settled.flatMap(({ id: billId, principal, penalty }) => [
            { debit, credit: { kind: '应收', ref: order.room } as const, fen: principal, billId },
            { debit, credit: { kind: '违约金收入' } as const, fen: penalty, billId },
          ]),
          { debit, credit: { kind: '预存', ref: order.room } as const, fen: toPrepaid },
        ].filter(({ fen }) => fen > 0n),
        book: '收据',
        remark: order.remark,
      },
    );
    await sql`update pay_order set state = '已入账', payment_id = ${made.paymentId}::bigint, ended_at = ${now} where id = ${id}::bigint`.execute(
      tx,
    );
    return orderOf(tx, id);
  });

/** Books what is paid; where it can't be now, the order says why and the job tries again. */
async function booked(db: Db, of: Order, now: Date): Promise<Order> {
  if (of.state !== '已付款') return of;
  try {
    return await book(db, of.id, now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`update pay_order set reason = ${`已付款未入账：${error.message}`} where id = ${of.id}::bigint and state = '已付款'`.execute(
      db,
    );
    return orderOf(db, of.id);
  }
}

const heard = async (db: Db, id: string, told: Told, now: Date): Promise<Order> =>
  booked(db, await note(db, id, told, now), now);

/** Asks how it stands. */
const look = async (db: Db, desk: PayDesk, of: Order, now: Date): Promise<Order> => {
  if (of.state === '已付款') return booked(db, of, now);
  if (of.state !== '支付中' && of.state !== '待发送') return of;
  return heard(db, of.id, await demandProvider(desk).query(askedOf(desk, of)), now);
};

/* ---- the counter ---- */

export const startOrder = async (ctx: Ctx, desk: PayDesk, input: z.output<typeof payOrder.input>): Promise<Shown> => {
  const provider = demandProvider(desk);
  const channel = input.authCode.startsWith('1') ? '微信' : '支付宝';
  const sum = input.items.reduce((total, { principal, penalty }) => total + fenOf(principal) + fenOf(penalty), 0n);
  const { id } = await ctx.write(async (tx) => {
    const room = await counterRoom(ctx, tx, input.roomId);
    const shift = await demandShift(tx, ctx, input.communityId);
    const { rows: books } =
      await sql`select 1 from receipt_book where community_id = ${input.communityId}::bigint and holder_id = ${ctx.session.userId}::bigint
      and kind = '收据' and state in ('在用', '备用') and next_no <= last_no`.execute(tx);
    if (books.length === 0) throw refused('您没有可用的收据本，请先领用');
    if (sum <= 0n) throw invalid([{ path: 'items', message: '请勾选要收的账单' }]);
    // The same that a charge is refused for, before anybody pays.
    await previewCharge(
      { ...ctx, session: ctx.session },
      {
        communityId: input.communityId,
        roomId: input.roomId,
        items: input.items,
        tenders: [{ type: channel, amount: yuanOf(sum), refNo: '', refDay: null }],
        excessToPrepaid: false,
        payer: input.payer,
        remark: input.remark,
      },
    );
    const { rows } = await sql<{
      id: string;
    }>`insert into pay_order (request_id, community_id, room_id, shift_id, channel, amount, items, payer, remark, code_tail, made_by, made_at)
      values (${input.requestId}, ${input.communityId}::bigint, ${input.roomId}::bigint, ${shift.id}::bigint, ${channel}, ${String(sum)}::bigint,
        ${JSON.stringify(input.items)}::jsonb, ${input.payer || room.payer}, ${input.remark}, ${input.authCode.slice(-4)}, ${ctx.session.userId}::bigint, ${ctx.now})
      on conflict do nothing returning id::text`.execute(tx);
    const [made] = rows;
    if (made === undefined) throw conflict('该房间有一笔支付待确认，请勿重复收款');
    await byChannelInForce(tx, input.requestId, input.communityId, channel);
    await trail(tx, ctx, {
      kind: '收费',
      action: '扫码支付下单',
      object: `${room.community} ${room.code}`,
      after: { 渠道: channel, 金额: yuanOf(sum), 商户单号: input.requestId },
    });
    return made;
  });
  // The same request again only asks how it stands: the code was used.
  const { rows } =
    await sql`update pay_order set state = '支付中' where id = ${id}::bigint and state = '待发送' returning 1`.execute(
      ctx.db,
    );
  const order = await orderOf(ctx.db, id);
  const done =
    rows.length > 0
      ? await heard(ctx.db, id, await provider.pay(askedOf(desk, order), input.authCode), ctx.now)
      : await look(ctx.db, desk, order, ctx.now);
  return shown(ctx.db, done, ctx.now);
};

export const queryOrder = async (ctx: Ctx, desk: PayDesk, { id }: z.output<typeof payQuery.input>): Promise<Shown> => {
  const order = await orderOf(ctx.db, id, ctx);
  demandProvider(desk);
  return shown(ctx.db, await look(ctx.db, desk, order, ctx.now), ctx.now);
};

export const closeOrder = async (ctx: Ctx, desk: PayDesk, { id }: z.output<typeof payClose.input>): Promise<Shown> => {
  const order = await orderOf(ctx.db, id, ctx);
  if (order.made_by !== ctx.session.userId) throw forbidden('只能撤销自己下的支付单');
  if (order.state === '支付中' || order.state === '待发送') {
    await ctx.write((tx) =>
      trail(tx, ctx, { kind: '收费', action: '撤销扫码支付', object: order.subject, after: { 商户单号: order.no } }),
    );
    return shown(
      ctx.db,
      await heard(ctx.db, id, await demandProvider(desk).close(askedOf(desk, order)), ctx.now),
      ctx.now,
    );
  }
  return shown(ctx.db, await booked(ctx.db, order, ctx.now), ctx.now);
};

export const waysOf = async (
  ctx: Ctx,
  desk: PayDesk,
  { roomId }: z.output<typeof payWays.input>,
): Promise<z.input<typeof payWays.output>> => {
  const room = await counterRoom(ctx, ctx.db, roomId);
  const { rows } =
    await sql<Order>`${ORDER} where o.room_id = ${room.id}::bigint and o.state in ('待发送', '支付中', '已付款')`.execute(
      ctx.db,
    );
  const [waiting] = rows;
  return {
    unset: desk.unset,
    simulated: desk.provider?.simulated ?? false,
    waiting: waiting === undefined ? null : await shown(ctx.db, waiting, ctx.now),
  };
};

/** What a provider tells by itself, signed with the key of the merchant that it was asked of; the same again changes nothing. */
export async function hearNews(ctx: Ctx, desk: PayDesk, news: PayNews): Promise<{ received: boolean }> {
  if (desk.key === null) throw refused('未配置支付服务，不接收回调');
  const { rows } = await sql<Order>`${ORDER} where o.request_id = ${news.orderNo}`.execute(ctx.db);
  const [order] = rows;
  const trial = order === undefined ? await trialByNo(ctx.db, news.orderNo) : null;
  const of = order ?? trial;
  const merchant = of === null ? null : merchantOf(desk, of);
  const key = merchant === null ? desk.key : merchant.key;
  if (key === null || !genuine(news, key, ctx.now)) throw forbidden('签名不正确');
  if (order !== undefined) await heard(ctx.db, order.id, toldBy(news), ctx.now);
  else if (trial !== null) await hearTrial(ctx.db, desk, trial.id, toldBy(news), ctx.now);
  else throw notFound('商户单号不存在');
  return { received: true };
}

/** Goes on with what hangs: asks again, closes what nobody pays, books what was paid. @returns how many came to an end */
export async function goOnPaying(db: Db, desk: PayDesk, clock: Clock): Promise<number> {
  const { provider } = desk;
  if (provider === null) return 0;
  const now = clock();
  const { rows } =
    await sql<Order>`${ORDER} where o.state in ('待发送', '支付中', '已付款') and o.made_at < ${new Date(now.getTime() - SLOW_MS)} order by o.id limit 200`.execute(
      db,
    );
  let ended = await goOnTrying(db, desk, now);
  for (const order of rows) {
    const late = order.state !== '已付款' && now.getTime() - order.made_at.getTime() >= LATE_MS;
    const then = late
      ? await heard(db, order.id, await provider.close(askedOf(desk, order)), now)
      : await look(db, desk, order, now);
    if (OPEN.has(then.state)) continue;
    ended++;
    if (then.state === '已入账')
      await within(db, now, (tx) =>
        sendMessage(tx, [then.made_by], 'payment.booked', {
          款项: then.subject,
          渠道: then.channel,
          金额: yuanOf(then.amount),
          单号: then.no,
        }),
      );
  }
  return ended;
}
