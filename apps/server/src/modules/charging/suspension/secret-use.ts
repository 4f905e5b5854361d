/**
 * 私开: supply that was taken while it was suspended. One reports what was found on the spot, another agrees: from the day on that it was used the
 * suspension is over, bills that are out are made anew in full, drafts follow, and the household is told.
 */
import { plusDays } from '@hengneng/charging';
import type { secretUseDecide, secretUsePage, secretUseReport } from '@hengneng/contracts';
import { today } from '@hengneng/core';
import { ownerMessage, roomRecord } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { enter } from '../../../engine/books/entries.ts';
import { trail } from '../../../platform/audit/trail.ts';
import { tellTime } from '../../../platform/clock.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { bindFiles } from '../../../platform/files/files.ts';
import type { SeesPaper } from '../../../platform/files/papers.ts';
import { AppError, conflict, forbidden, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { holds } from '../../identity/index.ts';
import { sendMessage } from '../../../platform/messages/send.ts';
import { affectedBills, redraft, reissueBills, takeBackLetOff, takeRequestNo } from '../bills/index.ts';
import { tellCounters } from '../cashier/index.ts';
import { communitiesVisible, managersOf } from '../registry/index.ts';
import { yuanOf } from '../yuan.ts';
import { LIST_PAGE, MODULE } from './names.ts';
import { endSuspension, holdRoom, suspensionsOf } from './spans.ts';

type Report = z.output<typeof secretUseReport.input>;

/** Photos of what was found are bound under this name. */
export const SECRET_USE_PAPER = 'secretUse';

interface Place {
  readonly community: string;
  readonly room: string;
  readonly fee: string;
  readonly code: string;
  readonly serial: string;
  readonly from: string;
  /** The day after the last one. */
  readonly to: string;
}

/** The days that an application suspended. @throws notFound where there is none that the person may see, refused where none stand */
async function placeOf(ctx: Ctx, db: Db | Tx, recordId: string): Promise<Place> {
  const { rows } = await sql<
    Place & { stands: boolean }
  >`select c.id::text as community, r.id::text as room, s.fee::text, r.full_code as code,
      coalesce(s.serial, '') as serial, coalesce(lower(x.span)::text, '') as "from", coalesce(upper(x.span)::text, '') as "to", x.id is not null as stands
    from f_suspend s join room r on r.id = s.room join community c on c.id = r.community_id
    left join suspension x on x.source_module = ${MODULE} and x.source_id = s.id and x.kind = '停用' and not x.voided
    where s.id = ${recordId}::bigint and s.status = 'approved' and ${communitiesVisible(ctx.session)}`.execute(db);
  const [place] = rows;
  if (place === undefined) throw notFound('停用申请不存在，或您没有查看它的权限');
  if (!place.stands) throw refused('该申请没有生效的停用，不能登记私开');
  return place;
}

function demandDays(of: Report, place: Place, day: string): void {
  const last = plusDays(place.to, -1);
  const faults = [
    ...(of.foundDay > day ? [{ path: 'foundDay', message: '发现日期不能晚于今天' }] : []),
    ...(of.foundDay < place.from ? [{ path: 'foundDay', message: `发现日期不能早于停用起日${place.from}` }] : []),
    ...(of.usedFrom < place.from || of.usedFrom > last
      ? [{ path: 'usedFrom', message: `私开日应在停用期内（${place.from} 至 ${last}）` }]
      : of.usedFrom > of.foundDay
        ? [{ path: 'usedFrom', message: '私开日不能晚于发现日期' }]
        : []),
    ...(of.preview || of.finding !== '' ? [] : [{ path: 'finding', message: '请填写发现情况' }]),
    ...(of.preview || of.photos.length > 0 ? [] : [{ path: 'photos', message: '请上传现场照片' }]),
  ];
  if (faults.length > 0) throw invalid(faults);
}

interface Restored {
  /** Fen. */
  readonly charged: bigint;
  readonly bills: readonly string[];
}

/** Ends what is suspended of a room's fee from a day on, and makes what was billed by it anew. */
async function restore(
  tx: Tx,
  of: Pick<Place, 'room' | 'fee'> & {
    readonly from: string;
    readonly madeBy: string;
    readonly by: string;
    readonly now: Date;
    readonly reason: string;
  },
): Promise<Restored> {
  await holdRoom(tx, of.room);
  const standing = await suspensionsOf(tx, of, of.from);
  if (standing.length === 0) throw refused('停用已恢复或变更，没有可补收的天数，请驳回');
  const span = { roomId: of.room, feeId: of.fee, from: of.from, to: null };
  const back = await takeBackLetOff(tx, span, { by: of.by, day: today(of.now), reason: of.reason });
  for (const one of standing) {
    await endSuspension(tx, one, of.from);
    await sql`update reminder set ended_at = app_now() where source_module = ${MODULE} and source_id = ${one.record} and source_effect = 'suspend.remind'
      and ended_at is null`.execute(tx);
  }
  const bills = await affectedBills(tx, span);
  await redraft(tx, span, bills);
  const released = bills.filter(({ state, amount, anew }) => state === '已发布' && amount !== anew);
  await reissueBills(
    tx,
    { session: { userId: of.by }, now: of.now },
    {
      bills: released,
      roomId: of.room,
      madeBy: of.madeBy,
      reason: of.reason,
    },
  );
  return {
    charged: released.reduce((sum, { amount, anew }) => sum + anew - amount, back),
    bills: released.map(({ no }) => no),
  };
}

class TakenBack extends Error {}

/** What it would come to: done, and taken back before anybody sees it. */
async function tried(ctx: Ctx, place: Place, from: string): Promise<z.input<typeof secretUseReport.output>> {
  let found: Restored | null = null;
  try {
    await ctx.db.transaction().execute(async (tx) => {
      await tellTime(tx, ctx.now);
      const { userId } = ctx.session;
      // Whoever else: a bill that is made anew has two people, and these leave no trace.
      const { rows } = await sql<{
        id: string;
      }>`select id::text from app_user where id <> ${userId}::bigint order by id limit 1`.execute(tx);
      found = await restore(tx, {
        ...place,
        from,
        madeBy: userId,
        by: rows[0]?.id ?? userId,
        now: ctx.now,
        reason: '试算',
      });
      throw new TakenBack();
    });
  } catch (error) {
    if (error instanceof AppError) return { id: null, no: null, charged: '0.00', bills: 0, notes: [error.message] };
    if (!(error instanceof TakenBack)) throw error;
  }
  const { charged, bills } = found ?? { charged: 0n, bills: [] };
  return {
    id: null,
    no: null,
    charged: yuanOf(charged),
    bills: bills.length,
    notes: charged > 0n ? [] : ['没有已出账的停用减收，以后的账单按全价出账'],
  };
}

/** @throws invalid at the fields, conflict where one waits already */
export async function reportUse(ctx: Ctx, of: Report): Promise<z.input<typeof secretUseReport.output>> {
  const place = await placeOf(ctx, ctx.db, of.BusinessId);
  demandDays(of, place, today(ctx.now));
  if (of.preview) return tried(ctx, place, of.usedFrom);
  if (!holds(ctx.session, LIST_PAGE, 'add')) throw forbidden('您没有登记私开的权限');
  const { requestId } = of;
  if (requestId === undefined) throw invalid([{ path: 'requestId', message: '请求编号不正确，请刷新后重试' }]);
  return ctx.write(async (tx) => {
    const no = await takeRequestNo(tx, 'SK', today(ctx.now));
    const { rows } = await sql<{
      id: string;
    }>`insert into secret_use (no, request_id, record_id, community_id, room_id, fee_id, suspended, found_day, used_from, finding, photos, made_by, made_at)
      values (${no}, ${requestId}, ${of.BusinessId}::bigint, ${place.community}::bigint, ${place.room}::bigint, ${place.fee}::bigint,
        daterange(${place.from}::date, ${place.to}::date), ${of.foundDay}::date, ${of.usedFrom}::date, ${of.finding}, ${JSON.stringify(of.photos)}::jsonb,
        ${ctx.session.userId}::bigint, ${ctx.now})
      on conflict do nothing returning id::text`.execute(tx);
    const [made] = rows;
    if (made === undefined) throw conflict('该房间的这个收费项目已有待审核的私开登记');
    const faults = await bindFiles(
      tx,
      SECRET_USE_PAPER,
      made.id,
      of.photos.map(({ URL }, at) => ({ path: `photos[${at}]`, URL })),
      ctx.session.userId,
    );
    if (faults.length > 0) throw invalid(faults);
    await trail(tx, ctx, {
      kind: '收费',
      action: '登记停用期私开',
      object: `${no} 房间 ${place.code}`,
      summary: of.finding,
      after: { 停用单: place.serial, 发现日期: of.foundDay, 私开日: of.usedFrom },
    });
    const people = await managersOf(tx, place.community);
    await sendMessage(
      tx,
      people.filter((id) => id !== ctx.session.userId),
      'suspension.used',
      { 房间: place.code, 单号: no, 发现情况: of.finding },
    );
    return { id: made.id, no, charged: '0.00', bills: 0, notes: [] };
  });
}

export async function listUses(
  ctx: Ctx,
  of: z.output<typeof secretUsePage.input>,
): Promise<z.input<typeof secretUsePage.output>> {
  type Row = z.input<typeof secretUsePage.output>['rows'][number];
  const where = sql.join(
    [
      communitiesVisible(ctx.session),
      ...(of.community === null ? [] : [sql`k.community_id = ${of.community}::bigint`]),
      ...(of.state === null ? [] : [sql`k.state = ${of.state}`]),
    ],
    sql` and `,
  );
  const { rows } = await sql<Omit<Row, 'charged'> & { charged: string; found: number }>`
    select k.id::text, k.no, k.record_id::text as "BusinessId", coalesce(s.serial, '') as serial, c.name as community, r.id::text as "roomId",
      r.full_code as room, coalesce(s.owner_name, '') as owner, f.name as fee, lower(k.suspended)::text as "from", (upper(k.suspended) - 1)::text as "to",
      k.found_day::text as "foundDay", k.used_from::text as "usedFrom", k.finding, k.photos, k.state, k.charged::text, to_jsonb(k.bills) as bills,
      k.made_by::text as "makerId", m.user_name as maker, to_jsonb(k.made_at) #>> '{}' as "madeAt", coalesce(x.user_name, '') as checker, k.opinion,
      (count(*) over ())::int as found
    from secret_use k join community c on c.id = k.community_id join room r on r.id = k.room_id join fee f on f.id = k.fee_id
      left join f_suspend s on s.id = k.record_id join app_user m on m.id = k.made_by left join app_user x on x.id = k.checked_by
    where ${where} order by (k.state = '待审核') desc, k.id desc limit ${of.PageSize} offset ${(of.PageIndex - 1) * of.PageSize}`.execute(
    ctx.db,
  );
  const amounts = ctx.session.permissions.classified.has('amount');
  return {
    rows: rows.map(({ found: _, charged, ...row }) => ({
      ...row,
      charged: amounts && row.state === '已补收' ? yuanOf(charged) : null,
    })),
    total: rows[0]?.found ?? 0,
  };
}

interface Waiting {
  readonly no: string;
  readonly record: string;
  readonly room: string;
  readonly fee: string;
  readonly code: string;
  readonly owner: string;
  readonly phone: string;
  readonly fee_name: string;
  readonly used_from: string;
  readonly found_day: string;
  readonly finding: string;
  readonly photos: { readonly URL: string; readonly Size: number; readonly Name: string }[];
  readonly state: '待审核' | '已补收' | '已驳回';
  readonly made_by: string;
}

async function waitingOf(ctx: Ctx, tx: Tx, id: string): Promise<Waiting> {
  const { rows } =
    await sql<Waiting>`select k.no, k.record_id::text as record, k.room_id::text as room, k.fee_id::text as fee, r.full_code as code,
      coalesce(s.owner_name, '') as owner, coalesce(s.owner_phone, '') as phone, f.name as fee_name, k.used_from::text, k.found_day::text, k.finding,
      k.photos, k.state, k.made_by::text
    from secret_use k join room r on r.id = k.room_id join community c on c.id = k.community_id join fee f on f.id = k.fee_id
      left join f_suspend s on s.id = k.record_id
    where k.id = ${id}::bigint and ${communitiesVisible(ctx.session)} for update of k`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw notFound('私开登记不存在，或您没有查看它的权限');
  if (row.state !== '待审核') throw conflict(`该登记${row.state}，请刷新`);
  if (row.made_by === ctx.session.userId) throw forbidden('不能审核自己登记的私开');
  return row;
}

/** The household is told, and the room's history has it. */
async function tellOwner(tx: Tx, of: Waiting, charged: bigint): Promise<void> {
  const source = { module: MODULE, id: of.record, effect: 'secretUse' } as const;
  const more = charged > 0n ? `，补收${yuanOf(charged)}元` : '';
  await enter(
    tx,
    ownerMessage,
    [
      {
        room: of.room,
        phone: of.phone,
        way: '短信',
        content: `${of.owner}：${of.found_day}巡查发现${of.fee_name}停用期内自行开启，按停用规则自${of.used_from}起恢复全价计费${more}，停用终止（${of.no}）。`,
        state: '待发送',
      },
    ],
    source,
  );
  await enter(
    tx,
    roomRecord,
    [
      {
        room: of.room,
        happenedAt: `${of.found_day}T00:00:00+08:00`,
        action: '发现停用期私开',
        result: '恢复全价补收',
        note: of.finding,
        photos: of.photos,
        document: of.no,
      },
    ],
    source,
  );
}

export const decideUse = (
  ctx: Ctx,
  of: z.output<typeof secretUseDecide.input>,
): Promise<z.input<typeof secretUseDecide.output>> =>
  ctx.write(async (tx) => {
    const row = await waitingOf(ctx, tx, of.id);
    if (!of.pass && of.opinion === '') throw invalid([{ path: 'opinion', message: '请填写驳回原因' }]);
    const { charged, bills } = of.pass
      ? await restore(tx, {
          room: row.room,
          fee: row.fee,
          from: row.used_from,
          madeBy: row.made_by,
          by: ctx.session.userId,
          now: ctx.now,
          reason: `停用期私开 ${row.no}`,
        })
      : { charged: 0n, bills: [] };
    const state = of.pass ? '已补收' : '已驳回';
    await sql`update secret_use set state = ${state}, charged = ${String(charged)}::bigint, bills = ${[...bills]}::text[], checked_by = ${ctx.session.userId}::bigint,
      checked_at = ${ctx.now}, opinion = ${of.opinion} where id = ${of.id}::bigint`.execute(tx);
    if (of.pass) {
      await tellOwner(tx, row, charged);
      await tellCounters(tx, row.room);
    }
    await trail(tx, ctx, {
      kind: '收费',
      action: of.pass ? '通过私开补收' : '驳回私开登记',
      object: `${row.no} 房间 ${row.code}`,
      summary: of.opinion,
      after: { 补收: yuanOf(charged), 重开账单: bills.join('、') },
    });
    await sendMessage(tx, [row.made_by], 'suspension.judged', {
      房间: row.code,
      单号: row.no,
      结果: state,
      意见: of.opinion,
    });
    return { state, charged: yuanOf(charged) };
  });

/** Photos are seen with the register. */
export const seesSecretUse: SeesPaper = async (db, session, id) => {
  if (!holds(session, LIST_PAGE, 'search')) return false;
  const { rows } =
    await sql`select 1 from secret_use k join community c on c.id = k.community_id where k.id = ${id}::bigint and ${communitiesVisible(session)}`.execute(
      db,
    );
  return rows.length > 0;
};

/** Whether days of an application were charged in full again: it stands then. */
export async function chargedAgain(tx: Tx, recordId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from secret_use k join f_suspend s on s.id = ${recordId}::bigint and s.room = k.room_id and s.fee = k.fee_id
    where k.state = '已补收' and daterange(k.used_from, upper(k.suspended)) && daterange(s.start_date, s.end_date, '[]')`.execute(
      tx,
    );
  return rows.length > 0;
}
