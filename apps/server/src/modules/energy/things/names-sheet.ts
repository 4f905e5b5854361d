/** 设备名称对照: names as a workbook that people change and hand back; rows are found by 系统编号, never by the names that change. */
import {
  deviceNameInput,
  type DeviceNameInput,
  type DeviceNameRow,
  deviceNames,
  type deviceNamesImport,
  NAME_SHEET,
} from '@hengneng/contracts';
import type { z } from 'zod';
import { readWhole, type SheetLine, type WholeSheet } from '../../../engine/imports/whole.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { FileAnswer, UploadedFile } from '../../../platform/http/registry.ts';
import { workbook } from '../../identity/index.ts';
import { seenProject } from '../../projects/index.ts';
import { figure, sheetOf } from '../workbook.ts';
import { nameDoubles, nameRows, saveNames } from './names.ts';

type Column = (typeof NAME_SHEET)[number];
type Preview = z.input<typeof deviceNamesImport.output>;
type Fault = Preview['Errors'][number];

/** Where each of what may be changed stands. */
const COLUMN_OF = {
  DeviceId: '系统编号',
  DisplayName: '显示名称',
  ClientName: '客户版名称',
  DeviceCode: '编号',
  PointCode: '采集点编码',
  Group: '分组',
  Sort: '排序',
  ShowEntry: '在录入显示',
  ShowReport: '在报表显示',
  ShowScreen: '在大屏显示',
} as const satisfies Record<keyof DeviceNameInput, Column>;
type Key = keyof typeof COLUMN_OF;
const KEYS = Object.keys(COLUMN_OF) as Key[];
const isKey = (text: string): text is Key => text in COLUMN_OF;

const yes = (value: boolean): string => (value ? '是' : '否');

export const namesFile = deviceNames.input;

export async function exportNames(ctx: Ctx, input: z.output<typeof namesFile>): Promise<FileAnswer> {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const rows = await nameRows(ctx.db, project.code, input);
  const cells: Readonly<Record<Column, (row: DeviceNameRow) => ReturnType<typeof figure>>> = {
    系统编号: (row) => row.DeviceId,
    出厂表号: (row) => row.MeterNo,
    原名称: (row) => row.OriginName,
    类别: (row) => row.CategoryName,
    显示名称: (row) => row.DisplayName,
    客户版名称: (row) => row.ClientName,
    编号: (row) => row.DeviceCode,
    采集点编码: (row) => row.PointCode,
    分组: (row) => row.Group,
    排序: (row) => figure(row.Sort, 0),
    在录入显示: (row) => yes(row.ShowEntry),
    在报表显示: (row) => yes(row.ShowReport),
    在大屏显示: (row) => yes(row.ShowScreen),
  };
  return workbook(ctx, {
    ...sheetOf(
      '设备名称对照',
      NAME_SHEET.map((head) => [head, cells[head]] as const),
      rows,
    ),
    filters: [
      ['项目', project.name],
      ['关键字', input.Keyword ?? ''],
      ['说明', '可改：显示名称、客户版名称、编号、采集点编码、分组、排序和三个显示开关；按系统编号导回'],
    ],
  });
}

const MOST_ROWS = 2_000;
const SHEET: WholeSheet<Column> = {
  columns: NAME_SHEET,
  mostBytes: 5,
  mostRows: MOST_ROWS,
  empty: '表格中没有设备',
  tooMany: (rows) => `一次最多导入${MOST_ROWS}行，本表有${rows}行`,
};

const flagOf = (text: string): boolean | string => (text === '是' ? true : text === '否' ? false : text || '空');

interface Read {
  readonly row: number;
  readonly input: DeviceNameInput | null;
  readonly faults: Fault[];
}

const readLine = ({ row, cells }: SheetLine<Column>): Read => {
  const parsed = deviceNameInput.safeParse({
    DeviceId: cells.系统编号.trim(),
    DisplayName: cells.显示名称,
    ClientName: cells.客户版名称,
    DeviceCode: cells.编号,
    PointCode: cells.采集点编码,
    Group: cells.分组,
    Sort: cells.排序.replaceAll(',', '') || '0',
    ShowEntry: flagOf(cells.在录入显示.trim()),
    ShowReport: flagOf(cells.在报表显示.trim()),
    ShowScreen: flagOf(cells.在大屏显示.trim()),
  });
  if (parsed.success) return { row, input: parsed.data, faults: [] };
  return {
    row,
    input: null,
    faults: parsed.error.issues.map(({ path, message }) => {
      const key = String(path[0]);
      const said = key === 'DeviceId' ? '系统编号不正确' : key.startsWith('Show') ? '请填写是或否' : message;
      return { Row: row, Column: isKey(key) ? COLUMN_OF[key] : '系统编号', Message: said };
    }),
  };
};

/** What only the other rows and the project know: whose device it is, and names that would be there twice. */
const judge = (reads: readonly Read[], all: readonly DeviceNameRow[]): readonly Read[] => {
  const known = new Set(all.map(({ DeviceId }) => DeviceId));
  const seen = new Set<string>();
  for (const { row, input, faults } of reads) {
    if (input === null) continue;
    if (!known.has(input.DeviceId)) faults.push({ Row: row, Column: '系统编号', Message: '该设备不属于本项目' });
    else if (seen.has(input.DeviceId)) faults.push({ Row: row, Column: '系统编号', Message: '同一设备出现了两次' });
    seen.add(input.DeviceId);
  }
  const sound = reads.flatMap(({ row, input, faults }) =>
    input === null || faults.length > 0 ? [] : [{ row, input, faults }],
  );
  for (const { path, message } of nameDoubles(
    sound.map(({ input }) => input),
    all,
  )) {
    const [, at = '', key = ''] = /^Rows\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
    const read = sound[Number(at)];
    if (read !== undefined && isKey(key)) read.faults.push({ Row: read.row, Column: COLUMN_OF[key], Message: message });
  }
  return reads;
};

/** Looks a sheet through, and with `confirm` saves all that it changes where no row is wrong. */
export async function importNames(
  ctx: Ctx,
  { ProjectCode, Confirm }: z.output<typeof deviceNamesImport.input>,
  file: UploadedFile,
): Promise<Preview> {
  const project = await seenProject(ctx, ctx.db, ProjectCode);
  const lines = await readWhole(file, SHEET);
  const all = await nameRows(ctx.db, project.code, {});
  const reads = judge(lines.map(readLine), all);
  const before = new Map(all.map((row) => [row.DeviceId, row]));
  const changed = reads.flatMap(({ input }) => {
    const old = input === null ? undefined : before.get(input.DeviceId);
    return input === null || old === undefined || KEYS.every((key) => old[key] === input[key]) ? [] : [input];
  });
  const Errors = reads.flatMap(({ faults }) => faults);
  const told = {
    Total: reads.length,
    Ok: reads.filter(({ faults }) => faults.length === 0).length,
    Changed: changed.length,
    Errors,
  };
  if (!Confirm || Errors.length > 0 || changed.length === 0) return { ...told, Saved: false };
  // It looks again under the lock: somebody may have renamed something since.
  await saveNames(ctx, { ProjectCode: project.code, Rows: changed, Reason: '导入设备名称对照' });
  return { ...told, Saved: true };
}
