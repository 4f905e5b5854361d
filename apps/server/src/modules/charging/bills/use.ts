/**
 * What rooms used in a cycle: the days that the energy module makes of readings, where the fee has a meter, else what was imported. Days already have
 * exchanges and multipliers in them. A cycle with a day that is missing, waits for somebody or is being worked out again has no use.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';

/**
 * CTEs `metered` (days of fees with a meter) and `used`, over `owed` and `shared`.
 * @param pools fees that rooms share: what each of them has comes with its amount
 */
export const useCtes = (metered: boolean, pools: readonly string[]): RawBuilder<unknown> => sql`
    metered as materialized (
      select o.id, (upper(o.active) - lower(o.active)) as due, d.* from owed o cross join lateral (
        select count(*)::integer as days, count(*) filter (where x.partial or x.doubts <> '{}')::integer as doubtful, sum(x.usage) as usage,
          sum(x.estimated) as estimated, exists (select from recalc_queue q where q.meter_id = o.meter_id and q.from_day < upper(o.active)
            and q.to_day >= lower(o.active)) as waiting
        from meter_day x where x.meter_id = o.meter_id and x.register = 'total' and x.day >= lower(o.active) and x.day < upper(o.active)) d
      where ${metered ? sql`o.meter_id is not null and o.metered` : sql`false`}),
    used as materialized (
      select o.id, round(greatest(u.usage, o.min_quantity), o.digits) as quantity, u.usage as measured, u.estimated, null::bigint as fen, null::numeric as price,
        coalesce((select sum(x.quantity) from bill x join room_fee y on y.id = x.room_fee_id where y.room_id = o.room_id and y.fee_id = o.fee_id
          and x.kind = '周期' and x.state not in ('已作废', '已红冲') and x.from_day >= o.year_from and x.from_day < lower(o.active)), 0) as before
      from owed o left join metered m on m.id = o.id cross join lateral (
        select case when o.meter_id is null then (select quantity from room_usage w where w.room_fee_id = o.id and w.cycle = o.cycle)
          when m.days = m.due and m.doubtful = 0 and not m.waiting then m.usage end as usage, coalesce(m.estimated, 0) as estimated) u
      where ${metered ? sql`o.metered and o.fee_id <> all(${[...pools]}::bigint[])` : sql`false`} and u.usage is not null
      union all
      select o.id, s.quantity, s.quantity, 0, s.fen, s.price, 0 from owed o join shared s on s.id = o.id where s.fen is not null)`;

/** Why a fee by use has none, in words: over `owed o` and its row `s` of `shared`. */
export const unusedWhy = (pools: readonly string[]): RawBuilder<string> => sql`case when s.why is not null then s.why
  when o.fee_id = any(${[...pools]}::bigint[]) then '该房间不在任何公摊范围内' when o.meter_id is null then '本周期没有录入或导入用量' else (select case when m.waiting then '表计读数正在重算，请稍后再试'
    when m.days < m.due then '表计本周期有' || m.due - m.days || '天没有用量' else '表计有' || m.doubtful || '天的用量待确认（换表、翻转或读数待核对）' end
  from metered m where m.id = o.id) end`;

/** Keeps what the bills that were just made of `billing_line` by a meter were counted from. */
export async function keepUse(tx: Tx, runId: string): Promise<void> {
  await sql`with b as (
      select b.id, rf.meter_id, b.from_day, b.to_day from pg_temp.billing_line l join bill b on b.room_fee_id = l.room_fee_id and b.cycle = l.cycle and b.part = l.part
        and b.run_id = ${runId}::bigint join room_fee rf on rf.id = l.room_fee_id
      where rf.meter_id is not null and (l.source in ('用量', '阶梯') or l.inputs ->> '用量' is not null) and not l.shared),
    d as (
      select b.id, b.meter_id, sum(x.usage) as usage, sum(x.estimated) as estimated, (array_agg(x.open order by x.day))[1] as open,
        (array_agg(x.close order by x.day desc))[1] as close, min(x.from_at) as from_at, max(x.to_at) as to_at
      from b join meter_day x on x.meter_id = b.meter_id and x.register = 'total' and x.day >= b.from_day and x.day < b.to_day group by 1, 2),
    swap as (
      select d.id, k.removed_at, k.installed_at, k.old_factory_no, k.gap_method, k.registers -> 'total' ->> 'old' as old, k.registers -> 'total' ->> 'new' as new,
        k.registers -> 'total' ->> 'gap' as gap
      from d join meter_break k on k.meter_id = d.meter_id and k.state = '已生效' and k.registers ? 'total' and k.removed_at > d.from_at and k.removed_at <= d.to_at),
    piece as (
      select s.id, s.removed_at as at, coalesce(lag(s.new) over w, d.open::text) as "from", s.old as "to", s.old_factory_no as no,
        coalesce(lag(s.installed_at) over w, d.from_at) as began, s.gap, s.gap_method from swap s join d on d.id = s.id window w as (partition by s.id order by s.removed_at)
      union all
      select d.id, 'infinity', coalesce((select s.new from swap s where s.id = d.id order by s.removed_at desc limit 1), d.open::text), d.close::text,
        coalesce((select i.factory_no from meter_install i where i.meter_id = d.meter_id and i.installed_at < d.to_at order by i.installed_at desc limit 1), ''),
        coalesce((select max(s.installed_at) from swap s where s.id = d.id), d.from_at), null, null from d)
    insert into bill_use (bill_id, meter_id, last_reading, this_reading, usage, estimated, pieces)
    select d.id, d.meter_id, d.open, d.close, d.usage, d.estimated, (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('no', p.no, 'from', trim_scale(p."from"::numeric)::text,
        'to', trim_scale(p."to"::numeric)::text, 'gap', p.gap, 'method', p.gap_method,
        'ratio', (select trim_scale(r.value)::text from meter_ratio r where r.meter_id = d.meter_id and r.state = '已生效' and r.valid_from <= p.began
          order by r.valid_from desc limit 1))) order by p.at) from piece p where p.id = d.id)
    from d`.execute(tx);
}
