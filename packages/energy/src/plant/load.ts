/** Loads over a time: how long each lasted, and what tomorrow's will be like. Powers in kW. */
import { notNegative, positive } from '../number.ts';

export interface LoadDuration {
  /** Powers from the highest down: hour n of the curve had at least the n-th. */
  readonly curve: readonly number[];
  /** Share of the hours with a load, in %, at each range of the rating: 0–30, 30–50, 50–75, 75–100 and above. */
  readonly ranges: readonly { readonly from: number; readonly to: number | null; readonly sharePercent: number }[];
}

const EDGES = [0, 30, 50, 75, 100] as const;

/** 负荷延时曲线 of hourly powers, with the shares of part-load ranges. @throws RangeError for powers below zero. */
export function loadDuration(powers: readonly number[], ratedKw: number): LoadDuration {
  positive('rated power', ratedKw);
  const curve = powers.map((power) => notNegative('power', power)).toSorted((a, b) => b - a);
  const rates = curve.flatMap((power) => (power > 0 ? [(power / ratedKw) * 100] : []));
  return {
    curve,
    ranges: EDGES.map((from, index) => {
      const to = EDGES[index + 1] ?? null;
      const hours = rates.filter((rate) => rate > from && (to === null || rate <= to)).length;
      return { from, to, sharePercent: rates.length === 0 ? 0 : (hours / rates.length) * 100 };
    }),
  };
}

export interface LoadDay {
  /** ℃, mean of the day. */
  readonly meanC: number;
  readonly workday: boolean;
  /** kW of its 24 hours; null where there is none. */
  readonly powers: readonly (number | null)[];
}

export interface ExpectedLoad {
  /** kW of 24 hours; null for an hour that no like day has. */
  readonly powers: readonly (number | null)[];
  /** Like days that it stands on. */
  readonly days: number;
}

/**
 * 预计负荷 (hostDailyPlan): for each hour the median of the days of the last 30 that were as warm within 2 ℃ and of the same kind.
 * @param scale 面积/客流系数; 1 where nothing changed.
 */
export function expectedLoad(
  past: readonly LoadDay[],
  tomorrow: { readonly meanC: number; readonly workday: boolean },
  scale = 1,
): ExpectedLoad {
  positive('scale', scale);
  const like = past
    .slice(-30)
    .filter((day) => day.workday === tomorrow.workday && Math.abs(day.meanC - tomorrow.meanC) <= 2);
  const powers = Array.from({ length: 24 }, (_, hour) => {
    const known = like.flatMap((day) => day.powers[hour] ?? []).toSorted((a, b) => a - b);
    const [below, above] = [known[Math.floor((known.length - 1) / 2)], known[Math.ceil((known.length - 1) / 2)]];
    return below === undefined || above === undefined ? null : ((below + above) / 2) * scale;
  });
  return { powers, days: like.length };
}
