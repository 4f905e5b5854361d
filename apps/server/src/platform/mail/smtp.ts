/**
 * Hands one e-mail to the server of the mail. Its phases are told apart, because what comes of a failure differs: before the message was given,
 * nothing can have been delivered; once it was, only an answer says what became of it.
 */
import { hostname } from 'node:os';
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly secure: boolean;
  readonly user: string | null;
  readonly password: string;
}

export interface Message {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly files?: readonly { readonly name: string; readonly type: string; readonly body: Buffer }[];
}

/** `refused`: for good. `again`: not delivered, worth another try. `unknown`: nobody can say. */
export type MailFate = 'refused' | 'again' | 'unknown';

class MailError extends Error {
  readonly fate: MailFate;

  constructor(fate: MailFate, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'MailError';
    this.fate = fate;
  }
}

export const isMailError = (error: unknown): error is MailError => error instanceof Error && error.name === 'MailError';

const TIMEOUT_MS = 30_000;
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** @throws TypeError where the text is no address */
export const mailServerOf = (url: string): MailServer => {
  const { protocol, hostname: host, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  return {
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    user: username === '' ? null : decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
};

const optionsOf = ({ host, port, secure, user }: MailServer): SMTPConnectionOptions => ({
  host: host.replace(/^\[|\]$/g, ''),
  port,
  secure,
  name: hostname(),
  // A password does not cross a network in the clear.
  requireTLS: !secure && user !== null && !LOCAL.has(host),
  connectionTimeout: TIMEOUT_MS,
  greetingTimeout: TIMEOUT_MS,
  socketTimeout: TIMEOUT_MS,
});

const codeOf = (error: unknown): number =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0;

/** What an answer of the server means; without one it depends on how far things had got. */
const fateOf = (error: unknown, otherwise: MailFate): MailFate => {
  const code = codeOf(error);
  if (code >= 500) return 'refused';
  return code >= 400 ? 'again' : otherwise;
};

/** Turns a callback's answer into a promise, with what its failure means. */
const phase = (otherwise: MailFate, work: (done: (error?: unknown) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    work((error) => (error ? reject(new MailError(fateOf(error, otherwise), error)) : resolve()));
  });

/** @throws MailError */
export const sendMessage = async (server: MailServer, message: Message): Promise<void> => {
  // Loaded when there is something to send: most installations never do.
  const [{ default: Connection }, { default: Composer }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/mail-composer'),
  ]);
  const { id, from, to, subject, text, files = [] } = message;
  const node = new Composer({
    messageId: id,
    from,
    to,
    subject,
    text,
    attachments: files.map(({ name, type, body }) => ({ filename: name, contentType: type, content: body })),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }).compile();
  const content = await node.build();
  const connection = new Connection(optionsOf(server));
  // The first phase that is waited for hears of a broken connection; later ones are told by their own callback or by this.
  let broken: (error: unknown) => void = () => undefined;
  connection.on('error', (error: unknown) => broken(error));
  const step = (otherwise: MailFate, work: (done: (error?: unknown) => void) => void) =>
    phase(otherwise, (done) => {
      broken = done;
      work(done);
    });
  try {
    await step('again', (done) => connection.connect(done));
    const { user, password } = server;
    if (user !== null) await step('again', (done) => connection.login({ user, pass: password }, done));
    await step('unknown', (done) => connection.send(node.getEnvelope(), content, (error) => done(error)));
    connection.quit();
  } catch (error) {
    connection.close();
    throw error;
  }
};
