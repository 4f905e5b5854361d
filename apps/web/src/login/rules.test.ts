import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCode, isPhone, passwordProblem, strength } from './rules.ts';

describe('what is checked before sending', () => {
  it('knows phone numbers and codes', () => {
    expect(isPhone('13800138000')).toBe(true);
    expect(isPhone('23800138000')).toBe(false);
    expect(isPhone('1380013800')).toBe(false);
    expect(isCode('012345')).toBe(true);
    expect(isCode('12345a')).toBe(false);
  });

  it.each([
    ['Abcdef12', '密码至少10位，须含大小写字母、数字、符号中的三类'],
    ['abcdefghij12', '密码至少10位，须含大小写字母、数字、符号中的三类'],
    ['Xfinance2026!', '密码不能包含账号或手机号'],
    ['Hengneng@2026', null],
  ])('judges %s', (password, problem) => {
    expect(passwordProblem(password, 'finance')).toBe(problem);
  });

  it('never accepts what is too short, too long or of two kinds only', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 9 }), (text) => {
        expect(passwordProblem(text, '')).not.toBeNull();
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{10,64}$/), (text) => {
        expect(passwordProblem(text, '')).not.toBeNull();
      }),
    );
  });

  it('ranks passwords', () => {
    expect(strength('')).toBe(0);
    expect(strength('Password123')).toBe(1);
    expect(strength('Hengneng@2026')).toBe(3);
    expect(strength('Qwerty@2026')).toBeLessThan(strength('Wrqyte@2026'));
  });
});
