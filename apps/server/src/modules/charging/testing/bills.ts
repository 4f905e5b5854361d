/** Bills for tests of charging, released through the ledger as a run does. */
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import { billNo, takeBillNumbers } from '../bill-numbers.ts';
import { releaseIn } from '../bills/review.ts';
import { previewRun, type RunAsked } from '../bills/preview.ts';
import { beginRun, contentHash, makeNext } from '../bills/run.ts';
import { postBills } from '../ledger/index.ts';

export interface TestBill {
  /** Fen. */
  readonly amount: number;
  readonly dueDay: string;
  readonly cycle?: string;
}

/** Releases bills of a room for a fee. @returns their ids in order */
export const releaseBills = (
  db: Db,
  of: { readonly roomId: string; readonly fee: string; readonly by: string },
  bills: readonly TestBill[],
): Promise<readonly string[]> =>
  db.transaction().execute(async (tx) => {
    const { rows: rooms } = await sql<{
      community_id: string;
    }>`select community_id::text from room where id = ${of.roomId}`.execute(tx);
    const communityId = rooms[0]?.community_id ?? '';
    const ids: string[] = [];
    for (const { amount, dueDay, cycle } of bills) {
      const period = dueDay.slice(0, 7);
      const { prefix, first } = await takeBillNumbers(tx, communityId, period, 1);
      const { rows } = await sql<{ id: string }>`
        insert into bill (bill_no, community_id, room_id, fee_id, room_fee_id, cycle, period, from_day, to_day, amount, due_day, kind, state, released_on)
        select ${billNo(prefix, first)}, ${communityId}, ${of.roomId}, f.id, (select id from room_fee where room_id = ${of.roomId} and fee_id = f.id limit 1),
          ${cycle ?? `T${dueDay}`}, ${period}, ${dueDay}::date, ${dueDay}::date + 30, ${amount}, ${dueDay}::date, '周期', '已发布', ${dueDay}::date
        from fee f where f.name = ${of.fee} returning id::text`.execute(tx);
      ids.push(rows[0]?.id ?? '');
    }
    await postBills(
      tx,
      { communityId, kind: '发布', day: bills[0]?.dueDay ?? '', source: 'billing_run', sourceId: '0', by: of.by },
      sql`select unnest(${ids}::bigint[]) as id`,
    );
    return ids;
  });

/** Makes a run, and takes it as far as the state says: handed in, checked, or released on a day. @returns its id */
export const runTo = (
  db: Db,
  of: RunAsked & { readonly by: string; readonly checker: string; readonly day: string },
  state: '待审核' | '待发布' | '已发布',
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const who = { userId: of.by, userName: '' };
    const run = await beginRun(tx, who, of, (await previewRun(tx, of)).hash);
    while (await makeNext(tx, run));
    if (state === '待审核') return run;
    await sql`update billing_run set state = '待发布', checked_by = ${of.checker}, checked_at = app_now(), content_hash = ${await contentHash(tx, run)}
      where id = ${run}`.execute(tx);
    if (state === '已发布') await releaseIn(tx, run, { userId: of.checker, userName: '' }, of.day);
    return run;
  });
