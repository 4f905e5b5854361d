/** Which notices go out by e-mail: decided with the notice, in its transaction; sent by the job afterwards. */
import type { NoticeTopic } from '@hengneng/contracts';
import { raw } from '../db/raw.ts';
import type { Db, Tx } from '../db/schema.ts';

/** Setting that says by which ways a person wants to hear of what. */
export const WAYS_SETTING = 'notice.ways';
export const MAIL_TOPIC = 'mail';

export interface Letter {
  readonly userId: string;
  readonly topic: NoticeTopic;
  readonly title: string;
  /** Where it opens in the product; null where there is nothing to open. */
  readonly path: string | null;
  /** What it is about; the letter names its serial. */
  readonly record?: { readonly module: string; readonly id: string } | null;
}

const QUEUE = `
  with wanted as (
    select l.user_id, l.topic, l.title, l.path, l.module_id, l.biz_id
      from jsonb_to_recordset($1::jsonb) as l(user_id bigint, topic text, title text, path text, module_id text, biz_id bigint)
      join app_user u on u.id = l.user_id and u.state = 'active' and u.email is not null
      join user_setting s on s.user_id = u.id and s.key = $2 and jsonb_exists(s.value -> 'email', l.topic)
  ), queued as (
    insert into mail (user_id, topic, title, path, module_id, biz_id) select * from wanted returning id
  )
  insert into outbox (topic, payload, not_before)
  select $3, jsonb_build_object('mail', id::text), $4::timestamptz from queued`;

/**
 * Leaves what people want by e-mail in the outbox; everybody else's is passed over.
 * @param notBefore what is ordinary waits for the morning
 */
export const queueMail = async (
  tx: Tx | Db,
  letters: readonly Letter[],
  notBefore: Date | null = null,
): Promise<void> => {
  if (letters.length === 0) return;
  const rows = letters.map(({ userId, topic, title, path, record }) => ({
    user_id: userId,
    topic,
    title,
    path,
    module_id: record?.module ?? null,
    biz_id: record?.id ?? null,
  }));
  await raw(tx, QUEUE, [JSON.stringify(rows), WAYS_SETTING, MAIL_TOPIC, notBefore]);
};
