import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysOf, monthRange } from './months.ts';

describe('monthRange', () => {
  it('names every month between, both ends included', () => {
    expect(monthRange('2024-11', '2025-02')).toEqual(['2024-11', '2024-12', '2025-01', '2025-02']);
    expect(monthRange('2025-03-31', '2025-03-01')).toEqual(['2025-03']);
    expect(monthRange(new Date(2025, 0, 31), '2025-02-28')).toEqual(['2025-01', '2025-02']);
    expect(monthRange('2024-02-29', '2024-02')).toEqual(['2024-02']);
  });

  it('says what is wrong in the words that the specification gives', () => {
    const wrong = (start: unknown, end: unknown) => () => monthRange(start as string, end as string);
    const type = 'Input must be a Date object or a string of the form YYYY-MM or YYYY-MM-DD.';
    for (const bad of [null, undefined, 202501, {}, ['2025-01']]) expect(wrong(bad, '2025-01')).toThrow(type);
    expect(wrong('2025-01', 7)).toThrow(type);
    const format = 'Invalid date format, please use YYYY-MM or YYYY-MM-DD.';
    for (const bad of [
      '',
      '2025',
      '2025/01',
      '2025-1',
      '2025-01-1',
      '25-01',
      '2025-02-30',
      '2023-02-29',
      '2025-01-00',
      new Date('x'),
    ]) {
      expect(wrong(bad, '2025-01'), String(bad)).toThrow(format);
    }
    for (const bad of ['2025-00', '2025-13', '2025-13-01']) {
      expect(wrong(bad, '2026-01')).toThrow('Invalid month, must be between 1 and 12.');
    }
    expect(wrong('2025-02', '2025-01')).toThrow('Start time cannot be later than end time.');
  });

  it('is unbroken and as long as the distance', () => {
    const month = fc.record({ year: fc.integer({ min: 1, max: 9998 }), month: fc.integer({ min: 1, max: 12 }) });
    fc.assert(
      fc.property(month, fc.integer({ min: 0, max: 400 }), (from, length) => {
        const text = (index: number) =>
          `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
        const first = from.year * 12 + from.month - 1;
        const last = Math.min(first + length, 9999 * 12 + 11);
        const months = monthRange(text(first), text(last));
        expect(months).toHaveLength(last - first + 1);
        expect(months[0]).toBe(text(first));
        expect(months.at(-1)).toBe(text(last));
        expect(months).toEqual(months.toSorted());
        expect(new Set(months).size).toBe(months.length);
      }),
    );
  });
});

describe('daysOf', () => {
  it('agrees with the calendar', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 9999 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
        expect(daysOf(year, month)).toBe(new Date(Date.UTC(year, month, 0)).getUTCDate());
      }),
    );
  });
});
