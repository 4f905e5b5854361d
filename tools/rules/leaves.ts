/** What a rule comes down to: the fields that people fill in or the server looks up, and the tables whose rows count. */
import { type CompiledField, type CompiledForm, type Expr, mentions } from '@hengneng/form-kit';

export interface Leaves {
  /** Fields without a formula, by their path; those built in are not ours to fill in. */
  readonly fields: readonly CompiledField[];
  /** Fields that are worked out on the way. */
  readonly worked: readonly CompiledField[];
  /** Tables that are looked at in any way. */
  readonly details: readonly string[];
  /** Numbers and texts that the expressions name. */
  readonly numbers: readonly number[];
  readonly texts: readonly string[];
}

const constants = (expr: Expr): readonly (number | string)[] => {
  switch (expr.kind) {
    case 'number':
      return [Number(expr.value)];
    case 'text':
      return [expr.value];
    case 'not':
    case 'minus':
      return constants(expr.of);
    case 'and':
    case 'or':
    case 'compare':
    case 'arith':
      return [...constants(expr.left), ...constants(expr.right)];
    default:
      return [];
  }
};

export function leavesOf(form: CompiledForm, exprs: readonly (Expr | null)[], paths: readonly string[] = []): Leaves {
  const fields = new Map<string, CompiledField>();
  const worked = new Map<string, CompiledField>();
  const details = new Set<string>();
  const said = new Set<number | string>();
  const visited = new Set<string>();
  const visit = (path: string, row: string | null): void => {
    const of = (row === null ? undefined : form.field(`${row}.${path}`)) ?? form.field(path);
    if (of === undefined) {
      if (form.detail(path)) details.add(path);
      return;
    }
    if (visited.has(of.path)) return;
    visited.add(of.path);
    if (of.detail !== null) details.add(of.detail);
    if (of.formula !== null) worked.set(of.path, of);
    else if (of.source !== 'builtin') fields.set(of.path, of);
    for (const expr of [of.formula, of.showIf]) read(expr, of.detail);
  };
  const read = (expr: Expr | null, row: string | null): void => {
    if (expr === null) return;
    for (const value of constants(expr)) said.add(value);
    for (const { path } of mentions(expr)) visit(path, row);
  };
  for (const expr of exprs) read(expr, null);
  for (const path of paths) visit(path, null);
  return {
    fields: [...fields.values()],
    worked: [...worked.values()],
    details: [...details],
    numbers: [...said].filter((value) => typeof value === 'number'),
    texts: [...said].filter((value) => typeof value === 'string'),
  };
}
