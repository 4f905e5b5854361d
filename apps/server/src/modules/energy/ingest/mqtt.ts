/**
 * Readings over MQTT (docs/ingest.md): an own broker, or somebody's at `MQTT_URL`. A message is acknowledged (QoS 1) when its samples are
 * committed and not before; where the database does not answer it is not, and the gateway sends it again.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { readingBatch } from '@hengneng/contracts';
import type { Client as BrokerClient } from 'aedes';
import type { MqttClient } from 'mqtt';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { runWrite } from '../../../platform/http/write.ts';
import { type Gateway, gatewayNamed, gatewayOf } from './gateways.ts';
import { Intake } from './intake.ts';

export interface DevicesDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** A broker of one's own; null: one is started here. */
  readonly url: string | null;
  readonly port: number;
  readonly host: string;
  readonly onError: (error: unknown, where: string) => void;
}

export interface Devices {
  /** Where the own broker listens; null with somebody else's. */
  readonly port: number | null;
  stop(): Promise<void>;
}

interface Shared {
  readonly intake: Intake;
}

/** As over HTTP. */
const LARGEST = 8 * 1024 * 1024;
const TOPIC = /^hengneng\/([A-Za-z0-9_-]{3,40})\/readings$/;
const readingsOf = (code: string): string => `hengneng/${code}/readings`;
const resultsOf = (code: string): string => `hengneng/${code}/results`;

/** What the gateway is told on its topic of results; the same words as over HTTP. */
type Told = { readonly status: number; readonly message: string; readonly data: unknown };

const parsed = (payload: Buffer): unknown => {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    return null;
  }
};

/** @throws where nothing could be stored and the message has to come again */
async function take({ db, clock, intake }: DevicesDeps & Shared, gateway: Gateway, payload: Buffer): Promise<Told> {
  if (payload.length > LARGEST) return { status: 0, message: '消息超过 8 MB，请分批上传', data: null };
  const batch = readingBatch.safeParse(parsed(payload));
  // It would be as wrong the next time: refused for good, and said.
  if (!batch.success) return { status: 0, message: '消息不是规定格式的 JSON', data: null };
  const { lastAt: _, ...result } = await intake.take((work) => runWrite(db, undefined, work), {
    gateway,
    batch: batch.data,
    now: clock(),
  });
  return { status: 1, message: '', data: result };
}

async function startBroker(deps: DevicesDeps & Shared): Promise<Devices> {
  const { Aedes } = await import('aedes');
  const gateways = new WeakMap<BrokerClient, Gateway>();
  const broker = await Aedes.createBroker({
    connectTimeout: 10_000,
    authenticate: (client, username, password, done) => {
      gatewayOf(deps.db, username ?? '', password?.toString('utf8') ?? '').then(
        (gateway) => {
          if (gateway !== null) gateways.set(client, gateway);
          done(null, gateway !== null);
        },
        (error: unknown) => {
          deps.onError(error, 'mqtt authenticate');
          done(Object.assign(new Error('unavailable'), { returnCode: 3 }), false);
        },
      );
    },
    authorizeSubscribe: (client, subscription, done) =>
      done(null, subscription.topic === resultsOf(gateways.get(client)?.code ?? '') ? subscription : null),
    // Asked before the acknowledgement is sent: what throws here is not acknowledged.
    authorizePublish: (client, packet, done) => {
      const of = client === null ? undefined : gateways.get(client);
      if (of === undefined || packet.topic !== readingsOf(of.code)) return done(new Error('topic'));
      // Nothing of it is kept here: what counts is in the database.
      packet.retain = false;
      const payload = Buffer.from(packet.payload);
      // Whether it may still send is asked each time: connections last for weeks.
      gatewayNamed(deps.db, of.code)
        .then((gateway) => {
          if (gateway === null) throw new AppError('forbidden', '网关已停用');
          return take(deps, gateway, payload);
        })
        .then(
          (told) => {
            broker.publish(
              {
                cmd: 'publish',
                topic: resultsOf(of.code),
                payload: Buffer.from(JSON.stringify(told)),
                qos: 0,
                retain: false,
                dup: false,
              },
              () => undefined,
            );
            done();
          },
          (error: unknown) => {
            if (!(error instanceof AppError)) deps.onError(error, 'mqtt batch');
            done(error instanceof Error ? error : new Error('failed'));
          },
        );
    },
  });
  broker.on('clientError', () => undefined);
  broker.on('connectionError', () => undefined);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    broker.handle(socket);
  });
  const port = await listening(server, deps.port, deps.host);
  return {
    port,
    stop: async () => {
      const closed = new Promise<void>((done) => void server.close(() => done()));
      await new Promise<void>((done) => broker.close(() => done()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

const listening = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, host, () => {
      const address = server.address();
      done(typeof address === 'object' && address !== null ? address.port : port);
    });
  });

const AGAIN_MS = 1_000;

/** Takes a message of somebody's broker, again and again while the database is away; then it is acknowledged. */
async function takeAtLast(
  deps: DevicesDeps & Shared,
  code: string,
  payload: Buffer,
  stopped: () => boolean,
): Promise<Told | null> {
  for (;;) {
    if (stopped()) throw new Error('stopped');
    try {
      const gateway = await gatewayNamed(deps.db, code);
      return gateway === null ? null : await take(deps, gateway, payload);
    } catch (error) {
      deps.onError(error, 'mqtt batch');
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }
}

async function connectBroker(deps: DevicesDeps & Shared, url: string): Promise<Devices> {
  const { connect } = await import('mqtt');
  let stopping = false;
  const client: MqttClient = connect(url, {
    // The broker keeps for it what comes while the product is down.
    clientId: 'hengneng',
    clean: false,
    reconnectPeriod: 2_000,
    resubscribe: true,
  });
  client.on('error', (error) => deps.onError(error, 'mqtt broker'));
  client.on('connect', () => void client.subscribe('hengneng/+/readings', { qos: 1 }));
  // The acknowledgement goes out when `done` is called.
  client.handleMessage = (packet, done) => {
    const code = TOPIC.exec(packet.topic)?.[1];
    if (code === undefined) return done();
    takeAtLast(deps, code, Buffer.from(packet.payload), () => stopping).then(
      (told) => {
        if (told !== null) client.publish(resultsOf(code), JSON.stringify(told), { qos: 0 });
        done();
      },
      (error: unknown) => done(error instanceof Error ? error : new Error('failed')),
    );
  };
  return {
    port: null,
    stop: async () => {
      stopping = true;
      await client.endAsync(true);
    },
  };
}

/** Starts taking what devices send over MQTT. @throws where the own broker's port cannot be had */
export const startDevices = (asked: DevicesDeps): Promise<Devices> => {
  const deps = { ...asked, intake: new Intake() };
  return deps.url === null ? startBroker(deps) : connectBroker(deps, deps.url);
};
