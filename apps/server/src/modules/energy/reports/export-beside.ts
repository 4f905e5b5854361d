/** Several projects side by side as workbooks: the figures of the page, with the same sums. */
import type { besideExport, BesideRow, BesideSum } from '@hengneng/contracts';
import { besideInUnit, besideSeriesInUnit } from '@hengneng/energy/units';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { type Table, workbook } from '../../identity/index.ts';
import { takesCosts } from '../costs/index.ts';
import { type Cell, type Column, figure, qualityWords, rateFigure, sheetOf } from '../workbook.ts';
import { type Beside, type BesideSeries, readBeside, readBesideSeries } from './beside.ts';
import { about, placesOf } from './cells.ts';

type Figures = BesideRow | BesideSum;

const quantity = (row: Figures, value: string | null): Cell => figure(value, placesOf(row.unit));
const nameOf = (row: Figures): string =>
  'projectName' in row ? row.projectName : row.projects === 1 ? '合计' : `合计 ${row.projects} 个项目`;

const FIRST: readonly Column<Figures>[] = [
  ['项目', nameOf],
  ['区域', (row) => ('areaName' in row ? row.areaName : null)],
  ['能源', (row) => row.name],
  ['单位', (row) => row.unit],
];
const LAST: readonly Column<Figures>[] = [
  ['完整率（%）', (row) => figure(row.complete, 1)],
  ['估算（%）', (row) => figure(row.estimated, 1)],
];
const YOY: readonly Column<Figures>[] = [
  ['本期', (row) => quantity(row, row.now)],
  ['去年同期', (row) => quantity(row, row.last)],
  ['增减', (row) => quantity(row, row.difference)],
  ['同比（%）', (row) => rateFigure(row.yoy)],
  ['修正后去年', (row) => figure(row.adjustedLast, placesOf(row.unit))],
  ['修正同比（%）', (row) => figure(row.adjustedYoy, 1)],
  ['不比较的原因', (row) => row.yoy.reason],
  ['去年完整率（%）', (row) => figure(row.lastComplete, 1)],
];
const MONTH: readonly Column<Figures>[] = [
  ['用量', (row) => quantity(row, row.usage)],
  ['其中调整', (row) => quantity(row, row.adjusted)],
  ['尖', (row) => figure(row.tou?.sharp, 0)],
  ['峰', (row) => figure(row.tou?.peak, 0)],
  ['平', (row) => figure(row.tou?.flat, 0)],
  ['谷', (row) => figure(row.tou?.valley, 0)],
  ['单位面积（/m²）', (row) => figure(row.perM2, 2)],
  ['标煤（tce）', (row) => figure(row.tce, 2)],
  ['碳（tCO₂）', (row) => figure(row.tCo2, 2)],
  ['环比（%）', (row) => rateFigure(row.mom)],
  ['同比（%）', (row) => rateFigure(row.yoy)],
];
const COST: readonly Column<Figures>[] = [
  ['平均单价（元）', (row) => figure(row.cost?.meanPrice, 4)],
  ['费用（元）', (row) => figure(row.cost?.amount, 2)],
  ['元/m²', (row) => figure(row.cost?.perM2, 2)],
  ['费用说明', (row) => row.cost?.problems.join('；') ?? ''],
];

const besideTable = (report: Beside, kind: 'month' | 'yoy', span: string, money: boolean): Table => {
  const columns = [...FIRST, ...(kind === 'yoy' ? YOY : MONTH), ...(money ? COST : []), ...LAST];
  const title = kind === 'yoy' ? '能耗同比（多项目）' : '月报表（多项目）';
  return {
    ...sheetOf<Figures>(title, columns, [...report.rows, ...report.sums]),
    filters: [
      ...about(report, span),
      ...(money ? [['费用合计（元）', report.whole.cost?.amount ?? '—'] as const] : []),
      ['标煤合计（tce）', report.whole.tce === null ? '—' : String(report.whole.tce)],
      ...qualityWords(report.whole),
      ...report.notes.map((note) => ['系数', note] as const),
      ...(money ? (report.whole.cost?.problems ?? []).map((words) => ['费用不全', words] as const) : []),
    ],
  };
};

const seriesTable = (report: BesideSeries, span: string): Table => {
  const places = placesOf(report.category.unit);
  const { projects, category } = report;
  return {
    title: '项目数据（多项目）',
    head: [
      '时间',
      ...projects.map(({ name }) => `${name}（${category.unit}）`),
      `合计（${category.unit}）`,
      '完整率（%）',
      '估算（%）',
    ],
    rows: [
      ...report.rows.map((row): Cell[] => [
        row.t,
        ...projects.map(({ code }) => figure(row.of[code]?.u, places)),
        figure(row.sum, places),
        figure(row.complete, 1),
        figure(row.estimated, 1),
      ]),
      [
        '合计',
        ...projects.map(({ total }) => figure(total, places)),
        figure(report.total, places),
        figure(report.whole.complete, 1),
        figure(report.whole.estimated, 1),
      ],
    ],
    more: [
      {
        title: '数据质量',
        head: ['项目', '完整率（%）', '估算（%）'],
        rows: projects.map((one): Cell[] => [one.name, figure(one.complete, 1), figure(one.estimated, 1)]),
      },
    ],
    filters: [...about(report, span), ['能源', category.name], ...qualityWords(report.whole)],
  };
};

export async function exportBeside(ctx: Ctx, asked: z.output<typeof besideExport.input>): Promise<FileAnswer> {
  const span = `${asked.From} 至 ${asked.To}`;
  if (asked.Kind === 'ledger')
    return workbook(ctx, seriesTable(besideSeriesInUnit(await readBesideSeries(ctx, asked), asked.HeatUnit), span));
  // Amounts leave in a file by a right of their own.
  return workbook(
    ctx,
    besideTable(besideInUnit(await readBeside(ctx, asked), asked.HeatUnit), asked.Kind, span, takesCosts(ctx.session)),
  );
}
