/** Applications as the pages list them: whose turn it is, what they count for, since when they wait. */
import { SUSPEND_TABS, type suspendPage, type SuspendRow } from '@hengneng/contracts';
import { maskPhone } from '@hengneng/core';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { workdays, workingHours } from '../../../engine/index.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { likeText } from '../../identity/index.ts';
import { letOffBy, lostOfBill } from '../bills/index.ts';
import { communitiesVisible, todayOf } from '../registry/index.ts';
import { yuanOf } from '../yuan.ts';
import { STEP } from './names.ts';

export type Asked = Omit<z.output<typeof suspendPage.input>, 'PageIndex' | 'PageSize' | 'SortField' | 'SortOrder'>;

type Raw = Omit<SuspendRow, 'phone' | 'waitHours' | 'dueAt' | 'overdue' | 'arrears' | 'reduction' | 'lost'> & {
  readonly phone: string;
  readonly arrears: string;
  readonly reduction: string;
  readonly lost: string;
  readonly arrived: Date | null;
  readonly due: Date | null;
};

const TAB = sql<string>`case when s.status not in ('running', 'returned') then '已处理'
  when s.status = 'returned' or n.node_key = ${STEP.takes} then '待受理' when n.node_key = ${STEP.looks} then '待核查' else '待确认' end`;
/** What came of it: 恢复使用 and an end that has come read the same. */
const stateOn = (
  day: string,
): RawBuilder<string> => sql<string>`case when s.status in ('running', 'returned', 'withdrawn') then '未生效'
  when s.status <> 'approved' then '已否决' when s.apply_type = '恢复使用' then '已恢复' when e.id is null then '已否决'
  when e.voided or upper(e.span) <= ${day}::date then '已恢复' when lower(e.span) > ${day}::date then '未生效' else '停用中' end`;

/**
 * The time that an application made, or made longer; what a later one ended early shows its new end. Tasks that wait for whoever asks come along.
 * @param userId of whom it is asked which task waits
 */
const source = (userId: string): RawBuilder<unknown> => sql`f_suspend s
  join community c on c.id = s.community join room r on r.id = s.room join fee f on f.id = s.fee
  left join wf_instance i on i.module_id = 'suspend' and i.biz_id = s.id
  left join wf_node_run n on n.id = i.current_run
  left join lateral (select t.id, t.created_at, t.due_at from wf_task t where t.run_id = n.id and t.state = 'open' order by t.position limit 1) t on true
  left join lateral (select t.id from wf_task t join wf_task_actor a on a.task_id = t.id and a.principal = 'u:' || ${userId}::text
    where t.run_id = n.id and t.state = 'open' order by t.position limit 1) m on true
  left join lateral (select x.id, x.span, x.voided, x.seal_no, x.checked_by from suspension x where x.source_module = 'suspend' and x.source_id = s.id
    order by x.voided, x.id desc limit 1) e on true
  left join lateral (select u.user_name from wf_node_run v join wf_task t on t.run_id = v.id join app_user u on u.id = t.handled_by
    where v.instance_id = i.id and v.node_key = ${STEP.looks} and t.state = 'agreed' order by t.id desc limit 1) k on true`;

const REDUCTION = sql`coalesce(s.reduce_fee, 0)::numeric(16, 2)`;

/**
 * What its days are less by on bills that are out: in the bills themselves, each suspension of a bill by its share, and let off of those that were out
 * before. It is billed until `until`, if at all.
 */
const LOST = sql`left join lateral (
    select max(least(upper(e.span), b.to_day)) as until,
      coalesce(sum(case when b.suspend_days = 0 or o.all_days = 0 then 0 else round(${lostOfBill} * o.own_days / o.all_days) end), 0)
      + (select coalesce(sum(q.fen), 0) from (${letOffBy(sql`s.id`)}) q) as fen
    from bill b cross join lateral (select sum(w.days) filter (where w.id = e.id) as own_days, sum(w.days) as all_days from (
      select x.id, (least(upper(x.span), b.to_day) - greatest(lower(x.span), b.from_day)) * (100 - x.keep_rate) as days from suspension x
        where x.room_id = b.room_id and x.fee_id = b.fee_id and not x.voided and x.span && daterange(b.from_day, b.to_day)) w) o
    where e.id is not null and not e.voided and b.room_id = s.room and b.fee_id = s.fee and b.kind = '周期' and b.state = '已发布' and b.cycle_days > 0
      and daterange(b.from_day, b.to_day) && e.span) l on true`;
/** What nothing came of costs nothing. */
const STANDS = sql`(s.status in ('running', 'returned') or (e.id is not null and not e.voided))`;
/** Of the days that it has now: what was checked later, or ended early, is less than was asked for. */
const EXPECTED = sql`case when e.id is not null and s.stop_days > 0 then ${REDUCTION} * (upper(e.span) - lower(e.span)) / s.stop_days else ${REDUCTION} end`;
const LOST_OR_EXPECTED = sql`case when l.until is not null then l.fen / 100.0 when ${STANDS} then ${EXPECTED} else 0 end::numeric(16, 2)`;
const LOST_NOTE = sql`case when l.until is null then case when ${STANDS} and ${REDUCTION} <> 0 then '预计' else '' end
  when l.until < upper(e.span) then '已出账至' || (l.until - 1) else '' end`;

const columnsOn = (
  day: string,
): RawBuilder<unknown> => sql`s.id::text as "BusinessId", s.version as "FormVersion", coalesce(s.serial, '') as serial, c.id::text as "communityId", c.name as community,
  r.id::text as "roomId", r.full_code as room, s.owner_name as owner, s.owner_phone as phone, s.apply_type as "applyType", f.id::text as "feeId", f.name as fee,
  s.season, s.start_date::text as "startDate", s.end_date::text as "endDate", lower(e.span)::text as "effectiveFrom", (upper(e.span) - 1)::text as "effectiveTo",
  case when e.span is not null then upper(e.span) - lower(e.span) else s.stop_days end as days, trim_scale(s.keep_rate)::text as "keepRate",
  coalesce(s.arrears, 0)::numeric(16, 2)::text as arrears, ${REDUCTION}::text as reduction, ${LOST_OR_EXPECTED}::text as lost, ${LOST_NOTE} as "lostNote", coalesce(nullif(e.seal_no, ''), s.seal_no, '') as "sealNo",
  coalesce(k.user_name, '') as checker, s.source, ${stateOn(day)} as state, ${TAB} as tab, case when s.status in ('running', 'returned') then coalesce(n.name, '') else '' end as step,
  case when s.status in ('running', 'returned') then t.created_at end as arrived, case when s.status in ('running', 'returned') then t.due_at end as due,
  case when s.status in ('running', 'returned') then m.id::text end as "NodeRecordId"`;

const FILED = sql`s.status <> 'draft' and s.serial is not null`;

function whereOf(ctx: Ctx, of: Asked): RawBuilder<unknown> {
  const terms: RawBuilder<unknown>[] = [FILED, communitiesVisible(ctx.session)];
  if (of.community !== null) terms.push(sql`c.id = ${of.community}::bigint`);
  if (of.building !== null) terms.push(sql`r.building_id = ${of.building}::bigint`);
  if (of.fee !== null) terms.push(sql`s.fee = ${of.fee}::bigint`);
  if (of.source !== null) terms.push(sql`s.source = ${of.source}`);
  if (of.applyType !== null) terms.push(sql`s.apply_type = ${of.applyType}`);
  if (of.season !== null) terms.push(sql`s.season = ${of.season}`);
  if (of.startFrom !== null) terms.push(sql`s.start_date >= ${of.startFrom}::date`);
  if (of.startTo !== null) terms.push(sql`s.start_date <= ${of.startTo}::date`);
  if (of.effective !== null) terms.push(sql`${stateOn(todayOf(ctx))} = ${of.effective}`);
  if (of.Keyword) {
    const like = likeText(of.Keyword);
    terms.push(sql`(s.serial ilike ${like} or s.owner_name ilike ${like} or r.full_code ilike ${like})`);
  }
  return sql.join(terms, sql` and `);
}

/** Amounts are for those who may see them. */
const shown = (ctx: Ctx, isWorkday: Parameters<typeof workingHours>[2], { arrived, due, ...row }: Raw): SuspendRow => ({
  ...row,
  ...(ctx.session.permissions.classified.has('amount') ? {} : { arrears: null, reduction: null, lost: null }),
  phone: maskPhone(row.phone),
  waitHours: arrived === null ? null : workingHours(arrived, ctx.now, isWorkday),
  dueAt: due?.toISOString() ?? null,
  overdue: due !== null && due <= ctx.now,
});

export interface Found {
  readonly rows: SuspendRow[];
  readonly total: number;
  readonly sums: Record<string, string>;
  readonly counts: Record<string, number>;
}

export async function findRows(
  ctx: Ctx,
  of: Asked,
  page: { readonly size: number; readonly at: number },
): Promise<Found> {
  const from = source(ctx.session.userId);
  const where = whereOf(ctx, of);
  const inTab = of.tab === null ? sql`true` : sql`${TAB} = ${of.tab}`;
  const task = of.Scope === 'task';
  const order = task && of.tab !== '已处理' ? sql`t.due_at nulls last, s.id` : sql`s.submitted_at desc, s.id desc`;
  const [list, counts, isWorkday] = await Promise.all([
    sql<Raw>`select ${columnsOn(todayOf(ctx))} from ${from} ${LOST} where ${where} and ${inTab} order by ${order} limit ${page.size} offset ${(page.at - 1) * page.size}`.execute(
      ctx.db,
    ),
    sql<{
      tab: string;
      n: number;
      reduction: string;
    }>`select ${TAB} as tab, count(*)::int as n, coalesce(sum(${task ? REDUCTION : LOST_OR_EXPECTED}), 0)::text as reduction
      from ${from} ${task ? sql`` : LOST} where ${where} group by 1`.execute(ctx.db),
    workdays(ctx.db),
  ]);
  const meant = counts.rows.filter(({ tab }) => of.tab === null || tab === of.tab);
  const fen = meant.reduce((sum, { reduction }) => sum + BigInt(reduction.replace('.', '')), 0n);
  return {
    rows: list.rows.map((row) => shown(ctx, isWorkday, row)),
    total: meant.reduce((sum, { n }) => sum + n, 0),
    sums: ctx.session.permissions.classified.has('amount') ? { reduction: yuanOf(fen) } : {},
    counts: Object.fromEntries(SUSPEND_TABS.map((tab) => [tab, counts.rows.find((row) => row.tab === tab)?.n ?? 0])),
  };
}

/** @throws notFound where there is none that the person may see */
export async function rowOf(ctx: Ctx, db: Db, id: string): Promise<SuspendRow> {
  const [{ rows }, isWorkday] = await Promise.all([
    sql<Raw>`select ${columnsOn(todayOf(ctx))} from ${source(ctx.session.userId)} ${LOST} where s.id = ${id}::bigint and ${FILED} and ${communitiesVisible(ctx.session)}`.execute(
      db,
    ),
    workdays(db),
  ]);
  const [row] = rows;
  if (row === undefined) throw notFound('停用申请不存在，或您没有查看它的权限');
  return shown(ctx, isWorkday, row);
}
