/** Absence: who stands in for whom, and handing over for good. */
export { registerAbsence } from './calls.ts';
export { handOverWaiting } from './handover.ts';
export { runDelegations } from './delegations.ts';
