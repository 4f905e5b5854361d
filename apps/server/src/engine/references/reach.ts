/** What a person is not told: properties of things that lie outside their data scope, however the call came to name them. */
import { entityOf, type CompiledForm, type FormRecord, rowsOf } from '@hengneng/form-kit';
import type { Session } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { ReferenceRegistry } from './types.ts';

/** Things by entity and value. */
export class Things {
  readonly #known: Set<string>;

  /** @param known as `thingOf` writes them */
  constructor(known: readonly string[] = []) {
    this.#known = new Set(known);
  }

  add(entity: string, value: string): void {
    this.#known.add(thingOf(entity, value));
  }

  has(entity: string, value: string): boolean {
    return this.#known.has(thingOf(entity, value));
  }
}

/** How a thing is written down. */
export const thingOf = (entity: string, value: string): string => `${entity} ${value}`;

/** Values of a record's links, by entity. */
export function pointed(form: CompiledForm, record: FormRecord): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const note = (entity: string | null, value: unknown): void => {
    if (entity === null || typeof value !== 'string' || value === '') return;
    found.set(entity, (found.get(entity) ?? new Set<string>()).add(value));
  };
  for (const of of form.fields) note(entityOf(of.field), record[of.key]);
  for (const detail of form.details)
    for (const row of rowsOf(record, detail.key)) for (const of of detail.fields) note(entityOf(of.field), row[of.key]);
  return found;
}

/** Of what a record newly points at, what this person may not point at: the same that keeps them from sending it off. */
export async function outOfReach(
  db: Db,
  references: ReferenceRegistry,
  session: Session,
  form: CompiledForm,
  { before, record }: { readonly before: FormRecord; readonly record: FormRecord },
): Promise<Things> {
  const known = pointed(form, before);
  const beyond = new Things();
  for (const [entity, values] of pointed(form, record)) {
    const source = references.source(entity);
    const fresh = [...values].filter((value) => known.get(entity)?.has(value) !== true);
    const allowed = fresh.length === 0 ? undefined : await source?.allowed?.(db, session, fresh);
    if (allowed) for (const value of fresh) if (!allowed.has(value)) beyond.add(entity, value);
  }
  return beyond;
}
