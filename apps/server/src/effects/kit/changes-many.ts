/** Changes of many entries of a book in one statement, noted as `changes.ts` notes them and taken back by it. */
import { bookTableName, type BookShape, snakeCase, sqlName } from '@hengneng/form-kit';
import type { Tx } from '../../platform/db/schema.ts';
import { raw } from '../../platform/db/raw.ts';
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
  // Entries are reached by their key, each step from the one before: of rows that a statement makes itself the database knows no number, and
  // two such sets that it would join it compares row by row.
  const statement = `
    with g as materialized (
      select * from jsonb_to_recordset($1::jsonb) as g("row" bigint, ${cells.map(({ at }) => `c${at} text`).join(', ')})),
    old as materialized (
      select t.id, ${cells.map(({ column, at }) => `t.${column}::text as b${at}, g.c${at}`).join(', ')}
      from g join ${table} t on t.id = g."row" order by t.id for update of t),
    new as (
      update ${table} t set ${cells.map(next).join(', ')} from old g where t.id = g.id
      returning t.id, ${cells.map(({ column, at }) => `g.b${at}, t.${column}::text as a${at}, g.c${at}`).join(', ')}),
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

/** Cells of a table that were changed after one of these: the number of their last change. */
async function laterChanges(
  tx: Tx,
  table: string,
  columns: readonly string[],
  changes: readonly Change[],
): Promise<ReadonlyMap<string, number>> {
  const first = Math.min(...changes.map((change) => Number(change.id)));
  const rows = await raw<{ cell: string; last: string }>(
    tx,
    `select row_key || ' ' || column_name as cell, max(id)::text as last from entity_change
      where table_name = $1 and column_name = any($2::text[]) and id > $3::bigint and undone_at is null group by 1`,
    [table, columns, String(first)],
  );
  return new Map(rows.map(({ cell, last }) => [cell, Number(last)]));
}

async function undoTable(tx: Tx, table: string, key: string, changes: readonly Change[]): Promise<ReadonlySet<string>> {
  const names = [...new Set(changes.map((change) => change.column_name))];
  const columns = await Promise.all(
    names.map(async (name, at) => ({ name, at, column: sqlName(name), type: await typeOf(tx, table, name) })),
  );
  const keyType = await typeOf(tx, table, key);
  const once = onceChanged(changes);
  // Held first, by a statement of its own: what is read then is how things are.
  await raw(
    tx,
    `select 1 from unnest($1::text[]) g join ${sqlName(table)} t on t.${sqlName(key)} = g::${keyType}
      order by t.${sqlName(key)} for update of t`,
    [[...once.keys()]],
  );
  const later = await laterChanges(tx, table, names, changes);
  const isLast = ({ row_key, column_name, id }: Change): boolean =>
    (later.get(`${row_key} ${column_name}`) ?? 0) <= Number(id);
  const given = [...once].flatMap(([row, cells]) =>
    [...cells.values()].every(isLast)
      ? [
          {
            row,
            ...Object.fromEntries(
              columns.flatMap(({ name, at }) => {
                const change = cells.get(name);
                return change === undefined
                  ? []
                  : [[`i${at}`, true] as const, [`b${at}`, change.before] as const, [`a${at}`, change.after] as const];
              }),
            ),
          },
        ]
      : [],
  );
  const untouched = columns.map(
    ({ column, at }) => `(g.i${at} is null or t.${column}::text is not distinct from g.a${at})`,
  );
  const done = await withinLimits(() =>
    raw<{ row: string }>(
      tx,
      `with g as materialized (
        select * from jsonb_to_recordset($1::jsonb) as g("row" text, ${columns.map(({ at }) => `i${at} boolean, b${at} text, a${at} text`).join(', ')}))
      update ${sqlName(table)} t
      set ${columns.map(({ column, at, type }) => `${column} = case when g.i${at} is null then t.${column} else g.b${at}::${type} end`).join(', ')}
      from g where t.${sqlName(key)} = g."row"::${keyType} and ${untouched.join(' and ')} returning g."row"`,
      [JSON.stringify(given)],
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
