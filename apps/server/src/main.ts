/** Starts the product: settings, database, migrations, application, background work; stops it without losing anything. */
import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
import { resolve } from 'node:path';
import type { App } from './app.ts';
import { systemClock } from './platform/clock.ts';
import { loadConfig } from './platform/config.ts';
import { migrate } from './platform/db/migrate.ts';
import type { Devices } from './modules/energy/index.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import { type EmbeddedPostgres, startEmbedded } from './platform/postgres/embedded.ts';
import { release } from './platform/release.ts';
import { startProblem } from './platform/start-problem.ts';

/** Ports of the specification's services; with PORTS_COMPAT each answers everything. */
const COMPAT_PORTS = [90, 8070, 8086, 8087, 8088, 8089, 8090, 8091];
const WEB = resolve(import.meta.dirname, '../../web/dist');
/** Made by `npm run setup`; the same from source and from the build. */
const TEMPLATE = resolve(import.meta.dirname, '../../../.cache/template');

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

if (Number(process.versions.node.split('.')[0]) < 24)
  fail(`需要 Node.js 24 或更高版本（当前 ${process.version}）；请用 npm start 启动，它自带所需版本`);

/** What takes long to load. */
async function load() {
  const [app, database, demo, energy, jobs, log, patient] = await Promise.all([
    import('./app.ts'),
    import('./platform/db/database.ts'),
    import('./modules/demo/index.ts'),
    import('./modules/energy/index.ts'),
    import('./platform/jobs/jobs.ts'),
    import('./platform/log.ts'),
    import('./platform/db/patient.ts'),
  ]);
  return {
    createApp: app.createApp,
    openDatabase: database.openDatabase,
    patientOf: patient.patientOf,
    seedRecords: demo.seedRecords,
    seedReadings: energy.seedReadings,
    startDevices: energy.startDevices,
    knowMeters: energy.knowMeters,
    startJobs: jobs.startJobs,
    openLog: log.openLog,
  };
}

/** What a start that fails has to stop again. */
let embedded: EmbeddedPostgres | null = null;

async function start(): Promise<void> {
  const config = loadConfig(process.env);
  // Asked before anything else starts: a second start beside a running one must not touch what that one uses.
  if (await taken(config.port, config.host))
    fail(`端口 ${config.port} 已被占用：请先停止占用它的程序，或用 PORT=其他端口 npm start`);
  let stopping = false;
  const { promise: beginning, resolve: begun } = Promise.withResolvers<void>();
  const connect = async (): Promise<string> => {
    if (config.databaseUrl !== null) return config.databaseUrl;
    embedded = await startEmbedded({
      meanwhile: begun,
      folder: config.dataDir,
      template: TEMPLATE,
      onExit: (code) => {
        // Without its database the process can do nothing; whoever runs it starts it again, and with it the database.
        if (!stopping) fail(`内置数据库意外停止（${code ?? '被终止'}）`);
      },
    });
    return embedded.url;
  };
  // The database comes up while the application is being loaded. It is sent on its way before: loading lets nothing else happen in this process.
  const ready = connect()
    .finally(begun)
    .then(async (url) => {
      await migrate(url);
      return url;
    });
  const [url, parts] = await Promise.all([ready, beginning.then(load)]);
  const {
    createApp,
    knowMeters,
    openDatabase,
    openLog,
    patientOf,
    seedReadings,
    seedRecords,
    startDevices,
    startJobs,
  } = parts;
  const logger = openLog(config.logLevel);
  const database = openDatabase(url, { onSlow: (text, ms) => logger.warn({ text, ms }, 'slow query') });
  const app = await createApp({
    config,
    database,
    databaseUrl: url,
    logger,
    services: config.services,
    web: config.services.has('web') ? WEB : null,
  });
  let jobs: Jobs | null = null;
  let devices: Devices | null = null;
  const leaving = new AbortController();
  const behind: Promise<unknown>[] = [];

  const stop = async (code: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    // Should anything hang, what was acknowledged is safe in the database anyway.
    setTimeout(() => process.exit(code), 15_000).unref();
    await devices?.stop();
    await app.close();
    leaving.abort();
    await Promise.all(behind);
    await jobs?.stop();
    await database.close();
    await embedded?.stop();
    process.exit(code);
  };
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));
  // A promise that some request forgot is a fault to be mended, no reason to stop serving everybody else.
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'a failure that nobody waited for'));

  try {
    // Before anybody checks out another version beside it.
    void release();
    await app.http.listen({ port: config.port, host: config.host });
    if (config.portsCompat)
      for (const port of COMPAT_PORTS)
        if (port !== config.port) await listenAlso(app, port, config.host, (message) => logger.warn(message));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      process.stderr.write(`端口 ${config.port} 已被占用：请先停止占用它的程序，或用 PORT=其他端口 npm start\n`);
      await stop(1);
    }
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`不能在 ${config.host} 的端口 ${config.port} 上提供服务，请检查 HOST 和 PORT（${why}）`, {
      cause: error,
    });
  }
  if (config.services.has('mqtt'))
    devices = await startDevices({
      db: database.db,
      clock: systemClock,
      url: config.mqttUrl,
      port: config.mqttPort,
      host: config.host,
      onError: (error, where) => logger.error({ err: error }, where),
    }).catch((error: unknown) => {
      // Another broker on this machine is no reason to serve no pages.
      logger.warn({ err: error }, `MQTT 端口 ${config.mqttPort} 不可用，设备请改用 HTTP，或用 MQTT_PORT 换一个端口`);
      return null;
    });
  if (config.services.has('jobs'))
    jobs = await startJobs({
      url,
      db: database.db,
      jobs: app.jobs,
      onError: (error) => logger.error({ err: error }, 'job'),
      onGivenUp: app.onGivenUp,
    });
  // Not waited for: people may sign in while the demo company fills in its readings and files its records.
  if (config.demo && config.services.has('jobs'))
    behind.push(
      seedReadings(patientOf(database.db), new Date(), leaving.signal)
        .catch((error: unknown) => logger.warn({ err: error }, 'demo readings'))
        .then(() =>
          seedRecords(database.db, app.registry, new Date(), {
            onError: (error, record) => logger.warn({ err: error, record }, 'demo record'),
            signal: leaving.signal,
          }),
        )
        .catch((error: unknown) => logger.warn({ err: error }, 'demo records')),
    );
  // Only where gateways send to: batches over HTTP, or MQTT.
  if (config.services.has('emc') || config.services.has('mqtt'))
    behind.push(
      knowMeters(database.db, leaving.signal).catch((error: unknown) =>
        logger.warn({ err: error }, 'meters of the gateways'),
      ),
    );
  // For the next start: written now, because a process that is killed writes nothing.
  flushCompileCache();
  const shown = config.host === '0.0.0.0' ? 'localhost' : config.host;
  process.stdout.write(
    `衡能已启动：http://${shown}:${config.port}${config.demo ? '（演示数据，首次启动后几分钟内填齐）' : ''}\n`,
  );
}

const taken = (port: number, host: string): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => done(error.code === 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => done(false)));
  });

/** Another port for the same application. */
async function listenAlso(app: App, port: number, host: string, warn: (message: string) => void): Promise<void> {
  const server = createServer((request, response) => app.http.routing(request, response));
  await new Promise<void>((done) => {
    server.on('error', () => {
      warn(`端口 ${port} 不可用，已跳过`);
      done();
    });
    server.listen(port, host, done);
  });
  app.http.addHook('onClose', async () => void server.close());
}

start().catch(async (error: unknown) => {
  await embedded?.stop().catch(() => undefined);
  fail(startProblem(error, Boolean(process.env.DATABASE_URL)));
});
