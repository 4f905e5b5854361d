/** Papers of bills and prices: what a checker signs, what is put up for householders to read. */
import { z } from 'zod';
import { call } from '../call.ts';
import { idText } from '../common.ts';
import { chargeBillBatches, chargeBillDiffs, chargeFeeSummary } from './bills.ts';
import { communityId } from './common.ts';

const rowOf = <T extends z.ZodType>(list: z.ZodArray<T>): T => list.element;

const sample = z.object({
  id: z.string(),
  room: z.string(),
  fee: z.string(),
  quantity: z.string(),
  unit: z.string(),
  unitPrice: z.string(),
  factor: z.string(),
  amount: z.string(),
  recounted: z.string().nullable(),
  agrees: z.boolean(),
  checker: z.string(),
});
export type AuditSample = z.output<typeof sample>;

export const chargeBillAuditPaper = call('POST', '/pmsapi/Bill/AuditPaper', '打印审核表：批次摘要、抽查与内容哈希', {
  input: z.object({ batch: idText }),
  output: z.object({
    company: z.string(),
    run: rowOf(chargeBillBatches.output.shape.rows),
    fees: chargeFeeSummary.output.shape.rows,
    diffs: chargeBillDiffs.output.shape.rows,
    samples: z.array(sample),
    by: z.string(),
    at: z.string(),
  }),
});
export type AuditPaper = z.output<typeof chargeBillAuditPaper.output>;

const publicPrice = z.object({
  /** Of which usages of a room it holds. */
  usage: z.string(),
  unitPrice: z.string(),
  tiers: z.array(z.object({ from: z.string(), price: z.string() })),
  from: z.string(),
  /** Names of the papers that it rests on. */
  grounds: z.string(),
});
export const feeNotice = call('POST', '/pmsapi/Fee/Notice', '收费标准公示表：一个小区现行的收费项目与单价', {
  input: z.object({ communityId }),
  output: z.object({
    community: z.string(),
    company: z.string(),
    phone: z.string(),
    asOf: z.string(),
    fees: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.string(),
        basis: z.string(),
        unit: z.string(),
        cycle: z.string(),
        /** % that is charged while a room is suspended. */
        keepRate: z.string(),
        /** Days that people have after the bill. */
        dueDays: z.number(),
        /** ‰ a day. */
        penaltyRate: z.string(),
        prices: z.array(publicPrice),
      }),
    ),
    /** Of ours that are in use there and have no price in force: not put up, and told. */
    unpriced: z.array(z.string()),
  }),
});
export type FeeNotice = z.output<typeof feeNotice.output>;
