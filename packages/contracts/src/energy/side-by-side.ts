/** Several projects side by side: 同比 and 月报 over the same months, and the ledger by project; with sums that are whole or say why not. */
import { z } from 'zod';
import { call } from '../call.ts';
import { day, several } from '../common.ts';
import {
  inOrder,
  reportCategory,
  reportCompared,
  reportCost,
  reportFormat,
  reportHeatUnit,
  reportMonthText,
  reportProjectCode,
  reportQuality,
  reportTou,
} from './report-parts.ts';

export const MOST_BESIDE = 60;
export const BESIDE_GRAINS = ['日', '月'] as const;

const projects = several(reportProjectCode, MOST_BESIDE, `一次最多${MOST_BESIDE}个项目`).refine(
  (codes) => codes !== undefined && codes.length > 0,
  '请选择项目',
);
const category = z.string('请选择能源').regex(/^[A-Za-z]{2,20}$/, '能源不正确');

export const besideInput = z.object({
  ProjectCodes: projects,
  From: reportMonthText,
  To: reportMonthText,
});
export const besideSeriesInput = z.object({
  ProjectCodes: projects,
  Category: category.default('elec'),
  From: day,
  To: day,
  Grain: z.enum(BESIDE_GRAINS, '粒度只能是日或月').default('日'),
});

const figures = {
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  /** Σ days; null where nothing is known. */
  now: z.string().nullable(),
  /** What adjustments of earlier months brought. */
  adjusted: z.string(),
  /** Both together: what the month's report says. */
  usage: z.string().nullable(),
  last: z.string().nullable(),
  difference: z.string().nullable(),
  mom: reportCompared,
  yoy: reportCompared,
  /** Last year in this year's weather, and percent against it; null where a month is not over or its weather is not known. */
  adjustedLast: z.number().nullable(),
  adjustedYoy: z.number().nullable(),
  tou: reportTou.nullable(),
  perM2: z.number().nullable(),
  tce: z.number().nullable(),
  tCo2: z.number().nullable(),
  cost: reportCost.optional(),
  doubtful: z.boolean(),
  lastComplete: z.number().nullable(),
  ...reportQuality,
};
const row = z.object({ projectCode: z.string(), projectName: z.string(), areaName: z.string(), ...figures });
export type BesideRow = z.output<typeof row>;
const sum = z.object({ ...figures, projects: z.number() });
export type BesideSum = z.output<typeof sum>;

const known = { asOf: z.string(), pending: z.number(), projectName: z.string() };

export const besideReport = call('POST', '/emcapi/DataStatics/ProjectsSummary', '多项目对照：同比、环比、费用与合计', {
  input: besideInput.refine(inOrder, { path: ['To'], message: '结束月份不能早于开始月份' }),
  output: z.object({
    ...known,
    categories: z.array(reportCategory),
    rows: z.array(row),
    /** By energy, of all the projects. */
    sums: z.array(sum),
    /** Of all energies. */
    whole: z.object({
      tce: z.number().nullable(),
      tCo2: z.number().nullable(),
      areaM2: z.string().nullable(),
      cost: reportCost.optional(),
      ...reportQuality,
    }),
    notes: z.array(z.string()),
  }),
});

const point = z.object({ u: z.string(), doubtful: z.boolean(), ...reportQuality });

export const besideSeries = call('POST', '/emcapi/DataStatics/ProjectsSeries', '多项目台账：逐日或逐月用量', {
  input: besideSeriesInput.refine(inOrder, { path: ['To'], message: '结束日期不能早于开始日期' }),
  output: z.object({
    ...known,
    category: reportCategory,
    categories: z.array(reportCategory),
    projects: z.array(z.object({ code: z.string(), name: z.string(), total: z.string().nullable(), ...reportQuality })),
    rows: z.array(
      z.object({
        t: z.string(),
        /** By project; absent where nothing is known. */
        of: z.record(z.string(), point),
        sum: z.string().nullable(),
        ...reportQuality,
      }),
    ),
    total: z.string().nullable(),
    whole: z.object(reportQuality),
  }),
});

export const besideExport = call('POST', '/emcapi/DataStatics/ExportProjects', '导出多项目对照', {
  input: z
    .discriminatedUnion('Kind', [
      /** By the page that asks: each has the right of its own. */
      besideInput.extend({ Kind: z.literal('month'), Format: reportFormat, HeatUnit: reportHeatUnit }),
      besideInput.extend({ Kind: z.literal('yoy'), Format: reportFormat, HeatUnit: reportHeatUnit }),
      besideSeriesInput.extend({ Kind: z.literal('ledger'), Format: reportFormat, HeatUnit: reportHeatUnit }),
    ])
    .refine(inOrder, { path: ['To'], message: '结束不能早于开始' }),
  output: z.unknown(),
});
