/** Days of the ledger that were added up, so that a report need not walk over all of it. Whoever books into such a day takes that back in the same transaction. */
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';

const lockOf = (communityId: string, day: string): RawBuilder<unknown> =>
  sql`(hashtextextended(${`ledger ${communityId} ${day}`}, 0))`;

/**
 * What holds a community's day for somebody who books into it, until the transaction ends, in the statement that it is a value of: many book at once,
 * but none while the day is added up. A day that was added up, and one that is booked into, are seen in a statement after that one.
 */
export const dayHeld = (communityId: string, day: string): RawBuilder<unknown> =>
  sql`pg_advisory_xact_lock_shared${lockOf(communityId, day)}`;

export const holdDay = (tx: Tx, communityId: string, day: string): Promise<unknown> =>
  sql`select ${dayHeld(communityId, day)}`.execute(tx);

/** Holds a community's day for who adds it up: nobody books into it meanwhile. */
export const lockDay = (tx: Tx, communityId: string, day: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock${lockOf(communityId, day)}`.execute(tx);

/**
 * Named queries `known` and `again`: what is booked into a day makes it one to be added up again. Nobody waits here, but for the first of a day; the
 * day has to be held.
 */
export const openedDay = (communityId: string, day: string): RawBuilder<unknown> =>
  sql`known as (insert into ledger_day (community_id, day) values (${communityId}, ${day}::date) on conflict do nothing returning 1),
    again as (update ledger_day set summed = false where community_id = ${communityId} and day = ${day}::date and summed)`;

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
