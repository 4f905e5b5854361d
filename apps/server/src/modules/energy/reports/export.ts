/** The reports as workbooks: the same rows, in the same order, with the same words as on the page. */
import type { MonthParts, reportExport } from '@hengneng/contracts';
import { daysInUnit, monthInUnit, partsInUnit, yoyInUnit } from '@hengneng/energy/units';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { type Table, workbook } from '../../identity/index.ts';
import { monthParts } from '../analysis/month-parts.ts';
import { areaTable, clientTable, yearTable } from './export-many.ts';
import { ledgerTable } from './export-ledger.ts';
import { dailyTable } from './export-daily.ts';
import { about, placesOf } from './cells.ts';
import { type Cell, figure, qualityWords, rateFigure } from '../workbook.ts';
import { takesCosts } from '../costs/index.ts';
import { type Days, readDays } from './days.ts';
import { type Month, readMonth } from './month.ts';
import { type Yoy, readYoy } from './yoy.ts';

type Asked = z.output<typeof reportExport.input>;

/** Energies of which any day was judged. */
const judgedOf = (report: Days): Days['categories'] =>
  report.categories.filter(({ code }) => report.rows.some(({ sameTemp }) => sameTemp[code] !== undefined));

const daysSpan = ({ From, To, Functions }: Extract<Asked, { readonly Kind: 'days' }>): string =>
  `${From} 至 ${To}${Functions.length === 0 ? '' : `，${Functions.join('、')}`}`;

const daysTable = (report: Days, span: string, shown: boolean): Table => ({
  title: '逐日报表',
  head: [
    '日期',
    '星期',
    '天气',
    '室外均温（℃）',
    'HDD18（℃·d）',
    'CDD26（℃·d）',
    '运行（h）',
    ...report.categories.map(({ name, unit }) => `${name}（${unit}）`),
    '峰谷比',
    'COP',
    'kWh/m²',
    '标煤（kgce）',
    '碳（kgCO₂）',
    ...(shown ? ['能源费（元）', '元/m²'] : []),
    ...judgedOf(report).map(({ name }) => `${name}同温偏差（%）`),
    '判定',
    '完整率（%）',
    '估算（%）',
    '说明',
  ],
  rows: [
    ...report.rows.map((row): Cell[] => [
      row.day,
      row.weekday,
      row.condition,
      figure(row.meanC, 1),
      figure(row.hdd, 1),
      figure(row.cdd, 1),
      figure(row.hours, 1),
      ...report.categories.map(({ code, unit }) => figure(row.used[code], placesOf(unit))),
      figure(row.peakToValley, 2),
      figure(row.cop, 2),
      figure(row.perM2, 2),
      figure(row.kgce, 1),
      figure(row.kgCo2, 1),
      ...(shown ? [figure(row.cost?.amount, 2), figure(row.cost?.perM2, 2)] : []),
      ...judgedOf(report).map(({ code }) => figure(row.sameTemp[code]?.deviation, 1)),
      judgedOf(report)
        .flatMap(({ code, name }) => {
          const verdict = row.sameTemp[code];
          return verdict === undefined ? [] : [`${name}：${verdict.words}`];
        })
        .join('；'),
      figure(row.complete, 1),
      figure(row.estimated, 1),
      [
        ...(row.stopped ? ['停机日'] : row.doubtful ? ['有待确认或未计的量'] : []),
        ...(shown ? (row.cost?.problems ?? []) : []),
      ].join('；'),
    ]),
    [
      '合计',
      ...Array.from({ length: 6 }, () => null),
      ...report.categories.map(({ code, unit }) => figure(report.totals[code]?.sum, placesOf(unit))),
      ...Array.from({ length: 5 }, () => null),
      ...(shown ? [figure(report.cost?.amount, 2), figure(report.cost?.perM2, 2)] : []),
      ...Array.from({ length: judgedOf(report).length + 1 }, () => null),
      figure(report.whole.complete, 1),
      figure(report.whole.estimated, 1),
      null,
    ],
  ],
  filters: [...about(report, span), ...qualityWords(report.whole)],
});

const partsSheet = ({ dimension, rows }: MonthParts): NonNullable<Table['more']>[number] => ({
  title: `按${dimension}`,
  head: [
    '能源',
    dimension,
    '单位',
    '用量',
    '占比（%）',
    '标煤（tce）',
    '碳（tCO₂）',
    '环比（%）',
    '同比（%）',
    '完整率（%）',
    '估算（%）',
  ],
  rows: rows.map((row): Cell[] => [
    row.energy,
    row.name,
    row.unit,
    figure(row.usage, placesOf(row.unit)),
    figure(row.share, 1),
    figure(row.tce, 2),
    figure(row.tCo2, 2),
    rateFigure(row.mom),
    rateFigure(row.yoy),
    figure(row.complete, 1),
    figure(row.estimated, 1),
  ]),
});

const monthTable = (report: Month, shown: boolean, parts: MonthParts | null): Table => ({
  title: '月报表',
  head: [
    '能源',
    '单位',
    '用量',
    '其中调整',
    '尖',
    '峰',
    '平',
    '谷',
    '单位面积（/m²）',
    '标煤（tce）',
    '碳（tCO₂）',
    ...(shown ? ['平均单价（元）', '费用（元）', '其中基本电费（元）', '其中力调电费（元）', '元/m²', '费用说明'] : []),
    '环比（%）',
    '同比（%）',
    '修正同比（%）',
    '设计',
    '占设计（%）',
    '完整率（%）',
    '估算（%）',
  ],
  rows: report.rows.map((row): Cell[] => [
    row.name,
    row.unit,
    figure(row.usage, placesOf(row.unit)),
    figure(row.adjusted, placesOf(row.unit)),
    figure(row.tou?.sharp, 0),
    figure(row.tou?.peak, 0),
    figure(row.tou?.flat, 0),
    figure(row.tou?.valley, 0),
    figure(row.perM2, 2),
    figure(row.tce, 2),
    figure(row.tCo2, 2),
    ...(shown
      ? [
          figure(row.cost?.meanPrice, 4),
          figure(row.cost?.amount, 2),
          figure(row.cost?.basic, 2),
          figure(row.cost?.powerFactor, 2),
          figure(row.cost?.perM2, 2),
          row.cost?.problems.join('；') ?? '',
        ]
      : []),
    rateFigure(row.mom),
    rateFigure(row.yoy),
    figure(row.adjustedYoy, 1),
    figure(row.design, placesOf(row.unit)),
    figure(row.designShare, 1),
    figure(row.complete, 1),
    figure(row.estimated, 1),
  ]),
  more: [
    ...(parts === null ? [] : [partsSheet(parts)]),
    {
      title: '本月调整',
      head: [
        '单号',
        '原月份',
        '计入月份',
        '表计',
        '调整量',
        '单位',
        ...(shown ? ['调整金额（元）'] : []),
        '原因',
        '提出人',
        '同意人',
        '状态',
      ],
      rows: report.adjustments.map((one): Cell[] => [
        one.serial,
        one.fromMonth,
        one.toMonth,
        one.meter,
        figure(one.quantity, 2),
        one.unit,
        ...(shown ? [figure(one.amount, 2)] : []),
        one.reason,
        one.by,
        one.decider,
        one.state,
      ]),
    },
  ],
  filters: [
    ...about(report, `${report.month}（${report.standing}，截至 ${report.until}）`),
    ...qualityWords(report.whole),
    ...report.notes.map((note) => ['系数', note] as const),
    ...(shown
      ? ([
          ['费用合计（元）', report.cost?.amount ?? '—'],
          ...(report.cost?.problems ?? []).map((words) => ['费用不全', words] as const),
        ] as const)
      : []),
  ],
});

const yoyTable = (report: Yoy, span: string, shown: boolean): Table => ({
  title: '能耗同比',
  head: [
    '月份',
    '能源',
    '单位',
    '本期',
    '其中调整',
    '去年同期',
    '其中调整',
    '增减',
    '同比（%）',
    '本期度日（℃·d）',
    '去年度日（℃·d）',
    '修正后去年',
    '修正同比（%）',
    ...(shown
      ? ['本期费用（元）', '去年费用（元）', '费用同比（%）', '本期平均单价（元）', '去年平均单价（元）', '费用说明']
      : []),
    '本期完整率（%）',
    '去年完整率（%）',
    '本期估算（%）',
    '去年估算（%）',
  ],
  rows: report.rows.map((row): Cell[] => [
    row.month,
    row.name,
    row.unit,
    figure(row.now, placesOf(row.unit)),
    figure(row.adjusted, placesOf(row.unit)),
    figure(row.last, placesOf(row.unit)),
    figure(row.lastAdjusted, placesOf(row.unit)),
    figure(row.difference, placesOf(row.unit)),
    rateFigure(row.yoy),
    figure(row.degreeDays, 1),
    figure(row.lastDegreeDays, 1),
    figure(row.adjustedLast, placesOf(row.unit)),
    figure(row.adjustedYoy, 1),
    ...(shown
      ? [
          figure(row.cost?.amount, 2),
          figure(row.lastCost?.amount, 2),
          rateFigure(row.costYoy),
          figure(row.cost?.meanPrice, 4),
          figure(row.lastCost?.meanPrice, 4),
          [...(row.cost?.problems ?? []), ...(row.lastCost?.problems ?? [])].join('；'),
        ]
      : []),
    figure(row.complete, 1),
    figure(row.lastComplete, 1),
    figure(row.estimated, 1),
    figure(row.lastEstimated, 1),
  ]),
  filters: [
    ...about(report, span),
    ...qualityWords(report.whole),
    ...(report.areaWords.length === 0 ? [] : [['面积变化', report.areaWords.join('；')] as const]),
  ],
});

export async function exportReport(ctx: Ctx, asked: Asked): Promise<FileAnswer> {
  // Amounts leave in a file by a right of their own.
  const shown = takesCosts(ctx.session);
  switch (asked.Kind) {
    case 'days':
      return workbook(
        ctx,
        daysTable(daysInUnit(await readDays(ctx, asked, { judged: true }), asked.HeatUnit), daysSpan(asked), shown),
      );
    case 'month': {
      const parts = await monthParts(ctx, asked, asked.Dimension);
      const report = monthInUnit(await readMonth(ctx, asked), asked.HeatUnit);
      return workbook(ctx, monthTable(report, shown, parts === null ? null : partsInUnit(parts, asked.HeatUnit)));
    }
    case 'daily':
      return workbook(ctx, await dailyTable(ctx, asked));
    case 'ledger':
      return workbook(ctx, await ledgerTable(ctx, asked));
    case 'year':
      return workbook(ctx, await yearTable(ctx, asked));
    case 'client':
      return workbook(ctx, await clientTable(ctx, asked));
    case 'area':
      return workbook(ctx, await areaTable(ctx, asked));
    case 'yoy':
      return workbook(
        ctx,
        yoyTable(yoyInUnit(await readYoy(ctx, asked), asked.HeatUnit), `${asked.From} 至 ${asked.To}`, shown),
      );
  }
}

type Customers =
  | { readonly Kind: 'day'; readonly ProjectCode: string; readonly Date: string }
  | {
      readonly Kind: 'client';
      readonly ProjectCode: string;
      readonly From: string;
      readonly To: string;
    };

/** A signed version as the customer gets it, in the unit in which it was signed. @throws notFound where there is no such version */
export const customerTable = (ctx: Ctx, of: Customers, version: number): Promise<Table> =>
  of.Kind === 'day'
    ? dailyTable(ctx, {
        ProjectCode: of.ProjectCode,
        Date: of.Date,
        Version: version,
        Audience: '客户',
        HeatUnit: 'kWh',
      })
    : clientTable(ctx, {
        ProjectCode: of.ProjectCode,
        From: of.From,
        To: of.To,
        Version: version,
        HeatUnit: 'kWh',
      });
