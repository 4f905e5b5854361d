import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mentions, print, rowDetails, type Expr } from './ast.ts';
import { evaluate, holds, rowsWhere, type EvalOptions, type Scope } from './evaluate.ts';
import { ExprError, parse } from './parse.ts';
import { Num, fixed, isNumber, lift, lower, type Value } from './value.ts';
import { f, type Field } from '../fields.ts';

const FIELDS: Readonly<Record<string, Field>> = {
  a: f.money('甲'),
  b: f.money('乙'),
  c: f.decimal(3, '丙'),
  n: f.integer('数'),
  kind: f.enum('类', ['甲类', '乙类']),
  tags: f.multiEnum('签', ['红', '绿']),
  done: f.boolean('完成'),
  from: f.date('起'),
  to: f.date('止'),
  start: f.datetime('开始'),
  end: f.datetime('结束'),
  month: f.month('月'),
  at: f.time('时'),
  until: f.time('至'),
  ok: f.check('检查'),
  note: f.text('备注'),
  files: f.files('附件'),
};
const ROW: Readonly<Record<string, Field>> = {
  x: f.money('值'),
  y: f.money('限'),
  yes: f.boolean('是'),
  k: f.enum('类', ['甲']),
};

type Raw = Readonly<Record<string, unknown>>;
const scopeOf = (record: Raw, rows: readonly Raw[] = []): Scope => ({
  name: (name) => {
    const field = FIELDS[name];
    return field ? lift(field, record[name]) : null;
  },
  column: (_, key) => rows.map((row) => (ROW[key] ? lift(ROW[key], row[key]) : null)),
  count: () => rows.length,
});
const shown = (value: Value): unknown => (isNumber(value) ? value.toFixed() : value);
const run = (text: string, record: Raw = {}, rows: readonly Raw[] = [], options: EvalOptions = {}): unknown =>
  shown(evaluate(parse(text), scopeOf(record, rows), options));
const test = (text: string, record: Raw = {}, rows: readonly Raw[] = []): boolean =>
  rowsWhere(parse(text), scopeOf(record, rows)).length > 0;

describe('parsing', () => {
  it('binds as arithmetic does', () => {
    expect(run('1 + 2 * 3 - 4 / 2')).toBe('5');
    expect(run('-2 * -3')).toBe('6');
    expect(run('(1 + 2) * 3')).toBe('9');
    expect(run('8 / 4 / 2')).toBe('1');
  });

  it('puts not over a comparison and and over or', () => {
    expect(print(parse('not a == b and c > 1 or done'))).toBe('not a == b and c > 1 or done');
    expect(run('not 1 == 2 and 1 == 1 or 1 == 2')).toBe(true);
    expect(run('1 == 2 or 1 == 1 and 1 == 2')).toBe(false);
  });

  it.each([
    ['', '第1个字符处还没有写完'],
    ['a +', '还没有写完'],
    ["a == '甲", '第6个字符处引号没有配对'],
    ['a # b', '不认识的符号「#」'],
    ['a < b < c', '比较不能连写'],
    ['sum(a)', '应为「.」'],
    ['a b', '多出「b」'],
    ['(a', '应为「)」'],
    ['and', '应为字段名'],
    ['('.repeat(500), '嵌套太深'],
  ])('says what is wrong with %j', (text, message) => {
    expect(() => parse(text)).toThrow(ExprError);
    expect(() => parse(text)).toThrow(message);
  });

  it('lists names in the order of the text', () => {
    const expr = parse("kind == '甲类' and d.x > sum(e.y) or count(d) > 0");
    expect(mentions(expr).map((each) => each.path)).toEqual(['kind', 'd.x', 'e.y', 'd']);
    expect(rowDetails(expr)).toEqual(['d']);
  });
});

const name = fc.constantFrom('a', 'b', 'kind', 'done');
const anyExpr: fc.Arbitrary<Expr> = fc.letrec<{ expr: Expr }>((tie) => ({
  expr: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.nat(999).map((value): Expr => ({ kind: 'number', value: String(value) })),
    fc.constantFrom('甲类', 'x y', '(').map((value): Expr => ({ kind: 'text', value })),
    fc.boolean().map((value): Expr => ({ kind: 'boolean', value })),
    name.map((value): Expr => ({ kind: 'name', name: value })),
    fc.constantFrom<Expr>(
      { kind: 'member', detail: 'd', field: 'x' },
      { kind: 'sum', detail: 'd', field: 'x' },
      { kind: 'count', detail: 'd' },
    ),
    tie('expr').map((of): Expr => ({ kind: 'not', of })),
    tie('expr').map((of): Expr => ({ kind: 'minus', of })),
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), tie('expr'), tie('expr'))
      .map(([kind, left, right]): Expr => ({ kind, left, right })),
    fc
      .tuple(fc.constantFrom('==' as const, '<' as const, '>=' as const, '!=' as const), tie('expr'), tie('expr'))
      .map(([op, left, right]): Expr => ({ kind: 'compare', op, left, right })),
    fc
      .tuple(fc.constantFrom('+' as const, '-' as const, '*' as const, '/' as const), tie('expr'), tie('expr'))
      .map(([op, left, right]): Expr => ({ kind: 'arith', op, left, right })),
  ),
})).expr;

describe('properties of the language', () => {
  it('parses what it prints', () => {
    fc.assert(
      fc.property(anyExpr, (expr) => {
        expect(parse(print(expr))).toEqual(expr);
      }),
      { numRuns: 400 },
    );
  });

  it('never throws, whatever the record holds', () => {
    const anything = fc.dictionary(fc.constantFrom(...Object.keys(FIELDS)), fc.anything());
    fc.assert(
      fc.property(
        anyExpr,
        anything,
        fc.array(fc.dictionary(fc.constantFrom('x', 'y', 'yes'), fc.anything()), { maxLength: 3 }),
        (expr, record, rows) => {
          evaluate(expr, scopeOf(record, rows));
          rowsWhere(expr, scopeOf(record, rows));
        },
      ),
      { numRuns: 400 },
    );
  });
});

/** The same arithmetic by exact fractions, written without looking at the evaluator. */
type Fraction = readonly [bigint, bigint];
type Sum = { readonly text: string; readonly value: (record: Raw, zero: boolean) => Fraction | null };
const fraction = (raw: unknown): Fraction | null =>
  typeof raw === 'string' ? [BigInt(raw.replace('.', '')), 100n] : null;
const leaf: fc.Arbitrary<Sum> = fc.oneof(
  fc.constantFrom('a', 'b').map((key): Sum => ({ text: key, value: (record) => fraction(record[key]) })),
  fc.nat(50).map((n): Sum => ({ text: String(n), value: () => [BigInt(n), 1n] })),
  fc.constantFrom('a > b', "kind == '甲类'", 'not done').map(
    (text): Sum => ({
      text: `(${text})`,
      value: (record) => {
        const [a, b] = [fraction(record['a']), fraction(record['b'])];
        const holdsNow =
          text === 'a > b'
            ? a !== null && b !== null && a[0] > b[0]
            : text === 'not done'
              ? record['done'] !== true
              : record['kind'] === '甲类';
        return [holdsNow ? 1n : 0n, 1n];
      },
    }),
  ),
);
const model: fc.Arbitrary<Sum> = fc.letrec<{ sum: Sum }>((tie) => ({
  sum: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.tuple(fc.constantFrom('+', '-', '*', '/'), tie('sum'), tie('sum')).map(
      ([op, left, right]): Sum => ({
        text: `(${left.text} ${op} ${right.text})`,
        value(record, zero) {
          let [l, r] = [left.value(record, zero), right.value(record, zero)];
          if (op === '+' || (op === '-' && zero)) [l, r] = [l ?? [0n, 1n], r ?? [0n, 1n]];
          if (l === null || r === null) return null;
          if (op === '+') return [l[0] * r[1] + r[0] * l[1], l[1] * r[1]];
          if (op === '-') return [l[0] * r[1] - r[0] * l[1], l[1] * r[1]];
          if (op === '*') return [l[0] * r[0], l[1] * r[1]];
          return r[0] === 0n ? null : [l[0] * r[1], l[1] * r[0]];
        },
      }),
    ),
  ),
})).sum;
const money = fc.integer({ min: -99_999, max: 99_999 }).map((fen) => fixed(new Num(fen).div(100), 2));
const record = fc.record({
  a: fc.option(money),
  b: fc.option(money),
  kind: fc.option(fc.constantFrom('甲类', '乙类')),
  done: fc.option(fc.boolean()),
});

it('agrees with exact fractions', () => {
  fc.assert(
    fc.property(model, record, fc.boolean(), (sum, values, zero) => {
      const got = evaluate(parse(sum.text), scopeOf(values), { emptyMinus: zero ? 'zero' : 'empty' });
      const want = sum.value(values, zero);
      if (want === null) {
        expect(got).toBeNull();
        return;
      }
      if (!isNumber(got)) {
        expect(got).toBe(want[0] === want[1]);
        return;
      }
      const exact = new Num(want[0].toString()).div(want[1].toString());
      const scale = exact.abs().plus(1);
      expect(got.minus(exact).abs().div(scale).lt('1e-20')).toBe(true);
    }),
    { numRuns: 800 },
  );
});

describe('empty values', () => {
  it('count zero in + and sum, and make every other result empty', () => {
    expect(run('a + b', { a: '1.50' })).toBe('1.5');
    expect(run('a + b')).toBe('0');
    expect(run('a - b', { a: '1.50' })).toBeNull();
    expect(run('a * b', { a: '1.50' })).toBeNull();
    expect(run('a / b', { a: '1.50' })).toBeNull();
    expect(run('-a')).toBeNull();
    expect(run('sum(d.x)', {}, [{ x: '1.10' }, { x: null }, { x: '2.20' }])).toBe('3.3');
    expect(run('sum(d.x)')).toBe('0');
    expect(run('sum(d.x) / count(d)')).toBeNull();
  });

  it('count zero in - where the area says so', () => {
    expect(run('a - b', { a: '1.50' }, [], { emptyMinus: 'zero' })).toBe('1.5');
    expect(run('a * (a - b)', { b: '2.00' }, [], { emptyMinus: 'zero' })).toBeNull();
  });

  it('make comparisons false, != among them', () => {
    for (const op of ['==', '!=', '<', '<=', '>', '>=']) expect(run(`a ${op} 0`)).toBe(false);
    expect(run("kind != '甲类'")).toBe(false);
    expect(run("(a != 5) * 3 + (kind == '甲类')", { a: '1.00' })).toBe('3');
  });

  it('a zero is filled in; an empty list, an empty text and a null are not', () => {
    expect(test('not a', { a: '0.00' })).toBe(false);
    expect(test('a', { a: '0.00' })).toBe(true);
    expect(test('not files', { files: [] })).toBe(true);
    expect(test('not note', { note: '' })).toBe(true);
    expect(test('not done', { done: null })).toBe(true);
    expect(test('done', { done: false })).toBe(false);
  });

  it('dividing by zero is empty', () => expect(run('a / 0', { a: '1.00' })).toBeNull());
});

describe('comparisons', () => {
  it('compare decimals as numbers, never as text', () => {
    expect(run('a > b', { a: '10.00', b: '9.00' })).toBe(true);
    expect(run('a == 10', { a: '10.00' })).toBe(true);
  });

  it('compare a day with an instant by the day in China', () => {
    expect(run('from > start', { from: '2026-02-01', start: '2026-01-31T23:59:00+08:00' })).toBe(true);
    expect(run('from == start', { from: '2026-02-01', start: '2026-01-31T16:30:00Z' })).toBe(true);
    expect(run('month == from', { month: '2026-02', from: '2026-02-28' })).toBe(true);
    expect(run('at < until', { at: '09:05', until: '10:00' })).toBe(true);
    expect(run('at < from', { at: '09:05', from: '2026-02-28' })).toBe(false);
  });

  it('a check counts by its result and a list by its items', () => {
    expect(run("(ok == '不合格') * 1", { ok: { result: '不合格', remark: '漏' } })).toBe('1');
    expect(run("tags == '红'", { tags: ['绿', '红'] })).toBe(true);
    expect(run("tags != '红'", { tags: ['绿'] })).toBe(true);
    expect(run("tags == '红'", { tags: [] })).toBe(false);
  });
});

describe('times', () => {
  it('days differ by whole days, over a change of the year', () => {
    expect(run('to - from', { from: '2025-12-30', to: '2026-01-02' })).toBe('3');
    expect(run('to - from + 1', { from: '2024-02-28', to: '2024-03-01' })).toBe('3');
    expect(run('to - from', { from: '2025-12-30' }, [], { emptyMinus: 'zero' })).toBeNull();
  });

  it.each([
    ['min', '90'],
    ['h', '1.5'],
    ['天', '0.0625'],
    [undefined, '1.5'],
  ])('instants differ in %s', (unit, want) => {
    const moments = { start: '2026-01-01T08:00:00+08:00', end: '2026-01-01T01:30:00Z' };
    expect(run('end - start', moments, [], { unit })).toBe(want);
  });

  it('a day and a number of days make a day', () => {
    expect(lower(f.date('止'), evaluate(parse('from + 30'), scopeOf({ from: '2026-01-31' })))).toBe('2026-03-02');
    expect(lower(f.date('止'), evaluate(parse('from - 1'), scopeOf({ from: '2026-03-01' })))).toBe('2026-02-28');
  });
});

describe('rules over rows', () => {
  const rows = [
    { x: '1.00', y: '2.00' },
    { x: '5.00', y: null },
    { x: '9.00', y: '3.00' },
  ];

  it('hold where any row does, with every mention looking at the same row', () => {
    expect(rowsWhere(parse('d.x > d.y'), scopeOf({}, rows))).toEqual([{ d: 2 }]);
    expect(test('d.x > 4 and d.y == 2', {}, rows)).toBe(false);
    expect(rowsWhere(parse('not d.y'), scopeOf({}, rows))).toEqual([{ d: 1 }]);
  });

  it('say nothing of a table without rows, nor do their negations', () => {
    expect(test('not d.yes')).toBe(false);
    expect(test('d.x > 1')).toBe(false);
    expect(test('count(d) == 0 or d.x > 1')).toBe(true);
    expect(test('not (d.x > 1)')).toBe(false);
  });

  it('are not looked at where an expression names no row', () => {
    expect(holds(parse('sum(d.x) > 14'), scopeOf({}, rows))).toBe(true);
  });
});

describe('rounding', () => {
  it.each([
    ['0.125', '0.13'],
    ['-0.125', '-0.13'],
    ['1.005', '1.01'],
    ['2.344999', '2.34'],
    ['-0.004', '0.00'],
  ])('%s becomes %s in money, half away from zero', (given, want) => {
    expect(lower(f.money('元'), new Num(given))).toBe(want);
  });

  it('is by whole fen like integer arithmetic', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (thousandths) => {
        const size = thousandths < 0n ? -thousandths : thousandths;
        const fen = ((size + 5n) / 10n) * (thousandths < 0n ? -1n : 1n);
        const got = String(lower(f.money('元'), new Num(thousandths.toString()).div(1000)));
        expect(BigInt(got.replace('.', ''))).toBe(fen);
      }),
    );
  });

  it('keeps integers as numbers and percentages with four places', () => {
    expect(lower(f.integer('数'), new Num('2.5'))).toBe(3);
    expect(lower(f.percent('率'), new Num('6'))).toBe('6.0000');
    expect(lower(f.integer('数'), true)).toBe(1);
  });
});
