/** The catalogue's baseline of months: E = a + b·CDD26 + c·HDD18 + d·营业天数 (+ e·入住率), or any other linear form. */
import type { Coefficient } from './change-point.ts';
import { tProbability } from './distributions.ts';
import { leastSquares } from './least-squares.ts';
import { type FitStatistics, fitStatistics } from './statistics.ts';

export const DRIVER_NAMES = { cdd: 'CDD26', hdd: 'HDD18', openDays: '营业天数', occupancy: '入住率' } as const;
export type Driver = keyof typeof DRIVER_NAMES;

/** Use of one period and what it depends on: ℃·d, days, % of rooms. */
export interface LinearRow<D extends string = Driver> {
  readonly use: number;
  readonly drivers: Readonly<Record<D, number>>;
}

export interface LinearModel<D extends string = Driver> {
  readonly kind: 'linear';
  readonly intercept: number;
  readonly slopes: Readonly<Record<D, number>>;
}

export type LinearFit<D extends string = Driver> =
  | {
      readonly ok: true;
      readonly model: LinearModel<D>;
      readonly statistics: FitStatistics;
      readonly coefficients: readonly Coefficient[];
    }
  /** What people have to change before there is a fit. */
  | { readonly ok: false; readonly problem: string };

const nameOf = (driver: string): string => (driver in DRIVER_NAMES ? DRIVER_NAMES[driver as Driver] : driver);

/** Use that the model expects. */
export const predictLinear = <D extends string>(model: LinearModel<D>, drivers: Readonly<Record<D, number>>): number =>
  (Object.keys(model.slopes) as D[]).reduce(
    (total, driver) => total + model.slopes[driver] * drivers[driver],
    model.intercept,
  );

/**
 * Fits the use of periods to an intercept and the drivers that they have.
 * @throws RangeError where a value is no number, a row lacks a driver, or the mean use is zero.
 */
export function fitLinear<D extends string>(rows: readonly LinearRow<D>[]): LinearFit<D> {
  const drivers = Object.keys(rows[0]?.drivers ?? {}) as D[];
  const parameters = drivers.length + 1;
  if (rows.length <= parameters)
    return { ok: false, problem: `只有 ${rows.length} 期数据，${drivers.length} 个自变量至少要 ${parameters + 1} 期` };
  const y = Float64Array.from(rows, ({ use }) => use);
  const columns = drivers.map((driver) => Float64Array.from(rows, (row) => row.drivers[driver]));
  const fit = leastSquares([new Float64Array(rows.length).fill(1), ...columns], y);
  if (!fit.ok) {
    const driver = drivers[fit.column - 1] ?? '';
    return { ok: false, problem: `自变量【${nameOf(driver)}】不变或由其他自变量决定，请去掉` };
  }
  const model: LinearModel<D> = {
    kind: 'linear',
    intercept: fit.coefficients[0] as number,
    slopes: Object.fromEntries(
      drivers.map((driver, index) => [driver, fit.coefficients[index + 1] as number]),
    ) as Record<D, number>,
  };
  return {
    ok: true,
    model,
    statistics: fitStatistics(
      y,
      rows.map((row) => predictLinear(model, row.drivers)),
      parameters,
    ),
    coefficients: fit.coefficients.map((value, index) => {
      const error = fit.errors[index] as number;
      return {
        name: index === 0 ? '常数项' : nameOf(drivers[index - 1] as string),
        value,
        error,
        probability: tProbability(value / error, rows.length - parameters),
      };
    }),
  };
}
