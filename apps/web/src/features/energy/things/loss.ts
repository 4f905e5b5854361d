/** What of a meter's use is not found on the meters below it. */
import { lossPercent } from '@hengneng/energy/checks';

interface Counted {
  readonly Unit: string;
  readonly MonthUsage: string | null;
}

/** Percent of the upper meter; null where one of them has no figure, another unit, or nothing was used. */
export const lossOf = (upper: Counted, lower: readonly Counted[]): number | null => {
  if (lower.length === 0 || upper.MonthUsage === null) return null;
  const parts = lower.flatMap(({ MonthUsage, Unit }) =>
    MonthUsage === null || Unit !== upper.Unit ? [] : [Number(MonthUsage)],
  );
  return parts.length < lower.length ? null : lossPercent(Number(upper.MonthUsage), parts);
};
