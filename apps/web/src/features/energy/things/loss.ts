/** What of a meter's use is not found on the meters below it. */
interface Counted {
  readonly Unit: string;
  readonly MonthUsage: string | null;
}

/** Percent of the upper meter; null where one of them has no figure, another unit, or nothing was used. */
export const lossOf = (upper: Counted, lower: readonly Counted[]): number | null => {
  if (lower.length === 0 || upper.MonthUsage === null) return null;
  const whole = Number(upper.MonthUsage);
  if (!(whole > 0) || lower.some((one) => one.MonthUsage === null || one.Unit !== upper.Unit)) return null;
  const parts = lower.reduce((sum, one) => sum + Number(one.MonthUsage), 0);
  return ((whole - parts) / whole) * 100;
};
