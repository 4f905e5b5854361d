/** 补录清单 as a workbook: what is missing in a month, and what was filled in, by which way and why. */
import { MOST_READINGS_EXPORT } from '@hengneng/contracts';
import { addDays, addMonths } from '@hengneng/energy/measuring';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { workbook } from '../../identity/index.ts';
import { seenProject } from '../../projects/index.ts';
import { type Column, exactFigure, figure, momentText, sheetOf } from '../workbook.ts';
import { listData } from './data.ts';
import { type gapsInput, listGaps } from './gaps.ts';

type Gap = Awaited<ReturnType<typeof listGaps>>['rows'][number];
type Filled = Awaited<ReturnType<typeof listData>>['rows'][number];

const GAPS: readonly Column<Gap>[] = [
  ['表计', (gap) => gap.DeviceName],
  ['示数项', (gap) => gap.RegisterName],
  ['缺口起', (gap) => gap.GapFrom],
  ['缺口止', (gap) => gap.GapTo],
  ['天数', (gap) => figure(gap.Days, 0)],
  ['前读数', (gap) => exactFigure(gap.Before)],
  ['后读数', (gap) => exactFigure(gap.After)],
  ['期间总用量', (gap) => exactFigure(gap.TotalUsage)],
  ['单位', (gap) => gap.Unit],
  ['建议方法', (gap) => gap.Suggest],
  ['锁状态', (gap) => gap.LockName],
];

const FILLED: readonly Column<Filled>[] = [
  ['日期', (row) => row.Date],
  ['时刻', (row) => row.ReadTime],
  ['表计', (row) => row.DeviceName],
  ['示数项', (row) => row.RegisterName],
  ['读数', (row) => exactFigure(row.Reading)],
  ['日用量', (row) => exactFigure(row.Usage)],
  ['单位', (row) => row.Unit],
  ['品质', (row) => (row.Flag === '估' ? '估算' : '实抄补录')],
  ['方法', (row) => row.ReasonType],
  ['原因', (row) => row.Versions.at(-1)?.Reason ?? ''],
  ['附件', (row) => (row.Versions.at(-1)?.Photos ?? []).map(({ Name }) => Name).join('；')],
  ['补录人', (row) => row.Editor],
  ['补录时间', (row) => momentText(row.EditTime)],
  ['锁状态', (row) => row.LockName],
];

export async function exportGaps(ctx: Ctx, input: z.output<typeof gapsInput>): Promise<FileAnswer> {
  const [{ Month, rows }, project] = await Promise.all([
    listGaps(ctx, input),
    seenProject(ctx, ctx.db, input.ProjectCode),
  ]);
  // A reading closes the day before it.
  const span = { from: addDays(`${Month}-01`, 1), to: `${addMonths(Month, 1)}-01` };
  const filled = await listData(ctx, {
    ProjectCode: project.code,
    Date: span,
    Flags: ['估', '补'],
    PageIndex: 1,
    PageSize: MOST_READINGS_EXPORT,
    WithVersions: true,
    Waiting: false,
  });
  return workbook(ctx, {
    ...sheetOf('补录清单', FILLED, filled.rows),
    more: [sheetOf('缺口', GAPS, rows)],
    filters: [
      ['项目', project.name],
      ['月份', Month],
      ['类别', input.CategoryCode || '全部'],
      ['口径', '补录清单为抄表时刻在该月次日起的估算与补录；类别只筛缺口'],
    ],
  });
}
