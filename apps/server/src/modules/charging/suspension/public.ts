/**
 * 停用申请 without a session, by the address on the notice in the hall. Nothing that is answered says who lives where, what is owed, or whether a name or
 * number is known: what is typed is checked for its form alone, and looked at by the counter.
 */
import { createHash, randomInt } from 'node:crypto';
import { daysBetween } from '@hengneng/charging';
import {
  SUSPENDABLE_FEES,
  type applyCommunity,
  type applyPhoto,
  type applyRooms,
  type applySend,
  type applyState,
  type applyWithdraw,
} from '@hengneng/contracts';
import { type FieldError, maskPhone, today } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { afterWorkingHours, workdays } from '../../../engine/index.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { bindFiles, type StoredFile, storeFile } from '../../../platform/files/files.ts';
import type { Storage } from '../../../platform/files/storage.ts';
import { AppError, conflict, invalid, notFound } from '../../../platform/http/errors.ts';
import type { UploadedFile } from '../../../platform/http/registry.ts';
import { tellWishes } from './handle-wish.ts';
import { TAKE_HOURS, WISH_PHOTO } from './names.ts';

const UNKNOWN = '申请链接无效或已更换，请重新扫描小区公示的二维码';
/** The same for a number that does not exist, and for another telephone. */
const NO_SUCH = '没有找到申请，请核对受理编号与电话';
const PHOTO_LIMITS = { maxBytes: 10 * 1024 * 1024, tooLarge: '图片不能超过10MB', onlyImages: '只能上传图片' } as const;
/** From one place a day: a family behind one address has a few rooms. */
const MOST_A_DAY = 20;
/** Of one number that wait at a time. */
const MOST_WAITING = 5;
const AHEAD_DAYS = 730;
const LATE_DAYS = 30;

interface Place {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
}

const placeOf = async (db: Db | Tx, token: string): Promise<Place> => {
  const { rows } =
    await sql<Place>`select c.id::text, c.name, c.phone from community_apply_link l join community c on c.id = l.community_id
    where l.token = ${token} and c.state = '启用'`.execute(db);
  const [place] = rows;
  if (place === undefined) throw notFound(UNKNOWN);
  return place;
};

/** Fees that some room here is charged: which ones of a room says who lives how. */
const FEES = (
  communityId: string,
) => sql`select f.id::text, f.name from fee f where f.state = '启用' and f.category = any(${[...SUSPENDABLE_FEES]}::text[])
  and exists (select from room_fee x join room r on r.id = x.room_id where x.fee_id = f.id and r.community_id = ${communityId}::bigint) order by f.id`;

export async function showPlace(
  ctx: Ctx,
  { c }: z.output<typeof applyCommunity.input>,
): Promise<z.input<typeof applyCommunity.output>> {
  const place = await placeOf(ctx.db, c);
  const [buildings, fees, terms] = await Promise.all([
    sql<{
      id: string;
      name: string;
    }>`select id::text, name from building where community_id = ${place.id}::bigint order by id`.execute(ctx.db),
    sql<{ id: string; name: string }>`${FEES(place.id)}`.execute(ctx.db),
    sql<{ days: number }>`select min_suspend_days as days from community_terms where community_id = ${place.id}::bigint
      and from_day <= ${today(ctx.now)}::date order by from_day desc limit 1`.execute(ctx.db),
  ]);
  return {
    community: place.name,
    phone: place.phone,
    minDays: terms.rows[0]?.days ?? 30,
    buildings: buildings.rows,
    fees: fees.rows,
  };
}

/** Numbers of rooms as they stand on the doors. */
export async function showRooms(
  ctx: Ctx,
  { c, building }: z.output<typeof applyRooms.input>,
): Promise<z.input<typeof applyRooms.output>> {
  const place = await placeOf(ctx.db, c);
  const { rows } = await sql<{ id: string; code: string }>`select r.id::text, r.full_code as code from room r
    where r.community_id = ${place.id}::bigint and r.building_id = ${building}::bigint order by r.floor nulls last, r.full_code, r.id`.execute(
    ctx.db,
  );
  return rows;
}

export async function takePhoto(
  ctx: Ctx,
  storage: Storage,
  { c }: z.output<typeof applyPhoto.input>,
  file: UploadedFile,
): Promise<StoredFile> {
  try {
    await placeOf(ctx.db, c);
    return await storeFile(ctx.db, storage, null, file, PHOTO_LIMITS);
  } finally {
    // Refused before it was read: what is left of it must not hold the connection.
    file.stream.resume();
  }
}

type Sent = z.output<typeof applySend.input>;

const faultsOf = (of: Sent, day: string): readonly FieldError[] => {
  const faults: FieldError[] = [];
  const add = (path: string, message: string) => void faults.push({ path, message });
  const ahead = daysBetween(day, of.from);
  if (of.type === '恢复使用' ? ahead < 0 : ahead < -LATE_DAYS)
    add('from', of.type === '恢复使用' ? '恢复日不能早于今天' : `起日早于今天超过${LATE_DAYS}天的不受理`);
  else if (ahead > AHEAD_DAYS) add('from', '起日最多提前两年申请');
  if (of.type === '恢复使用') return faults;
  if (of.to === null) add('to', '请选择止日');
  else if (of.to < of.from) add('to', '止日不能早于起日');
  else if (daysBetween(of.from, of.to) >= AHEAD_DAYS) add('to', '一次最多申请两年');
  if (of.reason === null) add('reason', '请选择原因');
  if (of.photos.length === 0) add('photos', '请上传身份证或产权证明');
  return faults;
};

/** By the day: what is kept says nothing about where somebody was. */
const sourceOf = (ctx: Ctx, day: string): Buffer => createHash('sha256').update(`suspend\n${day}\n${ctx.ip}`).digest();

async function demandModest(tx: Tx, source: Buffer, phone: string): Promise<void> {
  // One after the other, or ten at once would each count nine.
  await sql`select pg_advisory_xact_lock(hashtextextended(encode(${source}, 'hex'), 506)), pg_advisory_xact_lock(hashtextextended(${phone}, 506))`.execute(
    tx,
  );
  const { rows } = await sql<{
    day: number;
    waiting: number;
  }>`select (select count(*)::int from suspend_wish where source = ${source}) as day,
    (select count(*)::int from suspend_wish where phone = ${phone} and state = '待受理') as waiting`.execute(tx);
  const [found] = rows;
  if ((found?.day ?? 0) >= MOST_A_DAY || (found?.waiting ?? 0) >= MOST_WAITING)
    throw new AppError('tooMany', '提交过于频繁，请稍后再试或到前台办理');
}

/** WX, the day and eight digits that nobody guesses. */
const newNo = (day: string): string =>
  `WX${day.replaceAll('-', '').slice(2)}${String(randomInt(100_000_000)).padStart(8, '0')}`;

const noted = (tx: Tx, ctx: Ctx, action: string, no: string, id: string): Promise<void> =>
  audit(tx, {
    userId: null,
    kind: '收费',
    action,
    object: `微信停用申请 ${no}`,
    objectType: WISH_PHOTO,
    objectId: id,
    ip: ctx.ip,
    device: ctx.device,
    requestId: ctx.requestId,
  });

export async function takeApplication(ctx: Ctx, of: Sent): Promise<z.input<typeof applySend.output>> {
  const day = today(ctx.now);
  const faults = faultsOf(of, day);
  if (faults.length > 0) throw invalid([...faults]);
  const isWorkday = await workdays(ctx.db);
  return ctx.write(async (tx) => {
    const place = await placeOf(tx, of.c);
    const { rows: known } = await sql<{ room: boolean; fee: boolean }>`select
      exists (select from room where id = ${of.room}::bigint and community_id = ${place.id}::bigint) as room,
      exists (select from (${FEES(place.id)}) f where f.id = ${of.fee}) as fee`.execute(tx);
    if (known[0]?.room !== true) throw invalid([{ path: 'room', message: '请选择房间' }]);
    if (known[0].fee !== true) throw invalid([{ path: 'fee', message: '请选择收费项目' }]);
    const source = sourceOf(ctx, day);
    await demandModest(tx, source, of.phone);
    const again = of.type === '恢复使用';
    const { rows } = await sql<{ id: string; no: string }>`
      insert into suspend_wish (community_id, room_id, fee_id, applicant, relation, phone, kind, from_day, to_day, reason, files, client_id, no, source, due_at, created_at)
      values (${place.id}, ${of.room}, ${of.fee}, ${of.name}, ${of.relation}, ${of.phone}, ${of.type}, ${of.from}, ${again ? null : of.to},
        ${again ? '' : (of.reason ?? '')}, ${JSON.stringify(of.photos)}::jsonb, ${of.requestId}, ${newNo(day)}, ${source},
        ${afterWorkingHours(ctx.now, TAKE_HOURS, isWorkday)}, ${ctx.now})
      on conflict (client_id) do nothing returning id::text, no`.execute(tx);
    const [made] = rows;
    if (made === undefined) throw conflict('该申请已提交，请用受理编号查询进度');
    const wrong = await bindFiles(
      tx,
      WISH_PHOTO,
      made.id,
      of.photos.map(({ URL }, at) => ({ path: `photos.${at}`, URL })),
      null,
    );
    if (wrong.length > 0) throw invalid([...wrong]);
    await noted(tx, ctx, '提交微信停用申请', made.no, made.id);
    await tellWishes(tx, made.id);
    return { no: made.no };
  });
}

interface Asked {
  readonly id: string;
  readonly no: string;
  readonly community: string;
  readonly room: string;
  readonly fee: string;
  readonly type: '停用' | '恢复使用' | '延长停用';
  readonly from: string;
  readonly to: string | null;
  readonly at: Date;
  readonly state: '待受理' | '已受理' | '已退回' | '已撤回';
  readonly note: string;
  readonly phone: string;
  readonly community_phone: string;
  readonly status: string | null;
  readonly looked: boolean;
}

async function asked(db: Db | Tx, of: { readonly no: string; readonly phone: string }, lock: boolean): Promise<Asked> {
  const { rows } =
    await sql<Asked>`select w.id::text, w.no, c.name as community, c.phone as community_phone, r.full_code as room, f.name as fee, w.kind as type,
      w.from_day::text as "from", w.to_day::text as "to", w.created_at as at, w.state, w.note, w.phone, s.status, s.visit_time is not null as looked
    from suspend_wish w join community c on c.id = w.community_id join room r on r.id = w.room_id join fee f on f.id = w.fee_id
    left join f_suspend s on s.id = w.business_id where w.no = ${of.no} and w.phone = ${of.phone} ${lock ? sql`for update of w` : sql``}`.execute(
      db,
    );
  const [found] = rows;
  if (found === undefined) throw notFound(NO_SUCH);
  return found;
}

const STEPS: Readonly<Record<string, string>> = {
  approved: '已办结',
  rejected: '未通过，请联系物业前台',
  cancelled: '已作废，请联系物业前台',
  withdrawn: '资料补充中',
  returned: '资料补充中',
  draft: '资料补充中',
};

const stepOf = ({ state, status, looked }: Asked): string => {
  if (state === '待受理') return '等待前台受理，一般 2 个工作小时内';
  if (state === '已退回') return '已退回，请按原因补充后重新申请';
  if (state === '已撤回') return '已由您撤回';
  return STEPS[status ?? ''] ?? (looked ? '现场已核查，等待确认账单' : '已受理，等待上门核查');
};

export async function showState(
  ctx: Ctx,
  of: z.output<typeof applyState.input>,
): Promise<z.input<typeof applyState.output>> {
  const found = await asked(ctx.db, of, false);
  const { no, community, room, fee, type, from, to, state, note } = found;
  return {
    no,
    community,
    room,
    fee,
    type,
    from,
    to,
    appliedAt: found.at.toISOString(),
    state,
    note,
    step: stepOf(found),
    phone: found.community_phone,
  };
}

export const withdrawApplication = (
  ctx: Ctx,
  of: z.output<typeof applyWithdraw.input>,
): Promise<z.input<typeof applyWithdraw.output>> =>
  ctx.write(async (tx) => {
    const found = await asked(tx, of, true);
    if (found.state === '已撤回') return { state: found.state };
    if (found.state !== '待受理') throw conflict(`该申请${found.state}，不能撤回，请联系物业前台`);
    await sql`update suspend_wish set state = '已撤回', handled_at = ${ctx.now} where id = ${found.id}::bigint`.execute(
      tx,
    );
    await noted(tx, ctx, `撤回微信停用申请（${maskPhone(of.phone)}）`, found.no, found.id);
    await tellWishes(tx, found.id);
    return { state: '已撤回' };
  });
