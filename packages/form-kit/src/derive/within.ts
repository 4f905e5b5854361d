import { entityOf } from '../format.ts';
import type { CompiledField, CompiledForm, FormRecord } from './form.ts';
import { rowsOf } from './scope.ts';

/** What things belong to: each is the type of the field that says which one. */
export type Whole = 'project' | 'community' | 'room' | 'fee';

/** What one field says that another's thing has to belong to. */
export interface Within {
  readonly whole: Whole;
  /** The field that says it, and where it stands: `project`, `lines[2].room`. */
  readonly by: CompiledField;
  readonly path: string;
  readonly value: string;
}

/** What else than the project narrows an entity: fields of these names, of the row before those of the record. */
const NARROWED: Readonly<Record<string, readonly Whole[]>> = {
  room: ['community'],
  bill: ['community', 'room', 'fee'],
};

const ROW = /^(.+)\[(\d+)\]\./;

/**
 * What the field at a path may point at: only what belongs to all of these. Pickers offer by it and the server checks by it, so that the two agree;
 * whether a thing belongs anywhere at all, its source knows.
 * @param path `contract`, or `lines[2].bill`
 */
export function withinOf(form: Pick<CompiledForm, 'field'>, path: string, record: FormRecord): readonly Within[] {
  const of = form.field(path);
  const entity = of === undefined ? null : entityOf(of.field);
  if (of === undefined || entity === null || entity === 'project') return [];
  const at = ROW.exec(path);
  const row = at === null ? undefined : rowsOf(record, at[1] ?? '')[Number(at[2])];
  const said = (whole: Whole, key: string): readonly Within[] =>
    [
      { by: form.field(`${of.detail}.${key}`), path: `${at?.[1]}[${at?.[2]}].${key}`, value: row?.[key] },
      { by: form.field(key), path: key, value: record[key] },
    ].flatMap(({ by, path: where, value }) =>
      by !== undefined && entityOf(by.field) === whole && typeof value === 'string' && value !== ''
        ? [{ whole, by, path: where, value }]
        : [],
    );
  return [
    ...(of.field.within ?? ['project']).flatMap((key) => said('project', key)).slice(0, 1),
    ...(NARROWED[entity] ?? []).flatMap((whole) => said(whole, whole).slice(0, 1)),
  ];
}
