/** 抄表单: the sheet of a day to take along and fill in by hand; what was entered already stands in it. */
import { entryDevices } from '@hengneng/contracts';
import { levelName } from '@hengneng/energy/measuring';
import { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { workbook } from '../../identity/index.ts';
import { type Column, exactFigure, figure, momentText, sheetOf } from '../workbook.ts';
import { listDevices } from './list.ts';

type Row = z.input<typeof entryDevices.output>['rows'][number];

export const sheetInput = entryDevices.input
  .pick({ ProjectCode: true, CategoryCode: true, Date: true, ReadTime: true })
  .extend({ Room: z.string().trim().max(60).optional() });

const COLUMNS: readonly Column<Row & { readonly no: number }>[] = [
  ['序号', ({ no }) => figure(no, 0)],
  ['机房', (row) => row.RoomName],
  ['位置', (row) => row.Place],
  ['表计编号', (row) => row.DeviceCode],
  ['表计', (row) => row.DisplayName],
  ['表号', (row) => row.MeterNo],
  ['示数项', (row) => row.RegisterName],
  ['单位', (row) => row.Unit],
  ['倍率', (row) => exactFigure(row.Ratio)],
  ['结算表', (row) => (row.IsSettle ? '是，须拍照' : '')],
  ['上次读数', (row) => figure(row.LastReading, row.Decimals)],
  ['上次时刻', (row) => momentText(row.LastTime)],
  ['本次读数', (row) => figure(row.Reading, row.Decimals)],
  ['用量', (row) => figure(row.Usage, 2)],
  ['判定', (row) => levelName(row.Verdict)],
  ['抄表人', (row) => (row.EntryId === null ? '' : (row.Editor ?? ''))],
  ['备注', (row) => (row.Missed === null ? row.Note : `未抄：${row.Missed}`)],
];

export async function exportSheet(ctx: Ctx, input: z.output<typeof sheetInput>): Promise<FileAnswer> {
  if (input.ProjectCode === undefined) throw invalid([{ path: 'ProjectCode', message: '请选择项目' }]);
  const { Room, CategoryCode, ...asked } = input;
  const { rows, Projects, DayCut } = await listDevices(ctx, {
    ...asked,
    ...(CategoryCode ? { CategoryCode } : {}),
    Grid: false,
  });
  const shown = rows.filter(({ RoomName }) => !Room || RoomName === Room);
  const entered = shown.filter(({ EntryId }) => EntryId !== null).length;
  return workbook(ctx, {
    ...sheetOf(
      '抄表单',
      COLUMNS,
      shown.map((row, at) => ({ ...row, no: at + 1 })),
    ),
    filters: [
      ['项目', Object.values(Projects).join('、')],
      ['日期', input.Date ?? shown[0]?.At.slice(0, 10) ?? ''],
      ['抄表时刻', input.ReadTime ?? DayCut],
      ['机房', Room || '全部'],
      ['已录/应录', `${entered}/${shown.length}`],
    ],
  });
}
