/** What a person is not told: properties of things that lie outside their data scope, however the call came to name them. */
import { type CompiledField, type CompiledForm, entityOf, type FormRecord, rowsOf } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Session } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { givenBy } from './resolve.ts';
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

  delete(entity: string, value: string): void {
    this.#known.delete(thingOf(entity, value));
  }

  get none(): boolean {
    return this.#known.size === 0;
  }

  has(entity: string, value: string): boolean {
    return this.#known.has(thingOf(entity, value));
  }
}

/** How a thing is written down. */
export const thingOf = (entity: string, value: string): string => `${entity} ${value}`;

interface Held {
  readonly of: CompiledField;
  /** The record, or the row of a detail's field. */
  readonly holder: FormRecord;
  readonly path: string;
}

/** Fields of a record and of its rows, with what holds them and where. */
export function* fieldsOf(form: CompiledForm, record: FormRecord): Generator<Held> {
  for (const of of form.fields) yield { of, holder: record, path: of.key };
  for (const detail of form.details)
    for (const [index, row] of rowsOf(record, detail.key).entries())
      for (const of of detail.fields) yield { of, holder: row, path: `${detail.key}[${index}].${of.key}` };
}

/** Links of a record that each point at one thing. */
function* linksOf(form: CompiledForm, record: FormRecord) {
  for (const { of, holder, path } of fieldsOf(form, record)) {
    const entity = entityOf(of.field);
    const value = holder[of.key];
    if (entity !== null && typeof value === 'string' && value !== '') yield { of, holder, path, entity, value };
  }
}

/** Values of a record's links, by entity. */
export function pointed(form: CompiledForm, record: FormRecord): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { entity, value } of linksOf(form, record))
    found.set(entity, (found.get(entity) ?? new Set<string>()).add(value));
  return found;
}

/** Where a record points at any of these. */
export const linksTo = (form: CompiledForm, record: FormRecord, things: Things) =>
  [...linksOf(form, record)].filter(({ entity, value }) => things.has(entity, value));

/** What the approval that made a draft put into it, and the record that it came from: nobody chose that, so that it may lie anywhere. */
export async function givenTo(db: Db, module: string, businessId: string): Promise<Things> {
  const { rows } = await sql<{ thing: string }>`
    select unnest(coalesce(given, '{}') || (source_module || ' ' || source_id)) as thing from follow_up
    where target_module = ${module} and target_id = ${businessId} and cancelled_at is null`.execute(db);
  return new Things(rows.map(({ thing }) => thing));
}

/**
 * Of what a record newly points at, what this person may not point at: the same that keeps them from sending it off.
 * @param only of entities whose words are not everybody's
 */
export async function outOfReach(
  db: Db,
  references: ReferenceRegistry,
  session: Session,
  form: CompiledForm,
  of: { readonly before: FormRecord; readonly record: FormRecord; readonly businessId: string | null },
  only: 'guarded' | 'all' = 'all',
): Promise<Things> {
  const known = pointed(form, of.before);
  const beyond = new Things();
  let given: Things | undefined;
  for (const [entity, values] of pointed(form, of.record)) {
    const source = references.source(entity);
    if (only === 'guarded' && source?.guarded !== true) continue;
    const fresh = [...values].filter((value) => known.get(entity)?.has(value) !== true);
    const allowed = fresh.length === 0 ? undefined : await source?.allowed?.(db, session, fresh);
    if (!allowed || allowed.size === fresh.length) continue;
    if (of.businessId !== null) given ??= await givenTo(db, form.id, of.businessId);
    for (const value of fresh) if (!allowed.has(value) && given?.has(entity, value) !== true) beyond.add(entity, value);
  }
  // What a link within reach gives was chosen by nobody.
  for (const { of: field, holder, entity, value } of linksTo(form, of.record, beyond)) {
    const by = await givenBy(db, references, form, field, { holder, record: of.record });
    if (by !== null && !beyond.has(by.entity, by.value)) beyond.delete(entity, value);
  }
  return beyond;
}
