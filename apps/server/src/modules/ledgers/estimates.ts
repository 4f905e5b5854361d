/** Estimates of projects: what they came to by stage, and each version's works against another. */
import { estimateStages, estimateWorks } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

/** Part of what was approved by which contracts may be above it before the investment is reviewed again. */
const TOO_MUCH = 10;

/** The newest approved version of a project in some stages. */
const newest = (
  ...stages: readonly string[]
): string => `(select c.total_invest from f_project_estimated_cost c where c.project = p.code
  and c.status = 'approved' and c.stage in (${stages.map((stage) => `'${stage}'`).join(', ')})
  order by array_position(array['方案概算', '投标概算', '签约预算', '深化调整'], c.stage) desc, c.version_no desc, c.id desc limit 1)`;

const tenThousands = (column: string): string => `coalesce(sum(m.${column}), 0) / 10000`;

export const estimateStagesView = viewSource({
  view: estimateStages,
  order: 'm."overRate" desc nulls last, m.project',
  figures: {
    rough: tenThousands('rough'),
    estimate: tenThousands('estimate'),
    approved: tenThousands('approved'),
    contracted: tenThousands('contracted'),
    settled: tenThousands('settled'),
  },
  charts: {
    projects: {
      rough: tenThousands('rough'),
      estimate: tenThousands('estimate'),
      approved: tenThousands('approved'),
      contracted: tenThousands('contracted'),
      settled: tenThousands('settled'),
    },
  },
  rows: ({ visible }) => `
    select x.*, x.owed - x.approved as over, (x.owed - x.approved) * 100 / nullif(x.approved, 0) as "overRate",
      case when x.approved is null then '未批准' when x.owed > x.approved * ${1 + TOO_MUCH / 100} then '超批准${TOO_MUCH}%'
        when x.owed > x.approved then '超批准' else '批准内' end as state
    from (select p.code as id, p.code as project, ${newest('方案概算', '投标概算')} as rough, ${newest('签约预算', '深化调整')} as estimate, e.versions,
        (select v.approved_invest from b_invest_project v where v.project = p.code and not v.voided and v.state in ('有效', '已签约')
          order by v.approved_on desc, v.id desc limit 1) as approved,
        c.amount as contracted, c.count as contracts, c.settled, c.owed
      from project p
        join lateral (select count(*) as versions from f_project_estimated_cost c where c.project = p.code and c.status = 'approved') e on e.versions > 0
        cross join lateral (select sum(c.amount) as amount, nullif(count(*), 0) as count, sum(c.settlement_amount) as settled,
          sum(coalesce(c.settlement_amount, c.amount)) as owed
          from b_project_contract c where c.project = p.code and not c.voided and c.state <> '已终止') c
      where ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}) x`,
});

/** Which versions belong together: those of one stage of a project, or of a consultation where there is no project yet. */
const SERIES = `coalesce(d.project, 'c' || d.consult, 'e' || d.estimate) || '|' || d.stage`;

/** The works of the version asked for, or of the one in force, beside those of the version that it is compared with. */
export const estimateWorksView = viewSource({
  view: estimateWorks,
  order: 'm.project, m.stage, m.work, m.content, m.id',
  charts: { works: { amount: 'coalesce(sum(m.amount), 0) / 10000', change: 'sum(m.change) / 10000' } },
  rows: ({ asks, bind, visible }) => `
    with lines as (select d.series, d.version_no, d.work, d.content, d.unit, min(d.id) as id, min(d.estimate) as estimate, max(d.project) as project, max(d.stage) as stage,
        bool_or(d.current) as current, sum(d.quantity) as quantity, sum(d.amount) as amount, sum(d.amount) / nullif(sum(d.quantity), 0) as price,
        string_agg(distinct d.price_source, '、') as price_source
      from (select d.*, ${SERIES} as series from b_estimate_detail d join f_project_estimated_cost c on c.id = d.estimate
        where not d.voided and ${visible({ project: 'd.project', dept: 'c.applicant_dept', applicant: 'c.applicant' })}) d
      group by d.series, d.version_no, d.work, d.content, d.unit),
    heads as (select l.series, l.version_no, min(l.estimate) as estimate, max(l.project) as project, max(l.stage) as stage from lines l
      where case when ${bind(asks.version)}::integer is null then l.current else l.version_no = ${bind(asks.version)}::integer end
      group by l.series, l.version_no),
    pairs as (select h.*, (select max(o.version_no) from lines o where o.series = h.series and o.version_no <> h.version_no
        and case when ${bind(asks.against)}::integer is null then o.version_no < h.version_no else o.version_no = ${bind(asks.against)}::integer end) as against
      from heads h),
    sides as (select h.series, k.work, k.content, k.unit from pairs h join lines k on k.series = h.series and k.version_no in (h.version_no, h.against)
      group by h.series, k.work, k.content, k.unit)
    select coalesce(l.id, o.id) as id, s.content, s.work, h.project, h.stage, h.version_no as "versionNo", s.unit, l.quantity, l.price, l.amount,
      h.against as "againstNo", o.quantity as "oldQuantity", o.price as "oldPrice", o.amount as "oldAmount",
      case when l.id is not null and o.id is not null then (l.quantity - o.quantity) * o.price end as "byQuantity",
      case when l.id is not null and o.id is not null then (l.price - o.price) * l.quantity end as "byPrice",
      case when h.against is not null then coalesce(l.amount, 0) - coalesce(o.amount, 0) end as change,
      case when h.against is not null then (coalesce(l.amount, 0) - o.amount) * 100 / nullif(o.amount, 0) end as "changeRate",
      case when h.against is null then '首版' when o.id is null then '新增' when l.id is null then '取消' when l.amount > o.amount then '增加'
        when l.amount < o.amount then '减少' else '不变' end as mark,
      l.price_source as "priceSource", c.serial, h.estimate::text as record
    from sides s join pairs h on h.series = s.series join f_project_estimated_cost c on c.id = h.estimate
      left join lines l on l.series = s.series and l.version_no = h.version_no and (l.work, l.content, l.unit) = (s.work, s.content, s.unit)
      left join lines o on o.series = s.series and o.version_no = h.against and (o.work, o.content, o.unit) = (s.work, s.content, s.unit)`,
});
