/** Lists over a query: a page of its rows, and their sums over all that matches; the same as a workbook. Books and views are such lists. */
import type { bookIndex } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { type CompiledField, entityOf, type ListShape, placesOf, today } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx, Session } from '../../platform/context.ts';
import { likeOf, likeText } from '../../platform/db/like.ts';
import type { Db } from '../../platform/db/schema.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import type { EngineDeps } from '../forms/deps.ts';
import {
  askedTexts,
  collected,
  condition,
  FilterError,
  isBlank,
  isComparable,
  isListed,
  isText,
} from '../forms/filters.ts';
import { labelsFor } from '../forms/labels.ts';
import { batches, cellOf, conditions, heading, MOST_ROWS, TOO_MANY, totalRow, widthOf } from '../forms/sheet.ts';
import { raw } from '../../platform/db/raw.ts';
import { type Bind, isWithheld, Parameters, staysInside } from '../forms/visibility.ts';
import { workbookFile } from '../forms/workbook-file.ts';
import { type Cell, writeWorkbook } from '../forms/xlsx.ts';

/** Paging, sorting, a keyword, and beside them filters by the columns' keys. */
export interface RowsAsk {
  readonly PageIndex: number;
  readonly PageSize: number;
  readonly SortField?: string | undefined;
  readonly SortOrder?: 'asc' | 'desc' | undefined;
  readonly Keyword?: string | undefined;
  readonly [filter: string]: unknown;
}
export type RowsAnswer = z.input<typeof bookIndex.output>;

export interface Asking {
  readonly session: Session;
  readonly now: Date;
  readonly ask: RowsAsk;
  readonly bind: Bind;
  /** One row by its id: what the page asks for by itself, such as this year, does not hide it. */
  readonly row?: true;
}

/** Where rows come from. */
export interface ListSource {
  readonly shape: ListShape;
  readonly fields: readonly CompiledField[];
  field(key: string): CompiledField | undefined;
  /** SQL of a column. */
  column(key: string): string;
  /** Select list, values as records hold them. */
  select(fields: readonly CompiledField[]): string;
  /** SQL of the project that a row belongs to; null where it has none. */
  readonly project: string | null;
  /** What is asked besides columns. */
  readonly asks: readonly CompiledField[];
  /** `… m where …`: the rows that the person may see. */
  from(asking: Asking): string;
  /** How rows stand where nobody asked for another order. */
  readonly order: string | null;
}

type Row = { readonly id: string } & Readonly<Record<string, unknown>>;

const RESERVED: ReadonlySet<string> = new Set([
  'Book',
  'Charts',
  'Rows',
  'PageIndex',
  'PageSize',
  'SortField',
  'SortOrder',
  'Keyword',
  'Columns',
  'Format',
]);

/** Columns that this person may see, of those named. */
const openColumns = (of: ListSource, session: Session, keys: readonly string[]): readonly CompiledField[] =>
  [...new Set(keys)].flatMap((key) => of.field(key) ?? []).filter((field) => !isWithheld(session, field));

/** A column that this person may filter or sort by. @throws FilterError naming it */
function comparable(of: ListSource, session: Session, key: string, at: string): CompiledField {
  const field = of.field(key);
  if (field === undefined) throw new FilterError(at, `没有“${key.slice(0, 40)}”这一列`);
  if (!isComparable(field.field)) throw new FilterError(at, `${field.label}不能用于筛选和排序`);
  if (isWithheld(session, field)) throw new FilterError(at, `您没有查看“${field.label}”的权限`);
  return field;
}

/** Words that stand anywhere in an entry, its project or its people. */
function keywordPart(of: ListSource, session: Session, keyword: string, bind: Bind): string {
  const open = of.fields.filter((field) => !isWithheld(session, field));
  const ofText = open.filter((field) => isText(field.field));
  const ofPeople = open.filter((field) => field.field.type === 'user');
  // A value that the query does not use must not be sent along.
  if (ofText.length === 0 && ofPeople.length === 0 && of.project === null) return 'false';
  const contains = `${likeOf(keyword)} ${bind(likeText(keyword))}`;
  const texts = ofText.map((field) => `${of.column(field.key)} ${contains}`);
  const people = ofPeople.map(
    (field) =>
      `${of.column(field.key)} in (select u.id from app_user u where u.user_name ${contains} or u.pinyin ${contains})`,
  );
  const project =
    of.project === null
      ? []
      : [
          `${of.project} in (select p.code from project p where p.name ${contains} or p.code ${contains} or p.pinyin ${contains})`,
        ];
  return `(${[...texts, ...people, ...project].join(' or ')})`;
}

/** `from … where …` of what was asked for. @throws AppError with one error for each filter that is wrong */
export function listFrom(
  of: ListSource,
  ctx: Pick<Ctx, 'session' | 'now'>,
  ask: RowsAsk,
): { readonly from: string; readonly parameters: Parameters } {
  const parameters = new Parameters();
  const { bind } = parameters;
  const { session, now } = ctx;
  const errors: FieldError[] = [];
  const parts = [of.from({ session, now, ask, bind })];
  for (const [key, value] of Object.entries(ask)) {
    if (RESERVED.has(key) || isBlank(value) || of.asks.some((field) => field.key === key)) continue;
    const own = collected(errors, () =>
      condition({ of: comparable(of, session, key, key), column: of.column(key), bind, org: 'now' }, value),
    );
    parts.push(...(own ?? []));
  }
  if (errors.length > 0) throw invalid(errors);
  const keyword = ask.Keyword?.trim() ?? '';
  if (keyword !== '') parts.push(keywordPart(of, session, keyword, bind));
  return { from: `from ${parts.join(' and ')}`, parameters };
}

export function orderOf(of: ListSource, session: Session, ask: RowsAsk): string {
  const direction = ask.SortOrder ?? 'desc';
  if (isBlank(ask.SortField)) return of.order ?? `m.id ${direction}`;
  const errors: FieldError[] = [];
  const field = collected(errors, () => comparable(of, session, ask.SortField ?? '', 'SortField'));
  if (field === undefined) throw invalid(errors);
  return `${of.column(field.key)} ${direction} nulls last, m.id ${direction}`;
}

interface Sum {
  readonly of: CompiledField;
  readonly sql: string;
}

export const sumsOf = (of: ListSource, fields: readonly CompiledField[]): readonly Sum[] =>
  fields.flatMap((field) => {
    const places = placesOf(field.field);
    return places === null || of.shape.list.sum?.includes(field.key) !== true
      ? []
      : [{ of: field, sql: `coalesce(sum(${of.column(field.key)}), 0)::numeric(38,${places})::text` }];
  });

interface Totals {
  readonly total: number;
  readonly sums: Readonly<Record<string, string>>;
}

export async function totalsOf(
  db: Db,
  from: string,
  values: readonly unknown[],
  sums: readonly Sum[],
): Promise<Totals> {
  const columns = sums.map((sum, index) => `, ${sum.sql} as s${index}`).join('');
  const [row] = await raw<Readonly<Record<string, unknown>>>(
    db,
    `select count(*)::int as total${columns} ${from}`,
    values,
  );
  return {
    total: Number(row?.['total'] ?? 0),
    sums: Object.fromEntries(sums.map((sum, index) => [sum.of.key, String(row?.[`s${index}`] ?? '0')])),
  };
}

export async function listRows(ctx: Ctx, deps: EngineDeps, of: ListSource, ask: RowsAsk): Promise<RowsAnswer> {
  const { db, session } = ctx;
  const { columns, carries = [] } = of.shape.list;
  // What a row only carries is shown by the page in its own way: files are among it.
  const shown = openColumns(of, session, columns).filter((field) => isListed(field.field));
  const fields = [...shown, ...openColumns(of, session, carries).filter((field) => !shown.includes(field))];
  const { from, parameters } = listFrom(of, ctx, ask);
  const counted = totalsOf(db, from, [...parameters.values], sumsOf(of, fields));
  // Should the rows fail, nobody waits for this any more: a failure that nobody hears of ends the process.
  counted.catch(() => undefined);
  const { bind } = parameters;
  const rows = await raw<Row>(
    db,
    `select ${of.select(fields)} ${from} order by ${orderOf(of, session, ask)}
      limit ${bind(ask.PageSize)}::integer offset ${bind((ask.PageIndex - 1) * ask.PageSize)}::bigint`,
    parameters.values,
  );
  const [totals, labels] = await Promise.all([
    counted,
    labelsFor(
      db,
      deps.labels,
      fields.map((field) => ({ of: field, rows })),
    ),
  ]);
  return { rows: [...rows], total: totals.total, sums: { ...totals.sums }, labels };
}

/** Columns that an export was asked for, else those of the list. */
export function exported(of: ListSource, session: Session, ask: RowsAsk) {
  const asked = ask['Columns'];
  const keys = isBlank(asked)
    ? of.shape.list.columns
    : (Array.isArray(asked) ? asked : String(asked).split(',')).map(String);
  const seen = openColumns(of, session, keys).filter((field) => isListed(field.field));
  const left = seen.filter((field) => staysInside(session, field));
  return { fields: seen.filter((field) => !left.includes(field)), left };
}

export async function filterWords(
  ctx: Ctx,
  deps: EngineDeps,
  of: ListSource,
  ask: RowsAsk,
): Promise<readonly (readonly [string, string])[]> {
  const asked = Object.entries(ask).filter(([key, value]) => !RESERVED.has(key) && !isBlank(value));
  const words = await Promise.all(
    asked.map(async ([key, value]) => {
      const field = of.field(key) ?? of.asks.find((one) => one.key === key);
      const texts = askedTexts(value);
      const entity = field === undefined ? null : entityOf(field.field);
      const known = entity === null ? undefined : await deps.labels.labels(ctx.db, entity, new Set(texts));
      return [field?.label ?? key, texts.map((text) => known?.get(text) ?? text).join('、')] as const;
    }),
  );
  return isBlank(ask.Keyword) ? words : [['关键字', ask.Keyword ?? ''], ...words];
}

/** One list in a workbook. */
export interface TakenList {
  readonly of: ListSource;
  readonly ask: RowsAsk;
}

/** The rows of a list, read by a cursor that is gone when the sheet is done, so that the next can have its name. */
async function* sheetRows(
  tx: Db,
  deps: EngineDeps,
  { fields, query, values, sums }: Prepared,
): AsyncGenerator<readonly Cell[]> {
  yield fields.map((field) => ({ head: heading(field) }));
  await raw(tx, `declare exported no scroll cursor for ${query}`, values);
  for await (const rows of batches(tx)) {
    const labels = await labelsFor(
      tx,
      deps.labels,
      fields.map((field) => ({ of: field, rows })),
    );
    for (const row of rows) yield fields.map((field) => cellOf(field, row[field.key], labels));
  }
  await raw(tx, 'close exported', []);
  yield* totalRow(fields, sums);
}

interface Prepared {
  readonly title: string;
  readonly fields: readonly CompiledField[];
  readonly left: readonly CompiledField[];
  readonly query: string;
  readonly values: readonly unknown[];
  readonly total: number;
  readonly sums: Readonly<Record<string, string>>;
}

async function prepare(tx: Db, ctx: Ctx, { of, ask }: TakenList): Promise<Prepared> {
  const { session } = ctx;
  const { fields, left } = exported(of, session, ask);
  const { from, parameters } = listFrom(of, ctx, ask);
  const { total, sums } = await totalsOf(tx, from, parameters.values, sumsOf(of, fields));
  if (total > MOST_ROWS) throw refused(TOO_MANY);
  const query = `select ${of.select(fields)} ${from} order by ${orderOf(of, session, ask)}`;
  return { title: of.shape.title, fields, left, query, values: parameters.values, total, sums };
}

/** Lists as the sheets of one .xlsx, of one snapshot; audited with the filters of the first. */
export async function exportLists(
  ctx: Ctx,
  deps: EngineDeps,
  title: string,
  lists: readonly TakenList[],
): Promise<FileAnswer> {
  const [first] = lists;
  const words = first === undefined ? [] : await filterWords(ctx, deps, first.of, first.ask);
  return workbookFile(`${title}_${today(ctx.now)}.xlsx`, async (out) => {
    const rows = await ctx.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await sql`set transaction read only`.execute(tx);
        const sheets: Prepared[] = [];
        for (const list of lists) sheets.push(await prepare(tx, ctx, list));
        const total = sheets.reduce((sum, sheet) => sum + sheet.total, 0);
        await writeWorkbook(out, [
          ...sheets.map((sheet) => ({
            name: sheet.title.slice(0, 31),
            widths: sheet.fields.map(widthOf),
            rows: sheetRows(tx, deps, sheet),
          })),
          conditions(
            ctx,
            ['表名', title],
            words,
            total,
            sheets.flatMap((sheet) => sheet.left),
          ),
        ]);
        return total;
      });
    await ctx.write((tx) =>
      trail(tx, ctx, {
        kind: '导出',
        action: '导出',
        object: title,
        after: { rows, filters: Object.fromEntries(words) },
      }),
    );
  });
}

/** The list that was asked for as an .xlsx. */
export const exportRows = (ctx: Ctx, deps: EngineDeps, of: ListSource, ask: RowsAsk): Promise<FileAnswer> =>
  exportLists(ctx, deps, of.shape.title, [{ of, ask }]);
