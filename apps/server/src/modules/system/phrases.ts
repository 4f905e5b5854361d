/** Opinions that a person picks instead of typing: the approval counts short ones by itself, here they are kept and dropped by hand. */
import { MOST_PHRASES, type phraseDelete, type phraseIndex, type phraseSave } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { invalid } from '../../platform/http/errors.ts';
import { trail } from '../identity/index.ts';

type Row = z.input<typeof phraseIndex.output>['rows'][number];

export const listPhrases = async (ctx: Ctx): Promise<{ rows: Row[] }> => {
  const { rows } = await sql<Row>`select text, uses, kept from wf_phrase where user_id = ${ctx.session.userId}
    order by kept desc, uses desc, used_at desc, text limit ${MOST_PHRASES * 2}`.execute(ctx.db);
  return { rows };
};

export const savePhrase = (ctx: Ctx, { text }: z.output<typeof phraseSave.input>): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const { userId, account } = ctx.session;
    // The person's row serialises two presses at once.
    await sql`select 1 from app_user where id = ${userId} for update`.execute(tx);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from wf_phrase
      where user_id = ${userId} and kept and text <> ${text}`.execute(tx);
    if ((rows[0]?.n ?? 0) >= MOST_PHRASES)
      throw invalid([{ path: 'text', message: `最多收藏${MOST_PHRASES}条，请先删除不用的` }]);
    await sql`insert into wf_phrase (user_id, text, uses, kept) values (${userId}, ${text}, 0, true)
      on conflict (user_id, text) do update set kept = true`.execute(tx);
    await trail(tx, ctx, { kind: '系统设置', action: '收藏常用意见', object: `用户 ${account}`, summary: text });
    return { ok: true };
  });

export const deletePhrase = (ctx: Ctx, { text }: z.output<typeof phraseDelete.input>): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const { userId, account } = ctx.session;
    const gone = await sql`delete from wf_phrase where user_id = ${userId} and text = ${text} returning 1`.execute(tx);
    if (gone.rows.length > 0)
      await trail(tx, ctx, { kind: '系统设置', action: '删除常用意见', object: `用户 ${account}`, summary: text });
    return { ok: true };
  });
