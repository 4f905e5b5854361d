/** Batches that come at the same time: they share a transaction, and each gateway is told what came of its own. */
import { instantText } from '@hengneng/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runWrite } from '../../../platform/http/write.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
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

it('share transactions, and what is wrong in one is told to its gateway only', async () => {
  const { results, transactions } = await sendAll((point, n) => [
    sample(point, now - FIVE, String(n)),
    ...(n % 2 === 0 ? [sample('T-99', now, '1')] : []),
    sample(point, now, String(n + 1)),
    ...(n === 7 ? [sample(point, now, '99')] : []),
  ]);
  // Two begin at once; whatever came meanwhile goes together.
  expect(transactions).toBe(3);
  for (const [index, result] of results.entries()) {
    const n = index + 1;
    expect(result).toMatchObject({
      accepted: 2,
      duplicates: 0,
      refused: n % 2 === 0 ? 1 : 0,
      conflicts: n === 7 ? 1 : 0,
      lastAt: now,
    });
    const problems = n % 2 === 0 ? [[1, 'unknownMeter']] : n === 7 ? [[2, 'conflict']] : [];
    expect(result.problems.map((problem) => [problem.index, problem.code])).toEqual(problems);
  }
  for (let n = 1; n <= GATEWAYS; n += 1)
    expect(await samplesOf(server.db, meters.get(`T-${n}`) ?? '', 'total', 0, Number.MAX_SAFE_INTEGER)).toEqual([
      { at: now - FIVE, value: String(n) },
      { at: now, value: String(n + 1) },
    ]);
  expect((await counted()).map(({ batches, accepted, refused }) => [batches, accepted, refused])).toEqual(
    gateways.map((_, index) => [1, '2', index % 2 === 1 ? '1' : '0']),
  );
});

it('sent again are all there; where some are new, each gateway is told how many of its own', async () => {
  const again = await sendAll((point, n) => [sample(point, now - FIVE, String(n)), sample(point, now, '77')]);
  expect(again.transactions).toBe(3);
  for (const result of again.results)
    expect(result).toMatchObject({ accepted: 0, duplicates: 1, conflicts: 1, problems: [{ index: 1 }] });
  const mixed = await sendAll((point, n) => [
    sample(point, now - FIVE, String(n)),
    ...(n > 4 ? [sample(point, now - 2 * FIVE, '0.5')] : []),
  ]);
  for (const [index, result] of mixed.results.entries())
    expect(result).toMatchObject({ accepted: index >= 4 ? 1 : 0, duplicates: 1, conflicts: 0, refused: 0 });
  expect((await counted()).map(({ batches, accepted, duplicates }) => [batches, accepted, duplicates])).toEqual(
    gateways.map((_, index) => [3, index >= 4 ? '3' : '2', '2']),
  );
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
