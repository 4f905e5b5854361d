/** A server that is killed in the middle of what gateways send: nothing that was acknowledged is lost, and nothing is there twice. */
import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { instantText } from '@hengneng/core';
import { sql } from 'kysely';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scratchFolder } from '../../../testing/scratch.ts';
import { startSecond } from '../../../testing/second.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { samplesOf } from './index.ts';
import { makeGateway, makeMeters, type TestGateway } from './testing/meters.ts';

const PROJECT = 'EMC01001';
const METERS = 20;
const FIVE = 300_000;
const now = Math.floor(Date.now() / FIVE) * FIVE;

let survivor: TestServer;
let folder: string;
let gateway: TestGateway;
let meters: ReadonlyMap<string, string>;
const children: ChildProcess[] = [];
beforeAll(async () => {
  survivor = await startTestServer();
  folder = await scratchFolder('killed');
  meters = await makeMeters(survivor.db, PROJECT, METERS);
  gateway = await makeGateway(survivor, 'GW-kill', PROJECT);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await survivor.close();
  await rm(folder, { recursive: true, force: true });
});

const second = () => startSecond(survivor.databaseUrl, folder, (child) => children.push(child), 'web,emc,mqtt');

/** All meters at one instant: even ones of today, odd ones of a week ago, which go into packed days. */
const batch = (n: number) => ({
  samples: [...meters.keys()].map((point, index) => ({
    point,
    register: 'total',
    at: instantText(now - n * 60_000 - (index % 2) * 7 * 86_400_000),
    value: String(100_000 - n),
  })),
});

it('what a killed server acknowledged is there, once; what it did not is sent again', async () => {
  const { child, http, mqtt } = await second();
  const acknowledged = new Set<number>();
  const sent: number[] = [];
  let next = 0;
  const taken = (n: number): void => {
    acknowledged.add(n);
    if (acknowledged.size === 40) child.kill('SIGKILL');
  };
  const overHttp = async (): Promise<void> => {
    for (;;) {
      const n = next++;
      sent.push(n);
      const answer = await http.json('/emcapi/Ingest/Batch', batch(n), null, gateway.headers);
      if (answer.status !== 1) throw new Error(answer.message);
      taken(n);
    }
  };
  const client = await connectAsync(mqtt, {
    username: gateway.code,
    password: gateway.secret,
    clientId: gateway.code,
    reconnectPeriod: 0,
  });
  const gone = new Promise<never>((_, failed) => client.once('close', () => failed(new Error('gone'))));
  const overMqtt = async (): Promise<void> => {
    for (;;) {
      const n = next++;
      sent.push(n);
      const acked = client.publishAsync(`hengneng/${gateway.code}/readings`, JSON.stringify(batch(n)), { qos: 1 });
      await Promise.race([acked, gone]);
      taken(n);
    }
  };
  const ends = await Promise.allSettled([overHttp(), overHttp(), overMqtt()]);
  expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
  expect(acknowledged.size).toBeGreaterThanOrEqual(40);
  await client.endAsync(true);

  const instants = async (point: string): Promise<readonly number[]> =>
    (await samplesOf(survivor.db, meters.get(point) ?? '', 'total', 0, Number.MAX_SAFE_INTEGER)).map(({ at }) => at);
  const wanted = (point: string, numbers: Iterable<number>): readonly number[] => {
    const late = ([...meters.keys()].indexOf(point) % 2) * 7 * 86_400_000;
    return [...numbers].map((n) => now - n * 60_000 - late).sort((a, b) => a - b);
  };
  for (const point of meters.keys()) {
    const there = new Set(await instants(point));
    expect(wanted(point, acknowledged).filter((at) => !there.has(at))).toEqual([]);
  }
  // Sent again as a gateway does, to the process that is left.
  for (const n of sent) {
    const answer = await survivor.client.json('/emcapi/Ingest/Batch', batch(n), null, gateway.headers);
    expect(answer.data).toMatchObject({ conflicts: 0, refused: 0 });
  }
  for (const point of meters.keys()) expect(await instants(point)).toEqual(wanted(point, sent));
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from recalc_queue where meter_id = any(${[...meters.values()]}::bigint[])`.execute(
    survivor.db,
  );
  expect(rows[0]?.n).toBe(METERS);
}, 120_000);
