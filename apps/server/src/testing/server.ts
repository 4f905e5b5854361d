/** A real server for a test file: its own copy of the demo company, its own port, everything over HTTP. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../app.ts';
import type { Service } from '../platform/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import type { Db } from '../platform/db/schema.ts';
import type { MailSettings } from '../platform/mail/mail.ts';
import { Client } from './client.ts';
import { copyDatabase } from './databases.ts';

export interface TestServer extends Pick<App, 'registry' | 'engine' | 'jobs'> {
  readonly client: Client;
  readonly db: Db;
  readonly databaseUrl: string;
  close(): Promise<void>;
}

/** Starts one; with `databaseUrl` it shares the database of another. */
export async function startTestServer(
  options: { readonly databaseUrl?: string; readonly services?: readonly Service[]; readonly mail?: MailSettings } = {},
): Promise<TestServer> {
  const copy = options.databaseUrl === undefined ? await copyDatabase() : null;
  const databaseUrl = copy?.url ?? options.databaseUrl ?? '';
  const database = openDatabase(databaseUrl, { max: 8 });
  const dataDir = await mkdtemp(join(tmpdir(), 'hengneng-files-'));
  const config = { demo: true, dataDir, s3Url: null, adminPassword: null, mail: options.mail ?? null };
  const services = options.services && { services: new Set(options.services) };
  const app = await createApp({ config, database, databaseUrl, logger: false, web: null, ...services });
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' });
  return {
    client: new Client(url),
    registry: app.registry,
    engine: app.engine,
    jobs: app.jobs,
    db: database.db,
    databaseUrl,
    async close() {
      await app.close();
      await database.close();
      await copy?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
