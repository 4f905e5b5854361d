/** Prefills: what a record takes from the records it points at, and from the books. */
import type { CompiledField, CompiledForm, Field, FormRecord } from '@hengneng/form-kit';
import { entityOf, rowsOf } from '@hengneng/form-kit';
import type { ModuleId } from '@hengneng/core';
import type { Db } from '../../platform/db/schema.ts';
import type { PropEnv, ReferenceRegistry } from './types.ts';

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
  /** With `fill`: the record before, to see which links changed. */
  readonly before?: FormRecord | null;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const empty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A property as the field holds it: numbers as exact text, but integers as numbers. */
function fit(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (field.type === 'integer') return Number(value);
  if (typeof value === 'number') return String(value);
  return value;
}

/** Fills what prefills give into a record and works it out anew. */
export async function resolvePrefills(
  db: Db,
  registry: ReferenceRegistry,
  input: ResolveInput,
  record: FormRecord,
): Promise<FormRecord> {
  const { form } = input;
  let current = record;
  for (const of of form.fields)
    if (wanted(of, input)) {
      const value = await lookUp(db, registry, input, of, current, null);
      if (value !== undefined) current = put(current, of, value, input.before ?? null);
    }
  for (const detail of form.details) {
    const fields = detail.fields.filter((of) => wanted(of, input));
    if (fields.length === 0) continue;
    const beforeRows = input.before ? rowsOf(input.before, detail.key) : [];
    const rows: FormRecord[] = [];
    for (const [index, row] of rowsOf(current, detail.key).entries()) {
      let next = row;
      for (const of of fields) {
        const value = await lookUp(db, registry, input, of, current, next);
        if (value !== undefined) next = put(next, of, value, beforeRows[index] ?? null);
      }
      rows.push(next);
    }
    const now = rowsOf(current, detail.key);
    if (rows.some((row, index) => row !== now[index])) current = { ...current, [detail.key]: rows };
  }
  return form.compute(current);
}

const wanted = (of: CompiledField, input: ResolveInput): boolean =>
  of.field.from !== undefined && (input.mode === 'fill' || of.field.locked !== undefined);

/** Undefined where nothing is known, so that what was typed stands. */
async function lookUp(
  db: Db,
  registry: ReferenceRegistry,
  input: ResolveInput,
  of: CompiledField,
  record: FormRecord,
  row: FormRecord | null,
): Promise<unknown> {
  const [base = '', name = ''] = (of.field.from ?? '').split('.');
  const env: PropEnv = { moduleId: input.moduleId, businessId: input.businessId, record, row, now: input.now };
  const inRow = of.detail === null ? undefined : input.form.field(`${of.detail}.${base}`);
  const owner = inRow ?? input.form.field(base);
  if (!owner) return fit(of.field, await registry.prop(base, name)?.(db, null, env));
  const entity = entityOf(owner.field);
  const value = text(inRow ? row?.[base] : record[base]);
  const prop = entity === null ? undefined : registry.prop(entity, name);
  if (value === null || !prop) return of.field.locked ? null : undefined;
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
