/** Delegations as time goes on: they begin and end by themselves, and end with the service of either person. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { addStandIns, dropStandIns } from './stand-in.ts';
import './schema.ts';

export interface Told {
  readonly id: string;
  readonly delegate: string;
  readonly ownerName: string;
}

/** What a look at the clock led to: who has to hear of it, and whose to-do lists changed. */
export interface Advanced {
  readonly begun: readonly Told[];
  readonly over: readonly Told[];
  readonly lists: readonly string[];
}

/** Any key serves, as long as every process takes the same. */
const LOCK = 7_310_645;

/** Until the transaction ends nobody else sets up delegations or carries them out. */
export const lockDelegations = async (tx: Tx): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx));

/**
 * Brings to-do lists to where the delegations stand at a moment. May run as often as it likes, in several processes at once: each beginning
 * and each end is answered to one of them.
 */
export const advanceDelegations = async (tx: Tx, now: Date): Promise<Advanced> => {
  await lockDelegations(tx);
  const begun = await sql<Told>`
    update wf_delegation d set begun = true from app_user o
     where o.id = d.owner and d.id in (select id from wf_delegation
       where not begun and not over and ended_at is null and starts_at <= ${now} and ends_at > ${now} for update skip locked)
    returning d.id, d.delegate, o.user_name as "ownerName"`.execute(tx);
  const over = await sql<Told>`
    update wf_delegation d set over = true from app_user o
     where o.id = d.owner and d.id in (select id from wf_delegation
       where not over and (ended_at is not null or ends_at <= ${now}) for update skip locked)
    returning d.id, d.delegate, o.user_name as "ownerName"`.execute(tx);
  const dropped = await dropStandIns(tx, now);
  const added = await addStandIns(tx, now);
  return {
    begun: begun.rows,
    over: over.rows,
    lists: [...new Set([...dropped, ...added.map((one) => one.userId)])].sort(),
  };
};

/** Ends delegations by hand: one, or all that a person gave or took. @returns their ids */
export const endDelegations = async (
  tx: Tx,
  which: { readonly id: string } | { readonly ofPerson: string },
  by: { readonly userId: string; readonly reason: string },
  now: Date,
): Promise<readonly string[]> => {
  const condition =
    'id' in which ? sql`id = ${which.id}` : sql`(owner = ${which.ofPerson} or delegate = ${which.ofPerson})`;
  const { rows } = await sql<{ id: string }>`
    update wf_delegation set ended_at = ${now}, ended_by = ${by.userId}, end_reason = ${by.reason}
     where ${condition} and ended_at is null and ends_at > ${now} returning id`.execute(tx);
  return rows.map((row) => row.id);
};
