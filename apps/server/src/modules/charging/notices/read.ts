/** Announcements and what came of them: what arrived, what was read, who paid within a week of it. */
import type {
  ChargeNoticeRow,
  feeAnnouncementDetail,
  feeAnnouncementExport,
  feeAnnouncementIndex,
  NoticeDetail,
  NoticeSendRow,
} from '@hengneng/contracts';
import { today } from '@hengneng/core';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { workbook } from '../../identity/index.ts';
import { maskedPhone } from '../masked.ts';
import { communitiesVisible } from '../registry/index.ts';
import { yuanOf } from '../yuan.ts';
import { countRooms, households, type Meant, roomsMeant } from './audience.ts';
import { pathOf } from './record.ts';
import { mayCheck } from './send.ts';

/** 回款 counts for so long after a message arrived. */
const PAID_DAYS = 7;
/** Payments of bills (`ids`) after a moment that still stand: fen. */
const paidOf = (
  ids: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown> | null,
): RawBuilder<string> =>
  sql<string>`(select coalesce(sum(a.principal + a.penalty), 0) from allocation a join payment m on m.id = a.payment_id
    where a.bill_id = any(${ids}) and m.state = '正常' and m.reverses_id is null and m.made_at > ${from} ${to === null ? sql`` : sql`and m.made_at <= ${to}`})`;

/** By household, the first message of an announcement (`n`) that arrived; what of the debt that it named was paid within the days. */
const EFFECT = sql`
  left join lateral (select count(*) filter (where s.state not in ('待发送', '发送中'))::int as done, count(*)::int as parts,
      count(*) filter (where s.state = '失败')::int as failed, count(*) filter (where s.state = '送达')::int as arrived, count(*) filter (where s.state = '已提交')::int as taken,
      count(*) filter (where s.state not in ('跳过', '已撤回'))::int as meant, count(*) filter (where s.read_at is not null)::int as read
    from notice_send s where s.notice_id = n.id) s on true
  left join lateral (select count(*) filter (where f.paid > 0)::int as rooms, coalesce(sum(least(f.paid, f.owed)), 0)::text as amount
    from (select distinct on (s.room_id) s.owed, ${paidOf(sql`s.bill_ids`, sql`s.sent_at`, sql`s.sent_at + make_interval(days => ${PAID_DAYS})`)} as paid
      from notice_send s where s.notice_id = n.id and s.state in ('已提交', '送达') order by s.room_id, s.sent_at, s.id) f) p on true`;

interface Raw extends Omit<ChargeNoticeRow, 'delivered' | 'read' | 'paidRooms' | 'paidAmount' | 'mine' | 'mayCheck'> {
  readonly made_by: string;
  readonly arrived: number;
  readonly taken: number;
  readonly meant: number;
  readonly seen: number;
  readonly paid_rooms: number;
  readonly paid: string;
}

const ROW = sql`n.id::text, n.no, n.title, n.kind, n.community_id::text as "communityId", c.name as community, n.rooms, n.channels, n.state,
  to_jsonb(n.plan_at) #>> '{}' as "planAt", to_jsonb(n.sent_at) #>> '{}' as "sentAt", n.stop_day::text as "stopDay", s.done, s.parts, s.failed, s.arrived, s.taken, s.meant, s.read as seen,
  p.rooms as paid_rooms, p.amount as paid, m.user_name as maker, coalesce(k.user_name, '') as checker, n.opinion, n.made_by::text, n.version`;
const FROM = sql`notice n join community c on c.id = n.community_id join app_user m on m.id = n.made_by left join app_user k on k.id = n.checked_by ${EFFECT}`;

const percent = (part: number, of: number): number | null => (of === 0 ? null : Math.round((part / of) * 1000) / 10);

const rowOf = (ctx: Ctx, { made_by, arrived, taken, meant, seen, paid_rooms, paid, ...row }: Raw): ChargeNoticeRow => ({
  ...row,
  // Before the first receipt nobody knows.
  delivered: arrived === 0 && taken > 0 ? null : percent(arrived, meant),
  read: percent(seen, arrived),
  paidRooms: row.parts === 0 ? null : paid_rooms,
  paidAmount: row.parts === 0 ? null : yuanOf(paid),
  mine: made_by === ctx.session.userId,
  mayCheck: row.state === '待审核' && mayCheck(ctx, made_by),
});

export async function listNotices(
  ctx: Ctx,
  of: z.output<typeof feeAnnouncementIndex.input>,
): Promise<z.input<typeof feeAnnouncementIndex.output>> {
  const terms: RawBuilder<unknown>[] = [communitiesVisible(ctx.session)];
  if (of.community) terms.push(sql`n.community_id = ${of.community}::bigint`);
  if (of.kind) terms.push(sql`n.kind = ${of.kind}`);
  if (of.sentFrom) terms.push(sql`(n.sent_at at time zone 'Asia/Shanghai')::date >= ${of.sentFrom}::date`);
  if (of.sentTo) terms.push(sql`(n.sent_at at time zone 'Asia/Shanghai')::date <= ${of.sentTo}::date`);
  const any = sql`${sql.join(terms, sql` and `)}`;
  const where = of.state ? sql`${any} and n.state = ${of.state}` : any;
  const [page, states, effect] = await Promise.all([
    sql<Raw>`select ${ROW} from ${FROM} where ${where} order by n.id desc limit ${of.PageSize} offset ${(of.PageIndex - 1) * of.PageSize}`.execute(
      ctx.db,
    ),
    sql<{
      state: string;
      count: number;
    }>`select n.state, count(*)::int as count from notice n join community c on c.id = n.community_id
      where ${any} group by n.state`.execute(ctx.db),
    sql<{
      total: number;
      rooms: number;
      paid: string;
    }>`select count(*)::int as total, coalesce(sum(p.rooms), 0)::int as rooms, coalesce(sum(p.amount::bigint), 0)::text as paid
      from ${FROM} where ${where}`.execute(ctx.db),
  ]);
  const sums = effect.rows[0];
  return {
    rows: page.rows.map((row) => rowOf(ctx, row)),
    total: sums?.total ?? 0,
    stats: {
      states: Object.fromEntries(states.rows.map(({ state, count }) => [state, count])),
      paidRooms: sums?.rooms ?? 0,
      paidAmount: yuanOf(sums?.paid),
    },
  };
}

interface RawSend extends Omit<NoticeSendRow, 'owed' | 'paid'> {
  readonly owed: string;
  readonly paid: string;
}

const sendsOf = async (
  ctx: Ctx,
  id: string,
  state: string | null | undefined,
  page: { readonly limit: number; readonly offset: number },
): Promise<readonly NoticeSendRow[]> => {
  const { rows } = await sql<RawSend>`
    select s.id::text, s.room_id::text as "roomId", r.full_code as room, coalesce(p.name, o.name, '') as owner, coalesce(p.phone, o.phone, '') as phone, s.channel, s.content,
      s.owed::text, s.state, s.reason, to_jsonb(s.sent_at) #>> '{}' as at, to_jsonb(s.read_at) #>> '{}' as "readAt",
      case when s.state in ('已提交', '送达') then ${paidOf(sql`s.bill_ids`, sql`s.sent_at`, null)} else 0 end::text as paid
    from notice_send s join room r on r.id = s.room_id left join party p on p.id = s.party_id
    left join lateral (select p.name, p.phone from occupancy o join party p on p.id = o.party_id where o.room_id = r.id
      and o.span @> (app_now() at time zone 'Asia/Shanghai')::date and (o.payer or o.role = '业主') order by o.payer desc, o.id limit 1) o on true
    where s.notice_id = ${id}::bigint and ${state ? sql`s.state = ${state}` : sql`true`} order by s.seq, s.channel, s.id limit ${page.limit} offset ${page.offset}`.execute(
    ctx.db,
  );
  return rows.map((row) => ({ ...row, phone: maskedPhone(row.phone), owed: yuanOf(row.owed), paid: yuanOf(row.paid) }));
};

/** States in which nobody was written to. */
const UNSENT: ReadonlySet<string> = new Set(['草稿', '待审核', '定时']);
const MOST_MEANT = 200;

/** Whom it would go to now: whoever agrees to it has to see who that is. */
async function meantNow(ctx: Ctx, of: Meant): Promise<NoticeDetail['meant']> {
  const day = today(ctx.now);
  const rooms = roomsMeant(of, day);
  const [{ rooms: total }, rows] = await Promise.all([
    countRooms(ctx.db, of, day),
    households(
      ctx.db,
      of,
      sql`r.id in (select r.id from room r where ${rooms} order by r.full_code, r.id limit ${MOST_MEANT})`,
      day,
    ),
  ]);
  return {
    total,
    rows: rows.map(({ roomId, room, owner, bills, principal, penalty }) => ({
      roomId,
      room,
      owner,
      bills: bills.length,
      since: bills.map(({ dueDay }) => dueDay).toSorted()[0] ?? '',
      owed: yuanOf(principal + penalty),
    })),
  };
}

export async function readNotice(
  ctx: Ctx,
  of: z.output<typeof feeAnnouncementDetail.input>,
): Promise<z.input<typeof feeAnnouncementDetail.output>> {
  type More = Omit<NoticeDetail['notice'], keyof ChargeNoticeRow | 'boardPath'> & {
    readonly board_token: string | null;
  };
  const { rows: found } = await sql<Raw & More>`
    select ${ROW}, n.body, n.sms_sign as "smsSign", n.template_id::text as "templateId", n.audience, n.again, n.skip_missing as "skipMissing",
      n.board_reads as "boardReads", n.board_token, c.company, c.phone
    from ${FROM} where n.id = ${of.id}::bigint and ${communitiesVisible(ctx.session)}`.execute(ctx.db);
  const [notice] = found;
  if (notice === undefined) throw notFound('公告不存在，或您没有查看它的权限');
  const [rows, counts] = await Promise.all([
    sendsOf(ctx, of.id, of.state, { limit: of.PageSize, offset: (of.PageIndex - 1) * of.PageSize }),
    sql<{
      state: string;
      reason: string;
      count: number;
    }>`select state, reason, count(*)::int as count from notice_send where notice_id = ${of.id}::bigint
      group by state, reason order by count(*) desc, state, reason`.execute(ctx.db),
  ]);
  const { board_token, ...row } = notice;
  return {
    meant: UNSENT.has(notice.state) ? await meantNow(ctx, row) : null,
    notice: { ...row, ...rowOf(ctx, row), boardPath: board_token === null ? null : pathOf(board_token) },
    counts: counts.rows,
    rows: [...rows],
    total: counts.rows
      .filter(({ state }) => !of.state || state === of.state)
      .reduce((sum, { count }) => sum + count, 0),
  };
}

const MOST_ROWS = 100_000;
const time = (at: string | null): string =>
  at === null ? '' : new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

export async function exportSends(ctx: Ctx, of: z.output<typeof feeAnnouncementExport.input>): Promise<FileAnswer> {
  const { notice } = await readNotice(ctx, { id: of.id, PageIndex: 1, PageSize: 1 });
  const rows = await sendsOf(ctx, of.id, of.state, { limit: MOST_ROWS, offset: 0 });
  const money = (text: string) => ({ number: text, style: { places: 2 } });
  return workbook(ctx, {
    title: '发送明细',
    head: ['房间', '业主', '电话', '渠道', '内容', '欠费（元）', '结果', '原因', '时间', '已读', '此后缴费（元）'],
    rows: rows.map((row) => [
      row.room,
      row.owner,
      row.phone,
      row.channel,
      row.content,
      money(row.owed),
      row.state,
      row.reason,
      time(row.at),
      time(row.readAt),
      money(row.paid),
    ]),
    filters: [
      ['公告', `${notice.no} ${notice.title}`],
      ['小区', notice.community],
      ['类别', notice.kind],
      ...(of.state ? ([['结果', of.state]] as const) : []),
    ],
  });
}
