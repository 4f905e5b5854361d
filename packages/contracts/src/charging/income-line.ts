/** 收作缴费: a line of a statement that nobody has receipted becomes payments of households. */
import { z } from 'zod';
import { call } from '../call.ts';
import { flag, idText, several } from '../common.ts';
import { MOST_ROOMS_AT_ONCE } from './cashier-rooms.ts';
import { requestId } from './common.ts';

const lineRoom = z.object({
  roomId: z.string(),
  communityId: z.string(),
  community: z.string(),
  room: z.string(),
  owner: z.string(),
  /** What it owes as of the line's day, penalty included. */
  owed: z.string(),
  /** The line's payer lives there or pays for it. */
  related: z.boolean(),
});
export type LineRoom = z.output<typeof lineRoom>;

export const incomeLineRooms = call('POST', '/pmsapi/Report/LineRooms', '渠道账单的一行可收作哪些房间的缴费', {
  input: z.object({
    id: idText,
    /** Room, name or the end of a telephone number; empty: those of the line's payer. */
    Keyword: z.string().trim().max(40, '关键字最多40字').default(''),
  }),
  output: z.object({ rows: z.array(lineRoom), more: z.boolean() }),
});

export const incomeTakeLine = call('POST', '/pmsapi/Report/TakeLine', '渠道账单的一行收作缴费，可先预览', {
  input: z.object({
    requestId,
    id: idText,
    roomIds: several(idText, MOST_ROOMS_AT_ONCE, `一次最多收${MOST_ROOMS_AT_ONCE}间房`),
    remark: z.string().trim().max(150, '备注最多150字').default(''),
    preview: flag.default(false),
  }),
  output: z.object({
    /** What of the line nobody has booked yet. */
    amount: z.string(),
    /** The day it is booked to, the line's where that is still open. */
    day: z.string(),
    /** Whose book numbers the receipts. */
    book: z.string(),
    /** Kept for the first of the rooms. */
    toPrepaid: z.string(),
    rows: z.array(
      z.object({
        billId: z.string(),
        room: z.string(),
        fee: z.string(),
        period: z.string(),
        dueDate: z.string(),
        principal: z.string(),
        penalty: z.string(),
      }),
    ),
    receipts: z.array(z.object({ paymentId: z.string(), receiptNo: z.string(), room: z.string(), amount: z.string() })),
  }),
});
export type TakenLine = z.output<typeof incomeTakeLine.output>;
