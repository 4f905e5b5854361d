/** A list as a workbook: the rows of one snapshot read by a cursor and written as they come, so that memory stays small. */
import { FLOW_STATUS } from '@hengneng/core';
import type { Writable } from 'node:stream';
import { type CompiledField, entityOf, formatValue, placesOf, today, unitOf } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import type { Module } from './catalog.ts';
import type { EngineDeps } from './deps.ts';
import { filterWords, listOrder } from './filters.ts';
import { type Labels, labelsOf } from './labels.ts';
import { exportFields, type ListInput, listFrom, listSums, rowColumns } from './list.ts';
import { entityBy, namesOfThen } from './org.ts';
import { unsealedRows } from './seal.ts';
import { raw } from './store.ts';
import { workbookFile } from './workbook-file.ts';
import { type Cell, dayCell, instantCell, type Sheet, writeWorkbook } from './xlsx.ts';

const MOST_ROWS = 200_000;
const TOO_MANY = '数据超过20万行，请缩小筛选范围';
const BATCH = 1_000;

type Row = Readonly<Record<string, unknown>>;

const cellOf = (of: CompiledField, value: unknown, labels: Labels): Cell => {
  if (value === null || value === undefined || value === '') return null;
  if (of.key === 'status' && of.source === 'builtin') return FLOW_STATUS[String(value)] ?? String(value);
  const places = placesOf(of.field);
  if (places !== null) return { number: String(value), style: { places } };
  if (of.field.type === 'date' && typeof value === 'string') return dayCell(value);
  if (of.field.type === 'datetime' && typeof value === 'string') return instantCell(value);
  return formatValue(of.field, value, { label: (key) => labels[of.path]?.[key] });
};

const heading = ({ label, field }: CompiledField): string => {
  const unit = unitOf(field);
  return unit === undefined ? label : `${label}（${unit}）`;
};

async function* batches(tx: Db): AsyncGenerator<readonly Row[]> {
  for (;;) {
    const rows = await raw<Row>(tx, `fetch ${BATCH} from exported`, []);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
  }
}

interface Work {
  readonly ctx: Ctx;
  readonly deps: EngineDeps;
  readonly module: Module;
  readonly input: ListInput;
  readonly fields: readonly CompiledField[];
  /** Columns that the person sees but may not take along. */
  readonly left: readonly CompiledField[];
}

const STEP_HEADS = ['当前步骤', '当前处理人'] as const;

async function* dataRows(work: Work, tx: Db, sums: Readonly<Record<string, string>>): AsyncGenerator<readonly Cell[]> {
  const { ctx, deps, module, fields } = work;
  const org = work.input.Org ?? 'now';
  yield [...fields.map(heading), ...STEP_HEADS].map((head) => ({ head }));
  for await (const found of batches(tx)) {
    const rows = await unsealedRows(tx, module, found);
    const ids = rows.flatMap((row) =>
      row['status'] === 'running' || row['status'] === 'returned' ? [String(row['id'])] : [],
    );
    const keys = fields.map((of) => of.key);
    const [steps, labels, names] = await Promise.all([
      deps.approval.current(ctx.db, module.id, ids),
      labelsOf(ctx.db, deps.labels, module, rows, keys, entityBy(org)),
      org === 'then' ? namesOfThen(ctx.db, fields, rows) : null,
    ]);
    for (const [index, row] of rows.entries()) {
      const current = steps.get(String(row['id']));
      yield [
        ...fields.map((of) => names?.[index]?.[of.key] ?? cellOf(of, row[of.key], labels)),
        current?.step ?? null,
        current?.handlers ?? null,
      ];
    }
  }
  if (Object.keys(sums).length === 0) return;
  const total = fields.map((of): Cell => {
    const sum = sums[of.key];
    return sum === undefined ? null : { number: sum, style: { places: placesOf(of.field) ?? 0 } };
  });
  yield total[0] === null ? [{ head: '合计' }, ...total.slice(1)] : total;
}

/** Who exported what, when, by which filters. */
async function conditionSheet(work: Work, total: number): Promise<Sheet> {
  const { ctx, deps, module, input, left } = work;
  const words = await Promise.all(
    filterWords(module, input).map(async ([key, label, texts]) => {
      const of = module.form.field(key);
      const entity = of === undefined ? null : entityOf(of.field);
      const known = entity === null ? undefined : await deps.labels.labels(ctx.db, entity, new Set(texts));
      const shown = texts.map((text) => (key === 'status' ? FLOW_STATUS[text] : known?.get(text)) ?? text);
      return [label, shown.join('、')] as const;
    }),
  );
  const rows: readonly (readonly Cell[])[] = [
    [{ head: '项目' }, { head: '内容' }],
    ['模块', module.form.identity.title],
    ['导出人', ctx.session.userName],
    ['导出时间', instantCell(ctx.now.toISOString())],
    ['条数', { number: String(total), style: { places: 0 } }],
    ...words,
    ...(left.length === 0 ? [] : [['未导出的列（无导出权限）', left.map((of) => of.label).join('、')] as const]),
  ];
  return { name: '筛选条件', widths: [24, 50], rows };
}

const widthOf = (of: CompiledField): number => Math.min(40, Math.max(12, heading(of).length * 2 + 4));

/** Writes the workbook of a list. @returns how many rows it holds */
async function write(work: Work, out: Writable): Promise<number> {
  const { ctx, module, input, fields } = work;
  const { session } = ctx;
  const { from, parameters } = listFrom(module, session, input, 'count');
  const order = listOrder(module, session, input.SortField, input.SortOrder);
  const sums = listSums(module, session).filter((sum) => fields.some((of) => of.key === sum.key));
  const columns = sums.map((sum, index) => `, ${sum.sql} as s${index}`).join('');
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set transaction read only`.execute(tx);
      const counted = await raw<Row>(tx, `select count(*)::int as total${columns} ${from}`, parameters.values);
      const total = Number(counted[0]?.['total'] ?? 0);
      if (total > MOST_ROWS) throw refused(TOO_MANY);
      const totals = Object.fromEntries(sums.map((sum, index) => [sum.key, String(counted[0]?.[`s${index}`] ?? '0')]));
      await raw(
        tx,
        `declare exported no scroll cursor for select ${rowColumns(module, fields)} ${from} order by ${order}`,
        parameters.values,
      );
      await writeWorkbook(out, [
        {
          name: module.form.identity.title,
          widths: [...fields.map(widthOf), 16, 20],
          rows: dataRows(work, tx, totals),
        },
        await conditionSheet(work, total),
      ]);
      return total;
    });
}

/** The list that was asked for as an .xlsx; the export is audited with its filters. */
export const exportRecords = async (
  ctx: Ctx,
  deps: EngineDeps,
  module: Module,
  input: ListInput,
): Promise<FileAnswer> => {
  const { fields, left } = exportFields(module, ctx.session, input);
  const { title } = module.form.identity;
  return workbookFile(`${title}_${today(ctx.now)}.xlsx`, async (out) => {
    const total = await write({ ctx, deps, module, input, fields, left }, out);
    await ctx.write((tx) =>
      deps.audit(tx, ctx, {
        kind: '导出',
        action: '导出',
        moduleId: module.id,
        businessId: '0',
        object: title,
        after: {
          rows: total,
          filters: Object.fromEntries(filterWords(module, input).map(([, label, texts]) => [label, texts.join('、')])),
        },
      }),
    );
  });
};
