/** 能源账单对账表 as a workbook: the rows of the page. */
import type { Ctx } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { workbook } from '../../identity/index.ts';
import { takesCosts } from '../costs/index.ts';
import { type Cell, figure, momentText } from '../workbook.ts';
import { listBills } from './read.ts';
import { sharesSheet } from './shares.ts';

export async function exportBills(ctx: Ctx, asked: Parameters<typeof listBills>[1]): Promise<FileAnswer> {
  if (!takesCosts(ctx.session)) throw forbidden('您没有导出金额的权限');
  const { ProjectCode, CategoryCode } = asked;
  const { rows, expected, asOf } = await listBills(ctx, asked);
  return workbook(ctx, {
    title: '能源账单对账表',
    head: [
      '项目',
      '能源',
      '单位',
      '供能单位',
      '户号',
      '账期起',
      '账期止',
      '上期示数',
      '本期示数',
      '倍率',
      '账单用量',
      '尖',
      '峰',
      '平',
      '谷',
      '基本电费（元）',
      '力调（元）',
      '滞纳金（元）',
      '账单金额（元）',
      '试算金额（元）',
      '发票号',
      '抄表用量',
      '差',
      '差率（%）',
      '允许（%）',
      '状态',
      '说明',
      '责任人',
      '完整率（%）',
      '估算（%）',
    ],
    rows: rows.map((row): Cell[] => [
      row.ProjectName,
      row.CategoryName,
      row.Unit,
      row.Supplier,
      row.AccountNo,
      row.From,
      row.To,
      figure(row.LastReading, 2),
      figure(row.ThisReading, 2),
      figure(row.Ratio, 2),
      figure(row.Usage, 2),
      figure(row.Sharp, 2),
      figure(row.Peak, 2),
      figure(row.Flat, 2),
      figure(row.Valley, 2),
      figure(row.BasicFee, 2),
      figure(row.PowerFactorFee, 2),
      figure(row.LateFee, 2),
      figure(row.Amount, 2),
      figure(row.Trial, 2),
      row.InvoiceNo,
      figure(row.MeterUsage, 2),
      figure(row.Difference, 2),
      figure(row.DiffRate, 1),
      figure(row.Allowed, 1),
      row.State,
      row.Note,
      row.Editor,
      figure(row.complete, 1),
      figure(row.estimated, 1),
    ]),
    more: [
      {
        title: '应到未到',
        head: ['项目', '能源', '供能单位', '户号', '上一账期止'],
        rows: expected.map((one) => [one.ProjectName, one.CategoryName, one.Supplier, one.AccountNo, one.lastTo]),
      },
      ...(ProjectCode && CategoryCode
        ? [await sharesSheet(ctx, { ProjectCode, CategoryCode, Month: asked.Month })]
        : []),
    ],
    filters: [
      ['账期', asked.Month],
      ['口径', '抄表用量为账期首末日之间各总表日用量之和；差率 =（抄表 − 账单）÷ 账单'],
      ['数据截至', momentText(asOf)],
    ],
  });
}
