/** Energy: what is measured, what was read, what follows from it (docs/adr/0021). */
import type { Engine } from '../../engine/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { SeesPaper } from '../../platform/files/papers.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { MailSettings } from '../../platform/mail/mail.ts';
import { registerAnalysis, seedBaseline, seedDeviationNotes } from './analysis/index.ts';
import { BILL_PAPER, registerBills, seedBills, seesBill } from './bills/index.ts';
import { BREAK_PAPER, registerExchange, seesBreak } from './exchange/index.ts';
import { factsJobs, takeSamplesFrom } from './facts/index.ts';
import { registerHistory, seedHistory } from './history/index.ts';
import { fileArrivals, ingestJobs, registerIngest, samplesOfAll } from './ingest/index.ts';
import { ADJUSTMENT_PAPER, periodJobs, seesAdjustment } from './periods/index.ts';
import { ACCOUNT_PAPER, registerAccounts, seesAccountChange } from './accounts/index.ts';
import { registerCustomers } from './customers/index.ts';
import { registerDayReports } from './day-reports/index.ts';
import { registerDeviation } from './deviation/index.ts';
import { OVERTIME_PAPER, registerOvertime, seesOvertime } from './overtime/index.ts';
import { registerOperation } from './operation/index.ts';
import {
  FACTOR_PAPER,
  MECHANISM_PAPER,
  PRICE_PAPER,
  PROPOSAL_PAPER,
  registerPrices,
  seesFactor,
  seesMechanism,
  seesPrice,
  seesProposal,
} from './prices/index.ts';
import { READING_PHOTO, readingJobs, registerReadings, seesReadingPhoto } from './readings/index.ts';
import { registerReports } from './reports/index.ts';
import { registerRuns } from './runs/index.ts';
import { registerSending, reportMailJob } from './send/index.ts';
import { registerSettlements } from './settle/index.ts';
import { registerSettings, SettingRegistry } from './settings/index.ts';
import { DEVICE_PAPER, RATIO_PAPER, registerThings, seesDevice, seesRatio } from './things/index.ts';
import { openCosts, seenCostsOfDays } from './costs/index.ts';

export { seedCompareSets } from './analysis/index.ts';
export { seedSupplyAccounts } from './accounts/index.ts';
export { seedOvertime } from './overtime/index.ts';
export { seedExchanges } from './exchange/index.ts';
export { type Devices, knowMeters, startDevices } from './ingest/index.ts';
export { seedPrices } from './prices/index.ts';
export { seedThings } from './things/index.ts';

/** Loaded when it is called: the demo machine room is much to read, and the start does not wait for it. */
export const seedReadings = async (db: Db, now: Date, signal?: Pick<AbortSignal, 'aborted'>): Promise<number> => {
  const count = await (await import('./readings/demo.ts')).seedReadings(db, now, signal);
  // Bills are made of what the meters counted.
  if (count > 0 && signal?.aborted !== true) await seedBills(db, now);
  if (count > 0 && signal?.aborted !== true) await seedBaseline(db, now);
  if (count > 0 && signal?.aborted !== true) await seedDeviationNotes(db, now);
  if (signal?.aborted !== true) await seedHistory(db, now);
  if (count > 0 && signal?.aborted !== true) await (await import('./periods/demo.ts')).seedSites(db, now);
  if (signal?.aborted !== true) await (await import('./runs/demo.ts')).seedRuns(db, now, signal);
  return count;
};

/** Photos and papers of things, by the type under which they are bound, and who may see them. */
export const ENERGY_PAPERS: Readonly<Record<string, SeesPaper>> = {
  [DEVICE_PAPER]: seesDevice,
  [BREAK_PAPER]: seesBreak,
  [RATIO_PAPER]: seesRatio,
  [READING_PHOTO]: seesReadingPhoto,
  [PRICE_PAPER]: seesPrice,
  [FACTOR_PAPER]: seesFactor,
  [MECHANISM_PAPER]: seesMechanism,
  [PROPOSAL_PAPER]: seesProposal,
  [BILL_PAPER]: seesBill,
  [ADJUSTMENT_PAPER]: seesAdjustment,
  [ACCOUNT_PAPER]: seesAccountChange,
  [OVERTIME_PAPER]: seesOvertime,
};

/** Registers the calls of every part; each adds its own line. */
export const registerEnergy = (
  registry: CallRegistry,
  { engine, mailOn }: { readonly engine: Engine; readonly mailOn: boolean },
): void => {
  const settings = new SettingRegistry();
  registerThings(registry, settings, seenCostsOfDays);
  registerExchange(registry, settings);
  registerReadings(registry, settings);
  registerRuns(registry, settings);
  registerDayReports(registry);
  registerHistory(registry, settings);
  registerReports(registry, settings);
  registerSettlements(registry, settings);
  registerBills(registry);
  registerSending(registry, mailOn);
  registerCustomers(registry, settings);
  registerAnalysis(registry, settings);
  registerIngest(registry);
  registerOperation(registry, settings);
  registerDeviation(settings);
  registerAccounts(settings);
  registerOvertime(settings);
  registerPrices(registry, settings, engine, openCosts);
  takeSamplesFrom({ samplesOfAll });
  registerSettings(registry, settings);
};

/** What runs by the clock. */
export const energyJobs = (db: Db, clock: Clock, mail: MailSettings | null): readonly Job[] => [
  ...factsJobs(db, () => fileArrivals(db, clock())),
  ...periodJobs(db, clock),
  ...ingestJobs(db, clock),
  ...readingJobs(db, clock),
  ...(mail === null ? [] : [reportMailJob(db, clock, mail)]),
];
