import { describe, expect, it } from 'vitest';
import { formatDateTime, formatMoment, formatRecent } from './format.ts';

describe('moments', () => {
  it('are those of a clock in China, whatever zone the machine is in', () => {
    expect(formatDateTime('2026-11-17T16:30:59Z')).toBe('2026-11-18 00:30');
    expect(formatDateTime('2026-11-18T00:30:59+08:00')).toBe('2026-11-18 00:30');
    expect(formatMoment('2026-11-18T00:30:59+08:00')).toBe('2026-11-18 00:30:59');
  });

  it('are left as they came where they are none', () => {
    expect(formatDateTime('待定')).toBe('待定');
    expect(formatDateTime(null)).toBe('—');
  });

  it.each([
    ['2026-11-18T09:59:30+08:00', '刚刚'],
    ['2026-11-18T09:35:00+08:00', '25分钟前'],
    ['2026-11-18T00:30:00+08:00', '今天 00:30'],
    ['2026-11-17T23:30:00+08:00', '昨天 23:30'],
    ['2026-11-10T08:00:00+08:00', '11-10 08:00'],
    ['2025-12-31T23:59:00+08:00', '2025-12-31'],
  ])('%s is said as %s', (at, said) => {
    expect(formatRecent(at, new Date('2026-11-18T10:00:00+08:00'))).toBe(said);
  });
});
