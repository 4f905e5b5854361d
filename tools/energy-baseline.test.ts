/**
 * Baselines of meters whose answer is known (openeemeter samples beside the repository, `../shared/data/meters/README.md`): balance points
 * 60 and 65 °F, a normal year of 2,000 + 4,000 + 4,000 kWh and of 250 + 750 therm, 10 % less of each in the second year.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  hourlyObservations,
  type HourlyUse,
  loadsOf,
  type Observation,
  predictUse,
  selectChangePoint,
  type Selection,
  selectLagged,
} from '@hengneng/energy/baseline';
import { avoidedUse, savingsUncertainty } from '@hengneng/energy/savings';
import { describe, expect, it } from 'vitest';

const METERS = join(import.meta.dirname, '../../shared/data/meters');
const HOUR_MS = 3_600_000;
const YEAR_HOURS = 8760;

const rowsOf = (name: string): readonly { readonly at: number; readonly value: number }[] =>
  gunzipSync(readFileSync(join(METERS, `${name}.csv.gz`)))
    .toString()
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [at = '', value = ''] = line.split(',');
      return { at: Date.parse(at), value: Number(value) };
    })
    .filter(({ value }) => Number.isFinite(value));

const BLACKOUT = { from: Date.parse('2016-12-26T00:00:00-06:00'), to: Date.parse('2017-01-05T00:00:00-06:00') };
const fahrenheit = (celsius: number | undefined): number => (celsius ?? Number.NaN) * 1.8 + 32;

interface Found {
  readonly heatingF: number;
  readonly coolingF: number;
  /** Of 8,760 hours of the baseline's weather. */
  readonly base: number;
  readonly heating: number;
  readonly cooling: number;
  readonly savingsPercent: number;
  /** ± at 90 % confidence, in % of the baseline as the saving is. */
  readonly uncertainPercent: number;
}

function found({ chosen }: Selection, baseline: readonly Observation[], reporting: readonly Observation[]): Found {
  const hours = baseline.reduce((total, { parts = 1 }) => total + parts, 0);
  const load = (part: 'base' | 'heating' | 'cooling'): number =>
    (baseline.reduce((total, one) => total + loadsOf(chosen.model, one)[part], 0) / hours) * YEAR_HOURS;
  const { savedPercent } = avoidedUse(
    reporting.map((one) => ({ expected: predictUse(chosen.model, one), actual: one.use })),
  );
  const savingsPercent = savedPercent ?? Number.NaN;
  const { ofBaselinePercent } = savingsUncertainty({
    ...chosen.statistics,
    m: reporting.length,
    savedPercent: savingsPercent,
  });
  return {
    heatingF: fahrenheit(chosen.model.heating?.balanceC),
    coolingF: fahrenheit(chosen.model.cooling?.balanceC),
    base: load('base'),
    heating: load('heating'),
    cooling: load('cooling'),
    savingsPercent,
    uncertainPercent: ofBaselinePercent ?? Number.NaN,
  };
}

const figures = (name: string, one: Found, words: string): void => {
  const text = Object.entries(one)
    .map(([key, value]) => `${key} ${value.toFixed(1)}`)
    .join(', ');
  process.stdout.write(`  ${name}: ${text}; ${words}\n`);
};

describe.skipIf(!existsSync(METERS))('meters with a known answer', () => {
  const temperatures = existsSync(METERS)
    ? new Map(rowsOf('il-electricity-cdd-hdd-tempF').map(({ at, value }) => [at, (value - 32) / 1.8]))
    : new Map<number, number>();
  const split = <T extends { readonly at: number }>(rows: readonly T[]): { baseline: T[]; reporting: T[] } => ({
    baseline: rows.filter(({ at }) => at < BLACKOUT.from),
    reporting: rows.filter(({ at }) => at >= BLACKOUT.to && at < BLACKOUT.to + YEAR_HOURS * HOUR_MS),
  });

  function hourly(name: string): Found {
    const uses = rowsOf(`${name}-hourly`).map(({ at, value }): HourlyUse => ({ at, use: value }));
    const { baseline, reporting } = split(uses);
    const selection = selectLagged(baseline, temperatures);
    const result = found(
      selection,
      selection.observations,
      hourlyObservations(reporting, temperatures, selection.lagHours),
    );
    const { cvRmsePercent, r2 } = selection.chosen.statistics;
    figures(
      `${name} hourly`,
      result,
      `lag ${selection.lagHours} h, CV(RMSE) ${cvRmsePercent.toFixed(0)} %, R² ${r2.toFixed(2)}`,
    );
    expect(selection.lagHours).toBe(3);
    return result;
  }

  function daily(name: string): Found {
    const days = rowsOf(`${name}-daily`).flatMap(({ at, value }): (Observation & { readonly at: number })[] => {
      // A day is told by its hours: degree-hours, not degrees of its mean.
      const hours = Array.from({ length: 24 }, (_, hour) => temperatures.get(at + hour * HOUR_MS));
      const known = hours.flatMap((t) => (t === undefined ? [] : [t]));
      return known.length < 23 ? [] : [{ at, use: value, temperatures: known, parts: 24 }];
    });
    const { baseline, reporting } = split(days);
    const selection = selectChangePoint(baseline);
    const result = found(selection, baseline, reporting);
    const { cvRmsePercent, r2 } = selection.chosen.statistics;
    figures(`${name} daily`, result, `CV(RMSE) ${cvRmsePercent.toFixed(0)} %, R² ${r2.toFixed(2)}`);
    return result;
  }

  it('electricity by the hour: 60 and 65 °F, 2,000 + 4,000 + 4,000, a tenth saved', () => {
    const one = hourly('il-electricity-cdd-hdd');
    expect(Math.abs(one.heatingF - 60)).toBeLessThan(1);
    expect(Math.abs(one.coolingF - 65)).toBeLessThan(1);
    // The loads are of a normal year, the weather is that of 2016.
    expect(Math.abs(one.base - 2000)).toBeLessThan(200);
    expect(Math.abs(one.heating - 4000)).toBeLessThan(500);
    expect(Math.abs(one.cooling - 4000)).toBeLessThan(400);
    expect(Math.abs(one.savingsPercent - 10)).toBeLessThan(0.5);
    expect(one.uncertainPercent).toBeLessThan(4);
  });
  it('electricity by the day: less to tell points by, the same saving', () => {
    const one = daily('il-electricity-cdd-hdd');
    expect(Math.abs(one.heatingF - 60)).toBeLessThan(3);
    expect(Math.abs(one.coolingF - 65)).toBeLessThan(3);
    expect(Math.abs(one.heating - 4000)).toBeLessThan(500);
    expect(Math.abs(one.cooling - 4000)).toBeLessThan(500);
    expect(Math.abs(one.savingsPercent - 10)).toBeLessThan(0.5);
    expect(one.uncertainPercent).toBeLessThan(4);
  });
  it('gas by the hour: 60 °F, 250 + 750, no cooling', () => {
    const one = hourly('il-gas-hdd-only');
    expect(Math.abs(one.heatingF - 60)).toBeLessThan(1);
    expect(one.coolingF).toBeNaN();
    expect(Math.abs(one.base - 250)).toBeLessThan(25);
    expect(Math.abs(one.heating - 750)).toBeLessThan(100);
    expect(Math.abs(one.savingsPercent - 10)).toBeLessThan(2);
    expect(Math.abs(one.savingsPercent - 10)).toBeLessThan(one.uncertainPercent);
  });
  it('gas by the day', () => {
    const one = daily('il-gas-hdd-only');
    expect(Math.abs(one.heatingF - 60)).toBeLessThan(1.5);
    expect(Math.abs(one.base - 250)).toBeLessThan(25);
    expect(Math.abs(one.heating - 750)).toBeLessThan(100);
    expect(Math.abs(one.savingsPercent - 10)).toBeLessThan(2);
    expect(Math.abs(one.savingsPercent - 10)).toBeLessThan(one.uncertainPercent);
  });
});
