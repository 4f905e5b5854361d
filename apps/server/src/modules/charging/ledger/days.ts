/** Days of the ledger that were added up, so that a report need not walk over all of it. Whoever books into such a day takes that back in the same transaction. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';

/**
 * Holds a community's day until the transaction ends: many book into it at once, but none while it is added up. A day that was added up and one that
 * is booked into are seen in a statement after this one.
 */
export const lockDay = (tx: Tx, communityId: string, day: string, shared: boolean): Promise<unknown> =>
  sql`select ${shared ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`}(hashtextextended(${`ledger ${communityId} ${day}`}, 0))`.execute(
    tx,
  );

/** What is booked into a day makes it one to be added up again. Nobody waits here, but for the first of a day. */
export const openDay = (tx: Tx, communityId: string, day: string): Promise<unknown> =>
  sql`with known as (insert into ledger_day (community_id, day) values (${communityId}, ${day}::date) on conflict do nothing)
    update ledger_day set summed = false where community_id = ${communityId} and day = ${day}::date and summed`.execute(
    tx,
  );

/** Days before one that are not added up, the oldest first. */
export async function openDays(
  db: Db,
  before: string,
  most: number,
): Promise<readonly { readonly communityId: string; readonly day: string }[]> {
  const { rows } = await sql<{
    communityId: string;
    day: string;
  }>`select community_id::text as "communityId", day::text from ledger_day where not summed and day < ${before}::date
    order by day, community_id limit ${most}`.execute(db);
  return rows;
}

export const markSummed = (tx: Tx, communityId: string, day: string): Promise<unknown> =>
  sql`update ledger_day set summed = true where community_id = ${communityId} and day = ${day}::date`.execute(tx);
