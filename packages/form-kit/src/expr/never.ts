/** Conditions that can never hold, as far as they compare a name with something fixed: a step behind one is never reached. */
import { type CompareOp, type Expr, mentions } from './ast.ts';
import { holds } from './evaluate.ts';

const FLIPPED: Readonly<Record<CompareOp, CompareOp>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** Parts that all have to hold. */
const parts = (expr: Expr): readonly Expr[] =>
  expr.kind === 'and' ? [...parts(expr.left), ...parts(expr.right)] : [expr];

interface Compared {
  readonly name: string;
  readonly op: CompareOp;
  readonly value: string | number | boolean;
}

const fixedOf = (expr: Expr): Compared['value'] | null => {
  if (expr.kind === 'number') return Number(expr.value);
  if (expr.kind === 'minus' && expr.of.kind === 'number') return -Number(expr.of.value);
  return expr.kind === 'text' || expr.kind === 'boolean' ? expr.value : null;
};

const comparedIn = (expr: Expr): Compared | null => {
  if (expr.kind !== 'compare') return null;
  const [left, right] = [fixedOf(expr.left), fixedOf(expr.right)];
  if (expr.left.kind === 'name' && right !== null) return { name: expr.left.name, op: expr.op, value: right };
  if (expr.right.kind === 'name' && left !== null) return { name: expr.right.name, op: FLIPPED[expr.op], value: left };
  return null;
};

const fulfils = (value: Compared['value'], { op, value: limit }: Compared): boolean => {
  switch (op) {
    case '==':
      return value === limit;
    case '!=':
      return value !== limit;
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
  }
};

/** Whether some number lies within all limits: between two neighbours of them, on one, or beyond the outermost. */
const someNumber = (limits: readonly Compared[]): boolean => {
  const marks = limits.flatMap(({ value }) => (typeof value === 'number' ? [value] : [])).sort((a, b) => a - b);
  const between = marks.slice(1).map((mark, at) => (mark + (marks[at] ?? mark)) / 2);
  const tried = [...marks, ...between, (marks[0] ?? 0) - 1, (marks.at(-1) ?? 0) + 1];
  return tried.some((value) => limits.every((limit) => fulfils(value, limit)));
};

const clash = (compared: readonly Compared[], optionsOf: OptionsOf): boolean => {
  const [first] = compared;
  if (first === undefined) return false;
  if (typeof first.value === 'number') return !someNumber(compared);
  const equal = compared.filter((one) => one.op === '==');
  const options = optionsOf(first.name);
  const tried = equal.length > 0 ? equal.map((one) => one.value) : options;
  return tried !== null && !tried.some((value) => compared.every((one) => fulfils(value, one)));
};

/** Values that a name of one choice can have; null where they are not listed, or where it holds several at once. */
export type OptionsOf = (name: string) => readonly string[] | null;

/**
 * Whether conditions that all have to hold cannot.
 * @param several whether a name holds several values at once, so that it may equal more than one text
 */
export const neverHolds = (
  conditions: readonly Expr[],
  optionsOf: OptionsOf = () => null,
  several: (name: string) => boolean = () => false,
): boolean => {
  const all = conditions.flatMap(parts);
  const nothing = { name: () => null, column: () => [], count: () => 0 };
  if (all.some((part) => mentions(part).length === 0 && !holds(part, nothing))) return true;
  const compared = all.flatMap((part) => comparedIn(part) ?? []).filter((one) => !several(one.name));
  const byName = Map.groupBy(compared, (one) => one.name);
  return [...byName.values()].some((same) => clash(same, optionsOf));
};
