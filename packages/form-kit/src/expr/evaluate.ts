import type Big from 'big.js';
import { dayOfInstant, dayText } from '../time.ts';
import type { ArithOp, CompareOp, Expr } from './ast.ts';
import { childrenOf, rowDetails } from './ast.ts';
import { Num, isEmpty, isMoment, isNumber, truthy, type Value } from './value.ts';

/** What an expression can look up. */
export interface Scope {
  /** Value of a single-valued name (in a row: the row's own fields first). */
  name(name: string): Value;
  /** Every row's value of `detail.field`. */
  column(detail: string, field: string): readonly Value[];
  /** How many rows a detail has. */
  count(detail: string): number;
  /** Row at hand of a detail, for `detail.field` in a rule; a negative number where the table has no rows. */
  rowOf?(detail: string): number;
}

export interface EvalOptions {
  /** What an empty operand of `-` counts as. */
  readonly emptyMinus?: 'zero' | 'empty';
  /** Unit in which a difference of times is wanted: that of the field it goes to (`min`, `h`, `天`). Hours where none is said. */
  readonly unit?: string | undefined;
}

const HOUR_MS = 3_600_000;
/** Milliseconds of the units in which durations are written. */
const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  秒: 1000,
  min: 60_000,
  分: 60_000,
  分钟: 60_000,
  h: HOUR_MS,
  小时: HOUR_MS,
  时: HOUR_MS,
  d: 24 * HOUR_MS,
  天: 24 * HOUR_MS,
  日: 24 * HOUR_MS,
}; // prettier-ignore

/** Whether a unit says how a difference of times is counted. */
export const isTimeUnit = (unit: string | undefined): boolean => unit !== undefined && unit in UNIT_MS;

const ZERO = new Num(0);
const ONE = new Num(1);

/**
 * Value of an expression. Never throws: what cannot be worked out is empty.
 * Conditions answer booleans, which count 1 or 0 in arithmetic.
 */
export function evaluate(expr: Expr, scope: Scope, options: EvalOptions = {}): Value {
  switch (expr.kind) {
    case 'number':
      return new Num(expr.value);
    case 'text':
    case 'boolean':
      return expr.value;
    case 'name':
      return scope.name(expr.name);
    case 'member': {
      const row = scope.rowOf?.(expr.detail) ?? -1;
      return row < 0 ? null : (scope.column(expr.detail, expr.field)[row] ?? null);
    }
    case 'sum':
      return scope
        .column(expr.detail, expr.field)
        .reduce<Big>((total, value) => total.plus(numeric(value) ?? ZERO), ZERO);
    case 'count':
      return new Num(scope.count(expr.detail));
    case 'not':
    case 'and':
    case 'or':
      return holds(expr, scope, options);
    case 'compare':
      return compare(expr.op, evaluate(expr.left, scope, options), evaluate(expr.right, scope, options));
    case 'minus': {
      const of = numeric(evaluate(expr.of, scope, options));
      return of ? of.times(-1) : options.emptyMinus === 'zero' ? ZERO : null;
    }
    case 'arith':
      return arith(expr.op, evaluate(expr.left, scope, options), evaluate(expr.right, scope, options), options);
  }
}

/** Whether a condition holds. A condition about the rows of a table without rows does not hold, nor does its negation. */
export function holds(expr: Expr, scope: Scope, options: EvalOptions = {}): boolean {
  switch (expr.kind) {
    case 'and':
      return holds(expr.left, scope, options) && holds(expr.right, scope, options);
    case 'or':
      return holds(expr.left, scope, options) || holds(expr.right, scope, options);
    case 'not':
      return !looksAtNoRow(expr, scope) && !holds(expr.of, scope, options);
    default:
      return truthy(evaluate(expr, scope, options));
  }
}

function looksAtNoRow(expr: Expr, scope: Scope): boolean {
  if (expr.kind === 'member') return (scope.rowOf?.(expr.detail) ?? -1) < 0;
  return childrenOf(expr).some((child) => looksAtNoRow(child, scope));
}

/** Rows (one index per detail) for which a rule holds; one empty choice where it names no rows. */
export function rowsWhere(
  expr: Expr,
  scope: Scope,
  options: EvalOptions = {},
): readonly Readonly<Record<string, number>>[] {
  let choices: Record<string, number>[] = [{}];
  for (const detail of rowDetails(expr)) {
    const rows = scope.count(detail);
    const indexes = rows === 0 ? [-1] : Array.from({ length: rows }, (_, index) => index);
    choices = choices.flatMap((choice) => indexes.map((index) => ({ ...choice, [detail]: index })));
  }
  return choices.filter((choice) => holds(expr, { ...bound(scope), rowOf: (detail) => choice[detail] ?? -1 }, options));
}

/** A scope may be a class instance: its methods are carried over by hand, a spread would lose them. */
const bound = (scope: Scope): Scope => ({
  name: (name) => scope.name(name),
  column: (detail, field) => scope.column(detail, field),
  count: (detail) => scope.count(detail),
});

/** A number, or a condition as 1 or 0; null where it is neither. */
function numeric(value: Value): Big | null {
  if (typeof value === 'boolean') return value ? ONE : ZERO;
  return isNumber(value) ? value : null;
}

function arith(op: ArithOp, left: Value, right: Value, options: EvalOptions): Value {
  if (isMoment(left) || isMoment(right)) return arithOfMoments(op, left, right, options);
  const zero = op === '+' || (op === '-' && options.emptyMinus === 'zero');
  const a = numeric(left) ?? (zero ? ZERO : null);
  const b = numeric(right) ?? (zero ? ZERO : null);
  if (a === null || b === null) return null;
  switch (op) {
    case '+':
      return a.plus(b);
    case '-':
      return a.minus(b);
    case '*':
      return a.times(b);
    case '/':
      return b.eq(0) ? null : a.div(b);
  }
}

/** Difference of two times, or a day and a number of days. */
function arithOfMoments(op: ArithOp, left: Value, right: Value, options: EvalOptions): Value {
  if (isMoment(left) && isMoment(right)) {
    if (op !== '-') return null;
    if (left.kind === 'instant' && right.kind === 'instant') return inUnit(left.n - right.n, options.unit);
    if (left.kind === 'clock' && right.kind === 'clock') return inUnit((left.n - right.n) * 60_000, options.unit);
    const [a, b] = sameKind(left, right) ?? [null, null];
    return a === null || b === null ? null : new Num(a - b);
  }
  // with an empty end there is no duration, whatever the area's convention for amounts
  const [day, days] = isMoment(left) ? [left, right] : [right, left];
  const number = numeric(days);
  if (!isMoment(day) || day.kind !== 'day' || number === null || !number.eq(number.round(0))) return null;
  if (op === '+') return { kind: 'day', n: day.n + Number(number) };
  return op === '-' && isMoment(left) ? { kind: 'day', n: day.n - Number(number) } : null;
}

const inUnit = (ms: number, unit: string | undefined): Big => new Num(ms).div(UNIT_MS[unit ?? ''] ?? HOUR_MS);

type Moment = Extract<Value, { readonly kind: string }>;

/** Two times as numbers of the coarser of their units: days where one is a day, months where one is a month. */
function sameKind(left: Moment, right: Moment): readonly [number, number] | null {
  if (left.kind === right.kind) return [left.n, right.n];
  if (left.kind === 'clock' || right.kind === 'clock') return null;
  if (left.kind === 'month' || right.kind === 'month') return [monthsOf(left), monthsOf(right)];
  return [daysOf(left), daysOf(right)];
}

const daysOf = (at: Moment): number => (at.kind === 'instant' ? dayOfInstant(at.n) : at.n);
function monthsOf(at: Moment): number {
  if (at.kind === 'month') return at.n;
  const day = dayText(daysOf(at));
  return Number(day.slice(0, -6)) * 12 + Number(day.slice(-5, -3)) - 1;
}

/** False where a side is empty. A list equals a text that is one of its items. */
function compare(op: CompareOp, left: Value, right: Value): boolean {
  if (isEmpty(left) || isEmpty(right)) return false;
  if (Array.isArray(left)) return among(op, left, right);
  if (Array.isArray(right)) return among(op, right, left);
  const order = orderOf(left, right);
  if (order === null) return op === '!=';
  switch (op) {
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

function among(op: CompareOp, items: readonly string[], value: Value): boolean {
  const found = typeof value === 'string' && items.includes(value);
  return op === '==' ? found : op === '!=' ? !found : false;
}

/** −1, 0 or 1; null where the two cannot be compared. */
function orderOf(left: Value, right: Value): number | null {
  if (isMoment(left) || isMoment(right)) {
    const pair = isMoment(left) && isMoment(right) ? sameKind(left, right) : null;
    return pair ? Math.sign(pair[0] - pair[1]) : null;
  }
  if (typeof left === 'string' && typeof right === 'string') return left === right ? 0 : left < right ? -1 : 1;
  const a = numeric(left);
  const b = numeric(right);
  return a && b ? a.cmp(b) : null;
}
