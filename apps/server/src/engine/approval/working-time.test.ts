import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterWorkingHours, clock, dueOf, type IsWorkday, weekday, workingHours, workingTime } from './working-time.ts';

const at = (text: string): Date => new Date(`${text}+08:00`);

describe('working time', () => {
  it('counts 8:30 to 17:30 on weekdays, China time', () => {
    // 2026-11-20 is a Friday.
    expect(workingHours(at('2026-11-20T16:30:00'), at('2026-11-20T18:00:00'), weekday)).toBe('1.0');
    expect(workingHours(at('2026-11-20T17:00:00'), at('2026-11-23T09:00:00'), weekday)).toBe('1.0');
    expect(workingHours(at('2026-11-21T09:00:00'), at('2026-11-22T17:00:00'), weekday)).toBe('0.0');
    expect(workingHours(at('2026-11-16T00:00:00'), at('2026-11-21T00:00:00'), weekday)).toBe('45.0');
    expect(workingHours(at('2026-11-20T12:00:00'), at('2026-11-20T11:00:00'), weekday)).toBe('0.0');
  });

  it('sets a due time over the weekend', () => {
    expect(afterWorkingHours(at('2026-11-20T16:30:00'), 2, weekday).toISOString()).toBe(
      at('2026-11-23T09:30:00').toISOString(),
    );
    expect(afterWorkingHours(at('2026-11-21T10:00:00'), 1, weekday).toISOString()).toBe(
      at('2026-11-23T09:30:00').toISOString(),
    );
  });

  it('is its own inverse', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_000_000_000 }),
        fc.integer({ min: 1, max: 4000 }),
        fc.nat(6),
        (seconds, tenths, odd) => {
          // Some weekdays off, some weekends worked.
          const isWorkday: IsWorkday = (day) => (day % 11 === odd ? !weekday(day) : weekday(day));
          const from = new Date(seconds * 1000);
          const due = afterWorkingHours(from, tenths / 10, isWorkday);
          expect(workingTime(from, due, isWorkday)).toBe(tenths * 360_000);
        },
      ),
    );
  });

  it('passes over holidays, and works on the weekends that make up for them', () => {
    const day = (text: string) => Math.round(at(`${text}T00:00:00`).getTime() / 86_400_000 + 1 / 3);
    const off = new Set(['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07'].map(day));
    const worked = new Set([day('2026-10-10')]);
    const isWorkday: IsWorkday = (one) => worked.has(one) || (!off.has(one) && weekday(one));
    expect(workingHours(at('2026-09-30T16:30:00'), at('2026-10-08T09:30:00'), isWorkday)).toBe('2.0');
    expect(workingHours(at('2026-10-09T17:30:00'), at('2026-10-12T08:30:00'), isWorkday)).toBe('9.0');
    // Reminded when a quarter of the time is left.
    const due = dueOf(at('2026-09-30T08:30:00'), 12, isWorkday);
    expect([due.remind_at, due.due_at]).toEqual([at('2026-09-30T17:30:00'), at('2026-10-08T11:30:00')]);
  });

  it('writes the clock as people say it', () => {
    expect(clock(at('2026-11-20T09:05:00'), at('2026-11-20T12:00:00'))).toBe('09:05');
    expect(clock(at('2026-11-19T09:05:00'), at('2026-11-20T00:10:00'))).toBe('11月19日09:05');
  });
});
