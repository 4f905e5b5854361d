/** A person's messages, and asking the administrators for a permission. */
import type { messageIndex, messageRead, permissionRequest } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { pushEvent } from '../../platform/events/events.ts';
import { refused } from '../../platform/http/errors.ts';
import { pageOf, trail } from '../identity/index.ts';

type MessageRow = z.input<typeof messageIndex.output>['rows'][number];

/** Kinds whose messages open a page. */
const PATHS: Readonly<Record<string, string>> = { 权限申请: '/system/users', 代理: '/main' };

export const listMessages = async (
  ctx: Ctx,
  input: z.output<typeof messageIndex.input>,
): Promise<z.input<typeof messageIndex.output>> => {
  const page = await pageOf<Omit<MessageRow, 'label' | 'path'>>(
    ctx.db,
    input,
    sql`select id::text, kind, title, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, read_at is not null as read,
        created_at as _order
      from message where user_id = ${ctx.session.userId} and channel = '站内'
        ${input.unread === true ? sql`and read_at is null` : sql``}`,
    sql`_order desc, id desc`,
  );
  return {
    total: page.total,
    unread: await unreadOf(ctx.db, ctx.session.userId),
    rows: page.rows.map((row) => ({ ...row, label: row.kind, path: PATHS[row.kind] ?? null })),
  };
};

const unreadOf = async (db: Db | Tx, userId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from message
    where user_id = ${userId} and channel = '站内' and read_at is null`.execute(db);
  return rows[0]?.n ?? 0;
};

/** Marks one's own messages read; others' are left alone. Other open pages of the person hear of it. */
export const readMessages = (ctx: Ctx, input: z.output<typeof messageRead.input>): Promise<{ unread: number }> =>
  ctx.write(async (tx) => {
    const { userId } = ctx.session;
    const done = await sql`update message set read_at = ${ctx.now}
      where user_id = ${userId} and channel = '站内' and read_at is null
        ${input.All ? sql`` : sql`and id = any(${[...input.Ids]}::bigint[])`} returning 1`.execute(tx);
    if (done.rows.length > 0) await pushEvent(tx, [userId], 'notice', { kind: 'read' });
    return { unread: await unreadOf(tx, userId) };
  });

/** Leaves a message with people, and lets their open pages know. */
export const sendMessage = async (
  tx: Tx,
  userIds: readonly string[],
  kind: string,
  title: string,
  body: string,
): Promise<void> => {
  if (userIds.length === 0) return;
  await sql`insert into message (kind, user_id, title, body)
    select ${kind}, unnest(${[...userIds]}::bigint[]), ${title}, ${body}`.execute(tx);
  await pushEvent(tx, userIds, 'notice', { title });
};

/** Tells every administrator; the same person asks for the same address once in 24 hours. */
export const requestPermission = (
  ctx: Ctx,
  input: z.output<typeof permissionRequest.input>,
): Promise<{ admins: string[] }> =>
  ctx.write(async (tx) => {
    const { userId, userName } = ctx.session;
    const [path = '/'] = input.path.split(/[?#]/);
    // The person's row serialises two presses at once.
    await sql`select 1 from app_user where id = ${userId} for update`.execute(tx);
    const recent = await sql`select 1 from permission_request where user_id = ${userId} and path = ${path}
      and created_at > now() - interval '24 hours'`.execute(tx);
    if (recent.rows.length > 0) throw refused('今天已申请过，请等待管理员处理');
    await sql`insert into permission_request (user_id, path, reason) values (${userId}, ${path}, ${input.reason})`.execute(
      tx,
    );
    const { rows: admins } = await sql<{ id: string; name: string }>`
      select u.id::text, u.user_name as name from app_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
      where r.code = 'admin' and u.state = 'active' order by u.id`.execute(tx);
    const title = `${userName}申请访问 ${path}`;
    await sendMessage(
      tx,
      admins.map((admin) => admin.id),
      '权限申请',
      title,
      input.reason,
    );
    await trail(tx, ctx, { kind: '权限', action: '申请权限', object: path, summary: input.reason });
    return { admins: admins.map((admin) => admin.name) };
  });
