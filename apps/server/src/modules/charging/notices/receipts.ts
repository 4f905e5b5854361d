/** 送达回执: what a gateway tells later about messages that it took. */
import type { feeAnnouncementReceipt } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden, notFound, refused } from '../../../platform/http/errors.ts';
import { genuine } from '../signature.ts';
import { tellNotice } from './record.ts';
import type { NoticeWays } from './senders.ts';

/** What a sending is known by outside. One that failed for sure goes out under another, so that no gateway takes it for the same. */
export const keyOf = (id: string, round: number): string => (round === 1 ? `notice-${id}` : `notice-${id}-${round}`);

/** The first receipt counts. One of a former sending, or the same again, changes nothing. */
export async function hearReceipt(
  ctx: Ctx,
  ways: NoticeWays,
  news: z.output<typeof feeAnnouncementReceipt.input>,
): Promise<z.input<typeof feeAnnouncementReceipt.output>> {
  if (ways.receiptKey === null) throw refused('未配置短信回执密钥，不接收回执');
  if (!genuine(news, ways.receiptKey, ctx.now)) throw forbidden('签名不正确');
  const [, id = '', round = '1'] = news.id.split('-');
  const arrived = news.state === 'delivered';
  const why = news.reason === '' ? '短信网关回执：未送达' : `短信网关回执：${news.reason}`;
  return ctx.write(async (tx) => {
    // It may be faster than the gateway's answer, or come where that was lost and the message waits to be sent once more.
    const { rows } = await sql<{ notice: string }>`
      update notice_send set state = ${arrived ? '送达' : '失败'}, reason = ${arrived ? '' : why}, receipt_at = app_now()
      where id = ${id}::bigint and channel = '短信' and round = ${round}::integer and receipt_at is null and content <> ''
        and (state in ('发送中', '已提交', '失败') or state = '待发送' and ${arrived}) returning notice_id::text as notice`.execute(
      tx,
    );
    const [told] = rows;
    if (told === undefined) {
      const { rows: known } =
        await sql`select 1 from notice_send where id = ${id}::bigint and channel = '短信' and round >= ${round}::integer`.execute(
          tx,
        );
      if (known.length === 0) throw notFound('消息不存在');
      return { received: true };
    }
    await tellNotice(tx, told.notice);
    return { received: true };
  });
}
