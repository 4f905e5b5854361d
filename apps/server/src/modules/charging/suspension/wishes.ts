/** What householders sent, as the counter sees it: beside the register, with what is owed and what was before. */
import type { wishDetail, wishPage, WishRow } from '@hengneng/contracts';
import { maskPhone } from '@hengneng/core';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { workdays, workingHours } from '../../../engine/index.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { forbidden, notFound } from '../../../platform/http/errors.ts';
import { likeText, trail } from '../../identity/index.ts';
import { communitiesVisible, todayOf } from '../registry/index.ts';
import { yuanOf } from '../yuan.ts';
import { historyOf, roomFacts } from './room.ts';

export type Match = WishRow['match'];

/** A wish as the database has it. */
interface Raw extends Omit<WishRow, 'appliedAt' | 'arrears' | 'waitHours' | 'phone' | 'late'> {
  readonly phone: string;
  readonly applied: Date;
  readonly handled: Date | null;
  readonly due: Date;
  readonly owed: string;
}

/** Owners of today by name and by number: who is neither needs a letter of authority. */
const matchOn = (
  day: string,
): RawBuilder<Match> => sql<Match>`(select case when bool_or(p.name = w.applicant and p.phone = w.phone) then '一致'
    when bool_or(p.name = w.applicant) then '电话不符' when bool_or(p.phone = w.phone) then '姓名不符' else '均不符' end
  from occupancy o join party p on p.id = o.party_id where o.room_id = w.room_id and o.role in ('业主', '共有人') and o.span @> ${day}::date)`;

const columnsOn = (
  day: string,
): RawBuilder<unknown> => sql`w.id::text as "wxId", w.no, w.created_at as applied, w.handled_at as handled, w.due_at as due, c.id::text as "communityId", c.name as community,
  r.id::text as "roomId", r.full_code as room, w.applicant, w.relation, w.phone, w.kind as type, w.fee_id::text as "feeId", f.name as fee,
  w.from_day::text as "from", w.to_day::text as "to", w.reason, jsonb_array_length(w.files) as files, coalesce(${matchOn(day)}, '均不符') as match,
  (select coalesce(sum(b.amount - b.reduced - b.settled), 0)::text from bill b where b.room_id = w.room_id and b.state = '已发布'
    and b.kind not in ('红冲', '违约金') and b.due_day < ${day}::date) as owed,
  (select count(*)::int from suspend_wish x where x.room_id = w.room_id and x.fee_id = w.fee_id and x.state = '待受理' and x.id <> w.id) as duplicates,
  w.state, w.note, w.business_id::text as "BusinessId"`;
const FROM = sql`suspend_wish w join community c on c.id = w.community_id join room r on r.id = w.room_id join fee f on f.id = w.fee_id`;

const shown = (ctx: Ctx, isWorkday: Parameters<typeof workingHours>[2], row: Raw): WishRow => {
  const { applied, handled, due, owed, phone, ...rest } = row;
  return {
    ...rest,
    appliedAt: applied.toISOString(),
    phone: maskPhone(phone),
    arrears: ctx.session.permissions.classified.has('amount') ? yuanOf(owed) : null,
    waitHours: workingHours(applied, handled ?? ctx.now, isWorkday),
    late: row.state === '待受理' && due <= ctx.now,
  };
};

const whereOf = (ctx: Ctx, of: z.output<typeof wishPage.input>): RawBuilder<boolean> => {
  const terms: RawBuilder<unknown>[] = [communitiesVisible(ctx.session)];
  if (of.community !== null) terms.push(sql`w.community_id = ${of.community}::bigint`);
  if (of.applyFrom !== null)
    terms.push(sql`(w.created_at at time zone 'Asia/Shanghai')::date >= ${of.applyFrom}::date`);
  if (of.applyTo !== null) terms.push(sql`(w.created_at at time zone 'Asia/Shanghai')::date <= ${of.applyTo}::date`);
  if (of.Keyword) {
    const like = likeText(of.Keyword);
    terms.push(sql`(w.no ilike ${like} or w.applicant ilike ${like} or r.full_code ilike ${like})`);
  }
  return sql<boolean>`${sql.join(terms, sql` and `)}`;
};

export async function listWishes(
  ctx: Ctx,
  of: z.output<typeof wishPage.input>,
): Promise<z.input<typeof wishPage.output>> {
  const where = whereOf(ctx, of);
  const state = of.state === null ? sql`true` : sql`w.state = ${of.state}`;
  const [list, counts, isWorkday] = await Promise.all([
    // What waits comes first, the oldest before the others; of the rest the newest.
    sql<Raw>`select ${columnsOn(todayOf(ctx))} from ${FROM} where ${where} and ${state}
      order by w.state <> '待受理', case when w.state = '待受理' then w.created_at end, case when w.state = '待受理' then w.id end, w.created_at desc, w.id desc
      limit ${of.PageSize} offset ${(of.PageIndex - 1) * of.PageSize}`.execute(ctx.db),
    sql<{
      state: string;
      n: number;
    }>`select w.state, count(*)::int as n from ${FROM} where ${where} group by 1`.execute(ctx.db),
    workdays(ctx.db),
  ]);
  const by = Object.fromEntries(counts.rows.map(({ state: of_, n }) => [of_, n]));
  return {
    rows: list.rows.map((row) => shown(ctx, isWorkday, row)),
    total: of.state === null ? counts.rows.reduce((sum, { n }) => sum + n, 0) : (by[of.state] ?? 0),
    counts: by,
  };
}

export interface Wish extends Raw {
  readonly files_of: readonly { readonly URL: string; readonly Name: string }[];
  readonly project: string;
}

/** @throws notFound where there is none that the person may see */
export async function wishOf(ctx: Ctx, db: Db | Tx, id: string, lock = false): Promise<Wish> {
  const { rows } =
    await sql<Wish>`select ${columnsOn(todayOf(ctx))}, w.files as files_of, c.project_code as project from ${FROM}
    where w.id = ${id}::bigint and ${communitiesVisible(ctx.session)} ${lock ? sql`for update of w` : sql``}`.execute(
      db,
    );
  const [wish] = rows;
  if (wish === undefined) throw notFound('申请不存在，或您没有查看它的权限');
  return wish;
}

export async function readWish(
  ctx: Ctx,
  { wxId }: z.output<typeof wishDetail.input>,
): Promise<z.input<typeof wishDetail.output>> {
  const wish = await wishOf(ctx, ctx.db, wxId);
  const [isWorkday, room, history, others, handled] = await Promise.all([
    workdays(ctx.db),
    roomFacts(ctx, ctx.db, wish.roomId),
    historyOf(ctx.db, wish.roomId),
    sql<{
      wxId: string;
      no: string;
      type: string;
      from: string;
      state: string;
    }>`select w.id::text as "wxId", w.no, w.kind as type, w.from_day::text as "from", w.state
      from suspend_wish w where w.room_id = ${wish.roomId}::bigint and w.id <> ${wxId}::bigint order by w.id desc limit 10`.execute(
      ctx.db,
    ),
    sql<{
      arrears: string;
      name: string;
      running: string | null;
    }>`select w.arrears_handle as arrears, coalesce(u.user_name, '') as name,
        (select s.serial from f_suspend s where s.room = w.room_id and s.fee = w.fee_id and s.status in ('running', 'returned') order by s.id desc limit 1) as running
      from suspend_wish w left join app_user u on u.id = w.handled_by where w.id = ${wxId}::bigint`.execute(ctx.db),
  ]);
  const [more] = handled.rows;
  const { files_of: _, project: __, ...row } = wish;
  return {
    row: shown(ctx, isWorkday, row),
    owner: room.owner,
    ownerPhone: room.phone,
    residents: room.residents,
    building: room.building,
    area: room.area,
    roomState: room.state,
    balance: room.balance,
    history: [...history],
    others: others.rows,
    running: more?.running ?? null,
    arrearsHandle: more?.arrears ?? '',
    handledBy: more?.name ?? '',
    handledAt: wish.handled?.toISOString() ?? null,
  };
}

/** The whole number, for those who call back; each look is noted before it is answered. */
export const revealPhone = (ctx: Ctx, wxId: string): Promise<{ phone: string }> => {
  if (!ctx.session.permissions.classified.has('phone')) throw forbidden('您没有查看电话的权限');
  return ctx.write(async (tx) => {
    const wish = await wishOf(ctx, tx, wxId);
    await trail(tx, ctx, {
      kind: '敏感查看',
      action: '查看申请人电话',
      object: `微信停用申请 ${wish.no}`,
      summary: maskPhone(wish.phone),
    });
    return { phone: wish.phone };
  });
};
