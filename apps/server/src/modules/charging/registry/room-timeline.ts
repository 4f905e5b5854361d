/** What happened to a room: handed over, bought, priced anew, suspended, its meter exchanged, paid, complained of, reminded, split or merged. */
import type { roomTimeline } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { visibleRoom } from './rooms.ts';

/** What happened to a room, the latest first. Amounts are withheld where they are elsewhere. */
export async function readTimeline(
  ctx: Ctx,
  { roomId }: z.output<typeof roomTimeline.input>,
): Promise<z.input<typeof roomTimeline.output>> {
  const room = await visibleRoom(ctx, ctx.db, roomId);
  const money = ctx.session.permissions.classified.has('amount');
  const prices = ctx.session.permissions.classified.has('price');
  const id = sql`${room.id}::bigint`;
  const { rows } = await sql<z.input<typeof roomTimeline.output>[number]>`select day, kind, text, by from (
    select r.deliver_day::text as day, '交付' as kind, '交付使用' as text, '' as by from room r where r.id = ${id} and r.deliver_day is not null
    union all select lower(o.span)::text, case when o.role = '业主' then '过户' else '入住' end, o.role || ' ' || p.name, '' from occupancy o
      join party p on p.id = o.party_id where o.room_id = ${id}
    union all select upper(o.span)::text, '迁出', o.role || ' ' || p.name, '' from occupancy o join party p on p.id = o.party_id
      where o.room_id = ${id} and not upper_inf(o.span)
    union all select lower(a.span)::text, '面积', '供能面积 ' || trim_scale(a.energy_area) || ' m²' || case when a.note = '' then '' else '，' || a.note end, ''
      from room_area a where a.room_id = ${id}
    union all select lower(x.span)::text, '收费项', '开始收 ' || f.name, '' from room_fee x join fee f on f.id = x.fee_id where x.room_id = ${id}
    union all select upper(x.span)::text, '收费项', '停收 ' || f.name, '' from room_fee x join fee f on f.id = x.fee_id
      where x.room_id = ${id} and not upper_inf(x.span)
    union all select lower(v.span)::text, '改价', f.name || case when v.tiers is null then ' 单价' else ' 阶梯第1档' end
        || case when ${prices} then ' ' || trim_scale(v.unit_price) || ' 元' else '' end || '（第' || v.no || '版）', coalesce(k.user_name, '')
      from room r join room_fee x on x.room_id = r.id join fee f on f.id = x.fee_id join fee_price v on v.fee_id = f.id and v.state = '生效'
        and (v.community_id is null or v.community_id = r.community_id) and (v.usage is null or v.usage = r.usage)
      left join app_user k on k.id = v.checked_by
      where r.id = ${id} and x.contract_price is null and lower(v.span) > lower(x.span) and x.span @> lower(v.span)
    union all select (m.installed_at at time zone 'Asia/Shanghai')::date::text, '换表', f.name || ' 表计 ' || coalesce(d.code, '')
        || case when m.new_factory_no = '' then '' else '，新表 ' || m.new_factory_no end || case when m.reason = '' then '' else '，' || m.reason end, coalesce(u.user_name, '')
      from room_fee x join fee f on f.id = x.fee_id join meter_break m on m.meter_id = x.meter_id and m.kind = 'swap' and m.state = '已生效'
        and x.span @> (m.installed_at at time zone 'Asia/Shanghai')::date
      left join device d on d.id = x.meter_id left join app_user u on u.id = m.created_by where x.room_id = ${id}
    union all select (t.receive_time at time zone 'Asia/Shanghai')::date::text, '投诉', t.complaint_type || '（' || t.severity || '）'
        || case when t.solved_time is null then '，处理中' else '，' || (t.solved_time at time zone 'Asia/Shanghai')::date || ' 解决' end, coalesce(u.user_name, '')
      from f_user_complaint t left join app_user u on u.id = t.handler
      where t.room = ${id} and t.receive_time is not null and t.status in ('running', 'returned', 'approved')
    union all select m.day::text, m.kind, case when p.old then '至 ' || m.day || ' 止，' || m.kind || '为 ' else '由 ' end
        || (select string_agg(y.full_code, '、' order by y.id) from room_merge_part x join room y on y.id = x.room_id where x.merge_id = m.id and x.old <> p.old)
        || case when p.old then '' else ' ' || m.kind || '而来' end || '：' || m.reason, u.user_name
      from room_merge_part p join room_merge m on m.id = p.merge_id join app_user u on u.id = m.made_by where p.room_id = ${id}
    union all select lower(s.span)::text, s.kind, f.name || '，保留 ' || trim_scale(s.keep_rate) || '%' || case when upper_inf(s.span) then '' else
      '，至 ' || (upper(s.span) - 1) end, coalesce(u.user_name, '') from suspension s join fee f on f.id = s.fee_id left join app_user u on u.id = s.made_by
      where s.room_id = ${id} and not s.voided
    union all select p.day::text, '缴费', p.kind || case when ${money} then ' ' || (p.amount / 100.0)::numeric(16,2) || ' 元' else '' end
      || case when p.state = '正常' then '' else '（' || p.state || '）' end, u.user_name from payment p join app_user u on u.id = p.made_by where p.room_id = ${id}
    union all select (n.sent_at at time zone 'Asia/Shanghai')::date::text, '催缴', t.title || '（' || n.channel || '，' || n.state || '）', ''
      from notice_send n join notice t on t.id = n.notice_id where n.room_id = ${id} and n.sent_at is not null) x
    order by day desc, kind limit 300`.execute(ctx.db);
  return rows;
}
