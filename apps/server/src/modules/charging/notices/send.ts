/** From a draft to what goes out: handed in, agreed to by another, planned, begun, sent again, taken back. */
import { plusDays, smsHour } from '@hengneng/charging';
import {
  CHECKED_KINDS,
  type feeAnnouncementDeliver,
  type feeAnnouncementSend,
  type feeAnnouncementWithdraw,
} from '@hengneng/contracts';
import { type RoleCode, today } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { conflict, forbidden, invalid, refused } from '../../../platform/http/errors.ts';
import { post } from '../../../platform/jobs/jobs.ts';
import { DUNNED_BEFORE, roomsMeant, STOP_DAYS, timesDunned } from './audience.ts';
import { lookAt } from './draft.ts';
import { newToken, type Notice, noticeOf, tellNotice } from './record.ts';
import { type NoticeWays, unsetReason } from './senders.ts';

export const SEND_JOB = 'charging.notice';
type Sent = z.input<typeof feeAnnouncementSend.output>;

/** Those who may agree to what stops supply, threatens or changes prices. */
const CHECKERS: ReadonlySet<RoleCode> = new Set<RoleCode>(['propertyManager', 'areaManager']);

export const mayCheck = (ctx: Pick<Ctx, 'session'>, madeBy: string): boolean =>
  ctx.session.userId !== madeBy && ctx.session.roles.some((role) => CHECKERS.has(role));

const note = (tx: Tx, ctx: Ctx, notice: Notice, action: string, more: Readonly<Record<string, unknown>> = {}) =>
  trail(tx, ctx, { kind: '收费', action, object: `公告 ${notice.no} ${notice.title}`, after: more });

/** When it would go out: as planned, or now. */
const momentOf = ({ planAt }: Notice, now: Date): { readonly at: Date; readonly planned: boolean } =>
  planAt !== null && planAt > now ? { at: planAt, planned: true } : { at: now, planned: false };

/** Whether the rules let it out. @param out it goes out with this act; else it only goes to whoever has to agree */
async function demandSendable(
  tx: Tx,
  ctx: Ctx,
  ways: NoticeWays,
  notice: Notice,
  out: boolean,
): Promise<Sent['skipped']> {
  const { at, planned } = momentOf(notice, ctx.now);
  const unset = notice.channels.map((one) => unsetReason(ways, one)).find((why) => why !== '');
  if (unset !== undefined) throw refused(unset);
  if (notice.channels.includes('短信') && !smsHour(at) && (out || planned))
    throw planned
      ? invalid([{ path: 'planAt', message: '请在8:00至21:00发送' }])
      : refused('请在8:00至21:00发送，或改为定时发送');
  const day = today(ctx.now);
  const { counted } = await lookAt(tx, ways, notice, day, notice.id);
  if (counted.rooms === 0)
    throw refused(notice.state === '草稿' ? '没有符合条件的户' : '对象各户已缴清或不再符合条件，请退回或撤回');
  const lacking = counted.missing.filter(({ variable }) => variable !== 'phone');
  if (lacking.length > 0 && !notice.skipMissing)
    throw refused(
      `${lacking.map(({ count, label }) => `有${count}户缺少${label}`).join('，')}；可补全资料，或勾选缺值的户不发`,
    );
  if (notice.kind === '停供通知') {
    if (notice.stopDay === null || notice.stopDay < plusDays(today(at), STOP_DAYS))
      throw refused('停供前须有两次催缴并提前7天通知：停供日距发送不足7天');
    const { rows } = await sql<{ few: number }>`
      select count(*)::int as few from room r where ${roomsMeant(notice, day)} and ${timesDunned} < ${DUNNED_BEFORE}`.execute(
      tx,
    );
    const few = rows[0]?.few ?? 0;
    if (few > 0) throw refused(`停供前须有两次催缴并提前7天通知：有${few}户不足两次催缴`);
  }
  return [
    ...(counted.recent > 0 && !notice.again ? [{ reason: '7天内已发过同类', count: counted.recent }] : []),
    ...counted.missing.map(({ label, count }) => ({ reason: `缺少${label}`, count })),
  ];
}

/** Lays down who is sent to; whoever begins it sees to it that somebody goes on from there. Done twice, it lays down nothing more. @returns messages and letters */
export async function begin(tx: Tx, notice: Notice, now: Date): Promise<number> {
  const day = today(now);
  const each = notice.channels.filter((one) => one !== '公示');
  const { rows } = await sql<{ rooms: number; parts: number }>`
    with meant as (select r.id, row_number() over (order by r.full_code, r.id) as seq from room r where ${roomsMeant(notice, day)}),
    made as (insert into notice_send (notice_id, room_id, channel, seq)
      select ${notice.id}::bigint, m.id, x.channel, m.seq from meant m cross join unnest(${each}::text[]) as x(channel)
      order by m.seq, x.channel on conflict (notice_id, room_id, channel) do nothing returning 1)
    select (select count(*)::int from meant) as rooms, (select count(*)::int from made) as parts`.execute(tx);
  const { rooms = 0, parts = 0 } = rows[0] ?? {};
  const board = notice.channels.includes('公示') ? newToken() : null;
  await sql`update notice set state = ${each.length > 0 ? '发送中' : '已发送'}, rooms = ${rooms}, sent_at = app_now(), board_token = coalesce(board_token, ${board}),
    finished_at = ${each.length > 0 ? null : now}, version = version + 1 where id = ${notice.id}::bigint`.execute(tx);
  await tellNotice(tx, notice.id);
  return parts;
}

async function letOut(tx: Tx, ctx: Ctx, notice: Notice, skipped: Sent['skipped'], checked: boolean): Promise<Sent> {
  await sql`update notice set sent_by = coalesce(sent_by, ${ctx.session.userId}::bigint) ${
    checked ? sql`, checked_by = ${ctx.session.userId}::bigint, checked_at = app_now()` : sql``
  } where id = ${notice.id}::bigint`.execute(tx);
  if (momentOf(notice, ctx.now).planned) {
    await sql`update notice set state = '定时', version = version + 1 where id = ${notice.id}::bigint`.execute(tx);
    await tellNotice(tx, notice.id);
    return { state: '定时', queued: 0, skipped };
  }
  const queued = await begin(tx, notice, ctx.now);
  if (queued > 0) await post(tx, SEND_JOB, { id: notice.id });
  return { state: notice.channels.some((one) => one !== '公示') ? '发送中' : '已发送', queued, skipped };
}

async function handIn(tx: Tx, ctx: Ctx, ways: NoticeWays, notice: Notice): Promise<Sent> {
  if (notice.state !== '草稿') throw conflict(`该公告${notice.state}，不能再发送`);
  const checked = CHECKED_KINDS.includes(notice.kind);
  const skipped = await demandSendable(tx, ctx, ways, notice, !checked);
  if (!checked) {
    await note(tx, ctx, notice, '发送公告');
    return letOut(tx, ctx, notice, skipped, false);
  }
  await sql`update notice set state = '待审核', sent_by = ${ctx.session.userId}::bigint, opinion = '', version = version + 1 where id = ${notice.id}::bigint`.execute(
    tx,
  );
  await note(tx, ctx, notice, '提交公告审核');
  await tellNotice(tx, notice.id);
  return { state: '待审核', queued: 0, skipped };
}

async function check(
  tx: Tx,
  ctx: Ctx,
  ways: NoticeWays,
  notice: Notice,
  agrees: boolean,
  opinion: string,
): Promise<Sent> {
  if (notice.state !== '待审核') throw conflict('该公告不在待审核状态，请刷新');
  if (notice.madeBy === ctx.session.userId) throw forbidden('不能审核自己起草的公告');
  if (!mayCheck(ctx, notice.madeBy)) throw forbidden('停供、律师函前告知和调价须由物业经理审核');
  if (agrees) {
    const skipped = await demandSendable(tx, ctx, ways, notice, true);
    await note(tx, ctx, notice, '公告审核通过', { 意见: opinion });
    await sql`update notice set opinion = ${opinion} where id = ${notice.id}::bigint`.execute(tx);
    return letOut(tx, ctx, notice, skipped, true);
  }
  if (opinion === '') throw invalid([{ path: 'opinion', message: '请填写退回原因' }]);
  await sql`update notice set state = '草稿', opinion = ${opinion}, sent_by = null, version = version + 1 where id = ${notice.id}::bigint`.execute(
    tx,
  );
  await note(tx, ctx, notice, '公告审核退回', { 意见: opinion });
  await tellNotice(tx, notice.id);
  return { state: '草稿', queued: 0, skipped: [] };
}

async function resend(tx: Tx, ctx: Ctx, notice: Notice): Promise<Sent> {
  if (notice.state !== '已发送' && notice.state !== '发送中') throw conflict('该公告还没有发送');
  if (notice.channels.includes('短信') && !smsHour(ctx.now)) throw refused('请在8:00至21:00发送');
  const { rows } =
    await sql`update notice_send set state = '待发送', reason = '', sent_at = null, round = round + (receipt_at is not null)::int, receipt_at = null
      where notice_id = ${notice.id}::bigint and state = '失败'
    returning id`.execute(tx);
  if (rows.length === 0) throw refused('没有发送失败的户');
  await sql`update notice set state = '发送中', finished_at = null, version = version + 1 where id = ${notice.id}::bigint`.execute(
    tx,
  );
  await post(tx, SEND_JOB, { id: notice.id });
  await note(tx, ctx, notice, '重发失败', { 条数: rows.length });
  await tellNotice(tx, notice.id);
  return { state: '发送中', queued: rows.length, skipped: [] };
}

export const sendNotice = (ctx: Ctx, ways: NoticeWays, of: z.output<typeof feeAnnouncementSend.input>): Promise<Sent> =>
  ctx.write(async (tx) => {
    const notice = await noticeOf(tx, of.id, ctx, true);
    if (of.onlyFailed) return resend(tx, ctx, notice);
    if (notice.version !== of.version) throw conflict('该公告已有变化，请刷新后重试');
    return of.approve === null ? handIn(tx, ctx, ways, notice) : check(tx, ctx, ways, notice, of.approve, of.opinion);
  });

export const withdrawNotice = (
  ctx: Ctx,
  of: z.output<typeof feeAnnouncementWithdraw.input>,
): Promise<z.input<typeof feeAnnouncementWithdraw.output>> =>
  ctx.write(async (tx) => {
    const notice = await noticeOf(tx, of.id, ctx, true);
    if (notice.state === '已撤回') throw conflict('该公告已撤回');
    const { rows } =
      await sql`update notice_send set state = '已撤回', reason = ${of.reason} where notice_id = ${of.id}::bigint and state in ('待发送', '待投递')
      returning id`.execute(tx);
    if (notice.state === '已发送' && rows.length === 0 && !notice.channels.includes('公示'))
      throw refused('已全部发出，没有可撤回的部分');
    // What arrived stays sent; a notice board is taken down.
    await sql`update notice set board_token = null, opinion = ${of.reason}, version = version + 1, state = case when state = '已发送'
        and exists (select from notice_send s where s.notice_id = notice.id and s.state in ('送达', '已提交', '发送中')) then '已发送' else '已撤回' end
      where id = ${of.id}::bigint`.execute(tx);
    await note(tx, ctx, notice, '撤回公告', { 原因: of.reason, 未发出: rows.length });
    await tellNotice(tx, of.id);
    return { withdrawn: rows.length };
  });

/** Letters were handed over: from then on they count as sent. */
export const deliverLetters = (
  ctx: Ctx,
  of: z.output<typeof feeAnnouncementDeliver.input>,
): Promise<z.input<typeof feeAnnouncementDeliver.output>> =>
  ctx.write(async (tx) => {
    const notice = await noticeOf(tx, of.id, ctx, true);
    const { rows } =
      await sql`update notice_send set state = '送达', sent_at = app_now() where notice_id = ${of.id}::bigint and state = '待投递'
      and (${of.sendIds.length === 0} or id = any(${[...of.sendIds]}::bigint[])) returning id`.execute(tx);
    if (rows.length === 0) throw refused('没有待投递的通知');
    await note(tx, ctx, notice, '登记投递', { 份数: rows.length });
    await tellNotice(tx, of.id);
    return { delivered: rows.length };
  });
