/** Lamps in their stores and where they hang. The movements of a store add up to what lies there; where they do not, the row says so. */
import { lampAllowance, lampInstalled, lampKinds, lampMonths } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

const inThisScope = { project: 'p.code', dept: 'p.area', applicant: 'p.manager' } as const;

/** Months over which use is averaged. */
const USE_MONTHS = 6;
/** Replaced so often within a year, a place has another fault than its lamps. */
const OFTEN = 3;

/** What a store is to keep of a lamp. */
const SAFE = 'coalesce(s.safe_qty, l.safe_qty, 0)';

export const lampAllowanceView = viewSource({
  view: lampAllowance,
  order: 'm.low desc, m."suggested" desc nulls last, m.project, m."storeRoom", m.model',
  figures: {
    value: 'coalesce(sum(m.value), 0)',
    low: 'count(distinct m."lampId") filter (where m.low)',
    saved: 'coalesce(sum(m.saved), 0)',
    suggested: 'coalesce(sum(m.suggested), 0)',
    broken: `count(*) filter (where m."check" = '不平')`,
  },
  rows: ({ asks, bind, today, visible }) => {
    const start = `(${bind(asks.fromMonth)}::text || '-01')::date`;
    const end = `((${bind(asks.toMonth)}::text || '-01')::date + interval '1 month')::date`;
    const since = `(${today} - interval '${USE_MONTHS} months')::date`;
    return `
    with moves as (
      select v.project, v.store_room, v.lamp,
        coalesce(sum(v.quantity) filter (where v.moved_on < ${start}), 0) as opening,
        coalesce(sum(v.quantity) filter (where v.quantity > 0 and v.moved_on >= ${start} and v.moved_on < ${end}), 0) as incoming,
        -coalesce(sum(v.quantity) filter (where v.quantity < 0 and v.moved_on >= ${start} and v.moved_on < ${end}), 0) as outgoing,
        coalesce(sum(v.quantity) filter (where v.moved_on >= ${end}), 0) as after,
        -coalesce(sum(v.quantity) filter (where v.quantity < 0 and v.moved_on > ${since}), 0)::numeric / ${USE_MONTHS} as use
      from b_lamp_move v where not v.voided group by v.project, v.store_room, v.lamp)
    , hung as (
      select o.project, o.store_room, d.lamp,
        sum(d.old_returned) filter (where o.out_type in ('故障更换', '节能改造')) * 100.0
          / nullif(sum(d.quantity) filter (where o.out_type in ('故障更换', '节能改造')), 0) as return_rate
      from f_light_out_storage o join f_light_out_storage_lamps d on d.parent_id = o.id
      where o.status = 'approved' and o.out_date >= ${start} and o.out_date < ${end} group by o.project, o.store_room, d.lamp)
    -- From the day on which a lamp was put up, to the end of the months or to today.
    , savings as (
      select o.project, o.store_room, d.lamp, sum((d.old_power - d.new_power) * d.quantity * o.daily_hours
          * greatest(least(${end}, ${today}) - greatest(${start}, o.out_date), 0) / 1000) as saved
      from f_light_out_storage o join f_light_out_storage_lamps d on d.parent_id = o.id
      where o.status = 'approved' and o.out_type in ('故障更换', '节能改造') and d.old_power > 0 and o.out_date < ${end}
      group by o.project, o.store_room, d.lamp)
    , stores as (
      select s.id, s.project, s.store_room, s.lamp, l.kind, l.model, l.power, ${SAFE} as safe, s.value, s.quantity, s.scrap_qty as scrap,
        s.quantity + s.scrap_qty as total, p.lamp_store = s.store_room as main, l.name || ' ' || l.model as goods
      from b_lamp_stock s join project p on p.code = s.project join b_lamp_device l on l.id = s.lamp
      where not s.voided and ${visible(inThisScope)})
    , each as (
      select s.*, coalesce(v.opening, 0) as opening, coalesce(v.incoming, 0) as incoming, coalesce(v.outgoing, 0) as outgoing,
        s.total - coalesce(v.after, 0) as closing, coalesce(v.use, 0) as use, h.return_rate, g.saved,
        coalesce((select sum(t.quantity - coalesce(t.received, 0)) from b_transit_stock t where t.kind = '灯具调拨' and not t.voided and s.main
          and t.project = s.project and t.goods = s.goods), 0) as on_way
      from stores s
        left join moves v on v.project = s.project and v.store_room = s.store_room and v.lamp = s.lamp
        left join hung h on h.project = s.project and h.store_room = s.store_room and h.lamp = s.lamp
        left join savings g on g.project = s.project and g.store_room = s.store_room and g.lamp = s.lamp)
    select e.id, e.lamp, e.lamp::text as "lampId", e.project, e.store_room as "storeRoom", e.kind as "lampKind", e.model, e.power,
      e.opening::integer as opening, e.incoming::integer as incoming, e.outgoing::integer as outgoing, e.closing::integer as closing,
      e.on_way::integer as "onWay", e.scrap, e.value / nullif(e.quantity, 0) as price, e.value, e.safe as "safeQty", e.use as "monthlyUse",
      (e.closing - e.scrap) / nullif(e.use, 0) as "monthsLeft",
      ceil(greatest(e.safe + 2 * e.use - (e.closing - e.scrap) - e.on_way, 0))::integer as suggested, e.return_rate as "returnRate", e.saved,
      e.closing - e.scrap < e.safe as low,
      case when e.opening + e.incoming - e.outgoing = e.closing and e.quantity >= 0 then '平' else '不平' end as "check"
    from each e`;
  },
});

export const lampMonthsView = viewSource({
  view: lampMonths,
  order: 'm.month desc, m.project, m."storeRoom"',
  charts: { byMonth: { incoming: 'sum(m.incoming)', outgoing: 'sum(m.outgoing)', old: 'sum(m.old)' } },
  rows: ({ asks, bind, visible }) => `
    select v.project || ' ' || v.store_room || ' ' || to_char(v.moved_on, 'YYYY-MM') as id, to_char(v.moved_on, 'YYYY-MM') as month, v.project,
      v.store_room as "storeRoom", coalesce(sum(v.quantity) filter (where v.quantity > 0 and v.kind <> '旧灯回收'), 0)::integer as incoming,
      (-coalesce(sum(v.quantity) filter (where v.quantity < 0), 0))::integer as outgoing,
      coalesce(sum(v.quantity) filter (where v.kind = '旧灯回收'), 0)::integer as old,
      -coalesce(sum(v.amount) filter (where v.quantity < 0), 0) as "amountOut"
    from b_lamp_move v join project p on p.code = v.project
    where not v.voided and to_char(v.moved_on, 'YYYY') = ${bind(String(asks.year))}::text and ${visible(inThisScope)}
    group by v.project, v.store_room, to_char(v.moved_on, 'YYYY-MM')`,
});

/** Kinds are the company's; how many lie and hang is counted where the person may see it. */
export const lampKindsView = viewSource({
  view: lampKinds,
  order: 'm."enabled" desc, m."lampKind", m.model',
  rows: ({ visible }) => `
    select l.id, l.name, l.code, l.kind as "lampKind", l.model, l.brand, l.power, l.lumens, l.lumens / nullif(l.power, 0) as efficacy,
      l.color_temp as "colorTemp", l.life_hours as "lifeHours", l.price, l.warranty_months as "warrantyMonths",
      coalesce(s.held, 0)::integer as "inStock", coalesce(i.hung, 0)::integer as installed, l.state as enabled
    from b_lamp_device l
      left join (select k.lamp, sum(k.quantity + k.scrap_qty) as held from b_lamp_stock k join project p on p.code = k.project
        where not k.voided and ${visible(inThisScope)} group by k.lamp) s on s.lamp = l.id
      left join (select n.lamp, sum(n.quantity) as hung from b_lamp_install n join project p on p.code = n.project
        where not n.voided and n.state in ('在用', '故障') and ${visible(inThisScope)} group by n.lamp) i on i.lamp = l.id
    where not l.voided`,
});

export const lampInstalledView = viewSource({
  view: lampInstalled,
  order: 'm.often desc, m."installedOn" desc, m.id desc',
  figures: {
    lamps: `coalesce(sum(m.quantity) filter (where m.state in ('在用', '故障')), 0)`,
    power: `coalesce(sum(m."yearPower"), 0)`,
    often: 'count(distinct (m.project, m.place)) filter (where m.often)',
    covered: `coalesce(sum(m.quantity) filter (where m.warranty = '在保' and m.state in ('在用', '故障')), 0)`,
  },
  rows: ({ today, visible }) => `
    select n.id, n.place, n.project, n.lamp, l.kind as "lampKind", l.model, l.power, n.quantity, n.installed_on as "installedOn",
      n.warranty_to as "warrantyTo", case when n.warranty_to >= ${today} then '在保' when n.warranty_to is not null then '过保' end as warranty,
      n.daily_hours as "dailyHours", h.times::integer as replaced, h.days::integer as "lifeDays",
      case when n.state in ('在用', '故障') then l.power * n.quantity * n.daily_hours * 365 / 1000 end as "yearPower",
      coalesce(h.lately, 0) >= ${OFTEN} as often, n.state
    from b_lamp_install n join project p on p.code = n.project join b_lamp_device l on l.id = n.lamp
      -- What hung in the same place before.
      left join lateral (select count(*) as times, avg(o.ended_on - o.installed_on) as days,
          count(*) filter (where o.ended_on > (${today} - interval '12 months')::date) as lately
        from b_lamp_install o where o.project = n.project and o.place = n.place and not o.voided and o.state = '已更换') h on true
    where not n.voided and ${visible(inThisScope)}`,
});
