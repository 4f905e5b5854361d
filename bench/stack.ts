/** The real server on its own port and data folder, built and started as the product is. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { startEmbedded } from '../apps/server/src/platform/postgres/embedded.ts';

export interface Stack {
  readonly port: number;
  readonly server: ChildProcess;
  readonly dataDir: string;
  /** Milliseconds from the start of the process until it was ready; on an empty folder with the making of the demo company. */
  readonly startMs: number;
  /** Stops it; its folder stays. */
  end(): Promise<void>;
  /** Stops it and takes its folder away; with `BENCH_KEEP=1` it stays, to ask its database how it does what took long. */
  stop(): Promise<void>;
  /** Stops it and starts it again on the same folder. */
  restart(): Promise<Stack>;
}

const ROOT = join(import.meta.dirname, '..');
const START_LIMIT_MS = 180_000;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The embedded database alone, as the product starts it: on an empty folder, and once more. @returns milliseconds of each until it was ready */
export async function databaseStarts(): Promise<readonly number[]> {
  const folder = emptyFolder();
  const took: number[] = [];
  try {
    for (let start = 0; start < 2; start++) {
      const began = performance.now();
      const database = await startEmbedded({ folder, template: join(ROOT, '.cache/template') });
      took.push(performance.now() - began);
      await database.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return took;
}

const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hengneng-bench-'));
  // the database runs as an unprivileged user where this runs as root
  chmodSync(folder, 0o755);
  return folder;
};

export async function startStack(dataDir: string = emptyFolder()): Promise<Stack> {
  const port = await freePort();
  const began = performance.now();
  const server = spawn(process.execPath, [join(ROOT, 'apps/server/dist/main.js')], {
    cwd: ROOT,
    env: {
      // As `npm start` has it: what Node made of the code is kept for the next start.
      NODE_COMPILE_CACHE: join(ROOT, '.cache/node'),
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: '1',
      DATABASE_URL: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  const keep = (chunk: Buffer): void => {
    log = (log + chunk.toString()).slice(-5_000);
  };
  server.stdout?.on('data', keep);
  server.stderr?.on('data', keep);
  const end = async (): Promise<void> => {
    if (server.exitCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      const force = setTimeout(() => server.kill('SIGKILL'), 20_000);
      await ended;
      clearTimeout(force);
    }
  };
  const stop = async (): Promise<void> => {
    await end();
    if (process.env.BENCH_KEEP === '1') process.stdout.write(`数据保留在 ${dataDir}\n`);
    else rmSync(dataDir, { recursive: true, force: true });
  };
  while (performance.now() - began < START_LIMIT_MS && server.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok) {
      const startMs = performance.now() - began;
      const restart = (): Promise<Stack> => end().then(() => startStack(dataDir));
      return { port, server, dataDir, startMs, end, stop, restart };
    }
    await sleep(100);
  }
  await stop();
  throw new Error(`the server was not ready:\n${log}`);
}

/** The embedded database: its process and how to reach it, from the files that it keeps in its folder. */
export function databaseOf(dataDir: string): { readonly pid: number; readonly url: string } {
  const find = (folder: string, depth: number): string | null => {
    if (existsSync(join(folder, 'postmaster.pid'))) return folder;
    if (depth === 0) return null;
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const found = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? find(path, depth - 1) : null;
      if (found !== null) return found;
    }
    return null;
  };
  const folder = find(dataDir, 3);
  if (folder === null) throw new Error(`no database below ${dataDir}`);
  const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(join(folder, '..', 'password'), 'utf8').trim();
  return {
    pid: Number(lines[0]),
    url: `postgres://hengneng:${encodeURIComponent(password)}@127.0.0.1:${lines[3] ?? ''}/hengneng`,
  };
}

/** Held by the process that files the demo company's records (`modules/demo/records.ts`). */
const FILING_LOCK = 735_003;

/**
 * Waits until the demo company has all its records and readings: they come in after the start, and what grows by itself is nothing to measure or to
 * test on.
 */
export async function wholeCompany(db: Client): Promise<void> {
  const query = `select exists (select from user_setting where key = 'demo.records') and not exists (select from recalc_queue)
    and coalesce((select jsonb_array_length(value) from user_setting where key = 'demo.readings'), 0)
      = (select count(*) from project where is_demo) as whole`;
  while ((await db.query<{ whole: boolean }>(query)).rows[0]?.whole !== true) await sleep(300);
  await db.query('select pg_advisory_lock($1), pg_advisory_unlock($1)', [FILING_LOCK]);
}
