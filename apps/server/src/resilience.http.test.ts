/** Several processes on one database behave as one, and any of them may be killed: nothing that was acknowledged is lost. */
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post, startJobs } from './platform/jobs/jobs.ts';
import type { Client } from './testing/client.ts';
import { scratchFolder } from './testing/scratch.ts';
import { startSecond } from './testing/second.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const DRAFT = '/bpmapi/ConstructionNotice/Draft';

let survivor: TestServer;
let folder: string;
let child: ChildProcess | undefined;
beforeAll(async () => {
  survivor = await startTestServer();
  folder = await scratchFolder('second');
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await survivor.close();
  await rm(folder, { recursive: true, force: true });
});

const second = async (): Promise<Client> => {
  const started = await startSecond(survivor.databaseUrl, folder, (one) => {
    child = one;
  });
  return started.http;
};

describe('two processes on one database', () => {
  it('share sessions; what a killed one acknowledged is there, once, and the other goes on', async () => {
    const client = await second();
    const session = await client.signIn('operator');
    expect((await survivor.client.get('/webapi/UserInfo/UserInfo', {}, session)).status).toBe(1);

    const acknowledged = new Map<string, unknown>();
    const sent: string[] = [];
    const write = async (): Promise<void> => {
      for (;;) {
        const key = randomUUID();
        sent.push(key);
        const answer = await client.post(DRAFT, { workType: '加药' }, session, { 'Idempotency-Key': key });
        acknowledged.set(key, answer.data.BusinessId);
        if (acknowledged.size === 40) child?.kill('SIGKILL');
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: 6 }, write));
    expect(ends.every((end) => end.status === 'rejected')).toBe(true);

    for (const [key, id] of acknowledged) {
      const answer = await survivor.client.post(DRAFT, { workType: '加药' }, session, { 'Idempotency-Key': key });
      expect(answer.data.BusinessId).toBe(id);
    }
    // Those without an answer are tried again at the other process: done now, or found done.
    for (const key of sent.filter((one) => !acknowledged.has(one))) {
      const answer = await survivor.client.post(DRAFT, { workType: '加药' }, session, { 'Idempotency-Key': key });
      expect(answer.status).toBe(1);
    }
    const { rows } = await sql<{ made: number; keys: number }>`select
      (select count(*)::int from f_construction_notice where applicant = ${session.userId} and status = 'draft' and work_type = '加药') as made,
      (select count(*)::int from idempotency where actor = ${session.userId} and response is not null) as keys`.execute(
      survivor.db,
    );
    expect(rows[0]?.keys).toBe(sent.length);
    expect(rows[0]?.made).toBeGreaterThanOrEqual(sent.length);
  });

  it('share the jobs: every message is handled by one of them', async () => {
    const handled: unknown[] = [];
    const faults: unknown[] = [];
    const job = {
      name: 'test-shared',
      cron: null,
      run: async (payload: unknown) => void handled.push((payload as { n: number }).n),
    };
    const start = () =>
      startJobs({
        url: survivor.databaseUrl,
        db: survivor.db,
        jobs: [job],
        lookEvery: 0.5,
        onError: (error) => faults.push(error),
      });
    const one = await start();
    const two = await start();
    try {
      for (let n = 0; n < 20; n++) await post(survivor.db, 'test-shared', { n });
      await expect.poll(() => handled.length, { timeout: 50_000, interval: 50 }).toBe(20);
      expect([...handled].sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 20 }, (_, n) => n));
      expect(faults).toEqual([]);
    } finally {
      await one.stop();
      await two.stop();
    }
  });

  it('start although the database goes away while they do', async () => {
    // The way to the database: the first two connections are cut, the third in the middle of its work.
    const target = Number(new URL(survivor.databaseUrl).port);
    let connections = 0;
    const way = createServer((near) => {
      connections += 1;
      if (connections <= 2) return near.destroy();
      const far = connect(target, '127.0.0.1');
      far.pipe(near).pipe(far);
      for (const end of [near, far]) end.on('error', () => [near, far].map((one) => one.destroy()));
      if (connections === 3) setTimeout(() => [near, far].map((one) => one.destroy()), 20);
    });
    await new Promise<void>((done) => way.listen(0, '127.0.0.1', done));
    const address = way.address();
    const url = new URL(survivor.databaseUrl);
    url.port = String(typeof address === 'object' && address ? address.port : 0);
    url.search = '';
    const faults: unknown[] = [];
    const handled: unknown[] = [];
    const jobs = await startJobs({
      url: url.href,
      db: survivor.db,
      lookEvery: 0.5,
      jobs: [{ name: 'test-started-late', cron: null, run: async (payload) => void handled.push(payload) }],
      onError: (error) => faults.push(error),
    });
    try {
      expect(faults.length).toBeGreaterThan(0);
      await post(survivor.db, 'test-started-late', { n: 1 });
      await expect.poll(() => handled, { timeout: 50_000, interval: 50 }).toEqual([{ n: 1 }]);
    } finally {
      await jobs.stop();
      way.close();
    }
  });
});
