/** A small server of e-mail for tests: takes what it is given, and fails as it is told to. */
import { createServer, type Socket } from 'node:net';

export interface Taken {
  readonly to: string;
  /** Head and body as they came. */
  readonly content: string;
}

/**
 * What becomes of the next message: `take` it, put it off (`busy`), refuse it for good (`refuse`), or break the connection off
 * before (`hangUp`) or after (`vanish`) it was given.
 */
export type Mood = 'take' | 'busy' | 'refuse' | 'hangUp' | 'vanish';

export interface MailSink {
  readonly url: string;
  readonly taken: readonly Taken[];
  /** Moods of the messages to come, in their order; afterwards all are taken. */
  expect(...moods: readonly Mood[]): void;
  close(): Promise<void>;
}

export const startMailSink = async (): Promise<MailSink> => {
  const taken: Taken[] = [];
  const moods: Mood[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    const say = (line: string) => socket.write(`${line}\r\n`);
    let to = '';
    let content: string | null = null;
    let rest = '';
    const line = (text: string) => {
      if (content !== null) {
        if (text !== '.') {
          content += `${text.replace(/^\.\./, '.')}\n`;
          return;
        }
        const mood = moods.shift() ?? 'take';
        if (mood === 'take' || mood === 'vanish') taken.push({ to, content });
        content = null;
        if (mood === 'vanish') socket.destroy();
        else if (mood === 'busy') say('451 try again later');
        else if (mood === 'refuse') say('550 no such mailbox');
        else say('250 taken');
        return;
      }
      const [command = ''] = text.toUpperCase().split(/[\s:]/);
      if (command === 'EHLO' || command === 'HELO') say('250 sink');
      else if (command === 'DATA') {
        content = '';
        say('354 go on');
      } else if (command === 'QUIT') {
        say('221 bye');
        socket.end();
      } else if (command === 'RCPT') {
        to = /<([^>]+)>/.exec(text)?.[1] ?? '';
        say('250 ok');
      } else if (command === 'MAIL' && moods[0] === 'hangUp') {
        moods.shift();
        say('421 closing');
        socket.end();
      } else say('250 ok');
    };
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const one of lines) line(one);
    });
    say('220 sink');
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    expect: (...next) => void moods.push(...next),
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
};

/** What a letter says, whatever it was encoded as for the way. */
export const textOf = ({ content }: Taken): string => {
  const [head = '', ...body] = content.split('\n\n');
  const text = body.join('\n\n');
  const base64 = /^Content-Transfer-Encoding:\s*base64/im.test(head);
  if (base64) return Buffer.from(text.replaceAll('\n', ''), 'base64').toString('utf8');
  const bytes = text.replaceAll('=\n', '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => `%${hex}`);
  return /^Content-Transfer-Encoding:\s*quoted-printable/im.test(head) ? decodeURIComponent(bytes) : text;
};

/** Its subject: encoded words, each of whole letters, as the sender writes them. */
export const subjectOf = ({ content }: Taken): string =>
  (/^Subject: ((?:.*\n)(?:[ \t].*\n)*)/im.exec(content)?.[1] ?? '')
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeURIComponent(text.replaceAll('_', ' ').replaceAll(/=([0-9A-F]{2})/g, '%$1')),
    )
    .trim();
