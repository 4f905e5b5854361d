/** Stopping a way by which messages leave, and letting it go on. */
import type { outboxSetChannel } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { conflict } from '../../platform/http/errors.ts';
import { MAIL_TOPIC } from '../../platform/mail/queue.ts';
import { trail } from '../identity/index.ts';

interface Stop {
  readonly channel: string;
  readonly reason: string;
  readonly by: string;
}

export const channelStops = async (db: Db | Tx): Promise<ReadonlyMap<string, Stop>> => {
  const { rows } = await sql<Stop>`select s.channel, s.reason, u.user_name as by
    from channel_stop s join app_user u on u.id = s.stopped_by`.execute(db);
  return new Map(rows.map((row) => [row.channel, row]));
};

/** E-mail that waited is asked for anew; short messages go on by the clock. */
const goOn = (tx: Tx) =>
  sql`insert into outbox (topic, payload) select ${MAIL_TOPIC}, jsonb_build_object('mail', min(id)::text)
    from mail where state = 'queued' and created_at > now() - interval '1 day' group by user_id`.execute(tx);

export const setChannel = (
  ctx: Ctx,
  { Channel, Enabled, Reason }: z.output<typeof outboxSetChannel.input>,
): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('channel ' || ${Channel}, 0))`.execute(tx);
    const stop = (await channelStops(tx)).get(Channel);
    if (!Enabled && stop !== undefined) throw conflict(`${Channel}已由${stop.by}停用（${stop.reason}），请刷新后再看`);
    if (Enabled && stop === undefined) throw conflict(`${Channel}已启用，请刷新后再看`);
    if (Enabled) {
      await sql`delete from channel_stop where channel = ${Channel}`.execute(tx);
      if (Channel === '邮件') await goOn(tx);
    } else
      await sql`insert into channel_stop (channel, reason, stopped_by, stopped_at)
        values (${Channel}, ${Reason}, ${ctx.session.userId}, ${ctx.now})`.execute(tx);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: Enabled ? '启用通道' : '停用通道',
      object: Channel,
      summary: Enabled ? '' : Reason,
    });
    return { ok: true };
  });
