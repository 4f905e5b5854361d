/** Writes the lines of a record into a book with one statement. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';

export type BookRow = Readonly<Record<string, unknown>>;

/** Inserts rows that all have the columns of the first; nothing where there are none. */
export async function insertRows(tx: Tx, table: string, rows: readonly BookRow[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(values)}`.execute(
    tx,
  );
}
