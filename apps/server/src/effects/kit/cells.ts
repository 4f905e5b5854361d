/** What changes of cells are made of: their types, their texts, how they are noted. */
import { sql } from 'kysely';
import type { BatchSource, EntrySource } from '../../engine/books/entries.ts';
import type { Tx } from '../../platform/db/schema.ts';

/** What changes a value: a record's effect, or a batch that was imported. */
export type ChangeSource = EntrySource | BatchSource;

export const GONE = '要更新的资料已不存在，请刷新后重试';

const types = new Map<string, string>();

/** SQL type of a column, as `cast` writes it. */
export async function typeOf(tx: Tx, table: string, column: string): Promise<string> {
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

export const asText = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** What a cell held and holds now, as text. */
export interface Turn {
  readonly before: string | null;
  readonly after: string | null;
}

/** A noted change. */
export interface Change extends Turn {
  readonly id: string;
  readonly table_name: string;
  readonly row_key: string;
  readonly column_name: string;
  readonly amount: string | null;
}
