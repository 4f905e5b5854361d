/**
 * Starts the built product once for all flows: its own database with the demo company, its own port.
 * `E2E_BASE_URL` uses a server that runs already.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { databaseOf } from '../bench/stack.ts';
import { scratchFolder, sweepScratch } from '../apps/server/src/testing/scratch.ts';

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string;
    /** The product's own database, for what no call can bring about; empty with a server that runs already. */
    databaseUrl: string;
  }
}

const ROOT = join(import.meta.dirname, '..');
const START_LIMIT_MS = 120_000;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });

const ready = async (url: string, child: ChildProcess, log: () => string): Promise<void> => {
  const until = Date.now() + START_LIMIT_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${log()}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The server was not ready in time:\n${log()}`);
};

/** Held by the process that files the demo company's records (`modules/demo/records.ts`). */
const FILING_LOCK = 735_003;

/** Waits until the demo company has filed its records: lists and to-dos that grow by themselves are no ground to test on. */
const filed = async (dataDir: string): Promise<void> => {
  const db = new Client({ connectionString: databaseOf(dataDir).url });
  await db.connect();
  try {
    const begun = "select from user_setting where key = 'demo.records'";
    while ((await db.query(begun)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 200));
    await db.query('select pg_advisory_lock($1), pg_advisory_unlock($1)', [FILING_LOCK]);
  } finally {
    await db.end();
  }
};

const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const given = process.env.E2E_BASE_URL;
  if (given) {
    project.provide('baseUrl', given);
    project.provide('databaseUrl', '');
    return async () => undefined;
  }
  const port = await freePort();
  sweepScratch();
  const dataDir = await scratchFolder('e2e');
  // The database runs as an unprivileged user where the tests run as root: it has to reach its folder.
  chmodSync(dataDir, 0o755);
  const child = spawn(process.execPath, [join(ROOT, 'apps/server/dist/main.js')], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO: '1', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  const keep = (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-20_000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await ended;
      clearTimeout(force);
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await ready(url, child, () => log);
    await filed(dataDir);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('baseUrl', url);
  project.provide('databaseUrl', databaseOf(dataDir).url);
  return stop;
};

export default setup;
