import type { ArithOp, CompareOp, Expr } from './ast.ts';
import { RESERVED_WORDS } from './ast.ts';

/** A text that is no expression. `at` counts characters from 0. */
export class ExprError extends Error {
  readonly at: number;
  constructor(reason: string, at: number, text: string) {
    super(`表达式第${at + 1}个字符处${reason}：${text}`);
    this.name = 'ExprError';
    this.at = at;
  }
}

type Token =
  | { readonly kind: 'number' | 'text' | 'word' | 'op'; readonly value: string; readonly at: number }
  | { readonly kind: 'end'; readonly value: ''; readonly at: number };

const TOKEN = /\s+|(\d+(?:\.\d+)?)|'([^']*)'|([A-Za-z_]\w*)|(==|!=|<=|>=|[-+*/()<>.])/y;

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const scanner = new RegExp(TOKEN);
  let at = 0;
  while (at < text.length) {
    scanner.lastIndex = at;
    const hit = scanner.exec(text);
    if (!hit) throw new ExprError(text[at] === "'" ? '引号没有配对' : `有不认识的符号「${text[at]}」`, at, text);
    const [all, number, quoted, word, op] = hit;
    if (number !== undefined) tokens.push({ kind: 'number', value: number, at });
    else if (quoted !== undefined) tokens.push({ kind: 'text', value: quoted, at });
    else if (word !== undefined) tokens.push({ kind: 'word', value: word, at });
    else if (op !== undefined) tokens.push({ kind: 'op', value: op, at });
    at += all.length;
  }
  tokens.push({ kind: 'end', value: '', at });
  return tokens;
}

const COMPARE: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
const isCompare = (value: string): value is CompareOp => COMPARE.has(value);
/** Deeper nesting than any definition needs; keeps a hostile text from exhausting the stack. */
const MAX_DEPTH = 200;

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokenize(text);
  }

  all(): Expr {
    const expr = this.#or();
    const rest = this.#peek();
    if (rest.kind !== 'end') this.#fail(`多出「${rest.value}」`);
    return expr;
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', value: '', at: this.#text.length };
  }

  #take(): Token {
    const token = this.#peek();
    this.#next += 1;
    return token;
  }

  #fail(reason: string): never {
    throw new ExprError(reason, this.#peek().at, this.#text);
  }

  /** Takes the next token if it is this operator or word. */
  #accept(value: string): boolean {
    const token = this.#peek();
    if ((token.kind !== 'op' && token.kind !== 'word') || token.value !== value) return false;
    this.#next += 1;
    return true;
  }

  #expect(value: string): void {
    if (!this.#accept(value)) this.#fail(`应为「${value}」`);
  }

  #nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.#fail('嵌套太深');
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #or(): Expr {
    return this.#nested(() => {
      let left = this.#and();
      while (this.#accept('or')) left = { kind: 'or', left, right: this.#and() };
      return left;
    });
  }

  #and(): Expr {
    let left = this.#not();
    while (this.#accept('and')) left = { kind: 'and', left, right: this.#not() };
    return left;
  }

  #not(): Expr {
    if (!this.#accept('not')) return this.#compare();
    return this.#nested(() => ({ kind: 'not', of: this.#not() }));
  }

  #compare(): Expr {
    const left = this.#sum();
    const op = this.#peek();
    if (op.kind !== 'op' || !isCompare(op.value)) return left;
    this.#take();
    const expr: Expr = { kind: 'compare', op: op.value, left, right: this.#sum() };
    if (isCompare(this.#peek().value)) this.#fail('比较不能连写，请用 and');
    return expr;
  }

  #sum(): Expr {
    return this.#chain(['+', '-'], () => this.#product());
  }

  #product(): Expr {
    return this.#chain(['*', '/'], () => this.#unary());
  }

  #chain(ops: readonly ArithOp[], operand: () => Expr): Expr {
    let left = operand();
    for (;;) {
      const op = ops.find((candidate) => this.#accept(candidate));
      if (!op) return left;
      left = { kind: 'arith', op, left, right: operand() };
    }
  }

  #unary(): Expr {
    if (!this.#accept('-')) return this.#primary();
    return this.#nested(() => ({ kind: 'minus', of: this.#unary() }));
  }

  #primary(): Expr {
    const token = this.#peek();
    if (token.kind === 'number' || token.kind === 'text') {
      this.#take();
      return { kind: token.kind, value: token.value };
    }
    if (this.#accept('(')) {
      const inner = this.#or();
      this.#expect(')');
      return inner;
    }
    if (this.#accept('true')) return { kind: 'boolean', value: true };
    if (this.#accept('false')) return { kind: 'boolean', value: false };
    if (this.#accept('sum')) {
      this.#expect('(');
      const detail = this.#name();
      this.#expect('.');
      const field = this.#name();
      this.#expect(')');
      return { kind: 'sum', detail, field };
    }
    if (this.#accept('count')) {
      this.#expect('(');
      const detail = this.#name();
      this.#expect(')');
      return { kind: 'count', detail };
    }
    const name = this.#name();
    return this.#accept('.') ? { kind: 'member', detail: name, field: this.#name() } : { kind: 'name', name };
  }

  #name(): string {
    const token = this.#peek();
    if (token.kind === 'end') this.#fail('还没有写完');
    if (token.kind !== 'word' || RESERVED_WORDS.has(token.value)) this.#fail(`应为字段名，却是「${token.value}」`);
    this.#take();
    return token.value;
  }
}

const cache = new Map<string, Expr>();

/**
 * Tree of an expression; the same text answers the same tree.
 * @throws {ExprError} with the position, in Chinese, where the text is no expression.
 */
export function parse(text: string): Expr {
  const known = cache.get(text);
  if (known) return known;
  const expr = new Parser(text).all();
  // texts come from definitions and workflow designers; the bound only keeps a long-lived server from growing
  if (cache.size > 20_000) cache.clear();
  cache.set(text, expr);
  return expr;
}
