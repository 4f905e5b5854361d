/** Conditions as rows of field, operator and value. What does not come apart like that is written as text. */
import {
  type CompareOp,
  type CompiledField,
  type CompiledForm,
  type Expr,
  parse,
  print,
  typeOfField,
} from '@hengneng/form-kit';

/** `has`, `hasNot`: the field has a value; of a 是/否 field: it says yes. */
export type RowOp = CompareOp | 'has' | 'hasNot';

export interface ConditionRow {
  readonly field: string;
  readonly op: RowOp;
  readonly value: string;
}

export interface Rows {
  readonly join: 'and' | 'or';
  readonly rows: readonly ConditionRow[];
}

const NUMBER_OPS: readonly RowOp[] = ['>=', '>', '<=', '<', '==', '!='];

/** Operators that a field can be compared by. */
export const opsOf = (of: CompiledField | undefined): readonly RowOp[] => {
  switch (of === undefined ? 'unknown' : typeOfField(of.field).kind) {
    case 'number':
      return NUMBER_OPS;
    case 'options':
    case 'list':
    case 'text':
      return ['==', '!=', 'has', 'hasNot'];
    default:
      return ['has', 'hasNot'];
  }
};

const isBoolean = (of: CompiledField | undefined): boolean => of?.field.type === 'boolean';

export const opWords = (of: CompiledField | undefined, op: RowOp): string => {
  const several = of?.field.type === 'multiEnum';
  const number = of !== undefined && typeOfField(of.field).kind === 'number';
  switch (op) {
    case '==':
      return several ? '包含' : number ? '等于' : '为';
    case '!=':
      return several ? '不包含' : number ? '不等于' : '不为';
    case '>':
      return '大于';
    case '>=':
      return '不小于';
    case '<':
      return '小于';
    case '<=':
      return '不大于';
    case 'has':
      return isBoolean(of) ? '为是' : '已填写';
    case 'hasNot':
      return isBoolean(of) ? '为否' : '未填写';
  }
};

const atoms = (expr: Expr, join: 'and' | 'or'): readonly Expr[] =>
  expr.kind === join ? [...atoms(expr.left, join), ...atoms(expr.right, join)] : [expr];

const rowOf = (expr: Expr): ConditionRow | null => {
  if (expr.kind === 'name') return { field: expr.name, op: 'has', value: '' };
  if (expr.kind === 'not' && expr.of.kind === 'name') return { field: expr.of.name, op: 'hasNot', value: '' };
  if (expr.kind !== 'compare' || expr.left.kind !== 'name') return null;
  const { left, op, right } = expr;
  if (right.kind === 'number' || right.kind === 'text') return { field: left.name, op, value: right.value };
  if (right.kind === 'minus' && right.of.kind === 'number')
    return { field: left.name, op, value: `-${right.of.value}` };
  return null;
};

/** Null where the text is no list of comparisons. */
export const rowsOf = (text: string): Rows | null => {
  let expr: Expr;
  try {
    expr = parse(text);
  } catch {
    return null;
  }
  const join = expr.kind === 'or' ? 'or' : 'and';
  const rows = atoms(expr, join).map(rowOf);
  const known = rows.flatMap((row) => row ?? []);
  return known.length < rows.length ? null : { join, rows: known };
};

const number = (value: string): Expr => {
  const expr: Expr = { kind: 'number', value: value.replace(/^-/, '') };
  return value.startsWith('-') ? { kind: 'minus', of: expr } : expr;
};

const exprOf = (form: CompiledForm, { field, op, value }: ConditionRow): Expr => {
  const name: Expr = { kind: 'name', name: field };
  if (op === 'has') return name;
  if (op === 'hasNot') return { kind: 'not', of: name };
  const of = form.field(field);
  const counted = of !== undefined && typeOfField(of.field).kind === 'number';
  return {
    kind: 'compare',
    op,
    left: name,
    right: counted ? number(value) : { kind: 'text', value: value.replaceAll("'", '’') },
  };
};

const isWhole = (form: CompiledForm, { field, op, value }: ConditionRow): boolean => {
  const of = form.field(field);
  if (of === undefined) return false;
  if (op === 'has' || op === 'hasNot') return true;
  return typeOfField(of.field).kind === 'number' ? /^-?\d+(\.\d+)?$/.test(value) : value.trim() !== '';
};

/** The condition's text; null where a row is not complete or there is none. */
export const textOf = (form: CompiledForm, { join, rows }: Rows): string | null => {
  const [first, ...rest] = rows.map((row) => (isWhole(form, row) ? exprOf(form, row) : null));
  if (first === undefined || first === null || rest.includes(null)) return null;
  return print(rest.reduce<Expr>((left, right) => (right === null ? left : { kind: join, left, right }), first));
};
