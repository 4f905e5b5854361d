/** A command whose connection is killed at each of its statements in turn. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { expect } from 'vitest';
import type { Database, Db } from '../../../platform/db/schema.ts';
import type { TestDb } from './database.ts';
import { brokenInvariants } from './world.ts';

/** A database handle whose connection dies at the nth statement of a transaction. */
const dying = (pool: pg.Pool, at: number): { db: Db; died: () => boolean } => {
  let dead = false;
  let count = 0;
  const frail = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: {
        end: async () => {},
        connect: async () => {
          const client = await pool.connect();
          // The killed connection also says so outside any statement.
          client.on('error', () => {});
          const query = client.query.bind(client);
          return new Proxy(client, {
            get: (target, key) => {
              if (key === 'query') {
                return async (...args: Parameters<typeof query>) => {
                  count += 1;
                  if (count === at) {
                    dead = true;
                    await pool.query('select pg_terminate_backend($1)', [
                      (target as unknown as { processID: number }).processID,
                    ]);
                  }
                  return query(...args);
                };
              }
              if (key === 'release') return () => target.release(dead);
              const value: unknown = Reflect.get(target, key);
              return typeof value === 'function' ? value.bind(target) : value;
            },
          });
        },
      } as unknown as pg.Pool,
    }),
  });
  return { db: frail, died: () => dead };
};

const pictureOf = async (db: Db, businessId: string): Promise<string> => {
  const { rows } = await sql<{ picture: unknown }>`
    select jsonb_build_object(
      'instance', (select jsonb_agg(i order by i.id) from wf_instance i where i.biz_id = ${businessId}),
      'runs', (select jsonb_agg(r order by r.id) from wf_node_run r join wf_instance i on i.id = r.instance_id where i.biz_id = ${businessId}),
      'tasks', (select jsonb_agg(t order by t.id) from wf_task t join wf_instance i on i.id = t.instance_id where i.biz_id = ${businessId}),
      'actions', (select jsonb_agg(a order by a.id) from wf_action a join wf_instance i on i.id = a.instance_id where i.biz_id = ${businessId}),
      'notices', (select jsonb_agg(n order by n.id) from wf_notice n where n.biz_id = ${businessId})) as picture`.execute(
    db,
  );
  return JSON.stringify(rows[0]?.picture);
};

/** Runs one command with the connection killed at its 1st, 2nd, … statement until it gets through. @returns how many statements it has */
export const killEverywhere = async (
  test: TestDb,
  businessId: string,
  run: (via: Db) => Promise<unknown>,
): Promise<number> => {
  for (let at = 1; at < 100; at += 1) {
    const before = await pictureOf(test.db, businessId);
    const { db: via, died } = dying(test.pool, at);
    const [result] = await Promise.allSettled([run(via)]);
    if (!died()) {
      expect(result.status).toBe('fulfilled');
      return at - 1;
    }
    expect(result.status).toBe('rejected');
    expect(await pictureOf(test.db, businessId)).toBe(before);
    expect(await brokenInvariants(test.db, businessId)).toEqual([]);
  }
  throw new Error('never got through');
};
