/** 项目录入统计 as a workbook: the lines of the page, and the calendar with a column for each day. */
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { workbook } from '../../identity/index.ts';
import { type Cell, type Column, figure, percentWords, sheetOf } from '../workbook.ts';
import { progress, type progressInput } from './progress.ts';

type Row = Awaited<ReturnType<typeof progress>>['rows'][number];

const COLUMNS: readonly Column<Row>[] = [
  ['项目', (row) => row.ProjectName],
  ['项目编码', (row) => row.ProjectCode],
  ['区域', (row) => row.AreaName],
  ['负责人', (row) => row.ManagerName],
  ['应录', (row) => figure(row.Due, 0)],
  ['已录', (row) => figure(row.Done, 0)],
  ['完整率（%）', (row) => figure(row.Completeness, 1)],
  ['及时率（%）', (row) => figure(row.OnTime, 1)],
  ['平均滞后（h）', (row) => figure(row.LagHours, 1)],
  ['估算（%）', (row) => figure(row.Estimated, 1)],
  ['补录（%）', (row) => figure(row.Backfilled, 1)],
  ['修改（%）', (row) => figure(row.Changed, 1)],
  ['异常未说明', (row) => figure(row.Unexplained, 0)],
  ['照片缺失', (row) => figure(row.PhotoMissing, 0)],
  ['连续缺录天数', (row) => figure(row.LongestMissing, 0)],
  ['月锁状态', (row) => (row.Locked ? '已锁' : '未锁')],
];

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);

export async function exportProgress(ctx: Ctx, input: z.output<typeof progressInput>): Promise<FileAnswer> {
  const { Month, Summary, Calendar, rows } = await progress(ctx, input);
  const days = [...new Set(Calendar.map(({ Date: day }) => day))].sort();
  const rates = new Map(Calendar.map((cell) => [`${cell.ProjectCode} ${cell.Date}`, cell.Rate]));
  const named = rows.map(({ ProjectName }) => ProjectName);
  return workbook(ctx, {
    ...sheetOf('项目录入统计', COLUMNS, rows),
    more: [
      {
        title: '完整率日历（%）',
        head: ['项目', ...days],
        rows: rows.map((row): Cell[] => [
          row.ProjectName,
          ...days.map((day) => figure(rates.get(`${row.ProjectCode} ${day}`), 1)),
        ]),
      },
    ],
    filters: [
      ['月份', Month],
      ['项目', input.ProjectCodes === undefined && !input.ProjectCode ? '有权的全部项目' : named.join('、')],
      ['区域', input.AreaId || '全部'],
      ['类别', input.CategoryCode || '全部'],
      ['应录/已录', `${Summary.Due}/${Summary.Done}`],
      ['完整率', percentWords(rounded(Summary.Completeness))],
      ['及时率', percentWords(rounded(Summary.OnTime))],
      ['估算占比', percentWords(rounded(Summary.Estimated))],
      ['口径', '停机日、未启用的表不计应录；估算与补录不计及时；按各项目自己的抄表时刻与截止时刻'],
    ],
  });
}
