import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capitalWords, parseCapital } from './capital.ts';
import { fromFen, money, moneyText } from './money.ts';

const EXAMPLES: readonly (readonly [string, string])[] = [
  ['0', '零元整'],
  ['1409.50', '壹仟肆佰零玖元伍角'],
  ['6007.14', '陆仟零柒元壹角肆分'],
  ['325.04', '叁佰贰拾伍元零肆分'],
  ['0.05', '伍分'],
  ['0.50', '伍角'],
  ['0.55', '伍角伍分'],
  ['1', '壹元整'],
  ['10', '壹拾元整'],
  ['10.05', '壹拾元零伍分'],
  ['1680.32', '壹仟陆佰捌拾元叁角贰分'],
  ['100000', '壹拾万元整'],
  ['100005', '壹拾万零伍元整'],
  ['10010', '壹万零壹拾元整'],
  ['107000.53', '壹拾万柒仟元伍角叁分'],
  ['100000000', '壹亿元整'],
  ['100000001', '壹亿零壹元整'],
  ['100010000', '壹亿零壹万元整'],
  ['110000000', '壹亿壹仟万元整'],
  ['1000000000000', '壹万亿元整'],
  ['1000100000000', '壹万零壹亿元整'],
  ['1000000010000', '壹万亿零壹万元整'],
  ['1000010000000', '壹万亿壹仟万元整'],
  ['1000001000000', '壹万亿零壹佰万元整'],
  ['1001000000000', '壹万零壹拾亿元整'],
  ['9999999999999999.99', '玖仟玖佰玖拾玖万玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'],
  ['-3.2', '负叁元贰角'],
  ['-0.01', '负壹分'],
];

describe('capital words', () => {
  it.each(EXAMPLES)('%s is %s', (amount, words) => {
    expect(capitalWords(amount)).toBe(words);
    expect(parseCapital(words)).toBe(money(amount));
  });

  it('rounds more decimals to fen first', () => {
    expect(capitalWords('1.005')).toBe('壹元零壹分');
    expect(capitalWords('-0.004')).toBe('零元整');
  });

  it('writes the prefix when asked', () => {
    expect(capitalWords(money('12.00'), { prefix: true })).toBe('人民币壹拾贰元整');
    expect(parseCapital('人民币壹拾贰元整')).toBe(money('12.00'));
  });

  it('ends below 1e16', () => {
    expect(() => capitalWords('10000000000000000')).toThrow(RangeError);
    expect(() => capitalWords('9999999999999999.995')).toThrow(RangeError);
    expect(() => capitalWords('-10000000000000000')).toThrow(RangeError);
    expect(() => capitalWords('很多')).toThrow(RangeError);
  });

  it('reads other accepted spellings, and refuses wrong ones', () => {
    expect(parseCapital('壹仟圆正')).toBe(money('1000.00'));
    expect(parseCapital('叁元伍角整')).toBe(money('3.50'));
    for (const bad of [
      '',
      '元',
      '壹',
      '壹万伍元整',
      '壹仟零零伍元整',
      '拾元整',
      '壹元',
      '壹元零整',
      '一元整',
      '壹元整元',
      '零角',
    ]) {
      expect(parseCapital(bad), bad).toBeNull();
    }
  });

  it('reads back every amount that it writes, and never says 零 twice', () => {
    // Sparse digits on purpose: a uniform number almost never holds the runs of zeros that make this hard.
    const digit = fc.oneof(
      { weight: 3, arbitrary: fc.constant('0') },
      { weight: 1, arbitrary: fc.constantFrom(...'123456789') },
    );
    const fen = fc.array(digit, { minLength: 1, maxLength: 18 }).map((digits) => BigInt(digits.join('')));
    fc.assert(
      fc.property(fen, fc.boolean(), (value, negative) => {
        const amount = fromFen(negative ? -value : value);
        const words = capitalWords(amount);
        expect(words).not.toMatch(/零零|零万|零亿|零仟|零佰|零拾|^零[^元]|亿万/);
        expect(parseCapital(words)).toBe(amount);
        expect(capitalWords(moneyText(amount))).toBe(words);
      }),
      { numRuns: 2000 },
    );
  });
});
