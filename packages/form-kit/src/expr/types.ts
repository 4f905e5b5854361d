/** Types of expressions: what the compiler cannot see in a text. Problems are Chinese sentences; none means that the text makes sense. */
import { CHECK_RESULTS, type Field } from '../fields.ts';
import type { ArithOp, CompareOp, Expr } from './ast.ts';
import { isTimeUnit } from './evaluate.ts';

export type ExprType =
  | { readonly kind: 'number' | 'boolean' | 'text' | 'files' | 'unknown' }
  /** A difference of two instants: counts in the unit of the field that it goes to. */
  | { readonly kind: 'duration' }
  | { readonly kind: 'day' | 'instant' | 'month' | 'clock' }
  | { readonly kind: 'options' | 'list'; readonly options: readonly string[] }
  | { readonly kind: 'literal'; readonly value: string }
  | { readonly kind: 'key' | 'keys'; readonly entity: string };

/** What the names in an expression stand for. */
export interface TypeScope {
  /** Field of a name; in a row the row's own first. */
  field(name: string): Field | undefined;
  column(detail: string, field: string): Field | undefined;
  hasDetail(detail: string): boolean;
  /** `detail.field` may stand for "any row": rules only. */
  readonly rows: boolean;
}

export function typeOfField(field: Field): ExprType {
  switch (field.type) {
    case 'integer':
    case 'decimal':
    case 'money':
    case 'money4':
    case 'percent':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'date':
      return { kind: 'day' };
    case 'datetime':
      return { kind: 'instant' };
    case 'month':
      return { kind: 'month' };
    case 'time':
      return { kind: 'clock' };
    case 'enum':
      return { kind: 'options', options: field.options };
    case 'check':
      return { kind: 'options', options: CHECK_RESULTS };
    case 'multiEnum':
      return { kind: 'list', options: field.options };
    case 'users':
      return { kind: 'keys', entity: 'user' };
    case 'ref':
      return { kind: 'key', entity: field.entity };
    case 'user':
    case 'dept':
    case 'project':
    case 'contract':
    case 'device':
    case 'supplier':
    case 'community':
    case 'room':
      return { kind: 'key', entity: field.type };
    case 'file':
    case 'files':
    case 'image':
    case 'images':
    case 'signature':
      return { kind: 'files' };
    default:
      return { kind: 'text' };
  }
}

const UNKNOWN: ExprType = { kind: 'unknown' };
const NUMBER: ExprType = { kind: 'number' };
const BOOLEAN: ExprType = { kind: 'boolean' };

const NAMES: Readonly<Record<ExprType['kind'], string>> = {
  number: '数字',
  boolean: '是否',
  text: '文字',
  files: '附件',
  unknown: '未知',
  duration: '时间差',
  day: '日期',
  instant: '日期时间',
  month: '月份',
  clock: '时刻',
  options: '选项',
  list: '多选',
  literal: '文字',
  key: '引用',
  keys: '人员',
};

const countable = (type: ExprType): boolean =>
  type.kind === 'number' || type.kind === 'boolean' || type.kind === 'duration' || type.kind === 'unknown';
const isMoment = (type: ExprType): boolean =>
  type.kind === 'day' || type.kind === 'instant' || type.kind === 'month' || type.kind === 'clock';

/** Type of an expression; problems found on the way are added to `problems`. */
export function typeOf(expr: Expr, scope: TypeScope, problems: string[]): ExprType {
  switch (expr.kind) {
    case 'number':
      return NUMBER;
    case 'boolean':
      return BOOLEAN;
    case 'text':
      return { kind: 'literal', value: expr.value };
    case 'name': {
      const field = scope.field(expr.name);
      if (field) return typeOfField(field);
      problems.push(`「${expr.name}」不是可用的字段`);
      return UNKNOWN;
    }
    case 'member':
    case 'sum': {
      const field = scope.column(expr.detail, expr.field);
      if (!field) {
        problems.push(`「${expr.detail}.${expr.field}」不是明细的字段`);
        return expr.kind === 'sum' ? NUMBER : UNKNOWN;
      }
      const type = typeOfField(field);
      if (expr.kind === 'member') {
        if (!scope.rows) problems.push(`「${expr.detail}.${expr.field}」只能写在校验规则里，这里请用 sum 或 count`);
        return type;
      }
      if (!countable(type)) problems.push(`「${expr.detail}.${expr.field}」是${NAMES[type.kind]}，不能合计`);
      return NUMBER;
    }
    case 'count':
      if (!scope.hasDetail(expr.detail)) problems.push(`「${expr.detail}」不是明细表`);
      return NUMBER;
    case 'not':
      typeOf(expr.of, scope, problems);
      return BOOLEAN;
    case 'and':
    case 'or':
      typeOf(expr.left, scope, problems);
      typeOf(expr.right, scope, problems);
      return BOOLEAN;
    case 'minus': {
      const of = typeOf(expr.of, scope, problems);
      if (!countable(of)) problems.push(`${NAMES[of.kind]}不能取负数`);
      return NUMBER;
    }
    case 'compare':
      compareFits(expr.op, typeOf(expr.left, scope, problems), typeOf(expr.right, scope, problems), problems);
      return BOOLEAN;
    case 'arith':
      return arithType(expr.op, typeOf(expr.left, scope, problems), typeOf(expr.right, scope, problems), problems);
  }
}

function arithType(op: ArithOp, left: ExprType, right: ExprType, problems: string[]): ExprType {
  if (countable(left) && countable(right)) {
    return left.kind === 'duration' || right.kind === 'duration' ? { kind: 'duration' } : NUMBER;
  }
  if (left.kind === 'day' && countable(right) && (op === '+' || op === '-')) return left;
  if (right.kind === 'day' && countable(left) && op === '+') return right;
  if (op === '-' && isMoment(left) && isMoment(right) && (left.kind === 'clock') === (right.kind === 'clock')) {
    return left.kind === right.kind && (left.kind === 'instant' || left.kind === 'clock')
      ? { kind: 'duration' }
      : NUMBER;
  }
  problems.push(`${NAMES[left.kind]}与${NAMES[right.kind]}不能用「${op}」计算`);
  return UNKNOWN;
}

function compareFits(op: CompareOp, left: ExprType, right: ExprType, problems: string[]): void {
  const fit = fits(op, left, right) ?? fits(op, right, left);
  if (fit === null) problems.push(`${NAMES[left.kind]}与${NAMES[right.kind]}不能用「${op}」比较`);
  else if (fit !== '') problems.push(fit);
}

/** '' where the two can be compared, a sentence where an option does not exist, null where this order of sides says nothing. */
function fits(op: CompareOp, left: ExprType, right: ExprType): string | null {
  if (left.kind === 'unknown') return '';
  const equality = op === '==' || op === '!=';
  if (countable(left) && countable(right)) return '';
  if (isMoment(left) && isMoment(right)) return (left.kind === 'clock') === (right.kind === 'clock') ? '' : null;
  if (!equality) return null;
  if (left.kind === 'options' || left.kind === 'list') {
    if (right.kind === 'literal') {
      return left.options.includes(right.value) ? '' : `选项里没有“${right.value}”（有：${left.options.join('、')}）`;
    }
    return right.kind === 'options' || right.kind === 'text' ? '' : null;
  }
  if (left.kind === 'text') return right.kind === 'text' || right.kind === 'literal' ? '' : null;
  if (left.kind === 'key' || left.kind === 'keys')
    return right.kind === 'key' && right.entity === left.entity ? '' : null;
  return null;
}

/** What is wrong with putting a value of this type into a field; null where it fits. */
export function assignProblem(type: ExprType, field: Field): string | null {
  const target = typeOfField(field);
  if (type.kind === 'unknown') return null;
  if (type.kind === 'duration') {
    if (target.kind !== 'number') return `时间差不能写入${NAMES[target.kind]}字段`;
    return isTimeUnit(field.unit) ? null : '时间差要写入带时间单位（min、h、天）的字段';
  }
  if (target.kind === 'number') return countable(type) ? null : `${NAMES[type.kind]}不能写入数字字段`;
  if (target.kind === 'boolean') return null;
  if (target.kind === type.kind) return null;
  if (target.kind === 'text' && (type.kind === 'literal' || type.kind === 'options')) return null;
  if ((target.kind === 'day' || target.kind === 'month') && (type.kind === 'instant' || type.kind === 'day'))
    return null;
  return `${NAMES[type.kind]}不能写入${NAMES[target.kind]}字段`;
}
