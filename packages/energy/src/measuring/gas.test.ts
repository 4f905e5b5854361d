import { describe, expect, it } from 'vitest';
import { curveOf, type MeterLine } from './curve.ts';
import { exactText } from './exact.ts';
import { checkGasState, gasWords, standardFactor } from './gas.ts';
import { judgeEntry } from './entry.ts';
import { DEFAULT_DEVIATION } from './deviation.ts';
import { multipliersOf } from './multiplier.ts';
import { breakUsage } from './swap.ts';
import { effectiveReadings, type ReadingVersion } from './versions.ts';
import { CHINA, HOUR, instantOf } from './zone.ts';

/** 12 kPa over 100.8 kPa at 25 ℃: 1 m³ that flowed is 1.094580 m³ of the standard state (catalogue, shared.usage 工况气转标况). */
const STATE = { gauge: '12', air: '100.8', temperature: '25' };
const START = instantOf('2026-03-01', 480, CHINA);
const LINE: MeterLine = {
  unit: 'm³',
  digits: 6,
  decimals: 1,
  multipliers: [{ from: 0, value: '1', gas: STATE }],
  breaks: [],
};
const at = (days: number): number => START + days * 24 * HOUR;
const version = (days: number, value: string): ReadingVersion => ({
  id: `r${days}`,
  at: at(days),
  value,
  flag: '实',
  recordedAt: at(days),
});
const sumsOf = (line: MeterLine, ...versions: readonly ReadingVersion[]): readonly string[] =>
  curveOf(line, effectiveReadings(versions).readings, CHINA).points.map(({ sum }) => exactText(sum, 3));

describe('gas that is counted as it flows', () => {
  it('is told at the standard state, by what is set for the meter', () => {
    expect(standardFactor(STATE)).toBe('1.094580');
    expect(gasWords(STATE)).toBe('表压 12 kPa、大气压 100.8 kPa、25 ℃，1 m³ 工况 = 1.0946 m³ 标况');
    expect(sumsOf(LINE, version(0, '1000'), version(1, '1100'))).toEqual(['0.000', '109.458']);
  });

  it('is told by the mean of what was read in each span, for what was not by what is set', () => {
    const gasShown = {
      // The first of them lies before the span, which begins with the reading.
      pressure: [
        { at: at(0), value: '500' },
        { at: at(0.5), value: '21' },
        { at: at(1), value: '23' },
      ],
      temperature: [{ at: at(2), value: '20' }],
    };
    const sums = sumsOf({ ...LINE, gasShown }, version(0, '1000'), version(1, '1100'), version(2, '1200'));
    // 22 kPa at 25 ℃ is 1.191618; 12 kPa at 20 ℃ is 1.113249.
    expect(sums).toEqual(['0.000', '119.162', '230.487']);
  });

  it('is held against the most that flows through the meter, not against what that is at the standard state', () => {
    const line = {
      ...LINE,
      capacity: { rated: '5', factor: '1' },
      multipliers: [{ from: 0, value: '1', gas: { ...STATE, gauge: '200' } }],
    };
    expect(sumsOf(line, version(0, '0'), version(1, '120')).at(-1)).toBe('350.266');
    expect(
      curveOf(line, effectiveReadings([version(0, '0'), version(1, '121')]).readings, CHINA).problems,
    ).toMatchObject([{ code: 'overCapacity' }]);
  });

  it('goes on as it was where an exchange says nothing of it, and is converted no more by a meter of the standard state', () => {
    const known = multipliersOf([
      { from: 0, value: '1', gas: STATE },
      { from: 10, value: '2' },
      { from: 20, value: '2', gas: null },
    ]);
    expect([5, 15, 25].map((when) => exactText(known.worthAt(when) ?? 0n, 3))).toEqual(['1.095', '2.189', '2.000']);
    // The state alone is a change that wants a reading of its instant.
    expect(known.changeBetween(12, 25)).toBe(20);
    const swap = {
      id: 'b',
      kind: 'swap',
      removedAt: 5,
      installedAt: 5,
      oldFinal: '100',
      newInitial: '0',
      gap: null,
      confirmed: true,
    } as const;
    const used = breakUsage(swap, { previous: '0', current: '100' }, [{ from: 0, value: '1', gas: STATE }]);
    expect(used.words).toBe('(100 − 0) × 1 × 1.0946（标况） + (100 − 0) × 1 × 1.0946（标况） = 218.916032037188');
  });

  it('is judged at the standard state as it is typed', () => {
    const judged = judgeEntry(
      {
        register: 'total',
        line: LINE,
        dial: { digits: 6, decimals: 1 },
        installedAt: 0,
        previous: { at: at(0), value: '1000.0' },
        next: null,
        samples: [],
        deviation: DEFAULT_DEVIATION,
      },
      { text: '1100', at: at(1), rollover: false },
      { day: { day: '2026-03-01', temperature: null, rest: false, ranHours: null }, now: at(2), zone: CHINA },
    );
    expect(judged.kind === 'taken' ? Number(judged.usage).toFixed(3) : judged.message).toBe('109.458');
  });

  it('has a state that can be', () => {
    expect(checkGasState(STATE)).toBeNull();
    expect(checkGasState({ ...STATE, temperature: '250' })).toMatchObject({ path: 'temperature' });
    expect(checkGasState({ ...STATE, air: '' })).toMatchObject({ path: 'air' });
    expect(checkGasState({ ...STATE, gauge: '-60' })).toMatchObject({ path: 'gauge' });
  });
});
