/** What waits to be worked out anew: written in the transaction of whatever changed a meter's readings, dials, ratios or day. */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';

/**
 * Asks for the days of a meter; what it waits for already is widened, never lost.
 * @param fromDay first and last day `YYYY-MM-DD`, both included
 */
export const queueRecalc = async (
  tx: Tx,
  meterId: string,
  fromDay: string,
  toDay: string,
  cause: string,
): Promise<void> => {
  await sql`insert into recalc_queue (meter_id, from_day, to_day, cause) values (${meterId}, ${fromDay}, ${toDay}, ${cause})
    on conflict (meter_id) do update set from_day = least(recalc_queue.from_day, excluded.from_day),
      to_day = greatest(recalc_queue.to_day, excluded.to_day), cause = excluded.cause, asked = recalc_queue.asked + 1,
      asked_at = excluded.asked_at`.execute(tx);
};
