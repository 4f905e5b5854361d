/** 度日: how much cold or warm weather a time had, in ℃·d. */
import { finite, notNegative, ratio, sum } from '../number.ts';
import type { FilledWeatherDay, WeatherDay } from './days.ts';

export type DegreeDayKind = 'heating' | 'cooling';
/** ℃: the bases of HDD18 and CDD26. */
export const USUAL_BASE: Readonly<Record<DegreeDayKind, number>> = { heating: 18, cooling: 26 };

/** ℃·d of one day. */
export const degreeDay = (meanC: number, kind: DegreeDayKind, baseC = USUAL_BASE[kind]): number =>
  Math.max(0, kind === 'heating' ? baseC - meanC : meanC - baseC);

export interface DegreeDays {
  /** ℃·d of the days that have a temperature; null where none has. */
  readonly value: number | null;
  /** Days asked for. */
  readonly days: number;
  /** Those without a temperature: the value is that much too small. */
  readonly missing: readonly string[];
  /** Of the days counted, those whose temperature was filled in. */
  readonly estimated: readonly string[];
  /** Share of days with a temperature, in %. */
  readonly completePercent: number;
}

/**
 * HDD or CDD over days. A day without a temperature is never a day of zero: it is named. Fill short gaps with `fillDays` first.
 * @throws RangeError where a base or temperature is no number.
 */
export function degreeDays(
  days: readonly (WeatherDay | FilledWeatherDay)[],
  kind: DegreeDayKind,
  baseC = USUAL_BASE[kind],
): DegreeDays {
  finite('base', baseC);
  const missing = days.flatMap(({ day, meanC }) => (meanC === null ? [day] : []));
  const known = days.flatMap(({ meanC }) =>
    meanC === null ? [] : [degreeDay(finite('temperature', meanC), kind, baseC)],
  );
  return {
    value: known.length === 0 ? null : sum(known),
    days: days.length,
    missing,
    estimated: days.flatMap((day) => ('estimated' in day && day.estimated ? [day.day] : [])),
    completePercent: days.length === 0 ? 0 : (known.length / days.length) * 100,
  };
}

/** 单位度日用量 in kWh/(℃·d); null without degree days. */
export const usePerDegreeDay = (use: number, degreeDaysValue: number): number | null =>
  ratio(finite('use', use), notNegative('degree days', degreeDaysValue));

/** Below this many ℃·d in the base period weather is no reason for anything (catalogue, energyConsumptionYOY). */
export const LEAST_DEGREE_DAYS = 30;

export interface WeatherAdjusted {
  readonly value: number;
  readonly adjusted: boolean;
  readonly words: string;
}

/**
 * 修正后去年: base load + weather-dependent part · (degree days now / degree days then). Not adjusted below 30 ℃·d then.
 * @param baseLoad and `weatherPart` add up to the use of then, in its unit.
 */
export function adjustToWeather(
  { baseLoad, weatherPart }: { readonly baseLoad: number; readonly weatherPart: number },
  degreeDaysThen: number,
  degreeDaysNow: number,
): WeatherAdjusted {
  const use = notNegative('base load', baseLoad) + notNegative('weather part', weatherPart);
  notNegative('degree days now', degreeDaysNow);
  if (notNegative('degree days then', degreeDaysThen) < LEAST_DEGREE_DAYS)
    return {
      value: use,
      adjusted: false,
      words: `对比期度日数 ${degreeDaysThen.toFixed(1)} ℃·d，不足 ${LEAST_DEGREE_DAYS}，不作气象修正`,
    };
  return {
    value: baseLoad + weatherPart * (degreeDaysNow / degreeDaysThen),
    adjusted: true,
    words: `按度日数 ${degreeDaysThen.toFixed(1)} → ${degreeDaysNow.toFixed(1)} ℃·d 修正`,
  };
}
