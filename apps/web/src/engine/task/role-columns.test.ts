import { describe, expect, it } from 'vitest';
import { daysBetween } from './role-columns.tsx';

describe('days left', () => {
  it('are counted by the calendar, over months, years and back', () => {
    expect(daysBetween('2026-11-22', '2026-11-22')).toBe(0);
    expect(daysBetween('2026-12-30', '2027-01-02')).toBe(3);
    expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
    expect(daysBetween('2026-11-22', '2026-11-20')).toBe(-2);
  });
});
