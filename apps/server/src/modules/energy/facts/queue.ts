/** The queue of meters that wait: worked off right after what asked for it, and by the clock for whatever is left. */
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { workOutAll } from './work-out.ts';

interface Waiting {
  readonly meter: string;
  readonly from: string;
  readonly to: string;
  readonly cause: string;
  readonly asked: number;
}

/** Meters of one transaction: enough to share its queries, few enough that another worker finds some as well. */
const BATCH = 50;

/**
 * Works off some of the queue in one transaction. Meters are held, not their requests: one that comes meanwhile does not wait, is counted
 * in `asked`, and its row stays for the next round.
 */
const drainSome = (db: Db, only: readonly string[] | null): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<Waiting>`
      select q.meter_id::text as meter, q.from_day::text as "from", q.to_day::text as "to", q.cause, q.asked
      from recalc_queue q join meter m on m.device_id = q.meter_id
      where ${only === null ? sql`true` : sql`q.meter_id = any(${[...only]}::bigint[])`}
      order by q.asked_at, q.meter_id limit ${BATCH} for no key update of m skip locked`.execute(tx);
    if (rows.length === 0) return 0;
    for (const [cause, group] of Map.groupBy(rows, (row) => row.cause))
      await workOutAll(
        tx,
        group.map(({ meter, from, to }) => ({ meterId: meter, from, to })),
        cause,
      );
    await sql`delete from recalc_queue q using jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(meter bigint, asked int)
      where q.meter_id = w.meter and q.asked = w.asked`.execute(tx);
    return rows.length;
  });

/**
 * Works off what waits; several processes share it.
 * @param only these meters; null: all
 * @returns how many meters were worked out
 */
export async function drainQueue(db: Db, only: readonly string[] | null = null, most = 100_000): Promise<number> {
  let done = 0;
  while (done < most) {
    const some = await drainSome(db, only);
    done += some;
    if (some < BATCH) break;
  }
  return done;
}

/** Whatever was left: requests of imports, of settings, of a process that stopped in between. */
export const factsJobs = (db: Db): readonly Job[] => [
  { name: 'energy-facts', cron: '* * * * *', run: async () => void (await drainQueue(db)) },
];
