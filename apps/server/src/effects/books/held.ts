/** What stands in the books, as a record is told that may hold part of it itself. */
import { bookTableName, type BookShape, snakeCase, sqlName } from '@hengneng/form-kit';
import type { Tx } from '../../platform/db/schema.ts';
import { raw } from '../../platform/db/raw.ts';
import type { Source } from './source.ts';

type Column<T extends BookShape> = keyof T['columns'] & string;

interface Sum<T extends BookShape> {
  /** Amounts that count, those that count against them, and whose entries: `m` is an entry, `$3` and on are `values`. */
  readonly plus: readonly Column<T>[];
  readonly minus?: readonly Column<T>[];
  readonly where: string;
  readonly values: readonly unknown[];
  /** Quantities have more places. */
  readonly type?: 'numeric(18,2)' | 'integer';
}

const total = (columns: readonly string[]): string =>
  columns.map((key) => `coalesce(m.${sqlName(snakeCase(key))}, 0)`).join(' + ') || '0';
const list = (columns: readonly string[]): string => columns.map((key) => `'${snakeCase(key)}'`).join(', ') || 'null';

/**
 * A sum over standing entries of a book, without what `me` added to them and has not taken back: a record that is asked again at a later step
 * must not stumble over itself.
 */
export async function heldByOthers<T extends BookShape>(
  tx: Tx,
  book: T,
  me: Source,
  { plus, minus = [], where, values, type = 'numeric(18,2)' }: Sum<T>,
): Promise<string> {
  const table = bookTableName(book.id);
  const own = (columns: readonly string[]): string => `coalesce((select sum(c.amount) from entity_change c
    where c.table_name = '${table}' and c.row_key = m.id::text and c.column_name in (${list(columns)}) and c.undone_at is null
      and c.source_module = $1 and c.source_id = $2::bigint), 0)`;
  const [row] = await raw<{ sum: string }>(
    tx,
    `select coalesce(sum(${total(plus)} - ${own(plus)} - (${total(minus)}) + ${own(minus)}), 0)::${type}::text as sum
      from ${table} m where not m.voided and ${where}`,
    [me.module, me.id, ...values],
  );
  return row?.sum ?? '0.00';
}

/** Entries of a book of which a record holds something in a column, and how much; oldest first. */
export async function ownHolds<T extends BookShape>(
  tx: Tx,
  book: T,
  column: Column<T>,
  me: Source,
): Promise<readonly { readonly id: string; readonly amount: string }[]> {
  return raw(
    tx,
    `select row_key as id, sum(amount)::numeric(18,2)::text as amount from entity_change
      where table_name = $1 and column_name = $2 and undone_at is null and source_module = $3 and source_id = $4::bigint
      group by row_key having sum(amount) <> 0 order by row_key::bigint`,
    [bookTableName(book.id), snakeCase(column), me.module, me.id],
  );
}
