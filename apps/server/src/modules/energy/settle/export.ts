/** 结算明细 as a workbook and 结算确认单 as a sheet: the same fees, meters and checks as on the page. */
import type { settleExport } from '@hengneng/contracts';
import { CHINA, dayAt } from '@hengneng/energy/measuring';
import { thousands } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden, refused } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { workbook } from '../../identity/index.ts';
import { type Payee, payeeOf } from '../accounts/index.ts';
import { type Cell, type Column, figure, momentText, paperFile, qualityWords, sheetOf } from '../workbook.ts';
import { readSettlement, type Settlement } from './report.ts';

type Item = Settlement['items'][number];
type Meter = Settlement['meters'][number];

const ITEMS: readonly Column<Item>[] = [
  ['收费项目', (one) => one.fee],
  ['计费依据', (one) => one.basis],
  ['起', (one) => one.from],
  ['止', (one) => one.to],
  ['数量', (one) => figure(one.quantity, 3)],
  ['单位', (one) => one.unit],
  ['单价（元）', (one) => figure(one.price, 4)],
  ['系数', (one) => figure(one.coefficient, 4)],
  ['金额（元）', (one) => figure(one.amount, 2)],
  ['税率（%）', (one) => figure(one.taxRate, 2)],
  ['不含税（元）', (one) => figure(one.net, 2)],
  ['税额（元）', (one) => figure(one.tax, 2)],
  ['说明', (one) => one.problem],
];

const METERS: readonly Column<Meter>[] = [
  ['表计', (one) => one.name],
  ['能源', (one) => one.energy],
  ['期初时刻', (one) => momentText(one.fromAt)],
  ['期初读数', (one) => figure(one.open, 2)],
  ['期末时刻', (one) => momentText(one.toAt)],
  ['期末读数', (one) => figure(one.close, 2)],
  ['倍率', (one) => figure(one.ratio, 2)],
  ['期间换表/清零', (one) => one.breaks.join('；')],
  ['用量', (one) => figure(one.usage, 3)],
  ['单位', (one) => one.unit],
  ['完整率（%）', (one) => figure(one.complete, 1)],
  ['估算（%）', (one) => figure(one.estimated, 1)],
];

const totals = (report: Settlement): Cell[] => [
  '合计',
  ...Array.from({ length: 7 }, () => null),
  figure(report.sum, 2),
  null,
  figure(report.net, 2),
  figure(report.tax, 2),
  report.capital,
];

/** As it was when the period was cut, else as it is now. */
async function payeeFor(ctx: Ctx, { contract, cut }: Settlement): Promise<Payee> {
  const kept =
    cut === null
      ? null
      : (
          await sql<{ payee: Payee | null }>`select payee from settle_cut where settle_no = ${cut.SettleNo}`.execute(
            ctx.db,
          )
        ).rows[0]?.payee;
  const payee = kept ?? (await payeeOf(ctx.db, contract.ProjectCode, dayAt(ctx.now.getTime(), CHINA)));
  if (payee === null) throw refused('该项目未设置收款账户，结算单不能打印，请先在「用户收款账户」为它绑定');
  return payee;
}

export async function exportSettlement(ctx: Ctx, asked: z.output<typeof settleExport.input>): Promise<FileAnswer> {
  const { exportable } = ctx.session.permissions;
  if (!exportable.has('amount') || !exportable.has('price')) throw forbidden('您没有导出金额和单价的权限');
  const report = await readSettlement(ctx, asked);
  const { contract, cut } = report;
  const fees = sheetOf('结算明细', ITEMS, report.items, [totals(report)]);
  const meters = sheetOf('表计明细', METERS, report.meters);
  const about: readonly (readonly [string, string])[] = [
    ['项目', contract.projectName],
    ['合同', `${contract.ContractCode} ${contract.name}`],
    ['客户', contract.customerName],
    ['结算期', `${asked.From} 至 ${asked.To}`],
    ['截账', cut === null ? '未截账，仅供核对' : `${cut.SettleNo}，${cut.by} ${momentText(cut.at).slice(0, 10)}`],
    ...qualityWords(report),
    ['单位', '冷热量按合同单价约定的单位结算，表计明细按表计的单位'],
    ['数据截至', momentText(report.asOf)],
  ];
  if (asked.Format === 'pdf') {
    const payee = await payeeFor(ctx, report);
    return paperFile(
      ctx,
      {
        title: '结算确认单',
        about: [
          ...about,
          ['价税合计', report.sum === null ? '—' : `${thousands(report.sum)} 元（${report.capital}）`],
          [
            '其中',
            report.net === null
              ? '税率未填全，税额不能给出'
              : `不含税 ${thousands(report.net)} 元，税额 ${thousands(report.tax ?? '')} 元`,
          ],
          [
            '付款账户',
            `${payee.name}，${payee.bank}，账号 ${payee.number}${payee.unionNo && `，联行号 ${payee.unionNo}`}`,
          ],
        ],
        sheets: [fees, meters],
        remarks: report.checks.flatMap(({ ok, what, words }) => (ok ? [] : [`${what}：${words}`])),
        seals: [
          { title: `甲方：${contract.partyA || contract.customerName}`, lines: ['（签章）', '日期：'] },
          { title: `乙方：${contract.partyB}`, lines: ['（签章）', '日期：'] },
        ],
        foot: `${cut?.SettleNo ?? contract.ContractCode} ${asked.From}~${asked.To}`,
      },
      `结算确认单_${contract.ContractCode}_${asked.From}`,
    );
  }
  return workbook(ctx, {
    ...fees,
    more: [
      meters,
      {
        title: '核对清单',
        head: ['核对项', '结果', '说明'],
        rows: report.checks.map(({ what, ok, words }) => [what, ok ? '通过' : '未通过', words]),
      },
    ],
    filters: about,
  });
}
