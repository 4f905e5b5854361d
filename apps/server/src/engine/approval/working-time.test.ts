import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterWorkingHours, clock, workingHours, workingTime } from './working-time.ts';

const at = (text: string): Date => new Date(`${text}+08:00`);

describe('working time', () => {
  it('counts 8:30 to 17:30 on weekdays, China time', () => {
    // 2026-11-20 is a Friday.
    expect(workingHours(at('2026-11-20T16:30:00'), at('2026-11-20T18:00:00'))).toBe('1.0');
    expect(workingHours(at('2026-11-20T17:00:00'), at('2026-11-23T09:00:00'))).toBe('1.0');
    expect(workingHours(at('2026-11-21T09:00:00'), at('2026-11-22T17:00:00'))).toBe('0.0');
    expect(workingHours(at('2026-11-16T00:00:00'), at('2026-11-21T00:00:00'))).toBe('45.0');
    expect(workingHours(at('2026-11-20T12:00:00'), at('2026-11-20T11:00:00'))).toBe('0.0');
  });

  it('sets a due time over the weekend', () => {
    expect(afterWorkingHours(at('2026-11-20T16:30:00'), 2).toISOString()).toBe(at('2026-11-23T09:30:00').toISOString());
    expect(afterWorkingHours(at('2026-11-21T10:00:00'), 1).toISOString()).toBe(at('2026-11-23T09:30:00').toISOString());
  });

  it('is its own inverse', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), fc.integer({ min: 1, max: 4000 }), (seconds, tenths) => {
        const from = new Date(seconds * 1000);
        const due = afterWorkingHours(from, tenths / 10);
        expect(workingTime(from, due)).toBe(tenths * 360_000);
      }),
    );
  });

  it('writes the clock as people say it', () => {
    expect(clock(at('2026-11-20T09:05:00'), at('2026-11-20T12:00:00'))).toBe('09:05');
    expect(clock(at('2026-11-19T09:05:00'), at('2026-11-20T00:10:00'))).toBe('11月19日09:05');
  });
});
