/** Prices of building works. They are the company's: whoever holds the page sees them all, their projects only within the data scope. */
import { engineeringPrices, priceIndicators, priceQuarters, priceSuppliers } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

/** What is like what: the same thing in the same unit. */
export const ITEM = `concat_ws('|', p.name, coalesce(p.spec, ''), p.unit)`;
/** Further than this from the quartiles nothing counts. Source: Tukey's fences. */
const FENCE = '1.5';
/** Months after which a price is only something to go by. */
const OLD_MONTHS = 12;

/** Prices that hold, each with its item. */
export const STANDING = `(select p.*, ${ITEM} as item from b_unit_engineering_price p
  where not p.voided and not exists (select from engineering_price_note n where n.price = p.id and n.ended_on is not null))`;

/** Quartiles of each item, and the median of what lies within the fences. */
export const MEDIANS = `(select x.item, x.low, x.high, count(*) as samples,
    percentile_cont(0.5) within group (order by s.unit_price::float8)::numeric as median
  from (select q.item, q.q1 - ${FENCE} * (q.q3 - q.q1) as low, q.q3 + ${FENCE} * (q.q3 - q.q1) as high
    from (select s.item, percentile_cont(0.25) within group (order by s.unit_price::float8)::numeric as q1,
      percentile_cont(0.75) within group (order by s.unit_price::float8)::numeric as q3 from ${STANDING} s group by s.item) q) x
    join ${STANDING} s on s.item = x.item and s.unit_price between x.low and x.high
  group by x.item, x.low, x.high)`;

const SOURCES = `case p.source_module when 'setup' then '手工录入' when 'CostQuotationInquiry' then '成本报价询价' when 'projectEstimatedCost' then '项目概算成本'
  when 'offer' then '报价' when 'ecuOffer' then '自控报价' when 'strategicAgreement' then '战略协议' else '其他单据' end`;

export const engineeringPricesView = viewSource({
  view: engineeringPrices,
  order: `(m.state = '失效'), m.section, m.name, m.spec, m."priceDate" desc, m.id desc`,
  figures: {
    all: `count(*) filter (where m.state <> '失效')`,
    items: `count(distinct m.item) filter (where m.state <> '失效')`,
    outliers: `count(*) filter (where m.state = '离群')`,
    old: `count(*) filter (where m.state = '过期仅供参考')`,
  },
  charts: { kinds: { count: `count(*) filter (where m.state <> '失效')` } },
  rows: ({ today, visible }) => `
    select p.id, p.name, p.section, p.spec, p.brand, p.unit, p.material_price as "materialPrice", p.labor_price as "laborPrice",
      p.unit_price as "unitPrice", p.tax_rate as "taxRate", p.tax_rate is not null as taxed, p.price_kind as "priceKind", p.city,
      case when ${visible({ project: 'j.code', dept: 'j.area', applicant: 'j.manager' })} then p.project end as project,
      ${SOURCES} as source, p.supplier, p.price_date as "priceDate", p.valid_to as "validTo", d.samples, d.median,
      (p.unit_price - d.median) * 100 / nullif(d.median, 0) as off,
      case when n.ended_on is not null then '失效' when p.unit_price not between d.low and d.high then '离群'
        when p.price_date < ${today} - interval '${OLD_MONTHS} months' then '过期仅供参考' else '有效' end as state,
      coalesce(n.ended_for, n.remark) as note, case when n.file is not null then json_build_array(n.file)::jsonb end as files, ${ITEM} as item
    from b_unit_engineering_price p left join project j on j.code = p.project left join engineering_price_note n on n.price = p.id
      left join ${MEDIANS} d on d.item = ${ITEM}
    where not p.voided`,
});

export const priceQuartersView = viewSource({
  view: priceQuarters,
  order: 'm.quarter',
  charts: { quarters: { middle: 'avg(m.middle)', upper: 'avg(m.upper)', lower: 'avg(m.lower)' } },
  rows: ({ asks, bind }) => `
    select to_char(s.price_date, 'YYYY"年"Q"季度"') as id, to_char(s.price_date, 'YYYY"年"Q"季度"') as quarter, count(*) as samples,
      percentile_cont(0.25) within group (order by s.unit_price::float8)::numeric as lower,
      percentile_cont(0.5) within group (order by s.unit_price::float8)::numeric as middle,
      percentile_cont(0.75) within group (order by s.unit_price::float8)::numeric as upper
    from ${STANDING} s where s.item = ${bind(asks.item)}::text group by 1`,
});

export const priceSuppliersView = viewSource({
  view: priceSuppliers,
  order: 'm.middle, m.id',
  charts: { suppliers: { lowest: 'min(m.lowest)', middle: 'avg(m.middle)', highest: 'max(m.highest)' } },
  rows: ({ asks, bind }) => `
    select s.supplier::text as id, s.supplier, min(s.unit_price) as lowest, max(s.unit_price) as highest, count(*) as samples,
      percentile_cont(0.5) within group (order by s.unit_price::float8)::numeric as middle, max(s.price_date) as "lastOn"
    from ${STANDING} s where s.supplier is not null and s.item = ${bind(asks.item)}::text group by s.supplier`,
});

const kinds = (...names: readonly string[]): string =>
  `coalesce(sum(w.work_amount) filter (where w.work_kind in (${names.map((name) => `'${name}'`).join(', ')})), 0)`;

/** What counts is the newest approved version of each project and stage; amounts are direct costs, but for the whole. */
export const priceIndicatorsView = viewSource({
  view: priceIndicators,
  order: 'm.year desc, m."buildType"',
  rows: () => `
    select e.build_type || e.year as id, e.build_type as "buildType", e.year, count(*) as samples, avg(e.air_area) as area, avg(e.cool_capacity) as cooling,
      sum(e.total_invest) / sum(e.air_area) as "perArea", sum(e.plant) / sum(e.cool_capacity) as "plantPerKw", sum(e.water) / sum(e.air_area) as "waterPerArea",
      sum(e.power) / sum(e.air_area) as "powerPerArea"
    from (select distinct on (coalesce(c.project, c.id::text), c.stage) c.build_type, extract(year from c.submitted_at at time zone 'Asia/Shanghai')::int as year,
        c.air_area, c.cool_capacity, c.total_invest, w.plant, w.water, w.power
      from f_project_estimated_cost c cross join lateral (select ${kinds('主机设备', '冷却塔', '循环水泵', '定压补水')} as plant,
          ${kinds('软水与水处理', '机房管道安装', '室外管网', '阀门与保温')} as water, ${kinds('配电与电缆', '变频控制', '自控与能源平台', '计量装置')} as power
        from f_project_estimated_cost_works w where w.parent_id = c.id) w
      where c.status = 'approved' and c.air_area > 0 and c.cool_capacity > 0
      order by coalesce(c.project, c.id::text), c.stage, c.version_no desc, c.id desc) e
    group by e.build_type, e.year`,
});
