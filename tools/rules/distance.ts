/** How far a condition is from holding: what a search for values that break a rule goes downhill on. */
import {
  childrenOf,
  evaluate,
  holds,
  isEmpty,
  isMoment,
  isNumber,
  rowDetails,
  type EvalOptions,
  type Expr,
  type Scope,
  type Value,
} from '@hengneng/form-kit';

/** Near 1 for what lies far apart, never 0: sides that are filled in are closer than empty ones. */
const bent = (apart: number): number => apart / (apart + 1);

const sizeOf = (value: Value): number | null => {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (isNumber(value)) return Number(value.toFixed(6));
  if (!isMoment(value)) return null;
  return value.kind === 'instant' ? value.n / 3_600_000 : value.n;
};

const flipped = (wanted: boolean): 'and' | 'or' => (wanted ? 'and' : 'or');

function toward(expr: Expr, wanted: boolean, scope: Scope, options: EvalOptions): number {
  if (holds(expr, scope, options) === wanted) return 0;
  switch (expr.kind) {
    case 'and':
    case 'or': {
      const sides = childrenOf(expr).map((side) => toward(side, wanted, scope, options));
      return expr.kind === flipped(wanted) ? sides.reduce((a, b) => a + b, 0) : Math.min(...sides);
    }
    case 'not':
      return Math.max(toward(expr.of, !wanted, scope, options), 0.5);
    case 'compare': {
      const sides = [expr.left, expr.right].map((side) => evaluate(side, scope, options));
      const empty = sides.filter(isEmpty).length;
      if (empty > 0) return 1 + empty;
      const [left, right] = sides.map(sizeOf);
      return left === null || left === undefined || right === null || right === undefined
        ? 1
        : 0.01 + 0.9 * bent(Math.abs(left - right));
    }
    default:
      return 1;
  }
}

/** The scope in each choice of rows that the condition looks at. */
function choicesIn(expr: Expr, scope: Scope): readonly Scope[] {
  let choices: Readonly<Record<string, number>>[] = [{}];
  for (const detail of rowDetails(expr)) {
    const rows = scope.count(detail);
    const indexes = rows === 0 ? [-1] : Array.from({ length: rows }, (_, index) => index);
    choices = choices.flatMap((choice) => indexes.map((index) => ({ ...choice, [detail]: index })));
  }
  return choices.map((choice) => ({
    name: (name) => scope.name(name),
    column: (detail, field) => scope.column(detail, field),
    count: (detail) => scope.count(detail),
    rowOf: (detail) => choice[detail] ?? -1,
  }));
}

/** 0 where the rule speaks of some row (or of the record, where it names no rows). */
export const distance = (expr: Expr, scope: Scope, options: EvalOptions): number =>
  Math.min(...choicesIn(expr, scope).map((inRow) => toward(expr, true, inRow, options)));

/** 0 where the rule speaks of no row; more, the more rows and the farther. */
export const distanceFromSilence = (expr: Expr, scope: Scope, options: EvalOptions): number =>
  choicesIn(expr, scope).reduce((sum, inRow) => sum + toward(expr, false, inRow, options), 0);
