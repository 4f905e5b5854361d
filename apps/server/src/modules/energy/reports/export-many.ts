/** 年报表, 能耗同比(客户) and 区域能耗同比 as workbooks. */
import type { areaInput, clientInput, yearInput } from '@hengneng/contracts';
import { areaInUnit, clientInUnit, type EnergyUnit, yearInUnit } from '@hengneng/energy/units';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Table } from '../../identity/index.ts';
import { savingsSheet } from '../analysis/savings.ts';
import { type AreaReport, readArea } from './area.ts';
import { about, placesOf } from './cells.ts';
import { type Cell, figure, momentText, qualityWords, rateFigure } from '../workbook.ts';
import { readClient } from './client.ts';
import { readYear } from './year.ts';

type InHeatUnit<I extends z.ZodType> = z.output<I> & { readonly HeatUnit: EnergyUnit };

export async function yearTable(ctx: Ctx, asked: InHeatUnit<typeof yearInput>): Promise<Table> {
  const told = await readYear(ctx, asked, true);
  const report = asked.Unit === '实物量' ? yearInUnit(told, asked.HeatUnit) : told;
  const places = (unit: string): number => (asked.Unit === '实物量' ? placesOf(unit) : 2);
  const designed = report.rows.some(({ design }) => design !== null);
  return {
    title: '年报表',
    head: [
      '能源',
      '单位',
      ...report.months,
      '全年',
      '去年',
      '同比（%）',
      '单位面积',
      ...(designed ? ['设计', '占设计（%）'] : []),
      '完整率（%）',
      '估算（%）',
    ],
    rows: report.rows.map((row): Cell[] => [
      row.name,
      row.unit,
      ...report.months.map((month) => figure(row.months[month], places(row.unit))),
      figure(row.total, places(row.unit)),
      figure(row.last, places(row.unit)),
      rateFigure(row.yoy),
      figure(row.perM2, 2),
      ...(designed ? [figure(row.design?.total ?? null, places(row.unit)), figure(row.design?.share ?? null, 1)] : []),
      figure(row.complete, 1),
      figure(row.estimated, 1),
    ]),
    more: [await savingsSheet(ctx, asked)],
    filters: [
      ...about(report, `${asked.Year} ${asked.YearKind}，累计 ${report.over} 个月（未结束的月份不计入全年与同比）`),
      ['单位', asked.Unit] as const,
      ...qualityWords(report.whole),
      ...report.notes.map((note) => ['说明', note] as const),
    ],
  };
}

export async function clientTable(ctx: Ctx, asked: InHeatUnit<typeof clientInput>): Promise<Table> {
  const report = clientInUnit(await readClient(ctx, asked), asked.HeatUnit);
  return {
    title: '能耗同比(客户)',
    head: [
      '月份',
      `供冷/供热量（${asked.HeatUnit}）`,
      '去年',
      '同比（%）',
      '电（kWh）',
      '去年',
      '同比（%）',
      '气（m³）',
      '去年',
      '同比（%）',
      '室外均温（℃）',
      '去年室外均温（℃）',
      `单位面积（${asked.HeatUnit}/m²）`,
    ],
    rows: report.rows.map((row): Cell[] => [
      row.month,
      ...(['output', 'elec', 'gas'] as const).flatMap((key): Cell[] => [
        figure(row[key].now, key === 'output' ? placesOf(asked.HeatUnit) : 0),
        figure(row[key].last, key === 'output' ? placesOf(asked.HeatUnit) : 0),
        rateFigure(row[key].yoy),
      ]),
      figure(row.meanC, 1),
      figure(row.lastMeanC, 1),
      figure(row.perM2, 2),
    ]),
    filters: [
      ['客户', report.customerName] as const,
      ...about(report, `${asked.From} 至 ${asked.To}`),
      ['版本', report.Version === null ? '现行（未签发）' : `第 ${report.Version} 版`] as const,
      ...report.summary.map((words) => ['摘要', words] as const),
      ...qualityWords(report.whole),
    ],
  };
}

const areaCells = (of: Omit<AreaReport['total'], 'Projects'>, money: boolean, heat: EnergyUnit): Cell[] => [
  figure(of.Area, 2),
  figure(of.Elec, 0),
  figure(of.Gas, 0),
  figure(of.CoolHeat, placesOf(heat)),
  figure(of.Tce, 2),
  figure(of.PerM2, 2),
  figure(of.KgcePerM2, 2),
  figure(of.LastKgcePerM2, 2),
  rateFigure(of.YoyElec),
  rateFigure(of.YoyGas),
  rateFigure(of.YoyTce),
  ...(money ? [figure(of.Cost, 2), figure(of.CostPerM2, 2), rateFigure(of.YoyCost)] : []),
  figure(of.Complete, 1),
  figure(of.Estimated, 1),
];

export async function areaTable(ctx: Ctx, asked: InHeatUnit<typeof areaInput>): Promise<Table> {
  const { HeatUnit: heat } = asked;
  const report = areaInUnit(await readArea(ctx, asked, true), heat);
  const money = report.total.Cost !== undefined;
  const figures = [
    '面积（m²）',
    '电（kWh）',
    '气（m³）',
    `冷热量（${heat}）`,
    '标煤（tce）',
    'kWh/m²',
    'kgce/m²',
    '去年 kgce/m²',
    '同比电（%）',
    '同比气（%）',
    '同比标煤（%）',
    ...(money ? ['能源费（元）', '元/m²', '同比费用（%）'] : []),
    '完整率（%）',
    '估算（%）',
  ];
  return {
    title: '区域同比',
    head: [asked.GroupBy, '项目数', ...figures],
    rows: [
      ...report.rows.map((row): Cell[] => [row.GroupName, figure(row.Projects, 0), ...areaCells(row, money, heat)]),
      ['合计', figure(report.total.Projects, 0), ...areaCells(report.total, money, heat)],
    ],
    more: [
      {
        title: '项目',
        head: [asked.GroupBy, '项目', ...figures],
        rows: report.rows.flatMap((row) =>
          row.items.map((item): Cell[] => [row.GroupName, item.ProjectName, ...areaCells(item, money, heat)]),
        ),
      },
      {
        title: '剔除',
        head: ['项目', '原因'],
        rows: report.Excluded.map((one): Cell[] => [one.ProjectName, one.Reason]),
      },
    ],
    filters: [
      ['期间', `${asked.From} 至 ${asked.To}`],
      ['口径', asked.SameProjects ? '只比同口径项目：两期都在运营且完整率不低于 95%' : '全部可见项目'],
      ['数据截至', momentText(report.asOf)],
      ...(report.total.CostProblems ?? []).map((problem) => ['费用不全', problem] as const),
      ...qualityWords({ complete: report.total.Complete, estimated: report.total.Estimated }),
      ...report.notes.map((note) => ['系数', note] as const),
    ],
  };
}
