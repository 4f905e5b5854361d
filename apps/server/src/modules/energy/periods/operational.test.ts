import { expect, it } from 'vitest';
import { CLOSED, openOf, openText } from '../settings/index.ts';
import { handoverFault, shiftFault } from './operational.ts';

it('finds hours without a shift and with two', () => {
  const of = (...shifts: readonly (readonly [string, string])[]) =>
    shiftFault(shifts.map(([from, to]) => ({ from, to })));
  expect(of()).toBeNull();
  expect(of(['08:00', '16:00'], ['16:00', '24:00'], ['00:00', '08:00'])).toBeNull();
  expect(of(['08:00', '20:00'], ['20:00', '08:00'])).toBeNull();
  expect(of(['08:00', '20:00'], ['20:00', '02:00'])).toBe('02:00-08:00 无班次');
  expect(of(['08:00', '20:00'], ['19:00', '08:00'])).toBe('19:00-20:00 班次重叠');
});

it('lets a shift hand over while it lasts, also over midnight', () => {
  const of = (from: string, to: string, handover: string) => handoverFault([{ name: '夜班', from, to, handover }]);
  expect(of('20:00', '08:00', '')).toBeNull();
  expect(of('20:00', '08:00', '08:00')).toBeNull();
  expect(of('20:00', '08:00', '00:30')).toBeNull();
  expect(of('08:00', '08:00', '08:00')).toBeNull();
  expect(of('20:00', '08:00', '08:15')).toBe('夜班的交接时刻须在本班 20:00-08:00 之内');
  expect(of('08:00', '16:00', '07:45')).toBe('夜班的交接时刻须在本班 08:00-16:00 之内');
});

it('reads hours of opening as they are written', () => {
  expect(openOf('08:00-22:00')).toEqual([480, 1320]);
  expect(openOf(CLOSED)).toEqual([0, 0]);
  expect(['', '22:00-08:00', '8-22', '08:00', '08:00-12:00-14:00'].map(openOf)).toEqual([null, null, null, null, null]);
  expect([null, [0, 0], [480, 1320]].map(openText)).toEqual(['', CLOSED, '08:00-22:00']);
});
