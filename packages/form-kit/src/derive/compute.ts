import { evaluate, holds, type EvalOptions } from '../expr/evaluate.ts';
import { lower } from '../expr/value.ts';
import type { Scope } from '../expr/evaluate.ts';
import type { CompiledField, FormRecord } from './form.ts';
import { RecordScope, rowsOf, type Lookup } from './scope.ts';

/** What one field becomes: nothing while hidden, a formula's rounded result, or what was typed in. */
function settle(of: CompiledField, typed: unknown, scope: Scope, options: EvalOptions): unknown {
  if (of.showIf && !holds(of.showIf, scope, options)) return null;
  if (!of.formula) return typed ?? null;
  return lower(of.field, evaluate(of.formula, scope, { ...options, unit: of.field.unit }));
}

const same = (a: unknown, b: unknown): boolean => a === b || (a === undefined && b === null);

/**
 * Clears what is hidden and works out every formula, in `order` (each field after all that it depends on), so that one pass is enough.
 * Objects that do not change are handed on as they are: a page can tell by identity what to draw again.
 */
export function compute(
  form: Lookup,
  order: readonly CompiledField[],
  options: EvalOptions,
  record: FormRecord,
): FormRecord {
  let draft: FormRecord = record;
  const set = (key: string, value: unknown): void => {
    if (draft === record) draft = { ...record };
    (draft as Record<string, unknown>)[key] = value;
  };
  // one scope for the whole pass: the order guarantees that a value is read only after it is settled
  const live: FormRecord = new Proxy({}, { get: (_, key) => (typeof key === 'string' ? draft[key] : undefined) });
  const scope = new RecordScope(form, live);
  for (const of of order) {
    if (of.detail === null) {
      const before = draft[of.key];
      const after = settle(of, before, scope, options);
      if (!same(before, after)) set(of.key, after);
      continue;
    }
    const rows = rowsOf(draft, of.detail);
    let touched = false;
    const next = rows.map((row) => {
      const before = row[of.key];
      const after = settle(of, before, scope.inRow(of.detail ?? '', row), options);
      if (same(before, after)) return row;
      touched = true;
      return { ...row, [of.key]: after };
    });
    if (touched) set(of.detail, next);
  }
  return draft;
}
