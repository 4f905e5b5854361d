/** A building answers to the weather of some hours ago: without that lag an hourly baseline puts its balance points and base load wrong. */
import { type Observation, selectChangePoint, type Selection } from './change-point.ts';

const HOUR_MS = 3_600_000;

export interface HourlyUse {
  /** Milliseconds since 1970 at which the hour begins. */
  readonly at: number;
  /** In the meter's unit. */
  readonly use: number;
}

export interface LaggedSelection extends Selection {
  /** Hours by which use follows the temperature. */
  readonly lagHours: number;
  readonly observations: readonly Observation[];
}

/**
 * Hours of use with the temperature of `lagHours` before; hours without one are left out.
 * @param temperatures ℃ by the millisecond at which their hour begins.
 */
export const hourlyObservations = (
  uses: readonly HourlyUse[],
  temperatures: ReadonlyMap<number, number>,
  lagHours: number,
): readonly Observation[] =>
  uses.flatMap(({ at, use }) => {
    const temperature = temperatures.get(at - lagHours * HOUR_MS);
    return temperature === undefined ? [] : [{ use, temperatures: [temperature] }];
  });

/**
 * The hourly model of the lag, 0 to `longest` hours, at which the weather tells most of the use. All lags are compared over the same hours.
 * @throws RangeError as `selectChangePoint`.
 */
export function selectLagged(
  uses: readonly HourlyUse[],
  temperatures: ReadonlyMap<number, number>,
  longest = 6,
): LaggedSelection {
  const lags = Array.from({ length: longest + 1 }, (_, hours) => hours);
  const shared = uses.filter(({ at }) => lags.every((hours) => temperatures.has(at - hours * HOUR_MS)));
  const tried = lags.map((lagHours): LaggedSelection => {
    const observations = hourlyObservations(shared, temperatures, lagHours);
    return { ...selectChangePoint(observations), lagHours, observations };
  });
  return tried.reduce((best, one) => (one.chosen.statistics.aicc < best.chosen.statistics.aicc ? one : best));
}
