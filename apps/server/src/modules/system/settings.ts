/** What a person arranged for themselves: layouts, columns, saved views. Values are JSON text that only the web reads. */
import type { getSetting, saveSetting } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import { WAYS_SETTING } from '../../platform/mail/queue.ts';

const MOST_KEYS = 500;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

export const saveOwnSetting = (ctx: Ctx, input: z.output<typeof saveSetting.input>): Promise<{ ok: true }> => {
  if (input.value !== '' && !isJson(input.value)) throw invalid([{ path: 'value', message: '设置内容须为 JSON' }]);
  // It has a call of its own, which checks what it holds.
  if (input.key === WAYS_SETTING) throw invalid([{ path: 'key', message: '请在个人中心修改消息接收方式' }]);
  return ctx.write(async (tx) => {
    const { userId } = ctx.session;
    if (input.value === '') {
      await sql`delete from user_setting where user_id = ${userId} and key = ${input.key}`.execute(tx);
      return { ok: true };
    }
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from user_setting where user_id = ${userId} and key <> ${input.key}`.execute(tx);
    if ((rows[0]?.n ?? 0) >= MOST_KEYS) throw refused('保存的设置过多，请先删除不用的视图');
    await sql`insert into user_setting (user_id, key, value) values (${userId}, ${input.key}, ${input.value}::jsonb)
      on conflict (user_id, key) do update set value = excluded.value, updated_at = now()`.execute(tx);
    return { ok: true };
  });
};

export const readOwnSettings = async (
  ctx: Ctx,
  input: z.output<typeof getSetting.input>,
): Promise<Record<string, string>> => {
  const { rows } = await sql<{ key: string; value: string }>`
    select key, value::text from user_setting where user_id = ${ctx.session.userId}
      ${input.key === undefined ? sql`` : sql`and key = ${input.key}`}
      ${input.prefix === undefined ? sql`` : sql`and starts_with(key, ${input.prefix})`}
    order by key`.execute(ctx.db);
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
};
