/** By which ways a person hears of what. What is sent by e-mail is decided by this setting where the notice is written. */
import { NOTICE_TOPICS, type NoticeTopic, type NoticeWays, type saveNoticeWays } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import { WAYS_SETTING } from '../../platform/mail/queue.ts';
import { trail } from '../identity/index.ts';

const known = (stored: unknown): NoticeTopic[] =>
  Array.isArray(stored) ? NOTICE_TOPICS.filter((topic) => stored.includes(topic)) : [];

const read = async (db: Db | Tx, userId: string, mailOn: boolean): Promise<NoticeWays> => {
  const { rows } = await sql<{ email: string | null; value: { desktop?: unknown; email?: unknown } | null }>`
    select u.email, s.value from app_user u left join user_setting s on s.user_id = u.id and s.key = ${WAYS_SETTING}
    where u.id = ${userId}`.execute(db);
  const row = rows[0];
  return {
    desktop: known(row?.value?.desktop),
    email: known(row?.value?.email),
    mailOn,
    address: row?.email ?? null,
  };
};

export const readWays = (ctx: Ctx, mailOn: boolean): Promise<NoticeWays> => read(ctx.db, ctx.session.userId, mailOn);

export const saveWays = (
  ctx: Ctx,
  { desktop, email }: z.output<typeof saveNoticeWays.input>,
  mailOn: boolean,
): Promise<NoticeWays> =>
  ctx.write(async (tx) => {
    const { userId, account } = ctx.session;
    const before = await read(tx, userId, mailOn);
    // What was chosen while it was possible may be given up at any time, but nothing new chosen.
    const more = email.some((topic) => !before.email.includes(topic));
    if (more && !mailOn) throw invalid([{ path: 'email', message: '本系统没有开通邮件发送' }]);
    if (more && before.address === null)
      throw invalid([{ path: 'email', message: '您还没有登记邮箱，请联系人事登记后再选择' }]);
    const after = { desktop: known(desktop), email: known(email) };
    await sql`insert into user_setting (user_id, key, value) values (${userId}, ${WAYS_SETTING}, ${JSON.stringify(after)}::jsonb)
      on conflict (user_id, key) do update set value = excluded.value, updated_at = now()`.execute(tx);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '修改消息接收方式',
      object: `用户 ${account}`,
      before: { 桌面提醒: before.desktop, 邮件: before.email },
      after: { 桌面提醒: after.desktop, 邮件: after.email },
    });
    return { ...before, ...after };
  });
