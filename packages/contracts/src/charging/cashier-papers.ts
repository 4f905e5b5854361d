/** What the counter hands over on paper: receipts that can be checked, reports of shifts and of days. */
import { z } from 'zod';
import { call } from '../call.ts';
import { day, idText } from '../common.ts';
import { communityId } from './common.ts';

export const RECEIPT_FORMATS = ['80mm', 'A4', 'A5', '三联', '三联140'] as const;
export type ReceiptFormat = (typeof RECEIPT_FORMATS)[number];

const receiptRow = z.object({
  fee: z.string(),
  period: z.string(),
  span: z.string(),
  amount: z.string(),
  penalty: z.string(),
});
export const cashierReprint = call('POST', '/pmsapi/Cashier/Reprint', '收据内容，记打印次数', {
  input: z.object({ paymentId: idText, Format: z.enum(RECEIPT_FORMATS, '票据式样不正确').default('80mm') }),
  output: z.object({
    receiptNo: z.string(),
    community: z.string(),
    company: z.string(),
    phone: z.string(),
    room: z.string(),
    payer: z.string(),
    cashier: z.string(),
    at: z.string(),
    /** That it is booked to. */
    day: z.string(),
    kind: z.string(),
    state: z.string(),
    rows: z.array(receiptRow),
    tenders: z.array(z.object({ type: z.string(), amount: z.string(), refNo: z.string() })),
    toPrepaid: z.string(),
    change: z.string(),
    amount: z.string(),
    capital: z.string(),
    /** What was left with us after it. */
    balance: z.string(),
    remark: z.string(),
    /** 0 for the first print, else 补打第n次. */
    reprint: z.number(),
    /** What the code on this copy says, see `verifyReceipt`. */
    code: z.string(),
  }),
});
export type ReceiptPaper = z.output<typeof cashierReprint.output>;

export const RECEIPT_CODE = /^r[0-9a-f]{32}$/;
/** Nothing of whose room it is: the paper says that, and whoever holds it knows. */
export const verifyReceipt = call('GET', '/pmsapi/Cashier/Verify', '核验收据：纸上的收据与系统是否一致', {
  input: z.object({ code: z.string().regex(RECEIPT_CODE, '核验码不完整，请重新扫码') }),
  output: z.object({
    receiptNo: z.string(),
    community: z.string(),
    company: z.string(),
    kind: z.string(),
    amount: z.string(),
    day: z.string(),
    state: z.enum(['正常', '已红冲']),
    reversedOn: z.string().nullable(),
    /** Which copy this is, and how many there are. */
    nth: z.number(),
    prints: z.number(),
    printedAt: z.string(),
  }),
});
export type VerifiedReceipt = z.output<typeof verifyReceipt.output>;

const shiftLine = z.object({
  id: z.string(),
  cashier: z.string(),
  openedAt: z.string(),
  closedAt: z.string(),
  state: z.string(),
  receipts: z.number(),
  /** Null before it was counted. */
  received: z.string().nullable(),
  difference: z.string().nullable(),
  checker: z.string(),
});
const dayLine = z.object({
  day: z.string(),
  cash: z.string(),
  depositNo: z.string(),
  depositAmount: z.string(),
  by: z.string(),
  at: z.string(),
});
export type ShiftLine = z.output<typeof shiftLine>;
export type DayLine = z.output<typeof dayLine>;
export const closings = call('POST', '/pmsapi/Cashier/Closings', '小区的班次与日结，最近的在前', {
  input: z.object({ communityId, from: day, to: day }).refine(({ from, to }) => from <= to, {
    path: ['to'],
    message: '结束日期不能早于开始日期',
  }),
  output: z.object({ shifts: z.array(shiftLine), days: z.array(dayLine) }),
});

/** What money was for: fees, penalty, money kept and handed back; together what came in. */
const parts = z.array(z.object({ name: z.string(), count: z.number(), amount: z.string() }));
const reversed = z.array(
  z.object({ receiptNo: z.string(), amount: z.string(), cashier: z.string(), on: z.string(), reason: z.string() }),
);
const tenderTotals = z.array(z.object({ type: z.string(), count: z.number(), amount: z.string() }));
const receiptSpan = z.object({ book: z.string(), first: z.string(), last: z.string(), count: z.number() });

export const shiftReport = call('POST', '/pmsapi/Cashier/ShiftReport', '班次报表', {
  input: z.object({ shiftId: idText }),
  output: z.object({
    community: z.string(),
    company: z.string(),
    cashier: z.string(),
    openedAt: z.string(),
    closedAt: z.string(),
    state: z.string(),
    checker: z.string(),
    checkedAt: z.string(),
    totals: tenderTotals,
    parts,
    total: z.string(),
    receipts: z.array(receiptSpan),
    reversed,
    pieces: z.array(z.object({ face: z.string(), count: z.number(), amount: z.string() })),
    cash: z.object({
      float: z.string(),
      received: z.string(),
      system: z.string(),
      counted: z.string(),
      difference: z.string(),
      reason: z.string(),
    }),
    by: z.string(),
    at: z.string(),
  }),
});
export type ShiftReport = z.output<typeof shiftReport.output>;

export const dayReport = call('POST', '/pmsapi/Cashier/DayReport', '日结表', {
  input: z.object({ communityId, day }),
  output: z.object({
    community: z.string(),
    company: z.string(),
    day: z.string(),
    totals: tenderTotals,
    parts,
    total: z.string(),
    shifts: z.array(
      z.object({
        cashier: z.string(),
        openedAt: z.string(),
        closedAt: z.string(),
        amount: z.string(),
        difference: z.string(),
        checker: z.string(),
      }),
    ),
    channels: z.array(
      z.object({
        type: z.string(),
        system: z.string(),
        statement: z.string(),
        difference: z.string(),
        reason: z.string(),
      }),
    ),
    receipts: z.array(receiptSpan),
    reversed,
    cash: z.string(),
    depositNo: z.string(),
    depositAmount: z.string(),
    note: z.string(),
    maker: z.string(),
    madeAt: z.string(),
    by: z.string(),
    at: z.string(),
  }),
});
export type DayReport = z.output<typeof dayReport.output>;
