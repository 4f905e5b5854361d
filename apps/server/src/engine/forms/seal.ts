/** Values under seal: nobody's, or their handlers' alone, until their record is opened; and what steps of the approval hide. */
import type { CompiledField } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Ctx, Session } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { Approval } from '../approval/types.ts';
import type { EntrySource } from '../books/entries.ts';
import type { Module } from './catalog.ts';
import { raw } from '../../platform/db/raw.ts';

/** How a person stands to a record's seal: it is opened, they file or handle the record, or neither. */
export type Seal = 'open' | 'handler' | 'outsider';

const sealed = new WeakMap<Module, readonly CompiledField[]>();

/** Fields of a module that are kept under seal. */
function sealedFields(module: Module): readonly CompiledField[] {
  const known = sealed.get(module);
  if (known) return known;
  const found = [...module.form.fields, ...module.form.details.flatMap((detail) => detail.fields)].filter(
    (of) => of.field.sealed !== undefined,
  );
  sealed.set(module, found);
  return found;
}

/** Records that have been opened, of these. */
async function openedOf(db: Db, module: Module, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (sealedFields(module).length === 0 || ids.length === 0) return new Set();
  const rows = await raw<{ id: string }>(
    db,
    'select biz_id::text as id from opened_record where module_id = $1 and biz_id = any($2::bigint[])',
    [module.id, ids],
  );
  return new Set(rows.map((row) => row.id));
}

/** Whoever was asked to handle a record, by name or by role, handles it; a copy of it alone does not count. */
export async function sealOf(
  db: Db,
  session: Session,
  module: Module,
  record: { readonly id: string; readonly applicant: string },
): Promise<Seal> {
  if (sealedFields(module).length === 0 || (await openedOf(db, module, [record.id])).size > 0) return 'open';
  if (record.applicant === session.userId) return 'handler';
  const { rows } = await sql`select 1 from wf_instance i join wf_task t on t.instance_id = i.id
    where i.module_id = ${module.id} and i.biz_id = ${record.id}
      and (t.assignee = ${session.userId} or ${session.userId}::bigint = any(t.candidates)) limit 1`.execute(db);
  return rows.length > 0 ? 'handler' : 'outsider';
}

/** Rows of a list without what is under seal; an opened record shows all. */
export async function unsealedRows<R extends Readonly<Record<string, unknown>>>(
  db: Db,
  module: Module,
  rows: readonly R[],
): Promise<readonly R[]> {
  const keys = sealedFields(module).map((of) => of.key);
  if (keys.length === 0) return rows;
  const opened = await openedOf(
    db,
    module,
    rows.map((row) => String(row['id'])),
  );
  const kept = Object.fromEntries(keys.map((key) => [key, null]));
  return rows.map((row) =>
    opened.has(String(row['id']))
      ? row
      : { ...row, ...Object.fromEntries(Object.entries(kept).filter(([key]) => key in row)) },
  );
}

/** Rows without what the steps at which the person was asked hide from them. */
export async function shownRows<R extends Readonly<Record<string, unknown>>>(
  db: Db,
  { approval }: { readonly approval: Pick<Approval, 'hiddenFrom'> },
  module: Module,
  { session, now }: Pick<Ctx, 'session' | 'now'>,
  rows: readonly R[],
): Promise<readonly R[]> {
  const ids = rows.map((row) => String(row['id']));
  const hidden = await approval.hiddenFrom(db, module.id, ids, session.userId, now);
  return rows.map((row) => {
    const keys = [...(hidden.get(String(row['id'])) ?? [])].filter((key) => key in row);
    return keys.length === 0 ? row : { ...row, ...Object.fromEntries(keys.map((key) => [key, null])) };
  });
}

/** Opens a record's seal, as an effect's. */
export const openRecord = async (tx: Tx, module: string, id: string, source: EntrySource): Promise<void> =>
  void (await sql`insert into opened_record (module_id, biz_id, source_module, source_id, source_effect)
    values (${module}, ${id}, ${source.module}, ${source.id}, ${source.effect}) on conflict do nothing`.execute(tx));

/** Takes back what an effect opened. */
export const sealAgain = async (tx: Tx, source: EntrySource): Promise<void> =>
  void (await sql`delete from opened_record where source_module = ${source.module} and source_id = ${source.id}
    and source_effect = ${source.effect}`.execute(tx));
