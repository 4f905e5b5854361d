/** 往来对账单: what became of a household's money until a day, as the ledger has it. */
import { z } from 'zod';
import { call } from '../call.ts';
import { blankable, day, idText } from '../common.ts';

const asked = z
  .object({
    roomId: idText,
    /** Absent: from the first movement on. */
    from: blankable(day).default(null),
    to: day,
  })
  .refine(({ from, to }) => from === null || from <= to, { path: ['to'], message: '结束日期不能早于开始日期' });

const balances = z.object({ owed: z.string(), prepaid: z.string(), deposit: z.string() });
const figures = z.object({
  charged: z.string(),
  reduced: z.string(),
  settled: z.string(),
  penalty: z.string(),
  received: z.string(),
  /** Changes, not what is left. */
  prepaid: z.string(),
  deposit: z.string(),
});
const movement = z.object({
  id: z.string(),
  day: z.string(),
  kind: z.string(),
  text: z.string(),
  /** Of the bill or the receipt. */
  no: z.string(),
  billId: z.string().nullable(),
  figures,
  after: balances,
  by: z.string(),
});
export type HouseholdMovement = z.output<typeof movement>;

export const householdStatementCall = call(
  'POST',
  '/pmsapi/Room/Statement',
  '房间往来对账单：期初、逐笔往来与截至某日的期末',
  {
    input: asked,
    output: z.object({
      room: z.object({
        id: z.string(),
        communityId: z.string(),
        community: z.string(),
        company: z.string(),
        phone: z.string(),
        code: z.string(),
        /** On the last day. */
        owner: z.string(),
      }),
      from: z.string(),
      to: z.string(),
      opening: balances,
      rows: z.array(movement),
      sums: figures,
      closing: balances,
      /** Bills that had something open on the last day. */
      open: z.array(
        z.object({
          billId: z.string(),
          billNo: z.string(),
          fee: z.string(),
          period: z.string(),
          dueDate: z.string(),
          owed: z.string(),
        }),
      ),
      /** Worked out as of today and not booked; null for another day. */
      penalty: z.string().nullable(),
      by: z.string(),
      at: z.string(),
    }),
  },
);
export type HouseholdStatementShown = z.output<typeof householdStatementCall.output>;

export const householdStatementExport = call('POST', '/pmsapi/Room/StatementExport', '导出房间往来对账单', {
  input: asked,
  output: z.unknown(),
});
