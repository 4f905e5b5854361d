/** What waits to be worked out anew: written in the transaction of whatever changed a meter's readings, dials, ratios or day. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { inOrder } from '../../../platform/db/together.ts';
import { arrayOf } from '../columns.ts';

/** Advisory locks, beside those of days of samples (4301 and 4302). */
const METERS = 4303;
const STANDING = 4304;

/** Days of a meter `YYYY-MM-DD`, both included. */
export interface Recalc {
  readonly meterId: string;
  readonly fromDay: string;
  readonly toDay: string;
}

const WIDENED =
  sql.raw(`on conflict (meter_id) do update set from_day = least(recalc_queue.from_day, excluded.from_day),
  to_day = greatest(recalc_queue.to_day, excluded.to_day), cause = excluded.cause, asked = recalc_queue.asked + 1, asked_at = excluded.asked_at`);

/** Asks for days of many meters at once; what they wait for already is widened, never lost. A meter may be named more than once. */
export const queueRecalcs = async (tx: Tx, asked: readonly Recalc[], cause: string): Promise<void> => {
  if (asked.length === 0) return;
  await sql`insert into recalc_queue (meter_id, from_day, to_day, cause)
    select a."meterId", min(a."fromDay"), max(a."toDay"), ${cause}
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a("meterId" bigint, "fromDay" date, "toDay" date)
    group by a."meterId" order by a."meterId"
    ${WIDENED}`.execute(tx);
};

/**
 * Asks for the days of a meter; what it waits for already is widened, never lost.
 * @param fromDay first and last day `YYYY-MM-DD`, both included
 */
export const queueRecalc = (tx: Tx, meterId: string, fromDay: string, toDay: string, cause: string): Promise<void> =>
  queueRecalcs(tx, [{ meterId, fromDay, toDay }], cause);

/** Keeps all meters until the transaction ends, as references to each would. Before anything is read of them. */
export const keepMeters = async (tx: Tx): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock_shared(${METERS}, 0)`.execute(tx));

/** Waits for whoever keeps meters, and keeps others from it until the transaction ends. For whoever takes one away. */
export const freeMeters = async (tx: Tx): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(${METERS}, 0)`.execute(tx));

/** Days of many meters as columns: a list of a hundred thousand is no matter. Each meter once. */
export interface ManyRecalcs {
  readonly meterIds: readonly string[];
  readonly fromDays: readonly string[];
  readonly toDays: readonly string[];
}

/**
 * Asks as `queueRecalcs` does, but for what is asked again and again: a request that stands and covers the days is left as it is, so that asking
 * writes nothing. The lock is held to the end of the transaction: who ends the standing of requests (`endStanding`) waits for what comes
 * with those that were left out, and reads it.
 */
export async function queueStanding(tx: Tx, { meterIds, fromDays, toDays }: ManyRecalcs, cause: string): Promise<void> {
  const [from, to] = [fromDays[0] ?? '', toDays[0] ?? ''];
  // Samples of one moment ask for the same days of every meter: those travel and are compared once.
  const alike = fromDays.every((day) => day === from) && toDays.every((day) => day === to);
  const meters = sql`${arrayOf(meterIds)}::bigint[]`;
  const asking = alike
    ? sql`(select u.meter_id, ${from}::date as from_day, ${to}::date as to_day from unnest(${meters}) as u(meter_id)) a`
    : sql`unnest(${meters}, ${arrayOf(fromDays)}::date[], ${arrayOf(toDays)}::date[]) as a(meter_id, from_day, to_day)`;
  const held = sql`select pg_advisory_xact_lock_shared(${STANDING}, 0)`.execute(tx);
  const asked = sql`insert into recalc_queue (meter_id, from_day, to_day, cause, standing)
    select a.meter_id, a.from_day, a.to_day, ${cause}, true from ${asking}
    where not exists (select from recalc_queue q where q.meter_id = a.meter_id and q.standing and q.from_day <= a.from_day and q.to_day >= a.to_day)
    order by a.meter_id
    ${WIDENED}`.execute(tx);
  await inOrder([held, asked]);
}

/** Has requests counted from now on: what comes after this is asked for once more. By whoever works meters out, before it reads of them. */
export const endStanding = (db: Db, meters: readonly string[]): Promise<unknown> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${STANDING}, 0)`.execute(tx);
    await sql`update recalc_queue set standing = false where meter_id = any(${[...meters]}::bigint[]) and standing`.execute(
      tx,
    );
  });
