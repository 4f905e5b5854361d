/** 扫码支付: an order at a provider for what a household owes, its states, and what the provider says of it by itself. */
import { z } from 'zod';
import { call } from '../call.ts';
import { idText, several } from '../common.ts';
import { chargeItem, takenMoney } from './cashier.ts';
import { communityId, requestId } from './common.ts';

const API = '/pmsapi/Cashier';
export const PAY_STATES = ['待发送', '支付中', '已付款', '已入账', '已失败', '已关闭', '待处理'] as const;
export const PAY_CHANNELS = ['微信', '支付宝'] as const;

/** What the payer shows; good once. */
export const payCode = z
  .string('请扫付款码')
  .trim()
  .regex(/^(1[0-5]\d{16}|(2[5-9]|30)\d{14,22})$/, '付款码不正确，请重新扫码');

export const payOrderShown = z.object({
  id: z.string(),
  roomId: z.string(),
  channel: z.enum(PAY_CHANNELS),
  amount: z.string(),
  state: z.enum(PAY_STATES),
  /** Why it did not come to a receipt, or has not yet. */
  reason: z.string(),
  madeAt: z.string(),
  /** Longer than a minute without an answer. */
  slow: z.boolean(),
  taken: takenMoney.nullable(),
});
export type PayOrder = z.output<typeof payOrderShown>;

export const payWays = call('POST', `${API}/PayWays`, '扫码支付是否可用，与该房间待确认的支付', {
  input: z.object({ roomId: idText }),
  output: z.object({
    /** Empty where it can be used, else why not. */
    unset: z.string(),
    simulated: z.boolean(),
    waiting: payOrderShown.nullable(),
  }),
});
export const payOrder = call('POST', `${API}/PayOrder`, '扫付款码收款：下单，付款成功后记账开收据', {
  input: z.object({
    requestId,
    communityId,
    roomId: idText,
    items: several(chargeItem, 200, '一次最多收200张账单'),
    authCode: payCode,
    payer: z.string().trim().max(50, '缴费人最多50字').default(''),
    remark: z.string().trim().max(200, '备注最多200字').default(''),
  }),
  output: payOrderShown,
});
export const payQuery = call('POST', `${API}/PayQuery`, '查询支付结果', {
  input: z.object({ id: idText }),
  output: payOrderShown,
});
export const payClose = call('POST', `${API}/PayClose`, '撤销未付的扫码支付；已付的照常入账', {
  input: z.object({ id: idText }),
  output: payOrderShown,
});

/** Signed over all else, names in order, with the key that both know. */
const told = {
  orderNo: z.uuid('商户单号不正确'),
  ref: z.string().max(64, '流水号最多64字').default(''),
  /** Fen. */
  amount: z.coerce
    .string()
    .regex(/^\d{0,12}$/, '金额格式不正确')
    .default(''),
  reason: z.string().max(200, '原因最多200字').default(''),
  /** Seconds since 1970. */
  time: z.coerce.string().regex(/^\d{10}$/, '时间格式不正确'),
  sign: z.string('缺少签名').regex(/^[0-9a-f]{64}$/, '签名格式不正确'),
};
/** What a provider tells of a payment, and answers. */
export const payNews = z.object({
  ...told,
  state: z.enum(['paid', 'pending', 'failed', 'closed'], '支付状态不正确'),
});
/** What it answers when money is to be given back. */
export const refundNews = z.object({ ...told, state: z.enum(['refunded', 'pending', 'failed'], '退款状态不正确') });
export type RefundNews = z.output<typeof refundNews>;
export type PayNews = z.output<typeof payNews>;
export const payNotify = call('POST', '/pmsapi/Pay/Notify', '支付结果回调（验签，重复的不重复入账）', {
  input: payNews,
  output: z.object({ received: z.boolean() }),
});
