/** What of a meter's use is not found on the meters below it. */
import { divisionsOf, lossPercent } from '@hengneng/energy/checks';

interface Counted {
  readonly Unit: string;
  readonly UnitNo: string | null;
  readonly MonthUsage: string | null;
}

interface Loss {
  /** Which of the meters below; of a main between machines and branches there are two. */
  readonly name: string;
  readonly percent: number;
}

/** Percent of the upper meter; nothing where one of them has no figure, or nothing was used. */
export const lossesOf = (
  upper: Counted & { readonly EnergyCode: string },
  lower: readonly Counted[],
): readonly Loss[] => {
  if (upper.MonthUsage === null) return [];
  const below = lower.map((one) => ({ unit: one.Unit, unitNo: one.UnitNo, used: one.MonthUsage }));
  return divisionsOf({ energy: upper.EnergyCode, unit: upper.Unit }, below).flatMap(({ name, parts }) => {
    const known = parts.flatMap(({ used }) => (used === null ? [] : [Number(used)]));
    const percent = known.length < parts.length ? null : lossPercent(Number(upper.MonthUsage), known);
    return percent === null ? [] : [{ name, percent }];
  });
};
