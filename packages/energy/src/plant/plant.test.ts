import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heatBalance } from './balance.ts';
import {
  attainment,
  doubtCop,
  eer,
  firedCop,
  gasFor,
  loadFactor,
  loadRate,
  primaryEnergyRatio,
  savedBySpeed,
  waterTransportFactor,
} from './efficiency.ts';
import { gasHeat, gasPower, heatPower } from './heat.ts';
import { loadDuration } from './load.ts';
import { evaporation, towerWater } from './tower.ts';

/** The demo machine of domain/energy.md: 2,326 kW, 400 m³/h 12/7 ℃, 580 m³/h 32 → 37.8 ℃, 173 Nm³/h at 35.59 MJ/Nm³, 13 kW. */
const LHV = 35.59;

describe('heat', () => {
  it('is that of the nameplate: 400 m³/h by 5 K are 2326 kW', () => {
    expect(heatPower(400, 5)).toBeCloseTo(2326, 6);
    expect(heatPower(400, -5)).toBeCloseTo(2326, 6);
  });
  it('of gas is volume by calorific value', () => {
    expect(gasPower(173, LHV)).toBeCloseTo(1710.3, 1);
    expect(gasHeat(3556, LHV)).toBeCloseTo(35_155, 0);
  });
  it('refuses what cannot be', () => {
    expect(() => heatPower(-1, 5)).toThrow(RangeError);
    expect(() => heatPower(1, Number.NaN)).toThrow(RangeError);
    expect(() => gasPower(1, 0)).toThrow(RangeError);
  });
});

describe('COP', () => {
  it('of the nameplate is 1.36 against gas and 1.35 with the pumps', () => {
    const { cop, gasOnly } = firedCop({ output: 2326, gas: 173, lhvMjPerM3: LHV, aux: 13 });
    expect(gasOnly).toBeCloseTo(1.36, 2);
    expect(cop).toBeCloseTo(1.3497, 4);
  });
  it('of the hot day is 1.28, of the cold day 0.92 (domain/energy.md)', () => {
    expect(firedCop({ output: 45_000, gas: 3556, lhvMjPerM3: LHV, aux: 468 }).gasOnly).toBeCloseTo(1.28, 3);
    expect(firedCop({ output: 30_000, gas: 3300, lhvMjPerM3: LHV, aux: 0 }).gasOnly).toBeCloseTo(0.92, 2);
  });
  it('has no value where nothing burns', () => {
    expect(firedCop({ output: 0, gas: 0, lhvMjPerM3: LHV, aux: 0 })).toEqual({ cop: null, gasOnly: null });
  });
  it('tells the gas that an amount of cold will take', () => {
    expect(gasFor(45_000, 1.28, LHV)).toBeCloseTo(3556, 0);
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1e6, noNaN: true }),
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        (q, cop) => {
          const gas = gasFor(q, cop, LHV);
          expect(firedCop({ output: q, gas, lhvMjPerM3: LHV, aux: 0 }).gasOnly).toBeCloseTo(cop, 9);
        },
      ),
    );
  });
  it('over a time is that of the sums, never the mean of the parts', () => {
    const part = fc.record({
      output: fc.double({ min: 0, max: 1e4, noNaN: true }),
      gas: fc.double({ min: 1, max: 1e3, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 20 }), (parts) => {
        const cops = parts.map((one) => firedCop({ ...one, lhvMjPerM3: LHV, aux: 5 }).cop ?? 0);
        const output = parts.reduce((total, one) => total + one.output, 0);
        const gas = parts.reduce((total, one) => total + one.gas, 0);
        const whole = firedCop({ output, gas, lhvMjPerM3: LHV, aux: 5 * parts.length }).cop ?? 0;
        expect(whole).toBeGreaterThanOrEqual(Math.min(...cops) - 1e-9);
        expect(whole).toBeLessThanOrEqual(Math.max(...cops) + 1e-9);
      }),
    );
  });
  it('is doubted outside what machines do', () => {
    expect(doubtCop(1.28, 'cooling')).toBeNull();
    expect(doubtCop(1.62, 'cooling')).toBe('COP 1.62 超出 0.90~1.45，请核对');
    expect(doubtCop(0.97, 'heating')).toBe('COP 0.97 超出 0.80~0.96，请核对');
    expect(doubtCop(0.7, 'cooling', { min: 0.6, max: 0.8 })).toBeNull();
  });
});

describe('other ratios', () => {
  it('of an electric chiller, alone and with its pumps', () => {
    expect(eer(2326, { chillers: 420, chilledPumps: 50, coolingPumps: 70, towers: 22 })).toEqual({
      chiller: expect.closeTo(5.538, 3),
      system: expect.closeTo(4.139, 3),
    });
    expect(eer(0, { chillers: 0 })).toEqual({ chiller: null, system: null });
  });
  it('of primary energy', () => {
    // The hot day, a grid of 40 %: 45000 / (35155 + 5440 / 0.4).
    expect(primaryEnergyRatio(45_000, 35_155, 5440, 0.4)).toBeCloseTo(0.923, 3);
    expect(() => primaryEnergyRatio(1, 1, 1, 1.2)).toThrow(RangeError);
  });
  it('of water transport, load and attainment', () => {
    expect(waterTransportFactor(45_000, 1500)).toBe(30);
    expect(waterTransportFactor(45_000, 0)).toBeNull();
    // Affinity laws: at 40 Hz (40/50)³ = 51.2 %; the mean of powers, not that of frequencies.
    expect(savedBySpeed([40, 50])).toBeCloseTo(24.4, 9);
    expect(savedBySpeed([])).toBeNull();
    expect(loadRate(1163, 2326)).toBe(50);
    expect(loadFactor(1875, 3446)).toBeCloseTo(0.544, 3);
    expect(loadFactor(0, 0)).toBeNull();
    expect(() => loadFactor(2, 1)).toThrow(RangeError);
    expect(attainment(1.22, 1.36)).toBeCloseTo(89.7, 1);
  });
});

describe('heat balance', () => {
  it('closes on the nameplate: 580 m³/h by 5.8 K against 2326 + 0.93 · 1710 + 13', () => {
    const balance = heatBalance({ rejected: heatPower(580, 5.8), cooling: 2326, gas: gasPower(173, LHV), pumps: 13 });
    expect(balance.expected).toBeCloseTo(3929.6, 1);
    expect(balance.percent).toBeLessThan(0.5);
    expect(balance).toMatchObject({ level: 'good', words: '热平衡偏差 0.4%，良好' });
  });
  it.each([
    [105.3, 'fair', '热平衡偏差 5.0%，可用'],
    [116.3, 'poor', '热平衡偏差 14%，请核对温度探头或流量计'],
    [125, 'alarm', '热平衡偏差 20%，请核对温度探头或流量计'],
    [86, 'alarm', '热平衡偏差 16%，请核对温度探头或流量计'],
  ] as const)('%d rejected of 100 expected is %s', (rejected, level, words) =>
    expect(heatBalance({ rejected, cooling: 100, gas: 0, pumps: 0 })).toMatchObject({ level, words }),
  );
  it('says what it cannot judge', () => {
    expect(heatBalance({ rejected: 0, cooling: 0, gas: 0, pumps: 0 })).toMatchObject({
      percent: null,
      words: '主机未运行',
    });
    expect(heatBalance({ rejected: 0, cooling: 10, gas: 0, pumps: 0 }).words).toContain('请核对冷却水流量计');
    expect(() => heatBalance({ rejected: 1, cooling: 1, gas: 1, pumps: 0, burnerEfficiency: 1.1 })).toThrow(RangeError);
  });
});

describe('towers', () => {
  it('lose 155 m³ on the hot day at N = 4 (domain/energy.md)', () => {
    const rejected = heatBalance({ rejected: 1, cooling: 45_000, gas: gasHeat(3556, LHV), pumps: 468 }).expected;
    const water = towerWater(rejected, 4);
    expect(water.makeUp / 1000).toBeCloseTo(154.4, 1);
    expect(water.blowdown).toBeCloseTo(water.evaporation / 3, 6);
    expect(evaporation(675)).toBeCloseTo(1000, 9);
  });
  it('blow down less for what drifts away, and never below nothing', () => {
    expect(towerWater(675, 3, 200)).toEqual({
      evaporation: expect.closeTo(1000, 6),
      blowdown: expect.closeTo(300, 6),
      drift: 200,
      makeUp: expect.closeTo(1500, 6),
    });
    expect(towerWater(675, 3, 900).blowdown).toBe(0);
    expect(() => towerWater(675, 1)).toThrow(RangeError);
  });
});

describe('loads', () => {
  it('last as long as the curve says', () => {
    const { curve, ranges } = loadDuration([0, 500, 1000, 2000, 2326, 2500], 2326);
    expect(curve).toEqual([2500, 2326, 2000, 1000, 500, 0]);
    expect(ranges.map(({ sharePercent }) => sharePercent)).toEqual([20, 20, 0, 40, 20]);
    expect(loadDuration([0], 100).ranges.every(({ sharePercent }) => sharePercent === 0)).toBe(true);
  });
});
