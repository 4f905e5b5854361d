/** Locks of days and months, and what came too late for them. */
export { lockDueMonths, periodJobs } from './locks.ts';
