/** A browser's side of the wire, for tests: form-encoded calls, sessions, uploads. */
import { constants, publicEncrypt } from 'node:crypto';
import qs from 'qs';

export const DEMO_PASSWORD = 'Hengneng@2026';

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

export const held = (session: Held | null): Record<string, string> =>
  session ? { UserIdValue: session.userId, TokenValue: session.token } : {};

/** Seals a password as the login page does. */
export const seal = (publicKey: string, text: string): string =>
  publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text, 'utf8')).toString('base64');

const reply = async (answer: Response): Promise<Reply> => {
  const body = (await answer.json()) as Partial<Reply>;
  return {
    http: answer.status,
    status: Number(body.status),
    message: body.message ?? '',
    data: body.data ?? {},
    errors: body.errors ?? [],
    reLogin: body.reLogin === true,
    headers: answer.headers,
  };
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
    return reply(
      await fetch(this.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...held(session), ...headers },
        body: qs.stringify(body, { skipNulls: false }),
      }),
    );
  }

  async json(path: string, body: unknown, session: Held | null = null, headers: Record<string, string> = {}) {
    return reply(
      await fetch(this.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...held(session), ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  }

  async get(path: string, query: object = {}, session: Held | null = null) {
    return reply(await fetch(`${this.url}${path}?${qs.stringify(query)}`, { headers: held(session) }));
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
    return reply(await fetch(this.url + path, { method: 'POST', headers: held(session), body: form }));
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
