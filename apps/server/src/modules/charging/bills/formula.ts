/**
 * Formulas of 计费依据 as SQL. The tree is walked; what somebody wrote goes nowhere but into parameters. As in `packages/charging/formula.ts` a value is a
 * fraction, which numeric adds and multiplies exactly, and is rounded once; what is divided by nought is null and makes null of all it stands in.
 */
import { type Formula, FORMULA_BELOW, FORMULA_NAMES, type FormulaName } from '@hengneng/charging';
import { type RawBuilder, sql } from 'kysely';

export type FormulaColumns = Readonly<Record<FormulaName, RawBuilder<unknown>>>;

interface Fraction {
  readonly over: RawBuilder<unknown>;
  /** Null: one. */
  readonly under: RawBuilder<unknown> | null;
}

const times = (a: RawBuilder<unknown>, b: RawBuilder<unknown> | null): RawBuilder<unknown> =>
  b === null ? a : sql`(${a} * ${b})`;
const both = (a: Fraction['under'], b: Fraction['under']): Fraction['under'] => (a === null ? b : times(a, b));

function fraction(tree: Formula, columns: FormulaColumns): Fraction {
  if ('number' in tree) return { over: sql`${tree.number}::numeric`, under: null };
  if ('name' in tree) {
    if (!FORMULA_NAMES.includes(tree.name)) throw new Error(`a formula names ${String(tree.name)}`);
    return { over: columns[tree.name], under: null };
  }
  const [a, b] = [fraction(tree.left, columns), fraction(tree.right, columns)];
  switch (tree.sign) {
    case '+':
      return { over: sql`(${times(a.over, b.under)} + ${times(b.over, a.under)})`, under: both(a.under, b.under) };
    case '−':
      return { over: sql`(${times(a.over, b.under)} - ${times(b.over, a.under)})`, under: both(a.under, b.under) };
    case '×':
      return { over: times(a.over, b.over), under: both(a.under, b.under) };
    case '÷':
      return { over: times(a.over, b.under), under: sql`nullif(${both(a.under, b.over)}, 0)` };
    default:
      throw new Error('a formula has a sign that nobody knows');
  }
}

/** What `evaluate` gives, of columns; null where it gives null. */
export function formulaSql(tree: Formula, columns: FormulaColumns, digits: number): RawBuilder<string | null> {
  const { over, under } = fraction(tree, columns);
  const scale = sql`${10 ** digits}::numeric`;
  return sql<string | null>`(select case when v.whole < ${String(FORMULA_BELOW)}::numeric * ${scale}
      then sign(v.over) * sign(v.under) * v.whole * ${(10 ** -digits).toFixed(digits)}::numeric end
    from (select f.over, f.under, div(2 * abs(f.over) * ${scale} + abs(f.under), 2 * abs(f.under)) as whole
      from (select ${over} as over, ${under ?? sql`1::numeric`} as under offset 0) f) v)`;
}

/** What is charged by: no less than the least of the basis. */
export const formulaQuantitySql = (
  tree: Formula,
  columns: FormulaColumns,
  of: { readonly digits: number; readonly minQuantity: RawBuilder<unknown> },
): RawBuilder<unknown> =>
  sql`(select case when q.found is not null then greatest(q.found, ${of.minQuantity}) end from (select ${formulaSql(tree, columns, of.digits)} as found) q)`;

/** The numbers that a formula took, for the bill to keep; which of them it names stands in its tree. */
export const formulaInputs = (columns: FormulaColumns): RawBuilder<unknown> =>
  sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(
    FORMULA_NAMES.flatMap((name) => [sql`${name}::text`, sql`trim_scale(${columns[name]})::text`]),
  )}))`;
