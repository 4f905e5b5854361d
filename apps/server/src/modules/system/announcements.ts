/** 公告: written by an administrator; some people get it at once, everybody only once a second administrator agrees. */
import type {
  announcementAudience,
  announcementDecide,
  announcementIndex,
  announcementMine,
  announcementPin,
  announcementSend,
} from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { pushEvent } from '../../platform/events/push.ts';
import { conflict, forbidden, notFound } from '../../platform/http/errors.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { holds, pageOf, trail } from '../identity/index.ts';
import { sendMessage } from '../../platform/messages/send.ts';
import { morningAfter } from '../../platform/messages/wording.ts';

export const MESSAGES_SCREEN = 'system.messages';
const KIND = '公告';
const PAGE = '/main';

interface Audience {
  readonly All: boolean;
  readonly DeptIds: readonly string[];
  readonly RoleCodes: readonly string[];
}

/** Ids of the people whom it reaches: those in office, in the departments and below, or with one of the roles. */
const reached = ({ All, DeptIds, RoleCodes }: Audience): RawBuilder<unknown> =>
  All
    ? sql`select u.id from app_user u where u.state = 'active'`
    : sql`select u.id from app_user u where u.state = 'active' and (
        exists (select from unnest(${[...DeptIds]}::text[]) d where starts_with(u.dept_id, d))
        or exists (select from user_role ur join role r on r.id = ur.role_id
          where ur.user_id = u.id and r.code = any(${[...RoleCodes]}::text[])))`;

export const countAudience = async (
  { db }: Pick<Ctx, 'db'>,
  input: z.output<typeof announcementAudience.input>,
): Promise<{ people: number }> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${reached(input)}) u`.execute(db);
  return { people: rows[0]?.n ?? 0 };
};

const deliver = async (
  tx: Tx,
  now: Date,
  of: { readonly id: string; readonly title: string; readonly body: string; readonly urgent: boolean },
  to: Audience,
): Promise<number> => {
  const held = of.urgent ? null : morningAfter(now);
  const { rows } = await sql<{ user_id: string }>`
    insert into message (kind, user_id, title, body, announcement_id, held_until)
    select ${KIND}, u.id, ${of.title}, ${of.body}, ${of.id}, ${held}::timestamptz from (${reached(to)}) u returning user_id::text`.execute(
    tx,
  );
  const people = rows.map((row) => row.user_id);
  if (people.length === 0) return 0;
  if (held === null) await pushEvent(tx, people, 'notice', { title: `${KIND}：${of.title}` });
  await queueMail(
    tx,
    people.map((userId) => ({ userId, topic: 'system', title: `${KIND}：${of.title}`, path: PAGE })),
    held,
  );
  return people.length;
};

/** Who may agree to announcements of others. */
const deciders = async (db: Db | Tx, author: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct u.id::text from app_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
    where r.code = 'admin' and u.state = 'active' and u.id <> ${author}`.execute(db);
  return rows.map((row) => row.id);
};

export const sendAnnouncement = (
  ctx: Ctx,
  input: z.output<typeof announcementSend.input>,
): Promise<z.input<typeof announcementSend.output>> =>
  ctx.write(async (tx) => {
    const { Title, Body, Pinned, Urgent, All } = input;
    const { userId, userName } = ctx.session;
    const state = All ? '待确认' : '已发布';
    const { rows } = await sql<{ id: string }>`
      insert into announcement (title, body, pinned, urgent, to_all, dept_ids, role_codes, state, created_by, created_at)
      values (${Title}, ${Body}, ${Pinned}, ${Urgent}, ${All}, ${All ? [] : input.DeptIds}, ${All ? [] : input.RoleCodes}, ${state},
        ${userId}, ${ctx.now}) returning id::text`.execute(tx);
    const id = rows[0]?.id ?? '';
    const people = All
      ? (await countAudience({ db: tx }, input)).people
      : await deliver(tx, ctx.now, { id, title: Title, body: Body, urgent: Urgent }, input);
    if (All)
      await sendMessage(tx, await deciders(tx, userId), 'announcement.confirm', {
        发布人: userName,
        标题: Title,
        正文: Body,
      });
    await trail(tx, ctx, {
      kind: '系统设置',
      action: All ? '提交公告' : '发布公告',
      object: `公告 ${Title}`,
      objectType: 'announcement',
      objectId: id,
      summary: `${people}人`,
      after: { 标题: Title, 正文: Body, 置顶: Pinned, 紧急: Urgent },
    });
    return {
      Id: id,
      State: state,
      people,
      HeldUntil: (!All && !Urgent && morningAfter(ctx.now)?.toISOString()) || null,
    };
  });

interface Stored extends Audience {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly urgent: boolean;
  readonly state: string;
  readonly author: string;
}

const locked = async (tx: Tx, id: string): Promise<Stored> => {
  const { rows } =
    await sql<Stored>`select id::text, title, body, urgent, state, created_by::text as author, to_all as "All",
      dept_ids as "DeptIds", role_codes as "RoleCodes" from announcement where id = ${id} for update`.execute(tx);
  const [found] = rows;
  if (found === undefined) throw notFound('公告不存在');
  return found;
};

export const decideAnnouncement = (
  ctx: Ctx,
  { Id, Agree, Note }: z.output<typeof announcementDecide.input>,
): Promise<{ people: number }> =>
  ctx.write(async (tx) => {
    const found = await locked(tx, Id);
    const { userId, userName } = ctx.session;
    if (found.state !== '待确认') throw conflict(`该公告${found.state}，不能再处理`);
    if (found.author === userId) throw forbidden('发给全员的公告须由另一管理员确认');
    await sql`update announcement set state = ${Agree ? '已发布' : '未通过'}, decided_by = ${userId}, decided_at = ${ctx.now},
      note = ${Note} where id = ${Id}`.execute(tx);
    const people = Agree ? await deliver(tx, ctx.now, found, found) : 0;
    if (!Agree)
      await sendMessage(tx, [found.author], 'announcement.refused', {
        处理人: userName,
        标题: found.title,
        原因: Note,
      });
    await trail(tx, ctx, {
      kind: '系统设置',
      action: Agree ? '确认公告' : '退回公告',
      object: `公告 ${found.title}`,
      objectType: 'announcement',
      objectId: Id,
      summary: Agree ? `${people}人` : Note,
    });
    return { people };
  });

export const pinAnnouncement = (
  ctx: Ctx,
  { Id, Pinned }: z.output<typeof announcementPin.input>,
): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const found = await locked(tx, Id);
    await sql`update announcement set pinned = ${Pinned} where id = ${Id}`.execute(tx);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: Pinned ? '置顶公告' : '取消置顶',
      object: `公告 ${found.title}`,
      objectType: 'announcement',
      objectId: Id,
    });
    return { ok: true };
  });

type IndexRow = z.input<typeof announcementIndex.output>['rows'][number];

export const listAnnouncements = async (
  ctx: Ctx,
  input: z.output<typeof announcementIndex.input>,
): Promise<z.input<typeof announcementIndex.output>> => {
  const { session } = ctx;
  const decides = holds(session, MESSAGES_SCREEN, 'edit');
  const page = await pageOf<Omit<IndexRow, 'Audience'> & { all: boolean; depts: string[]; roles: string[] }>(
    ctx.db,
    input,
    sql`select a.id::text as "Id", a.title as "Title", a.body as "Body", a.pinned as "Pinned", a.to_all as "all",
        array(select d.name from dept d where d.id = any(a.dept_ids) order by d.id) as depts, 
        array(select r.name from role r where r.code = any(a.role_codes) order by r.id) as roles,
        a.state as "State", c.user_name as "CreatedBy", to_jsonb(a.created_at) #>> '{}' as "CreatedAt",
        b.user_name as "DecidedBy", to_jsonb(a.decided_at) #>> '{}' as "DecidedAt", a.note as "Note",
        case when a.state = '待确认' then (select count(*)::int from app_user u where u.state = 'active') else n.people end as "People",
        n.read as "Read",
        ${decides} and a.state = '待确认' and a.created_by <> ${session.userId} as "MayDecide", a.created_at as _order
      from announcement a join app_user c on c.id = a.created_by left join app_user b on b.id = a.decided_by
      cross join lateral (select count(*)::int as people, count(m.read_at)::int as read from message m where m.announcement_id = a.id) n
      where true ${input.State === undefined ? sql`` : sql`and a.state = ${input.State}`}`,
    sql`_order desc, "Id" desc`,
  );
  return {
    total: page.total,
    rows: page.rows.map(({ all, depts, roles, ...row }) => ({
      ...row,
      Audience: all ? '全员' : [...depts, ...roles].join('、'),
    })),
  };
};

type MineRow = z.input<typeof announcementMine.output>['rows'][number];

export const myAnnouncements = async (
  ctx: Ctx,
  input: z.output<typeof announcementMine.input>,
): Promise<z.input<typeof announcementMine.output>> => {
  const { userId } = ctx.session;
  const page = await pageOf<MineRow>(
    ctx.db,
    input,
    sql`select m.id::text, m.title, m.body, a.pinned, c.user_name as by, to_jsonb(m.created_at) #>> '{}' as at,
        m.read_at is not null as read, m.created_at as _order
      from message m join announcement a on a.id = m.announcement_id join app_user c on c.id = a.created_by
      where m.user_id = ${userId} and (m.held_until is null or m.held_until <= ${ctx.now})`,
    sql`pinned desc, _order desc, id desc`,
  );
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from message
    where user_id = ${userId} and announcement_id is not null and read_at is null and (held_until is null or held_until <= ${ctx.now})`.execute(
    ctx.db,
  );
  return { ...page, unread: rows[0]?.n ?? 0 };
};
