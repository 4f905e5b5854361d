/** Pages of personnel, papers and renewals: what is done there besides forms. */
export { registerPersonnel } from './calls.ts';
