/** 内部日报: what projects cost on a day, what their contracts bring in for it, and what is left. Not for customers. */
import { z } from 'zod';
import { call } from '../call.ts';
import { blankable, day } from '../common.ts';
import { reportHeatUnit } from './report-parts.ts';

const asked = {
  Date: day,
  ProjectCode: blankable(z.string().trim().max(30, '项目编码过长')).optional(),
  Area: blankable(z.string().trim().max(15, '区域编码过长')).optional(),
  ChargeModel: blankable(z.string().trim().max(30, '收费模式过长')).optional(),
};

const compared = z.object({ text: z.string(), rate: z.number().nullable(), reason: z.string().nullable() });
const amount = z.object({
  /** Yuan; null where nothing can be told. */
  amount: z.string().nullable(),
  /** Why it is not whole; empty where it is. */
  problems: z.array(z.string()),
});
const fee = z.object({
  fee: z.string(),
  contract: z.string(),
  basis: z.string(),
  quantity: z.string().nullable(),
  unit: z.string(),
  price: z.string().nullable(),
  amount: z.string().nullable(),
  problem: z.string().nullable(),
});

const row = z.object({
  code: z.string(),
  name: z.string(),
  area: z.string(),
  chargeModel: z.string(),
  areaM2: z.string().nullable(),
  meanC: z.number().nullable(),
  stopped: z.boolean(),
  /** Code of the energy → what was used. */
  used: z.record(z.string(), z.string()),
  output: z.string().nullable(),
  /** Code of the energy → what it cost. */
  costs: z.record(z.string(), amount),
  cost: amount,
  income: amount,
  fees: z.array(fee),
  /** 人工日摊, and the month of which it is a day; null where no labour was booked lately. Absent for whoever may not see margins. */
  labour: z.object({ amount: z.string(), month: z.string() }).nullable().optional(),
  /** Income less energy and labour; null where income or energy is not whole. Absent for whoever may not see margins. */
  margin: z.string().nullable().optional(),
  perM2: z.number().nullable(),
  perOutput: z.string().nullable(),
  cop: z.number().nullable(),
  yoy: compared,
  mom: compared,
  complete: z.number().nullable(),
  estimated: z.number().nullable(),
  /** Of 80 % and more, so that it may be ranked. */
  ranked: z.boolean(),
});

export const internalReport = call('POST', '/emcapi/EnergyReport/Internal', '内部日报：能源成本、应计收入与毛利', {
  input: z.object(asked),
  output: z.object({
    date: z.string(),
    asOf: z.string(),
    categories: z.array(z.object({ code: z.string(), name: z.string(), unit: z.string() })),
    rows: z.array(row),
    cost: amount,
    income: amount,
    margin: z.string().nullable().optional(),
    complete: z.number().nullable(),
    estimated: z.number().nullable(),
    areas: z.array(z.object({ code: z.string(), name: z.string() })),
    models: z.array(z.string()),
  }),
});
export type InternalReport = z.output<typeof internalReport.output>;

export const internalExport = call('POST', '/emcapi/EnergyReport/InternalExport', '导出内部日报', {
  input: z.object({ Format: z.enum(['xlsx'], '只能导出为 xlsx').default('xlsx'), ...asked, HeatUnit: reportHeatUnit }),
  output: z.unknown(),
});
