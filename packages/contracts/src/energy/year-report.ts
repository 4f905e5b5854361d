/** 年报表, 能耗同比(客户), 区域能耗同比. Quantities are decimal text; rates are percent. */
import { z } from 'zod';
import { call } from '../call.ts';
import { count, flag, several } from '../common.ts';
import {
  inOrder,
  reportAbout,
  reportCategory,
  reportCompared,
  reportMonthText,
  reportProjectCode,
  reportQuality,
} from './report-parts.ts';

export const YEAR_UNITS = ['实物量', 'tce', 'tCO₂', '元'] as const;
export const YEAR_KINDS = ['自然年', '供冷年', '采暖年'] as const;

export const yearInput = z.object({
  /** None: all projects that the person sees. */
  ProjectCodes: several(reportProjectCode, 500, '一次最多500个项目').default([]),
  Year: count('年份', 2000, 2100),
  Unit: z.enum(YEAR_UNITS, '单位不正确').default('实物量'),
  YearKind: z.enum(YEAR_KINDS, '年度不正确').default('自然年'),
});

const yearRow = z.object({
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  /** Month → value; absent where nothing is known. */
  months: z.record(z.string(), z.string()),
  /** Of the months that are over, this year and the year before. */
  total: z.string().nullable(),
  last: z.string().nullable(),
  yoy: reportCompared,
  perM2: z.number().nullable(),
  /** 设计能耗: of each month, of those that are over, and how much of that was used, %; null where 能耗系数 say none. */
  design: z
    .object({ months: z.record(z.string(), z.string()), total: z.string().nullable(), share: z.number().nullable() })
    .nullable(),
  ...reportQuality,
});

export const reportYear = call('POST', '/emcapi/DataStatics/YearSummary', '年报：12个月透视、全年与去年同期', {
  input: yearInput,
  output: z.object({
    ...reportAbout,
    projects: z.number(),
    /** Whether the person may ask for it in yuan. */
    money: z.boolean(),
    months: z.array(z.string()),
    /** How many of them are over. */
    over: z.number(),
    rows: z.array(yearRow),
    /** By month, physical whatever the unit. */
    efficiency: z.array(z.object({ month: z.string(), cop: z.number().nullable(), perM2: z.number().nullable() })),
    notes: z.array(z.string()),
    whole: z.object(reportQuality),
  }),
});

/* ---- 节能量 ---- */

const saving = z.object({
  BaselineId: z.string(),
  ProjectCode: z.string(),
  ProjectName: z.string(),
  /** The measure, and what is metered. */
  Name: z.string(),
  NodeName: z.string(),
  Unit: z.string(),
  BaseFrom: z.string(),
  BaseTo: z.string(),
  /** Days of the year that are told: after the baseline, and over. */
  From: z.string(),
  To: z.string(),
  Model: z.string(),
  Qualified: z.boolean(),
  CvRmse: z.number(),
  Nmbe: z.number(),
  /** Everything below is null where nothing can be told, and `Reason` says why. */
  Reason: z.string().nullable(),
  Words: z.string(),
  Expected: z.number().nullable(),
  Actual: z.number().nullable(),
  NonRoutine: z.number().nullable(),
  Saved: z.number().nullable(),
  SavedPercent: z.number().nullable(),
  /** ± in the unit, at 90 % confidence. */
  Uncertainty: z.number().nullable(),
  /** Yuan at the mean price of the report's months; absent for whoever may not see amounts. */
  Money: z.string().nullable().optional(),
  MoneyReason: z.string().nullable().optional(),
  Tce: z.number().nullable(),
  TCo2: z.number().nullable(),
  Complete: z.number().nullable(),
  Notes: z.array(z.string()),
});
export type YearSaving = z.output<typeof saving>;

export const reportYearSavings = call('POST', '/emcapi/DataStatics/YearSavings', '年报：对基线的节能量', {
  input: yearInput.pick({ ProjectCodes: true, Year: true, YearKind: true }),
  output: z.object({
    rows: z.array(saving),
    /** Projects without a baseline. */
    without: z.array(z.object({ ProjectCode: z.string(), ProjectName: z.string() })),
    asOf: z.string(),
  }),
});

/* ---- 客户口径 ---- */

const MONTH_ORDER = { path: ['To'], message: '结束月份不能早于开始月份' };
const clientSpan = { ProjectCode: reportProjectCode, From: reportMonthText, To: reportMonthText };
export const clientInput = z.object({ ...clientSpan, Version: count('版本', 1).optional() });

const compared3 = z.object({ now: z.string().nullable(), last: z.string().nullable(), yoy: reportCompared });

export const clientContent = z.object({
  ...reportAbout,
  customerName: z.string(),
  rows: z.array(
    z.object({
      month: z.string(),
      output: compared3,
      elec: compared3,
      gas: compared3,
      meanC: z.number().nullable(),
      lastMeanC: z.number().nullable(),
      /** Cold and heat for each m², kWh. */
      perM2: z.number().nullable(),
    }),
  ),
  /** The sentences at the top. */
  summary: z.array(z.string()),
  /** Why it cannot be signed. */
  lacks: z.array(z.string()),
  whole: z.object(reportQuality),
});
export type ClientContent = z.output<typeof clientContent>;

export const reportClient = call('POST', '/emcapi/EnergyReport/ClientSummary', '能耗同比(客户)：不含金额与内部分摊', {
  input: clientInput.refine(inOrder, MONTH_ORDER),
  output: clientContent.extend({
    Version: z.number().nullable(),
    SignedBy: z.string(),
    SignedAt: z.string().nullable(),
    SignNote: z.string(),
    Changed: z.boolean(),
    Versions: z.array(z.object({ Version: z.number(), SignedBy: z.string(), SignedAt: z.string(), Note: z.string() })),
  }),
});

export const clientSign = call('POST', '/emcapi/EnergyReport/Sign', '能耗同比(客户)：签发', {
  input: z
    .object({ ...clientSpan, Note: z.string().trim().max(200, '说明最多200字').default('') })
    .refine(inOrder, MONTH_ORDER),
  output: z.object({ Version: z.number() }),
});

/* ---- 区域 ---- */

export const AREA_GROUPS = ['区域', '城市', '建筑类型', '收费模式', '主能源'] as const;

export const areaInput = z.object({
  AreaIds: several(z.string().max(30, '区域编码过长'), 100, '一次最多100个区域').default([]),
  From: reportMonthText,
  To: reportMonthText,
  GroupBy: z.enum(AREA_GROUPS, '分组不正确').default('区域'),
  SameProjects: flag.default(true),
  /** Without costs the answer is there sooner: quantities are added up in the database, money is worked out price by price. */
  Costs: flag.default(true),
});

const areaFigures = {
  /** Null where one of the projects has none. */
  Area: z.string().nullable(),
  Elec: z.string().nullable(),
  Gas: z.string().nullable(),
  CoolHeat: z.string().nullable(),
  Tce: z.number().nullable(),
  /** kWh of electricity, and kgce, for each m². */
  PerM2: z.number().nullable(),
  KgcePerM2: z.number().nullable(),
  LastKgcePerM2: z.number().nullable(),
  YoyElec: reportCompared,
  YoyGas: reportCompared,
  YoyTce: reportCompared,
  /** Yuan; absent for whoever may not see amounts. */
  Cost: z.string().nullable().optional(),
  CostPerM2: z.number().nullable().optional(),
  YoyCost: reportCompared.optional(),
  /** Why the cost is not whole. */
  CostProblems: z.array(z.string()).optional(),
  Complete: z.number().nullable(),
  Estimated: z.number().nullable(),
};

export const reportArea = call(
  'POST',
  '/emcapi/DataStatics/AreaConsumption',
  '区域能耗同比：各区域、城市、建筑类型的用量、单位面积与同比',
  {
    input: areaInput.refine(inOrder, MONTH_ORDER),
    output: z.object({
      /** How many projects, in words. */
      projectName: z.string(),
      asOf: z.string(),
      pending: z.number(),
      rows: z.array(
        z.object({
          GroupName: z.string(),
          Projects: z.number(),
          ...areaFigures,
          items: z.array(
            z.object({
              ProjectCode: z.string(),
              ProjectName: z.string(),
              /** Where it lies, degrees; null where nobody has said. */
              Lng: z.number().nullable(),
              Lat: z.number().nullable(),
              ...areaFigures,
            }),
          ),
        }),
      ),
      total: z.object({ Projects: z.number(), ...areaFigures }),
      Excluded: z.array(z.object({ ProjectCode: z.string(), ProjectName: z.string(), Reason: z.string() })),
      notes: z.array(z.string()),
    }),
  },
);

export const reportAreaMonths = call('POST', '/emcapi/EnergyReport/AreaConsumption', '区域能耗逐月序列，供图', {
  input: areaInput.refine(inOrder, MONTH_ORDER),
  output: z.object({
    categories: z.array(reportCategory),
    rows: z.array(z.object({ GroupName: z.string(), month: z.string(), used: z.record(z.string(), z.string()) })),
  }),
});
