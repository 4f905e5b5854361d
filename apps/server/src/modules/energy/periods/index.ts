/** Locks of days and months, and what came too late for them. */
export { ADJUSTMENT_PAPER, adjustKind, adjustmentsOf, mayAdjust, seesAdjustment } from './adjust.ts';
export { type AgreedAdjustment, agreedAdjustments } from './agreed.ts';
export { holidaysKind } from './holidays.ts';
export { OPERATIONAL_SET, operationalKind } from './operational.ts';
export { lockDueMonths, periodJobs } from './locks.ts';
export { monthLockKind, unmetOf } from './month-lock.ts';
export { stopDaysKind } from './stop-days.ts';
