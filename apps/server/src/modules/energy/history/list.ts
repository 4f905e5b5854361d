/** What was imported: its readings, its batches, and both as workbooks. */
import {
  type HistoryBatch,
  type HistoryBatches,
  type historyBatchesInput,
  HISTORY_COLUMNS,
  type historyDataInput,
  type historyErrorsInput,
  type HistoryFault,
  HISTORY_LIMITS,
  type historyList,
  type ImportedRow,
  type historyTemplateInput,
  HISTORY_UNDO_DAYS,
  MOST_HISTORY_EXPORT,
} from '@hengneng/contracts';
import { CHINA, dialText, instantOf, REGISTERS, type Register } from '@hengneng/energy/measuring';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { workbookFile } from '../../../engine/forms/workbook-file.ts';
import { type Cell, writeWorkbook } from '../../../engine/forms/xlsx.ts';
import type { Ctx } from '../../../platform/context.ts';
import { invalid, notFound, refused } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { workbook } from '../../identity/index.ts';
import { seenProject } from '../../projects/index.ts';
import { isoText, meterLines, visibleMeters } from '../things/index.ts';

type Filter = z.output<typeof historyDataInput>;
type RawRow = Omit<ImportedRow, 'RegisterName' | 'Unit'> & { readonly Register: Register; readonly unit: string };

const conditions = (project: string, { Date: span, CategoryCode, BatchId }: Filter): RawBuilder<unknown> => {
  const { from, to } = span ?? {};
  if (from !== undefined && to !== undefined && from > to)
    throw invalid([{ path: 'Date', message: '开始日期不能晚于结束日期' }]);
  return sql.join(
    [
      sql`r.project_code = ${project} and r.batch_id is not null and r.value is not null
        and not exists (select from manual_reading s where s.supersedes = r.id)`,
      ...(from === undefined ? [] : [sql`r.at >= ${new Date(instantOf(from, 0, CHINA))}`]),
      ...(to === undefined ? [] : [sql`r.at < ${new Date(instantOf(to, 1440, CHINA))}`]),
      ...(CategoryCode ? [sql`coalesce(top.code, c.code) = ${CategoryCode}`] : []),
      ...(BatchId ? [sql`r.batch_id = ${BatchId}`] : []),
    ],
    sql` and `,
  );
};

const TABLES = sql`manual_reading r join meter m on m.device_id = r.meter_id join energy_category c on c.id = m.category_id
  left join energy_category top on top.id = c.parent_id`;

/** What was used since the reading before; nothing where the dial or its multiplier changed in between, or it went back. */
const USAGE = sql`(select case when p.value <= h.value and k.value is not null
      and not exists (select from meter_ratio x where x.meter_id = h.meter_id and x.state = '已生效' and x.valid_from > p.at and x.valid_from <= h.at)
      and not exists (select from meter_break b where b.meter_id = h.meter_id and b.state = '已生效' and b.removed_at >= p.at and b.installed_at <= h.at)
    then trim_scale(round((h.value - p.value) * k.value * k.gas_factor, 6))::text end
  from (select q.at, q.value from manual_reading q where q.meter_id = h.meter_id and q.register = h.register and q.at < h.at and q.value is not null
      and not exists (select from manual_reading s where s.supersedes = q.id) order by q.at desc limit 1) p
    left join lateral (select x.value, x.gas_factor from meter_ratio x where x.meter_id = h.meter_id and x.state = '已生效' and x.valid_from <= p.at
      order by x.valid_from desc limit 1) k on true)`;

async function rowsOf(ctx: Ctx, where: RawBuilder<unknown>, limit: number, offset: number): Promise<ImportedRow[]> {
  const { rows } = await sql<RawRow>`
    with h as materialized (select r.*, c.code, c.name as category, m.unit from ${TABLES} where ${where}
      order by r.at desc, r.meter_id, r.register limit ${limit} offset ${offset})
    select h.id::text as "EntryId", to_char(h.at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as "Date",
      to_char(h.at at time zone 'Asia/Shanghai', 'HH24:MI') as "ReadTime", h.code as "CategoryCode", h.category as "CategoryName",
      h.meter_id::text as "DeviceId", coalesce(d.display_name, d.name) as "DeviceName", h.register as "Register",
      trim_scale(h.value)::text as "Reading", ${USAGE} as "Usage", h.unit, b.id::text as "BatchId", u.user_name as "Importer",
      ${isoText('h.recorded_at')} as "ImportTime"
    from h join device d on d.id = h.meter_id join reading_batch b on b.id = h.batch_id join app_user u on u.id = b.created_by
    order by h.at desc, d.sort, d.code, h.register`.execute(ctx.db);
  const things = await meterLines(ctx.db, [...new Set(rows.map(({ DeviceId }) => DeviceId))]);
  return rows.map(({ unit, ...row }) => {
    const kind = REGISTERS[row.Register];
    const counts = kind.kind === 'counter';
    return {
      ...row,
      Reading: dialText(row.Reading, things.get(row.DeviceId)?.dial.decimals ?? 0),
      RegisterName: kind.name,
      Unit: 'unit' in kind ? kind.unit : unit,
      Usage: counts ? row.Usage : null,
    };
  });
}

const countOf = async (ctx: Ctx, where: RawBuilder<unknown>): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${TABLES} where ${where}`.execute(ctx.db)).rows[0]?.n ?? 0;

export async function listHistory(
  ctx: Ctx,
  input: z.output<typeof historyList.input>,
): Promise<z.input<typeof historyList.output>> {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const where = conditions(project.code, input);
  const [rows, total] = await Promise.all([
    rowsOf(ctx, where, input.PageSize, (input.PageIndex - 1) * input.PageSize),
    countOf(ctx, where),
  ]);
  return { rows, total };
}

export async function listBatches(ctx: Ctx, input: z.output<typeof historyBatchesInput>): Promise<HistoryBatches> {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const since = new Date(ctx.now.getTime() - HISTORY_UNDO_DAYS * 86_400_000);
  const [{ rows }, { rows: waiting }] = await Promise.all([
    sql<HistoryBatch>`
      select b.id::text as "BatchId", b.kind as "Kind", b.file_name as "FileName", b.total as "Total", b.inserted as "Inserted",
        b.skipped as "Skipped", b.versioned as "Versioned", b.faulty as "Faulty", b.first_day::text as "FirstDay", b.last_day::text as "LastDay",
        b.state as "State", u.user_name as "Creator", ${isoText('b.created_at')} as "CreatedAt", ${isoText('b.applied_at')} as "AppliedAt",
        b.void_reason as "VoidReason", b.state = '已入库' and b.applied_at >= ${since} as "Undoable"
      from reading_batch b join app_user u on u.id = b.created_by
      where b.project_code = ${project.code} order by b.id desc limit 200`.execute(ctx.db),
    sql<{ n: number }>`select count(*)::int as n from recalc_queue q join meter m on m.device_id = q.meter_id
      where m.project_code = ${project.code}`.execute(ctx.db),
  ]);
  return { rows, Pending: waiting[0]?.n ?? 0 };
}

/* ---- workbooks ---- */

const figure = (value: string | null): Cell =>
  value === null ? null : { number: value, style: { places: value.split('.')[1]?.length ?? 0 } };

export async function exportData(ctx: Ctx, input: Filter): Promise<FileAnswer> {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const where = conditions(project.code, input);
  if ((await countOf(ctx, where)) > MOST_HISTORY_EXPORT)
    throw refused(`超过 ${MOST_HISTORY_EXPORT} 行，请缩小日期范围或按批次导出`);
  const rows = await rowsOf(ctx, where, MOST_HISTORY_EXPORT, 0);
  return workbook(ctx, {
    title: '历史数据',
    head: ['日期', '时刻', '类别', '表计', '示数项', '读数', '用量', '单位', '来源批次', '导入人', '导入时间'],
    rows: rows.map((row) => [
      row.Date,
      row.ReadTime,
      row.CategoryName,
      row.DeviceName,
      row.RegisterName,
      figure(row.Reading),
      figure(row.Usage),
      row.Unit,
      row.BatchId,
      row.Importer,
      row.ImportTime,
    ]),
    filters: [
      ['项目', project.name],
      ['日期', `${input.Date?.from ?? '最早'} 至 ${input.Date?.to ?? '最近'}`],
      ['批次', input.BatchId ?? '全部'],
      ['口径', '只含导入（导）且未作废的读数；用量为与前一条读数之差 × 倍率'],
    ],
  });
}

const head = (text: string): Cell => ({ head: text });

/** The sheet that is to be filled in: a line for each register of each meter, to be copied for each day. */
export async function template(ctx: Ctx, input: z.output<typeof historyTemplateInput>): Promise<FileAnswer> {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const meters = await visibleMeters(ctx, project.code);
  const { rows } = await sql<{ id: string; registers: readonly Register[] }>`
    select device_id::text as id, registers from meter where project_code = ${project.code}`.execute(ctx.db);
  const registers = new Map(rows.map((row) => [row.id, row.registers]));
  const usage = input.DataKind === 'usage';
  const columns = usage
    ? ['日期', '表计', '示数项', '用量', '单位', '名称']
    : ['日期', '时刻', '表计', '示数项', '读数', '单位', '翻转', '名称'];
  const lines = meters.flatMap((meter) =>
    (registers.get(meter.id) ?? [])
      .filter((register) => !usage || REGISTERS[register].kind === 'counter')
      .map((register): Cell[] => {
        const kind = REGISTERS[register];
        const unit = 'unit' in kind ? kind.unit : meter.unit;
        return usage
          ? [null, meter.code, kind.name, null, unit, meter.name]
          : [null, null, meter.code, kind.name, null, unit, null, meter.name];
      }),
  );
  const { needed } = HISTORY_COLUMNS[input.DataKind];
  const words: readonly (readonly [string, string])[] = [
    ['必填', needed.join('、')],
    ['表计', '填写表计编号、名称或出厂表号；“名称”列只供查看'],
    ['日期', '如 2024-03-05；须早于该表首条实录，且不早于启用日期'],
    ...(usage
      ? ([
          ['用量', '一日的用量，须逐日连续到该表首条读数的前一日；系统据此倒推表盘读数，尾差小于表盘一个末位字'],
        ] as const)
      : ([
          ['时刻', '如 08:00；不填按项目的抄表时刻'],
          ['翻转', '表盘走满归零后的首条读数填“是”，由项目经理确认后计入'],
        ] as const)),
    ['规则', '任一行有错则整个文件不入库；同一文件不会重复入库；入库后 7 天内可整批撤销'],
    ['上限', `xlsx ${HISTORY_LIMITS.xlsx.rows} 行、csv ${HISTORY_LIMITS.csv.rows} 行；只读取第一个工作表`],
  ];
  return workbookFile(`${project.name}历史数据模板.xlsx`, (out) =>
    writeWorkbook(out, [
      { name: '填写', widths: columns.map(() => 16), rows: [columns.map(head), ...lines] },
      {
        name: '填写说明',
        widths: [16, 90],
        rows: [[head('项'), head('说明')], ...words.map(([what, how]) => [what, how])],
      },
    ]),
  );
}

/** What was wrong when the file was checked last. */
export async function exportErrors(ctx: Ctx, input: z.output<typeof historyErrorsInput>): Promise<FileAnswer> {
  const { rows } = await sql<{ project: string; name: string; faults: readonly HistoryFault[]; faulty: number }>`
    select project_code as project, file_name as name, faults, faulty from reading_batch where id = ${input.BatchId}`.execute(
    ctx.db,
  );
  const [batch] = rows;
  if (batch === undefined) throw notFound('导入批次不存在');
  await seenProject(ctx, ctx.db, batch.project);
  return workbook(ctx, {
    title: '历史数据校验结果',
    head: ['行号', '日期', '表计', '示数项', '读数/用量', '列', '问题', '级别'],
    rows: batch.faults.map((one) => [
      String(one.Row),
      one.Date,
      one.Meter,
      one.Register,
      one.Value,
      one.Column,
      one.Message,
      one.Level,
    ]),
    filters: [
      ['文件', batch.name],
      ['有错误的行', String(batch.faulty)],
    ],
  });
}
