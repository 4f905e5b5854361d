/** Lists of a module's records: the page, its totals over all matches, words for references, current steps. */
import type { FormRow, FormRows } from '@hengneng/contracts';
import { type CompiledField, placesOf } from '@hengneng/form-kit';
import type { Ctx, Session } from '../../platform/context.ts';
import type { Approval } from '../approval/types.ts';
import type { Module } from './catalog.ts';
import { type ListAsk, isComparable, listConditions, listOrder } from './filters.ts';
import { type LabelCache, labelsOf } from './labels.ts';
import { raw } from './store.ts';
import { type TotalsCache, unchangedSql } from './totals.ts';
import { isWithheld, Parameters } from './visibility.ts';

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
  readonly totals: TotalsCache;
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
): { readonly from: string; readonly parameters: Parameters } => {
  const parameters = new Parameters();
  const parts = listConditions(module, session, ask, parameters.bind);
  const where = parts.length === 0 ? '' : ` where ${parts.join(' and ')}`;
  return { from: `from ${module.sql.table} m${where}`, parameters };
};

type Row = Record<string, unknown>;

/** Select list of the rows: `id` and the version beside the fields. */
export const rowColumns = (module: Module, fields: readonly CompiledField[]): string =>
  module.sql.columns('m', ['id', ...new Set([...STANDARD, ...fields.map((of) => of.key)])]);

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A page of the list, exact total and sums over everything that matches. */
export const listRecords = async (ctx: Ctx, module: Module, input: ListInput, tools: ListTools): Promise<FormRows> => {
  const { db, session } = ctx;
  const fields = listFields(module, session);
  const { from, parameters } = listFrom(module, session, input);
  const order = listOrder(module, session, input.SortField, input.SortOrder);
  const counted = [...parameters.values];
  const key = JSON.stringify([module.id, from, counted, fields.length]);
  const kept = tools.totals.get(key);

  const limit = parameters.bind(input.PageSize);
  const offset = parameters.bind((input.PageIndex - 1) * input.PageSize);
  const standing =
    kept === undefined ? 'false' : unchangedSql(parameters.bind(module.id), parameters.bind(kept.snapshot));
  // One statement, one snapshot: the page and the word on the total speak of the same moment.
  const found = await raw<Row>(
    db,
    `select s.standing, page.* from (select ${standing} as standing) s left join lateral
      (select ${rowColumns(module, fields)} ${from} order by ${order} limit ${limit}::integer offset ${offset}::bigint) page on true`,
    parameters.values,
  );
  const holds = kept !== undefined && found[0]?.['standing'] === true;
  const rows = found.filter((row) => typeof row['id'] === 'string');
  const ids = rows.flatMap((row) => text(row['id']) ?? []);
  const [totals, steps, labels] = await Promise.all([
    holds ? kept : tools.totals.count(db, key, from, counted, listSums(module, session)),
    tools.approval.current(db, module.id, pendingIds(rows)),
    labelsOf(db, tools.labels, module, rows, [
      ...new Set(['applicant', 'applicantDept', ...fields.map((of) => of.key)]),
    ]),
  ]);
  return {
    rows: rows.map((row, index) => rowOf(row, steps.get(ids[index] ?? ''))),
    total: totals.total,
    sums: { ...totals.sums },
    labels,
  };
};

/** Only these have a current step; the others need not be asked about. */
const pendingIds = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap((row) => (row['status'] === 'running' || row['status'] === 'returned' ? (text(row['id']) ?? []) : []));

const rowOf = (found: Row, current: { readonly step: string; readonly handlers: string } | undefined): FormRow => {
  const { id, version, standing: _, ...row } = found;
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
