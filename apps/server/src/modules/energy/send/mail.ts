/** A sent report by e-mail: the frozen sheet is attached, so that no secret of a link lies in a queue; each address is told by itself. */
import type { reportMailAgain } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { refused } from '../../../platform/http/errors.ts';
import { type Job, post } from '../../../platform/jobs/jobs.ts';
import type { MailSettings } from '../../../platform/mail/mail.ts';
import { isMailError, type MailServer, mailServerOf, sendMessage } from '../../../platform/mail/smtp.ts';
import { MAIL_OFF, TOPIC } from './mails.ts';
import { holdSend } from './send.ts';

/** More tries than this are no use; what the queue itself tries again is fewer. */
const MOST_TRIES = 5;

/** What failed, or nobody can tell, goes out once more when somebody says so. */
export const mailAgain = (
  ctx: Ctx,
  { SendId }: z.output<typeof reportMailAgain.input>,
  mailOn: boolean,
): Promise<z.input<typeof reportMailAgain.output>> =>
  ctx.write(async (tx) => {
    const sent = await holdSend(ctx, tx, SendId);
    if (!mailOn) throw refused(MAIL_OFF);
    if (sent.withdrawn) throw refused('已经撤回，不能再发');
    if (sent.expired) throw refused('已经过期，请重新发送');
    const { rows } = await sql<{ id: string }>`
      update energy_report_mail set state = 'queued', attempts = 0, error = null where send_id = ${SendId}::bigint
        and (state in ('failed', 'unknown') or (state = 'sending' and claimed_at < now() - interval '10 minutes')) returning id::text`.execute(
      tx,
    );
    if (rows.length === 0) throw refused('没有发送失败的邮件');
    for (const { id } of rows) await post(tx, TOPIC, { mail: id });
    await trail(tx, ctx, { kind: '业务', action: '重发邮件', object: sent.name, summary: `${rows.length} 封` });
    return { Count: rows.length };
  });

interface Claimed {
  readonly address: string;
  readonly attempts: number;
  readonly name: string;
  readonly body: Buffer;
  readonly note: string;
}

/** Takes a letter, so that nobody else sends it; nothing where it was taken already, or is not to be sent any more. */
async function claim(db: Db, mail: string, now: Date): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update energy_report_mail m set state = 'sending', attempts = attempts + 1, claimed_at = now()
    from energy_report_send s where m.id = ${mail}::bigint and m.state = 'queued' and s.id = m.send_id
      and s.withdrawn_at is null and s.expires_at > ${now}
    returning m.address, m.attempts, s.file_name as name, s.body, s.note`.execute(db);
  if (rows[0] === undefined)
    await sql`update energy_report_mail set state = 'dropped', error = '发送前已撤回或过期'
      where id = ${mail}::bigint and state = 'queued'`.execute(db);
  return rows[0];
}

const settle = async (db: Db, mail: string, state: string, error: string | null = null): Promise<void> => {
  await sql`update energy_report_mail set state = ${state}, error = ${error}, sent_at = case when ${state} = 'sent' then now() end
    where id = ${mail}::bigint and state = 'sending'`.execute(db);
};

/** @throws what is worth another try, for the queue to come back to it */
async function deliver(db: Db, server: MailServer, { from }: MailSettings, mail: string, now: Date): Promise<void> {
  const letter = await claim(db, mail, now);
  if (letter === undefined) return;
  const title = letter.name.replace(/\.pdf$/, '');
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  try {
    await sendMessage(server, {
      // The same letter has the same name, so that a server that gets it again knows it.
      id: `<report-${mail}@${domain}>`,
      from,
      to: letter.address,
      subject: title,
      text: ['您好：', '', `${title}见附件。`, ...(letter.note === '' ? [] : ['', letter.note])].join('\n'),
      files: [{ name: letter.name, type: 'application/pdf', body: letter.body }],
    });
  } catch (error) {
    const fate = isMailError(error) ? error.fate : 'unknown';
    const words = error instanceof Error ? error.message : String(error);
    if (fate === 'refused') return settle(db, mail, 'failed', words);
    if (fate === 'unknown') return settle(db, mail, 'unknown', words);
    if (letter.attempts >= MOST_TRIES) return settle(db, mail, 'failed', words);
    await settle(db, mail, 'queued', words);
    throw error;
  }
  await settle(db, mail, 'sent');
}

const mailOf = (payload: unknown): string =>
  typeof payload === 'object' && payload !== null && 'mail' in payload ? String(payload.mail) : '0';

export const reportMailJob = (db: Db, clock: Clock, settings: MailSettings): Job => {
  const server = mailServerOf(settings.url);
  return { name: TOPIC, cron: null, run: (payload) => deliver(db, server, settings, mailOf(payload), clock()) };
};
