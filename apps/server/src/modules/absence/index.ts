/** Absence: who stands in for whom. */
export { registerAbsence } from './calls.ts';
export { runDelegations } from './delegations.ts';
