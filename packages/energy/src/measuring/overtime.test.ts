import { moneyText } from '@hengneng/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billedMinutes, minutesIn, overtimeAmount, overtimeParts, runDifferences } from './overtime.ts';
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

describe('overtime beside when machines ran', () => {
  const about = { normalOf: () => OFFICE, unsure: 0, zone: CHINA };
  const span = (from: number, to: number) => ({ from: at('2026-07-01', from * 60), to: at('2026-07-01', to * 60) });
  const told = (runs: readonly { readonly from: number; readonly to: number }[]) =>
    runDifferences([span(18, 22)], runs, about);

  it('agrees to half an hour, whatever ran in the normal hours before', () => {
    expect(told([span(7.5, 22.5)])).toEqual([]);
    expect(told([span(7.5, 12), span(17, 21.5)])).toEqual([]);
  });

  it('says what began later, stopped earlier or went on', () => {
    expect(told([span(19, 22)])).toEqual(['主机 07-01 19:00 才开，登记自 07-01 18:00 起']);
    expect(told([span(8, 21)])).toEqual(['主机 07-01 21:00 已停，登记至 07-01 22:00']);
    expect(told([span(8, 23)])).toEqual(['主机运行到 07-01 23:00，晚于登记的 07-01 22:00']);
    expect(told([span(8, 12)])).toEqual(['07-01 18:00 至 07-01 22:00 主机运行记录中没有主机运行，请核对']);
    const early = runDifferences([span(5, 8)], [span(3, 18)], about);
    expect(early).toEqual(['主机 07-01 03:00 已开，早于登记的 07-01 05:00']);
  });

  it('leaves records that are themselves unsure their room', () => {
    expect(runDifferences([span(18, 22)], [span(19, 22)], { ...about, unsure: 3_600_000 })).toEqual([]);
  });
});
