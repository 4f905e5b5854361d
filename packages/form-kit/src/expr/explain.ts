import { bindingOf, type Expr } from './ast.ts';

/** Labels of what an expression names: a field, `detail.field`, or a detail. */
export type LabelOf = (path: string) => string | undefined;

const COMPARE = { '==': '为', '!=': '不为', '<': '＜', '<=': '≤', '>': '＞', '>=': '≥' } as const;
const ARITH = { '+': '＋', '-': '－', '*': '×', '/': '÷' } as const;

/**
 * A condition in the words of the form: `totalAmount >= 5000 or not note` → `药剂总金额 ≥ 5000 或 无备注`.
 * @param asked whether a name is a question that is answered by yes or no: `not agreed` → `已同意 为 否`
 */
export function explain(expr: Expr, labelOf: LabelOf, asked: (path: string) => boolean = () => false): string {
  const own = bindingOf(expr);
  const inner = (child: Expr, least: number): string => {
    const text = explain(child, labelOf, asked);
    return bindingOf(child) < least ? `（${text}）` : text;
  };
  switch (expr.kind) {
    case 'number':
      return expr.value;
    case 'text':
      return `“${expr.value}”`;
    case 'boolean':
      return expr.value ? '是' : '否';
    case 'name':
      return labelOf(expr.name) ?? expr.name;
    case 'member':
      return labelOf(`${expr.detail}.${expr.field}`) ?? `${expr.detail}.${expr.field}`;
    case 'sum':
      return `${labelOf(`${expr.detail}.${expr.field}`) ?? expr.field}合计`;
    case 'count':
      return `${labelOf(expr.detail) ?? expr.detail}行数`;
    case 'not':
      if (expr.of.kind !== 'name' && expr.of.kind !== 'member') return `不是${inner(expr.of, 8)}`;
      return asked(expr.of.kind === 'name' ? expr.of.name : `${expr.of.detail}.${expr.of.field}`)
        ? `${inner(expr.of, 8)} 为 否`
        : `无${inner(expr.of, 8)}`;
    case 'minus':
      return `－${inner(expr.of, own)}`;
    case 'and':
      return `${inner(expr.left, own)} 且 ${inner(expr.right, own + 1)}`;
    case 'or':
      return `${inner(expr.left, own)} 或 ${inner(expr.right, own + 1)}`;
    case 'compare': {
      // 为 and 不为 read well before a name of an option only; between numbers the sign is clearer
      const words = expr.right.kind === 'text' || expr.right.kind === 'boolean';
      const sign = words ? COMPARE[expr.op] : { ...COMPARE, '==': '＝', '!=': '≠' }[expr.op];
      return `${inner(expr.left, own + 1)} ${sign} ${inner(expr.right, own + 1)}`;
    }
    case 'arith':
      return `${inner(expr.left, own)} ${ARITH[expr.op]} ${inner(expr.right, own + 1)}`;
  }
}
