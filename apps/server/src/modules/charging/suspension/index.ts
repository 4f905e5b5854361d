/** 停用: what the form and householders ask for, looked at on the spot by somebody else, and what it does to bills. */
export { registerSuspension } from './calls.ts';
export { suspensionJobs, tellLateWishes } from './jobs.ts';
export { SEASON_PROPS } from './season.ts';
export { tryProposal } from './what-if.ts';
