/** Salaries that are agreed on for a month to come: carried out when it is there. */
import { sql } from 'kysely';
import type { EntrySource } from '../../engine/books/entries.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { setValues } from '../kit/changes.ts';

/** Writes what is due into the files of the employees, in the name of the record that agreed on it. Runs at approval and every morning. */
export async function applyDueSalaries(tx: Tx, month: string, only?: EntrySource): Promise<number> {
  const { rows } = await sql<EntrySource & { readonly employee: string; readonly amount: string }>`
    update b_salary_change set applied = true where id in (
      select id from b_salary_change where not voided and not applied and kind in ('转正核薪', '技师费用') and from_month <= ${month}
        ${only ? sql`and source_module = ${only.module} and source_id = ${only.id}` : sql``} order by from_month, id for update skip locked)
    returning source_module as module, source_id::text as id, source_effect as effect, employee::text, amount::text`.execute(
    tx,
  );
  for (const { employee, amount, ...source } of rows)
    await setValues(tx, 'employee', employee, { salary: amount }, source);
  return rows.length;
}
