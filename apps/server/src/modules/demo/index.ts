/** The demo company. */
export { DEMO_PASSWORD, registerDemoCalls } from './calls.ts';
export { type DemoPart, seedDemo } from './seed.ts';
export { seedRecords } from './records.ts';
