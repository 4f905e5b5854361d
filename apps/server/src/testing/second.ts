/** Another process of the product on a test server's database: one that may be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Client } from './client.ts';

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });

export interface Second {
  readonly child: ChildProcess;
  readonly http: Client;
  readonly mqtt: string;
}

/** Resolves once it answers; whoever starts it ends it. @param services what it does; everything unless told */
export async function startSecond(
  databaseUrl: string,
  folder: string,
  onStart: (child: ChildProcess) => void,
  services?: string,
): Promise<Second> {
  const [port, mqttPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      DEMO: '1',
      ...(services === undefined ? {} : { SERVICES: services }),
      LOG_LEVEL: 'error',
    },
    stdio: 'ignore',
  });
  onStart(child);
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/readyz`).then(
          (answer) => answer.ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
  return { child, http: new Client(url), mqtt: `mqtt://127.0.0.1:${mqttPort}` };
}
