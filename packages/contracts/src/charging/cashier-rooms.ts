/** 合并收款: several rooms of one payer at once, each with a receipt of its own. */
import { z } from 'zod';
import { call } from '../call.ts';
import { idText, several } from '../common.ts';
import { chargeInput, chargeItem, owedRow, takenMoney } from './cashier.ts';
import { communityId, requestId } from './common.ts';
import { payOrderShown } from './payments.ts';

export const MOST_ROOMS_AT_ONCE = 200;

const payerRoom = z.object({
  roomId: z.string(),
  code: z.string(),
  owner: z.string(),
  balance: z.string(),
  principal: z.string(),
  penalty: z.string(),
  /** Those that can be paid now, the oldest due first. */
  bills: z.array(owedRow),
  /** A scanned payment of it without a result: what it was asked for may have been paid. */
  waiting: payOrderShown.pick({ channel: true, amount: true }).nullable(),
});
export type PayerRoom = z.output<typeof payerRoom>;

export const cashierPayerRooms = call('POST', '/pmsapi/Cashier/PayerRooms', '同一缴费人在小区内欠费的房间', {
  input: z.object({ communityId, roomId: idText }),
  output: z.object({
    payer: z.string(),
    rooms: z.array(payerRoom),
    /** There are more than are told. */
    more: z.boolean(),
    penaltyFirst: z.boolean(),
    partial: z.boolean(),
  }),
});

export const cashierChargeRooms = call(
  'POST',
  '/pmsapi/Cashier/ChargeRooms',
  '合并收款：多间房一次收款，每间一张收据',
  {
    input: z.object({
      requestId,
      communityId,
      rooms: several(
        z.object({ roomId: idText, items: several(chargeItem, 200, '一间房一次最多收200张账单') }),
        MOST_ROOMS_AT_ONCE,
        `一次最多收${MOST_ROOMS_AT_ONCE}间房`,
      ),
      tenders: chargeInput.shape.tenders,
      /** What is over is kept for the first of the rooms. */
      excessToPrepaid: chargeInput.shape.excessToPrepaid,
      payer: chargeInput.shape.payer,
      remark: chargeInput.shape.remark,
    }),
    output: z.object({
      amount: z.string(),
      capital: z.string(),
      change: z.string(),
      receipts: z.array(takenMoney.extend({ roomId: z.string(), room: z.string() })),
    }),
  },
);
export type TakenRooms = z.output<typeof cashierChargeRooms.output>;
