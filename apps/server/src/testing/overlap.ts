/** Two transactions that meet: what a lock is for. */
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/schema.ts';

export interface Met<T> {
  /** The second had to wait until the first had committed. */
  readonly waited: boolean;
  readonly second: PromiseSettledResult<T>;
}

/** Begins the second while the first has done its work and not committed; commits once the second waits for it, or is through. */
export async function overlap<T>(
  db: Db,
  first: (tx: Tx) => Promise<unknown>,
  second: (tx: Tx) => Promise<T>,
): Promise<Met<T>> {
  const arrived = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const ahead = db.transaction().execute(async (tx) => {
    await first(tx);
    arrived.resolve();
    await commit.promise;
  });
  await Promise.race([arrived.promise, ahead]);
  const state = { through: false };
  const behind = Promise.allSettled([db.transaction().execute(second)]).then(([result]) => {
    state.through = true;
    return result;
  });
  const waits = async (): Promise<boolean> => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0;
  };
  let waited = false;
  while (!state.through && !waited) waited = await waits();
  commit.resolve();
  await ahead;
  return { waited, second: await behind };
}
