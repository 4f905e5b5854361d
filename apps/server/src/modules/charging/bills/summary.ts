/** Bills added up: by room, building, community, by fee with the cycle before and a year ago, by age. */
import {
  AGING_BANDS,
  type AgingBand,
  type chargeBillAging,
  type chargeBillSummary,
  type chargeFeeSummary,
} from '@hengneng/contracts';
import { today } from '@hengneng/core';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { standing } from '../owed/index.ts';
import { penaltySums } from '../owed/penalty-sums.ts';
import { beforeOf, counting } from './before.ts';
import { billsWhere, rateOf } from './read.ts';
import { maskedPhone } from '../masked.ts';
import { yuanOf } from '../yuan.ts';

type Groups = z.input<typeof chargeBillSummary.output>;

interface RawGroup {
  readonly key: string;
  readonly name: string;
  readonly owner: string;
  readonly phone: string;
  readonly bills: number;
  readonly rooms: number;
  readonly amount: string;
  readonly reduced: string;
  readonly paid: string;
  readonly firstPeriod: string | null;
  readonly balance: string | null;
  readonly lastDunned: string | null;
  readonly lastAmount: string | null;
  readonly room_ids: readonly string[];
  readonly found: number;
}

const GROUPS: Readonly<Record<string, { readonly key: RawBuilder<unknown>; readonly name: RawBuilder<unknown> }>> = {
  room: { key: sql`r.id`, name: sql`c.name || ' ' || r.full_code` },
  building: { key: sql`g.id`, name: sql`c.name || ' ' || g.name` },
  community: { key: sql`c.id`, name: sql`c.name` },
};

export async function summarize(ctx: Ctx, input: z.output<typeof chargeBillSummary.input>): Promise<Groups> {
  const { groupBy, PageIndex, PageSize, compare, ...of } = input;
  const asOf = today(ctx.now);
  const where = sql`${billsWhere(ctx, of)} and ${counting(of.batch)}`;
  const by = GROUPS[groupBy];
  if (by === undefined) return { rows: [], total: 0 };
  const last = compare
    ? sql`(select sum(x.amount)::text from billing_run n join bill x on x.community_id = n.community_id and x.kind = '周期' and x.state not in ('已作废', '已红冲')
        join room y on y.id = x.room_id where n.id = min(b.run_id) and x.fee_id = any(n.fee_ids) and x.period = to_char((n.period || '-01')::date - interval '1 month', 'YYYY-MM')
        and (${groupBy} = 'community' or (${groupBy} = 'building' and y.building_id = min(r.building_id)) or (${groupBy} = 'room' and y.id = min(r.id))))`
    : sql`null::text`;
  const { rows } =
    await sql<RawGroup>`select ${by.key}::text as key, min(${by.name}) as name, count(*)::int as bills, count(distinct r.id)::int as rooms,
      sum(b.amount)::text as amount, sum(b.reduced)::text as reduced, sum(b.settled)::text as paid,
      min(b.period) filter (where b.amount > b.reduced + b.settled) as "firstPeriod", array_agg(distinct r.id::text) as room_ids, (count(*) over ())::int as found,
      ${last} as "lastAmount",
      ${
        groupBy === 'room'
          ? sql`coalesce((select p.name from occupancy o join party p on p.id = o.party_id where o.room_id = min(r.id) and o.payer and o.span @> ${asOf}::date limit 1), '') as owner,
        coalesce((select p.phone from occupancy o join party p on p.id = o.party_id where o.room_id = min(r.id) and o.payer and o.span @> ${asOf}::date limit 1), '') as phone,
        (select (-coalesce(sum(a.balance), 0))::text from ledger_account a where a.kind = '预存' and a.ref = min(r.id)) as balance,
        (select (max(s.sent_at) at time zone 'Asia/Shanghai')::date::text from notice_send s join notice n on n.id = s.notice_id where s.room_id = min(r.id)
          and s.state in ('已提交', '送达') and n.kind in ('一次催缴', '二次催缴', '律师函前告知', '停供通知')) as "lastDunned"`
          : sql`'' as owner, '' as phone, null::text as balance, null::text as "lastDunned"`
      }
    from bill b join room r on r.id = b.room_id join building g on g.id = r.building_id join community c on c.id = b.community_id
    where ${where} group by ${by.key} order by sum(b.amount - b.settled - b.reduced) desc, ${by.key} limit ${PageSize} offset ${(PageIndex - 1) * PageSize}`.execute(
      ctx.db,
    );
  const rooms = rows.flatMap((row) => row.room_ids);
  const byRoom = await penaltySums(ctx.db, sql`${where} and b.room_id = any(${rooms}::bigint[])`, asOf, 'room');
  return {
    rows: rows.map(({ room_ids, found: _, ...row }) => {
      const [amount, reduced, paid] = [BigInt(row.amount), BigInt(row.reduced), BigInt(row.paid)];
      return {
        ...row,
        phone: maskedPhone(row.phone),
        amount: yuanOf(amount),
        reduced: yuanOf(reduced),
        paid: yuanOf(paid),
        arrears: yuanOf(amount - reduced - paid),
        penalty: yuanOf(room_ids.reduce((sum, id) => sum + (byRoom.get(id) ?? 0n), 0n)),
        rate: rateOf(paid, amount - reduced),
        balance: row.balance === null ? null : yuanOf(row.balance),
        lastAmount: row.lastAmount === null ? null : yuanOf(row.lastAmount),
      };
    }),
    total: rows[0]?.found ?? 0,
  };
}

interface RawFee {
  readonly feeId: string;
  readonly fee: string;
  readonly unit: string;
  readonly source: string;
  readonly rooms: number;
  readonly area: string | null;
  readonly usage: string | null;
  readonly amount: string;
  readonly reduced: string;
  readonly paid: string;
  readonly cycles: readonly string[];
  readonly communities: readonly string[];
}

export async function summarizeFees(
  ctx: Ctx,
  input: z.output<typeof chargeFeeSummary.input>,
): Promise<z.input<typeof chargeFeeSummary.output>> {
  const { communityId, roomId, period, compare, ...given } = input;
  const of = {
    ...given,
    ...(communityId ? { community: communityId } : {}),
    ...(roomId ? { room: roomId } : {}),
    ...(period ? { periodFrom: period, periodTo: period } : {}),
  };
  const asOf = today(ctx.now);
  const where = sql`${billsWhere(ctx, of)} and ${counting(of.batch)}`;
  const { rows } =
    await sql<RawFee>`select f.id::text as "feeId", f.name as fee, s.unit, s.source, count(distinct b.room_id)::int as rooms,
      case when s.source like '%面积' then trim_scale((select sum(q) from (select distinct on (x.room_id) x.quantity as q from unnest(array_agg(b.id)) as i(id)
        join bill x on x.id = i.id order by x.room_id, x.period desc, x.part) d))::text end as area,
      case when s.source in ('用量', '阶梯') then trim_scale(sum(b.quantity))::text end as usage, sum(b.amount)::text as amount, sum(b.reduced)::text as reduced,
      sum(b.settled)::text as paid, array_agg(distinct b.cycle) as cycles, array_agg(distinct b.community_id::text) as communities
    from bill b join room r on r.id = b.room_id join fee f on f.id = b.fee_id join fee_basis s on s.id = f.basis_id where ${where}
    group by f.id, s.id order by f.id`.execute(ctx.db);
  const byFee = await penaltySums(ctx.db, where, asOf, 'fee');
  const { periodFrom: _f, periodTo: _t, batch: _b, dueFrom: _d, dueTo: _e, payState: _p, ...same } = of;
  const before = compare === '' ? [] : await beforeOf(ctx.db, rows, billsWhere(ctx, same), of.batch);
  return {
    rows: rows.map((row) => {
      const [amount, reduced, paid] = [BigInt(row.amount), BigInt(row.reduced), BigInt(row.paid)];
      const { last = null, year = null } = before.find(({ fee }) => fee === row.feeId) ?? {};
      return {
        feeId: row.feeId,
        fee: row.fee,
        rooms: row.rooms,
        area: row.area,
        usage: row.usage,
        unit: row.unit,
        amount: yuanOf(amount),
        reduced: yuanOf(reduced),
        paid: yuanOf(paid),
        arrears: yuanOf(amount - reduced - paid),
        penalty: yuanOf(byFee.get(row.feeId) ?? 0n),
        rate: rateOf(paid, amount - reduced),
        last: last === null ? null : yuanOf(last),
        lastRate: last === null ? null : rateOf(amount - BigInt(last), BigInt(last)),
        yearAgo: year === null ? null : yuanOf(year),
        yearRate: year === null ? null : rateOf(amount - BigInt(year), BigInt(year)),
      };
    }),
  };
}

export async function ageOf(
  ctx: Ctx,
  of: z.output<typeof chargeBillAging.input>,
): Promise<z.input<typeof chargeBillAging.output>> {
  const asOf = today(ctx.now);
  const { rows } = await sql<{ band: AgingBand; bills: number; rooms: number; principal: string }>`
    select band, count(*)::int as bills, count(distinct room_id)::int as rooms, sum(open)::text as principal from (
      select b.room_id, b.amount - b.settled - b.reduced as open, case when b.due_day >= ${asOf}::date then '未到期' when ${asOf}::date - b.due_day <= 30 then '1-30'
        when ${asOf}::date - b.due_day <= 90 then '31-90' when ${asOf}::date - b.due_day <= 180 then '91-180' when ${asOf}::date - b.due_day <= 365 then '181-365'
        else '365天以上' end as band
      from bill b join room r on r.id = b.room_id where ${billsWhere(ctx, of)} and ${standing} and b.amount > b.reduced + b.settled) x group by band`.execute(
    ctx.db,
  );
  const byBand = new Map(rows.map((row) => [row.band, row]));
  return {
    rows: AGING_BANDS.map((band) => {
      const row = byBand.get(band);
      return { band, bills: row?.bills ?? 0, rooms: row?.rooms ?? 0, principal: yuanOf(row?.principal ?? 0n) };
    }),
    total: yuanOf(rows.reduce((sum, { principal }) => sum + BigInt(principal), 0n)),
    asOf,
  };
}
