/** The demo company. */
import type { seedRecords as seed } from './records.ts';

export { DEMO_PASSWORD, registerDemoCalls } from './calls.ts';
export { FILING_LOCKS } from './filing.ts';
export { type DemoPart, seedDemo } from './seed.ts';
/** Loaded when it is called: what the records say is much to read, and the start does not wait for it. */
export const seedRecords: typeof seed = async (...given) => (await import('./records.ts')).seedRecords(...given);
export { climateOf as demoClimate, type DemoProject, PROJECTS as DEMO_PROJECTS } from './company.ts';
export { devicesOf as demoDevices } from './devices.ts';
export { type DemoMeterThing, type DemoMeterPart, isFlagship, metersOf, UNMETERED } from './meters.ts';
