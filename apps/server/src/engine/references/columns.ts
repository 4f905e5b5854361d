/** Plain properties out of the columns of one table. */
import { sql } from 'kysely';
import type { PlainProps, PropRow } from './types.ts';

const NUMBER = /^\d{1,18}$/;

/**
 * Properties that are columns: exact text, days as YYYY-MM-DD.
 * @param key the column that values name: a number (`id`) or a code
 */
export const propColumns = (
  table: string,
  key: 'id' | 'code',
  columns: Readonly<Record<string, string>>,
): PlainProps => ({
  names: Object.keys(columns),
  async read(db, values, names) {
    const picked = names.flatMap((name) => {
      const column = columns[name];
      return column === undefined ? [] : [sql`, ${sql.ref(column)}::text as ${sql.ref(name)}`];
    });
    const match =
      key === 'id'
        ? sql`id = any(${values.filter((value) => NUMBER.test(value))}::bigint[])`
        : sql`code = any(${[...values]}::text[])`;
    const { rows } = await sql<PropRow & { readonly '#': string }>`
      select ${sql.ref(key)}::text as "#"${sql.join(picked, sql``)} from ${sql.table(table)} where ${match}`.execute(
      db,
    );
    return new Map(rows.map(({ '#': value, ...row }) => [value, row]));
  },
});
