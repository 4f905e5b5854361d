/** Departments in lists: by the organisation of today, or by that of the moment at which a record was filed. */
import type { CompiledField } from '@hengneng/form-kit';
import type { Db } from '../../platform/db/schema.ts';
import { raw } from '../../platform/db/raw.ts';

export type OrgOf = 'now' | 'then';

/** Entity under which the present names of departments are looked up, whatever code they were filed under. */
export const DEPT_NOW = 'deptNow';

/** Where a field's words are looked up. */
export const entityBy =
  (org: OrgOf) =>
  (entity: string): string =>
    entity === 'dept' && org === 'now' ? DEPT_NOW : entity;

const isDept = (of: CompiledField): boolean => of.field.type === 'dept';

type Row = Readonly<Record<string, unknown>>;

/** Of each row, what its departments were called when it was submitted (a draft: made), by field key. */
export const namesOfThen = async (
  db: Db,
  fields: readonly CompiledField[],
  rows: readonly Row[],
): Promise<readonly Readonly<Record<string, string>>[]> => {
  const wanted = rows.flatMap((row, index) =>
    fields.filter(isDept).flatMap((of) => {
      const code = row[of.key];
      const at = row['submittedAt'] ?? row['createdAt'];
      return typeof code === 'string' && typeof at === 'string' ? [{ index, key: of.key, code, at }] : [];
    }),
  );
  const names: Record<string, string>[] = rows.map(() => ({}));
  if (wanted.length === 0) return names;
  const found = await raw<{ index: number; key: string; name: string | null }>(
    db,
    `select w.index, w.key, dept_then(w.code, w.at) as name
     from jsonb_to_recordset($1::jsonb) as w(index integer, key text, code text, at timestamptz)`,
    [JSON.stringify(wanted)],
  );
  for (const { index, key, name } of found) if (name !== null) Object.assign(names[index] ?? {}, { [key]: name });
  return names;
};
