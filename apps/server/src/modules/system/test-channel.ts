/** A message to oneself by a channel: what the other end answers is said at once, or stands in the outbox. */
import type { outboxTest } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { refused } from '../../platform/http/errors.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { trail } from '../identity/index.ts';
import { isStopped } from '../../platform/messages/channels.ts';
import { sendMessage } from '../../platform/messages/send.ts';
import type { Ways } from './outbox.ts';

/** Hands a short message over. @returns why it was not taken; null where it was */
export type SendShort = (key: string, to: string, title: string, text: string) => Promise<string | null>;

const TITLE = '通道测试';
const masked = (phone: string): string => phone.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2');

export const testChannel = async (
  ctx: Ctx,
  { Channel }: z.output<typeof outboxTest.input>,
  ways: Ways,
  short: SendShort | null,
): Promise<{ to: string }> => {
  const { userId, userName } = ctx.session;
  const { rows } = await sql<{
    phone: string | null;
    email: string | null;
  }>`select phone, email from app_user where id = ${userId}`.execute(ctx.db);
  const [me] = rows;
  const text = `${userName}发出的测试消息，收到即说明通道正常。`;
  if (Channel !== '站内' && (await isStopped(ctx.db, Channel))) throw refused(`${Channel}已停用，启用后再测试`);
  if (Channel === '短信') {
    if (short === null) throw refused('没有配置短信网关，不能测试');
    if (!me?.phone) throw refused('您的账号没有手机号，不能测试短信');
    // Not in the transaction: nobody waits for a gateway with rows locked.
    const fault = await short(`test-${userId}-${ctx.now.getTime()}`, me.phone, TITLE, text);
    await ctx.write((tx) =>
      trail(tx, ctx, {
        kind: '系统设置',
        action: '测试通道',
        object: '短信',
        result: fault === null ? '成功' : '失败',
        summary: fault ?? '',
      }),
    );
    if (fault !== null) throw refused(`短信没有发出：${fault}`);
    return { to: masked(me.phone) };
  }
  return ctx.write(async (tx) => {
    await trail(tx, ctx, { kind: '系统设置', action: '测试通道', object: Channel });
    if (Channel === '站内') {
      await sendMessage(tx, [userId], 'channel.test', { 测试人: userName });
      return { to: '消息抽屉' };
    }
    if (!ways.mailOn) throw refused('没有配置邮件服务器，不能测试');
    if (!me?.email) throw refused('您的账号没有邮箱，不能测试邮件');
    await queueMail(tx, [{ userId, topic: 'system', title: TITLE, path: null }]);
    return { to: me.email };
  });
};
