/**
 * 计费依据 by formula: what a room is charged by, from its areas, what it used, and + − × ÷. Exact: values are fractions of whole numbers and are rounded
 * once, half away from zero. The server asks the same of its database (`bills/formula.ts`); a test holds both against each other.
 */

export const FORMULA_NAMES = ['建筑面积', '套内面积', '供能面积', '用量', '户数', '系数'] as const;
export type FormulaName = (typeof FORMULA_NAMES)[number];
/** Those that come from the areas of a room. */
export const AREA_NAMES: readonly FormulaName[] = ['建筑面积', '套内面积', '供能面积'];

export const FORMULA_SIGNS = ['+', '−', '×', '÷'] as const;
export type FormulaSign = (typeof FORMULA_SIGNS)[number];

export type Formula =
  | { readonly number: string }
  | { readonly name: FormulaName }
  | { readonly sign: FormulaSign; readonly left: Formula; readonly right: Formula };

export interface FormulaFault {
  /** Of the character it is about, from 1. */
  readonly at: number;
  readonly message: string;
}

export const FORMULA_LENGTH = 200;
const MOST_SIGNS = 20;
const MOST_BRACKETS = 8;
/** A quantity that a bill has room for. */
export const FORMULA_BELOW = 10_000_000_000n;

interface Token {
  readonly kind: 'number' | 'name' | 'sign' | '(' | ')' | 'end';
  readonly text: string;
  readonly at: number;
}

class Wrong extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

const SIGNS: Readonly<Record<string, FormulaSign>> = {
  '+': '+',
  '＋': '+',
  '-': '−',
  '−': '−',
  '－': '−',
  '*': '×',
  '×': '×',
  '＊': '×',
  '/': '÷',
  '÷': '÷',
  '／': '÷',
};
const BRACKETS: Readonly<Record<string, '(' | ')'>> = { '(': '(', '（': '(', ')': ')', '）': ')' };

/** 007.50 is 7.5. */
const plainNumber = (text: string): string => {
  const [whole = '', part = ''] = text.split('.');
  const left = whole.replace(/^0+(?=\d)/, '');
  const right = part.replace(/0+$/, '');
  return right === '' ? left : `${left}.${right}`;
};

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const char = rest[0] ?? '';
    const place = at + 1;
    const number = /^\d+(\.\d+)?/.exec(rest)?.[0];
    const name = FORMULA_NAMES.find((one) => rest.startsWith(one));
    const sign = SIGNS[char];
    const bracket = BRACKETS[char];
    if (/\s/.test(char)) at += 1;
    else if (number !== undefined) {
      if (!/^\d{1,9}(\.\d{1,6})?$/.test(number)) throw new Wrong(place, '数最多9位整数、6位小数');
      tokens.push({ kind: 'number', text: plainNumber(number), at: place });
      at += number.length;
    } else if (name !== undefined) {
      tokens.push({ kind: 'name', text: name, at: place });
      at += name.length;
    } else if (sign !== undefined) {
      tokens.push({ kind: 'sign', text: sign, at: place });
      at += 1;
    } else if (bracket !== undefined) {
      tokens.push({ kind: bracket, text: bracket, at: place });
      at += 1;
    } else throw new Wrong(place, `「${char}」不能用，只能用${FORMULA_NAMES.join('、')}、数、+ − × ÷ 与括号`);
  }
  return [...tokens, { kind: 'end', text: '', at: text.length + 1 }];
}

interface Reader {
  readonly tokens: readonly Token[];
  next: number;
  signs: number;
  open: number;
}

const END: Token = { kind: 'end', text: '', at: 0 };
const peek = (of: Reader): Token => of.tokens[of.next] ?? END;
const take = (of: Reader): Token => {
  const token = peek(of);
  of.next += 1;
  return token;
};

function operand(of: Reader): Formula {
  const token = take(of);
  switch (token.kind) {
    case 'number':
      return { number: token.text };
    case 'name':
      return { name: token.text as FormulaName };
    case '(': {
      of.open += 1;
      if (of.open > MOST_BRACKETS) throw new Wrong(token.at, `括号最多${MOST_BRACKETS}层`);
      const inner = sum(of);
      const closing = take(of);
      if (closing.kind !== ')') throw new Wrong(closing.at, '缺右括号');
      of.open -= 1;
      return inner;
    }
    default:
      throw new Wrong(token.at, token.kind === 'end' ? '公式没有写完，应为数、名称或括号' : '此处应为数、名称或左括号');
  }
}

/** Operands with signs of one rank between them, from left to right. */
function chain(of: Reader, signs: readonly FormulaSign[], part: (of: Reader) => Formula): Formula {
  let left = part(of);
  for (;;) {
    const token = peek(of);
    const sign = signs.find((one) => token.kind === 'sign' && one === token.text);
    if (sign === undefined) return left;
    of.next += 1;
    of.signs += 1;
    if (of.signs > MOST_SIGNS) throw new Wrong(token.at, `最多${MOST_SIGNS}个运算`);
    const right = part(of);
    if (sign === '÷' && namesOf(right).length === 0 && evaluate(right, {}, 0) === '0')
      throw new Wrong(token.at, '除数不能为0');
    left = { sign, left, right };
  }
}

const product = (of: Reader): Formula => chain(of, ['×', '÷'], operand);
const sum = (of: Reader): Formula => chain(of, ['+', '−'], product);

/** Reads what somebody wrote. */
export function parseFormula(text: string): { readonly tree: Formula } | { readonly fault: FormulaFault } {
  try {
    if (text.trim() === '') throw new Wrong(1, '请填写公式');
    if (text.length > FORMULA_LENGTH) throw new Wrong(FORMULA_LENGTH + 1, `公式最多${FORMULA_LENGTH}字`);
    const reader: Reader = { tokens: tokensOf(text), next: 0, signs: 0, open: 0 };
    const tree = sum(reader);
    const rest = peek(reader);
    if (rest.kind !== 'end') throw new Wrong(rest.at, rest.kind === ')' ? '多了右括号' : '此处缺运算符号');
    if (namesOf(tree).length === 0) throw new Wrong(1, `公式至少用到${FORMULA_NAMES.join('、')}之一`);
    return { tree };
  } catch (error) {
    if (error instanceof Wrong) return { fault: { at: error.at, message: `第${error.at}个字符：${error.message}` } };
    throw error;
  }
}

const rank = (sign: FormulaSign): number => (sign === '+' || sign === '−' ? 1 : 2);

/** As people write it, with brackets only where they are needed; `show` may put a number in a name's place. */
export function formatFormula(tree: Formula, show: (name: FormulaName) => string = (name) => name): string {
  if ('number' in tree) return tree.number;
  if ('name' in tree) return show(tree.name);
  const side = (of: Formula, least: number): string => {
    const text = formatFormula(of, show);
    return 'sign' in of && rank(of.sign) < least ? `(${text})` : text;
  };
  return `${side(tree.left, rank(tree.sign))} ${tree.sign} ${side(tree.right, rank(tree.sign) + 1)}`;
}

/** Each name that it uses, in the order of FORMULA_NAMES. */
export function namesOf(tree: Formula): readonly FormulaName[] {
  const used = new Set<FormulaName>();
  const walk = (of: Formula): void => {
    if ('name' in of) used.add(of.name);
    else if ('sign' in of) {
      walk(of.left);
      walk(of.right);
    }
  };
  walk(tree);
  return FORMULA_NAMES.filter((name) => used.has(name));
}

interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const fractionOf = (text: string): Fraction => {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (found === null) throw new RangeError(`no number: ${text}`);
  const part = found[3] ?? '';
  const over = BigInt(`${found[2]}${part}`);
  return { over: found[1] === '-' ? -over : over, under: 10n ** BigInt(part.length) };
};

const exact = (tree: Formula, values: Readonly<Partial<Record<FormulaName, string>>>): Fraction | null => {
  if ('number' in tree) return fractionOf(tree.number);
  if ('name' in tree) {
    const value = values[tree.name];
    return value === undefined ? null : fractionOf(value);
  }
  const [a, b] = [exact(tree.left, values), exact(tree.right, values)];
  if (a === null || b === null) return null;
  switch (tree.sign) {
    case '+':
      return { over: a.over * b.under + b.over * a.under, under: a.under * b.under };
    case '−':
      return { over: a.over * b.under - b.over * a.under, under: a.under * b.under };
    case '×':
      return { over: a.over * b.over, under: a.under * b.under };
    case '÷':
      return b.over === 0n ? null : { over: a.over * b.under, under: a.under * b.over };
  }
};

const size = (of: bigint): bigint => (of < 0n ? -of : of);

/**
 * @param digits places that are kept
 * @returns null where something is divided by nought, a value is lacking, or it is beyond what a bill has room for
 */
export function evaluate(
  tree: Formula,
  values: Readonly<Partial<Record<FormulaName, string>>>,
  digits: number,
): string | null {
  const found = exact(tree, values);
  if (found === null) return null;
  const [over, under] = [size(found.over), size(found.under)];
  const scale = 10n ** BigInt(digits);
  const whole = (2n * over * scale + under) / (2n * under);
  if (whole >= FORMULA_BELOW * scale) return null;
  const text = whole.toString().padStart(digits + 1, '0');
  const plain = plainNumber(digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`);
  return found.over < 0n !== found.under < 0n && plain !== '0' ? `-${plain}` : plain;
}

/** What is charged by: no less than the least of the basis. Null as `evaluate` says. */
export function formulaQuantity(
  tree: Formula,
  values: Readonly<Partial<Record<FormulaName, string>>>,
  of: { readonly digits: number; readonly minQuantity: string },
): string | null {
  const found = evaluate(tree, values, of.digits);
  if (found === null) return null;
  const [a, b] = [fractionOf(found), fractionOf(of.minQuantity)];
  return a.over * b.under < b.over * a.under ? plainNumber(of.minQuantity) : found;
}
