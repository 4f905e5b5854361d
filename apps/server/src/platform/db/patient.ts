/**
 * How long a statement may take. What somebody waits for in front of a page is cut after a while (`statement_timeout` of the connections): it
 * would hold a connection and the disk long after the person has gone. Transactions are not: a write goes on until it is through
 * (`prepared.ts`). Nor is what nobody waits for like that: exports, imports and work by the clock ask by way of `patientOf`.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Db } from './schema.ts';

/** The pool without the limit: lifted before the first statement, back in force before the connection is anybody else's. */
export function unlimited(pool: PostgresPool): PostgresPool {
  const lifting = (client: PostgresPoolClient): PostgresPoolClient => {
    let lifted = false;
    // Within a transaction there is no limit anyway, and nothing may come behind its end.
    let inTransaction = false;
    return new Proxy(client, {
      get: (target, key) => {
        if (key === 'query')
          return (...asked: Parameters<PostgresPoolClient['query']>) => {
            const text: unknown = asked[0];
            inTransaction ||= text === 'begin' || (typeof text === 'string' && text.startsWith('start transaction'));
            if (!lifted && !inTransaction) {
              lifted = true;
              // Where it fails, the statement behind it does, too.
              target.query('set statement_timeout = 0', []).catch(() => undefined);
            }
            return target.query(...asked);
          };
        if (key === 'release')
          return () => {
            if (!lifted) return target.release();
            target.query('reset statement_timeout', []).then(
              () => target.release(),
              () => target.release(true),
            );
          };
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };
  return {
    options: pool.options,
    connect: async () => lifting(await pool.connect()),
    // The pool is its owner's to end.
    end: () => Promise.resolve(),
  };
}

const patient = new WeakMap<Db, Db>();

/** Lets what may take long ask `db` by way of `by`. */
export const patientBy = (db: Db, by: Db): void => void patient.set(db, by);

/** Where to ask what may take as long as it takes. */
export const patientOf = (db: Db): Db => patient.get(db) ?? db;
