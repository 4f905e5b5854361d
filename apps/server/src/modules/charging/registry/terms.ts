/** From when a change of what a community charges by holds: never in a period that was billed. */
import { monthStart } from '@hengneng/charging';

/**
 * The month after this one, or after the last that a run billed.
 * @param lastRun YYYY-MM, null before the first
 */
export const nextPeriodOf = (day: string, lastRun: string | null): string => {
  const next = monthStart(day.slice(0, 7), 1).slice(0, 7);
  if (lastRun === null) return next;
  const after = monthStart(lastRun, 1).slice(0, 7);
  return after > next ? after : next;
};
