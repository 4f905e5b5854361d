/** A person at the API: signs in as the browser does and makes the headers of signed-in requests. */
import { constants, publicEncrypt } from 'node:crypto';
import type { Shot } from './load.ts';

export interface Person {
  readonly account: string;
  readonly userId: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Envelope {
  readonly status: number;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const JSON_BODY = { 'content-type': 'application/json' } as const;

export class Api {
  readonly port: number;
  constructor(port: number) {
    this.port = port;
  }

  /** Sends one call and answers its data; throws with the server's own words where it says no. */
  async call(method: 'GET' | 'POST', path: string, body?: unknown, person?: Person): Promise<Envelope['data']> {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method,
      headers: { ...JSON_BODY, ...person?.headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!text.startsWith('{')) throw new Error(`${method} ${path}: HTTP ${response.status} ${text.slice(0, 200)}`);
    const envelope = JSON.parse(text) as Envelope;
    if (envelope.status !== 1) throw new Error(`${method} ${path}: ${text.slice(0, 500)}`);
    return envelope.data;
  }

  async signIn(account: string, password: string): Promise<Person> {
    const { keyId, publicKey } = await this.call('POST', '/webapi/Anonymous/JsEncrypt', {});
    const secret = publicEncrypt(
      { key: String(publicKey), padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(password, 'utf8'),
    ).toString('base64');
    const { userId, token } = await this.call('POST', '/webapi/Anonymous/Login', { keyId, account, password: secret });
    return {
      account,
      userId: String(userId),
      headers: { UserIdValue: String(userId), TokenValue: String(token) },
    };
  }
}

export const post = (person: Person, path: string, body: unknown): Shot => ({
  method: 'POST',
  path,
  headers: { ...JSON_BODY, ...person.headers },
  body: JSON.stringify(body),
});

export const get = (person: Person, path: string): Shot => ({ method: 'GET', path, headers: person.headers });
