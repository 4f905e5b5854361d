/** Books whose rows are voided, not negated: every row knows its source, and a void marks it. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import type { Source } from './source.ts';

/** Marks a record's rows of these books void. Books with `source_module` serve several modules, the others one. */
export async function voidRows(
  tx: Tx,
  source: Source,
  shared: readonly string[],
  own: readonly string[] = [],
): Promise<void> {
  for (const table of shared)
    await sql`update ${sql.table(table)} set voided = true where source_module = ${source.module} and source_id = ${source.id} and not voided`.execute(
      tx,
    );
  for (const table of own)
    await sql`update ${sql.table(table)} set voided = true where source_id = ${source.id} and not voided`.execute(tx);
}
