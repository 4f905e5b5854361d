/** Sends what was queued. What a person has waiting goes out as one e-mail, and none goes out twice, whatever breaks off in between. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import type { Job } from '../jobs/jobs.ts';
import { stopped } from '../messages/channels.ts';
import { worded } from '../messages/wording.ts';
import { MAIL_TOPIC, WAYS_SETTING } from './queue.ts';
import { isMailError, type MailServer, mailServerOf, sendMessage } from './smtp.ts';

export interface MailSettings {
  /** `smtp://` or `smtps://`, with name and password where the server wants them. */
  readonly url: string;
  /** As it stands in the letter: `衡能 <notice@example.com>`. */
  readonly from: string;
  /** Where people open the product, for links; null: none are given. */
  readonly productUrl: string | null;
}

/** More tries than this are no use; what the queue itself tries again is fewer. */
const MOST_TRIES = 5;
/** In one e-mail. */
const MOST_TITLES = 50;

interface Claimed {
  readonly id: string;
  readonly title: string;
  /** Of the record that it is about; null where there is none. */
  readonly serial: string | null;
  readonly path: string | null;
  readonly attempts: number;
  /** Null where the person is gone, has no address any more, or changed their mind. */
  readonly address: string | null;
  readonly name: string;
}

/** Takes what waits for the person of this mail, so that nobody else sends it. Nothing where it has been taken already, or is a day old. */
const claim = async (db: Db, mailId: string): Promise<readonly Claimed[]> => {
  const { rows } = await sql<Claimed>`
    with taken as (
      update mail set state = 'sending', attempts = attempts + 1
       where id in (
         select q.id from mail q join mail asked on asked.id = ${mailId} and asked.state = 'queued'
          where q.user_id = asked.user_id and q.state = 'queued' and q.created_at > now() - interval '1 day' and not ${stopped('邮件')}
          order by q.id limit ${MOST_TITLES} for update of q skip locked)
      returning id, user_id, topic, title, path, module_id, biz_id, attempts
    )
    select t.id, t.title, t.path,
           (select i.serial from wf_instance i where i.module_id = t.module_id and i.biz_id = t.biz_id order by i.id desc limit 1) as serial,
           t.attempts, u.user_name as name,
           case when u.state = 'active' and jsonb_exists(s.value -> 'email', t.topic) then u.email end as address
      from taken t
      join app_user u on u.id = t.user_id
      left join user_setting s on s.user_id = t.user_id and s.key = ${WAYS_SETTING}
     order by t.id`.execute(db);
  return rows;
};

const settle = async (
  db: Db,
  mails: readonly Claimed[],
  state: 'queued' | 'sent' | 'failed' | 'unknown' | 'dropped',
  error: string | null = null,
): Promise<void> => {
  if (mails.length === 0) return;
  await sql`update mail set state = ${state}, error = ${error}, sent_at = case when ${state} = 'sent' then now() end
    where id = any(${mails.map((one) => one.id)}::bigint[]) and state = 'sending'`.execute(db);
};

const linkOf = ({ path }: Claimed, productUrl: string | null): string =>
  path === null || productUrl === null ? '' : `\n  ${productUrl.replace(/\/$/, '')}${path}`;

/** What a person looks a record up by, where the title does not say it anyway. */
const wordsOf = ({ title, serial }: Pick<Claimed, 'title' | 'serial'>): string =>
  serial === null || title.includes(serial) ? title : `${title}（${serial}）`;

export const letterOf = (mails: readonly Claimed[], productUrl: string | null) => {
  const [first] = mails;
  const title = first === undefined ? '' : wordsOf(first);
  const words = worded('mail.letter', {
    标题: mails.length === 1 ? title : `${mails.length} 条新消息：${title}`,
    姓名: first?.name ?? '',
    消息: mails.map((one) => `· ${wordsOf(one)}${linkOf(one, productUrl)}`).join('\n'),
  });
  return { subject: words.title, text: words.body };
};

/** The same letter has the same name, so that a server that gets it again knows it. */
const idOf = (mails: readonly Claimed[], from: string): string => {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  const key = createHash('sha256')
    .update(mails.map((one) => one.id).join())
    .digest('hex');
  return `<${key.slice(0, 32)}@${domain}>`;
};

/** @throws what is worth another try, for the queue to come back to it */
export const deliver = async (db: Db, server: MailServer, settings: MailSettings, mailId: string): Promise<void> => {
  const claimed = await claim(db, mailId);
  const mails = claimed.filter((one) => one.address !== null);
  await settle(
    db,
    claimed.filter((one) => one.address === null),
    'dropped',
  );
  const to = mails[0]?.address;
  if (!to) return;
  const { from, productUrl } = settings;
  try {
    await sendMessage(server, { id: idOf(mails, from), from, to, ...letterOf(mails, productUrl) });
  } catch (error) {
    const fate = isMailError(error) ? error.fate : 'unknown';
    const text = error instanceof Error ? error.message : String(error);
    const tired = mails.filter((one) => one.attempts >= MOST_TRIES);
    if (fate !== 'again') return settle(db, mails, fate === 'refused' ? 'failed' : 'unknown', text);
    await settle(db, tired, 'failed', text);
    const rest = mails.filter((one) => one.attempts < MOST_TRIES);
    await settle(db, rest, 'queued', text);
    if (rest.length > 0) throw error;
    return;
  }
  await settle(db, mails, 'sent');
};

const mailOf = (payload: unknown): string =>
  typeof payload === 'object' && payload !== null && 'mail' in payload ? String(payload.mail) : '0';

export const mailJob = (db: Db, settings: MailSettings): Job => {
  const server = mailServerOf(settings.url);
  return { name: MAIL_TOPIC, cron: null, run: (payload) => deliver(db, server, settings, mailOf(payload)) };
};

/** What a process was sending when it was stopped may or may not have gone out; what nobody sent for a day is of no use any more. */
export const settleOldMail = async (db: Db): Promise<void> => {
  await sql`update mail set state = 'unknown' where state = 'sending' and created_at < now() - interval '1 day'`.execute(
    db,
  );
  await sql`update mail set state = 'dropped' where state = 'queued' and created_at < now() - interval '1 day'`.execute(
    db,
  );
  await sql`delete from mail where created_at < now() - interval '90 days'`.execute(db);
};
