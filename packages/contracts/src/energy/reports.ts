/** Reports of what projects used: by day, by month, against the year before. Quantities are decimal text; rates are percent. */
import { z } from 'zod';
import { call } from '../call.ts';
import { day, several } from '../common.ts';
import { dailyInput } from './daily-report.ts';
import { ledgerInput } from './ledger.ts';
import { areaInput, clientInput, yearInput } from './year-report.ts';
import {
  inOrder,
  reportAbout as about,
  reportCompared as compared,
  reportCost as cost,
  reportFormat as format,
  reportHeatUnit as heatUnit,
  reportMonthText as month,
  reportProjectCode as project,
  reportQuality as quality,
  reportTou as tou,
} from './report-parts.ts';

export { HEAT_UNITS } from './report-parts.ts';

/** Of a month: with the fees that are asked for by the month. */
const monthCost = cost.extend({
  basic: z.string().nullable(),
  powerFactor: z.string().nullable(),
  /** Of the amount what adjustments brought. */
  adjusted: z.string().nullable(),
});

/** What a room is run for. */
export const REPORT_FUNCTIONS = ['制冷', '采暖', '卫生热水'] as const;
const functions = several(z.enum(REPORT_FUNCTIONS, '功能只能是制冷、采暖、卫生热水'), 3, '最多三种功能').default([]);

const dayRow = z.object({
  day: z.string(),
  weekday: z.string(),
  /** 停机日: nothing was due. */
  stopped: z.boolean(),
  condition: z.string(),
  meanC: z.number().nullable(),
  hdd: z.number().nullable(),
  cdd: z.number().nullable(),
  /** Code of the energy → what was used; absent where nothing is known. */
  used: z.record(z.string(), z.string()),
  tou: tou.nullable(),
  /** Cold and heat together, kWh. */
  output: z.string().nullable(),
  cop: z.number().nullable(),
  kgce: z.number().nullable(),
  kgCo2: z.number().nullable(),
  /** Electricity for each m², kWh. */
  perM2: z.number().nullable(),
  /** How long the machine ran that ran longest, h, and of how much of the day that is known, %. */
  hours: z.number().nullable(),
  hoursComplete: z.number().nullable(),
  /** 峰谷比: (尖 + 峰) ÷ 谷 of electricity; null where it is not split, or nothing was used in the valley. */
  peakToValley: z.number().nullable(),
  /** Code of the energy → the day against days of like temperature and kind. */
  sameTemp: z.record(
    z.string(),
    z.object({ deviation: z.number().nullable(), level: z.string(), words: z.string(), days: z.array(z.string()) }),
  ),
  doubtful: z.boolean(),
  cost: cost.optional(),
  ...quality,
});

const span = {
  ProjectCode: project,
  From: day,
  To: day,
};

export const reportDays = call(
  'POST',
  '/api/Energyanalysis/GetDailyMessage',
  '逐日报表：各能源、气象、效率与数据质量',
  {
    /** Of functions: days on which one of them was delivered. */
    input: z
      .object({ ...span, Functions: functions })
      .refine(inOrder, { path: ['To'], message: '结束日期不能早于开始日期' }),
    output: z.object({
      ...about,
      rows: z.array(dayRow),
      /** Σ, mean of the days that have a figure, and the day of the most, by energy. */
      totals: z.record(
        z.string(),
        z.object({ sum: z.string(), mean: z.string(), most: z.string(), mostDay: z.string().nullable() }),
      ),
      whole: z.object(quality),
      cost: cost.optional(),
    }),
  },
);

const monthRow = z.object({
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  /** Null where no reading of the month is known: that is not nothing used. */
  usage: z.string().nullable(),
  /** Of it what adjustments of earlier months brought. */
  adjusted: z.string(),
  tou: tou.nullable(),
  perM2: z.number().nullable(),
  tce: z.number().nullable(),
  tCo2: z.number().nullable(),
  mom: compared,
  yoy: compared,
  /** What the same month of last year would have used in this year's weather, and the comparison with it (修正同比). */
  adjustedLast: z.number().nullable(),
  adjustedYoy: z.number().nullable(),
  adjustWords: z.string(),
  /** 设计能耗 of the days that are over, in the row's unit, and how much of it was used, %; null where 能耗系数 say none. */
  design: z.string().nullable(),
  designShare: z.number().nullable(),
  doubtful: z.boolean(),
  cost: monthCost.optional(),
  ...quality,
});

export const MONTH_DIMENSIONS = ['能源', '功能', '设备', '区域'] as const;
export type MonthDimension = (typeof MONTH_DIMENSIONS)[number];
const dimension = z.enum(MONTH_DIMENSIONS, '维度不正确').default('能源');

const monthParts = z.object({
  dimension: z.enum(MONTH_DIMENSIONS),
  rows: z.array(
    z.object({
      key: z.string(),
      /** Of the energy. */
      code: z.string(),
      energy: z.string(),
      name: z.string(),
      unit: z.string(),
      usage: z.string(),
      /** Of what the energy's main meters counted, %. */
      share: z.number().nullable(),
      tce: z.number().nullable(),
      tCo2: z.number().nullable(),
      mom: compared,
      yoy: compared,
      ...quality,
    }),
  ),
});
export type MonthParts = z.output<typeof monthParts>;

export const reportMonth = call('POST', '/emcapi/DataStatics/Summary', '项目月报：各能源用量、同比环比、折标与调整', {
  input: z.object({ ProjectCode: project, Month: month, Dimension: dimension }),
  output: z.object({
    ...about,
    month: z.string(),
    /** 正式, or 临时 up to a day. */
    standing: z.enum(['正式', '临时']),
    until: z.string(),
    locked: z.boolean(),
    rows: z.array(monthRow),
    /** By another dimension than the energy; null where none was asked for. */
    parts: monthParts.nullable(),
    output: z.string().nullable(),
    cop: z.number().nullable(),
    tce: z.number().nullable(),
    tCo2: z.number().nullable(),
    /** What the factors say of themselves: 「暂用2023年因子」. */
    notes: z.array(z.string()),
    whole: z.object(quality),
    /** Of all energies. */
    cost: monthCost.optional(),
    adjustments: z.array(
      z.object({
        id: z.string(),
        serial: z.string(),
        fromMonth: z.string(),
        /** The month whose totals take it up. */
        toMonth: z.string(),
        meter: z.string(),
        quantity: z.string(),
        unit: z.string(),
        /** Yuan; absent for whoever may not see amounts, null where nobody gave one. */
        amount: z.string().nullable().optional(),
        reason: z.string(),
        files: z.array(z.object({ URL: z.string(), Size: z.number(), Name: z.string() })),
        by: z.string(),
        state: z.enum(['待同意', '已同意', '已退回']),
        decider: z.string().nullable(),
        decision: z.string(),
        /** Of those that wait: whether this person may decide. */
        mine: z.boolean(),
      }),
    ),
    /** Whether this person may propose adjustments. */
    canAdjust: z.boolean(),
    months: z.array(
      z.object({
        month: z.string(),
        state: z.enum(['未锁', '已锁', '有调整', '无数据']),
        used: z.record(z.string(), z.string()),
        /** Yuan of all energies; null where it is not whole or not shown. */
        cost: z.string().nullable(),
        hdd: z.number().nullable(),
        cdd: z.number().nullable(),
      }),
    ),
  }),
});

const yoyRow = z.object({
  month: z.string(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  now: z.string().nullable(),
  last: z.string().nullable(),
  difference: z.string().nullable(),
  yoy: compared,
  /** Of the project at the end of each month, m². */
  areaM2: z.string().nullable(),
  lastAreaM2: z.string().nullable(),
  /** Degree days of the season's kind: CDD26 in summer, HDD18 in winter. */
  degreeDays: z.number().nullable(),
  lastDegreeDays: z.number().nullable(),
  /** What adjustments brought to each period, in it. */
  adjusted: z.string(),
  lastAdjusted: z.string(),
  adjustedLast: z.number().nullable(),
  adjustedYoy: z.number().nullable(),
  adjustWords: z.string(),
  /** What both cost, with fees of the month; absent for whoever may not see amounts. */
  cost: cost.optional(),
  lastCost: cost.optional(),
  costYoy: compared.optional(),
  complete: z.number().nullable(),
  lastComplete: z.number().nullable(),
  estimated: z.number().nullable(),
  lastEstimated: z.number().nullable(),
});

export const reportYoy = call('POST', '/emcapi/EnergyReport/Summary', '能耗同比：本期与去年同期，含气象修正', {
  input: z
    .object({ ProjectCode: project, From: month, To: month })
    .refine(inOrder, { path: ['To'], message: '结束月份不能早于开始月份' }),
  output: z.object({
    ...about,
    rows: z.array(yoyRow),
    whole: z.object(quality),
    /** Of all energies over all months; absent for whoever may not see amounts. */
    cost: cost.optional(),
    lastCost: cost.optional(),
    costYoy: compared.optional(),
    /** 「2026-03-01 面积由 52000 变为 56000 m²」, of the two years. */
    areaWords: z.array(z.string()),
    /** 说明 of its months, the oldest first; `Row`: the energy, empty for all of the month. */
    said: z.array(
      z.object({
        NoteId: z.string(),
        Period: z.string(),
        Row: z.string(),
        Text: z.string(),
        By: z.string(),
        At: z.string(),
      }),
    ),
  }),
});

export const reportExport = call('POST', '/emcapi/EnergyReport/Export', '导出能源报表', {
  input: z
    .discriminatedUnion('Kind', [
      z.object({ Kind: z.literal('days'), Format: format, ...span, Functions: functions, HeatUnit: heatUnit }),
      z.object({
        Kind: z.literal('month'),
        Format: format,
        ProjectCode: project,
        Month: month,
        Dimension: dimension,
        HeatUnit: heatUnit,
      }),
      z.object({
        Kind: z.literal('yoy'),
        Format: format,
        ProjectCode: project,
        From: month,
        To: month,
        HeatUnit: heatUnit,
      }),
      dailyInput.extend({ Kind: z.literal('daily'), Format: format, HeatUnit: heatUnit }),
      ledgerInput.extend({ Kind: z.literal('ledger'), Format: format, HeatUnit: heatUnit }),
      yearInput.extend({ Kind: z.literal('year'), Format: format, HeatUnit: heatUnit }),
      clientInput.extend({ Kind: z.literal('client'), Format: format, HeatUnit: heatUnit }),
      areaInput.extend({ Kind: z.literal('area'), Format: format, HeatUnit: heatUnit }),
    ])
    .refine((asked) => !('From' in asked) || inOrder(asked), { path: ['To'], message: '结束不能早于开始' }),
  output: z.unknown(),
});
