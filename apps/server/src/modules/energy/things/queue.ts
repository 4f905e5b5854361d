/** What waits to be worked out anew: written in the transaction of whatever changed a meter's readings, dials, ratios or day. */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';

/** Days of a meter `YYYY-MM-DD`, both included. */
export interface Recalc {
  readonly meterId: string;
  readonly fromDay: string;
  readonly toDay: string;
}

/** Asks for days of many meters at once; what they wait for already is widened, never lost. A meter may be named more than once. */
export const queueRecalcs = async (tx: Tx, asked: readonly Recalc[], cause: string): Promise<void> => {
  if (asked.length === 0) return;
  await sql`insert into recalc_queue (meter_id, from_day, to_day, cause)
    select a."meterId", min(a."fromDay"), max(a."toDay"), ${cause}
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a("meterId" bigint, "fromDay" date, "toDay" date)
    group by a."meterId" order by a."meterId"
    on conflict (meter_id) do update set from_day = least(recalc_queue.from_day, excluded.from_day),
      to_day = greatest(recalc_queue.to_day, excluded.to_day), cause = excluded.cause, asked = recalc_queue.asked + 1,
      asked_at = excluded.asked_at`.execute(tx);
};

/**
 * Asks for the days of a meter; what it waits for already is widened, never lost.
 * @param fromDay first and last day `YYYY-MM-DD`, both included
 */
export const queueRecalc = (tx: Tx, meterId: string, fromDay: string, toDay: string, cause: string): Promise<void> =>
  queueRecalcs(tx, [{ meterId, fromDay, toDay }], cause);
