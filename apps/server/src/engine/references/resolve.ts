/** Prefills: what a record takes from the records it points at, and from the books. */
import type { CompiledDetail, CompiledField, CompiledForm, Field, FormRecord } from '@hengneng/form-kit';
import { entityOf, rowsOf } from '@hengneng/form-kit';
import { type ModuleId, textOrNull } from '@hengneng/core';
import type { Db } from '../../platform/db/schema.ts';
import type { Things } from './reach.ts';
import type { PropEnv, PropRow, ReferenceRegistry } from './types.ts';

export interface ResolveInput {
  readonly form: CompiledForm;
  readonly moduleId: ModuleId;
  readonly businessId: string | null;
  readonly now: Date;
  /**
   * `fill`: a new record or a changed link, every prefill takes its value where the field is empty or the link changed.
   * `lock`: only fields whose value is the server's, at submit and at every step.
   */
  readonly mode: 'fill' | 'lock';
  /** Whose record it becomes, while it is not saved yet: `from: 'applicant.…'` reads behind these. */
  readonly unsaved?: { readonly applicant: string; readonly applicantDept: string };
  /** With `fill`: the record before, to see which links changed. */
  readonly before?: FormRecord | null;
  /** Things of which whoever asks is told nothing. */
  readonly beyond?: Things;
}

const empty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A property as the field holds it: numbers as exact text, but integers as numbers. */
function fit(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (field.type === 'integer') return Number(value);
  // Words of elsewhere that are none of the form's own options are left to the person.
  if (field.type === 'enum' && !field.options.includes(String(value))) return null;
  if (typeof value === 'number') return String(value);
  return value;
}

/** A field that takes its value from elsewhere, taken apart. */
interface Source {
  /**
   * The field that the value is read behind, in the field's own row or in the head; null: a book, by the form's own values. A choice (`energyType`)
   * is no link, its own name says what is known of its options.
   */
  readonly link: { readonly field: CompiledField; readonly inRow: boolean; readonly entity: string } | null;
  readonly base: string;
  readonly name: string;
}

function sourceOf(form: CompiledForm, of: CompiledField): Source {
  const [base = '', name = ''] = (of.field.from ?? '').split('.');
  const inRow = of.detail === null ? undefined : form.field(`${of.detail}.${base}`);
  const field = inRow ?? form.field(base);
  return {
    base,
    name,
    link: field === undefined ? null : { field, inRow: inRow !== undefined, entity: entityOf(field.field) ?? base },
  };
}

/**
 * What gave a field its value: the link, where the field follows it (`locked: 'known'`) and the value is what the link says; null where a person chose.
 * @param holder the row of a detail's field, else the record
 */
export async function givenBy(
  db: Db,
  registry: ReferenceRegistry,
  form: CompiledForm,
  of: CompiledField,
  { holder, record }: { readonly holder: FormRecord; readonly record: FormRecord },
): Promise<{ readonly entity: string; readonly value: string } | null> {
  if (of.field.locked !== 'known') return null;
  const { link, base, name } = sourceOf(form, of);
  const value = link === null ? null : textOrNull((link.inRow ? holder : record)[base]);
  if (link === null || value === null) return null;
  const rows = await registry.plain(link.entity, name)?.read(db, [value], [name]);
  return textOrNull(rows?.get(value)?.[name]) === holder[of.key] ? { entity: link.entity, value } : null;
}

/** Plain properties of what a record points at: read once for all values of an entity, with all names that the form takes from it. */
class PlainRows {
  readonly #db: Db;
  readonly #registry: ReferenceRegistry;
  readonly #form: CompiledForm;
  readonly #rows = new Map<string, Map<string, PropRow | null>>();

  constructor(db: Db, registry: ReferenceRegistry, form: CompiledForm) {
    this.#db = db;
    this.#registry = registry;
    this.#form = form;
  }

  async row(entity: string, value: string, record: FormRecord): Promise<PropRow | null> {
    const known = this.#rows.get(entity) ?? new Map<string, PropRow | null>();
    this.#rows.set(entity, known);
    if (!known.has(value)) {
      const values = [...new Set([value, ...this.#values(entity, record)])].filter((one) => !known.has(one));
      const names = this.#names(entity);
      const plain = this.#registry.plain(entity, names[0] ?? '');
      const rows = await plain?.read(this.#db, values, names);
      for (const one of values) known.set(one, rows?.get(one) ?? null);
    }
    return known.get(value) ?? null;
  }

  #fields(): readonly CompiledField[] {
    return [...this.#form.fields, ...this.#form.details.flatMap((detail) => detail.fields)];
  }

  #names(entity: string): readonly string[] {
    const names = this.#fields()
      .filter((of) => of.field.from !== undefined)
      .map((of) => sourceOf(this.#form, of))
      .filter(({ link, name }) => link?.entity === entity && this.#registry.plain(entity, name) !== undefined)
      .map(({ name }) => name);
    return [...new Set(names)];
  }

  /** Whatever links of the record name of this entity. */
  #values(entity: string, record: FormRecord): readonly string[] {
    return this.#fields()
      .filter((of) => entityOf(of.field) === entity)
      .flatMap((of) => (of.detail === null ? [record[of.key]] : rowsOf(record, of.detail).map((row) => row[of.key])))
      .filter((value): value is string => textOrNull(value) !== null);
  }
}

/** What one resolve works with. */
interface Resolve extends ResolveInput {
  readonly db: Db;
  readonly registry: ReferenceRegistry;
  readonly rows: PlainRows;
}

/** Fills what prefills give into a record and works it out anew. */
export async function resolvePrefills(
  db: Db,
  registry: ReferenceRegistry,
  input: ResolveInput,
  record: FormRecord,
): Promise<FormRecord> {
  const { form } = input;
  const resolve: Resolve = { ...input, db, registry, rows: new PlainRows(db, registry, form) };
  let current = record;
  for (const of of form.fields)
    if (wanted(of, input)) {
      const value = await lookUp(resolve, of, current, null);
      if (value !== undefined) current = put(current, of, value, input.before ?? null);
    }
  for (const detail of form.details) current = await withRows(resolve, detail, current);
  for (const detail of form.details) {
    const fields = detail.fields.filter((of) => wanted(of, input));
    if (fields.length === 0) continue;
    const beforeRows = input.before ? rowsOf(input.before, detail.key) : [];
    const rows: FormRecord[] = [];
    for (const [index, row] of rowsOf(current, detail.key).entries()) {
      let next = row;
      for (const of of fields) {
        const value = await lookUp(resolve, of, current, next);
        if (value !== undefined) next = put(next, of, value, beforeRows[index] ?? null);
      }
      rows.push(next);
    }
    const now = rowsOf(current, detail.key);
    if (rows.some((row, index) => row !== now[index])) current = { ...current, [detail.key]: rows };
  }
  return form.compute(current);
}

/**
 * The rows that a link brings along: where there are none yet, or those of what it pointed at before. Asked for while a person fills in, so that rows
 * which were taken out on purpose do not come back at submit.
 */
async function withRows(
  { db, registry, form, before, ...input }: Resolve,
  detail: CompiledDetail,
  record: FormRecord,
): Promise<FormRecord> {
  const [base = '', name = ''] = (detail.shape.rowsFrom ?? '').split('.');
  const value = textOrNull(record[base]);
  const pointed = textOrNull(before?.[base]);
  if (!before || value === null || value === pointed) return record;
  if (pointed === null && rowsOf(record, detail.key).length > 0) return record;
  const link = form.field(base);
  const entity = (link && entityOf(link.field)) ?? base;
  if (input.beyond?.has(entity, value)) return record;
  const prop = registry.prop(entity, name);
  const env: PropEnv = { moduleId: input.moduleId, businessId: input.businessId, record, row: null, now: input.now };
  const rows = await prop?.(db, value, env);
  if (!Array.isArray(rows)) return record;
  const blank = form.newRow(detail.key, { now: input.now, userId: '', deptId: '' });
  return { ...record, [detail.key]: rows.map((row: FormRecord) => ({ ...blank, ...row })) };
}

const wanted = (of: CompiledField, input: ResolveInput): boolean =>
  of.field.from !== undefined && (input.mode === 'fill' || of.field.locked !== undefined);

/** Undefined where nothing is known, so that what was typed stands. */
async function lookUp(
  { db, registry, rows, form, ...input }: Resolve,
  of: CompiledField,
  record: FormRecord,
  row: FormRecord | null,
): Promise<unknown> {
  const { link, base, name } = sourceOf(form, of);
  const env: PropEnv = { moduleId: input.moduleId, businessId: input.businessId, record, row, now: input.now };
  if (link === null) return fit(of.field, await registry.prop(base, name)?.(db, null, env));
  const unsaved: FormRecord = input.unsaved ?? {};
  const value = textOrNull((link.inRow ? row : record)?.[base] ?? unsaved[base]);
  const { entity } = link;
  if (value === null || input.beyond?.has(entity, value)) return of.field.locked ? null : undefined;
  if (registry.plain(entity, name)) return fit(of.field, (await rows.row(entity, value, record))?.[name]);
  const prop = registry.prop(entity, name);
  if (!prop) return of.field.locked ? null : undefined;
  return fit(of.field, await prop(db, value, env));
}

/** A locked field follows the server (one locked as `'known'` wherever the server has a value); another is only filled while empty, or when its link changed. */
function put(holder: FormRecord, of: CompiledField, value: unknown, before: FormRecord | null): FormRecord {
  const now = holder[of.key] ?? null;
  if (of.field.locked) {
    if (value === null && of.field.locked === 'known' && !linkCleared(of, holder, before)) return holder;
    return same(now, value) ? holder : { ...holder, [of.key]: value };
  }
  if (value === null || value === undefined) return holder;
  const [base = ''] = (of.field.from ?? '').split('.');
  const moved = before !== null && Object.hasOwn(before, base) && !same(before[base], holder[base]);
  return empty(now) || moved ? { ...holder, [of.key]: value } : holder;
}

/** The link before the dot pointed somewhere and no longer does: what it gave is gone. One that never did leaves what was typed. */
function linkCleared(of: CompiledField, holder: FormRecord, before: FormRecord | null): boolean {
  const [base = ''] = (of.field.from ?? '').split('.');
  return !empty(before?.[base]) && empty(holder[base]);
}

const same = (a: unknown, b: unknown): boolean =>
  a === b || (empty(a) && empty(b)) || JSON.stringify(a) === JSON.stringify(b);
