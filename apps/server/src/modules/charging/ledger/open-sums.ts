/**
 * What regular bills have open, kept added up (migration 0521): changes are written down by triggers as they happen and added to the sums by the clock,
 * so that nobody who takes money waits for a sum that somebody else has changed. What there is at any moment is sums and changes together.
 */
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';

/** Bills that are asked for regularly; what is charged once over the counter, and deposits, are told apart everywhere. */
export const REGULAR = sql`('周期', '期初', '补收')`;

/** Rows to be added up: community_id, fee_id, period, due_day, open (fen). */
export const OPEN_NOW = sql`select community_id, fee_id, period, due_day, open from open_sum
  union all select community_id, fee_id, period, due_day, open from open_change`;

/** Changes of one turn. */
const A_TURN = 20_000;

/** Adds what changed to the sums; a second one at the same time takes other changes. */
export async function addUpOpen(db: Db): Promise<void> {
  await sql`with gone as (
      delete from open_change where id in (select id from open_change order by id limit ${A_TURN} for update skip locked) returning *)
    insert into open_sum (community_id, fee_id, period, due_day, open)
    select community_id, fee_id, period, due_day, sum(open) from gone
    group by community_id, fee_id, period, due_day order by community_id, fee_id, period, due_day
    on conflict (community_id, fee_id, period, due_day) do update set open = open_sum.open + excluded.open`.execute(db);
}

/** Whoever changes many bills at once and writes down their sums themselves, in the same statement: the bills are not noted one by one meanwhile. */
export async function withOpenBySum<T>(tx: Tx, change: () => Promise<T>): Promise<T> {
  const say = (word: 'on' | 'off') => sql`select set_config('hengneng.open_by_sum', ${word}, true)`.execute(tx);
  await say('on');
  const done = await change();
  await say('off');
  return done;
}
