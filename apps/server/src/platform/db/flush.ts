/**
 * Writes that are acknowledged together. A commit that waits for the disk keeps its row locks while it waits: the counter of a module's numbers
 * then lets one submission through per write of the disk. Here a request's transaction commits without that wait, so that what it locked is free
 * at once, and whoever asked is answered after the next flush, one for all that were committed before it began.
 *
 * What is acknowledged is on the disk, as before. The log is written in the order of the commits: what an acknowledged transaction has seen of
 * others is never missing after a crash.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './schema.ts';

/** Does one thing for all who ask while it is not under way; who asks while it is waits for the next time. */
export class Rounds {
  readonly #run: () => Promise<unknown>;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(run: () => Promise<unknown>) {
    this.#run = run;
  }

  /** Resolves when a round that began after this call is through; fails as that round does. */
  round(): Promise<void> {
    if (this.#running === null) return this.#begin();
    const begin = (): Promise<void> => {
      this.#next = null;
      return this.#begin();
    };
    this.#next ??= this.#running.then(begin, begin);
    return this.#next;
  }

  #begin(): Promise<void> {
    const running = this.#run().then(() => undefined);
    const over = (): void => {
      // The next may have begun already.
      if (this.#running === running) this.#running = null;
    };
    this.#running = running;
    running.then(over, over);
    return running;
  }
}

const flushes = new WeakMap<Db, Rounds>();

/** Lets writes of `db` be flushed by way of `by`, which has a connection of its own: a flush does not stand behind those who wait for it. */
export const flushBy = (db: Db, by: Db): void =>
  // A commit of its own: it waits for the disk, and for a standby where the server is set up with one.
  void flushes.set(db, new Rounds(() => sql`select pg_logical_emit_message(true, 'hengneng', '')`.execute(by)));

/**
 * What lets the transaction that it is a value of end without waiting for the disk, in a statement that is sent anyway. Who acknowledges the transaction
 * has to wait for `flushed`.
 */
export const flushedLater = (db: Db): RawBuilder<unknown> =>
  flushes.has(db) ? sql`set_config('synchronous_commit', 'off', true)` : sql`null`;

/** The same where there is none to be a value of. */
export const flushLater = (db: Db, tx: Tx): void => {
  if (!flushes.has(db)) return;
  // In front of the commit, which tells where the transaction failed.
  sql`set local synchronous_commit = off`.execute(tx).catch(() => undefined);
};

/** Waits until all that was committed before is on the disk. */
export const flushed = async (db: Db): Promise<void> => flushes.get(db)?.round();
