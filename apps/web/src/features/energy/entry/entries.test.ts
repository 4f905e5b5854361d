import type { EntryRow } from '@hengneng/contracts';
import { expect, test } from 'vitest';
import { EMPTY, keyOf, placePaste, withoutSent } from './entries.ts';

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
