/**
 * The small language of formulas, conditions and rules. A text is parsed once; both sides of the wire evaluate the same tree.
 */

export type CompareOp = '==' | '!=' | '<' | '<=' | '>' | '>=';
export type ArithOp = '+' | '-' | '*' | '/';

export type Expr =
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** A single-valued name: field, link, computed value, built-in, or a field of the row at hand. */
  | { readonly kind: 'name'; readonly name: string }
  /** `detail.field`: in a rule, the row at hand of that table. */
  | { readonly kind: 'member'; readonly detail: string; readonly field: string }
  | { readonly kind: 'sum'; readonly detail: string; readonly field: string }
  | { readonly kind: 'count'; readonly detail: string }
  | { readonly kind: 'not'; readonly of: Expr }
  | { readonly kind: 'minus'; readonly of: Expr }
  | { readonly kind: 'and' | 'or'; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'compare'; readonly op: CompareOp; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'arith'; readonly op: ArithOp; readonly left: Expr; readonly right: Expr };

/** Words that cannot be names of fields. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'sum', 'count', 'true', 'false']);

/** How tightly a node binds: the parser's precedence, used to print with no more parentheses than needed. */
export function bindingOf(expr: Expr): number {
  switch (expr.kind) {
    case 'or':
      return 1;
    case 'and':
      return 2;
    case 'not':
      return 3;
    case 'compare':
      return 4;
    case 'arith':
      return expr.op === '+' || expr.op === '-' ? 5 : 6;
    case 'minus':
      return 7;
    default:
      return 8;
  }
}

/** Text that parses to the same tree. */
export function print(expr: Expr): string {
  const own = bindingOf(expr);
  const wrap = (child: Expr, least: number): string => (bindingOf(child) < least ? `(${print(child)})` : print(child));
  switch (expr.kind) {
    case 'number':
      return expr.value;
    case 'text':
      return `'${expr.value}'`;
    case 'boolean':
      return String(expr.value);
    case 'name':
      return expr.name;
    case 'member':
      return `${expr.detail}.${expr.field}`;
    case 'sum':
      return `sum(${expr.detail}.${expr.field})`;
    case 'count':
      return `count(${expr.detail})`;
    case 'not':
      return `not ${wrap(expr.of, own)}`;
    case 'minus':
      return `-${wrap(expr.of, own)}`;
    case 'and':
    case 'or':
      return `${wrap(expr.left, own)} ${expr.kind} ${wrap(expr.right, own + 1)}`;
    case 'compare':
      // comparisons do not chain: both sides bind tighter
      return `${wrap(expr.left, own + 1)} ${expr.op} ${wrap(expr.right, own + 1)}`;
    case 'arith':
      return `${wrap(expr.left, own)} ${expr.op} ${wrap(expr.right, own + 1)}`;
  }
}

/** Children of a node, left to right. */
export function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'not':
    case 'minus':
      return [expr.of];
    case 'and':
    case 'or':
    case 'compare':
    case 'arith':
      return [expr.left, expr.right];
    default:
      return [];
  }
}

/** One mention of a name, in the order of the text. */
export interface Mention {
  /** `name`, or `detail.field`, or `detail` (for `count`). */
  readonly path: string;
  readonly kind: 'name' | 'member' | 'sum' | 'count';
  readonly detail: string | null;
}

function gather(expr: Expr): readonly Mention[] {
  switch (expr.kind) {
    case 'name':
      return [{ path: expr.name, kind: 'name', detail: null }];
    case 'member':
    case 'sum':
      return [{ path: `${expr.detail}.${expr.field}`, kind: expr.kind, detail: expr.detail }];
    case 'count':
      return [{ path: expr.detail, kind: 'count', detail: expr.detail }];
    default:
      return childrenOf(expr).flatMap(mentions);
  }
}

/** Expressions never change: what follows from one alone is worked out once, however often its rule is checked. */
const ofEach = <T extends object>(follow: (expr: Expr) => T): ((expr: Expr) => T) => {
  const known = new WeakMap<Expr, T>();
  return (expr) => {
    const before = known.get(expr);
    if (before !== undefined) return before;
    const made = follow(expr);
    known.set(expr, made);
    return made;
  };
};

/** Every name an expression mentions, in the order of the text. */
export const mentions = ofEach(gather);

/** Details whose rows the expression looks at one by one. */
export const rowDetails = ofEach((expr): readonly string[] => [
  ...new Set(mentions(expr).flatMap((m) => (m.kind === 'member' && m.detail !== null ? [m.detail] : []))),
]);
