/** Leaves messages with people, in the transaction of what they tell of. */
import { MERGE_MINUTES } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/schema.ts';
import { pushEvent } from '../events/push.ts';
import { queueMail } from '../mail/queue.ts';
import { type Facts, type MessageCode, templateOf } from './templates.ts';
import { heldOvernight, said } from './wording.ts';

/** The unread message of the same kind that a new one of this person joins. */
const joined = (
  kind: string,
  held: Date | null,
) => sql`(select m.id from message m where m.user_id = p.id and m.kind = ${kind} and m.channel = '站内'
    and m.read_at is null and m.merged_into is null and m.announcement_id is null and (m.held_until is null) = ${held === null}
    and m.created_at > app_now() - make_interval(mins => ${MERGE_MINUTES}) order by m.id desc limit 1)`;

/** Leaves a message with people, and lets their open pages know; ordinary ones by night in the morning, switched-off ones not at all. */
export async function sendMessage<C extends MessageCode>(
  tx: Tx,
  to: readonly string[],
  code: C,
  facts: Facts<C>,
): Promise<void> {
  // Who is meant twice hears it once.
  const userIds = [...new Set(to)];
  const words = said(code, facts);
  if (userIds.length === 0 || words === null) return;
  const { label, path = null, urgent } = templateOf(code);
  const held = urgent === true ? null : heldOvernight(code, await timeOf(tx));
  const { title, body, template, version } = words;
  await sql`insert into message (kind, user_id, title, body, template, template_version, facts, held_until, merged_into)
    select ${label}, p.id, ${title}, ${body}, ${template}, ${version}, ${JSON.stringify(facts)}::jsonb, ${held}::timestamptz, ${joined(label, held)}
    from unnest(${userIds}::bigint[]) as p(id)`.execute(tx);
  if (held === null) await pushEvent(tx, userIds, 'notice', { title });
  await queueMail(
    tx,
    userIds.map((userId) => ({ userId, topic: 'system', title, path })),
    held,
  );
}

const timeOf = async (tx: Tx): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(tx);
  return rows[0]?.now ?? new Date();
};

/** Tells what waited for the morning. Read, it needs no telling. @returns to how many people */
export const tellHeld = (db: Db, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ user_id: string; title: string; unread: boolean }>`
      update message set held_until = null where held_until <= ${now} returning user_id::text, title, read_at is null as unread`.execute(
      tx,
    );
    const people = [...new Set(rows.filter((row) => row.unread).map((row) => row.user_id))];
    if (people.length > 0) await pushEvent(tx, people, 'notice', { title: '有夜间留下的消息' });
    return people.length;
  });
