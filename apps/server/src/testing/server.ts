/** A real server for a test file: its own copy of the demo company, its own port, everything over HTTP. */
import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { type App, createApp } from '../app.ts';
import { EFFECT_REGISTRY } from '../effects/registry.ts';
import { seedRecords } from '../modules/demo/index.ts';
import { openSession } from '../platform/auth/sessions.ts';
import type { Clock } from '../platform/clock.ts';
import type { NoticeSettings, PaySettings, Service } from '../platform/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import type { Db } from '../platform/db/schema.ts';
import type { MailSettings } from '../platform/mail/mail.ts';
import { Client, type OpenSession } from './client.ts';
import { companyDatabase, copyDatabase } from './databases.ts';
import { triedBeforehand } from './reversible.ts';
import { scratchFolder } from './scratch.ts';

export interface TestServer extends Pick<App, 'registry' | 'engine' | 'jobs'> {
  readonly client: Client;
  readonly db: Db;
  readonly databaseUrl: string;
  close(): Promise<void>;
}

const openedIn =
  (db: Db): OpenSession =>
  async (account) => {
    const { rows } = await sql<{
      id: string;
    }>`select id from app_user where account = ${account} and state = 'active'`.execute(db);
    const userId = rows[0]?.id;
    if (userId === undefined) throw new Error(`${account}: nobody who may sign in is called so`);
    const token = await openSession(db, { userId, kind: 'full', device: '', browser: '', ip: '127.0.0.1' });
    return { userId, token };
  };

/** Of a film in the library; small, so that a test reaches it. */
export const UPLOAD_LIMIT = 200 * 1024 * 1024;

interface TestServerOptions {
  /** Shares the database of another server. */
  readonly databaseUrl?: string;
  readonly services?: readonly Service[];
  readonly mail?: MailSettings;
  /** Absent: the demo's simulator. */
  readonly pay?: PaySettings;
  /** Where the server takes the time from. */
  readonly clock?: Clock;
  /** False where hundreds of records are filed: applying each effect twice over takes minutes, and the files of their areas do it. */
  readonly tried?: boolean;
  /** What is other than usual of how announcements leave. */
  readonly notices?: Partial<NoticeSettings>;
}

/** Starts one; with `databaseUrl` it shares the database of another. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const copy = options.databaseUrl === undefined ? await copyDatabase() : null;
  const databaseUrl = copy?.url ?? options.databaseUrl ?? '';
  const database = openDatabase(databaseUrl, { max: 8 });
  const dataDir = await scratchFolder('files');
  const config = {
    demo: true,
    dataDir,
    s3Url: null,
    uploadLimitBytes: UPLOAD_LIMIT,
    adminPassword: null,
    icpNumber: null,
    mail: options.mail ?? null,
    pay: options.pay ?? null,
    notices: { smsUrl: null, smsKey: null, smsPrice: 5, publicUrl: 'https://hengneng.test', ...options.notices },
  };
  const services = options.services && { services: new Set(options.services) };
  const kept: string[] = [];
  const effects =
    options.tried === false ? EFFECT_REGISTRY : triedBeforehand(EFFECT_REGISTRY, (problem) => kept.push(problem));
  const clock = options.clock && { clock: options.clock };
  const app = await createApp({
    effects,
    config,
    database,
    databaseUrl,
    logger: false,
    web: null,
    ...services,
    ...clock,
  });
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' });
  return {
    client: new Client(url, openedIn(database.db)),
    registry: app.registry,
    engine: app.engine,
    jobs: app.jobs,
    db: database.db,
    databaseUrl,
    async close() {
      // A connection that a test left hanging is not waited for: nobody is there to say anything on it.
      app.http.server.closeAllConnections();
      await app.close();
      await database.close();
      await copy?.drop();
      await rm(dataDir, { recursive: true, force: true });
      if (kept.length > 0) throw new Error(`A cancel would leave something:\n${kept.join('\n')}`);
    },
  };
}

/** How the demo company's records were filed. */
export interface Filing {
  /** Records filed before the first run was stopped. */
  readonly cut: number;
  /** Records filed by each of two runs that began at the same time after that. */
  readonly rest: readonly number[];
  /** Records filed by one more run. */
  readonly more: number;
  /** What could not be filed, and why. */
  readonly failed: readonly string[];
}

/** Months of bills and counters: of a year each is like the others, and they take longer than all else. */
export const FILED_MONTHS = 3;

/** As it may come about: stopped on the way, gone on with by two at once, and begun once more when all is there. */
const fileRecords = async (databaseUrl: string): Promise<Filing> => {
  const filing = await startTestServer({ databaseUrl, tried: false });
  const failed: string[] = [];
  const now = new Date();
  const onError = (error: unknown, record: string): void => void failed.push(`${record}: ${String(error)}`);
  const file = (signal?: Pick<AbortSignal, 'aborted'>): Promise<number> =>
    seedRecords(filing.db, filing.registry, now, { onError, months: FILED_MONTHS, ...(signal && { signal }) });
  let looks = 0;
  const stop = {
    get aborted() {
      looks += 1;
      return looks > 40;
    },
  };
  const cut = await file(stop);
  const rest = await Promise.all([file(), file()]);
  const more = await file();
  await filing.close();
  return { cut, rest, more, failed };
};

/** Starts one on the demo company with all its records. @throws where one of them can't be filed */
export const startWithRecords = async (
  options: Omit<TestServerOptions, 'databaseUrl'> = {},
): Promise<TestServer & { readonly filing: Filing }> => {
  const database = await companyDatabase(fileRecords);
  const { failed } = database.told;
  if (failed.length > 0) throw new Error(`The demo company cannot be filed:\n${failed.join('\n')}`);
  const server = await startTestServer({ ...options, databaseUrl: database.url });
  return {
    ...server,
    filing: database.told,
    close: async () => {
      await server.close();
      await database.drop();
    },
  };
};
