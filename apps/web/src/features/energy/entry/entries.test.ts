import type { EntryRow } from '@hengneng/contracts';
import { expect, test } from 'vitest';
import { EMPTY, keyOf, placePaste, touGaps, withoutSent } from './entries.ts';

const rows = ['1', '2', '3'].map((DeviceId) => ({ DeviceId, Register: 'total' }) as EntryRow);
const key = (DeviceId: string): string => keyOf({ DeviceId, Register: 'total' });

test('a pasted line stays beside its row where a row between was entered already', () => {
  const { placed, left, passed } = placePaste(rows, 0, ['10', '20', '30', '40'], ({ DeviceId }) => DeviceId !== '2');
  expect([...placed]).toEqual([
    [key('1'), '10'],
    [key('3'), '30'],
  ]);
  expect({ left, passed }).toEqual({ left: 1, passed: 1 });
});

test('an empty pasted line changes nothing and is not told of', () => {
  const { placed, left, passed } = placePaste(rows, 1, ['', '30', ''], () => true);
  expect([...placed]).toEqual([[key('3'), '30']]);
  expect({ left, passed }).toEqual({ left: 0, passed: 0 });
});

test('what was typed while others were sent is still there', () => {
  const typed = { ...EMPTY, reading: '7' };
  const left = withoutSent({ [key('1')]: typed, [key('2')]: typed }, [{ DeviceId: '1', Register: 'total' }]);
  expect(Object.keys(left)).toEqual([key('2')]);
});

test('dials by time of use that do not make up the total are told of, once all of them are known', () => {
  const dial = (Register: string, more: object = {}) =>
    ({
      DeviceId: '1',
      Register,
      DisplayName: '总电表',
      Unit: 'kWh',
      Decimals: 2,
      Ratio: '160',
      LastTime: '2026-03-01T00:00:00Z',
      ...more,
    }) as EntryRow;
  const dials = ['total', 'sharp', 'peak', 'valley'].map((register) => dial(register));
  const gaps = (usages: Readonly<Record<string, string>>, of = dials) =>
    touGaps(
      of,
      ({ Register }) => usages[Register] ?? null,
      () => true,
    );
  // One last digit of each dial may be missing: 3 × 0.01 × 160.
  expect(gaps({ total: '914.4', sharp: '300', peak: '400', valley: '210' })).toEqual([]);
  expect(gaps({ total: '914.4', sharp: '300', peak: '400', valley: '114.4' })).toEqual([
    '总电表：尖峰平谷之和与总示数用量相差 100 kWh，请核对',
  ]);
  expect(gaps({ total: '914.4', sharp: '300', peak: '400' })).toEqual([]);
  const later = [...dials.slice(0, 3), dial('valley', { LastTime: '2026-03-02T00:00:00Z' })];
  expect(gaps({ total: '914.4', sharp: '300', peak: '400', valley: '0' }, later)).toEqual([]);
  expect(
    touGaps(
      dials,
      () => '1000',
      () => false,
    ),
  ).toEqual([]);
});
