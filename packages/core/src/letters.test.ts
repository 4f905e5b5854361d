import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillLetter, LETTER_TEMPLATES, needsLegal, WORKS_LETTER_KINDS } from './letters.ts';

describe('letters of building works', () => {
  it('fill in what is known and name what is not, each once', () => {
    expect(
      fillLetter('{单位}：{项目}的{问题}，{问题}请于{要求回复日}前回复。', {
        单位: '甲公司',
        项目: '',
        要求回复日: null,
      }),
    ).toEqual({
      text: '甲公司：{项目}的{问题}，{问题}请于{要求回复日}前回复。',
      missing: ['项目', '问题', '要求回复日'],
    });
    expect(fillLetter('没有变量', {})).toEqual({ text: '没有变量', missing: [] });
  });

  it('leave nothing open once every variable has a value, and put nothing in twice', () => {
    fc.assert(
      fc.property(fc.constantFrom(...WORKS_LETTER_KINDS), fc.stringMatching(/^[^{}]{1,12}$/), (kind, word) => {
        const { missing } = fillLetter(LETTER_TEMPLATES[kind], {});
        const filled = fillLetter(LETTER_TEMPLATES[kind], Object.fromEntries(missing.map((name) => [name, word])));
        expect(missing).toContain('单位');
        expect(filled.missing).toEqual([]);
        expect(fillLetter(filled.text, {}).text).toBe(filled.text);
      }),
    );
  });

  it('go past the lawyers where money is spoken of', () => {
    expect(needsLegal('索赔', null)).toBe(true);
    expect(needsLegal('付款', null)).toBe(true);
    expect(needsLegal('工期', null)).toBe(false);
    expect(needsLegal('工期', '100.00')).toBe(true);
  });
});
