/** 内部日报 as a workbook: the same rows as the page, the fees of contracts on a sheet of their own. */
import type { internalExport } from '@hengneng/contracts';
import { internalInUnit } from '@hengneng/energy/units';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { workbook } from '../../identity/index.ts';
import { takesCosts } from '../costs/index.ts';
import { type Cell, figure, momentText, rateFigure } from '../workbook.ts';
import { placesOf } from './cells.ts';
import { readInternal } from './internal.ts';

/** Of which month a day's labour is, where it is not its own. */
const labourWords = (labour: { readonly month: string } | null | undefined, date: string): string =>
  labour == null ? '近三个月没有入账人工，毛利未扣人工' : date.startsWith(labour.month) ? '' : `人工按 ${labour.month}`;

export async function exportInternal(ctx: Ctx, asked: z.output<typeof internalExport.input>): Promise<FileAnswer> {
  if (!takesCosts(ctx.session)) throw forbidden('您没有导出金额的权限');
  const report = internalInUnit(await readInternal(ctx, asked), asked.HeatUnit);
  const margins = report.margin !== undefined && ctx.session.permissions.exportable.has('margin');
  return workbook(ctx, {
    title: '内部日报',
    head: [
      '项目编号',
      '项目',
      '区域',
      '收费模式',
      '面积（m²）',
      '室外均温（℃）',
      ...report.categories.map(({ name, unit }) => `${name}（${unit}）`),
      '能源成本（元）',
      '应计收入（元）',
      ...(margins ? ['人工日摊（元）', '日毛利（元）'] : []),
      '元/m²',
      `元/${asked.HeatUnit}冷热`,
      'COP',
      '同比（%）',
      '环比（%）',
      '完整率（%）',
      '估算（%）',
      '说明',
    ],
    rows: report.rows.map((row): Cell[] => [
      row.code,
      row.name,
      row.area,
      row.chargeModel,
      figure(row.areaM2, 0),
      figure(row.meanC, 1),
      ...report.categories.map(({ code, unit }) => figure(row.used[code], placesOf(unit))),
      figure(row.cost.amount, 2),
      figure(row.income.amount, 2),
      ...(margins ? [figure(row.labour?.amount, 2), figure(row.margin, 2)] : []),
      figure(row.perM2, 2),
      figure(row.perOutput, 4),
      figure(row.cop, 2),
      rateFigure(row.yoy),
      rateFigure(row.mom),
      figure(row.complete, 1),
      figure(row.estimated, 1),
      [...row.cost.problems, ...row.income.problems, ...(margins ? [labourWords(row.labour, report.date)] : [])]
        .filter(Boolean)
        .join('；'),
    ]),
    more: [
      {
        title: '应计收入',
        head: ['项目', '合同', '收费项目', '计费依据', '数量', '单位', '单价（元）', '金额（元）', '说明'],
        rows: report.rows.flatMap((row) =>
          row.fees.map((fee): Cell[] => [
            row.name,
            fee.contract,
            fee.fee,
            fee.basis,
            figure(fee.quantity, 3),
            fee.unit,
            figure(fee.price, 4),
            figure(fee.amount, 2),
            fee.problem,
          ]),
        ),
      },
    ],
    filters: [
      ['页眉', '内部资料'],
      ['日期', report.date],
      [
        '口径',
        '能源成本=当日用量×单价（含税，基本电费与力调不分日）；应计收入为估计，正式以结算单为准；日毛利=应计收入−能源成本−人工日摊，人工日摊=当月已入账人工÷当月天数，当月未入账的用最近三个月内最近一月',
      ],
      ['数据截至', momentText(report.asOf)],
      ['完整率', report.complete === null ? '—' : `${report.complete}%`],
    ],
  });
}
