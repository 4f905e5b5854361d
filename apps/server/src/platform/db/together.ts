/**
 * Statements of one transaction that travel together. Kysely sends the next only when the last is answered; most of what a command writes
 * does not wait for anything, and each wait costs a round trip with two changes of process.
 */
import { type ConnectionProvider, type DatabaseConnection, PostgresDialect, Transaction } from 'kysely';
import type { Database, Tx } from './schema.ts';

class Held implements ConnectionProvider {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    return consumer(this.#connection);
  }
}

/** A transaction is given its connection: it never opens one. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction opens no connection of its own')),
});
const driver = dialect.createDriver();

/**
 * The same transaction without the wait: what is started without awaiting is sent at once, and the database runs it in the order in which it
 * was started. Await all of it (`Promise.all`) before the transaction ends; the first failure fails everything behind it.
 */
export const together = async (tx: Tx): Promise<Tx> => {
  const executor = tx.getExecutor();
  const held = new Held(await executor.provideConnection(async (connection) => connection));
  return new Transaction<Database>({
    config: { dialect },
    dialect,
    driver,
    executor: executor.withConnectionProvider(held),
  });
};
