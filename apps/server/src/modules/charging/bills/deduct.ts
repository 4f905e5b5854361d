/** What rooms keep with us pays what a release has made owed: after it, a room at a time, so that nobody at a counter waits for all of them. */
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { UNSEEN } from '../../../platform/jobs/jobs.ts';
import { deductRoom, roomAt } from '../cashier/index.ts';
import { termsOf } from './lines.ts';

export const DEDUCT_JOB = 'charging.deduct';

/** Where the community agreed to it, rooms with money kept; else only those whose bills were paid before their release. */
export async function roomsToDeduct(
  db: Db | Tx,
  runId: string,
  day: string,
): Promise<readonly { readonly id: string; readonly bills: readonly string[]; readonly by: string }[]> {
  const { rows: runs } = await sql<{
    community: string;
    by: string;
  }>`select community_id::text as community, released_by::text as by
    from billing_run where id = ${runId} and state = '已发布'`.execute(db);
  const [run] = runs;
  if (run === undefined) return [];
  const { autoDeduct } = await termsOf(db, run.community, day);
  const { rows } = await sql<{
    id: string;
    bills: string[];
  }>`select b.room_id::text as id, array_agg(b.id::text order by b.id) as bills from bill b
    where b.run_id = ${runId} and b.state = '已发布' and b.amount > b.reduced + b.settled and (${autoDeduct}::boolean or b.paid_ahead > 0)
      and exists (select from ledger_account a where a.community_id = b.community_id and a.kind = '预存' and a.ref = b.room_id and a.balance < 0)
    group by b.room_id order by b.room_id`.execute(db);
  // Who agreed to it has older bills paid as well.
  return rows.map(({ id, bills }) => ({ id, bills: autoDeduct ? [] : bills, by: run.by }));
}

/**
 * Does it again where it stopped: what is paid is not paid twice. A room that fails is told of once the others are through.
 * @returns what was taken. Fen
 */
export async function deductRun(db: Db, runId: string, now: Date, report = UNSEEN): Promise<bigint> {
  let sum = 0n;
  let failed: unknown;
  const rooms = await roomsToDeduct(db, runId, today(now));
  for (const [done, { id, bills, by }] of rooms.entries())
    try {
      await report(done, rooms.length);
      const { total } = await db.transaction().execute(async (tx) => {
        const room = await roomAt(tx, id, today(now));
        return deductRoom({ session: { userId: by }, now }, tx, room, { billIds: bills, shiftId: null });
      });
      sum += total;
    } catch (error) {
      failed ??= error;
    }
  if (failed !== undefined) throw failed;
  return sum;
}
