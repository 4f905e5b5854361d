/** A list as a workbook: the rows of one snapshot read by a cursor and written as they come, so that memory stays small. */
import { FLOW_STATUS, type ListBeside, uncountedNote } from '@hengneng/core';
import type { Writable } from 'node:stream';
import { type CompiledField, entityOf, today } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import type { Module } from './catalog.ts';
import type { EngineDeps } from './deps.ts';
import { askedKeys, filterWords, listOrder, pageOfAsk } from './filters.ts';
import { labelsOf } from './labels.ts';
import { exportFields, type ListInput, listFrom, listSums, rowColumns, uncountedSql } from './list.ts';
import { listBeside } from './list-beside.ts';
import { entityBy, namesOfThen } from './org.ts';
import { shownRows, unsealedRows } from './seal.ts';
import { isWithheld, staysInside } from './visibility.ts';
import { batches, cellOf, conditions, heading, MOST_ROWS, TOO_MANY, totalRow, widthOf } from './sheet.ts';
import { raw } from '../../platform/db/raw.ts';
import { workbookFile } from './workbook-file.ts';
import { type Cell, type Sheet, writeWorkbook } from './xlsx.ts';

type Row = Readonly<Record<string, unknown>>;

interface Work {
  readonly ctx: Ctx;
  readonly deps: EngineDeps;
  readonly module: Module;
  readonly input: ListInput;
  readonly fields: readonly CompiledField[];
  /** Columns that the person sees but may not take along. */
  readonly left: readonly CompiledField[];
  /** Columns from beside the records. */
  readonly beside: readonly ListBeside[];
}

const STEP_HEADS = ['当前步骤', '当前处理人'] as const;
const besideHead = ({ label, unit }: ListBeside): string => (unit === undefined ? label : `${label}（${unit}）`);
const besideCell = ({ as }: ListBeside, value: unknown): Cell => {
  if (value === null || value === undefined || value === '') return null;
  const text = String(value);
  const places = text.split('.')[1]?.length ?? 0;
  return as === 'text' ? text : { number: text, style: { places } };
};

async function* dataRows(
  work: Work,
  tx: Db,
  sums: Readonly<Record<string, string>>,
  note: string | null,
): AsyncGenerator<readonly Cell[]> {
  const { ctx, deps, module, fields, beside } = work;
  const org = work.input.Org ?? 'now';
  yield [...fields.map(heading), ...beside.map(besideHead), ...STEP_HEADS].map((head) => ({ head }));
  for await (const found of batches(tx)) {
    const rows = await shownRows(tx, deps, module, ctx, await unsealedRows(tx, module, found));
    const ids = rows.flatMap((row) =>
      row['status'] === 'running' || row['status'] === 'returned' ? [String(row['id'])] : [],
    );
    const keys = fields.map((of) => of.key);
    const [steps, labels, names, aside] = await Promise.all([
      deps.approval.current(ctx.db, module.id, ids),
      labelsOf(ctx.db, deps.labels, module, rows, keys, entityBy(org)),
      org === 'then' ? namesOfThen(ctx.db, fields, rows) : null,
      listBeside({ ...ctx, db: tx }, deps, module, beside, rows),
    ]);
    const asideOf = new Map(aside.map(({ column, values }) => [column, values]));
    for (const [index, row] of rows.entries()) {
      const current = steps.get(String(row['id']));
      yield [
        ...fields.map((of) => names?.[index]?.[of.key] ?? cellOf(of, row[of.key], labels)),
        ...beside.map((column) => besideCell(column, asideOf.get(column)?.get(String(row['id'])))),
        current?.step ?? null,
        current?.handlers ?? null,
      ];
    }
  }
  yield* totalRow(fields, sums, note);
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
  return conditions(ctx, ['模块', module.form.identity.title], words, total, left);
}

/** Writes the workbook of a list. @returns how many rows it holds */
async function write(work: Work, out: Writable): Promise<number> {
  const { ctx, module, input, fields } = work;
  const { session } = ctx;
  const { from, parameters } = listFrom(module, session, input, 'count');
  const order = listOrder(module, session, input.SortField, input.SortOrder);
  const sums = listSums(module, session).filter((sum) => fields.some((of) => of.key === sum.key));
  // What a column from beside is worked out from is read with the rows, whether it is a column or not.
  const behind = work.beside.flatMap(({ of }) => (of.kind === 'left' ? (module.form.field(of.field) ?? []) : []));
  const columns = sums.map((sum, index) => `, ${sum.sql} as s${index}`).join('');
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set transaction read only`.execute(tx);
      const counted = await raw<Row>(
        tx,
        `select count(*)::int as total, ${uncountedSql(module)} as uncounted${columns} ${from}`,
        parameters.values,
      );
      const total = Number(counted[0]?.['total'] ?? 0);
      if (total > MOST_ROWS) throw refused(TOO_MANY);
      const totals = Object.fromEntries(sums.map((sum, index) => [sum.key, String(counted[0]?.[`s${index}`] ?? '0')]));
      await raw(
        tx,
        `declare exported no scroll cursor for select ${rowColumns(module, [...fields, ...behind])} ${from} order by ${order}`,
        parameters.values,
      );
      await writeWorkbook(out, [
        {
          name: module.form.identity.title,
          widths: [...fields.map(widthOf), ...work.beside.map(() => 14), 16, 20],
          rows: dataRows(work, tx, totals, uncountedNote(Number(counted[0]?.['uncounted'] ?? 0))),
        },
        await conditionSheet(work, total),
      ]);
      return total;
    });
}

/** What is classified in the module that it comes from leaves under the same right as there. */
const besideKept = (deps: EngineDeps, { session }: Ctx, { of }: ListBeside): boolean => {
  if (of.kind !== 'through' && of.kind !== 'from') return true;
  const field = deps.catalog.get(of.module)?.form.field(of.field);
  return field !== undefined && !isWithheld(session, field) && !staysInside(session, field);
};

/** The list that was asked for as an .xlsx; the export is audited with its filters. */
export const exportRecords = async (
  ctx: Ctx,
  deps: EngineDeps,
  module: Module,
  input: ListInput,
): Promise<FileAnswer> => {
  const { fields, left } = exportFields(module, ctx.session, input);
  const wanted = askedKeys(input);
  const beside = (pageOfAsk(module, input)?.beside ?? []).filter(
    (column) => besideKept(deps, ctx, column) && (wanted?.includes(column.key) ?? true),
  );
  const { title } = module.form.identity;
  return workbookFile(`${title}_${today(ctx.now)}.xlsx`, async (out) => {
    const total = await write({ ctx, deps, module, input, fields, left, beside }, out);
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
