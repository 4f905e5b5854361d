/**
 * A bounded load generator for the loopback: so many keep-alive connections, each sending its next request when the last is answered.
 * It shares the machine with the server, so figures are what both get done together; that is why it speaks HTTP over plain sockets, at a
 * fifth of what Node's own client takes.
 */
import { connect, type Socket } from 'node:net';
import type { Processor } from './processes.ts';

export interface Shot {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface LoadResult {
  readonly name: string;
  readonly requests: number;
  readonly failed: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Processor time of the measured part, in milliseconds. */
  readonly used: Processor;
  /** The first wrong answer, to see what went wrong. */
  readonly problem: string | null;
}

const HEAD_END = Buffer.from('\r\n\r\n');

const textOf = (shot: Shot): string => {
  const length = shot.body === undefined ? [] : [`content-length: ${Buffer.byteLength(shot.body)}`];
  const headers = Object.entries(shot.headers).map(([name, value]) => `${name}: ${value}`);
  return [`${shot.method} ${shot.path} HTTP/1.1`, 'host: 127.0.0.1', ...headers, ...length, '', shot.body ?? ''].join(
    '\r\n',
  );
};

/** One connection, one request at a time; answers must carry their length. */
class Line {
  readonly #socket: Socket;
  #answer: Buffer[] = [];
  #wanted = 0;
  #got = 0;
  #done: ((body: string) => void) | null = null;
  #failed: ((error: Error) => void) | null = null;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay(true);
    this.#socket.on('data', (chunk) => this.#hear(chunk));
    this.#socket.on('error', (error) => this.#failed?.(error));
    this.#socket.on('close', () => this.#failed?.(new Error('the server hung up')));
  }

  send(shot: Shot): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#answer = [];
      this.#wanted = 0;
      this.#got = 0;
      this.#done = resolve;
      this.#failed = reject;
      this.#socket.write(textOf(shot));
    });
  }

  #hear(chunk: Buffer): void {
    this.#answer.push(chunk);
    this.#got += chunk.length;
    if (this.#wanted === 0) {
      const all = Buffer.concat(this.#answer);
      const end = all.indexOf(HEAD_END);
      if (end < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(all.toString('latin1', 0, end))?.[1];
      if (length === undefined) return this.#failed?.(new Error(all.toString('utf8', 0, 500)));
      this.#answer = [all.subarray(end + HEAD_END.length)];
      this.#wanted = Number(length);
      this.#got = all.length - end - HEAD_END.length;
    }
    if (this.#got >= this.#wanted) this.#done?.(Buffer.concat(this.#answer).toString('utf8'));
  }

  close(): void {
    this.#failed = null;
    this.#socket.destroy();
  }
}

/** Nearest-rank percentile of sorted numbers. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;

/** Answers that count as right are envelopes whose `status` is 1. */
const isRight = (body: string): boolean => body.startsWith('{"status":1,');

export interface LoadOptions {
  readonly name: string;
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** The n-th request. */
  readonly shot: (n: number) => Shot;
  /** Processor time used so far. */
  readonly meter: () => Processor;
}

async function rounds(
  options: LoadOptions,
  seconds: number,
  lines: readonly Line[],
): Promise<Omit<LoadResult, 'name'>> {
  const took: number[] = [];
  let failed = 0;
  let next = 0;
  let problem: string | null = null;
  const before = options.meter();
  const start = performance.now();
  const end = start + seconds * 1000;
  const connection = async (line: Line): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now();
      const body = await line.send(options.shot(next++));
      took.push(performance.now() - began);
      if (isRight(body)) continue;
      failed += 1;
      problem ??= body.slice(0, 300);
    }
  };
  await Promise.all(lines.map(connection));
  const elapsed = (performance.now() - start) / 1000;
  const after = options.meter();
  took.sort((a, b) => a - b);
  return {
    requests: took.length,
    failed,
    perSecond: took.length / elapsed,
    p50: percentile(took, 0.5),
    p95: percentile(took, 0.95),
    p99: percentile(took, 0.99),
    used: { server: after.server - before.server, database: after.database - before.database },
    problem,
  };
}

/** Warms up for a quarter of the time, then measures. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const lines = Array.from({ length: options.connections }, () => new Line(options.port));
  try {
    await rounds(options, options.seconds / 4, lines);
    return { name: options.name, ...(await rounds(options, options.seconds, lines)) };
  } finally {
    for (const line of lines) line.close();
  }
}
