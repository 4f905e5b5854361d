/** What the pickers of charging share: how they look up words, and properties that SQL works out. */
import { type RawBuilder, sql } from 'kysely';
import type { PlainProps, PropRow, ReferenceRow } from '../../engine/references/types.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';

const NUMBER = /^\d{1,18}$/;
export const ids = (values: readonly string[]): string[] => values.filter((value) => NUMBER.test(value));

/** Properties that are worked out by SQL. */
export const propsOf = (
  from: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  columns: Readonly<Record<string, RawBuilder<unknown>>>,
): PlainProps => ({
  names: Object.keys(columns),
  async read(db: Tx | Db, values, names) {
    const picked = names.flatMap((name) => {
      const column = columns[name];
      return column === undefined ? [] : [sql`, (${column})::text as ${sql.ref(name)}`];
    });
    const { rows } = await sql<PropRow & { readonly '#': string }>`select ${key}::text as "#"${sql.join(picked, sql``)}
      from ${from} where ${key} = any(${ids(values)}::bigint[])`.execute(db);
    return new Map(rows.map(({ '#': value, ...row }) => [value, row]));
  },
});

export const named = async (db: Db, query: RawBuilder<unknown>): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ value: string; label: string }>`${query}`.execute(db);
  return new Map(rows.map((row) => [row.value, row.label]));
};
export const valuesOf = async (db: Db, query: RawBuilder<unknown>): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ value: string }>`${query}`.execute(db);
  return new Set(rows.map((row) => row.value));
};
export const found = async (
  db: Db,
  select: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) => {
  const { rows } = await sql<
    ReferenceRow & { readonly total: number }
  >`select found.*, (count(*) over ())::int as total from (${select}) found
    order by ${order} limit ${limit} offset ${offset}`.execute(db);
  return { rows: rows.map(({ total: _, ...row }) => row as ReferenceRow), total: rows[0]?.total ?? 0 };
};

/** What a picker sent besides its words, where it is a number. */
export const asked = (extra: Readonly<Record<string, unknown>>, name: string): string | null => {
  const value = extra[name];
  return typeof value === 'string' && NUMBER.test(value) ? value : null;
};
