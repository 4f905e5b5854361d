/** 修正后去年: what a month of last year would have used in the weather of this year's. */
import { monthRange } from '@hengneng/core';
import { adjustToWeather } from '@hengneng/energy/climate';
import { addMonths, monthEnd } from '@hengneng/energy/measuring';
import { monthDegreeDays } from './days.ts';
import { broughtTo, type Figure, measured, type Weather } from './figures.ts';
import { rounded } from './sums.ts';

/** HDD18 and CDD26 together by month; null where the weather is not known. */
export type Warmth = ReadonlyMap<string, number | null>;

export const warmthOf = (weather: readonly Weather[], months: readonly string[]): Warmth =>
  new Map(
    months.map((month) => {
      const { cdd, hdd } = monthDegreeDays(weather, month);
      return [month, cdd === null ? null : cdd + (hdd ?? 0)];
    }),
  );

/**
 * Use that does not follow the weather: what the mildest month of the same year used for each of its days, so many days long.
 * The months that have the fewest degree days tell what runs whatever the weather.
 */
export function baseLoad(
  months: readonly { readonly use: number; readonly days: number; readonly degreeDays: number }[],
  days: number,
): number | null {
  const [mildest] = months.toSorted((a, b) => a.degreeDays - b.degreeDays);
  return mildest === undefined || mildest.days === 0 ? null : (mildest.use / mildest.days) * days;
}

/** Months that tell the base load: the twelve before the month, whatever else a report shows; so it is the same figure in each of them. */
const baseMonths = (month: string): readonly string[] => monthRange(addMonths(month, -12), addMonths(month, -1));

/** 修正同比, percent; null where there is nothing to compare. */
export const adjustedRate = (now: string, adjusted: number | null): number | null =>
  adjusted === null || adjusted === 0 ? null : rounded(((Number(now) - adjusted) / adjusted) * 100, 1);

const daysIn = (month: string): number => Number(monthEnd(month).slice(8));

/** Null where either month's weather or last year's use is not known, or the month is not over: it has not had all of its weather yet. */
export function adjustedLastYear(
  at: (month: string) => Figure | undefined,
  warmth: Warmth,
  of: {
    readonly month: string;
    /** The last day that is over. */
    readonly until: string;
  },
): ReturnType<typeof adjustToWeather> | null {
  const before = addMonths(of.month, -12);
  const last = at(before);
  const [then, now] = [warmth.get(before) ?? null, warmth.get(of.month) ?? null];
  const base = baseLoad(
    baseMonths(of.month).flatMap((one) => {
      const [figure, degreeDays] = [at(one), warmth.get(one) ?? null];
      return figure?.known === true && degreeDays !== null
        ? [{ use: Number(measured(figure).usage), days: daysIn(one), degreeDays }]
        : [];
    }),
    daysIn(before),
  );
  if (last?.known !== true || then === null || now === null || base === null || of.until < monthEnd(of.month))
    return null;
  const use = Number(measured(last).usage);
  const corrected = adjustToWeather({ baseLoad: Math.min(base, use), weatherPart: Math.max(0, use - base) }, then, now);
  // What an adjustment brought to that month was used in the weather of another one.
  return { ...corrected, value: corrected.value + Number(broughtTo([last])) };
}
