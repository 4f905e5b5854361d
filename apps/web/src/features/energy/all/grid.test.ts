import type { EntryRow } from '@hengneng/contracts';
import { describe, expect, it } from 'vitest';
import { EMPTY } from '../entry/entries.ts';
import { begin, cellKey, fillDown, linesOf, pasteBlock, redo, step, sumOf, undo, within } from './grid.ts';

const DATES = ['2026-03-01', '2026-03-02', '2026-03-03'];
const row = (device: string, date: string, more: Partial<EntryRow> = {}): EntryRow =>
  ({
    ProjectCode: 'A',
    DeviceId: device,
    Register: 'total',
    At: `${date}T00:00:00.000Z`,
    EntryId: null,
    PeriodState: 'open',
    ...more,
  }) as EntryRow;
const rows = ['1', '2', '3'].flatMap((device) => DATES.map((date) => row(device, date)));
const lines = linesOf(rows, DATES);
const open = (one: EntryRow): boolean => one.PeriodState === 'open' && one.EntryId === null;

describe('lines', () => {
  it('hold a register over the days, projects together', () => {
    expect(lines.map(({ about }) => about.DeviceId)).toEqual(['1', '2', '3']);
    const monthly = row('9', '2026-03-02');
    const other = row('7', '2026-03-01', { ProjectCode: 'B' });
    const mixed = linesOf([...rows.slice(0, 3), other, monthly], DATES);
    expect(mixed.map(({ project, about }) => `${project}${about.DeviceId}`)).toEqual(['A1', 'A9', 'B7']);
    expect(mixed[1]?.cells).toEqual([undefined, monthly, undefined]);
  });
});

describe('a block', () => {
  it('goes down and to the right over what may be written', () => {
    const { placed, left, wrong } = pasteBlock(lines, { row: 1, column: 1 }, '1\t2\t3\r\n1,234.5\t\r\n9\n', open);
    expect(Object.fromEntries(placed)).toEqual({
      '2 total 2026-03-02': '1',
      '2 total 2026-03-03': '2',
      '3 total 2026-03-02': '1234.5',
    });
    // One beyond the right edge, one below the last line.
    expect({ left, wrong }).toEqual({ left: 2, wrong: [] });
  });

  it('with something that is no number is not placed at all', () => {
    const { placed, wrong } = pasteBlock(lines, { row: 0, column: 0 }, '5\n12,34', open);
    expect(wrong).toEqual(['第 2 行 12,34 不是数字']);
    expect(placed.size).toBe(0);
  });

  it('passes over what is locked', () => {
    const locked = linesOf([row('1', '2026-03-01', { PeriodState: 'monthLocked' }), row('2', '2026-03-01')], DATES);
    const { placed, left } = pasteBlock(locked, { row: 0, column: 0 }, '5\n6', open);
    expect([...placed]).toEqual([['2 total 2026-03-01', '6']]);
    expect(left).toBe(1);
  });
});

it('fills the first line of a range downwards', () => {
  const filled = fillDown(
    lines,
    { row: 2, column: 0, toRow: 0, toColumn: 1 },
    (one) => (cellKey(one) === '1 total 2026-03-01' ? '7' : ''),
    open,
  );
  expect(Object.fromEntries(filled)).toEqual({ '2 total 2026-03-01': '7', '3 total 2026-03-01': '7' });
});

it('adds up what is chosen', () => {
  expect(sumOf(['1', '', 'x', '2.5'])).toEqual({ count: 2, sum: 3.5, mean: 1.75 });
  expect(sumOf([''])).toBeNull();
  expect(within({ row: 3, column: 2, toRow: 1, toColumn: 0 }, 2, 1)).toBe(true);
  expect(within({ row: 3, column: 2, toRow: 1, toColumn: 0 }, 0, 1)).toBe(false);
});

it('goes back and forth step by step, and a new step forgets what was ahead', () => {
  const typed = (reading: string) => ({ a: { ...EMPTY, reading } });
  const second = step(step(begin({}), typed('1')), typed('2'));
  expect(undo(second).now).toEqual(typed('1'));
  expect(undo(undo(undo(second))).now).toEqual({});
  expect(redo(undo(second)).now).toEqual(typed('2'));
  expect(redo(step(undo(second), typed('3'))).now).toEqual(typed('3'));
});
