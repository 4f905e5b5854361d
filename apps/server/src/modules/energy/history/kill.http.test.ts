/** A server that is killed in the middle of an import: nothing of the file is there; sent again, all of it is, once. */
import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { CHINA, instantOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client, Held } from '../../../testing/client.ts';
import { scratchFolder } from '../../../testing/scratch.ts';
import { startSecond } from '../../../testing/second.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

const PROJECT = 'EMC01002';
const METER = 'SB-02';
const ROWS = 60_000;
const FROM = instantOf(`${new Date().getFullYear() - 2}-01-02`, 0, CHINA);
let survivor: TestServer;
let folder: string;
let manager: Held;
const children: ChildProcess[] = [];

beforeAll(async () => {
  survivor = await startTestServer();
  folder = await scratchFolder('import-killed');
  manager = await survivor.client.signIn('projectManager');
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await survivor.close();
  await rm(folder, { recursive: true, force: true });
});

const line = (at: number, value: string): string => {
  const local = new Date(at + 8 * 3_600_000).toISOString();
  return `${local.slice(0, 10)},${local.slice(11, 16)},${METER},${value}`;
};
/** Five-minute readings, a hundredth each. */
const file = new TextEncoder().encode(
  [
    '日期,时刻,表计,读数',
    ...Array.from({ length: ROWS }, (_, n) => line(FROM + n * 300_000, (n / 100).toFixed(2))),
  ].join('\n'),
);
const send = (client: Client, call: string, fields: Record<string, string>) =>
  client.upload(`/emcapi/HistoricalDataReport/${call}`, '历史.csv', file, manager, fields);
const imported = async (): Promise<number> =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from manual_reading where batch_id is not null`.execute(survivor.db))
      .rows[0]?.n,
  );

it('is there as a whole or not at all, and once', async () => {
  const { child, http } = await startSecond(survivor.databaseUrl, folder, (one) => children.push(one), 'web,emc');
  const checked = await send(http, 'ImpFile', { ProjectCode: PROJECT });
  expect(checked.data).toMatchObject({ Total: ROWS, Ok: ROWS, Faulty: 0 });
  const confirm = {
    BatchId: String(checked.data['BatchId']),
    Digest: String(checked.data['Digest']),
    OnConflict: 'skip',
  };
  const lost = send(http, 'ImpFileData', confirm).then(
    () => 'answered',
    () => 'lost',
  );
  // In the middle of writing: the first of several statements is under way.
  await expect
    .poll(
      async () =>
        (
          await sql`select 1 from pg_stat_activity where pid <> pg_backend_pid() and state <> 'idle'
            and query ilike '%insert into manual_reading%'`.execute(survivor.db)
        ).rows.length,
      { timeout: 60_000, interval: 20 },
    )
    .toBeGreaterThan(0);
  child.kill('SIGKILL');
  expect(await lost).toBe('lost');
  // Nothing of a transaction that did not end is seen; the same file goes in again from the process that is left.
  expect(await imported()).toBe(0);
  expect((await send(survivor.client, 'ImpFileData', confirm)).data).toEqual({
    Inserted: ROWS,
    Skipped: 0,
    Versioned: 0,
  });
  expect(await imported()).toBe(ROWS);
  expect((await send(survivor.client, 'ImpFileData', confirm)).data).toEqual({
    Inserted: ROWS,
    Skipped: 0,
    Versioned: 0,
  });
  expect(await imported()).toBe(ROWS);
  const { rows } = await sql<{ instants: number; queued: number }>`select count(distinct at)::int as instants,
      (select count(*)::int from recalc_queue q where q.meter_id = max(r.meter_id)) as queued
    from manual_reading r where batch_id is not null`.execute(survivor.db);
  expect(rows[0]).toEqual({ instants: ROWS, queued: 1 });
}, 180_000);
