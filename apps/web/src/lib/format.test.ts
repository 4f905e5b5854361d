import { describe, expect, it } from 'vitest';
import { formatWorkingTime } from './format.ts';

const at = (time: string) => `2026-11-20T${time}:00+08:00`;

describe('how long a step took', () => {
  it('has minutes for what is short', () => {
    expect(formatWorkingTime('0.0', at('09:00'), at('09:00'))).toBe('用时不到1分钟');
    expect(formatWorkingTime('0.1', at('09:00'), at('09:07'))).toBe('用时7分钟');
    expect(formatWorkingTime('0.5', at('08:00'), at('17:00'))).toBe('用时30分钟');
  });

  it('counts working hours and days of nine hours', () => {
    expect(formatWorkingTime('3.0', at('09:00'), at('12:00'))).toBe('用时3小时');
    expect(formatWorkingTime('8.9', at('08:30'), at('17:24'))).toBe('用时8.9小时');
    expect(formatWorkingTime('9.0', null, null)).toBe('用时1个工作日');
    expect(formatWorkingTime('22.5', null, null)).toBe('用时2个工作日4.5小时');
  });

  it('says so where no working time passed', () => {
    expect(formatWorkingTime('0.0', at('19:00'), at('22:00'))).toBe('非工作时间处理');
  });
});
