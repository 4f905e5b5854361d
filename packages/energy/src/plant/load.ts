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
