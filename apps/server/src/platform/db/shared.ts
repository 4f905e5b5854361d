/**
 * Connections that several quick questions use at once. Who asks alone has one alone, as ever; what is asked while others wait for their answers
 * goes down their connection behind them. Statements that leave in the same turn then leave in one piece, and the database is woken once for all
 * of them: of what reading a record took, waking it up was a third. A question that takes long would make the others wait, and one that
 * belongs to a transaction would not be in it; neither belongs here.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Db } from './schema.ts';

/** A connection while questions are on their way on it. */
interface Lease {
  readonly client: Promise<PostgresPoolClient>;
  /** Questions that use it. */
  users: number;
  failed: boolean;
}

/** @param most connections that are used at once */
export function sharing(pool: PostgresPool, most: number): PostgresPool {
  const open = new Set<Lease>();
  /** The connection as one lease has it: back in the pool when the last question is answered. */
  const shared = (lease: Lease, client: PostgresPoolClient): PostgresPoolClient =>
    new Proxy(client, {
      get: (target, key) => {
        if (key === 'release')
          return () => {
            lease.users -= 1;
            if (lease.users > 0) return;
            open.delete(lease);
            target.release(lease.failed);
          };
        if (key === 'query')
          return async (...asked: Parameters<PostgresPoolClient['query']>) => {
            try {
              return await target.query(...asked);
            } catch (error) {
              // It may be the connection that failed: those to come open another, and it is not kept.
              open.delete(lease);
              lease.failed = true;
              throw error;
            }
          };
        return Reflect.get(target, key);
      },
    });
  const begin = (): Lease => {
    const lease: Lease = { client: pool.connect().then((client) => shared(lease, client)), users: 0, failed: false };
    open.add(lease);
    return lease;
  };
  const quietest = (): Lease | undefined => [...open].sort((a, b) => a.users - b.users)[0];
  return {
    options: pool.options,
    async connect() {
      const lease = open.size < most ? begin() : (quietest() ?? begin());
      lease.users += 1;
      try {
        return await lease.client;
      } catch (error) {
        open.delete(lease);
        throw error;
      }
    },
    // The pool is its owner's to end.
    end: () => Promise.resolve(),
  };
}

const quick = new WeakMap<Db, Db>();

/** Lets quick questions to `db` go by way of `by`. */
export const quickBy = (db: Db, by: Db): void => void quick.set(db, by);

/** Where to ask what takes a moment only; a transaction answers itself. */
export const quickOf = (db: Db): Db => quick.get(db) ?? db;
