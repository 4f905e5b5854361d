/** The product with its own database, which is killed in the middle of writes: it comes back, and nothing that was acknowledged is lost or doubled. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client, type Reply } from './testing/client.ts';
import { scratchFolder } from './testing/scratch.ts';

const DRAFT = '/bpmapi/ConstructionNotice/Draft';

let folder: string;
let child: ChildProcess;
let client: Client;

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
const ready = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );

const up = async (): Promise<void> => {
  for (let tries = 0; !(await ready(client.url)); tries++) {
    if (tries > 900 || child.exitCode !== null) throw new Error('the server does not answer');
    await new Promise((done) => setTimeout(done, 100));
  }
};

beforeAll(async () => {
  folder = await scratchFolder('kill');
  await chmod(folder, 0o755);
  const port = await freePort();
  const { DATABASE_URL: _, ...env } = process.env;
  child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, DEMO: '1', LOG_LEVEL: 'fatal' },
    stdio: 'ignore',
  });
  client = new Client(`http://127.0.0.1:${port}`);
  await up();
}, 120_000);
afterAll(async () => {
  if (child.exitCode === null) {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

it('keeps what it acknowledged when the database is killed three times', async () => {
  const session = await client.signIn('operator');
  const acknowledged = new Map<string, unknown>();
  const unsure: string[] = [];
  const one = (key: string): Promise<Reply | null> =>
    client.post(DRAFT, { workType: '加药' }, session, { 'Idempotency-Key': key }).catch(() => null);

  for (let round = 1; round <= 3; round++) {
    const pid = Number((await readFile(join(folder, 'pg', 'postmaster.pid'), 'utf8')).split('\n')[0]);
    let broken = false;
    const write = async (): Promise<void> => {
      while (!broken) {
        const key = randomUUID();
        const answer = await one(key);
        if (answer?.status === 1) acknowledged.set(key, answer.data.BusinessId);
        else {
          broken = true;
          unsure.push(key);
        }
        if (acknowledged.size >= 25 * round && !broken) {
          broken = true;
          process.kill(pid, 'SIGKILL');
        }
      }
    };
    await Promise.all(Array.from({ length: 6 }, write));
    await up();
  }

  expect(acknowledged.size).toBeGreaterThanOrEqual(75);
  // Sent again, each answers the record that it made then; those without an answer are made now, or were.
  for (const [key, id] of acknowledged) expect((await one(key))?.data.BusinessId).toBe(id);
  for (const key of unsure) expect((await one(key))?.status).toBe(1);
  expect(new Set(acknowledged.values()).size).toBe(acknowledged.size);
});
