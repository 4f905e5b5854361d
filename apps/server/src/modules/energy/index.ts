/** Energy: what is measured, read, worked out and priced (ADR 0021). Each part registers its own calls and work by the clock. */
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { ingestJobs, registerIngest } from './ingest/index.ts';

export { type Devices, startDevices } from './ingest/index.ts';

export const registerEnergy = (registry: CallRegistry): void => {
  registerIngest(registry);
};

export const energyJobs = (db: Db, clock: Clock): readonly Job[] => [...ingestJobs(db, clock)];
