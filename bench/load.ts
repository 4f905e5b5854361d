/**
 * A bounded load generator for the loopback: so many keep-alive connections, each sending its next request when the last is answered.
 * It shares the machine with the server, so figures are what both get done together.
 */
import { Agent, request } from 'node:http';
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

const send = (agent: Agent, port: number, shot: Shot): Promise<string> =>
  new Promise((resolve, reject) => {
    const length = shot.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(shot.body)) };
    const call = request(
      { agent, host: '127.0.0.1', port, method: shot.method, path: shot.path, headers: { ...shot.headers, ...length } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
        answer.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(shot.body);
  });

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

async function rounds(options: LoadOptions, seconds: number, agent: Agent): Promise<Omit<LoadResult, 'name'>> {
  const took: number[] = [];
  let failed = 0;
  let next = 0;
  let problem: string | null = null;
  const before = options.meter();
  const start = performance.now();
  const end = start + seconds * 1000;
  const connection = async (): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now();
      const body = await send(agent, options.port, options.shot(next++));
      took.push(performance.now() - began);
      if (isRight(body)) continue;
      failed += 1;
      problem ??= body.slice(0, 300);
    }
  };
  await Promise.all(Array.from({ length: options.connections }, connection));
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
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  try {
    await rounds(options, options.seconds / 4, agent);
    return { name: options.name, ...(await rounds(options, options.seconds, agent)) };
  } finally {
    agent.destroy();
  }
}
