/** Yearly plans of cold and heat by weather (energyManage). Amounts in kWh, degree days in ℃·d. */
import { notNegative, positive, ratio } from '../number.ts';

/** 计划供冷/供热: the base month's by planned over base degree days and areas; null where the base had no degree days. */
export function plannedHeat(
  base: { readonly use: number; readonly degreeDays: number; readonly area: number },
  plan: { readonly degreeDays: number; readonly area: number },
): number | null {
  const weather = ratio(
    notNegative('planned degree days', plan.degreeDays),
    notNegative('degree days', base.degreeDays),
  );
  return weather === null
    ? null
    : notNegative('use', base.use) * weather * (notNegative('planned area', plan.area) / positive('area', base.area));
}

/** 修正偏差 in %: actual against the plan at the weather that was; null where plan or planned degree days are zero. */
export function planDeviation(
  actual: number,
  plan: { readonly use: number; readonly degreeDays: number },
  actualDegreeDays: number,
): number | null {
  const weather = ratio(
    notNegative('degree days', actualDegreeDays),
    notNegative('planned degree days', plan.degreeDays),
  );
  if (weather === null) return null;
  const expected = notNegative('plan', plan.use) * weather;
  const deviation = ratio(notNegative('actual', actual) - expected, expected);
  return deviation === null ? null : deviation * 100;
}
