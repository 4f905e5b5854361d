/** 停用: what the form and householders ask for, looked at on the spot by somebody else, and what it does to bills. */
export { registerSuspension } from './calls.ts';
export { suspensionJobs, tellLateWishes } from './jobs.ts';
export { SEASON_PROPS } from './season.ts';
export { chargedAgain, SECRET_USE_PAPER, seesSecretUse } from './secret-use.ts';
export {
  type Ended,
  endSuspension,
  holdRoom,
  resumeSuspension,
  suspend,
  suspensionsOf,
  voidSuspensions,
} from './spans.ts';
export { tryProposal } from './what-if.ts';
