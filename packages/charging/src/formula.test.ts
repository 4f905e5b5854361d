import { Big } from 'big.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  evaluate,
  type Formula,
  FORMULA_NAMES,
  FORMULA_SIGNS,
  formatFormula,
  formulaQuantity,
  namesOf,
  parseFormula,
} from './formula.ts';
import { formulas, formulaValues } from './testing.ts';

const parsed = (text: string): Formula => {
  const read = parseFormula(text);
  if ('fault' in read) throw new Error(read.fault.message);
  return read.tree;
};
const fault = (text: string): string => {
  const read = parseFormula(text);
  return 'fault' in read ? read.fault.message : '';
};

it('reads what people write, in either width, × and ÷ before + and −', () => {
  expect(formatFormula(parsed('供能面积*0.80＋户数×（10－2.0）/ 4'))).toBe('供能面积 × 0.8 + 户数 × (10 − 2) ÷ 4');
  expect(namesOf(parsed('用量 − 建筑面积 × 用量'))).toEqual(['建筑面积', '用量']);
});

it('counts by hand: 88.5 × 0.8 + 1 × 10 = 80.8', () => {
  const values = { 供能面积: '88.5', 户数: '1' };
  expect(evaluate(parsed('供能面积 × 0.8 + 户数 × 10'), values, 2)).toBe('80.8');
  // 88.5 / 7 = 12.642857…; 0.5 away from zero, on both sides of it.
  expect(evaluate(parsed('供能面积 ÷ 7'), values, 4)).toBe('12.6429');
  expect(evaluate(parsed('户数 ÷ 2'), values, 0)).toBe('1');
  expect(evaluate(parsed('户数 ÷ 2 − 户数'), values, 0)).toBe('-1');
  // A third is kept until the end: thrice it is one again.
  expect(evaluate(parsed('户数 ÷ 3 × 3'), values, 4)).toBe('1');
  expect(formulaQuantity(parsed('户数 − 3'), values, { digits: 2, minQuantity: '0' })).toBe('0');
  expect(formulaQuantity(parsed('供能面积 ÷ 100'), values, { digits: 2, minQuantity: '1.50' })).toBe('1.5');
});

it('has no value where something is divided by nought, is not known, or is too large', () => {
  const values = { 用量: '0', 系数: '999999999' };
  expect(evaluate(parsed('1 ÷ 用量'), values, 2)).toBeNull();
  // Nought times what has no value has none.
  expect(evaluate(parsed('用量 × (1 ÷ 用量)'), values, 2)).toBeNull();
  expect(evaluate(parsed('1 ÷ (1 ÷ 用量)'), values, 2)).toBeNull();
  expect(evaluate(parsed('建筑面积 + 1'), values, 2)).toBeNull();
  expect(evaluate(parsed('系数 × 系数'), values, 2)).toBeNull();
});

it.each([
  ['', '第1个字符：请填写公式'],
  ['供能面积 +', '第7个字符：公式没有写完，应为数、名称或括号'],
  ['供能面积 × × 2', '第8个字符：此处应为数、名称或左括号'],
  ['−供能面积', '第1个字符：此处应为数、名称或左括号'],
  ['(供能面积', '第6个字符：缺右括号'],
  ['供能面积)', '第5个字符：多了右括号'],
  ['供能面积 2', '第6个字符：此处缺运算符号'],
  ['层高 × 2', '第1个字符：「层」不能用，只能用建筑面积、套内面积、供能面积、用量、户数、系数、数、+ − × ÷ 与括号'],
  ['供能面积 ÷ (2 − 2)', '第6个字符：除数不能为0'],
  ['供能面积 × 1.1234567', '第8个字符：数最多9位整数、6位小数'],
  ['1 + 2', '第1个字符：公式至少用到建筑面积、套内面积、供能面积、用量、户数、系数之一'],
  [`${'('.repeat(9)}户数${')'.repeat(9)}`, '第9个字符：括号最多8层'],
  [`户数${'+1'.repeat(21)}`, '第43个字符：最多20个运算'],
  [`户数${'+100000000'.repeat(20)}`, '第201个字符：公式最多200字'],
  [
    '户数; drop table bill',
    '第3个字符：「;」不能用，只能用建筑面积、套内面积、供能面积、用量、户数、系数、数、+ − × ÷ 与括号',
  ],
])('says what is wrong with %s, and where', (text, message) => expect(fault(text)).toBe(message));

it('reads back what it writes', () =>
  fc.assert(
    fc.property(formulas, (tree) => {
      fc.pre(namesOf(tree).length > 0);
      const read = parseFormula(formatFormula(tree));
      // A divisor that comes to nought is the one thing that is written and not read.
      if ('fault' in read) expect(read.fault.message).toMatch(/除数不能为0/);
      else expect(read.tree).toEqual(tree);
    }),
  ));

/** The same with many more places than are kept, for trees that divide by nothing small. */
const reference = (tree: Formula, values: Readonly<Record<string, string>>): Big => {
  const Long = Big();
  Long.DP = 60;
  const walk = (of: Formula): Big => {
    if ('number' in of) return new Long(of.number);
    if ('name' in of) return new Long(values[of.name] ?? '0');
    const [a, b] = [walk(of.left), walk(of.right)];
    return of.sign === '+' ? a.plus(b) : of.sign === '−' ? a.minus(b) : of.sign === '×' ? a.times(b) : a.div(b);
  };
  return walk(tree);
};

it('counts what plain arithmetic with sixty places counts', () =>
  fc.assert(
    fc.property(formulas, formulaValues, fc.integer({ min: 0, max: 4 }), (tree, values, digits) => {
      const found = evaluate(tree, values, digits);
      if (found === null) return;
      // Within half of the last place, and the least of what sixty places leave out.
      const off = Big(found).minus(reference(tree, values).toString()).abs();
      expect(off.lte(Big('0.5').times(Big(10).pow(-digits)).plus('1e-20'))).toBe(true);
    }),
  ));

it('knows every name and sign', () => {
  for (const name of FORMULA_NAMES) expect(parsed(name)).toEqual({ name });
  for (const sign of FORMULA_SIGNS) expect(parsed(`户数 ${sign} 1`)).toMatchObject({ sign });
});
