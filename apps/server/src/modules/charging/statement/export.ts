/** 往来对账单 as a workbook, with the figures of the page. */
import type { householdStatementCall, HouseholdStatementShown } from '@hengneng/contracts';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { type Table, workbook } from '../../identity/index.ts';
import { readStatement } from './read.ts';

type Cell = Table['rows'][number][number];
const amount = (value: string | null): Cell => (value === null ? null : { number: value, style: { places: 2 } });

const HEAD = [
  '日期',
  '类型',
  '摘要',
  '单号',
  '应收（元）',
  '减免（元）',
  '冲账（元）',
  '违约金（元）',
  '实收（元）',
  '预存增减（元）',
  '押金增减（元）',
  '未缴余额（元）',
  '预存余额（元）',
  '押金余额（元）',
  '经办人',
];

type Figures = HouseholdStatementShown['sums'];
const figures = (of: Figures): readonly Cell[] =>
  [of.charged, of.reduced, of.settled, of.penalty, of.received, of.prepaid, of.deposit].map(amount);
const balances = (of: HouseholdStatementShown['closing']): readonly Cell[] =>
  [of.owed, of.prepaid, of.deposit].map(amount);
const NONE: readonly Cell[] = Array.from({ length: 7 }, () => null);

export async function exportStatement(
  ctx: Ctx,
  asked: z.output<typeof householdStatementCall.input>,
): Promise<FileAnswer> {
  if (!ctx.session.permissions.exportable.has('amount')) throw forbidden('您没有导出金额的权限');
  const of = await readStatement(ctx, asked);
  return workbook(ctx, {
    title: '往来对账单',
    head: HEAD,
    rows: [
      [of.from, '期初', '', '', ...NONE, ...balances(of.opening), ''],
      ...of.rows.map((row): readonly Cell[] => [
        row.day,
        row.kind,
        row.text,
        row.no,
        ...figures(row.figures),
        ...balances(row.after),
        row.by,
      ]),
      [of.to, '期末', '', '', ...figures(of.sums), ...balances(of.closing), ''],
    ],
    more: [
      {
        title: '期末未缴账单',
        head: ['账单号', '收费项目', '账期', '到期日', '欠本金（元）'],
        rows: of.open.map((bill): readonly Cell[] => [
          bill.billNo,
          bill.fee,
          bill.period,
          bill.dueDate,
          amount(bill.owed),
        ]),
      },
    ],
    filters: [
      ['房间', `${of.room.community} ${of.room.code}`],
      ['业主', of.room.owner],
      ['日期', `${of.from} 至 ${of.to}`],
      ...(of.penalty === null ? [] : [['违约金（元，计至今日，未入账）', of.penalty] as const]),
    ],
  });
}
