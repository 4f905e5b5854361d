import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { qualifyBaseline } from '../baseline/qualify.ts';
import { fitStatistics } from '../baseline/statistics.ts';
import { source } from '../source.ts';
import { avoidedUse, gbSign, savingsUncertainty } from './avoided.ts';
import { savedWords, savingsStatement } from './statement.ts';

describe('avoided use', () => {
  it('is the adjusted baseline less what was used', () => {
    const adjustments = [{ event: '新增用能区域', amount: 2000, basis: '新增 1,200 m² × 设计指标' }];
    expect(
      avoidedUse(
        [
          { expected: 60_000, actual: 55_000 },
          { expected: 40_000, actual: 36_800 },
        ],
        adjustments,
      ),
    ).toEqual({
      expected: 100_000,
      actual: 91_800,
      nonRoutine: 2000,
      adjustedBaseline: 102_000,
      saved: 10_200,
      savedPercent: 10,
    });
    expect(avoidedUse([]).savedPercent).toBeNull();
    expect(() => avoidedUse([{ expected: Number.NaN, actual: 0 }])).toThrow(RangeError);
  });
  it('of a year is the sum of its months', () => {
    const period = fc.record({
      expected: fc.integer({ min: 0, max: 1_000_000 }),
      actual: fc.integer({ min: 0, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(fc.array(period, { maxLength: 24 }), (periods) => {
        const parts = periods.map((one) => avoidedUse([one]).saved);
        expect(parts.reduce((total, part) => total + part, 0)).toBe(avoidedUse(periods).saved);
      }),
    );
  });
  it('has the other sign in GB/T 28750', () => {
    expect([gbSign(10_200), gbSign(-5), gbSign(0)]).toEqual([-10_200, 5, 0]);
    expect(Object.is(gbSign(0), 0)).toBe(true);
  });
});

describe('uncertainty', () => {
  const input = { cvRmsePercent: 12, n: 12, p: 3, autocorrelation: 0, m: 12, savedPercent: 10, confidence: 0.9 };
  it('is that of ASHRAE 14: t 1.833 · 1.26 · 12 % · √(1 · (1 + 2/12)/12) / 10 %', () => {
    expect(savingsUncertainty(input).percent).toBeCloseTo(
      ((1.8331 * 1.26 * 12 * Math.sqrt((14 / 12) * (1 / 12))) / 10) * 100,
      1,
    );
    expect(savingsUncertainty(input).percent).toBeCloseTo(86.4, 1);
    expect(savingsUncertainty(input).acceptable).toBe(true);
    // Weeks of which a tenth of a year's mean is expected: ten times as uncertain.
    expect(savingsUncertainty({ ...input, meanRatio: 10 })).toMatchObject({ acceptable: false });
    expect(savingsUncertainty({ ...input, meanRatio: 10 }).percent).toBeCloseTo(864.2, 0);
  });
  it('grows where residuals follow each other: 365 days of ρ 0.6 are worth 91', () => {
    const daily = savingsUncertainty({ ...input, n: 365, m: 365, autocorrelation: 0.6 });
    expect(daily.effectivePeriods).toBeCloseTo(91.25, 2);
    expect(daily.percent).toBeCloseTo((1.6491 * 1.26 * 12 * Math.sqrt((4 * (1 + 2 / 91.25)) / 365) * 100) / 10, 1);
    expect(savingsUncertainty({ ...input, autocorrelation: -0.5 })).toEqual(savingsUncertainty(input));
  });
  it('has no value where nothing was saved, and refuses what is no baseline', () => {
    expect(savingsUncertainty({ ...input, savedPercent: 0 })).toMatchObject({ percent: null, acceptable: false });
    expect(savingsUncertainty({ ...input, autocorrelation: 1 })).toMatchObject({ percent: null, effectivePeriods: 0 });
    expect(() => savingsUncertainty({ ...input, n: 3 })).toThrow(RangeError);
  });
  it('falls with more periods and larger savings', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 12, max: 400 }),
        fc.integer({ min: 1, max: 400 }),
        fc.double({ min: 1, max: 50, noNaN: true }),
        (n, m, saved) => {
          const of = (change: object): number =>
            savingsUncertainty({ ...input, n, m, savedPercent: saved, ...change }).percent ?? 0;
          expect(of({ m: m + 1 })).toBeLessThan(of({}));
          expect(of({ savedPercent: saved + 1 })).toBeLessThan(of({}));
          expect(of({ autocorrelation: 0.3 })).toBeGreaterThan(of({}));
        },
      ),
    );
  });
});

describe('a statement', () => {
  const statistics = fitStatistics([100, 110, 120, 130, 140, 150], [101, 109, 121, 129, 141, 149], 2);
  const statement = (saved: number, cvRmsePercent = 8) => {
    const avoided = avoidedUse([{ expected: 102_000, actual: 102_000 - saved }]);
    const qualification = qualifyBaseline({ cvRmsePercent, nmbePercent: 0 }, 'month', {
      days: 366,
      completePercent: 99,
    });
    const uncertainty = savingsUncertainty({
      cvRmsePercent,
      n: 12,
      p: 3,
      autocorrelation: 0,
      m: 12,
      savedPercent: avoided.savedPercent ?? 0,
    });
    return savingsStatement({
      avoided,
      adjustments: [{ event: '营业时间变化', amount: 0, basis: '无' }],
      quantity: 'electricity',
      statistics,
      qualification,
      uncertainty,
      price: { value: 0.8123, source: source('合同附件二') },
      unseenPercent: cvRmsePercent > 15 ? 3.2 : 0,
    });
  };
  it('has each figure with its unit and source', () => {
    const { lines, words, qualified, notes } = statement(10_200);
    expect(words).toBe('节约 10,200 kWh（10.0%）');
    expect({ qualified, notes }).toEqual({ qualified: true, notes: [] });
    expect(lines.map(({ label, text, unit }) => `${label} ${text} ${unit}`.trim())).toEqual([
      '报告期条件下的基线能耗 102,000 kWh',
      '非常规调整：营业时间变化 0 kWh',
      '调整后基线能耗 102,000 kWh',
      '实际能耗 91,800 kWh',
      '节能量 10,200 kWh',
      '节能量（国标符号，负为节约） -10,200 kWh',
      '节能率 10.0 %',
      '不确定度（90% 置信） 57.6 %',
      '基线 CV(RMSE) 1.0 %',
      '基线 NMBE 0.0 %',
      '基线判定 基线合格：CV(RMSE) 8.0% ≤ 15%，NMBE 0.0% 在 ±5% 内',
      '单价 0.8123 元',
      '节约费用 8,285.46 元',
    ]);
    expect(lines.every((line) => line.source.text !== '')).toBe(true);
    expect(lines.find(({ key }) => key === 'gbSaved')?.source.check).toBe(true);
  });
  it('adds up as it is shown: what rounding takes has a line of its own', () => {
    const of = (expected: number, amount: number, actual: number) => {
      const adjustments = [{ event: '新增区域', amount, basis: '面积' }];
      const avoided = avoidedUse([{ expected, actual }], adjustments);
      const { lines } = savingsStatement({
        avoided,
        adjustments,
        quantity: 'electricity',
        statistics,
        qualification: qualifyBaseline({ cvRmsePercent: 8, nmbePercent: 0 }, 'month', {
          days: 366,
          completePercent: 99,
        }),
        uncertainty: savingsUncertainty({ cvRmsePercent: 8, n: 12, p: 3, autocorrelation: 0, m: 12, savedPercent: 10 }),
      });
      return new Map(lines.map(({ key, text }) => [key, text]));
    };
    // 1000.4 + 0.4 = 1000.8 reads 1,000 + 0 = 1,001; less 900.4, which reads 900, is 100.4.
    const odd = of(1000.4, 0.4, 900.4);
    expect([odd.get('adjustedBaseline'), odd.get('adjustedRest')]).toEqual(['1,001', '1']);
    expect([odd.get('saved'), odd.get('savedRest')]).toEqual(['100', '-1']);
    const even = of(1000, 1, 900);
    expect([even.has('adjustedRest'), even.has('savedRest')]).toEqual([false, false]);
  });
  it('says in words that more was used, and what does not carry a bill', () => {
    const more = statement(-5100, 32);
    expect(more.words).toBe('多用 5,100 kWh（5.0%）');
    expect(more.qualified).toBe(false);
    expect(more.notes).toEqual([
      '基线未达标，节能量仅供参考',
      '节能量小于其不确定度所能分辨的大小，仅供参考',
      '报告期有 3.2% 的时间气温超出基线期范围，为外推',
    ]);
    expect(statement(0.3).words).toBe('没有变化');
    expect(savedWords(-0.4, 'gas')).toBe('没有变化');
  });
});
