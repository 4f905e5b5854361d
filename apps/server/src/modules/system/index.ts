/** Settings, messages, search and the audit log. */
export { ALARM_HOLDERS } from './alarms.ts';
export { registerSystem } from './calls.ts';
export { careJobs } from './care.ts';
export { watchJobs } from './watch.ts';
export { tellGivenUp } from './job-log.ts';
export type { SendShort } from './test-channel.ts';
