/** Lists of a module's records: the page, its totals over all matches, words for references, current steps. */
import type { FormRow, FormRows } from '@hengneng/contracts';
import { type CompiledField, placesOf } from '@hengneng/form-kit';
import type { Ctx, Session } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Approval } from '../approval/types.ts';
import type { Module } from './catalog.ts';
import { askedColumns, isComparable, type ListAsk, listConditions, listOrder } from './filters.ts';
import { type LabelCache, labelsOf } from './labels.ts';
import { raw } from './store.ts';
import type { Counted, ListTotals } from './totals.ts';
import { isWithheld, Parameters, type Use } from './visibility.ts';

/** A list as contracts parse it: paging and ordering, scope, keyword; filters by field key beside them. */
export interface ListInput extends ListAsk {
  readonly PageIndex: number;
  readonly PageSize: number;
  readonly SortField?: string | undefined;
  readonly SortOrder?: 'asc' | 'desc' | undefined;
}

export interface ListTools {
  readonly approval: Pick<Approval, 'current'>;
  readonly labels: LabelCache;
  readonly totals: ListTotals;
}

/** What every row carries besides the module's columns. */
const STANDARD = [
  'serial',
  'status',
  'version',
  'applicant',
  'applicantDept',
  'createdAt',
  'submittedAt',
  'finishedAt',
];

/** Fields that the module's list shows, can be filtered by, or sums; files and withheld ones left out. */
export const listFields = (module: Module, session: Session): readonly CompiledField[] => {
  const { columns, filters, sum = [] } = module.form.definition.list;
  return [...new Set([...columns, ...filters, ...sum])].flatMap((key) => {
    const of = module.form.field(key);
    return of === undefined || of.detail !== null || !isComparable(of.field) || isWithheld(session, of) ? [] : [of];
  });
};

/** Columns of an export: those asked for, else the module's own and what every list shows beside them. */
export const exportFields = (module: Module, session: Session, ask: ListAsk): readonly CompiledField[] => {
  const asked = askedColumns(module, session, ask);
  if (asked !== null && asked.length > 0) return asked;
  const { columns } = module.form.definition.list;
  const own = listFields(module, session).filter((of) => columns.includes(of.key));
  const standard = ['status', 'applicant', 'createdAt'].filter((key) => !columns.includes(key));
  return [...own, ...standard.flatMap((key) => module.form.field(key) ?? [])];
};

/** SQL of each sum that the list shows, as exact text with the field's places. */
export const listSums = (module: Module, session: Session): readonly { readonly key: string; readonly sql: string }[] =>
  listFields(module, session)
    .filter((of) => module.form.definition.list.sum?.includes(of.key) === true && placesOf(of.field) !== null)
    .map((of) => ({
      key: of.key,
      sql: `coalesce(sum(${module.sql.column('m', of.key)}), 0)::numeric(38,${placesOf(of.field) ?? 0})::text`,
    }));

/** `from … where …` of a list and its parameters; the export reads the same. */
export const listFrom = (
  module: Module,
  session: Session,
  ask: ListAsk,
  use: Use,
): { readonly from: string; readonly parameters: Parameters } => {
  const parameters = new Parameters();
  const parts = listConditions(module, session, ask, parameters.bind, use);
  const where = parts.length === 0 ? '' : ` where ${parts.join(' and ')}`;
  return { from: `from ${module.sql.table} m${where}`, parameters };
};

type Row = Record<string, unknown>;

/** Select list of the rows: `id` and the version beside the fields. */
export const rowColumns = (module: Module, fields: readonly CompiledField[]): string =>
  module.sql.columns('m', ['id', ...new Set([...STANDARD, ...fields.map((of) => of.key)])]);

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Counts and sums everything that matches; the module's change number is of the same snapshot. */
const counting =
  (db: Db, module: Module, session: Session, from: string, values: readonly unknown[]) =>
  async (): Promise<Counted> => {
    const sums = listSums(module, session);
    const columns = sums.map((sum, index) => `, ${sum.sql} as s${index}`).join('');
    const rows = await raw<Row>(
      db,
      `select form_version('${module.id}')::text as version, count(*)::text as total${columns} ${from}`,
      values,
    );
    const row = rows[0] ?? {};
    return {
      version: String(row['version']),
      total: Number(row['total']),
      sums: Object.fromEntries(sums.map((sum, index) => [sum.key, String(row[`s${index}`])])),
    };
  };

/** A page of the list, exact total and sums over everything that matches. */
export const listRecords = async (ctx: Ctx, module: Module, input: ListInput, tools: ListTools): Promise<FormRows> => {
  const { db, session } = ctx;
  const fields = [...new Set([...listFields(module, session), ...(askedColumns(module, session, input) ?? [])])];
  const { from, parameters } = listFrom(module, session, input, 'page');
  const all = listFrom(module, session, input, 'count');
  const order = listOrder(module, session, input.SortField, input.SortOrder);
  const limit = parameters.bind(input.PageSize);
  const offset = parameters.bind((input.PageIndex - 1) * input.PageSize);
  // One statement, one snapshot: the page and the change number that a kept total must have are of the same moment.
  const found = await raw<Row>(
    db,
    `select v.change, page.* from (select form_version('${module.id}')::text as change) v left join lateral
      (select ${rowColumns(module, fields)} ${from} order by ${order} limit ${limit}::integer offset ${offset}::bigint) page on true`,
    parameters.values,
  );
  const rows = found.filter((row) => typeof row['id'] === 'string');
  // What is summed depends on who asks (withheld fields), so it is part of what a total is kept under.
  const key = JSON.stringify([module.id, all.from, all.parameters.values, fields.map((of) => of.key)]);
  const [totals, steps, labels] = await Promise.all([
    tools.totals.read(
      key,
      String(found[0]?.['change']),
      counting(db, module, session, all.from, all.parameters.values),
    ),
    tools.approval.current(db, module.id, pendingIds(rows)),
    labelsOf(db, tools.labels, module, rows, [
      ...new Set(['applicant', 'applicantDept', ...fields.map((of) => of.key)]),
    ]),
  ]);
  return {
    rows: rows.map((row) => rowOf(row, steps.get(String(row['id'])))),
    total: totals.total,
    sums: { ...totals.sums },
    labels,
  };
};

/** Only these have a current step; the others need not be asked about. */
const pendingIds = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap((row) => (row['status'] === 'running' || row['status'] === 'returned' ? (text(row['id']) ?? []) : []));

const rowOf = (found: Row, current: { readonly step: string; readonly handlers: string } | undefined): FormRow => {
  const { id, version, change: _, ...row } = found;
  return {
    ...row,
    BusinessId: String(id),
    Status: String(row['status']),
    FormVersion: Number(version),
    serial: text(row['serial']),
    applicant: String(row['applicant']),
    createdAt: String(row['createdAt']),
    currentStep: current?.step ?? null,
    handlers: current?.handlers ?? null,
  };
};
