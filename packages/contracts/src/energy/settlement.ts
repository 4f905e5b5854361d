/** 结算报表: what a contract bills for a period, from cut-off readings; and 截账, which locks them. */
import { z } from 'zod';
import { call } from '../call.ts';
import { day } from '../common.ts';
import { inOrder, reportAsOf } from './report-parts.ts';

const contract = z.string('请选择合同').trim().min(1, '请选择合同').max(40, '合同编号过长');
const span = { ContractCode: contract, From: day, To: day };
const BACKWARDS = { path: ['To'], message: '结束日期不能早于开始日期' };

const item = z.object({
  kind: z.string(),
  /** 收费项目, as settlements call it. */
  fee: z.string(),
  basis: z.string(),
  from: z.string(),
  to: z.string(),
  quantity: z.string().nullable(),
  unit: z.string(),
  price: z.string().nullable(),
  coefficient: z.string().nullable(),
  /** Yuan, tax included, rounded once. */
  amount: z.string().nullable(),
  /** %; null where the price says none. */
  taxRate: z.string().nullable(),
  /** `amount` without tax, and the rest of it: they add up to it. */
  net: z.string().nullable(),
  tax: z.string().nullable(),
  /** Why there is no amount. */
  problem: z.string().nullable(),
  /** Of 结算依据, where the fee is one that was agreed to already: overtime, what was paid for the customer. */
  basisId: z.string().nullable(),
});
const meter = z.object({
  DeviceId: z.string(),
  name: z.string(),
  energy: z.string(),
  /** Instants and dials; null where nobody read. */
  fromAt: z.string().nullable(),
  open: z.string().nullable(),
  toAt: z.string().nullable(),
  close: z.string().nullable(),
  ratio: z.string().nullable(),
  /** Exchanges and resets within the period. */
  breaks: z.array(z.string()),
  usage: z.string(),
  unit: z.string(),
  flags: z.array(z.string()),
  complete: z.number().nullable(),
  estimated: z.number().nullable(),
});
const check = z.object({
  what: z.string(),
  ok: z.boolean(),
  /** Keeps the period from being cut; the others are only told. */
  blocks: z.boolean(),
  words: z.string(),
});
const price = z.object({
  name: z.string(),
  unit: z.string(),
  price: z.string(),
  from: z.string(),
  to: z.string().nullable(),
});
const cut = z.object({
  SettleNo: z.string(),
  from: z.string(),
  to: z.string(),
  amount: z.string(),
  state: z.enum(['已截账', '已撤销']),
  by: z.string(),
  at: z.string(),
  note: z.string(),
});

export const settleReport = call(
  'POST',
  '/emcapi/EnergyReport/Settlement',
  '结算报表：按合同的计费项、表计明细与核对清单',
  {
    input: z.object({ ...span, AsOf: reportAsOf }).refine(inOrder, BACKWARDS),
    output: z.object({
      contract: z.object({
        ContractCode: z.string(),
        name: z.string(),
        ProjectCode: z.string(),
        projectName: z.string(),
        customerName: z.string(),
        /** 甲方 and 乙方 as the contract names them. */
        partyA: z.string(),
        partyB: z.string(),
        chargeModel: z.string().nullable(),
        startOn: z.string().nullable(),
        endOn: z.string().nullable(),
      }),
      asOf: z.string(),
      items: z.array(item),
      meters: z.array(meter),
      prices: z.array(price),
      checks: z.array(check),
      /** Yuan; null where some fee has none. */
      sum: z.string().nullable(),
      /** Of the sum without tax and with nothing but tax; null where a rate is missing. */
      net: z.string().nullable(),
      tax: z.string().nullable(),
      capital: z.string(),
      /** Percent against the last period that was cut, and against the year before; null without one. */
      lastChange: z.number().nullable(),
      yearChange: z.number().nullable(),
      complete: z.number().nullable(),
      estimated: z.number().nullable(),
      /** Of exactly this period: figures are as they were then. */
      cut: cut.nullable(),
      cuts: z.array(cut),
    }),
  },
);
export type SettleReport = z.output<typeof settleReport.output>;

export const settleExport = call('POST', '/emcapi/EnergyReport/SettlementExport', '导出结算明细', {
  /** The workbook 结算明细, or the sheet 结算确认单 that both sides sign. */
  input: z
    .object({ Format: z.enum(['xlsx', 'pdf'], '只能导出为 xlsx 或 pdf').default('xlsx'), ...span, AsOf: reportAsOf })
    .refine(inOrder, BACKWARDS),
  output: z.unknown(),
});

/** What `InsertProjectSetUp` takes with SetType=settleCut. */
export const settleCutWrite = z.discriminatedUnion(
  'Action',
  [
    z.object({
      Action: z.literal('cut'),
      ...span,
      AsOf: reportAsOf,
      Reason: z.string().trim().max(200, '说明最多200字').default(''),
    }),
    z.object({
      Action: z.literal('undo'),
      SettleNo: z.string('请选择截账').trim().min(1, '请选择截账').max(40),
      Reason: z.string('请填写撤销原因').trim().min(1, '请填写撤销原因').max(200, '撤销原因最多200字'),
    }),
  ],
  '操作只能是 cut 或 undo',
);
/** What `GetProjectSetUp` takes with SetType=settleCut. */
export const settleCutRead = z.object({ ContractCode: contract });
export interface SettleCutSaved {
  readonly SettleNo: string;
  /** Readings that nobody changes any more. */
  readonly LockedReadings: number;
}
