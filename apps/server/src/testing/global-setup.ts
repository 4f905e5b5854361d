/**
 * One database server for all tests of a run, and one prepared database that each test server copies: the demo company, seeded once.
 * `TEST_DATABASE_URL` uses a server that runs already.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createApp } from '../app.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { startEmbedded } from '../platform/postgres/embedded.ts';
import { dropDatabase, onServer } from './databases.ts';

const prepare = async (server: string, dataDir: string): Promise<string> => {
  const name = `template_${process.pid}_${Date.now()}`;
  const url = onServer(server, name);
  const admin = new pg.Client(server);
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  await migrate(url);
  const database = openDatabase(url, { max: 4 });
  const config = { demo: true, dataDir, s3Url: null, adminPassword: null, mail: null };
  const app = await createApp({ config, database, databaseUrl: url, logger: false, web: null });
  await app.close();
  await database.close();
  return name;
};

/** Vitest's global set-up of the project `server`; workers read the two variables. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'hengneng-tests-'));
  // The database runs as an unprivileged user where the tests run as root: it has to reach its folder.
  await chmod(folder, 0o755);
  const given = process.env.TEST_DATABASE_URL;
  const embedded = given === undefined ? await startEmbedded({ folder }) : null;
  const server = given ?? embedded?.url ?? '';
  const template = await prepare(server, folder);
  process.env.TEST_DATABASE_URL = server;
  process.env.TEST_TEMPLATE = template;
  return async () => {
    await dropDatabase(server, template);
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
