import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysBetween, fillDays, type WeatherDay } from './days.ts';
import { adjustToWeather, degreeDays, usePerDegreeDay } from './degree-days.ts';

const day = (name: string, meanC: number | null): WeatherDay => ({ day: name, meanC });

describe('days', () => {
  it('of a leap year are 366', () => {
    expect(daysBetween('2024-01-01', '2024-12-31')).toHaveLength(366);
    expect(daysBetween('2023-01-01', '2023-12-31')).toHaveLength(365);
    expect(daysBetween('2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
    expect(() => daysBetween('2023-02-28', '2023-02-29')).toThrow('not a day');
    expect(() => daysBetween('2024-01-02', '2024-01-01')).toThrow(RangeError);
  });
  it('are filled between their neighbours up to three in a row', () => {
    const known = [day('2024-02-27', 10), day('2024-03-01', 16), day('2024-03-06', 0)];
    const filled = fillDays(known, '2024-02-26', '2024-03-06');
    expect(filled.map(({ meanC }) => meanC)).toEqual([null, 10, 12, 14, 16, null, null, null, null, 0]);
    expect(filled.flatMap((one) => (one.estimated ? [one.day] : []))).toEqual(['2024-02-28', '2024-02-29']);
    expect(() => fillDays([...known, day('2024-03-01', 1)], '2024-02-26', '2024-03-06')).toThrow('twice');
  });
  it('are the same filled twice', () => {
    const temperature = fc.option(fc.integer({ min: -20, max: 40 }), { nil: null });
    fc.assert(
      fc.property(fc.array(temperature, { minLength: 31, maxLength: 31 }), (temperatures) => {
        const days = daysBetween('2024-02-01', '2024-03-02').map((name, index) =>
          day(name, temperatures[index] ?? null),
        );
        const once = fillDays(days, '2024-02-01', '2024-03-02');
        const twice = fillDays(once, '2024-02-01', '2024-03-02');
        expect(twice.map(({ meanC }) => meanC)).toEqual(once.map(({ meanC }) => meanC));
      }),
    );
  });
});

describe('degree days', () => {
  const week = [8, 18, 20, 26, 28, 31, null].map((meanC, index) => day(`2024-07-0${index + 1}`, meanC));
  it('count above or below their base, and name the days they do not know', () => {
    expect(degreeDays(week, 'heating')).toMatchObject({ value: 10, days: 7, missing: ['2024-07-07'] });
    expect(degreeDays(week, 'cooling').value).toBe(7);
    expect(degreeDays(week, 'cooling', 20).value).toBe(25);
    expect(degreeDays(week, 'cooling').completePercent).toBeCloseTo(85.7, 1);
    expect(degreeDays([day('2024-07-01', null)], 'cooling').value).toBeNull();
  });
  it('say which of them were estimated', () => {
    const filled = fillDays([day('2024-07-01', 30), day('2024-07-03', 32)], '2024-07-01', '2024-07-03');
    expect(degreeDays(filled, 'cooling')).toMatchObject({ value: 15, estimated: ['2024-07-02'], missing: [] });
  });
  it('of a year are those of its months', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -30, max: 45, noNaN: true }), { minLength: 366, maxLength: 366 }),
        fc.double({ min: 0, max: 30, noNaN: true }),
        (temperatures, base) => {
          const days = daysBetween('2024-01-01', '2024-12-31').map((name, index) =>
            day(name, temperatures[index] ?? null),
          );
          const months = Map.groupBy(days, ({ day: name }) => name.slice(0, 7));
          const parts = [...months.values()].map((month) => degreeDays(month, 'heating', base).value ?? 0);
          expect(months.size).toBe(12);
          expect(parts.reduce((total, part) => total + part, 0)).toBeCloseTo(
            degreeDays(days, 'heating', base).value ?? 0,
            6,
          );
        },
      ),
      { numRuns: 20 },
    );
  });
  it('correct what last year used', () => {
    // 30,000 kWh whatever the weather and 70,000 by 210 ℃·d; this year had 168.
    expect(adjustToWeather({ baseLoad: 30_000, weatherPart: 70_000 }, 210, 168)).toMatchObject({
      value: 86_000,
      adjusted: true,
    });
    expect(adjustToWeather({ baseLoad: 30_000, weatherPart: 70_000 }, 29, 168)).toEqual({
      value: 100_000,
      adjusted: false,
      words: '对比期度日数 29.0 ℃·d，不足 30，不作气象修正',
    });
    expect(usePerDegreeDay(70_000, 210)).toBeCloseTo(333.3, 1);
    expect(usePerDegreeDay(70_000, 0)).toBeNull();
  });
});
