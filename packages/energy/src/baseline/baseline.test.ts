import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changePointName,
  fitChangePoint,
  loadsOf,
  type Observation,
  predictUse,
  selectChangePoint,
  unseenPercent,
} from './change-point.ts';
import { fProbability, tProbability, tQuantile } from './distributions.ts';
import { hourlyObservations, selectLagged } from './lag.ts';
import { leastSquares } from './least-squares.ts';
import { fitLinear, type LinearRow, predictLinear } from './linear.ts';
import { NOT_QUALIFIED, qualifyBaseline } from './qualify.ts';
import { autocorrelation, fitStatistics } from './statistics.ts';

/** −1 to 1, the same each time: a test that fails today fails tomorrow. */
const noise = (index: number): number => Math.sin(index * 12.9898) * Math.cos(index * 78.233);
const series = (from: number, to: number, steps: number): readonly number[] =>
  Array.from({ length: steps }, (_, index) => from + ((to - from) * index) / (steps - 1));

describe('least squares', () => {
  it('are those of NIST Norris, to its certified digits', () => {
    // https://www.itl.nist.gov/div898/strd/lls/data/Norris.shtml: B0 −0.262323073774029, B1 1.00211681802045.
    const x = [
      0.2, 337.4, 118.2, 884.6, 10.1, 226.5, 666.3, 996.3, 448.6, 777.0, 558.2, 0.4, 0.6, 775.5, 666.9, 338.0, 447.5,
      11.6, 556.0, 228.1, 995.8, 887.6, 120.2, 0.3, 0.3, 556.8, 339.1, 887.2, 999.0, 779.0, 11.1, 118.3, 229.2, 669.1,
      448.9, 0.5,
    ];
    const y = [
      0.1, 338.8, 118.1, 888.0, 9.2, 228.1, 668.5, 998.5, 449.1, 778.9, 559.2, 0.3, 0.1, 778.1, 668.8, 339.3, 448.9,
      10.8, 557.7, 228.3, 998.0, 888.8, 119.6, 0.3, 0.6, 557.6, 339.3, 888.0, 998.5, 778.9, 10.2, 117.6, 228.9, 668.4,
      449.2, 0.2,
    ];
    const fit = leastSquares([new Float64Array(36).fill(1), Float64Array.from(x)], Float64Array.from(y));
    if (!fit.ok) throw new Error('no fit');
    expect(fit.coefficients[0]).toBeCloseTo(-0.262323073774029, 12);
    expect(fit.coefficients[1]).toBeCloseTo(1.00211681802045, 13);
    expect(fit.errors[0]).toBeCloseTo(0.232818234301152, 12);
    expect(fit.errors[1]).toBeCloseTo(0.429796848199937e-3, 15);
    expect(Math.sqrt(fit.sse / 34)).toBeCloseTo(0.884796396144373, 12);
    const statistics = fitStatistics(
      y,
      x.map((value) => (fit.coefficients[0] ?? 0) + (fit.coefficients[1] ?? 0) * value),
      2,
    );
    expect(statistics.r2).toBeCloseTo(0.999993745883712, 12);
    expect(statistics.f?.value).toBeCloseTo(5436385.54079785, 3);
  });
  it('leave residuals that no column explains', () => {
    const value = fc.double({ min: -1e3, max: 1e3, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value, value), { minLength: 6, maxLength: 30 }), (rows) => {
        const columns = [rows.map(() => 1), rows.map(([a]) => a), rows.map(([, b]) => b)].map((one) =>
          Float64Array.from(one),
        );
        const y = Float64Array.from(rows, ([, , c]) => c);
        const fit = leastSquares(columns, y);
        fc.pre(fit.ok && fit.errors.every((error) => error < 1e4));
        if (!fit.ok) return;
        const residuals = y.map(
          (want, row) => want - fit.coefficients.reduce((total, c, j) => total + c * (columns[j]?.[row] ?? 0), 0),
        );
        for (const column of columns) {
          const product = residuals.reduce((total, residual, row) => total + residual * (column[row] ?? 0), 0);
          expect(Math.abs(product)).toBeLessThan(1e-5 * (1 + Math.hypot(...column) * Math.hypot(...y)));
        }
      }),
    );
  });
  it('name the column that others say already', () => {
    const x = Float64Array.from([1, 2, 3, 4, 5]);
    expect(leastSquares([new Float64Array(5).fill(1), x, x.map((value) => 3 * value + 2)], x)).toEqual({
      ok: false,
      column: 2,
    });
    expect(() => leastSquares([x], Float64Array.from([1]))).toThrow(RangeError);
    expect(() => leastSquares([x], Float64Array.from([1, 2, Number.NaN, 4, 5]))).toThrow(RangeError);
  });
});

describe('t and F', () => {
  // Tables of Student's t and F.
  it.each([
    [0.9, 9, 1.8331],
    [0.95, 4, 2.7764],
    [0.95, 30, 2.0423],
    [0.5, 7, 0.7111],
    [0.95, 100_000, 1.96],
  ])('at %d and %d degrees of freedom t is %d', (confidence, degrees, t) =>
    expect(tQuantile(confidence, degrees)).toBeCloseTo(t, 3),
  );
  it('F of 4.2565 at 2 and 9 degrees has 5 %', () => {
    expect(fProbability(4.2565, 2, 9)).toBeCloseTo(0.05, 5);
    expect(tProbability(2.7764, 4)).toBeCloseTo(0.05, 4);
    expect(fProbability(2.7764 ** 2, 1, 4)).toBeCloseTo(tProbability(2.7764, 4), 9);
  });
});

describe('statistics', () => {
  it('are those of a small example by hand', () => {
    // y 10 20 30 40, ŷ 12 18 33 37, p = 2: Σe² = 26, ȳ = 25.
    const statistics = fitStatistics([10, 20, 30, 40], [12, 18, 33, 37], 2);
    expect(statistics.cvRmsePercent).toBeCloseTo((Math.sqrt(13) / 25) * 100, 9);
    expect(statistics.nmbePercent).toBeCloseTo(0, 9);
    expect(statistics.r2).toBeCloseTo(1 - 26 / 500, 9);
    expect(fitStatistics([10, 20, 30], [9, 19, 29], 1).nmbePercent).toBeCloseTo((3 / (2 * 20)) * 100, 9);
    expect(() => fitStatistics([1, 2], [1, 2], 2)).toThrow(RangeError);
    expect(() => fitStatistics([1, -1, 0], [0, 0, 0], 1)).toThrow('mean');
  });
  it('know residuals that follow each other', () => {
    expect(autocorrelation([1, -1, 1, -1, 1, -1])).toBeCloseTo(-5 / 6, 9);
    expect(autocorrelation([1, 1, 1, -1, -1, -1])).toBeCloseTo(0.5, 9);
    expect(autocorrelation([2, 2, 2])).toBe(0);
  });
});

describe('change points', () => {
  const year = (use: (t: number, index: number) => number): readonly Observation[] =>
    series(-6, 36, 365).map((t, index) => ({ use: use(t, index), temperatures: [t] }));
  const cooling = (t: number): number => 300 + 25 * Math.max(0, t - 22);
  const both = (t: number): number => 100 + 40 * Math.max(0, t - 24) + 30 * Math.max(0, 14 - t);

  it('are found where they were put', () => {
    const fit = fitChangePoint(year(cooling), 'cooling');
    expect(fit?.model.base).toBeCloseTo(300, 1);
    expect(fit?.model.cooling?.balanceC).toBeCloseTo(22, 1);
    expect(fit?.model.cooling?.slope).toBeCloseTo(25, 1);
    const five = fitChangePoint(year(both), 'both');
    expect(five?.model.cooling?.balanceC).toBeCloseTo(24, 1);
    expect(five?.model.heating?.balanceC).toBeCloseTo(14, 1);
    expect(five?.statistics.r2).toBeGreaterThan(0.9999);
  });
  it.each([
    ['mean', () => 200],
    ['cooling', cooling],
    ['heating', (t: number) => 80 + 12 * Math.max(0, 16 - t)],
    ['both', both],
  ] as const)('the model of a %s building is chosen through noise', (kind, use) => {
    const { chosen, tried } = selectChangePoint(year((t, index) => use(t) * (1 + 0.05 * noise(index))));
    expect(chosen.model.kind).toBe(kind);
    expect(tried.find((one) => one.fit === chosen)).toMatchObject({ name: changePointName({ kind }), words: '采用' });
    expect(tried).toHaveLength(4);
  });
  it('have no model for a building that uses less when it is warm and less when it is cold', () => {
    const odd = year((t) => 500 - 10 * Math.abs(t - 15));
    expect(fitChangePoint(odd, 'both')).toBeNull();
    expect(() => selectChangePoint(year(() => 5).slice(0, 3))).toThrow(RangeError);
    expect(() => fitChangePoint([...year(cooling), { use: 1, temperatures: [] }], 'cooling')).toThrow(
      'without weather',
    );
    const unknown = { use: Number.NaN, temperatures: [1] };
    expect(() => fitChangePoint([...year(cooling), unknown], 'cooling')).toThrow('a use');
  });
  it('of months with their days are those of the days; with a mean alone the base is a day’s, too', () => {
    const temperatures = Array.from(
      { length: 360 },
      (_, day) => 16 - 14 * Math.cos((day / 360) * 2 * Math.PI) + 4 * noise(day),
    );
    const months = Array.from({ length: 12 }, (_, month) => temperatures.slice(month * 30, month * 30 + 30));
    const rows = months.map((days) => ({ use: days.reduce((total, t) => total + both(t), 0), temperatures: days }));
    const fit = fitChangePoint(rows, 'both');
    expect(fit?.model.base).toBeCloseTo(100, 0);
    expect(fit?.model.cooling?.balanceC).toBeCloseTo(24, 0);
    const means = rows.map(({ use, temperatures: days }) => ({
      use,
      temperatures: [days.reduce((total, t) => total + t, 0) / 30],
      parts: 30,
    }));
    const rough = fitChangePoint(means, 'both');
    expect(rough?.model.base).toBeGreaterThan(60);
    expect(rough?.model.base).toBeLessThan(180);
  });
  it('take no slope that chance gives as well', () => {
    const { tried } = selectChangePoint(year((t, index) => cooling(t) * (1 + 0.05 * noise(index))));
    expect(tried.map(({ words }) => words)).toEqual([
      '不如采用的模型准',
      '采用',
      '用量不随温度这样变化',
      '斜率不显著（p ≥ 0.05）',
    ]);
  });
  it('tell a plant that rests between its seasons by its days of supply; by the weather alone it seems to save there', () => {
    const used = (t: number, on: boolean): number => 14 + (on ? 1500 + 180 * Math.max(0, t - 17) : 0);
    const plant = series(-2, 34, 365).map((t, index): Observation => {
      const supplied = t < 9 || t > 19 || index % 5 === 0;
      return { use: used(t, supplied) * (1 + 0.03 * noise(index)), temperatures: [t], supplied: [supplied ? 1 : 0] };
    });
    const { chosen, tried } = selectChangePoint(plant);
    expect(tried.find(({ fit }) => fit === chosen)?.name).toBe('三参数制冷模型（按供能日）');
    expect(tried).toHaveLength(8);
    expect(chosen.statistics.cvRmsePercent).toBeLessThan(5);
    expect(chosen.statistics.p).toBe(4);
    expect(chosen.model.cooling?.balanceC).toBeCloseTo(17, 0);
    const rest = { temperatures: [16], supplied: [0] };
    expect(predictUse(chosen.model, rest)).toBeCloseTo(14, -1);
    expect(predictUse(fitChangePoint(plant, 'cooling')?.model ?? chosen.model, rest)).toBeGreaterThan(500);
    // A month is the sum of its days, however many of them were of supply.
    const month = { temperatures: [16, 20, 30], supplied: [0, 0.5, 1] };
    expect(predictUse(chosen.model, month)).toBeCloseTo(
      used(16, false) + (used(20, false) + used(20, true)) / 2 + used(30, true),
      -2,
    );
    const [days, months] = [plant, Array.from({ length: 12 }, (_, n) => plant.slice(n * 30, n * 30 + 30))];
    const rows = months.map((of) => ({
      use: of.reduce((total, { use }) => total + use, 0),
      temperatures: of.flatMap(({ temperatures }) => temperatures),
      supplied: of.flatMap(({ supplied = [] }) => supplied),
    }));
    expect(fitChangePoint(rows, 'cooling', true)?.model.supply).toBeCloseTo(1500, -2);
    // Days that are all of supply say nothing besides.
    expect(
      fitChangePoint(
        days.map((day) => ({ ...day, supplied: [1] })),
        'cooling',
        true,
      ),
    ).toBeNull();
  });
  it('know weather that they have not seen', () => {
    const seen = { min: -5, max: 35 };
    expect(unseenPercent(seen, [{ temperatures: [-5, 35, 36, -6] }, { temperatures: [0, 1, 2, 3] }])).toBe(25);
    expect(unseenPercent(seen, [])).toBe(0);
  });
  it('predict the sum of the loads', () => {
    const model = {
      kind: 'both',
      base: 100,
      cooling: { slope: 40, balanceC: 24 },
      heating: { slope: 30, balanceC: 14 },
    } as const;
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -30, max: 45, noNaN: true }), { minLength: 1, maxLength: 31 }),
        (temperatures) => {
          const loads = loadsOf(model, { temperatures });
          const want = temperatures.reduce((total, t) => total + both(t), 0);
          expect(loads.base + loads.cooling + loads.heating).toBeCloseTo(want, 6);
          expect(predictUse(model, { temperatures })).toBeCloseTo(want, 6);
        },
      ),
    );
  });
});

describe('an hourly building that answers late', () => {
  it('is told by the temperature of the right hour', () => {
    const hour = 3_600_000;
    const weather = new Map(
      Array.from({ length: 1500 }, (_, index) => [index * hour, 20 + 12 * Math.sin(index / 3.8) + 5 * noise(index)]),
    );
    const uses = Array.from({ length: 1400 }, (_, index) => ({
      at: (index + 50) * hour,
      use: 50 + 4 * Math.max(0, (weather.get((index + 48) * hour) ?? 0) - 22) + noise(index),
    }));
    const { lagHours, chosen, observations } = selectLagged(uses, weather);
    expect(lagHours).toBe(2);
    expect(chosen.model.kind).toBe('cooling');
    expect(chosen.model.cooling?.balanceC).toBeCloseTo(22, 0);
    expect(observations).toEqual(hourlyObservations(uses, weather, 2));
    expect(hourlyObservations(uses, new Map(), 0)).toEqual([]);
  });
});

describe('the catalogue’s linear form', () => {
  const rows: readonly LinearRow[] = Array.from({ length: 24 }, (_, month) => {
    const [cdd, hdd] = [Math.max(0, 150 * Math.sin(month)), Math.max(0, -260 * Math.sin(month))];
    const openDays = 20 + (month % 4);
    const occupancy = 60 + 10 * noise(month);
    return {
      use: 12_000 + 180 * cdd + 90 * hdd + 700 * openDays + 50 * occupancy,
      drivers: { cdd, hdd, openDays, occupancy },
    };
  });
  it('finds its coefficients', () => {
    const fit = fitLinear(rows);
    if (!fit.ok) throw new Error(fit.problem);
    expect(fit.model.intercept).toBeCloseTo(12_000, 4);
    expect(fit.model.slopes).toEqual({
      cdd: expect.closeTo(180, 6),
      hdd: expect.closeTo(90, 6),
      openDays: expect.closeTo(700, 6),
      occupancy: expect.closeTo(50, 6),
    });
    expect(predictLinear(fit.model, { cdd: 1, hdd: 0, openDays: 0, occupancy: 0 })).toBeCloseTo(12_180, 4);
    expect(fit.coefficients.map(({ name }) => name)).toEqual(['常数项', 'CDD26', 'HDD18', '营业天数', '入住率']);
  });
  it('says what to change where it cannot', () => {
    const open = rows.map(({ use, drivers: { cdd } }) => ({ use, drivers: { cdd, openDays: 22 } }));
    expect(fitLinear(open)).toEqual({ ok: false, problem: '自变量【营业天数】不变或由其他自变量决定，请去掉' });
    expect(fitLinear(rows.slice(0, 5))).toEqual({ ok: false, problem: '只有 5 期数据，4 个自变量至少要 6 期' });
  });
});

describe('whether a baseline carries a bill', () => {
  const data = { days: 365, completePercent: 100 };
  it.each([
    ['month', 15, 5, true],
    ['month', 15.1, 0, false],
    ['month', 10, -5.1, false],
    ['day', 25, 7, true],
    ['day', 25.1, 0, false],
    ['hour', 30, 10, true],
    ['hour', 29, 10.1, false],
  ] as const)('%s at %d / %d: %s', (grain, cvRmsePercent, nmbePercent, qualified) =>
    expect(qualifyBaseline({ cvRmsePercent, nmbePercent }, grain, data).qualified).toBe(qualified),
  );
  it('says every line that is missed', () => {
    expect(
      qualifyBaseline({ cvRmsePercent: 31.46, nmbePercent: 6 }, 'month', { days: 200, completePercent: 90 }).words,
    ).toBe(
      '基线未通过：CV(RMSE) 31.5%，超过月模型的 15%；NMBE 6.0%，超过月模型的 ±5%；回归期 200 天，不足 12 个月；完整率 90.0%，不足 95%',
    );
    expect(qualifyBaseline({ cvRmsePercent: 8.21, nmbePercent: 0 }, 'month', data).words).toBe(
      '基线合格：CV(RMSE) 8.2% ≤ 15%，NMBE 0.0% 在 ±5% 内',
    );
    expect(NOT_QUALIFIED).toContain('仅供参考');
  });
});
