import { expect, it } from 'vitest';
import { shiftFault } from './operational.ts';

it('finds hours without a shift and with two', () => {
  const of = (...shifts: readonly (readonly [string, string])[]) =>
    shiftFault(shifts.map(([from, to]) => ({ from, to })));
  expect(of()).toBeNull();
  expect(of(['08:00', '16:00'], ['16:00', '24:00'], ['00:00', '08:00'])).toBeNull();
  expect(of(['08:00', '20:00'], ['20:00', '08:00'])).toBeNull();
  expect(of(['08:00', '20:00'], ['20:00', '02:00'])).toBe('02:00-08:00 无班次');
  expect(of(['08:00', '20:00'], ['19:00', '08:00'])).toBe('19:00-20:00 班次重叠');
});
