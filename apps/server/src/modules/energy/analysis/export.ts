/** 能耗分析 as a workbook: the same figures as on the page. */
import { CHANGE_PLACES, GRAINS, PORTFOLIO_GROUPS, PORTFOLIO_METRICS, type PortfolioSummary } from '@hengneng/contracts';
import { type EnergyUnit, outputIn } from '@hengneng/energy/units';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { workbook } from '../../identity/index.ts';
import { takesCosts } from '../costs/index.ts';
import { placesOf } from '../reports/cells.ts';
import { type Cell, figure, momentText, percentWords, rateFigure } from '../workbook.ts';
import { type Asked as ChangeAsked, readChange } from './change.ts';
import { type Asked as CompareAsked, readCompare } from './compare.ts';
import { type Asked, readOverview } from './overview.ts';
import { type Asked as PortfolioAsked, readCharges, readPortfolio, readSummaries } from './portfolio.ts';

export async function exportOverview(ctx: Ctx, asked: Asked): Promise<FileAnswer> {
  const report = await readOverview(ctx, asked);
  const { Unit: unit } = report;
  return workbook(ctx, {
    title: '能耗分析',
    head: ['时间', ...report.Series.map(({ Name, Unit }) => `${Name}（${Unit}）`), '完整率（%）'],
    rows: report.Times.map((time, index) => [
      time,
      ...report.Series.map(({ Key, Values }) => figure(Values[index], Key === 'temperature' ? 1 : 2)),
      figure(report.Completes[index], 1),
    ]),
    more: [
      {
        title: '构成',
        head: ['分项', '设备', `用量（${unit}）`, '占比（%）'],
        rows: report.Parts.map((one) => [one.Group, one.Name, figure(one.Usage, 2), figure(one.Share, 1)]),
      },
      {
        title: '主机能效',
        head: [
          '主机',
          '产冷热量（kWh）',
          '耗气（m³）',
          '耗电（kWh）',
          'COP',
          '设计COP',
          '达成率（%）',
          '完整率（%）',
          '估算（%）',
          '运行（h）',
          '运行记录覆盖（%）',
          '热平衡差（%）',
          '排烟温度（℃）',
          '真空（Pa）',
          '说明',
        ],
        rows: report.Hosts.map((one) => [
          one.Name,
          figure(one.Output, 0),
          figure(one.Gas, 0),
          figure(one.Elec, 0),
          figure(one.Cop, 2),
          figure(one.DesignCop, 2),
          figure(one.Attainment, 1),
          figure(one.Complete, 1),
          figure(one.Estimated, 1),
          figure(one.Hours, 1),
          figure(one.HoursComplete, 1),
          figure(one.Balance, 1),
          figure(one.Exhaust, 1),
          figure(one.Vacuum, 0),
          [one.Doubt, one.BalanceWords].filter(Boolean).join('；'),
        ]),
      },
      {
        title: '系统能效',
        head: ['指标', '数值', '参照', '说明', '完整率（%）', '估算（%）'],
        rows: report.Plant.map((one) => [
          one.Name,
          figure(one.Value, 2),
          one.Reference,
          one.Words,
          figure(one.Complete, 1),
          figure(one.Estimated, 1),
        ]),
      },
      {
        title: '负荷',
        head: ['负荷', '额定（kW）', '最大（kW）', '平均（kW）', '平均负荷率（%）', '负荷系数', '运行（h）'],
        rows: report.Loads.map((one) => [
          one.Name,
          figure(one.RatedKw, 0),
          figure(one.Curve[0]?.[1], 0),
          figure(one.MeanKw, 0),
          figure(one.LoadRate, 1),
          figure(one.LoadFactor, 2),
          figure(one.Curve.at(-1)?.[0], 0),
        ]),
      },
      {
        title: '泵塔',
        head: [
          '类别',
          '表计',
          '耗电（kWh）',
          '占总电（%）',
          '水输送系数',
          '单位水量电耗（kWh/m³）',
          '运行（h）',
          '运行记录完整率（%）',
          '频率均值（Hz）',
          '变频节电（%）',
          '完整率（%）',
          '估算（%）',
        ],
        rows: report.Pumps.map((one) => [
          one.Group,
          one.Name,
          figure(one.Elec, 0),
          figure(one.Share, 1),
          figure(one.Wtf, 1),
          figure(one.PerVolume, 3),
          figure(one.Hours, 1),
          figure(one.HoursComplete, 1),
          figure(one.Frequency, 1),
          figure(one.Saved, 1),
          figure(one.Complete, 1),
          figure(one.Estimated, 1),
        ]),
      },
      {
        title: '发现',
        head: ['级别', '内容'],
        rows: report.Findings.map((one) => [one.Severity === 'alarm' ? '异常' : '提示', one.Words]),
      },
    ],
    filters: [
      ['项目', report.projectName],
      ['对象', report.NodeName],
      ['期间', `${asked.Date.from} 至 ${asked.Date.to}，按${GRAINS[asked.Grain]}`],
      ['口径', '同能源上级表计过的分表不重复计'],
      ['数据截至', momentText(report.asOf)],
      ['合计', report.Total === null ? '—' : `${report.Total} ${unit}`],
      ...(report.Cost === null || !takesCosts(ctx.session)
        ? []
        : [
            ['费用（元）', `${report.Cost.Amount ?? '—'}${report.Cost.Problems.length > 0 ? '（不全）' : ''}`] as const,
          ]),
      ['完整率', percentWords(report.Complete)],
      ['估算占比', percentWords(report.Estimated)],
      ...(report.Base === null
        ? []
        : [
            [
              `较${report.Base.Name}`,
              `${report.Base.Text}${report.Base.Reason === null ? '' : `（${report.Base.Reason}）`}`,
            ] as const,
          ]),
      ...report.Notes.map((note) => ['说明', note] as const),
    ],
  });
}

const places = (unit: string): number => CHANGE_PLACES[unit] ?? 0;

export async function exportChange(ctx: Ctx, asked: ChangeAsked): Promise<FileAnswer> {
  if (asked.Measure === 'cost' && !takesCosts(ctx.session))
    throw invalid([{ path: 'Measure', message: '您没有导出金额的权限' }]);
  const report = await readChange(ctx, asked);
  const { Unit: unit, Period: now, BasePeriod: base } = report;
  return workbook(ctx, {
    title: '变化分解',
    head: ['因素', `影响量（${unit}）`, '占变化（%）', '依据'],
    rows: [
      ['对比期', figure(report.Base, places(unit)), null, `${base.from} 至 ${base.to}`],
      ...report.Items.map((one): Cell[] => [
        one.Factor,
        figure(one.Amount, places(unit)),
        figure(one.Share, 1),
        one.Basis,
      ]),
      ['本期', figure(report.Now, places(unit)), null, `${now.from} 至 ${now.to}`],
    ],
    more: [
      {
        title: '逐日差异',
        head: ['本期日', '对比日', `本期（${unit}）`, `对比期（${unit}）`, `差异（${unit}）`],
        rows: report.Days.map((one) => [
          one.Day,
          one.BaseDay ?? '',
          figure(one.Now, places(unit)),
          figure(one.Base, places(unit)),
          figure(one.Difference, places(unit)),
        ]),
      },
      { title: '说明', head: ['说明', '填写人', '时间'], rows: report.Said.map((one) => [one.Text, one.By, one.At]) },
    ],
    filters: [
      ['项目', report.projectName],
      ['本期', `${now.from} 至 ${now.to}`],
      ['对比期', `${base.from} 至 ${base.to}`],
      ['口径', '连环替代：气温、能效、其他依次替换，各项之和等于总变化'],
      ['数据截至', momentText(report.asOf)],
      ['完整率本/对比', `${percentWords(report.Complete)} / ${percentWords(report.BaseComplete)}`],
      ['估算占比本/对比', `${percentWords(report.Estimated)} / ${percentWords(report.BaseEstimated)}`],
      ...report.Notes.map((note) => ['说明', note] as const),
    ],
  });
}

export async function exportCompare(ctx: Ctx, asked: CompareAsked): Promise<FileAnswer> {
  const report = await readCompare(ctx, asked);
  return workbook(ctx, {
    title: '差异',
    head: ['对比项', 'A', 'B', '差', '差（%）', '结论'],
    rows: report.Diffs.map((one) => [
      one.Name,
      figure(one.A, 2),
      figure(one.B, 2),
      figure(one.Difference, 2),
      figure(one.Percent, 1),
      one.Words,
    ]),
    more: [
      {
        title: '对比集',
        head: [
          '名称',
          '对象',
          '单位',
          '样本天数',
          '合计',
          '日均',
          '均温（℃）',
          '单位度日用量',
          '完整率（%）',
          '估算（%）',
        ],
        rows: report.Series.map(({ Name, NodeName, Unit, Stats }) => [
          Name,
          NodeName,
          Unit,
          figure(Stats.Days, 0),
          figure(Stats.Total, 2),
          figure(Stats.Mean, 2),
          figure(Stats.MeanC, 1),
          figure(Stats.PerDegreeDay, 2),
          figure(Stats.Complete, 1),
          figure(Stats.Estimated, 1),
        ]),
      },
      {
        title: '逐日',
        head: ['名称', '日期', '室外均温（℃）', '用量'],
        rows: report.Series.flatMap(({ Name, Days }) =>
          Days.map((one): Cell[] => [Name, one.Day, figure(one.Temperature, 1), figure(one.Use, 2)]),
        ),
      },
    ],
    filters: [
      ['项目', report.projectName],
      ...asked.Series.map(({ Name, Date }) => [Name, `${Date.from} 至 ${Date.to}`] as const),
      ['口径', '双样本 t 检验，p<0.05 才写“有差别”；样本不足 7 天不下结论'],
      ['数据截至', momentText(report.asOf)],
      ...report.Notes.map((note) => ['说明', note] as const),
    ],
  });
}

const summaryHead = (heat: EnergyUnit): readonly string[] => [
  '项目数',
  '面积（m²）',
  '电（kWh）',
  '气（m³）',
  `冷热量（${heat}）`,
  '标煤（tce）',
  '碳（tCO₂）',
  'kgce/m²',
  '平均完整率（%）',
  '平均估算（%）',
];

/** @param money whether costs may leave in a file */
const summaryRow = (one: PortfolioSummary, money: boolean, heat: EnergyUnit): Cell[] => [
  one.Name,
  figure(one.Projects, 0),
  figure(one.Area, 2),
  figure(one.Elec, 0),
  figure(one.Gas, 0),
  figure(outputIn(one.CoolHeat, heat), placesOf(heat)),
  figure(one.Tce, 2),
  figure(one.Co2, 2),
  figure(one.KgcePerM2, 2),
  figure(one.Complete, 1),
  figure(one.Estimated, 1),
  ...(money ? [figure(one.Cost, 2), figure(one.CostPerM2, 2), one.CostWhole ? '' : '部分项目单价不全'] : []),
];

export async function exportPortfolio(
  ctx: Ctx,
  { HeatUnit: heat, ...asked }: PortfolioAsked & { readonly HeatUnit: EnergyUnit },
): Promise<FileAnswer> {
  const money = takesCosts(ctx.session);
  if (asked.Metric === 'cost' && !money) throw invalid([{ path: 'Metric', message: '您没有导出金额的权限' }]);
  const [report, areas, charges] = [
    await readPortfolio(ctx, asked),
    await readSummaries(ctx, asked, 'AreaName'),
    await readCharges(ctx, asked),
  ];
  const margins = money && ctx.session.permissions.exportable.has('margin');
  const costs = money ? ['能源费（元）', '元/m²'] : [];
  return workbook(ctx, {
    title: '综合分析',
    head: [
      '项目编码',
      '项目',
      '区域',
      '建筑类型',
      '收费模式',
      '面积（m²）',
      '电（kWh）',
      '气（m³）',
      `冷热量（${heat}）`,
      '标煤（tce）',
      '碳（tCO₂）',
      'kWh/m²',
      'kgce/m²',
      'COP',
      '标煤同比（%）',
      '同类百分位',
      '完整率（%）',
      '估算（%）',
      ...costs,
      ...(money ? ['节能机会（元/年）'] : []),
      '说明',
    ],
    rows: report.rows.map((row): Cell[] => [
      row.ProjectCode,
      row.ProjectName,
      row.AreaName,
      row.BuildType,
      row.ChargeModel,
      figure(row.Area, 2),
      figure(row.Elec, 0),
      figure(row.Gas, 0),
      figure(outputIn(row.CoolHeat, heat), placesOf(heat)),
      figure(row.Tce, 2),
      figure(row.Co2, 2),
      figure(row.PerM2, 2),
      figure(row.KgcePerM2, 2),
      figure(row.Cop, 2),
      rateFigure(row.Yoy),
      figure(row.Percentile, 0),
      figure(row.Complete, 1),
      figure(row.Estimated, 1),
      ...(money ? [figure(row.Cost, 2), figure(row.CostPerM2, 2), figure(row.Opportunity, 0)] : []),
      row.Outlier ? '异常值，不参与排名' : '',
    ]),
    more: [
      {
        title: '区域汇总',
        head: ['区域', ...summaryHead(heat), ...costs, ...(money ? ['说明'] : [])],
        rows: areas.rows.map((one) => summaryRow(one, money, heat)),
      },
      {
        title: '收费模式',
        head: [
          '收费模式',
          ...summaryHead(heat),
          ...costs,
          ...(money ? ['说明', '应计收入（元）'] : []),
          ...(margins ? ['毛利率（%）'] : []),
          ...(money ? ['收入说明'] : []),
        ],
        rows: charges.rows.map((one) => [
          ...summaryRow(one, money, heat),
          ...(money ? [figure(one.Income, 2)] : []),
          ...(margins ? [figure(one.Margin, 1)] : []),
          ...(money ? [(one.IncomeProblems ?? []).join('；')] : []),
        ]),
      },
    ],
    filters: [
      ['期间', `${asked.Month.from} 至 ${asked.Month.to}`],
      ['指标', PORTFOLIO_METRICS[asked.Metric]],
      ['同类', PORTFOLIO_GROUPS[asked.Group]],
      ['数据截至', momentText(report.asOf)],
      ...report.Notes.map((note) => ['说明', note] as const),
    ],
  });
}
