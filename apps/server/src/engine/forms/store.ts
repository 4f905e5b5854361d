/** Records of a module in the database. */
import { type FormRecord, rowsOf, snakeCase } from '@hengneng/form-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Asked } from '../../platform/db/asked.ts';
import { raw } from '../../platform/db/raw.ts';
import type { Db } from '../../platform/db/schema.ts';
import { conflict } from '../../platform/http/errors.ts';
import type { Module } from './catalog.ts';

/** A record as it is stored: the form's values and what every record has. */
export type Stored = FormRecord & {
  readonly id: string;
  readonly serial: string | null;
  readonly status: string;
  readonly version: number;
  readonly applicant: string;
  readonly applicantDept: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly submittedAt: string | null;
  readonly finishedAt: string | null;
};

export const CHANGED = '单据已被修改，请刷新后再保存';

/** Rows in their order. One that was there keeps its id, so that a change of it can be told from a new row; an id is used once, and only the record's own. */
const rowsJson = (record: FormRecord, detail: string, before: FormRecord = {}): string => {
  const free = new Set(rowsOf(before, detail).map((row) => row['id']));
  return JSON.stringify(
    rowsOf(record, detail).map((row, index) => ({
      ...row,
      id: free.delete(row['id']) ? row['id'] : null,
      rowNo: index + 1,
    })),
  );
};

const headOf = (module: Module, record: FormRecord): Readonly<Record<string, unknown>> =>
  Object.fromEntries(module.form.fields.map((of) => [of.key, record[of.key] ?? null]));

const headJson = (module: Module, record: FormRecord): string => JSON.stringify(headOf(module, record));

/** Inserts a record with its rows in one statement. @returns its BusinessId */
export async function insertRecord(
  db: Db,
  module: Module,
  record: FormRecord,
  applicant: string,
  dept: string,
): Promise<string> {
  const rows = await raw<{ id: string }>(db, module.sql.insert, [
    headJson(module, record),
    applicant,
    dept,
    ...module.form.details.map((detail) => rowsJson(record, detail.key)),
  ]);
  return rows[0]?.id ?? '';
}

/** Inserts records that have no rows in one statement. @returns their BusinessIds, in order */
export async function insertRecords(
  db: Db,
  module: Module,
  records: readonly FormRecord[],
  applicant: string,
  dept: string,
): Promise<readonly string[]> {
  if (records.some((record) => module.form.details.some((detail) => rowsOf(record, detail.key).length > 0)))
    throw new Error(`${module.id}: records with rows are inserted one by one`);
  const heads = JSON.stringify(records.map((record) => headOf(module, record)));
  const rows = await raw<{ id: string }>(db, module.sql.insertMany, [heads, applicant, dept]);
  return rows.map((row) => row.id);
}

/**
 * Writes a record over the version that was read; details that are the same stay as they are.
 * @returns the new version
 * @throws conflict where somebody else was faster
 */
export async function updateRecord(db: Db, module: Module, before: Stored, record: FormRecord): Promise<number> {
  const rows = await raw<{ version: number }>(db, module.sql.update, [
    headJson(module, record),
    before.id,
    before.version,
    ...module.form.details.map((detail) =>
      record[detail.key] === before[detail.key] ? null : rowsJson(record, detail.key, before),
    ),
  ]);
  const version = rows[0]?.version;
  if (version === undefined) throw conflict(CHANGED);
  return version;
}

/** One record with its rows; undefined where there is none. */
export const askRecord = (module: Module, id: string): Asked<Stored | undefined> => {
  const [before = '', after = ''] = module.sql.select.split('$1');
  return {
    sql: sql`(${sql.raw(before)}${id}${sql.raw(after)})`,
    read: (found) => (found ?? undefined) as Stored | undefined,
  };
};

/** Reads one record; undefined where there is none. */
export async function findRecord(db: Db, module: Module, id: string): Promise<Stored | undefined> {
  const rows = await raw<{ record: Stored }>(db, module.sql.select, [id]);
  return rows[0]?.record;
}

/** Reads one record and keeps others from changing it until the transaction ends. */
export async function lockRecord(db: Db, module: Module, id: string): Promise<Stored | undefined> {
  // Two statements in one round trip: what is read has to be what it is once the lock is held.
  const [, stored] = await Promise.all([
    raw(db, `select id from ${module.sql.table} where id = $1::bigint for update`, [id]),
    findRecord(db, module, id),
  ]);
  return stored;
}

/** What an approval changes on the record itself. */
export interface Marks {
  readonly status?: string;
  readonly serial?: string | RawBuilder<string>;
  readonly submitted?: Date;
  readonly finished?: Date | null;
  readonly applicant?: string;
}

export async function markRecord(db: Db, module: Module, id: string, marks: Marks): Promise<void> {
  const sets: RawBuilder<unknown>[] = [];
  const set = (column: string, value: unknown): void => void sets.push(sql`${sql.raw(column)} = ${value}`);
  if (marks.status !== undefined) set('status', marks.status);
  if (marks.serial !== undefined) set('serial', marks.serial);
  if (marks.applicant !== undefined) set('applicant', marks.applicant);
  if (marks.submitted !== undefined) set('submitted_at', marks.submitted);
  if (marks.finished !== undefined) set('finished_at', marks.finished);
  if (sets.length > 0)
    await sql`update ${sql.raw(module.sql.table)} set ${sql.join(sets)}, updated_at = app_now() where id = ${id}::bigint`.execute(
      db,
    );
}

export const deleteRecord = (db: Db, module: Module, id: string): Promise<void> => deleteRecords(db, module, [id]);

export async function deleteRecords(db: Db, module: Module, ids: readonly string[]): Promise<void> {
  await raw(db, `delete from ${module.sql.table} where id = any($1::bigint[])`, [[...ids]]);
}

export { snakeCase };
