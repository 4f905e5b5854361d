import { tellTime } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';

/** A transaction of nobody's request, at the moment that its caller goes by. */
export const within = <T>(db: Db, now: Date, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await tellTime(tx, now);
    return work(tx);
  });
