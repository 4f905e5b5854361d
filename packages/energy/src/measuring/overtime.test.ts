import { moneyText } from '@hengneng/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billedMinutes, minutesIn, overtimeAmount, overtimeParts } from './overtime.ts';
import { CHINA, instantOf } from './zone.ts';

const at = (day: string, minutes: number): number => instantOf(day, minutes, CHINA);
const OFFICE = { from: 8 * 60, to: 18 * 60 };

describe('overtime', () => {
  it('is what lies outside the normal hours', () => {
    // 17:00 to 21:30: an hour of it is normal.
    const parts = overtimeParts(
      { from: at('2026-07-01', 17 * 60), to: at('2026-07-01', 21 * 60 + 30) },
      () => OFFICE,
      CHINA,
    );
    expect(parts).toEqual([{ from: at('2026-07-01', 18 * 60), to: at('2026-07-01', 21 * 60 + 30) }]);
    expect(minutesIn(parts)).toBe(210);
  });

  it('goes on over midnight, and is the whole of a day without normal hours', () => {
    const span = { from: at('2026-07-03', 20 * 60), to: at('2026-07-04', 10 * 60) };
    expect(minutesIn(overtimeParts(span, () => OFFICE, CHINA))).toBe(12 * 60);
    const weekend = (day: string) => (day === '2026-07-04' ? null : OFFICE);
    expect(minutesIn(overtimeParts(span, weekend, CHINA))).toBe(14 * 60);
    expect(overtimeParts({ from: at('2026-07-01', 540), to: at('2026-07-01', 600) }, () => OFFICE, CHINA)).toEqual([]);
  });

  it('is never longer than its span, nor shorter than nothing', () => {
    fc.assert(
      fc.property(fc.nat(4000), fc.nat(4000), fc.nat(1440), fc.nat(1440), (start, length, from, to) => {
        const span = {
          from: at('2026-07-01', 0) + start * 60_000,
          to: at('2026-07-01', 0) + (start + length) * 60_000,
        };
        const parts = overtimeParts(span, () => ({ from, to }), CHINA);
        expect(minutesIn(parts)).toBeGreaterThanOrEqual(0);
        expect(minutesIn(parts)).toBeLessThanOrEqual(length);
        for (const [index, part] of parts.entries())
          expect(part.from).toBeGreaterThanOrEqual(parts[index - 1]?.to ?? span.from);
      }),
    );
  });

  it('is charged by steps, and from the least on', () => {
    const rule = { least: 120, step: 30 };
    expect(billedMinutes(50, rule)).toBe(120);
    expect(billedMinutes(210, rule)).toBe(210);
    expect(billedMinutes(211, rule)).toBe(240);
    expect(billedMinutes(0, rule)).toBe(0);
    expect(() => billedMinutes(10, { least: 0, step: 0 })).toThrow(RangeError);
  });

  it('costs by the hour, by the area or by the meter', () => {
    const of = { minutes: 210, areaM2: '1200', quantity: '850' };
    // 3.5 h × 180 元
    expect(moneyText(overtimeAmount({ ...of, mode: 'hour', price: '180' }))).toBe('630.00');
    // 3.5 h × 1200 m² × 0.0655 元
    expect(moneyText(overtimeAmount({ ...of, mode: 'area', price: '0.0655' }))).toBe('275.10');
    // 850 kWh × 0.3333 元 = 283.305
    expect(moneyText(overtimeAmount({ ...of, mode: 'meter', price: '0.3333' }))).toBe('283.31');
  });
});
