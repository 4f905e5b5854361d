/** 抄表台账 as a workbook: each reading and use of each meter on a line of its own, with quality and version. */
import type { ledgerInput } from '@hengneng/contracts';
import { timeText, CHINA } from '@hengneng/energy/measuring';
import { type EnergyUnit, ledgerInUnit } from '@hengneng/energy/units';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Table } from '../../identity/index.ts';
import { about } from './cells.ts';
import { type Cell, figure, qualityWords } from '../workbook.ts';
import { readLedger } from './ledger.ts';

/** Readings and use are written with all their places. */
const whole = (value: string | null): Cell =>
  value === null ? null : { number: value, style: { places: Math.min(6, value.split('.')[1]?.length ?? 0) } };

export async function ledgerTable(
  ctx: Ctx,
  asked: z.output<typeof ledgerInput> & { readonly HeatUnit: EnergyUnit },
): Promise<Table> {
  const ledger = ledgerInUnit(await readLedger(ctx, asked), asked.HeatUnit);
  const version = asked.AsOf ? timeText(Date.parse(asked.AsOf), CHINA) : '现行';
  return {
    title: '抄表台账',
    head: ['时间', '能源', '表计', '编号', '读数', '用量', '单位', '品质', '说明', '数据版本'],
    rows: ledger.Series.flatMap((series) =>
      series.Points.map(({ t, v, u, flag, doubt }): Cell[] => [
        t,
        series.CategoryName,
        series.Name,
        series.Code,
        whole(v),
        whole(u),
        series.Unit,
        flag,
        doubt,
        version,
      ]),
    ),
    more: [
      {
        title: '合计',
        head: ['能源', '单位', '用量', '完整率（%）', '估算（%）'],
        rows: ledger.Totals.map((total): Cell[] => [
          total.Name,
          total.Unit,
          whole(total.Usage),
          figure(total.complete, 1),
          figure(total.estimated, 1),
        ]),
      },
      {
        title: '表计',
        head: ['表计', '编号', '能源', '单位', '用量', '总分差（%）', '完整率（%）', '估算（%）'],
        rows: ledger.Series.map((series): Cell[] => [
          series.Name,
          series.Code,
          series.CategoryName,
          series.Unit,
          whole(series.Usage),
          figure(series.Loss, 1),
          figure(series.complete, 1),
          figure(series.estimated, 1),
        ]),
      },
    ],
    filters: [
      ...about(ledger, `${asked.From} 至 ${asked.To}（按${asked.Grain}）`),
      ['表计', ledger.Series.map(({ Name }) => Name).join('、')] as const,
      ['数据版本', version] as const,
      ...ledger.Totals.flatMap((total) =>
        qualityWords(total).map(([label, text]) => [`${total.Name}${label}`, text] as const),
      ),
      ...ledger.Notes.map((note) => ['说明', note] as const),
    ],
  };
}
