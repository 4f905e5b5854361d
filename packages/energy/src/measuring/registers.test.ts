import { describe, expect, it } from 'vitest';
import { exactText } from './exact.ts';
import { checkMultiplier, checkMultiplierEntry, multiplierOf, multipliersOf } from './multiplier.ts';
import { checkReading, dialText, isCounter, METER_TYPES, type Register } from './registers.ts';

const DIAL = { digits: 6, decimals: 2 };
const TIMES = { now: 1_000_000, installedAt: 1000 };
const read = (
  text: string,
  at = 5000,
  register: Register = 'total',
  times: Parameters<typeof checkReading>[2] = TIMES,
) => {
  const found = checkReading({ text, register, at }, DIAL, times);
  return 'message' in found ? found.message : exactText(found.value);
};

describe('what a dial shows', () => {
  it('has all places of the dial, and keeps what a finer one showed', () => {
    expect(dialText('88144', 2)).toBe('88144.00');
    expect(dialText('73314.7', 2)).toBe('73314.70');
    expect(dialText('73314.70', 2)).toBe('73314.70');
    expect(dialText('12.345', 2)).toBe('12.345');
    expect(dialText('12', 0)).toBe('12');
    expect(dialText('-3', 1)).toBe('-3.0');
  });
});

describe('a typed reading', () => {
  it('is taken as the dial shows it', () => {
    expect(read(' 012345.60 ')).toBe('12345.6');
    expect(read('999999.99')).toBe('999999.99');
    expect(read('-3.5', 5000, 'supply')).toBe('-3.5');
  });

  it('is refused with what to do', () => {
    expect(read('')).toBe('请填写本次读数');
    expect(read('12,34')).toBe('「12,34」不是数字');
    expect(read('1234567')).toBe('该表盘整数位为 6 位，本次读数 1234567 多了 1 位');
    expect(read('001234567')).toBe('该表盘整数位为 6 位，本次读数 001234567 多了 1 位');
    expect(read('1.234')).toBe('该表盘小数位为 2 位，请按表盘填写');
    expect(read('-1')).toBe('读数不能为负数');
    expect(read('1', 1_000_001)).toBe('抄表时刻不能晚于现在');
    expect(read('1', 999)).toBe('抄表时刻早于该表的装用时刻，请核对');
    expect(read('1', 5000, 'total', { ...TIMES, removedAt: 4000 })).toBe('该表已拆除，请在新表下录入');
    const whole = checkReading({ text: '1.5', register: 'total', at: 5000 }, { digits: 6, decimals: 0 }, TIMES);
    expect(whole).toEqual({ message: '该表盘没有小数位，请填写整数' });
  });

  it('has a difference only where it counts', () => {
    expect(METER_TYPES.电表.registers.filter((register) => !isCounter(register))).toEqual(['demand']);
    expect(METER_TYPES.冷热量表.registers.filter((register) => isCounter(register))).toEqual(['total']);
    expect(METER_TYPES.电表.registers).toHaveLength(7);
  });
});

describe('multiplier', () => {
  it('is CT × PT', () => {
    expect(multiplierOf('200/5', '10000/100')).toEqual({ value: '4000' });
    expect(multiplierOf('800/5', '1')).toEqual({ value: '160' });
    expect(multiplierOf('40', '100')).toEqual({ value: '4000' });
    expect(multiplierOf('100/3', '1')).toEqual({ message: '倍率除不尽，请核对 CT、PT 变比' });
    expect(multiplierOf('100/3', '3')).toEqual({ value: '100' });
    expect(multiplierOf('0/5', '1')).toEqual({ message: 'CT 变比请写成 200/5 或 40' });
    expect(multiplierOf('5', 'x')).toEqual({ message: 'PT 变比请写成 10000/100 或 100' });
  });

  it('is positive, at most a million, with at most six places', () => {
    expect(checkMultiplier('1000000')).toEqual({ value: '1000000' });
    expect(checkMultiplier('1000000.1')).toEqual({ message: '倍率不能大于 1000000' });
    expect(checkMultiplier('0')).toEqual({ message: '倍率应为正数' });
    expect(checkMultiplier('0.0000001')).toEqual({ message: '倍率最多 6 位小数' });
    expect(checkMultiplierEntry({ ct: '200/5', value: '41' })).toEqual({
      message: '倍率应等于 CT×PT = 40，填了 CT/PT 时不必另填',
    });
    expect(checkMultiplierEntry({ ct: '200/5', value: '40.0' })).toEqual({ value: '40' });
    expect(checkMultiplierEntry({ value: '1.5' })).toEqual({ value: '1.5' });
  });

  it('holds from its instant on; what is set to the same again is no change', () => {
    const known = multipliersOf([
      { from: 300, value: '60' },
      { from: 100, value: '40' },
      { from: 200, value: '40.0' },
    ]);
    expect([known.at(99), known.at(100), known.at(299), known.at(300)]).toEqual([
      null,
      40n * 10n ** 12n,
      40n * 10n ** 12n,
      60n * 10n ** 12n,
    ]);
    expect(known.changeBetween(100, 301)).toBe(300);
    expect(known.changeBetween(100, 300)).toBeNull();
    expect(known.changeBetween(300, 400)).toBeNull();
  });
});
