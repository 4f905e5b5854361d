/** 成本分析: 支出 as it is booked, against what meters counted and the area that is supplied. */
import { costDrivers, costItems, costLines, costMonths, costPeers, costVariance } from '@hengneng/forms';
import { type Asked, viewSource } from '../../../engine/views/source.ts';
import { SPENT } from './flows.ts';
import { growthOf, monthMoved, monthsOf, placed } from './span.ts';
import { rate } from '../shared.ts';
import { USED } from './usage.ts';

type Costs = Asked<typeof costMonths>;

interface Bounds {
  readonly first: string;
  readonly last: string;
  readonly during: (month: string) => string;
  /** Of the months that are compared with: those asked for, else those of the year before. */
  readonly before: (month: string) => string;
}

function bounds({ asks, now, bind }: Costs): Bounds {
  const { from, to } = monthsOf(asks, now);
  const [first, last] = [bind(from), bind(to)];
  const asked = asks.baseFrom !== null || asks.baseTo !== null;
  const base = asked
    ? monthsOf({ from: asks.baseFrom ?? asks.baseTo, to: asks.baseTo ?? asks.baseFrom }, now, 'baseFrom')
    : null;
  return {
    first,
    last,
    during: (month) => `${month} between ${first} and ${last}`,
    // Bound where it is used: not every list compares, and a value that a query does not use must not be sent along.
    before: (month) =>
      base === null
        ? `${month} between ${monthMoved(first, -12)} and ${monthMoved(last, -12)}`
        : `${month} between ${bind(base.from)}::text and ${bind(base.to)}::text`,
  };
}

/** Projects in sight and their costs of the item that was asked for, of any month. */
const costs = (asked: Costs): string => {
  const item = asked.bind(asked.asks.item);
  return `projects as (select p.code, p.area, p.area_m2, p.building_type from project p where ${placed(asked)})
    , cost as materialized (
      select x.* from ${SPENT} x where x.project in (select code from projects) and (${item}::text is null or x.item = ${item}))
    , used as materialized (select u.* from ${USED} u where u.project in (select code from projects))`;
};

const HEAT = `('cooling', 'heating')`;

export const costMonthsView = viewSource({
  view: costMonths,
  order: 'm.month',
  figures: {
    total: 'coalesce(sum(m.total), 0) / 10000',
    perHeat: 'sum(m.metered) / nullif(sum(m.costed), 0)',
    perArea: 'sum(m.total) / nullif(max(m.supplied), 0)',
    elecPrice: 'sum(m.elec_cost) / nullif(sum(m.elec), 0)',
    valley: rate('sum(m.valley)', 'sum(m.split)'),
  },
  charts: {
    units: { perArea: 'max(m."perArea")', lastPerArea: 'max(m."lastPerArea")', perHeat: 'max(m."perHeat")' },
  },
  rows: (asked) => {
    const at = bounds(asked);
    return `
    with ${costs(asked)}
    select g.month as id, g.*, g.metered / nullif(g.costed, 0) as "perHeat", nullif(g.total, 0) / nullif(g.supplied, 0) as "perArea",
      nullif(g."lastTotal", 0) / nullif(g.supplied, 0) as "lastPerArea", ${growthOf('g.total', 'g."lastTotal"')} as growth
    from (
      select k.month, a.supplied, c.total, l.total as "lastTotal", h.heat, h.costed, h.metered, e.elec, e.elec_cost, v.valley, v.split
      from (select to_char(s, 'YYYY-MM') as month from generate_series((${at.first}::text || '-01')::date, (${at.last}::text || '-01')::date, interval '1 month') s) k
        cross join (select sum(p.area_m2) as supplied from projects p where exists (select from cost c where c.project = p.code)) a
        cross join lateral (select coalesce(sum(c.amount), 0) as total from cost c where c.month = k.month) c
        cross join lateral (select coalesce(sum(c.amount), 0) as total from cost c where c.month = ${monthMoved('k.month', -12)}) l
        -- What a kWh costs is known of those projects only whose cold and heat are counted and whose costs are booked.
        cross join lateral (select sum(u.heat) as heat, sum(u.heat) filter (where b.amount is not null) as costed, sum(b.amount) as metered
          from (select u.project, sum(u.usage) as heat from used u where u.code in ${HEAT} and u.month = k.month group by u.project having sum(u.usage) > 0) u
            cross join lateral (select sum(c.amount) as amount from cost c where c.project = u.project and c.month = k.month) b) h
        cross join lateral (select sum(u.usage) as elec, sum(c.amount) as elec_cost from used u join (
            select c.project, sum(c.amount) as amount from cost c where c.item = '电费' and c.month = k.month group by c.project) c on c.project = u.project
          where u.code = 'elec' and u.month = k.month and u.usage > 0) e
        cross join lateral (select sum(u.valley) as valley, sum(u.usage) as split from used u where u.code = 'elec' and u.month = k.month and u.valley is not null) v) g
    where exists (select from cost c where ${at.during('c.month')})`;
  },
});

export const costItemsView = viewSource({
  view: costItems,
  order: 'm.amount desc, m.id',
  charts: { items: { amount: 'sum(m.amount)' } },
  rows: (asked) => {
    const at = bounds(asked);
    return `
    with ${costs(asked)}
    select g.item || ' ' || g.account as id, g.item as "costItem", g.account, g.amount, ${rate('g.amount', 'sum(g.amount) over ()')} as share, g.base,
      g.amount - g.base as change, ${growthOf('g.amount', 'g.base')} as growth
    from (
      select c.item, c.account, coalesce(sum(c.amount) filter (where ${at.during('c.month')}), 0) as amount,
        coalesce(sum(c.amount) filter (where ${at.before('c.month')}), 0) as base
      from cost c where ${at.during('c.month')} or ${at.before('c.month')} group by c.item, c.account) g`;
  },
});

/** Energies with what they are booked as and how their meters are called. */
const ENERGIES = `(values ('电', '电费', 'elec', 'kWh'), ('燃气', '燃气费', 'gas', 'm³'), ('水', '水费', 'water', 'm³'), ('外购热', '外购热', 'heatBuy', 'GJ')) e (energy, item, code, unit)`;

/** Price and quantity of each energy of a project, where both are known of both times. */
const variance = (at: Bounds): string => `variance as (
      select g.*, g.amount / g.use as price, g.base / g.base_use as base_price,
        (g.amount / g.use - g.base / g.base_use) * g.use as by_price, (g.use - g.base_use) * g.base / g.base_use as by_use
      from (
        select p.code as project, e.energy, e.item, e.unit, c.amount, c.base, u.use, u.base_use
        from projects p cross join ${ENERGIES}
          cross join lateral (select sum(c.amount) filter (where ${at.during('c.month')}) as amount, sum(c.amount) filter (where ${at.before('c.month')}) as base
            from cost c where c.project = p.code and c.item = e.item) c
          cross join lateral (select sum(u.usage) filter (where ${at.during('u.month')}) as use, sum(u.usage) filter (where ${at.before('u.month')}) as base_use
            from used u where u.project = p.code and u.code = e.code) u) g
      where g.amount > 0 and g.base > 0 and g.use > 0 and g.base_use > 0)`;

export const costVarianceView = viewSource({
  view: costVariance,
  order: 'abs(m.change) desc, m.id',
  rows: (asked) => {
    const at = bounds(asked);
    return `
    with ${costs(asked)}, ${variance(at)}
    select v.project || ' ' || v.energy as id, v.project, v.energy, v.unit, v.base_use as "baseUse", v.use, v.base_price as "basePrice", v.price,
      -- What is rounded off stays within the sum of the two.
      round(v.by_price, 2) as "byPrice", v.amount - v.base - round(v.by_price, 2) as "byUse", v.amount - v.base as change
    from variance v`;
  },
});

export const costDriversView = viewSource({
  view: costDrivers,
  order: `array_position(array['对比期', '价格', '用量', '人工', '维修', '其他', '本期'], m.factor)`,
  charts: { drivers: { amount: 'sum(m.amount) / 10000' } },
  rows: (asked) => {
    const at = bounds(asked);
    return `
    with ${costs(asked)}, ${variance(at)}
    , told as (
      select c.item, case when ${at.during('c.month')} then c.amount else -c.amount end as change, ${at.during('c.month')} as now from cost c
      where (${at.during('c.month')}) <> (${at.before('c.month')}))
    , parts as (
      select (select coalesce(sum(c.amount), 0) from cost c where ${at.before('c.month')}) as base,
        (select coalesce(sum(c.amount), 0) from cost c where ${at.during('c.month')}) as now,
        (select coalesce(sum(round(v.by_price, 2)), 0) from variance v) as price,
        (select coalesce(sum(v.amount - v.base - round(v.by_price, 2)), 0) from variance v) as use,
        (select coalesce(sum(t.change), 0) from told t where t.item = '人工') as labour,
        (select coalesce(sum(t.change), 0) from told t where t.item = '维修') as repair)
    select k.factor as id, k.factor, k.amount
    from parts s cross join lateral (values ('对比期', s.base), ('价格', s.price), ('用量', s.use), ('人工', s.labour), ('维修', s.repair),
      ('其他', s.now - s.base - s.price - s.use - s.labour - s.repair), ('本期', s.now)) k (factor, amount)
    where s.base <> 0 or s.now <> 0`;
  },
});

/** Fewer projects than these say nothing about what is usual. */
const PEERS = 5;

export const costPeersView = viewSource({
  view: costPeers,
  order: 'm.saving desc nulls last, m.total desc nulls last, m.project',
  rows: (asked) => {
    const at = bounds(asked);
    const perM2 = (which: string): string =>
      `(select sum(c.amount) from cost c where c.project = p.code and ${at.during('c.month')}${which}) / nullif(p.area_m2, 0)`;
    const use = (code: string): string =>
      `(select sum(u.usage) from used u where u.project = p.code and u.code = '${code}' and ${at.during('u.month')}) / nullif(p.area_m2, 0)`;
    return `
    with ${costs(asked)}
    , each as (
      select p.code, p.area, p.area_m2, p.building_type, ${use('elec')} as elec, ${use('gas')} as gas, ${use('water')} as water,
        ${perM2(` and c.item in ('电费', '燃气费', '水费', '外购热')`)} as energy_cost, ${perM2(` and c.item = '人工'`)} as labour_cost,
        ${perM2(` and c.item = '维修'`)} as repair_cost, ${perM2('')} as total,
        (select sum(c.amount) from cost c where c.project = p.code and ${at.during('c.month')}) as amount
      from projects p)
    , peers as (
      select e.building_type, percentile_cont(0.5) within group (order by e.total) as median, percentile_cont(0.25) within group (order by e.total) as quarter
      from each e where e.total is not null group by e.building_type having count(*) >= ${PEERS})
    select e.code as id, e.code as project, e.area, e.building_type as "buildingType", e.area_m2 as "areaM2", e.elec, e.gas, e.water,
      e.energy_cost as "energyCost", e.labour_cost as "labourCost", e.repair_cost as "repairCost", e.total, e.amount, r.median,
      ${rate('e.total - r.median', 'r.median')} as deviation, case when r.quarter is not null then greatest(0, e.total - r.quarter) * e.area_m2 / 10000 end as saving
    from each e left join peers r on r.building_type = e.building_type where e.amount is not null`;
  },
});

export const costLinesView = viewSource({
  view: costLines,
  order: 'm.month desc, m.amount desc, m.id',
  rows: (asked) => {
    const at = bounds(asked);
    return `
    with ${costs(asked)}
    select c.key as id, w.serial as document, p.area, c.project, c.month, c.item as "costItem", c.account, c.amount, w.starter as applicant,
      case when w.id is not null then c.module end as module, case when w.id is not null then c.record::text end as record
    from cost c join projects p on p.code = c.project left join wf_instance w on w.module_id = c.module and w.biz_id = c.record
    where ${at.during('c.month')}`;
  },
});
