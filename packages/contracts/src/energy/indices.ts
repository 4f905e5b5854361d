/** What reports and big screens draw beside their tables: what a use consists of, months in a row, carbon of a year, all projects on one line. */
import { z } from 'zod';
import { call } from '../call.ts';
import { count, day, several } from '../common.ts';
import { factorCarrier, factorFromUnit, factorKind } from './prices.ts';
import { reportCategory, reportCompared, reportMonthText, reportProjectCode, reportQuality } from './report-parts.ts';

const areaIds = z.string().max(30, '区域编码过长').optional();
const number = (what: string) => z.coerce.number(`${what}必须是数字`).positive(`${what}须大于 0`);

/* ---- 构成 ---- */

const share = z.object({
  CategoryCode: z.string(),
  Name: z.string(),
  Unit: z.string(),
  Qty: z.string(),
  /** tce and tCO₂; null for what is made here, or has no factor. */
  Tce: z.number().nullable(),
  Co2: z.number().nullable(),
  /** Of the standard coal, %; null where it takes no part in it. */
  Share: z.number().nullable(),
  ...reportQuality,
});
const paidShare = share.extend({
  /** Yuan and % of it; absent for whoever may not see amounts, null where nothing has a price. */
  Cost: z.string().nullable().optional(),
  CostShare: z.number().nullable().optional(),
  CostProblems: z.array(z.string()).optional(),
});
const sharesAbout = {
  /** Months that are counted; the last day of them that is over. */
  From: z.string(),
  To: z.string(),
  Until: z.string(),
  projects: z.number(),
  asOf: z.string(),
  /** Meters that wait to be worked out anew. */
  pending: z.number(),
  /** tce; null where an energy that was used has no factor. */
  Tce: z.number().nullable(),
  Co2: z.number().nullable(),
  whole: z.object(reportQuality),
  notes: z.array(z.string()),
};

const monthOrYear = {
  Month: reportMonthText.optional(),
  Year: count('年份', 2000, 2100).optional(),
};
const ONE_OF_BOTH = { path: ['Month'], message: '请选择月份或年份中的一个' };
const oneOfBoth = ({ Month, Year }: { Month?: string | undefined; Year?: number | undefined }): boolean =>
  (Month === undefined) !== (Year === undefined);

export const reportShares = call('POST', '/emcapi/DataStatics/Proportion', '月报、年报：费用与能源构成', {
  input: z
    .object({
      /** None: all projects that the person sees. */
      ProjectCodes: several(reportProjectCode, 500, '一次最多500个项目').default([]),
      ...monthOrYear,
    })
    .refine(oneOfBoth, ONE_OF_BOTH),
  output: z.object({ rows: z.array(paidShare), ...sharesAbout, Cost: z.string().nullable().optional() }),
});

export const clientShares = call('POST', '/emcapi/EnergyReport/Proportion', '能耗同比(客户)：能源构成，不含金额', {
  input: z.object({
    ProjectCode: reportProjectCode,
    Month: reportMonthText,
    Audience: z.enum(['client'], '口径只能是 client').default('client'),
  }),
  output: z.object({ rows: z.array(share), ...sharesAbout }),
});

/* ---- 大屏与首页 ---- */

const screenPeriod = z.enum(['month', 'year'], '期间只能是 month 或 year').default('month');

export const screenShares = call('POST', '/emcapi/DataScreen/Proportion', '大屏：本月或本年的能源构成（折标煤）', {
  input: z.object({ Period: screenPeriod, AreaId: areaIds, ProjectCode: reportProjectCode.optional() }),
  output: z.object({ rows: z.array(share), ...sharesAbout }),
});

export const SCREEN_METRICS = ['tce', 'perM2', 'yoy'] as const;

export const screenAreas = call('POST', '/emcapi/DataScreen/AreaConsumption', '大屏：各区域标煤、单位面积与同比', {
  input: z.object({ Period: screenPeriod, Metric: z.enum(SCREEN_METRICS, '请选择指标').default('tce') }),
  output: z.object({
    /** Months that are over: a month under way is no month to compare areas by. */
    From: z.string(),
    To: z.string(),
    asOf: z.string(),
    /** By the metric, the largest first. */
    rows: z.array(
      z.object({
        AreaId: z.string(),
        Name: z.string(),
        Projects: z.number(),
        Tce: z.number().nullable(),
        /** kgce for each m². */
        PerM2: z.number().nullable(),
        Yoy: reportCompared,
        Complete: z.number().nullable(),
        Estimated: z.number().nullable(),
      }),
    ),
    notes: z.array(z.string()),
  }),
});

export const screenSummary = call(
  'POST',
  '/emcapi/DataScreen/Summary',
  '大屏与首页：有权项目某日的用能合计与各项目一览',
  {
    input: z.object({
      AreaId: areaIds,
      ProjectCodes: several(reportProjectCode, 500, '一次最多500个项目').default([]),
      /** The day before, where none is given: today is not over. */
      Date: day.optional(),
    }),
    output: z.object({
      Date: z.string(),
      asOf: z.string(),
      pending: z.number(),
      ProjectCount: z.number(),
      /** m² of those that say theirs. */
      AirArea: z.string(),
      /** Cold and heat, kWh; null where nothing is known of that day. */
      CoolHeatToday: z.string().nullable(),
      ElecToday: z.string().nullable(),
      GasToday: z.string().nullable(),
      /** Of meters that gateways read, % whose last value is no older than half an hour; null where there is none. */
      OnlineRate: z.number().nullable(),
      /** The last day of which anything is known. */
      DataUntil: z.string().nullable(),
      Complete: z.number().nullable(),
      Estimated: z.number().nullable(),
      rows: z.array(
        z.object({
          ProjectCode: z.string(),
          ProjectName: z.string(),
          AreaName: z.string(),
          CoolHeat: z.string().nullable(),
          Elec: z.string().nullable(),
          Gas: z.string().nullable(),
          Water: z.string().nullable(),
          Cop: z.number().nullable(),
          /** Electricity for each m², kWh; null without an area. */
          PerM2: z.number().nullable(),
          /** Electricity against the same day of the year before. */
          YoyElec: reportCompared,
          /** Mean outside temperature, ℃; null where the weather of the place is not known. */
          OutsideC: z.number().nullable(),
          Complete: z.number().nullable(),
          Estimated: z.number().nullable(),
        }),
      ),
    }),
  },
);

export const screenDays = call('POST', '/emcapi/DataScreen/RecentDays', '首页：有权项目近 30 天逐日的供能量与折标煤', {
  input: z.object({ ProjectCodes: several(reportProjectCode, 500, '一次最多500个项目').default([]) }),
  output: z.object({
    From: z.string(),
    To: z.string(),
    asOf: z.string(),
    ProjectCount: z.number(),
    /** Every day of the span, the oldest first. */
    rows: z.array(
      z.object({
        Day: z.string(),
        /** Cold and heat, kWh; null where nothing is known of that day. */
        CoolHeat: z.string().nullable(),
        /** Standard coal of what was bought; null where nothing is known, or an energy has no factor. */
        Kgce: z.number().nullable(),
        Complete: z.number().nullable(),
      }),
    ),
    notes: z.array(z.string()),
  }),
});

/* ---- 月序列 ---- */

const monthSpan = z
  .object({ from: reportMonthText, to: reportMonthText }, '请选择期间')
  .refine(({ from, to }) => from <= to, { path: ['to'], message: '结束月份不能早于开始月份' });

export const monthMessage = call('POST', '/api/Energyanalysis/GetMonthMessage', '项目逐月用量与度日', {
  input: z
    .object({
      ProjectCode: reportProjectCode,
      /** A span; or one month, with the 23 before it. */
      Month: z.union([monthSpan, reportMonthText], '请选择期间').optional(),
      Year: count('年份', 2000, 2100).optional(),
    })
    .refine(({ Month, Year }) => (Month === undefined) !== (Year === undefined), ONE_OF_BOTH),
  output: z.object({
    projectName: z.string(),
    areaM2: z.string().nullable(),
    asOf: z.string(),
    pending: z.number(),
    categories: z.array(reportCategory),
    rows: z.array(
      z.object({
        Month: z.string(),
        /** Code of the energy → quantity; absent where nothing is known. */
        Used: z.record(z.string(), z.string()),
        Tce: z.number().nullable(),
        /** ℃·d; null where the weather of a day of it is not known. */
        Cdd: z.number().nullable(),
        Hdd: z.number().nullable(),
        ...reportQuality,
      }),
    ),
    notes: z.array(z.string()),
  }),
});

/* ---- 碳 ---- */

const trialCoefficient = z.object({
  Kind: factorKind,
  CategoryCode: factorCarrier,
  Value: number('系数'),
  Lhv: number('低位热值').optional(),
  FromUnit: factorFromUnit.optional(),
});

const carbonSums = {
  /** tCO₂ and tce; null where an energy that was used has no factor. */
  TotalCO2: z.number().nullable(),
  ElecCO2: z.number().nullable(),
  GasCO2: z.number().nullable(),
  /** Heat and steam that are bought. */
  HeatCO2: z.number().nullable(),
  Tce: z.number().nullable(),
  /** kgCO₂ for each m². */
  PerM2: z.number().nullable(),
  /** Of the grid's factor; null where no electricity was used, or its factor is of no year. */
  FactorYear: z.number().nullable(),
  notes: z.array(z.string()),
};

export const carbonIndex = call(
  'POST',
  '/emcapi/DataEntry/GetProjectCarbonIndex',
  '项目一年的碳排放与标煤；可用新系数试算',
  {
    input: z.object({
      ProjectCode: reportProjectCode,
      Year: count('年份', 2000, 2100),
      /** Instead of those that hold: nothing is written. */
      Coefficients: several(trialCoefficient, 20, '一次最多试算20个系数').optional(),
    }),
    output: z.object({
      projectName: z.string(),
      /** The months of the year that are counted end with this day. */
      Until: z.string(),
      asOf: z.string(),
      pending: z.number(),
      /** tCO₂ of the year that the project's archive aims at; null where nobody has set it. */
      Target: z.string().nullable(),
      /** What was emitted so far, % of it. */
      TargetUsed: z.number().nullable(),
      ...carbonSums,
      /** What it is with the factors that hold; of a trial only. */
      Before: z.object(carbonSums).optional(),
      ...reportQuality,
    }),
  },
);
