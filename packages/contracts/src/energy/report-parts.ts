/** What all reports of energy share on the wire. */
import { z } from 'zod';
import { blankable } from '../common.ts';

export const reportProjectCode = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');
export const reportMonthText = z.string('请选择月份').regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份格式应为 YYYY-MM');
export const reportFormat = z.enum(['xlsx'], '只能导出为 xlsx').default('xlsx');

/** Readings as they were known at this instant; absent: as they are known now. */
export const reportAsOf = blankable(z.iso.datetime({ offset: true, error: '数据版本时刻格式不正确' })).optional();

export const reportCategory = z.object({ code: z.string(), name: z.string(), unit: z.string(), color: z.string() });

/** What cold and heat may be told in; `ENERGY_UNITS` of packages/energy. */
export const HEAT_UNITS = ['kWh', 'GJ', 'MWh', 'RTh', '万大卡'] as const;
export const reportHeatUnit = z.enum(HEAT_UNITS, '冷热量单位只能是 kWh、GJ、MWh、RTh、万大卡').default('kWh');

/** How well a sum is known. */
export const reportQuality = {
  /** Percent of readings that were due; null where none was. */
  complete: z.number().nullable(),
  /** Percent of the use that is estimated. */
  estimated: z.number().nullable(),
};

export const reportTou = z.object({ sharp: z.string(), peak: z.string(), flat: z.string(), valley: z.string() });

export const reportAbout = {
  projectName: z.string(),
  areaM2: z.string().nullable(),
  asOf: z.string(),
  /** Meters that wait to be worked out anew. */
  pending: z.number(),
  categories: z.array(reportCategory),
};

export const reportCompared = z.object({
  /** `+12.3%`, or a dash. */
  text: z.string(),
  rate: z.number().nullable(),
  /** Why there is none. */
  reason: z.string().nullable(),
});

/** What energy cost, tax included; absent for whoever may not see amounts. */
export const reportCost = z.object({
  /** Yuan; null where nothing has a price. */
  amount: z.string().nullable(),
  /** Yuan of a unit, four places. */
  meanPrice: z.string().nullable(),
  /** Yuan for each m². */
  perM2: z.number().nullable(),
  /** Why the amount is not whole; empty where it is. */
  problems: z.array(z.string()),
});
export const inOrder = ({ From, To }: { From: string; To: string }): boolean => From <= To;
