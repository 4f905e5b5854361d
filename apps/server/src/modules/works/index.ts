/** Pages of building works: questions about tenders, papers and letters. */
export { registerWorks } from './calls.ts';
export { ADDENDUM_FILES, seesAddendum } from './tenders.ts';
