/** A browser's side of the wire, for tests: form-encoded calls, sessions, uploads. */
import { constants, publicEncrypt } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import qs from 'qs';

export const DEMO_PASSWORD = 'Hengneng@2026';

/** A picture of one dot: what uploads take. */
export const DOT = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);

export interface Held {
  readonly userId: string;
  readonly token: string;
}

/** What a call answered. */
export interface Reply {
  readonly http: number;
  readonly status: number;
  readonly message: string;
  // Tests look into whatever a call answers.
  readonly data: Record<string, unknown>;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  readonly reLogin: boolean;
  readonly headers: Headers;
}

/** The words at the first field that is wrong, with its path in front; else the message. */
export const said = ({ message, errors }: Pick<Reply, 'message' | 'errors'>): string =>
  errors.map(({ path, message: of }) => `${path} ${of}`)[0] ?? message;

export const held = (session: Held | null): Record<string, string> =>
  session ? { UserIdValue: session.userId, TokenValue: session.token } : {};

/** Seals a password as the login page does. */
export const seal = (publicKey: string, text: string): string =>
  publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text, 'utf8')).toString('base64');

interface Answer {
  readonly http: number;
  readonly headers: Headers;
  readonly content: Buffer;
}

const replyOf = ({ http, headers, content }: Answer): Reply => {
  const body = JSON.parse(content.toString()) as Partial<Reply>;
  return {
    http,
    status: Number(body.status),
    message: body.message ?? '',
    data: body.data ?? {},
    errors: body.errors ?? [],
    reLogin: body.reLogin === true,
    headers,
  };
};

const fetched = async (url: string, init: RequestInit): Promise<Answer> => {
  const answer = await fetch(url, init);
  return { http: answer.status, headers: answer.headers, content: Buffer.from(await answer.arrayBuffer()) };
};

const agent = new Agent({ keepAlive: true });
/** As `fetch` says them of itself: sessions remember what they were opened with. */
const SAID = { Accept: '*/*', 'Accept-Language': '*', 'Sec-Fetch-Mode': 'cors', 'User-Agent': 'node' };
/** A server may refuse a long body before it is all there; `fetch` hears that, a plain request may hear of a broken pipe. */
const LONG = 256 * 1024;

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One call, in less than half of the processor time that `fetch` takes, a hundred thousand times in a run of all tests. */
const called = async (url: string, { method, headers, body = '' }: Sent): Promise<Answer> => {
  if (body.length > LONG) return fetched(url, { method, headers, body });
  const length = method === 'POST' ? { 'Content-Length': Buffer.byteLength(body) } : {};
  const { answer, content } = await new Promise<{ answer: IncomingMessage; content: Buffer }>((done, failed) => {
    const sent = request(url, { method, agent, headers: { ...SAID, ...headers, ...length } }, (of) => {
      const parts: Buffer[] = [];
      of.on('data', (part: Buffer) => parts.push(part));
      of.once('error', failed);
      of.once('end', () => done({ answer: of, content: Buffer.concat(parts) }));
    });
    sent.once('error', failed);
    sent.end(body);
  });
  const heads = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) heads.append(name, value);
  return { http: answer.statusCode ?? 0, headers: heads, content };
};

/** Opens a session without the sign-in call, whose keys and slow hash take a tenth of a second, in hundreds of places. */
export type OpenSession = (account: string) => Promise<Held>;

export class Client {
  readonly url: string;
  readonly #open: OpenSession | undefined;
  readonly #sessions = new Map<string, Held>();

  constructor(url: string, open?: OpenSession) {
    this.url = url;
    this.#open = open;
  }

  /** Posts a form-encoded body, nested values in brackets. */
  async post(path: string, body: object, session: Held | null = null, headers: Record<string, string> = {}) {
    const answer = await called(this.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...held(session), ...headers },
      body: qs.stringify(body, { skipNulls: false }),
    });
    return replyOf(answer);
  }

  async json(path: string, body: unknown, session: Held | null = null, headers: Record<string, string> = {}) {
    const answer = await called(this.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...held(session), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return replyOf(answer);
  }

  async get(path: string, query: object = {}, session: Held | null = null) {
    const url = `${this.url}${path}?${qs.stringify(query)}`;
    return replyOf(await called(url, { method: 'GET', headers: held(session) }));
  }

  /** What a call answers as it came: a file. With a body it is posted as JSON. */
  async bytes(path: string, session: Held | null, body?: object): Promise<Buffer> {
    const json = { 'Content-Type': 'application/json', ...held(session) };
    const sent: Sent =
      body === undefined
        ? { method: 'GET', headers: held(session) }
        : { method: 'POST', headers: json, body: JSON.stringify(body) };
    return (await called(this.url + path, sent)).content;
  }

  async upload(
    path: string,
    name: string,
    content: Uint8Array<ArrayBuffer>,
    session: Held | null,
    fields: Readonly<Record<string, string>> = {},
  ) {
    const form = new FormData();
    for (const [key, value] of Object.entries(fields)) form.set(key, value);
    form.set('file', new Blob([content]), name);
    return replyOf(await fetched(this.url + path, { method: 'POST', headers: held(session), body: form }));
  }

  /** One try to sign in, whatever comes of it. */
  async login(account: string, password: string): Promise<Reply> {
    const key = await this.post('/webapi/Anonymous/JsEncrypt', {});
    return this.post('/webapi/Anonymous/Login', {
      keyId: key.data.keyId,
      account,
      password: seal(String(key.data.publicKey), password),
    });
  }

  /** A person's session, the same one again afterwards. With a password it is signed in with; whether that works is `login`'s to test. */
  async signIn(account: string, password?: string): Promise<Held> {
    const known = this.#sessions.get(account);
    if (known) return known;
    const session =
      this.#open && password === undefined
        ? await this.#open(account)
        : await this.#signedIn(account, password ?? DEMO_PASSWORD);
    this.#sessions.set(account, session);
    return session;
  }

  async #signedIn(account: string, password: string): Promise<Held> {
    const answer = await this.login(account, password);
    if (answer.status !== 1) throw new Error(`${account}: ${answer.message}`);
    return { userId: String(answer.data.userId), token: String(answer.data.token) };
  }
}

/** An answer without the expected ends of its steps: in working hours they move with the clock between two calls. */
export const still = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key === 'expectedAt' ? undefined : value)));
