/** Changes of many entries of a book in one statement, noted as `changes.ts` notes them and taken back by it. */
import { bookTableName, type BookShape, snakeCase, sqlName } from '@hengneng/form-kit';
import type { Tx } from '../../platform/db/schema.ts';
import { raw } from '../../engine/forms/store.ts';
import { refused } from '../../platform/http/errors.ts';
import { asText, type Change, type ChangeSource, GONE, typeOf } from './cells.ts';
import { withinLimits } from './limits.ts';

interface Changed {
  /** Id of the entry; each once. */
  readonly row: string;
  /** By the keys of the book's columns, the same for every entry. */
  readonly values: Readonly<Record<string, unknown>>;
}

async function writeMany(
  tx: Tx,
  book: BookShape,
  to: 'set' | 'add',
  changes: readonly Changed[],
  source: ChangeSource,
): Promise<void> {
  const [first] = changes;
  if (first === undefined) return;
  const table = bookTableName(book.id);
  const cells = await Promise.all(
    Object.keys(first.values).map(async (key, at) => {
      const name = snakeCase(key);
      return { key, name, at, column: sqlName(name), type: await typeOf(tx, table, name) };
    }),
  );
  const given = changes.map(({ row, values }) => ({
    row,
    ...Object.fromEntries(cells.map(({ key, at }) => [`c${at}`, asText(values[key])])),
  }));
  const next = ({ column, type, at }: (typeof cells)[number]): string =>
    to === 'set'
      ? `${column} = g.c${at}::${type}`
      : `${column} = case when g.c${at}::numeric <> 0 then coalesce(t.${column}, 0) + g.c${at}::numeric else t.${column} end`;
  const statement = `
    with g as materialized (
      select * from jsonb_to_recordset($1::jsonb) as g("row" bigint, ${cells.map(({ at }) => `c${at} text`).join(', ')})),
    old as materialized (
      select t.id, ${cells.map(({ column, at }) => `t.${column}::text as b${at}`).join(', ')}
      from ${table} t where t.id in (select "row" from g) order by t.id for update),
    new as (
      update ${table} t set ${cells.map(next).join(', ')} from g join old on old.id = g."row" where t.id = g."row"
      returning t.id, ${cells.map(({ column, at }) => `old.b${at}, t.${column}::text as a${at}, g.c${at}`).join(', ')}),
    noted as (
      insert into entity_change (table_name, row_key, column_name, before, after, amount, source_module, source_id, source_effect)
      select $2, n.id::text, v.name, v.before, v.after, ${to === 'set' ? 'null' : 'v.given::numeric'}, $3, $4::bigint, $5
      from new n cross join lateral (values ${cells.map(({ name, at }) => `('${name}', n.b${at}, n.a${at}, n.c${at})`).join(', ')})
        as v(name, before, after, given)
      ${to === 'set' ? '' : '-- What rose is noted first: taking back goes the other way round, and no limit is broken on the way.\n      where v.given::numeric <> 0 order by v.given::numeric < 0, n.id'})
    select count(*)::int as n from new`;
  const [written] = await withinLimits(() =>
    raw<{ n: number }>(tx, statement, [JSON.stringify(given), table, source.module, source.id, source.effect]),
  );
  if (written?.n !== changes.length) throw refused(GONE);
}

/** `setValues` for many entries. @throws refused where one is gone */
export const setMany = (tx: Tx, book: BookShape, changes: readonly Changed[], source: ChangeSource): Promise<void> =>
  writeMany(tx, book, 'set', changes, source);

/** `addAmounts` for many entries; null and nothing change nothing. @throws refused where one is gone, or a limit of the book would be broken */
export const addToMany = (tx: Tx, book: BookShape, changes: readonly Changed[], source: ChangeSource): Promise<void> =>
  writeMany(tx, book, 'add', changes, source);

/** From so many changes on it is worth while to take back at once what has nothing to be played again. */
export const MANY = 50;

/** Rows of a table whose every cell was changed once: id of the entry → its changes by column. */
function onceChanged(changes: readonly Change[]): ReadonlyMap<string, ReadonlyMap<string, Change>> {
  const rows = new Map<string, Map<string, Change>>();
  const often = new Set<string>();
  for (const change of changes) {
    const cells = rows.get(change.row_key) ?? new Map<string, Change>();
    if (cells.has(change.column_name)) often.add(change.row_key);
    rows.set(change.row_key, cells.set(change.column_name, change));
  }
  for (const row of often) rows.delete(row);
  return rows;
}

async function undoTable(tx: Tx, table: string, key: string, changes: readonly Change[]): Promise<ReadonlySet<string>> {
  const rows = onceChanged(changes);
  const columns = await Promise.all(
    [...new Set(changes.map((change) => change.column_name))].map(async (name, at) => ({
      name,
      at,
      column: sqlName(name),
      type: await typeOf(tx, table, name),
    })),
  );
  const given = [...rows].map(([row, cells]) => ({
    row,
    ...Object.fromEntries(
      columns.flatMap(({ name, at }) => {
        const change = cells.get(name);
        return change === undefined
          ? []
          : [[`i${at}`, change.id] as const, [`b${at}`, change.before] as const, [`a${at}`, change.after] as const];
      }),
    ),
  }));
  // Held first, by a statement of its own: what is read then is how things are.
  await raw(
    tx,
    `select 1 from ${sqlName(table)} where ${sqlName(key)}::text = any($1::text[]) order by ${sqlName(key)} for update`,
    [[...rows.keys()]],
  );
  const last = columns.map(
    ({ column, at, name }) => `(g.i${at} is null or (t.${column}::text is not distinct from g.a${at} and not exists (
        select from entity_change e where e.table_name = $2 and e.row_key = g."row" and e.column_name = '${name}'
          and e.undone_at is null and e.id > g.i${at})))`,
  );
  const done = await withinLimits(() =>
    raw<{ row: string }>(
      tx,
      `with g as materialized (
        select * from jsonb_to_recordset($1::jsonb) as g("row" text, ${columns.map(({ at }) => `i${at} bigint, b${at} text, a${at} text`).join(', ')}))
      update ${sqlName(table)} t
      set ${columns.map(({ column, at, type }) => `${column} = case when g.i${at} is null then t.${column} else g.b${at}::${type} end`).join(', ')}
      from g where t.${sqlName(key)}::text = g."row" and ${last.join(' and ')} returning g."row"`,
      [JSON.stringify(given), table],
    ),
  );
  return new Set(done.map(({ row }) => row));
}

/**
 * Puts back what was there wherever nothing has been written since, a table at a time.
 * @param changes of one source, marked as undone already
 * @returns those that have to be played again one by one
 */
export async function undoPlain(
  tx: Tx,
  changes: readonly Change[],
  keyOf: (table: string) => string,
): Promise<readonly Change[]> {
  const left: Change[] = [];
  for (const [table, of] of Map.groupBy(changes, (change) => change.table_name)) {
    const done = await undoTable(tx, table, keyOf(table), of);
    left.push(...of.filter((change) => !done.has(change.row_key)));
  }
  return left;
}
