/** 全部数据录入 as a workbook: a line for each register, a column for each day, as on the page. */
import { entryDevices } from '@hengneng/contracts';
import { levelName } from '@hengneng/energy/measuring';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { workbook } from '../../identity/index.ts';
import { type Cell, exactFigure, figure } from '../workbook.ts';
import { listDevices } from './list.ts';

export const allInput = entryDevices.input.pick({ ProjectCodes: true, Dates: true, CategoryCodes: true });

export async function exportAll(ctx: Ctx, input: z.output<typeof allInput>): Promise<FileAnswer> {
  const { rows, Projects } = await listDevices(ctx, { ...input, Grid: true });
  const dates = [...(input.Dates ?? [])].sort();
  const dateOf = (at: string): string => new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 10);
  const lines = [...Map.groupBy(rows, (row) => `${row.ProjectCode} ${row.DeviceId} ${row.Register}`).values()];
  const order = Object.keys(Projects);
  lines.sort((a, b) => order.indexOf(a[0]?.ProjectCode ?? '') - order.indexOf(b[0]?.ProjectCode ?? ''));
  const entered = rows.filter(({ EntryId }) => EntryId !== null).length;
  return workbook(ctx, {
    title: '全部数据录入',
    head: [
      '项目',
      '类别',
      '表计编号',
      '表计',
      '示数项',
      '倍率',
      '单位',
      ...dates,
      `${dates.at(-1) ?? ''} 用量`,
      '同温偏差(%)',
      '判定',
    ],
    rows: lines.flatMap((cells): Cell[][] => {
      const about = cells.at(-1);
      if (about === undefined) return [];
      const byDate = new Map(cells.map((cell) => [dateOf(cell.At), cell]));
      const last = byDate.get(dates.at(-1) ?? '');
      const verdict = last?.Verdict ?? '';
      return [
        [
          Projects[about.ProjectCode] ?? about.ProjectCode,
          about.CategoryName,
          about.DeviceCode,
          about.DisplayName,
          about.RegisterName,
          exactFigure(about.Ratio),
          about.Unit,
          ...dates.map((date) => figure(byDate.get(date)?.Reading ?? null, about.Decimals)),
          figure(last?.Usage ?? null, 2),
          figure(last?.Deviation === null || last === undefined ? null : last.Deviation, 1),
          levelName(verdict),
        ],
      ];
    }),
    filters: [
      ['项目', Object.values(Projects).join('、')],
      ['日期', `${dates[0] ?? ''} 至 ${dates.at(-1) ?? ''}`],
      ['已录/应录', `${entered}/${rows.length}`],
      ['完整率', rows.length === 0 ? '—' : `${((entered / rows.length) * 100).toFixed(1)}%`],
    ],
  });
}
