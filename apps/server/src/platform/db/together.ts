/**
 * Statements that travel together on one connection. Kysely sends the next of a connection only when the last is answered; most of what a
 * command writes, and of what a page reads, does not wait for anything, and each wait costs a round trip with two changes of process.
 */
import { type ConnectionProvider, type DatabaseConnection, PostgresDialect, Transaction } from 'kysely';
import type { Database, Db, Tx } from './schema.ts';

class Held implements ConnectionProvider {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    return consumer(this.#connection);
  }
}

/** The connection is given: none is ever opened. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('statements on a held connection open no other')),
});
const driver = dialect.createDriver();

/** What Kysely is made of, on the connection that `db` has. */
const parts = async (db: Db) => {
  const executor = db.getExecutor();
  const held = new Held(await executor.provideConnection(async (connection) => connection));
  return { config: { dialect }, dialect, driver, executor: executor.withConnectionProvider(held) };
};

/**
 * The same transaction without the wait: what is started without awaiting is sent at once, and the database runs it in the order in which it
 * was started. Await all of it (`Promise.all`) before the transaction ends; the first failure fails everything behind it.
 */
export const together = async (tx: Tx): Promise<Tx> => new Transaction<Database>(await parts(tx));

/**
 * Waits for all that was started together and tells the failure of the first that failed: the database refuses what comes behind it in the
 * transaction, and that refusal, which says nothing, may be noticed earlier.
 */
export const inOrder = async <const T extends readonly unknown[]>(
  started: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> => {
  for (const one of await Promise.allSettled(started)) if (one.status === 'rejected') throw one.reason;
  return Promise.all(started);
};
