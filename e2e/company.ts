/**
 * The demo company, whole, for tests to begin with: filing its records and reading its meters takes a server over a minute, copying what came of it
 * a second. Kept for the build that made it and the day on which it was made, since it speaks of today. Run by itself it only makes it.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { isGone, scratchFolder } from '../apps/server/src/testing/scratch.ts';
import { databaseOf, startStack, wholeCompany } from '../bench/stack.ts';

const CACHE = join(import.meta.dirname, '../.cache');
const MAKING = join(CACHE, 'company-making');

/** Files, their owners and times: the database runs as an unprivileged user where the tests run as root. */
function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`could not copy the demo company: ${stderr}`);
}

/** A folder below `parent` that the database's user may pass through. */
function openTo(parent: string): string {
  chmodSync(parent, 0o755);
  return join(parent, 'data');
}

async function make(kept: string): Promise<void> {
  const folder = await scratchFolder('company');
  try {
    const data = openTo(folder);
    const stack = await startStack(data);
    try {
      const db = new Client({ connectionString: databaseOf(data).url });
      await db.connect();
      await wholeCompany(db);
      // What flows are told may not depend on the hour in which they run.
      await db.query('update message_setting set quiet_from = 0, quiet_to = 0');
      await db.end();
    } finally {
      await stack.end();
    }
    for (const name of readdirSync(CACHE))
      if (name.startsWith('company-') && join(CACHE, name) !== MAKING)
        rmSync(join(CACHE, name), { recursive: true, force: true });
    copy(data, `${MAKING}/data`);
    renameSync(`${MAKING}/data`, kept);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether who was making it was killed. Not while its name is being written, nor where it has just been done. */
function isLeft(): boolean {
  try {
    const holder = Number(readFileSync(join(MAKING, 'pid'), 'utf8'));
    return holder > 0 && isGone(holder);
  } catch {
    return false;
  }
}

/** One of the runs that begin together makes it, the others wait. @returns the folder to copy */
async function made(): Promise<string> {
  const build = readFileSync(join(CACHE, 'server-build'), 'utf8').slice(0, 16);
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });
  const kept = join(CACHE, `company-${build}-${today}`);
  while (!existsSync(kept)) {
    try {
      mkdirSync(MAKING);
    } catch {
      if (isLeft()) rmSync(MAKING, { recursive: true, force: true });
      await sleep(500);
      continue;
    }
    writeFileSync(join(MAKING, 'pid'), String(process.pid));
    try {
      await make(kept);
    } finally {
      rmSync(MAKING, { recursive: true, force: true });
    }
  }
  return kept;
}

/** A copy of the whole demo company's data folder, for this process alone. */
export async function demoCompany(): Promise<string> {
  const kept = await made();
  const data = openTo(await scratchFolder('e2e'));
  copy(kept, data);
  return data;
}

if (import.meta.main) await made();
