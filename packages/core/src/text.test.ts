import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupThousands, maskBankAccount, maskIdCard, maskPhone, maskTail, shorten, snakeCase } from './text.ts';

describe('masks', () => {
  it('hide the middle', () => {
    expect(maskPhone('13812340000')).toBe('138****0000');
    expect(maskPhone('021-5555')).toBe('******55');
    expect(maskPhone('')).toBe('');
    expect(maskIdCard('11010519491231002X')).toBe('110105********002X');
    expect(maskIdCard('E1234567')).toBe('****4567');
    expect(maskBankAccount('6222020000001234')).toBe('6222 **** 1234');
    expect(maskBankAccount('1234')).toBe('****');
  });

  it('never show a short text whole', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), fc.integer({ min: 0, max: 8 }), (text, keep) => {
        expect(maskTail(text, keep)).toHaveLength(text.length);
        expect(maskTail(text, keep).startsWith('*')).toBe(true);
      }),
    );
  });
});

describe('text', () => {
  it('turns keys into column names', () => {
    expect(snakeCase('constructionNotice')).toBe('construction_notice');
    expect(snakeCase('EMCOperateContract')).toBe('emc_operate_contract');
    expect(snakeCase('actualKWh')).toBe('actual_k_wh');
    expect(snakeCase('pm25Value')).toBe('pm25_value');
  });

  it('shortens by characters', () => {
    expect(shorten('水处理施工通知', 4)).toBe('水处理…');
    expect(shorten('水处理', 3)).toBe('水处理');
    expect(shorten('👍👍👍', 2)).toBe('👍…');
  });

  it('groups thousands without touching a digit', () => {
    expect(groupThousands('1234567.80')).toBe('1,234,567.80');
    expect(groupThousands('-123456')).toBe('-123,456');
    expect(groupThousands('999')).toBe('999');
    expect(groupThousands('0.12345')).toBe('0.12345');
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(groupThousands(`${value}`).replaceAll(',', '')).toBe(`${value}`);
      }),
    );
  });
});
