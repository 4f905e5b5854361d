import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSamples } from './compare.ts';
import { median, opportunity, outliers, percentileAmong, quantile } from './peers.ts';
import { shownDifference, shownNumber, shownRest } from './shown.ts';
import { explainChange, type PeriodFacts, SHOWN_ORDER, weatherShareOf } from './waterfall.ts';

const BASE: PeriodFacts = { use: 100_000, degreeDays: 210, load: 52_000, hours: 300, efficiency: 1.28, price: 3.6 };
const amounts = (base: PeriodFacts, now: PeriodFacts, weatherShare = 0.7, r2?: number) =>
  Object.fromEntries(
    explainChange({ base, now, weatherShare, ...(r2 === undefined ? {} : { r2 }) }).parts.map(({ factor, amount }) => [
      factor,
      amount,
    ]),
  );

describe('why a figure changed', () => {
  it('by hand: weather at the old amounts, price at the new', () => {
    const now = { use: 90_000, degreeDays: 168, load: 52_000, hours: 300, efficiency: 1.28, price: 3.9 };
    // 气温 100000·0.7·(168/210 − 1)·3.6; 单价 90000·0.3; the rest is 90000 − 86000 at the old price.
    expect(amounts(BASE, now)).toEqual({
      weather: expect.closeTo(-50_400, 6),
      load: 0,
      hours: 0,
      price: expect.closeTo(27_000, 6),
      efficiency: 0,
      rest: expect.closeTo(14_400, 6),
    });
  });
  it('names each cause that is the only one', () => {
    const only = (change: Partial<PeriodFacts>) => amounts(BASE, { ...BASE, ...change }, 1);
    expect(only({ degreeDays: 231, use: 110_000 })).toMatchObject({
      weather: expect.closeTo(36_000, 6),
      rest: expect.closeTo(0, 6),
    });
    expect(only({ load: 57_200, use: 110_000 })).toMatchObject({
      load: expect.closeTo(36_000, 6),
      rest: expect.closeTo(0, 6),
    });
    // 台时 −10 %: of the 30 % that do not follow the weather.
    expect(amounts(BASE, { ...BASE, hours: 270, use: 97_000 })).toMatchObject({
      hours: expect.closeTo(-10_800, 6),
      rest: expect.closeTo(0, 6),
    });
    expect(only({ efficiency: 1.024, use: 125_000 })).toMatchObject({
      efficiency: expect.closeTo(90_000, 6),
      rest: expect.closeTo(0, 6),
    });
    expect(only({ price: 4 })).toMatchObject({ price: expect.closeTo(40_000, 6), rest: 0 });
    expect(only({ use: 101_000 })).toMatchObject({ rest: expect.closeTo(3600, 6) });
  });
  it('leaves what is not known to the rest, and says so', () => {
    const change = explainChange({
      base: { ...BASE, hours: null, price: null },
      now: { ...BASE, use: 120_000, price: 3 },
      weatherShare: 0.7,
      r2: 0.5,
    });
    expect(change).toMatchObject({ before: 100_000, after: 120_000, change: 20_000 });
    expect(change.parts.map(({ factor }) => factor)).toEqual(['weather', 'load', 'hours', 'efficiency', 'rest']);
    expect(change.parts[0]?.basis).toBe('能耗与度日数的 R² 为 0.50，小于 0.6，不分解气温');
    expect(change.parts[2]?.basis).toBe('缺少运行时长数据，归入其他');
    const rested = explainChange({ base: { ...BASE, hours: 0 }, now: BASE, weatherShare: 0.7 });
    expect(rested.parts[2]?.basis).toBe('对比期为 0，不能按比例分解，归入其他');
    expect(change.parts.at(-1)).toMatchObject({ amount: 20_000, sharePercent: 100 });
    expect(() => explainChange({ base: BASE, now: BASE, weatherShare: 1.1 })).toThrow(RangeError);
  });
  it('takes running longer in warm weather for weather, and for hours where there is none to tell apart', () => {
    // 气温 −14000·3.6, then 台时 −20 % of the 30000 that stand apart.
    const cool = { ...BASE, degreeDays: 168, hours: 240, use: 80_000 };
    expect(amounts(BASE, cool)).toMatchObject({
      weather: expect.closeTo(-50_400, 6),
      hours: expect.closeTo(-21_600, 6),
      rest: expect.closeTo(0, 6),
    });
    expect(amounts(BASE, cool, 0.7, 0.5)).toMatchObject({
      weather: 0,
      hours: expect.closeTo(-72_000, 6),
      rest: expect.closeTo(0, 6),
    });
  });
  it('makes no weather of a month that had none', () => {
    const [weather] = explainChange({ base: { ...BASE, degreeDays: 3 }, now: BASE, weatherShare: 0.7 }).parts;
    expect(weather).toMatchObject({ amount: 0, basis: '对比期度日数 3.0 ℃·d，不足 30，不分解气温' });
  });
  it('is the sum of its parts, whatever changed', () => {
    const fact = (min: number, max: number) => fc.option(fc.double({ min, max, noNaN: true }), { nil: null });
    const period: fc.Arbitrary<PeriodFacts> = fc.record({
      use: fc.double({ min: 0, max: 1e7, noNaN: true }),
      degreeDays: fact(0, 1000),
      load: fact(0, 1e5),
      hours: fact(0, 744),
      efficiency: fact(0, 6),
      price: fact(0, 10),
    });
    fc.assert(
      fc.property(period, period, fc.double({ min: 0, max: 1, noNaN: true }), (base, now, weatherShare) => {
        const { before, after, change, parts } = explainChange({ base, now, weatherShare });
        const largest = Math.max(before, after, ...parts.map(({ amount }) => Math.abs(amount)));
        fc.pre(Number.isFinite(largest));
        // The smallest number there is can be halved no more.
        expect(Math.abs(parts.reduce((total, { amount }) => total + amount, 0) - change)).toBeLessThanOrEqual(
          Math.max(1e-9 * largest, parts.length * Number.MIN_VALUE),
        );
        expect(parts.map(({ factor }) => factor)).toEqual(
          SHOWN_ORDER.filter((factor) => parts.some((part) => part.factor === factor)),
        );
      }),
    );
  });
  it('is nothing where nothing changed', () => {
    const { change, parts } = explainChange({ base: BASE, now: BASE, weatherShare: 0.7 });
    expect(change).toBe(0);
    for (const { amount, sharePercent } of parts) {
      expect(amount).toBeCloseTo(0, 9);
      expect(sharePercent).toBeNull();
    }
  });
  it('is of weather by what the baseline says of it', () => {
    expect(weatherShareOf({ base: 2000, cooling: 4000, heating: 4000 })).toBe(0.8);
  });
});

describe('two sets of days', () => {
  // Rosetta Code, Welch's t-test, first set; R's t.test gives p = 0.021378001462867.
  const a = [27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4];
  const b = [27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 20.5, 24.4];
  it('differ where chance would not do it', () => {
    const result = compareSamples(a, b);
    expect(result.probability).toBeCloseTo(0.021378001462867, 13);
    expect(result.words).toBe('有差别：B 比 A 高 10.4%（p = 0.021）');
    expect(compareSamples(b, a).probability).toBeCloseTo(result.probability ?? 0, 12);
    expect(compareSamples(b, a).words).toContain('低');
  });
  it('do not where it would, and conclude nothing from a few days', () => {
    const same = a.map((value, index) => value + (index % 2 === 0 ? 0.3 : -0.3));
    expect(compareSamples(a, same).words).toMatch(/^差别不明显/);
    expect(compareSamples(a.slice(0, 6), b)).toMatchObject({ probability: null, words: '样本不足 7 天，不下结论' });
    expect(compareSamples([], b).difference).toBeNull();
    const flat = new Float64Array(8).fill(5);
    expect(compareSamples([...flat], [...flat]).probability).toBe(1);
    expect(
      compareSamples(
        [...flat],
        [...flat].map((value) => value + 1),
      ).words,
    ).toBe('有差别：B 比 A 高 20.0%（p < 0.001）');
  });
});

describe('a project among its like', () => {
  it('has a place from five on', () => {
    expect(percentileAmong(30, [10, 20, 30, 40, 50])).toBe(50);
    expect(percentileAmong(50, [10, 20, 30, 40, 50])).toBe(90);
    expect(percentileAmong(30, [10, 20, 30, 40])).toBeNull();
  });
  it('is measured by the median, not by who is far out', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(quantile([], 0.5)).toBeNull();
    expect(quantile([1, 2, 3, 4, 5], 0.25)).toBe(2);
    const values = new Map([
      ['a', 10],
      ['b', 11],
      ['c', 12],
      ['d', 13],
      ['e', 14],
      ['f', 40],
    ]);
    expect([...outliers(values)]).toEqual(['f']);
    expect(
      outliers(
        new Map([
          ['a', 1],
          ['b', 100],
        ]),
      ).size,
    ).toBe(0);
  });
  it('could save what it has above the median', () => {
    expect(opportunity(14.2, 12, 60_000, 3.6)).toBeCloseTo(475_200, 6);
    expect(opportunity(11, 12, 60_000, 3.6)).toBe(0);
  });
});

describe('figures as people see them', () => {
  it('miss the shown whole by what is told: 364 − 375 is −11, though 363.6 − 375.3 is −11.7', () => {
    expect(shownDifference(363.6, 375.3, 0)).toBe(-11);
    expect(shownRest({ before: 375.3, after: 363.6, parts: [-34.1, 22.4] }, 0)).toBe(1);
    expect(shownRest({ before: 375.3, after: 363.6, parts: [-34.1, 22.4] }, 1)).toBe(0);
  });
  it('add up with their rest, to the last digit', () => {
    const amount = fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1000);
    fc.assert(
      fc.property(
        amount,
        fc.array(amount, { maxLength: 8 }),
        fc.integer({ min: 0, max: 2 }),
        (before, parts, places) => {
          const after = parts.reduce((sum, part) => sum + part, before);
          const rest = shownRest({ before, after, parts }, places);
          const shown = [...parts.map((part) => shownNumber(part, places)), rest];
          const inDigits = (value: number): number => Math.round(value * 10 ** places);
          expect(shown.reduce((sum, part) => sum + inDigits(part), 0)).toBe(
            inDigits(shownNumber(after, places)) - inDigits(shownNumber(before, places)),
          );
        },
      ),
    );
  });
});
