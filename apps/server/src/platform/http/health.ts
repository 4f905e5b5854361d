/** `/healthz` (alive), `/readyz` (can answer), `/metrics` (Prometheus). */
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

const registry = new Registry();
collectDefaultMetrics({ register: registry });
const seconds = new Histogram({
  name: 'http_request_seconds',
  help: 'Time to answer, by route and status',
  labelNames: ['route', 'status'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
  registers: [registry],
});

interface Counted {
  readonly requests: number;
  readonly faults: number;
  readonly within: ReadonlyMap<number, number>;
}
interface Summary {
  readonly requests: number;
  readonly faults: number;
  /** In seconds. */
  readonly p95: number | null;
}
let before: Counted = { requests: 0, faults: 0, within: new Map() };

const counted = async (): Promise<Counted> => {
  const { values } = await seconds.get();
  const within = new Map<number, number>();
  let [requests, faults] = [0, 0];
  for (const { metricName, labels, value } of values) {
    if (metricName === 'http_request_seconds_count') {
      requests += value;
      if (String(labels.status).startsWith('5')) faults += value;
    }
    const bound = metricName === 'http_request_seconds_bucket' && 'le' in labels ? Number(labels.le) : Number.NaN;
    if (Number.isFinite(bound)) within.set(bound, (within.get(bound) ?? 0) + value);
  }
  return { requests, faults, within };
};

const summed = ({ requests, faults, within }: Counted): Summary => {
  const enough = [...within].toSorted(([a], [b]) => a - b).find(([, count]) => count >= requests * 0.95);
  return { requests, faults, p95: requests === 0 ? null : (enough?.[0] ?? null) };
};

export const metrics = {
  answered: (route: string, status: number, duration: number): void =>
    seconds.observe({ route, status: String(status) }, duration),

  /** Of this process since it began: how many requests, how many failed by our fault, and within which time nineteen of twenty were answered. */
  summary: async (): Promise<Summary> => summed(await counted()),

  /** The same since it was last asked. */
  async lap(): Promise<Summary> {
    const now = await counted();
    const since: Counted = {
      requests: now.requests - before.requests,
      faults: now.faults - before.faults,
      within: new Map([...now.within].map(([bound, count]) => [bound, count - (before.within.get(bound) ?? 0)])),
    };
    before = now;
    return summed(since);
  },
};

export function mountHealth(app: FastifyInstance, pool: pg.Pool): void {
  app.get('/healthz', () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await pool.query('select 1');
      return { ok: true };
    } catch {
      return reply.code(503).send({ ok: false });
    }
  });
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}
