/** Readings over MQTT, on real sockets: acknowledged when they are committed, never before. */
import { connect as connectSocket } from 'node:net';
import { instantText } from '@hengneng/core';
import { sql } from 'kysely';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { type Devices, startDevices } from './index.ts';
import { makeGateway, makeMeters, type TestGateway } from './testing/meters.ts';

const PROJECT = 'EMC01001';
const now = Math.floor(Date.now() / 300_000) * 300_000;

let server: TestServer;
let devices: Devices;
let gateway: TestGateway;
let other: TestGateway;
const clients: MqttClient[] = [];
const faults: unknown[] = [];

const start = (url: string | null = null, db = server.db): Promise<Devices> =>
  startDevices({
    db,
    clock: systemClock,
    url,
    port: 0,
    host: '127.0.0.1',
    onError: (error) => faults.push(error),
  });

beforeAll(async () => {
  server = await startTestServer();
  await makeMeters(server.db, PROJECT, 5);
  gateway = await makeGateway(server, 'GW-mqtt-1', PROJECT);
  other = await makeGateway(server, 'GW-mqtt-2', PROJECT);
  devices = await start();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true);
});
afterAll(async () => {
  await devices.stop();
  await server.close();
});

const join = async ({ code, secret }: TestGateway, port = devices.port): Promise<MqttClient> => {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: code,
    password: secret,
    clientId: code,
    reconnectPeriod: 0,
  });
  clients.push(client);
  return client;
};
const payload = (at: number, value: string, point = 'T-1'): string =>
  JSON.stringify({ samples: [{ point, register: 'total', at: instantText(at), value }] });
const countOf = async (point: string): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from reading_hot h join device d on d.id = h.meter_id
    where d.code = ${point} and d.project_code = ${PROJECT}`.execute(server.db);
  return rows[0]?.n ?? 0;
};
/** Resolves when the connection is gone. */
const gone = (client: MqttClient): Promise<void> => new Promise((done) => client.once('close', () => done()));

describe('the own broker', () => {
  it('acknowledges what is committed and tells what came of it', async () => {
    const client = await join(gateway);
    const told = new Promise<unknown>((done) =>
      client.on('message', (_topic, message) => done(JSON.parse(message.toString('utf8')))),
    );
    await client.subscribeAsync(`hengneng/${gateway.code}/results`);
    await client.publishAsync(`hengneng/${gateway.code}/readings`, payload(now, '5'), { qos: 1 });
    expect(await countOf('T-1')).toBe(1);
    expect(await told).toMatchObject({ status: 1, data: { accepted: 1, problems: [] } });
    await client.publishAsync(`hengneng/${gateway.code}/readings`, payload(now, '5'), { qos: 1 });
    expect(await countOf('T-1')).toBe(1);
  });

  it('lets in who has the secret, and each to its own topics only', async () => {
    await expect(join({ ...gateway, secret: 'wrong' })).rejects.toThrow(/[Nn]ot authorized|Connection refused/);
    const eavesdropper = await join(other);
    const granted = await eavesdropper
      .subscribeAsync(`hengneng/${gateway.code}/results`)
      .then((all) => all.map(({ qos }) => qos))
      .catch(() => [128]);
    expect(granted).toEqual([128]);
    const ended = gone(eavesdropper);
    eavesdropper.publish(`hengneng/${gateway.code}/readings`, payload(now, '6', 'T-2'), { qos: 1 }, () => undefined);
    await ended;
    expect(await countOf('T-2')).toBe(0);
  });

  it('refuses for good, and says so, what is no batch; noise on the socket does no harm', async () => {
    const client = await join(gateway);
    const told: unknown[] = [];
    client.on('message', (_topic, message) => told.push(JSON.parse(message.toString('utf8'))));
    await client.subscribeAsync(`hengneng/${gateway.code}/results`);
    for (const text of ['', '{', '[]', '{"samples":[]}'])
      await client.publishAsync(`hengneng/${gateway.code}/readings`, text, { qos: 1 });
    await expect.poll(() => told.length).toBe(4);
    expect(told).toMatchObject(Array.from({ length: 4 }, () => ({ status: 0, message: '消息不是规定格式的 JSON' })));
    await new Promise<void>((done) => {
      const socket = connectSocket(devices.port ?? 0, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\n\r\n'));
      socket.on('close', () => done());
      socket.on('error', () => undefined);
    });
    await client.publishAsync(`hengneng/${gateway.code}/readings`, payload(now, '7', 'T-3'), { qos: 1 });
    expect(await countOf('T-3')).toBe(1);
  });

  it('acknowledges nothing that the database did not take', async () => {
    const lost = openDatabase(server.databaseUrl, { max: 2 });
    const broken = await start(null, lost.db);
    const client = await join(gateway, broken.port);
    // The database goes away under an open connection.
    const acknowledged: unknown[] = [];
    client.on('packetreceive', (packet) => packet.cmd === 'puback' && acknowledged.push(packet));
    await lost.close();
    const ended = gone(client);
    client.publish(`hengneng/${gateway.code}/readings`, payload(now, '8', 'T-4'), { qos: 1 }, () => undefined);
    await ended;
    expect(acknowledged).toEqual([]);
    expect(faults.length).toBeGreaterThan(0);
    await broken.stop();
    const again = await join(gateway);
    await again.publishAsync(`hengneng/${gateway.code}/readings`, payload(now, '8', 'T-4'), { qos: 1 });
    expect(await countOf('T-4')).toBe(1);
  });

  it('hears no gateway any more that was switched off', async () => {
    const client = await join(other);
    await client.publishAsync(`hengneng/${other.code}/readings`, payload(now - 600_000, '1', 'T-5'), { qos: 1 });
    await sql`update gateway set enabled = false where code = ${other.code}`.execute(server.db);
    const ended = gone(client);
    client.publish(`hengneng/${other.code}/readings`, payload(now, '2', 'T-5'), { qos: 1 }, () => undefined);
    await ended;
    expect(await countOf('T-5')).toBe(1);
  });
});

describe('a broker of somebody’s own', () => {
  it('keeps what comes while the product is down; it is taken, once, when it is back', async () => {
    const { Aedes } = await import('aedes');
    const { createServer } = await import('node:net');
    const broker = await Aedes.createBroker();
    const listener = createServer((socket) => void broker.handle(socket));
    const port = await new Promise<number>((done) =>
      listener.listen(0, '127.0.0.1', () => {
        const address = listener.address();
        done(typeof address === 'object' && address !== null ? address.port : 0);
      }),
    );
    const url = `mqtt://127.0.0.1:${port}`;
    const subscribed = new Promise<void>((done) => broker.once('subscribe' as never, (() => done()) as never));
    const first = await start(url);
    await subscribed;
    const client = await join(gateway, port);
    await client.publishAsync(`hengneng/${gateway.code}/readings`, payload(now - 300_000, '5'), { qos: 1 });
    await expect.poll(() => countOf('T-1')).toBe(2);
    await first.stop();
    await client.publishAsync(`hengneng/${gateway.code}/readings`, payload(now - 600_000, '4'), { qos: 1 });
    expect(await countOf('T-1')).toBe(2);
    const second = await start(url);
    await expect.poll(() => countOf('T-1')).toBe(3);
    await second.stop();
    await client.endAsync(true);
    await new Promise<void>((done) => broker.close(() => done()));
    await new Promise<void>((done) => void listener.close(() => done()));
  });
});
