/** Letters of a sent report: left for the job that sends them, and what people are told of them. */
import type { reportSends } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../../platform/db/schema.ts';
import { post } from '../../../platform/jobs/jobs.ts';

export const TOPIC = 'report-mail';
export const MAIL_OFF = '系统还没有设置发信服务器（SMTP），不能发邮件；可复制链接自行发送';

type MailRow = z.input<typeof reportSends.output>['rows'][number]['Mails'][number];

/** What people are told of a letter. Whoever was stopped while sending cannot say what came of it. */
export const mailsOf = sql<readonly MailRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('Address', m.address, 'At', to_jsonb(coalesce(m.sent_at, m.claimed_at, m.created_at)) #>> '{}',
    'Error', coalesce(m.error, ''), 'State', case
      when m.state = 'sent' then '已发送' when m.state = 'failed' then '发送失败' when m.state = 'dropped' then '未发送'
      when m.state = 'unknown' or (m.state = 'sending' and m.claimed_at < now() - interval '10 minutes') then '结果不明'
      when m.state = 'sending' then '发送中' else '待发送' end) order by m.id), '[]'::jsonb)
  from energy_report_mail m where m.send_id = s.id)`;

export async function queueReportMails(tx: Tx, send: string, addresses: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into energy_report_mail (send_id, address) select ${send}::bigint, unnest(${[...new Set(addresses)]}::text[])
    returning id::text`.execute(tx);
  for (const { id } of rows) await post(tx, TOPIC, { mail: id });
}
