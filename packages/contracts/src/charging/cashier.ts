/** 收费台: what a household owes, taking money, shifts, receipts. */
import { z } from 'zod';
import { call, listInput, listOutput } from '../call.ts';
import { blankable, count, day, done, flag, idText, several } from '../common.ts';
import { chargeReason, communityId, requestId, someYuan, yuan } from './common.ts';

export const TENDERS = ['现金', '微信', '支付宝', 'POS', '转账', '支票'] as const;
/** Those that come with a number of a bank or a channel, and a day of theirs. */
export const TENDERS_WITH_REF = ['微信', '支付宝', 'POS', '转账', '支票'] as const;
export const TENDERS_WITH_DAY = ['转账', '支票'] as const;

const tender = z
  .object({
    type: z.enum(TENDERS, '支付方式不正确'),
    amount: someYuan('金额'),
    refNo: z.string().trim().max(64, '流水号最多64字').default(''),
    refDay: blankable(day).default(null),
  })
  .superRefine((of, ctx) => {
    if (TENDERS_WITH_REF.some((type) => type === of.type) && of.refNo === '')
      ctx.addIssue({ code: 'custom', path: ['refNo'], message: `${of.type}须填写流水号` });
    if (TENDERS_WITH_DAY.some((type) => type === of.type) && of.refDay === null)
      ctx.addIssue({ code: 'custom', path: ['refDay'], message: `${of.type}须填写日期` });
  });
const tenders = several(tender, 6, '支付方式最多6种').refine(
  (all) => all.filter(({ type }) => type === '现金').length <= 1,
  '现金只填一行',
);
const payer = z.string().trim().max(50, '缴费人最多50字').default('');
const remark = z.string().trim().max(200, '备注最多200字').default('');

export const owedRow = z.object({
  id: z.string(),
  billNo: z.string(),
  period: z.string(),
  fee: z.string(),
  feeId: z.string(),
  from: z.string(),
  /** The last day of it. */
  to: z.string(),
  quantity: z.string(),
  unit: z.string(),
  unitPrice: z.string(),
  amount: z.string(),
  reduced: z.string(),
  paid: z.string(),
  principal: z.string(),
  overdueDays: z.number(),
  penalty: z.string(),
  dueDate: z.string(),
  suspendDays: z.number(),
  state: z.string(),
  /** Why it can't be paid now; empty where it can. */
  blocked: z.string(),
});
export type OwedRow = z.output<typeof owedRow>;

const foundRoom = z.object({
  id: z.string(),
  communityId: z.string(),
  community: z.string(),
  code: z.string(),
  ownerName: z.string(),
  phone: z.string(),
  area: z.string(),
  state: z.string(),
  arrears: z.string(),
  balance: z.string(),
});

export const roomFind = call('POST', '/pmsapi/Cashier/FindRoom', '按房号、姓名、电话尾号或收据号找房间', {
  input: z.object({
    communityId,
    Keyword: z.string('请输入房号').trim().min(1, '请输入房号').max(40, '关键字最多40字'),
  }),
  output: z.object({
    /** `by` says what was found where it is neither the room's number nor whose it is: a tenant's name, a receipt. */
    rows: z.array(foundRoom.extend({ by: z.string() })),
    /** There are others, too. */
    more: z.boolean(),
  }),
});

export const household = call('POST', '/pmsapi/Cashier/Household', '房间卡与欠费表', {
  input: z.object({ roomId: idText }),
  output: z.object({
    room: foundRoom.extend({
      /** Who pays for it now: its payer, else its owner. */
      payer: z.string(),
      usage: z.string(),
      residents: z.string(),
      flags: z.array(z.string()),
      suspended: z.array(z.object({ fee: z.string(), from: z.string(), to: z.string().nullable() })),
      deposit: z.string(),
      byFee: z.array(z.object({ feeId: z.string(), fee: z.string(), amount: z.string() })),
      /** Of the balance, what was paid for invoiced bills that wait for their release. */
      frozen: z.string(),
      /** What it is charged for now or later: what is paid ahead may be meant for one of them. */
      fees: z.array(z.object({ feeId: z.string(), fee: z.string() })),
      lastPaid: z.object({ day: z.string(), amount: z.string() }).nullable(),
    }),
    bills: z.array(owedRow),
    principal: z.string(),
    penalty: z.string(),
    penaltyFirst: z.boolean(),
    partial: z.boolean(),
  }),
});

export const chargeItem = z.object({ billId: idText, principal: yuan('本金'), penalty: yuan('违约金') });
export const chargeInput = z.object({
  requestId,
  communityId,
  roomId: idText,
  items: several(chargeItem, 200, '一次最多收200张账单'),
  tenders,
  excessToPrepaid: flag.default(false),
  payer,
  remark,
});
export const takenMoney = z.object({
  paymentId: z.string(),
  receiptNo: z.string(),
  amount: z.string(),
  capital: z.string(),
  change: z.string(),
  balance: z.string(),
});
export type Taken = z.output<typeof takenMoney>;

export const cashierPreview = call('POST', '/pmsapi/Cashier/Preview', '试算一笔收款如何分到账单', {
  input: chargeInput.omit({ requestId: true }),
  output: z.object({
    due: z.string(),
    received: z.string(),
    change: z.string(),
    toPrepaid: z.string(),
    rows: z.array(z.object({ billId: z.string(), principal: z.string(), penalty: z.string() })),
  }),
});
export const cashierCharge = call('POST', '/pmsapi/Cashier/Charge', '收款：按账单分配、开收据、记账', {
  input: chargeInput,
  output: takenMoney,
});
export const cashierRecharge = call('POST', '/pmsapi/Cashier/Recharge', '预存', {
  input: z.object({
    requestId,
    roomId: idText,
    amount: someYuan('金额'),
    tenders,
    feeId: blankable(idText).default(null),
    payer,
    remark,
  }),
  output: takenMoney,
});
export const cashierDeduct = call('POST', '/pmsapi/Cashier/Deduct', '预存抵扣账单，可先预览', {
  input: z.object({
    requestId,
    roomId: blankable(idText).default(null),
    communityId: blankable(communityId).default(null),
    /** Of the community, only these; all of it where none is named. */
    roomIds: several(idText, 500, '一次最多500间房').default([]),
    billIds: several(idText, 500, '一次最多500张账单').default([]),
    preview: flag.default(false),
  }),
  output: z.object({
    rows: z.array(
      z.object({
        roomId: z.string(),
        room: z.string(),
        billId: z.string(),
        billNo: z.string(),
        fee: z.string(),
        period: z.string(),
        deduct: z.string(),
        balanceAfter: z.string(),
      }),
    ),
    total: z.string(),
    rooms: z.number(),
    /** Of a batch: how many more rooms there are than this took. */
    left: z.number(),
  }),
});
export const cashierAddCharge = call('POST', '/pmsapi/Cashier/AddCharge', '临时收费', {
  input: z.object({
    requestId,
    communityId,
    roomId: idText,
    payer,
    feeId: idText,
    quantity: z
      .string('请填写数量')
      .regex(/^\d{1,8}(\.\d{1,4})?$/, '数量格式不正确')
      .refine((text) => /[1-9]/.test(text), '数量应大于0'),
    unitPrice: z.string('请填写单价').regex(/^\d{1,8}(\.\d{1,4})?$/, '单价格式不正确'),
    reason: z.string().trim().max(200, '原因最多200字').default(''),
    tenders,
    remark,
  }),
  output: takenMoney.extend({ billId: z.string() }),
});
export const cashierExtraFees = call('POST', '/pmsapi/Cashier/ExtraFees', '窗口可收的临时费项与今日单价', {
  input: z.object({ roomId: idText }),
  output: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.string(),
      unit: z.string(),
      /** Null where none holds today. */
      price: z.string().nullable(),
      editable: z.boolean(),
    }),
  ),
});
export const cashierRefund = call('POST', '/pmsapi/Cashier/Refund', '退预存、退押金', {
  input: z.object({
    requestId,
    roomId: idText,
    kind: z.enum(['预存', '押金'], '请选择退预存或退押金'),
    amount: someYuan('金额'),
    way: z.enum(['现金', '转账'], '退款方式不正确'),
    refNo: z.string().trim().max(64, '流水号最多64字').default(''),
    reason: chargeReason,
  }),
  output: z.object({ paymentId: z.string(), balance: z.string() }),
});
export const cashierReverse = call('POST', '/pmsapi/Cashier/Reverse', '红冲收据：由另一人按原分录反向', {
  input: z.object({ requestId, paymentId: idText, reason: chargeReason }),
  output: z.object({ paymentId: z.string() }),
});
const flowRow = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.string(),
  receiptNo: z.string(),
  room: z.string(),
  roomId: z.string().nullable(),
  payer: z.string(),
  items: z.number(),
  amount: z.string(),
  tenders: z.string(),
  cashier: z.string(),
  state: z.string(),
  printed: z.number(),
  reversible: z.boolean(),
});
export const cashierPage = call('POST', '/pmsapi/Cashier/GetPage', '收款流水', {
  input: listInput.extend({
    communityId: blankable(communityId).default(null),
    roomId: blankable(idText).default(null),
    shiftId: blankable(idText).default(null),
    from: blankable(day).default(null),
    to: blankable(day).default(null),
    kind: blankable(z.string().max(10)).default(null),
  }),
  output: listOutput(flowRow),
});

const APPROVED_ACTS = ['退预存', '退押金', '预存'] as const;
/** From these on somebody else has to agree, in fen. */
export const LARGE_SUMS: Readonly<Record<(typeof APPROVED_ACTS)[number], bigint>> = {
  退预存: 100_000n,
  退押金: 100_000n,
  预存: 5_000_000n,
};
/** 大额审批: what a cashier asked for that somebody else agrees to. */
const counterApproval = z.object({
  id: z.string(),
  roomId: z.string(),
  room: z.string(),
  act: z.enum(APPROVED_ACTS),
  amount: z.string(),
  reason: z.string(),
  state: z.enum(['待审批', '已同意', '已驳回', '已撤回', '已办理']),
  askedBy: z.string(),
  askedAt: z.string(),
  decidedBy: z.string(),
  opinion: z.string(),
  mine: z.boolean(),
});
export type CounterApproval = z.output<typeof counterApproval>;
export const approvalAsk = call('POST', '/pmsapi/Cashier/AskApproval', '提交大额退款、预存的审批', {
  input: z.object({
    roomId: idText,
    act: z.enum(APPROVED_ACTS, '请选择退预存、退押金或预存'),
    amount: someYuan('金额'),
    reason: chargeReason,
  }),
  output: z.object({ id: z.string() }),
});
export const approvalDecide = call('POST', '/pmsapi/Cashier/DecideApproval', '同意、驳回大额审批，或由提交人撤回', {
  input: z.object({
    id: idText,
    action: z.enum(['agree', 'reject', 'withdraw'], '操作不正确'),
    opinion: z.string().trim().max(200, '意见最多200字').default(''),
  }),
  output: done,
});

const shiftShown = z.object({
  id: z.string(),
  communityId: z.string(),
  community: z.string(),
  cashier: z.string(),
  openedAt: z.string(),
  floatAmount: z.string(),
  state: z.string(),
  version: z.number(),
  /** What it took by kind; the cash is not told before it was counted. */
  totals: z.array(z.object({ type: z.string(), amount: z.string().nullable(), count: z.number() })),
  book: z.object({ no: z.string(), left: z.number() }).nullable(),
  counted: z.string().nullable(),
  system: z.string().nullable(),
  difference: z.string().nullable(),
  reason: z.string(),
  mine: z.boolean(),
});
export type ShiftShown = z.output<typeof shiftShown>;
export const shiftCurrent = call('POST', '/pmsapi/Cashier/ShiftCurrent', '我在小区的班次，与待我复核的班次', {
  input: z.object({ communityId }),
  output: z.object({
    shift: shiftShown.nullable(),
    waiting: z.array(shiftShown),
    /** Those of others that are not handed over, for who may count them. */
    others: z.array(shiftShown),
    dayClosed: z.boolean(),
    /** Days before today with money that nobody closed. */
    toClose: z.array(z.string()),
    /** Large sums: those that wait for me to agree, and those that I asked for. */
    approvals: z.array(counterApproval),
  }),
});
export const shiftOpen = call('POST', '/pmsapi/Cashier/ShiftOpen', '开班，备用金当面点清', {
  input: z.object({ communityId, floatAmount: yuan('备用金') }),
  output: z.object({ id: z.string() }),
});
/** A list, since faces as keys of a form-encoded body would be places of one. */
const pieces = several(
  z.object({
    face: z.enum(['100', '50', '20', '10', '5', '1', '0.5', '0.1'], '面额不正确'),
    count: count('张数', 0, 100_000),
  }),
  8,
  '面额最多8种',
);
export const shiftClose = call('POST', '/pmsapi/Cashier/ShiftClose', '交班：盲点、说明差额；由另一人复核', {
  input: z.discriminatedUnion(
    'step',
    [
      z.object({
        step: z.literal('count'),
        shiftId: idText,
        version: count('版本'),
        pieces: pieces.default([]),
      }),
      z.object({
        step: z.literal('hand'),
        shiftId: idText,
        version: count('版本'),
        reason: z.string().trim().max(200, '原因最多200字').default(''),
      }),
      z.object({ step: z.literal('check'), shiftId: idText, version: count('版本') }),
      /** Somebody else counts it, since whoever opened it is not there. */
      z.object({
        step: z.literal('force'),
        shiftId: idText,
        version: count('版本'),
        pieces: pieces.default([]),
        reason: z
          .string({ error: '请填写强制交接的原因' })
          .trim()
          .min(1, '请填写强制交接的原因')
          .max(150, '原因最多150字'),
      }),
    ],
    '步骤不正确',
  ),
  output: shiftShown,
});
export const dayClose = call('POST', '/pmsapi/Cashier/DayClose', '日结', {
  input: z.object({
    communityId,
    day,
    /** A day without cash has none. */
    depositNo: z.string().trim().max(60, '缴存单号最多60字').default(''),
    depositAmount: yuan('缴存金额'),
    channels: several(
      z.object({ type: z.enum(TENDERS), statement: yuan('渠道金额'), reason: z.string().trim().max(200).default('') }),
      6,
      '渠道最多6种',
    ).default([]),
    note: z.string().trim().max(200, '备注最多200字').default(''),
  }),
  output: done,
});
export const dayTotals = call('POST', '/pmsapi/Cashier/DayTotals', '某日各支付方式合计，日结前核对', {
  input: z.object({ communityId, day }),
  output: z.object({
    closed: z.boolean(),
    openShifts: z.array(z.object({ cashier: z.string(), state: z.string() })),
    totals: z.array(z.object({ type: z.string(), amount: z.string() })),
    /** What is to be taken to the bank: what shifts took, with what was over or missing. Null before all have counted. */
    cash: z.string().nullable(),
  }),
});
export const rechargeBalance = call('POST', '/pmsapi/Recharge/GetBalance', '房间的预存与押金', {
  input: z.object({ roomId: idText }),
  output: z.object({
    balance: z.string(),
    byFee: z.array(z.object({ feeId: z.string(), fee: z.string(), amount: z.string() })),
    frozen: z.string(),
    deposit: z.string(),
    changes: z.array(z.object({ at: z.string(), kind: z.string(), amount: z.string(), receiptNo: z.string() })),
  }),
});
export const roomHistory = call('POST', '/pmsapi/Cashier/History', '房间的账单、收款、预存、抵扣、红冲与减免', {
  input: z.object({ roomId: idText }),
  output: z.object({
    rows: z.array(
      z.object({
        at: z.string(),
        kind: z.string(),
        summary: z.string(),
        due: z.string(),
        paid: z.string(),
        prepaid: z.string(),
        /** What was kept after it; null where nothing was paid. */
        balance: z.string().nullable(),
        by: z.string(),
      }),
    ),
  }),
});
