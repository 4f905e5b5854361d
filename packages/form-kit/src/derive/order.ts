import type { Expr } from '../expr/ast.ts';
import { mentions } from '../expr/ast.ts';
import type { CompiledField } from './form.ts';
import type { Lookup } from './scope.ts';

/** Paths of the fields an expression of `of` reads. In a row, a name means the row's own field first. */
export function reads(form: Lookup, detail: string | null, expr: Expr | null): readonly string[] {
  if (!expr) return [];
  return mentions(expr).flatMap((mention) => {
    if (mention.kind === 'count') return [];
    if (mention.kind !== 'name') return [mention.path];
    const own = detail === null ? undefined : form.field(`${detail}.${mention.path}`);
    return [own ? own.path : mention.path];
  });
}

/** The same list for the same field, so that who asks for it again sees that nothing is new. */
const watched = new WeakMap<CompiledField, readonly string[]>();

/**
 * Keys of the record that decide what a field shows and whether it is shown: its own (that of its table), and those that its condition names. While
 * none of them changes, nothing of the field does.
 */
export function watchedKeys(of: CompiledField): readonly string[] {
  const known = watched.get(of);
  if (known !== undefined) return known;
  const named = of.showIf ? mentions(of.showIf).map(({ detail, path }) => detail ?? path) : [];
  const keys = [...new Set([of.detail ?? of.key, ...named])];
  watched.set(of, keys);
  return keys;
}
/**
 * Fields with a formula or a condition, each after those that it reads.
 * @throws Error naming the circle where fields depend on each other.
 */
export function evaluationOrder(form: Lookup, all: readonly CompiledField[]): readonly CompiledField[] {
  const order: CompiledField[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const trail: string[] = [];
  const visit = (of: CompiledField): void => {
    if (state.get(of.path) === 'done') return;
    if (state.get(of.path) === 'open') {
      throw new Error(`公式或显示条件互相依赖：${[...trail.slice(trail.indexOf(of.path)), of.path].join(' → ')}`);
    }
    state.set(of.path, 'open');
    trail.push(of.path);
    for (const path of [...reads(form, of.detail, of.formula), ...reads(form, of.detail, of.showIf)]) {
      const other = form.field(path);
      if (other) visit(other);
    }
    trail.pop();
    state.set(of.path, 'done');
    if (of.formula || of.showIf) order.push(of);
  };
  for (const of of all) visit(of);
  return order;
}

/** The last step that a formula's value waits for. */
export function stepOfFormula(form: Lookup, of: CompiledField, seen: ReadonlySet<string> = new Set()): number {
  if (!of.formula || seen.has(of.path)) return of.step;
  const inner = new Set(seen).add(of.path);
  const steps = reads(form, of.detail, of.formula).map((path) => {
    const other = form.field(path);
    return other ? stepOfFormula(form, other, inner) : 0;
  });
  return Math.max(of.source === 'computed' ? 0 : of.step, ...steps);
}
