/** A person's messages, and asking the administrators for a permission. */
import type { messageIndex, messageRead, pageDenied, permissionRequest } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { pathOf } from '../../engine/index.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { pushEvent } from '../../platform/events/push.ts';
import { refused } from '../../platform/http/errors.ts';
import { sendMessage } from '../../platform/messages/send.ts';
import { MESSAGE_CODES, templateOf } from '../../platform/messages/templates.ts';
import { pageOf, trail } from '../identity/index.ts';

type MessageRow = z.input<typeof messageIndex.output>['rows'][number];

/** Kinds whose messages open a page. */
const PATHS: ReadonlyMap<string, string> = new Map(
  MESSAGE_CODES.flatMap((code) => {
    const { label, path } = templateOf(code);
    return path === undefined ? [] : [[label, path] as const];
  }),
);

/** A follow-up's id among those of messages. */
const FOLLOW_UP = 'f';

interface Row extends Omit<MessageRow, 'label' | 'path'> {
  readonly module: string | null;
  readonly record: string | null;
}

/**
 * What the person is told outside approvals: messages, and what approvals left to be followed up (a draft that was made for them, something
 * that runs out). A draft that has been handed in has been read.
 */
const everything = ({ session, now }: Ctx) => sql`
  select m.id::text, m.kind, coalesce(l.titles[1], m.title) as title, null as project, null as module, null as record,
         case when m.announcement_id is not null then m.body end as body,
         case when m.announcement_id is null then coalesce(l.bodies[1], m.body) else '' end as note,
         case when l.titles is null then '{}' else l.titles[2:] || m.title end as also,
         coalesce(l.latest, m.created_at) as created_at, m.read_at is not null as read
    from message m
    cross join lateral (select array_agg(j.title order by j.id desc) as titles, array_agg(j.body order by j.id desc) as bodies,
      max(j.created_at) as latest from message j where j.merged_into = m.id) l
   where m.user_id = ${session.userId} and m.channel = '站内' and m.merged_into is null and (m.held_until is null or m.held_until <= ${now})
  union all
  select ${FOLLOW_UP} || f.id, f.kind, f.title, p.name, coalesce(f.target_module, f.source_module),
         coalesce(f.target_id, f.source_id)::text, null, '', '{}', f.created_at,
         r.read_at is not null or coalesce(i.status <> 'draft', false)
    from follow_up_reader r
    join follow_up f on f.id = r.follow_up_id and f.cancelled_at is null
    left join project p on p.code = f.project_code
    left join lateral (select w.status from wf_instance w where w.module_id = f.target_module and w.biz_id = f.target_id
      order by w.id desc limit 1) i on true
   where r.user_id = ${session.userId}`;

const opens = ({ kind, module, record }: Row): string | null =>
  module !== null && record !== null ? pathOf({ module, id: record }) : (PATHS.get(kind) ?? null);

/** What a person's pages fetch has reached them, whether they look at it or not. */
const noteDelivered = async ({ db, session: { userId }, now }: Ctx): Promise<void> => {
  await sql`with told as (update message set delivered_at = ${now} where user_id = ${userId} and channel = '站内' and delivered_at is null
      and read_at is null and (held_until is null or held_until <= ${now}))
    update follow_up_reader set delivered_at = ${now} where user_id = ${userId} and delivered_at is null and read_at is null`.execute(
    db,
  );
};

export const listMessages = async (
  ctx: Ctx,
  input: z.output<typeof messageIndex.input>,
): Promise<z.input<typeof messageIndex.output>> => {
  const [page, unread] = await Promise.all([
    pageOf<Row>(
      ctx.db,
      input,
      sql`select id, kind, title, project, module, record, body, note, also, read,
        to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, created_at as _order
      from (${everything(ctx)}) m ${input.unread === true ? sql`where not read` : sql``}`,
      sql`_order desc, id desc`,
    ),
    unreadOf(ctx, ctx.db),
    noteDelivered(ctx),
  ]);
  return {
    total: page.total,
    unread,
    rows: page.rows.map((row) => {
      const { module: _, record: __, ...message } = row;
      return { ...message, label: row.kind, path: opens(row) };
    }),
  };
};

const unreadOf = async (ctx: Ctx, db: Db | Tx): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from (${everything(ctx)}) m where not read`.execute(db);
  return rows[0]?.n ?? 0;
};

/** Marks one's own messages read; others' are left alone. Other open pages of the person hear of it. */
export const readMessages = (ctx: Ctx, input: z.output<typeof messageRead.input>): Promise<{ unread: number }> =>
  ctx.write(async (tx) => {
    const { userId } = ctx.session;
    const followUps = input.Ids.flatMap((id) => (id.startsWith(FOLLOW_UP) ? [id.slice(FOLLOW_UP.length)] : []));
    const messages = input.Ids.filter((id) => !id.startsWith(FOLLOW_UP));
    const done = await sql`update message set read_at = ${ctx.now}
      where user_id = ${userId} and channel = '站内' and read_at is null and (held_until is null or held_until <= ${ctx.now})
        ${input.All ? sql`` : sql`and coalesce(merged_into, id) = any(${messages}::bigint[])`} returning 1`.execute(tx);
    const followed = await sql`update follow_up_reader set read_at = ${ctx.now}
      where user_id = ${userId} and read_at is null
        ${input.All ? sql`` : sql`and follow_up_id = any(${followUps}::bigint[])`} returning 1`.execute(tx);
    if (done.rows.length + followed.rows.length > 0) await pushEvent(tx, [userId], 'notice', { kind: 'read' });
    return { unread: await unreadOf(ctx, tx) };
  });

interface Administrator {
  readonly id: string;
  readonly name: string;
  readonly phone: string | null;
}

export const administrators = async (db: Db | Tx): Promise<readonly Administrator[]> => {
  const { rows } = await sql<Administrator>`
    select u.id::text, u.user_name as name, u.phone from app_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
    where r.code = 'admin' and u.state = 'active' order by u.id`.execute(db);
  return rows;
};

/** Notes a page that somebody was turned away from, without what stood behind its address, and says whom they may call. */
export const noteDenied = (
  ctx: Ctx,
  input: z.output<typeof pageDenied.input>,
): Promise<z.input<typeof pageDenied.output>> =>
  ctx.write(async (tx) => {
    const [path = '/'] = input.path.split(/[?#]/);
    await trail(tx, ctx, { kind: '拒绝访问', action: '打开页面', object: path, result: '拒绝' });
    return { admins: (await administrators(tx)).map(({ name, phone }) => ({ name, phone })) };
  });

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
    const admins = await administrators(tx);
    await sendMessage(
      tx,
      admins.map((admin) => admin.id),
      'permission.asked',
      { 申请人: userName, 页面: path, 理由: input.reason },
    );
    await trail(tx, ctx, { kind: '权限', action: '申请权限', object: path, summary: input.reason });
    return { admins: admins.map((admin) => admin.name) };
  });
