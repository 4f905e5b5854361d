/** Entries of books: written by approvals, found again by what they say, marked void when their record is cancelled. */
import type { ModuleId } from '@hengneng/core';
import { bookTable, type BookShape, type NewEntry, sqlName, type ValueOf } from '@hengneng/form-kit';
import type { Tx } from '../../platform/db/schema.ts';
import { refused } from '../../platform/http/errors.ts';
import { raw } from '../../platform/db/raw.ts';
import { asValue } from '../forms/record-sql.ts';

/** The record, and the effect of it, that an entry comes from. */
export interface EntrySource {
  readonly module: ModuleId;
  /** BusinessId. */
  readonly id: string;
  readonly effect: string;
}

/** The batch of an import that an entry comes from. */
export interface BatchSource {
  readonly module: 'import';
  /** Of the batch. */
  readonly id: string;
  /** The import. */
  readonly effect: string;
}

/** Master data that the installation brings along or an administrator entered; no record writes or takes back those entries. */
export const SETUP = { module: 'setup', id: '0', effect: 'setup' } as const;

/** An entry that was written. */
export type Entry<T extends BookShape> = {
  readonly id: string;
  readonly sourceModule: string;
  readonly sourceId: string;
} & {
  readonly [K in keyof T['columns']]: ValueOf<T['columns'][K]> | null;
};

/** Values that columns of an entry have. */
export type BookWhere<T extends BookShape> = Partial<{ readonly [K in keyof T['columns'] & string]: unknown }> & {
  readonly id?: string | null;
};

interface BookSql {
  readonly table: string;
  /** $1 entries as a JSON array, $2 module, $3 record, $4 effect; in order. */
  readonly insert: string;
  readonly select: string;
  readonly typeOf: ReadonlyMap<string, { readonly name: string; readonly type: string }>;
}

const known = new WeakMap<BookShape, BookSql>();

function sqlOf(book: BookShape): BookSql {
  const made = known.get(book);
  if (made) return made;
  const { name: table, columns } = bookTable(book);
  const names = columns.map((of) => sqlName(of.name));
  const sql: BookSql = {
    table,
    insert: `insert into ${table} (source_module, source_id, source_effect, ${names.join(', ')})
      select $2, $3::bigint, $4, ${columns.map((of) => `r."${of.key}"`).join(', ')}
      from rows from (jsonb_to_recordset($1::jsonb) as (${columns.map((of) => `"${of.key}" ${of.type}`).join(', ')}))
        with ordinality as r(${columns.map((of) => `"${of.key}"`).join(', ')}, "#")
      order by r."#"`,
    select: [
      'm.id::text as id',
      'm.source_module as "sourceModule"',
      'm.source_id::text as "sourceId"',
      ...columns.map((of) => `${asValue(`m.${sqlName(of.name)}`, of.type)} as "${of.key}"`),
    ].join(', '),
    typeOf: new Map(columns.map((of) => [of.key, { name: of.name, type: of.type }])),
  };
  known.set(book, sql);
  return sql;
}

/** Writes entries in one statement. @returns their ids, in the same order */
export async function enter<T extends BookShape>(
  tx: Tx,
  book: T,
  entries: readonly NewEntry<T>[],
  source: EntrySource | BatchSource | typeof SETUP,
): Promise<readonly string[]> {
  if (entries.length === 0) return [];
  const rows = await raw<{ id: string }>(tx, `${sqlOf(book).insert} returning id::text as id`, [
    JSON.stringify(entries),
    source.module,
    source.id,
    source.effect,
  ]);
  return rows.map((row) => row.id);
}

/** Standing entries in which every column named has the value given (null: is empty), oldest first; locked until the transaction ends. */
export async function standing<T extends BookShape>(
  tx: Tx,
  book: T,
  where: BookWhere<T>,
): Promise<readonly Entry<T>[]> {
  const { table, select, typeOf } = sqlOf(book);
  const values: unknown[] = [];
  const conditions = Object.entries(where).map(([key, value]) => {
    const { name, type } = typeOf.get(key) ?? { name: key, type: 'bigint' };
    values.push(value);
    return `m.${sqlName(name)} is not distinct from $${values.length}::${type}`;
  });
  return raw<Entry<T>>(
    tx,
    `select ${select} from ${table} m where not m.voided${conditions.map((each) => ` and ${each}`).join('')} order by m.id for update`,
    values,
  );
}

/**
 * The entry under a book's key, opened where there is none; locked. What is opened belongs to no record and stays when one is cancelled: an account
 * whose amounts records add to.
 */
export async function account<T extends BookShape>(tx: Tx, book: T, opening: NewEntry<T>): Promise<Entry<T>> {
  const values: Readonly<Record<string, unknown>> = opening;
  const where = Object.fromEntries((book.key ?? []).map((key) => [key, values[key] ?? null])) as BookWhere<T>;
  const [found] = await standing(tx, book, where);
  if (found) return found;
  await raw(tx, `${sqlOf(book).insert} on conflict do nothing`, [
    JSON.stringify([opening]),
    SETUP.module,
    SETUP.id,
    SETUP.effect,
  ]);
  const [opened] = await standing(tx, book, where);
  if (!opened) throw new Error(`no account in ${book.id}`);
  return opened;
}

const IN_USE = /^b_\w+_in_use$/;

/** The book's CHECK of entries that later records draw on (`inUse`). */
const isInUse = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && IN_USE.test(String(error.constraint));

/** Marks what a record's effect wrote into a book void. @throws refused where later records draw on it */
export async function voidEntries(tx: Tx, table: string, source: EntrySource | BatchSource): Promise<void> {
  try {
    await raw(
      tx,
      `update ${sqlName(table)} set voided = true where source_module = $1 and source_id = $2::bigint and source_effect = $3 and not voided`,
      [source.module, source.id, source.effect],
    );
  } catch (error) {
    throw isInUse(error) ? refused('已有后续单据引用，请先作废后续单据') : error;
  }
}
