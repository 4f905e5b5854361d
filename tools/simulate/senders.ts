/** How the simulated gateway reaches the product: registered by an administrator's calls, then over HTTP or MQTT as any gateway. */
import { constants, publicEncrypt } from 'node:crypto';
import type { BatchResult } from '@hengneng/contracts';

export interface Sample {
  readonly point: string;
  readonly register: string;
  readonly at: string;
  readonly value: string;
}

export interface Credentials {
  readonly code: string;
  readonly secret: string;
}

export interface Sender {
  /** @throws where the product did not take the batch */
  send(samples: readonly Sample[]): Promise<BatchResult>;
  close(): Promise<void>;
}

const GATEWAY = 'demo-room';
/** As many attempts as a site's line needs to come back. */
const ATTEMPTS = 5;
const AGAIN_MS = 2_000;

interface Answer<T> {
  readonly status: number;
  readonly message: string;
  readonly data: T;
}

async function post<T>(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Answer<T>;
  if (answer.status !== 1) throw new Error(answer.message);
  return answer.data;
}

/** Signs an administrator in and has a secret issued for the simulated gateway, which is registered where it is not. */
export async function signIn(url: string, account: string, password: string, project: string): Promise<Credentials> {
  const { keyId, publicKey } = await post<{ keyId: string; publicKey: string }>(
    `${url}/webapi/Anonymous/JsEncrypt`,
    {},
  );
  const sealed = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password, 'utf8'));
  const { userId, token } = await post<{ userId: string; token: string }>(`${url}/webapi/Anonymous/Login`, {
    keyId,
    account,
    password: sealed.toString('base64'),
  });
  const headers = { UserIdValue: userId, TokenValue: token };
  const { rows } = await post<{ rows: readonly { Id: string; Code: string }[] }>(
    `${url}/emcapi/Gateway/Index`,
    { Keyword: GATEWAY },
    headers,
  );
  const there = rows.find(({ Code }) => Code === GATEWAY);
  const { Secret } =
    there === undefined
      ? await post<{ Secret: string }>(
          `${url}/emcapi/Gateway/Save`,
          { Code: GATEWAY, Name: '模拟机房网关', ProjectCode: project },
          headers,
        )
      : await post<{ Secret: string }>(`${url}/emcapi/Gateway/Issue`, { Id: there.Id }, headers);
  return { code: GATEWAY, secret: Secret };
}

export const httpSender = (url: string, { code, secret }: Credentials): Sender => ({
  send: async (samples) => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await post<BatchResult>(
          `${url}/emcapi/Ingest/Batch`,
          { samples },
          { Authorization: `Basic ${Buffer.from(`${code}:${secret}`).toString('base64')}` },
        );
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        await new Promise((done) => setTimeout(done, AGAIN_MS));
      }
  },
  close: async () => undefined,
});

/** Waits for the acknowledgement and for what the product tells of the batch. */
export async function mqttSender(url: string, { code, secret }: Credentials): Promise<Sender> {
  const { connectAsync } = await import('mqtt');
  const client = await connectAsync(url, { username: code, password: secret, clientId: `${code}-simulate` });
  await client.subscribeAsync(`hengneng/${code}/results`);
  return {
    send: async (samples) => {
      const told = new Promise<Answer<BatchResult>>((done) =>
        client.once('message', (_topic, message) => done(JSON.parse(message.toString('utf8')) as Answer<BatchResult>)),
      );
      await client.publishAsync(`hengneng/${code}/readings`, JSON.stringify({ samples }), { qos: 1 });
      const { status, message, data } = await told;
      if (status !== 1) throw new Error(message);
      return data;
    },
    close: () => client.endAsync(),
  };
}
