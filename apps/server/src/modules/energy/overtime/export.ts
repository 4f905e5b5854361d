/** 加班供能记录 as a workbook, and 加班供能确认单 as a sheet that the customer signs. */
import type { OvertimeRecord, overtimeRecordRead, overtimeSheetRead } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { workbook } from '../../identity/index.ts';
import { seenProject } from '../../projects/index.ts';
import { type Column, figure, paperFile, sheetOf } from '../workbook.ts';
import { readRecords, wall } from './records.ts';

const clock = (at: string): string => wall(new Date(at)).replace('T', ' ');

export async function exportRecords(ctx: Ctx, input: z.output<typeof overtimeRecordRead>): Promise<FileAnswer> {
  const list = await readRecords(ctx, input);
  const { exportable } = ctx.session.permissions;
  const [money, phones] = [exportable.has('amount'), exportable.has('phone')];
  const columns: readonly Column<OvertimeRecord>[] = [
    ['单号', (row) => row.Serial],
    ['区域/租户', (row) => row.Area],
    ['申请人', (row) => row.Applicant],
    ...(phones ? ([['电话', (row) => row.Phone ?? '']] satisfies Column<OvertimeRecord>[]) : []),
    ['日期', (row) => row.Date],
    ['开始', (row) => clock(row.From)],
    ['结束', (row) => clock(row.To)],
    ['时长（h）', (row) => figure(row.Hours, 2)],
    ['计费时长（h）', (row) => figure(row.BilledHours, 2)],
    ['开机台数', (row) => figure(row.Machines, 0)],
    ['计量用量（kWh）', (row) => figure(row.Quantity, 1)],
    ['期间用电（kWh）', (row) => figure(row.Elec, 1)],
    ['期间用气（m³）', (row) => figure(row.Gas, 1)],
    ...(money
      ? ([
          ['能源成本（元）', (row) => figure(row.EnergyCost, 2)],
          ['金额（元）', (row) => figure(row.Amount, 2)],
        ] satisfies Column<OvertimeRecord>[])
      : []),
    ['状态', (row) => row.State],
    [
      '说明',
      (row) =>
        [row.Late ? `补登，原月份 ${row.Date.slice(0, 7)}` : row.Note, row.EnergyReason ?? '']
          .filter((words) => words !== '')
          .join('；'),
    ],
  ];
  return workbook(ctx, {
    ...sheetOf('加班供能记录', columns, list.rows),
    filters: [
      ['项目', input.ProjectCode],
      ['月份', input.Month],
      ['区域', input.Area ?? '全部'],
      ['状态', input.State ?? '全部'],
      ['口径', '期间用电、用气为总表在加班时段内的逐时用量；能源成本按当日均价'],
    ],
  });
}

const PARTS: readonly Column<OvertimeRecord['Parts'][number]>[] = [
  ['开始', ({ From }) => clock(From)],
  ['结束', ({ To }) => clock(To)],
  ['时长（h）', ({ From, To }) => figure(((Date.parse(To) - Date.parse(From)) / 3_600_000).toFixed(2), 2)],
];

/** What it cost us is not the customer's: the sheet has the charge only. */
export async function overtimeSheet(ctx: Ctx, input: z.output<typeof overtimeSheetRead>): Promise<FileAnswer> {
  const { code, name } = await seenProject(ctx, ctx.db, input.ProjectCode);
  const { rows } = await readRecords(ctx, { SetType: 'overtimeRecord', ProjectCode: code, Month: input.Month });
  const one = rows.find(({ Id }) => Id === input.Id);
  if (one === undefined) throw notFound('加班记录不存在，或您没有查看它的权限');
  const { rows: customers } = await sql<{
    name: string;
  }>`select customer_name as name from project where code = ${code}`.execute(ctx.db);
  const { exportable } = ctx.session.permissions;
  const customer = customers[0]?.name ?? '';
  return paperFile(
    ctx,
    {
      title: '加班供能确认单',
      about: [
        ['单号', `${one.Serial}（${one.State}）`],
        ['项目', name],
        ['客户', customer],
        ['区域/租户', one.Area],
        ['申请人', exportable.has('phone') && one.Phone ? `${one.Applicant} ${one.Phone}` : one.Applicant],
        ['申请时段', `${clock(one.From)} 至 ${clock(one.To)}`],
        ['时长', `${one.Hours} h（已裁去正常供能时段），计费 ${one.BilledHours} h`],
        ...(one.Machines === null ? [] : [['开机台数', String(one.Machines)] as const]),
        ...(one.Quantity === null ? [] : [['计量用量', `${one.Quantity} kWh`] as const]),
        [
          '期间用量',
          `电 ${one.Elec ?? '—'} kWh，气 ${one.Gas ?? '—'} m³${one.EnergyReason === null ? '' : `（${one.EnergyReason}）`}`,
        ],
        ...(exportable.has('amount') && one.Amount !== null ? [['加班供能费', `${one.Amount} 元`] as const] : []),
        ...(one.Note === '' ? [] : [['说明', one.Note] as const]),
      ],
      sheets: [sheetOf('加班时段', PARTS, one.Parts)],
      seals: [
        { title: `客户：${customer}`, lines: ['（签字或盖章）', '日期：'] },
        { title: '供能单位', lines: ['经办人：', '日期：'] },
      ],
      foot: one.Serial,
    },
    `加班供能确认单_${one.Serial}`,
  );
}
