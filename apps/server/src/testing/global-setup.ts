/**
 * Starts PostgreSQL once for all files and prepares a database with every table, and one with the demo company; each file then works on a copy.
 * `TEST_DATABASE_URL` uses a server that runs already.
 */
import { chmod, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { createApp } from '../app.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { startEmbedded } from '../platform/postgres/embedded.ts';
import { createCopy, dropDatabase, onServer } from './databases.ts';
import { scratchFolder, sweepScratch } from './scratch.ts';

/** The cluster with all tables that `npm run setup` has made. */
const CLUSTER = resolve(import.meta.dirname, '../../../../.cache/template');

/** Nothing of a test run has to outlive the machine's power, and what lives for seconds is not tidied up. */
const CARELESS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

const prepareBlank = async (server: string, name: string, from: string): Promise<void> => {
  await createCopy(server, name, from);
  await migrate(onServer(server, name));
};

const prepareDemo = async (server: string, name: string, blank: string, dataDir: string): Promise<void> => {
  await createCopy(server, name, blank);
  const url = onServer(server, name);
  const database = openDatabase(url, { max: 4 });
  const notices = { smsUrl: null, smsKey: null, smsPrice: null, publicUrl: null };
  const config = {
    demo: true,
    dataDir,
    s3Url: null,
    uploadLimitBytes: 0,
    adminPassword: null,
    icpNumber: null,
    mail: null,
    notices,
    pay: null,
  };
  const app = await createApp({ config, database, databaseUrl: url, logger: false, web: null });
  // What tests are told may not depend on the hour in which they run.
  await sql`update message_setting set quiet_from = 0, quiet_to = 0`.execute(database.db);
  await app.close();
  await database.close();
};

/** Vitest's global set-up of the project `server`; workers read the variables. */
export default async function setup(): Promise<() => Promise<void>> {
  sweepScratch();
  const folder = await scratchFolder('tests');
  // The database runs as an unprivileged user where the tests run as root: it has to reach its folder.
  await chmod(folder, 0o755);
  const given = process.env.TEST_DATABASE_URL;
  const embedded = given === undefined ? await startEmbedded({ folder, template: CLUSTER, settings: CARELESS }) : null;
  const server = given ?? embedded?.url ?? '';
  const mark = `${process.pid}_${Date.now()}`;
  const [blank, demo, company] = [`blank_${mark}`, `template_${mark}`, `company_${mark}`];
  await prepareBlank(server, blank, embedded ? new URL(server).pathname.slice(1) : 'template1');
  await prepareDemo(server, demo, blank, folder);
  process.env.TEST_DATABASE_URL = server;
  process.env.TEST_BLANK = blank;
  process.env.TEST_TEMPLATE = demo;
  // Made when a test asks for it.
  process.env.TEST_COMPANY = company;
  return async () => {
    for (const name of [company, demo, blank]) await dropDatabase(server, name);
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
