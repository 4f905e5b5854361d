/** Lamps as master data and as stock that is counted. */
export { registerLamps } from './calls.ts';
