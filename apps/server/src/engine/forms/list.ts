/** Lists of a module's records: the page, its totals over all matches, words for references, current steps. */
import type { FormRow, FormRows } from '@hengneng/contracts';
import { type ListPage, UNCOUNTED } from '@hengneng/core';
import { type CompiledField, communityKeyOf, listColumns, placesOf } from '@hengneng/form-kit';
import type { Ctx, Session } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { heldToCommunities } from '../../platform/policy/communities.ts';
import type { Approval } from '../approval/types.ts';
import type { Module } from './catalog.ts';
import {
  askedColumns,
  askedSteps,
  isListed,
  isWhole,
  type ListAsk,
  listConditions,
  listOrder,
  pageOfAsk,
  seeks,
} from './filters.ts';
import { type LabelCache, labelsOf } from './labels.ts';
import { entityBy, namesOfThen } from './org.ts';
import { shownRows, unsealedRows } from './seal.ts';
import { raw } from '../../platform/db/raw.ts';
import { BLOCK_BITS, type BlockCount, type Count, ListTotals } from './totals.ts';
import { type IdRange, idRangeSql, isWithheld, Parameters, staysInside, type Use, visibleSql } from './visibility.ts';

/** A list as contracts parse it: paging and ordering, scope, keyword; filters by field key beside them. */
export interface ListInput extends ListAsk {
  readonly PageIndex: number;
  readonly PageSize: number;
  readonly SortField?: string | undefined;
  readonly SortOrder?: 'asc' | 'desc' | undefined;
}

export interface ListTools {
  readonly approval: Pick<Approval, 'current' | 'openedBy' | 'hiddenFrom'>;
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
const listFields = (module: Module, session: Session, page: ListPage | null = null): readonly CompiledField[] => {
  const { columns, filters, sum = [] } = module.form.definition.list;
  return [...new Set([...columns, ...filters, ...sum, ...(page?.columns ?? [])])].flatMap((key) => {
    const of = module.form.field(key);
    return of === undefined || of.detail !== null || !isListed(of.field) || isWithheld(session, of) ? [] : [of];
  });
};

/** Columns that an export is asked for, else the module's own and what every list shows beside them. */
const wantedFields = (module: Module, session: Session, ask: ListAsk): readonly CompiledField[] => {
  const asked = askedColumns(module, session, ask);
  if (asked !== null && asked.length > 0) return asked;
  const page = pageOfAsk(module, ask);
  const columns = page?.columns ?? listColumns(module.form.definition.list);
  const fields = new Map(listFields(module, session, page).map((of) => [of.key, of]));
  const own = columns.flatMap((key) => fields.get(key) ?? []);
  const standard = ['status', 'applicant', 'createdAt'].filter((key) => !columns.includes(key));
  return [...own, ...standard.flatMap((key) => module.form.field(key) ?? [])];
};

/** Columns of an export, and what the person sees in the list but may not take along. */
export const exportFields = (
  module: Module,
  session: Session,
  ask: ListAsk,
): { readonly fields: readonly CompiledField[]; readonly left: readonly CompiledField[] } => {
  const wanted = wantedFields(module, session, ask);
  const left = wanted.filter((of) => staysInside(session, of));
  return { fields: wanted.filter((of) => !left.includes(of)), left };
};

/** A sum that the list shows: its SQL, as exact text with the field's places, and what it is of no rows. */
interface ListSum {
  readonly key: string;
  readonly sql: string;
  readonly zero: string;
}

/** Whether a record is in the sums. */
const countedSql = (module: Module): string =>
  `${module.sql.column('m', 'status')} not in (${UNCOUNTED.map((status) => `'${status}'`).join(', ')})`;

/** How many of the rows are not. */
export const uncountedSql = (module: Module): string => `(count(*) filter (where not (${countedSql(module)})))::text`;

export const listSums = (module: Module, session: Session): readonly ListSum[] =>
  listFields(module, session)
    .filter(
      (of) =>
        module.form.definition.list.sum?.includes(of.key) === true &&
        placesOf(of.field) !== null &&
        of.field.sealed === undefined,
    )
    .map((of) => ({
      key: of.key,
      zero: (0).toFixed(placesOf(of.field) ?? 0),
      sql: `coalesce(sum(${module.sql.column('m', of.key)}) filter (where ${countedSql(module)}), 0)::numeric(38,${placesOf(of.field) ?? 0})::text`,
    }));

const whereOf = (parts: readonly string[]): string => (parts.length === 0 ? '' : ` where ${parts.join(' and ')}`);

/** @param beside who must be allowed to see the rows as well */
const listParts = (module: Module, session: Session, ask: ListAsk, use: Use, beside?: Session) => {
  const parameters = new Parameters();
  const where = [...listConditions(module, session, ask, parameters.bind, use)];
  if (beside) where.push(visibleSql(module, beside, 'm', parameters.bind, use));
  return { from: `from ${module.sql.table} m`, where, parameters };
};

/** `from … where …` of a list and its parameters; the export reads the same. */
export const listFrom = (
  module: Module,
  session: Session,
  ask: ListAsk,
  use: Use,
  beside?: Session,
): { readonly from: string; readonly parameters: Parameters } => {
  const { from, where, parameters } = listParts(module, session, ask, use, beside);
  return { from: `${from}${whereOf(where)}`, parameters };
};

type Row = Record<string, unknown>;

/** Select list of the rows: `id` and the version beside the fields. */
export const rowColumns = (module: Module, fields: readonly CompiledField[]): string =>
  module.sql.columns('m', ['id', ...new Set([...STANDARD, ...fields.map((of) => of.key)])]);

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** First and last id of blocks, and of what lies between them. */
const spanOf = (blocks: readonly number[]): IdRange => ({
  from: Math.min(...blocks) * 2 ** BLOCK_BITS,
  to: (Math.max(...blocks) + 1) * 2 ** BLOCK_BITS,
});

/** Counts and sums what matches, by blocks; the module's change numbers are of the same snapshot. */
const counting =
  (db: Db, module: Module, session: Session, ask: ListAsk, beside?: Session): Count =>
  async (blocks) => {
    const span = blocks === null ? null : spanOf(blocks.length === 0 ? [0] : blocks);
    const { from, where, parameters } = listParts(module, session, ask, span ?? 'count', beside);
    const { bind, values } = parameters;
    if (blocks && span)
      where.push(idRangeSql('m.id', span, bind), `m.id >> ${BLOCK_BITS} = any(${bind(blocks)}::bigint[])`);
    const sums = [...listSums(module, session).map((sum) => sum.sql), uncountedSql(module)];
    const [row] = await raw<{ readonly versions: Record<string, number>; readonly blocks: readonly BlockRow[] }>(
      db,
      `select form_versions('${module.id}') as versions, coalesce((select jsonb_agg(b) from (
         select m.id >> ${BLOCK_BITS} as block, count(*) as total, array[${sums.join(', ')}]::text[] as sums
         ${from}${whereOf(where)} group by 1) b), '[]') as blocks`,
      values,
    );
    return {
      versions: new Map(Object.entries(row?.versions ?? {}).map(([block, version]) => [Number(block), version])),
      blocks: new Map((row?.blocks ?? []).map((of) => [of.block, of])),
    };
  };

interface BlockRow extends BlockCount {
  readonly block: number;
}

/** Sum of the changes that the module's lists can show. Written out, as the server would start a function anew for every call. */
const versionSql = (module: Module): string =>
  `(select coalesce(sum(version), 0) from form_change where module_id in ('${module.id}', '*'))`;

/** Whether steps of the module hide anything from anybody: hardly ever, and then nothing need be asked for the rows. */
const hidesSql = (module: Module): string =>
  `exists (select from wf_definition d where d.module_id = '${module.id}' and d.hides)`;

const NEAR_PAGES = 5;
/** From how many matches on the newest of them are found by walking, and how many rows a walk may pass over. */
const MANY = 10_000;

/**
 * The rows of a page. Of how many rows the first pages of a whole list are cut out is written into the statement: with a parameter for it the
 * database would plan anew every time, which takes longer than reading the page. Filters are planned for their values.
 * @param matched how many matched last time, if anybody asked before
 */
export const pageOf = (
  module: Module,
  session: Session,
  input: ListInput,
  matched: number | undefined,
  beside?: Session,
): { readonly sql: string; readonly parameters: Parameters } => {
  const offset = (input.PageIndex - 1) * input.PageSize;
  const sorted = input.SortField !== undefined && input.SortField !== '';
  // All matches are looked at and ordered, which is no more than counting them; as few as they are, each is asked about.
  const gathered = seeks(module, input) && (matched ?? 0) < MANY;
  const use = !gathered && (sorted || offset >= MANY) ? 'count' : 'page';
  const { from, parameters } = listFrom(module, session, input, use, beside);
  const order = `order by ${listOrder(module, session, input.SortField, input.SortOrder)}`;
  const cut = `limit ${parameters.bind(input.PageSize)}::integer offset ${parameters.bind(offset)}::bigint`;
  // `offset 0` keeps the order out of the plan of what is gathered.
  const rows = gathered ? `select m.* from (select m.* ${from} offset 0) m ${order}` : `select m.* ${from} ${order}`;
  return {
    sql:
      isWhole(input) && input.PageIndex <= NEAR_PAGES
        ? `select * from (${rows} limit ${NEAR_PAGES * input.PageSize}) near ${cut}`
        : `${rows} ${cut}`,
    parameters,
  };
};

interface StepCount {
  readonly step: string;
  readonly count: number;
}

/** How many of what matches stand at each step; the step that is asked for is left open, so that the others can be gone to. */
const stepCounts = (
  db: Db,
  module: Module,
  session: Session,
  { Step: _, ...ask }: ListAsk,
  beside?: Session,
): Promise<readonly StepCount[]> => {
  const { from, parameters } = listFrom(module, session, ask, 'count', beside);
  return raw<StepCount>(
    db,
    `select n.name as step, count(*)::int as count from (select m.id ${from}) m
      join wf_instance i on i.module_id = '${module.id}' and i.biz_id = m.id and i.status in ('running', 'returned')
      join wf_node_run n on n.id = i.current_run group by n.name`,
    parameters.values,
  );
};

/**
 * A page of the list, exact total and sums over everything that matches.
 * @param beside who looks at the list of the session's person: only what both may see is there
 */
export const listRecords = async (
  ctx: Pick<Ctx, 'db' | 'session' | 'now'>,
  module: Module,
  input: ListInput,
  tools: ListTools,
  beside?: Session,
): Promise<FormRows> => {
  const { db, session } = ctx;
  const own = pageOfAsk(module, input);
  const fields = [...new Set([...listFields(module, session, own), ...(askedColumns(module, session, input) ?? [])])];
  // Approvals move on, and cashiers come to communities, without records changing: what stands at a step, or is theirs, is counted each time.
  const anew = askedSteps(input).length > 0 || (communityKeyOf(module.form) !== null && heldToCommunities(session));
  const kept = anew ? new ListTotals() : tools.totals;
  const all = listFrom(module, session, input, 'count', beside);
  // What is summed depends on who asks (withheld fields), so it is part of what a total is kept under.
  const key = JSON.stringify([module.id, all.from, all.parameters.values, fields.map((of) => of.key)]);
  const page = pageOf(module, session, input, kept.lastTotal(key), beside);
  // One statement, one snapshot: the page and the change number that a kept total must have are of the same moment. Only rows that are shown
  // are put into words, not those that the offset passes over.
  const found = await raw<Row>(
    db,
    `select v.change, v.hides, page.* from (select ${versionSql(module)}::text as change, ${hidesSql(module)} as hides) v
      left join lateral (select ${rowColumns(module, fields)} from (${page.sql}) m) page on true`,
    page.parameters.values,
  );
  const unsealed = await unsealedRows(
    db,
    module,
    found.filter((row) => typeof row['id'] === 'string'),
  );
  const rows =
    found[0]?.['hides'] === false
      ? unsealed
      : await shownRows(db, tools, module, { now: ctx.now, session: beside ?? session }, unsealed);
  const ids = rows.map((row) => String(row['id']));
  const org = input.Org ?? 'now';
  const shown = [...fields, ...STANDARD.flatMap((name) => module.form.field(name) ?? [])];
  const [totals, steps, sources, labels, names, board] = await Promise.all([
    kept.read(key, Number(found[0]?.['change']), counting(db, module, session, input, beside)),
    tools.approval.current(db, module.id, pendingIds(rows)),
    input.Scope === 'limit' ? tools.approval.openedBy(db, module.id, session.userId, ids) : null,
    labelsOf(
      db,
      tools.labels,
      module,
      rows,
      [...new Set(['applicant', 'applicantDept', ...fields.map((of) => of.key)])],
      entityBy(org),
    ),
    org === 'then' ? namesOfThen(db, shown, rows) : null,
    own?.board === true ? stepCounts(db, module, session, input, beside) : null,
  ]);
  const sums = listSums(module, session);
  return {
    rows: rows.map((row, index) => {
      const id = String(row['id']);
      return {
        ...rowOf(row, steps.get(id)),
        ...(sources === null ? {} : { openedBy: sources.get(id) ?? '' }),
        ...(names === null ? {} : { deptNames: { ...names[index] } }),
      };
    }),
    total: totals.total,
    sums: Object.fromEntries(sums.map((of, index) => [of.key, totals.sums[index] ?? of.zero])),
    uncounted: Number(totals.sums[sums.length] ?? 0),
    ...(board === null ? {} : { stepCounts: [...board] }),
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
