/** What nobody has taken two working hours later is told to who looks after the place, once. */
import { sql } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/schema.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { roleInProject } from '../../identity/index.ts';
import { sendMessage } from '../../../platform/messages/send.ts';

const A_TIME = 200;

/** @returns how many were told of */
export const tellLateWishes = (db: Db, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ no: string; community: string; room: string; people: readonly string[] }>`
      with found as (select id from suspend_wish where state = '待受理' and told_at is null and due_at <= ${now} order by id limit ${A_TIME} for update skip locked),
        marked as (update suspend_wish w set told_at = ${now} from found where found.id = w.id returning w.*)
      select m.no, c.name as community, r.full_code as room, ${roleInProject('propertyManager', sql`c.project_code`)} as people
      from marked m join community c on c.id = m.community_id join room r on r.id = m.room_id order by m.id`.execute(
      tx,
    );
    for (const { no, community, room, people } of rows)
      await sendMessage(tx, people, 'suspension.late', { 小区: community, 房间: room, 单号: no });
    return rows.length;
  });

export const suspensionJobs = (db: Db, clock: Clock): readonly Job[] => [
  { name: 'charging.lateWishes', cron: '*/10 * * * *', run: async () => void (await tellLateWishes(db, clock())) },
];
