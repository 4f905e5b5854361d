/** What was read: sheets, versions, corrections. */
export { registerReadings } from './calls.ts';
export { addReadings, type NewReading } from './store.ts';
