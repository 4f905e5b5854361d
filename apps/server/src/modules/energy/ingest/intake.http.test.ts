/** Batches that come at the same time: they share a transaction, and each gateway is told what came of its own. */
import { instantText } from '@hengneng/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runWrite } from '../../../platform/http/write.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { fileArrivals } from './arrivals.ts';
import { type Gateway, gatewayNamed } from './gateways.ts';
import { samplesOf } from './index.ts';
import { Intake, type Write } from './intake.ts';
import { makeGateway, makeMeters } from './testing/meters.ts';

const PROJECT = 'EMC01001';
const GATEWAYS = 8;
const FIVE = 300_000;
const now = Math.floor(Date.now() / FIVE) * FIVE;

let server: TestServer;
let meters: ReadonlyMap<string, string>;
let gateways: readonly Gateway[];
beforeAll(async () => {
  server = await startTestServer();
  meters = await makeMeters(server.db, PROJECT, GATEWAYS);
  const made: Gateway[] = [];
  for (let n = 1; n <= GATEWAYS; n += 1) {
    await makeGateway(server, `GW-many-${n}`, PROJECT);
    const gateway = await gatewayNamed(server.db, `GW-many-${n}`);
    if (gateway !== null) made.push(gateway);
  }
  gateways = made;
});
afterAll(() => server.close());

const sample = (point: string, at: number, value: string) => ({ point, register: 'total', at: instantText(at), value });

/** Each gateway sends some samples of its own meter, all at once. */
async function sendAll(batchOf: (point: string, n: number) => readonly ReturnType<typeof sample>[]) {
  const intake = new Intake();
  let transactions = 0;
  const write: Write = (work) => {
    transactions += 1;
    return runWrite(server.db, undefined, work);
  };
  const results = await Promise.all(
    gateways.map((gateway, index) =>
      intake.take(write, {
        gateway,
        batch: { samples: [...batchOf(`T-${index + 1}`, index + 1)] },
        now: new Date(now),
      }),
    ),
  );
  return { results, transactions };
}

const counted = async () => {
  const { rows } = await sql<{
    batches: number;
    accepted: string;
    duplicates: string;
    refused: string;
    conflicts: string;
  }>`
    select c.batches, c.accepted, c.duplicates, c.refused, c.conflicts from gateway_count c
    join gateway g on g.id = c.gateway_id where g.code like 'GW-many-%' order by g.code`.execute(server.db);
  return rows;
};

const stored = async () => {
  const all: (readonly (readonly [number, string])[])[] = [];
  for (let n = 1; n <= GATEWAYS; n += 1) {
    const readings = await samplesOf(server.db, meters.get(`T-${n}`) ?? '', 'total', 0, Number.MAX_SAFE_INTEGER);
    all.push(readings.map(({ at, value }) => [at, value]));
  }
  return all;
};
const waiting = async (): Promise<number> =>
  Number((await sql<{ n: string }>`select count(*) as n from reading_arrival`.execute(server.db)).rows[0]?.n);
/** Two begin at once, each by itself; whatever came meanwhile goes together. */
const TRANSACTIONS = 3;
const ALONE = 2;

it('share transactions: each gateway is told what is wrong with its own, and what passed is filed', async () => {
  const { results, transactions } = await sendAll((point, n) => [
    sample(point, now - FIVE, String(n)),
    ...(n % 2 === 0 ? [sample('T-99', now, '1')] : []),
    sample(point, now, String(n + 1)),
    ...(n === 7 ? [sample(point, now, '99')] : []),
  ]);
  expect(transactions).toBe(TRANSACTIONS);
  for (const [index, result] of results.entries()) {
    const n = index + 1;
    // That one contradicts itself is seen when it is filed.
    expect(result).toMatchObject({
      accepted: n === 7 ? 3 : 2,
      duplicates: 0,
      refused: n % 2 === 0 ? 1 : 0,
      conflicts: 0,
      lastAt: now,
    });
    const problems = n % 2 === 0 ? [[1, 'unknownMeter']] : [];
    expect(result.problems.map((problem) => [problem.index, problem.code])).toEqual(problems);
  }
  expect(await waiting()).toBe(GATEWAYS - ALONE);
  await fileArrivals(server.db, new Date(now));
  expect(await waiting()).toBe(0);
  expect(await stored()).toEqual(
    gateways.map((_, index) => [
      [now - FIVE, String(index + 1)],
      [now, String(index + 2)],
    ]),
  );
  expect(
    (await counted()).map(({ batches, accepted, conflicts, refused }) => [batches, accepted, conflicts, refused]),
  ).toEqual(gateways.map((_, index) => [1, '2', index === 6 ? '1' : '0', index % 2 === 1 ? '1' : '0']));
});

it('sent again change nothing, and are counted as what they are once they are filed', async () => {
  const before = await stored();
  const again = await sendAll((point, n) => [sample(point, now - FIVE, String(n)), sample(point, now, '77')]);
  expect(again.transactions).toBe(TRANSACTIONS);
  for (const [index, result] of again.results.entries())
    expect(result).toMatchObject(
      index < ALONE
        ? { accepted: 0, duplicates: 1, conflicts: 1, problems: [{ index: 1 }] }
        : { accepted: 2, duplicates: 0, conflicts: 0, problems: [] },
    );
  await fileArrivals(server.db, new Date(now));
  expect(await stored()).toEqual(before);
  // Of those that are filed together some are new: which ones is found by filing each by itself.
  await sendAll((point, n) => [
    sample(point, now - FIVE, String(n)),
    ...(n > 4 ? [sample(point, now - 2 * FIVE, '0.5')] : []),
  ]);
  await fileArrivals(server.db, new Date(now));
  expect(await stored()).toEqual(
    before.map((readings, index) => (index >= 4 ? [[now - 2 * FIVE, '0.5'], ...readings] : readings)),
  );
  expect(
    (await counted()).map(({ batches, accepted, duplicates, conflicts }) => [batches, accepted, duplicates, conflicts]),
  ).toEqual(gateways.map((_, index) => [3, index >= 4 ? '3' : '2', '2', index === 6 ? '2' : '1']));
});

it('of which one cannot be filed are filed but for that one, which stays and is told', async () => {
  await sendAll((point, n) => [sample(point, now - 4 * FIVE, String(n / 10))]);
  await sql`update reading_arrival set samples = replace(samples, '|1|', '|99999|')
    where id = (select min(id) from reading_arrival)`.execute(server.db);
  await expect(fileArrivals(server.db, new Date(now))).rejects.toThrow(/smallint/);
  expect(await waiting()).toBe(1);
  const there = (await stored()).map((readings) => readings.some(([at]) => at === now - 4 * FIVE));
  expect(there.filter((one) => !one)).toHaveLength(1);
  await sql`update reading_arrival set samples = replace(samples, '|99999|', '|1|')`.execute(server.db);
  await fileArrivals(server.db, new Date(now));
  expect((await stored()).every((readings) => readings.some(([at]) => at === now - 4 * FIVE))).toBe(true);
});

it('keep their meters from being taken away, and ask for their days when they are filed', async () => {
  const mine = (await makeMeters(server.db, PROJECT, GATEWAYS, ['total'], 'N')).get(`N-${GATEWAYS}`) ?? '';
  const due = async (): Promise<boolean> =>
    (await sql`select 1 from recalc_queue where meter_id = ${mine}`.execute(server.db)).rows.length > 0;
  const admin = await server.client.signIn('admin');
  const take = async (): Promise<string> =>
    (await server.client.post('/api/ProjectDevice/Delete', { Id: mine }, admin)).message;
  await sendAll((_, n) => [sample(`N-${n}`, now, '0.01')]);
  expect([await due(), await take()]).toEqual([false, '已有业务记录，请改为停用或拆除']);
  await fileArrivals(server.db, new Date(now));
  expect(await due()).toBe(true);
  await sql`delete from reading_hot where meter_id = ${mine}`.execute(server.db);
  expect(await take()).toBe('');
});

it('that cannot be stored keep no other from it, and are told', async () => {
  const intake = new Intake();
  let failures = 0;
  const write: Write = (work) => runWrite(server.db, undefined, work);
  const broken: Write = () => {
    failures += 1;
    return Promise.reject(new Error('away'));
  };
  const sent = await Promise.allSettled(
    gateways.map((gateway, index) =>
      intake.take(index === 2 ? broken : write, {
        gateway,
        batch: { samples: [sample(`T-${index + 1}`, now - 3 * FIVE, '0.1')] },
        now: new Date(now),
      }),
    ),
  );
  // The third leads those that wait: together it fails, then alone.
  expect(failures).toBe(2);
  expect(sent.map(({ status }) => status)).toEqual(
    gateways.map((_, index) => (index === 2 ? 'rejected' : 'fulfilled')),
  );
});
