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

export const metrics = {
  answered: (route: string, status: number, duration: number): void =>
    seconds.observe({ route, status: String(status) }, duration),
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
