/** 综合分析: all projects that a person sees beside each other: intensity, efficiency, cost, their places among their like, what could be saved. */
import { z } from 'zod';
import { call } from '../call.ts';
import { count, several } from '../common.ts';
import { DEFAULT_PROJECT_STATES } from '../projects.ts';
import { analysisQuality } from './analysis.ts';
import { reportCompared, reportHeatUnit } from './report-parts.ts';

const month = z.string('请选择月份').regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份格式应为 YYYY-MM');
const months = z
  .object({ from: month, to: month }, '请选择期间')
  .refine(({ from, to }) => from <= to, { path: ['to'], message: '结束月份不能早于开始月份' });

export const PORTFOLIO_METRICS = {
  elec: 'kWh/m²',
  coal: 'kgce/m²',
  cost: '元/m²',
  cop: 'COP',
  carbon: '碳kg/m²',
  complete: '完整率',
} as const;
export type PortfolioMetric = keyof typeof PORTFOLIO_METRICS;
export const PORTFOLIO_GROUPS = {
  building: '建筑类型',
  charge: '收费模式',
  energy: '主能源',
  area: '供能面积档',
} as const;
export type PortfolioGroup = keyof typeof PORTFOLIO_GROUPS;

const metric = z.enum(['elec', 'coal', 'cost', 'cop', 'carbon', 'complete'], '请选择指标').default('coal');
const group = z.enum(['building', 'charge', 'energy', 'area'], '请选择同类').default('building');
const asked = {
  AreaIds: several(z.string().regex(/^[A-Z]\d{2,10}$/, '区域不正确'), 50, '最多50个区域').default([]),
  Month: months,
  Metric: metric,
  Group: group,
  G_ProjectState: several(count('项目状态', 0, 4), 5, '最多5个状态').default([...DEFAULT_PROJECT_STATES]),
};
export const portfolioInput = z.object(asked);

const sums = {
  Elec: z.string().nullable(),
  Gas: z.string().nullable(),
  /** Cold and heat together, kWh. */
  CoolHeat: z.string().nullable(),
  Tce: z.number().nullable(),
  Co2: z.number().nullable(),
  /** Yuan; null where nothing has a price, or the person may not see it. */
  Cost: z.string().nullable(),
};

export const portfolioRow = z.object({
  ProjectCode: z.string(),
  ProjectName: z.string(),
  AreaName: z.string(),
  BuildType: z.string(),
  ChargeModel: z.string(),
  /** Of the grouping that is asked for. */
  GroupName: z.string(),
  Area: z.string().nullable(),
  ...sums,
  /** Why the cost is not whole. */
  CostProblems: z.array(z.string()),
  PerM2: z.number().nullable(),
  KgcePerM2: z.number().nullable(),
  CostPerM2: z.number().nullable(),
  Co2PerM2: z.number().nullable(),
  Cop: z.number().nullable(),
  /** Of standard coal, with why there is none. */
  Yoy: reportCompared,
  /** The chosen metric. */
  Value: z.number().nullable(),
  Percentile: z.number().nullable(),
  /** More than 3 × IQR away from its like: shown apart. */
  Outlier: z.boolean(),
  /** Takes part in rankings: 80 % complete and no outlier. */
  Ranked: z.boolean(),
  /** 元 a year, were it as thrifty as the median of its like. */
  Opportunity: z.number().nullable(),
  ...analysisQuality,
});
export type PortfolioRow = z.output<typeof portfolioRow>;

export const portfolioAll = call(
  'POST',
  '/api/Energyanalysis/GetProjectAll',
  '综合分析：各项目能耗、效率、费用与同类位置',
  {
    input: portfolioInput,
    output: z.object({
      rows: z.array(portfolioRow),
      Groups: z.array(
        z.object({
          Name: z.string(),
          Count: z.number(),
          Median: z.number().nullable(),
          /** Least, quartiles and most of those that are ranked. */
          Box: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]).nullable(),
        }),
      ),
      MayCost: z.boolean(),
      asOf: z.string(),
      Notes: z.array(z.string()),
    }),
  },
);

export const portfolioRanking = call('POST', '/api/Energyanalysis/GetProjectRanking', '综合分析：按指标的排行', {
  input: portfolioInput.extend({ TopN: count('名次', 1, 500).default(100) }),
  output: z.object({
    rows: z.array(
      z.object({
        ProjectCode: z.string(),
        ProjectName: z.string(),
        Value: z.number(),
        Rank: z.number(),
        /** Of its like. */
        Median: z.number().nullable(),
        Percentile: z.number().nullable(),
      }),
    ),
  }),
});

const summary = z.object({
  Name: z.string(),
  Projects: z.number(),
  Area: z.string().nullable(),
  ...sums,
  /** Every project's use has a price. */
  CostWhole: z.boolean(),
  KgcePerM2: z.number().nullable(),
  CostPerM2: z.number().nullable(),
  /** Means of the projects, each of which counts alike. */
  Complete: z.number().nullable(),
  Estimated: z.number().nullable(),
});
export type PortfolioSummary = z.output<typeof summary>;

export const portfolioAreas = call('POST', '/api/Energyanalysis/GetAreaMessage', '综合分析：按区域汇总', {
  input: portfolioInput,
  output: z.object({ rows: z.array(summary) }),
});
export const portfolioCharge = summary.extend({
  /** Yuan that contracts bring in over the months; of projects of which it is known as a whole. Absent for whoever may not see amounts. */
  Income: z.string().nullable().optional(),
  /** Why it is not all of them. */
  IncomeProblems: z.array(z.string()).optional(),
  /** Percent of the income of those whose income and cost are both whole; absent for whoever may not see margins. */
  Margin: z.number().nullable().optional(),
});
export type PortfolioCharge = z.output<typeof portfolioCharge>;
export const portfolioCharges = call('POST', '/api/Energyanalysis/GetChargeModelAll', '综合分析：按收费模式汇总', {
  input: portfolioInput,
  output: z.object({ rows: z.array(portfolioCharge) }),
});

export const portfolioExport = call('POST', '/api/Energyanalysis/ExportProjects', '导出综合分析', {
  input: portfolioInput.extend({
    Format: z.enum(['xlsx'], '只能导出为 xlsx').default('xlsx'),
    HeatUnit: reportHeatUnit,
  }),
  output: z.unknown(),
});
