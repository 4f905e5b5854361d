import { describe, expect, it } from 'vitest';
import { PATTERNS } from './patterns.ts';

const cases: Readonly<Record<keyof typeof PATTERNS, { yes: readonly string[]; no: readonly string[] }>> = {
  money: { yes: ['0', '0.5', '12.34', '100'], no: ['-1', '01', '1.234', '', '1.', '.5', '1e3', ' 1'] },
  moneyFixed4: { yes: ['0.1234', '8'], no: ['0.12345', '-0.1', '00.1'] },
  longMoney: { yes: ['0.12345678901234567890', `1.${'9'.repeat(100)}`], no: [`1.${'9'.repeat(101)}`, '-1'] },
  NumberAndNone: { yes: ['/', '12', '-1.5', '/12'], no: ['//', 'a', '', '1/'] },
  numberInt: { yes: ['0', '42'], no: ['-1', '1.0', '007', ''] },
  numberFloat: { yes: ['-1.234567', '0', '3'], no: ['--1', '1.', 'x'] },
  numberFloat2: { yes: ['-1.23', '7'], no: ['1.234', '-', '+1'] },
  phone: { yes: ['13800000000'], no: ['23800000000', '1380000000', '138000000000', '1380000000a'] },
  idCard: {
    yes: ['11010519491231002X', '11010519491231002x'],
    no: ['110105194912310021', '11010519490231002X', '123', ''],
  },
  creditCode: {
    yes: ['91350100M000100Y43', '91310000B00010000G'],
    no: ['91350100M000100Y44', '91350100M000100Y4', '91350100m000100Y43', '91350100I000100Y43'],
  },
  plate: { yes: ['沪A12345', '粤BD12345'], no: ['A12345', '沪I12345', '沪A1234'] },
  month: { yes: ['2026-01', '2026-12'], no: ['2026-13', '2026-1', '2026-00'] },
  date: { yes: ['2024-02-29', '2026-11-21'], no: ['2026-02-29', '2026-13-01', '0000-01-01', '2026-1-1'] },
  time: { yes: ['00:00', '23:59'], no: ['24:00', '8:30', '08:60'] },
};

describe.each(Object.entries(cases))('%s', (name, { yes, no }) => {
  const { test } = PATTERNS[name as keyof typeof PATTERNS];
  it.each([...yes])('takes %j', (text) => expect(test(text)).toBe(true));
  it.each([...no])('refuses %j', (text) => expect(test(text)).toBe(false));
});
