/** 结算明细 as a workbook: the same fees, meters and checks as on the page. */
import type { Ctx } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { type Table, workbook } from '../../identity/index.ts';
import { readSettlement } from './report.ts';

type Cell = Table['rows'][number][number];
const figure = (value: string | number | null, places: number): Cell =>
  value === null ? null : { number: String(value), style: { places } };

export async function exportSettlement(
  ctx: Ctx,
  asked: { readonly ContractCode: string; readonly From: string; readonly To: string },
): Promise<FileAnswer> {
  const { exportable } = ctx.session.permissions;
  if (!exportable.has('amount') || !exportable.has('price')) throw forbidden('您没有导出金额和单价的权限');
  const report = await readSettlement(ctx, asked);
  const { contract } = report;
  return workbook(ctx, {
    title: '结算明细',
    head: ['收费项目', '计费依据', '起', '止', '数量', '单位', '单价（元）', '系数', '金额（元）', '说明'],
    rows: [
      ...report.items.map((item): Cell[] => [
        item.fee,
        item.basis,
        item.from,
        item.to,
        figure(item.quantity, 3),
        item.unit,
        figure(item.price, 4),
        figure(item.coefficient, 4),
        figure(item.amount, 2),
        item.problem,
      ]),
      ['合计', ...Array.from({ length: 7 }, () => null), figure(report.sum, 2), report.capital],
    ],
    more: [
      {
        title: '表计明细',
        head: [
          '表计',
          '能源',
          '期初时刻',
          '期初读数',
          '期末时刻',
          '期末读数',
          '倍率',
          '期间换表/清零',
          '用量',
          '单位',
          '完整率（%）',
          '估算（%）',
        ],
        rows: report.meters.map((meter): Cell[] => [
          meter.name,
          meter.energy,
          meter.fromAt,
          figure(meter.open, 2),
          meter.toAt,
          figure(meter.close, 2),
          figure(meter.ratio, 2),
          meter.breaks.join('；'),
          figure(meter.usage, 3),
          meter.unit,
          figure(meter.complete, 1),
          figure(meter.estimated, 1),
        ]),
      },
      {
        title: '核对清单',
        head: ['核对项', '结果', '说明'],
        rows: report.checks.map(({ what, ok, words }) => [what, ok ? '通过' : '未通过', words]),
      },
    ],
    filters: [
      ['项目', contract.projectName],
      ['合同', `${contract.ContractCode} ${contract.name}`],
      ['客户', contract.customerName],
      ['结算期', `${asked.From} 至 ${asked.To}`],
      ['截账', report.cut === null ? '未截账' : `${report.cut.SettleNo}，${report.cut.by} ${report.cut.at}`],
      ['完整率', report.complete === null ? '—' : `${report.complete}%`],
      ['估算占比', report.estimated === null ? '—' : `${report.estimated}%`],
      ['数据截至', report.asOf],
    ],
  });
}
