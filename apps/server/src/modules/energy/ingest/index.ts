/** Readings that devices send: taken over HTTP and MQTT, kept by day, handed to whoever works days out. */
export { fileArrivals } from './arrivals.ts';
export { registerIngest } from './calls.ts';
export { ingestJobs } from './jobs.ts';
export { knowMeters } from './meters.ts';
export { type Devices, startDevices } from './mqtt.ts';
export { type Reading } from './packed.ts';
export { freshness, freshnessOf, type Freshness, type MeterFreshness, samplesOf, samplesOfAll } from './samples.ts';
export { REGISTER_NUMBERS } from './register-numbers.ts';
