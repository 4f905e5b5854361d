/**
 * Changes of things that stand by themselves (a device, a contract, an entry of a book), noted so that they can be taken back exactly,
 * also when later records have changed the same value since.
 */
import { bookTableName, type BookShape, type NewEntry, snakeCase, sqlName } from '@hengneng/form-kit';
import { CompiledQuery, sql } from 'kysely';
import type { EntrySource } from '../../engine/books/entries.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { refused } from '../../platform/http/errors.ts';

/** What effects may change besides books: its table, its key, and the columns. */
export const ENTITIES = {
  project: {
    table: 'project',
    key: 'code',
    columns: [
      'state',
      'manager',
      'start_on',
      'end_on',
      'charge_model',
      'area_m2',
      'machine_room',
      'customer_contact',
      'customer_phone',
    ],
  },
  contract: {
    table: 'contract',
    key: 'code',
    columns: ['state', 'amount', 'start_on', 'end_on', 'charge_model', 'remark'],
  },
  device: {
    table: 'device',
    key: 'id',
    columns: [
      'state',
      'location',
      'warranty_end',
      'last_efficiency',
      'next_test_date',
      'last_reading',
      'fault_count',
      'repair_cost',
    ],
  },
  supplier: { table: 'supplier', key: 'id', columns: ['state', 'grade'] },
  employee: {
    table: 'employee_profile',
    key: 'user_id',
    columns: ['salary', 'probation_end', 'mentor', 'bank_account_name', 'bank_name', 'bank_account'],
  },
} as const;

export type EntityName = keyof typeof ENTITIES;
export type EntityValues<E extends EntityName> = {
  readonly [C in (typeof ENTITIES)[E]['columns'][number]]?: string | number | boolean | null;
};

interface Target {
  readonly table: string;
  readonly key: string;
}

const isEntity = (of: EntityName | BookShape): of is EntityName => typeof of === 'string';

/** Where a thing lies, and the values by column name. */
function placed(
  of: EntityName | BookShape,
  values: Readonly<Record<string, unknown>>,
): { readonly target: Target; readonly columns: readonly (readonly [string, unknown])[] } {
  if (isEntity(of)) return { target: ENTITIES[of], columns: Object.entries(values) };
  return {
    target: { table: bookTableName(of.id), key: 'id' },
    columns: Object.entries(values).map(([key, value]) => [snakeCase(key), value]),
  };
}

const types = new Map<string, string>();

/** SQL type of a column, as `cast` writes it. */
async function typeOf(tx: Tx, table: string, column: string): Promise<string> {
  const name = `${table}.${column}`;
  const found = types.get(name);
  if (found !== undefined) return found;
  const { rows } = await sql<{ type: string }>`select format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table}::regclass and attname = ${column} and not attisdropped`.execute(tx);
  const type = rows[0]?.type;
  if (type === undefined) throw new Error(`no column ${name}`);
  types.set(name, type);
  return type;
}

const asText = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'object' ? JSON.stringify(value) : String(value);

const run = async <R>(tx: Tx, text: string, values: readonly unknown[]): Promise<readonly R[]> =>
  (await tx.executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows;

/** Sets one cell. @returns what it held; undefined where there is no such row */
async function setCell(
  tx: Tx,
  at: Cell,
  value: string | null,
): Promise<{ readonly before: string | null } | undefined> {
  const type = await typeOf(tx, at.table, at.column);
  const [table, key, column] = [sqlName(at.table), sqlName(at.key), sqlName(at.column)];
  const rows = await run<{ before: string | null }>(
    tx,
    `with old as (select ${key} as k, ${column}::text as before from ${table} where ${key}::text = $1 for update)
      update ${table} t set ${column} = $2::text::${type} from old where t.${key} = old.k returning old.before`,
    [at.row, value],
  );
  return rows[0];
}

interface Cell extends Target {
  readonly row: string;
  readonly column: string;
}

/** Sets values and notes what was there. @throws refused where the thing is gone */
export async function setValues(
  tx: Tx,
  of: EntityName | BookShape,
  row: string,
  values: Readonly<Record<string, unknown>>,
  source: EntrySource,
): Promise<void> {
  const { target, columns } = placed(of, values);
  for (const [column, value] of columns) {
    const after = asText(value);
    const old = await setCell(tx, { ...target, row, column }, after);
    if (!old) throw refused('要更新的资料已不存在，请刷新后重试');
    await sql`insert into entity_change (table_name, row_key, column_name, before, after, source_module, source_id, source_effect)
      values (${target.table}, ${row}, ${column}, ${old.before}, ${after}, ${source.module}, ${source.id}, ${source.effect})`.execute(
      tx,
    );
  }
}

/** Adds to amounts (negative takes away) and notes how much. @throws refused where the thing is gone */
export async function addAmounts(
  tx: Tx,
  of: EntityName | BookShape,
  row: string,
  amounts: Readonly<Record<string, unknown>>,
  source: EntrySource,
): Promise<void> {
  const { target, columns } = placed(of, amounts);
  for (const [column, value] of columns) {
    const amount = asText(value);
    if (amount === null || Number(amount) === 0) continue;
    await addCell(tx, { ...target, row, column }, amount);
    await sql`insert into entity_change (table_name, row_key, column_name, amount, source_module, source_id, source_effect)
      values (${target.table}, ${row}, ${column}, ${amount}::numeric, ${source.module}, ${source.id}, ${source.effect})`.execute(
      tx,
    );
  }
}

async function addCell(tx: Tx, at: Cell, amount: string): Promise<void> {
  const [table, key, column] = [sqlName(at.table), sqlName(at.key), sqlName(at.column)];
  const rows = await run(
    tx,
    `update ${table} set ${column} = coalesce(${column}, 0) + $2::numeric where ${key}::text = $1 returning 1`,
    [at.row, amount],
  );
  if (rows.length === 0) throw refused('要更新的资料已不存在，请刷新后重试');
}

interface Change {
  readonly id: string;
  readonly table_name: string;
  readonly row_key: string;
  readonly column_name: string;
  readonly before: string | null;
  readonly amount: string | null;
}

const keyOf = (table: string): string => Object.values(ENTITIES).find((of) => of.table === table)?.key ?? 'id';

/**
 * Takes back what a record's effect changed, last first. A value that a later record has set over it stays as that record set it; the later
 * record then goes back to what stood before the one that is cancelled.
 */
export async function undoChanges(tx: Tx, source: EntrySource): Promise<void> {
  const { rows } = await sql<Change>`update entity_change set undone_at = app_now()
    where source_module = ${source.module} and source_id = ${source.id} and source_effect = ${source.effect} and undone_at is null
    returning id, table_name, row_key, column_name, before, amount::text`.execute(tx);
  for (const change of rows.toSorted((a, b) => Number(b.id) - Number(a.id))) {
    const cell = {
      table: change.table_name,
      key: keyOf(change.table_name),
      row: change.row_key,
      column: change.column_name,
    };
    if (change.amount !== null) {
      await addCell(tx, cell, change.amount.startsWith('-') ? change.amount.slice(1) : `-${change.amount}`);
      continue;
    }
    const later = await sql`update entity_change set before = ${change.before} where id = (
        select min(id) from entity_change where table_name = ${change.table_name} and row_key = ${change.row_key}
          and column_name = ${change.column_name} and amount is null and undone_at is null and id > ${change.id})
      returning id`.execute(tx);
    if (later.rows.length === 0) await setCell(tx, cell, change.before);
  }
}

export type BookValues<T extends BookShape> = Partial<NewEntry<T>>;
