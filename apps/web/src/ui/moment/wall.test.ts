import { instantText } from '@hengneng/form-kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMoment, wallOf, wireOf } from './wall.ts';

describe('moments as people read them', () => {
  it('shows China time, whatever the wire says it in', () => {
    expect(wallOf('datetime', '2026-03-05T08:30:00+08:00')).toBe('2026-03-05 08:30');
    expect(wallOf('datetime', '2026-03-05T00:30:00Z')).toBe('2026-03-05 08:30');
    expect(wallOf('datetime', '2026-03-04T23:30:00-05:00')).toBe('2026-03-05 12:30');
  });

  it('sends China time', () => {
    expect(wireOf('datetime', '2026-03-05 08:30')).toBe('2026-03-05T08:30:00+08:00');
    expect(wireOf('date', '2026-03-05')).toBe('2026-03-05');
    expect(wireOf('month', '2026-03')).toBe('2026-03');
    expect(wireOf('time', '08:30')).toBe('08:30');
    expect(wireOf('date', '')).toBeNull();
    expect(wallOf('date', null)).toBe('');
  });

  it('keeps what cannot be read, so that it can be corrected', () => {
    expect(wallOf('datetime', '2026-13-45 08:00')).toBe('2026-13-45 08:00');
    expect(wireOf('datetime', '2026-13-45 08:00')).toBe('2026-13-45 08:00');
  });

  it('knows a moment of the calendar', () => {
    expect(isMoment('date', '2024-02-29')).toBe(true);
    expect(isMoment('date', '2026-02-29')).toBe(false);
    expect(isMoment('datetime', '2026-03-05 24:00')).toBe(false);
    expect(isMoment('month', '2026-13')).toBe(false);
    expect(isMoment('time', '23:59')).toBe(true);
    expect(isMoment('time', '8:30')).toBe(false);
  });

  it('comes back as it was sent', () => {
    const minute = fc.integer({ min: 0, max: 50_000_000 }).map((n) => instantText(n * 60_000));
    fc.assert(fc.property(minute, (wire) => wireOf('datetime', wallOf('datetime', wire)) === wire));
  });
});
