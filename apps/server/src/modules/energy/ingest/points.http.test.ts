/** 运行状况: how many of the points that gateways read have come, and which have not. */
import { instantText } from '@hengneng/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { makeGateway, makeMeters, type TestGateway } from './testing/meters.ts';

const PROJECT = 'EMC01001';
const MINUTE = 60_000;
const now = Date.parse('2026-11-28T10:00:00+08:00');

let server: TestServer;
let gateway: TestGateway;
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(now) });
  // Only what is made here.
  await sql`update meter set frequency = 'day'`.execute(server.db);
  const meters = await makeMeters(server.db, PROJECT, 4, ['total']);
  await sql`update meter set frequency = 'auto:5', used_from = '2026-01-01' where device_id = any(${[...meters.values()]}::bigint[])`.execute(
    server.db,
  );
  gateway = await makeGateway(server, 'GW-points', PROJECT);
});
afterAll(() => server.close());

const collecting = async () => {
  const admin = await server.client.signIn('admin');
  const { data } = await server.client.post('/webapi/Health/Index', {}, admin);
  const cards = data['Cards'] as readonly {
    readonly Key: string;
    readonly Level: string;
    readonly Note: string | null;
    readonly Facts: readonly { readonly Name: string; readonly Value: string }[];
  }[];
  const card = cards.find(({ Key }) => Key === 'collecting');
  return { ...card, facts: Object.fromEntries((card?.Facts ?? []).map(({ Name, Value }) => [Name, Value])) };
};

it('counts what came within five minutes, and names what was silent for three times as long', async () => {
  const none = await collecting();
  expect(none.facts).toMatchObject({ '近 5 分钟到数率': '0.0%（0 / 4）', 离线点位: '4 个' });
  const sample = (point: string, minutesAgo: number) => ({
    point,
    register: 'total',
    at: instantText(now - minutesAgo * MINUTE),
    value: '100',
  });
  await server.client.json(
    '/emcapi/Ingest/Batch',
    { samples: [sample('T-1', 1), sample('T-2', 4), sample('T-3', 9), sample('T-4', 20)] },
    null,
    { ...gateway.headers },
  );
  const some = await collecting();
  expect(some.facts).toMatchObject({ '近 5 分钟到数率': '50.0%（2 / 4）', 离线点位: '1 个' });
  expect(some.Level).toBe('警告');
  expect(some.Note).toContain('离线点位：');
  // What no gateway reads is not waited for.
  await sql`update gateway set enabled = false`.execute(server.db);
  expect((await collecting()).facts).toEqual({ 网关: '没有启用的网关' });
});
