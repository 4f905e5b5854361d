/** 水质管理分析: every item that was tested (水质检测台账), and what the months of water took. */
import { waterBad, waterProjects, waterTasks, waterTests } from '@hengneng/forms';
import { type Asked, viewSource } from '../../../engine/views/source.ts';
import { monthsOf, placed } from './span.ts';
import { rate } from '../shared.ts';
import { USED } from './usage.ts';

type Waters = Asked<typeof waterTests>;

const CHINA = `at time zone 'Asia/Shanghai'`;
const dayOf = (moment: string): string => `(${moment} ${CHINA})::date`;
const monthOf = (day: string): string => `to_char(${day}, 'YYYY-MM')`;

const bounds = (asked: Waters): { readonly first: string; readonly last: string } => {
  const { from, to } = monthsOf(asked.asks, asked.now);
  return { first: asked.bind(from), last: asked.bind(to) };
};

/** Projects in sight; by how their water is treated, where that was asked for. */
const projects = (asked: Waters, first: string, last: string): string => {
  const mode = asked.bind(asked.asks.serviceMode);
  return `projects as (select p.* from project p where ${placed(asked)} and (${mode}::text is null or exists (
      select from f_manage_record r where r.status = 'approved' and r.project = p.code and r.service_mode = ${mode} and r.record_month between ${first} and ${last})))`;
};

/** Items tested of the systems and of the index that were asked for, of any time. */
const tests = (asked: Waters): string => {
  const [system, index] = [asked.bind(asked.asks.waterSystem), asked.bind(asked.asks.index)];
  return `tests as (
      select t.*, ${dayOf('t.sampled_at')} as day, ${monthOf(dayOf('t.sampled_at'))} as month,
        -- A single value far off the others was rather written down wrongly.
        count(*) over w >= 5 and abs(t.value - avg(t.value) over w) > 3 * stddev_pop(t.value) over w as doubtful
      from b_water_test t where not t.voided and t.project in (select code from projects)
        and (${system}::text is null or t.water_system = ${system}) and (${index}::text is null or t.item = ${index})
      window w as (partition by t.project, t.water_system, t.item))`;
};

const PASSED = rate('count(*) filter (where m.fit)', 'count(*)');

export const waterTestsView = viewSource({
  view: waterTests,
  order: 'm."sampledOn" desc, m.project, m.id',
  figures: { passRate: PASSED, items: 'count(*)', bad: 'count(*) filter (where not m.fit)' },
  charts: {
    heat: { passRate: PASSED },
    control: {
      value: 'avg(m.value)',
      high: 'max(m."limitHigh")',
      low: 'min(m."limitLow")',
      mean: 'avg(avg(m.value)) over (order by m."controlOn" rows between 11 preceding and current row)',
    },
  },
  rows: (asked) => {
    const { first, last } = bounds(asked);
    // Values of different indices on one axis say nothing.
    const one = asked.asks.index !== null;
    return `
    with ${projects(asked, first, last)}, ${tests(asked)}
    select t.id, t.document, t.kind, p.area, t.project, t.month, t.day as "sampledOn", t.water_system as system, t.sample_point as "samplePoint",
      t.item, t.value, t.unit, t.limit_low as "limitLow", t.limit_high as "limitHigh", t.fit, case when t.doubtful then '疑似录错' end as doubt,
      ${one ? 't.day' : 'null::date'} as "controlOn", t.source_module as module, t.source_id::text as record
    from tests t join projects p on p.code = t.project where t.month between ${first} and ${last}`;
  },
});

export const waterProjectsView = viewSource({
  view: waterProjects,
  order: 'm."passRate" nulls last, m.project',
  figures: {
    ratio: 'percentile_cont(0.5) within group (order by m.ratio)',
    perHeat: 'sum(m.evaporated) * 1000 / nullif(sum(m.cooled), 0)',
    chemicalCost: 'coalesce(sum(m."chemicalCost"), 0)',
    costPerVolume: 'sum(m."chemicalCost") filter (where m.volume > 0) / nullif(sum(m.volume), 0)',
  },
  charts: {
    ratios: { ratio: 'max(m.ratio)', passRate: 'max(m."passRate")' },
    costs: {
      chemicalCost: 'sum(m."chemicalCost")',
      makeupCost: 'sum(m."makeupCost")',
      cleanCost: 'sum(m."cleanCost")',
    },
  },
  rows: (asked) => {
    const { first, last } = bounds(asked);
    return `
    with ${projects(asked, first, last)}, ${tests(asked)}
    , records as (select r.* from f_manage_record r where r.status = 'approved' and r.record_month between ${first} and ${last}
        and r.project in (select code from projects))
    , reports as (select d.*, ${monthOf(dayOf('d.sample_time'))} as month from f_detect_report d where d.status = 'approved'
        and d.project in (select code from projects))
    , cleanings as (select c.* from f_cool_tower_water_tank_record c where c.status = 'approved' and c.project in (select code from projects)
        and ${monthOf(dayOf('c.clean_end'))} between ${first} and ${last})
    select p.code as id, p.code as project, p.area, t.reports, coalesce(t.items, 0) as items, t."passRate", r.ratio, r."coolingMakeup", r.blowdown,
      r."chilledMakeup", r."lossRate", g.kg as "chemicalKg", r."chemicalCost", r."chemicalCost" / nullif(r.volume, 0) as "costPerVolume", r.volume,
      (r."coolingMakeup" + r."chilledMakeup") * p.water_price as "makeupCost", coalesce(c.fee, 0) + coalesce(d.fee, 0) as "cleanCost",
      coalesce(c.units, 0) as cleaned, d.steel, d.copper, r.grade, h.evaporated, h.cooled
    from projects p
      left join (select t.project, count(distinct t.document)::int as reports, count(*) as items, ${rate('count(*) filter (where t.fit)', 'count(*)')} as "passRate"
        from tests t where t.month between ${first} and ${last} group by t.project) t on t.project = p.code
      left join (
        select r.project, percentile_cont(0.5) within group (order by r.concentration_ratio) as ratio, sum(r.cooling_makeup) as "coolingMakeup",
          sum(r.cooling_blowdown) as blowdown, sum(r.chilled_makeup) as "chilledMakeup", avg(r.chilled_loss_rate) as "lossRate",
          sum(r.chemical_cost) as "chemicalCost", max(coalesce(r.cooling_volume, 0) + coalesce(r.chilled_volume, 0)) as volume,
          (array_agg(r.quality_grade order by r.record_month desc, r.id desc))[1] as grade
        from records r group by r.project) r on r.project = p.code
      left join (select r.project, sum(x.quantity) as kg from records r join f_manage_record_dosing x on x.parent_id = r.id group by r.project) g on g.project = p.code
      left join (select c.project, sum(c.clean_fee) as fee, sum(c.object_count) as units from cleanings c group by c.project) c on c.project = p.code
      left join (
        select d.project, sum(d.test_fee) filter (where d.month between ${first} and ${last}) as fee,
          (array_agg(d.steel_corrosion order by d.sample_time desc) filter (where d.steel_corrosion is not null and d.month <= ${last}))[1] as steel,
          (array_agg(d.copper_corrosion order by d.sample_time desc) filter (where d.copper_corrosion is not null and d.month <= ${last}))[1] as copper
        from reports d group by d.project) d on d.project = p.code
      -- Water and cold of the same months only: where one of them is not known, neither counts.
      left join (
        select r.project, sum(r.water) as evaporated, sum(u.usage) as cooled
        from (select r.project, r.record_month as month, sum(r.cooling_makeup) as water from records r where r.cooling_makeup is not null group by 1, 2) r
          join ${USED} u on u.project = r.project and u.month = r.month and u.code = 'cooling' and u.usage > 0
        group by r.project) h on h.project = p.code
    where t.items > 0 or r.project is not null or c.project is not null or d.fee > 0`;
  },
});

export const waterBadView = viewSource({
  view: waterBad,
  order: 'm."lateDays" desc nulls last, m."sampledOn" desc, m.id',
  figures: {
    open: `count(*) filter (where m.retest <> '已合格')`,
    late: `count(*) filter (where m."lateDays" > 0)`,
  },
  rows: (asked) => {
    const { first, last } = bounds(asked);
    const today = asked.today;
    return `
    with ${projects(asked, first, last)}, ${tests(asked)}
    , judged as (
      select t.*, coalesce(d.treat_advice, r.adjust_advice) as advice, coalesce(d.sampler, r.applicant) as owner,
        coalesce(d.retest_before, r.retest_date) as retest_before,
        case when n.fit then '已合格' when r.retest_result like '%合格' and r.retest_result not like '%不合格' then '已合格'
          when not n.fit then '仍不合格' when q.id is not null then '复检中' else '未复检' end as retest
      from tests t
        left join f_detect_report d on t.source_module = 'detectReport' and d.id = t.source_id
        left join f_manage_record r on t.source_module = 'manageRecord' and r.id = t.source_id
        -- The newest test of the same since.
        left join lateral (select s.fit from b_water_test s where not s.voided and s.project = t.project and s.water_system = t.water_system
          and s.item = t.item and s.sampled_at > t.sampled_at order by s.sampled_at desc, s.id desc limit 1) n on true
        left join lateral (select x.id from f_detect_report x where x.project = t.project and x.detect_reason = '异常复检'
          and x.status in ('draft', 'running', 'returned') and ${dayOf('x.created_at')} >= t.day limit 1) q on true
      where not t.fit and t.month between ${first} and ${last})
    select j.id, j.document, j.day as "sampledOn", j.project, j.water_system as system, j.sample_point as "samplePoint", j.item, j.value,
      case when j.limit_low is null and j.limit_high is null then null else concat_ws(' – ', coalesce(trim_scale(j.limit_low)::text, '不限'), coalesce(trim_scale(j.limit_high)::text, '不限')) end as limits,
      j.advice, j.owner, j.retest_before as "retestBefore", j.retest,
      case when j.retest <> '已合格' and j.retest_before < ${today} then ${today} - j.retest_before end as "lateDays",
      j.source_module as module, j.source_id::text as record
    from judged j`;
  },
});

export const waterTasksView = viewSource({
  view: waterTasks,
  order: 'm."daysRate" nulls first, m.project',
  rows: (asked) => {
    const { first, last } = bounds(asked);
    const today = asked.today;
    return `
    with ${projects(asked, first, last)}
    -- Days that are over and on which the project was not stopped.
    , days as (
      select p.code as project, s::date as day, ${monthOf('s')} as month, to_char(s, 'YYYY-Q') as quarter
      from projects p cross join generate_series((${first}::text || '-01')::date, least((${last}::text || '-01')::date + interval '1 month', ${today}::timestamp) - interval '1 day', interval '1 day') s
      where p.state = 2 and (p.start_on is null or s::date >= p.start_on) and (p.end_on is null or s::date <= p.end_on)
        and not exists (select from stop_day x where x.project_code = p.code and x.day = s::date))
    , due as (select d.project, count(*) as days, count(distinct d.month) as months, count(distinct d.quarter) as quarters from days d group by d.project)
    select p.code as id, p.code as project, p.area, u.quarters as "quartersDue", q.n as "quartersDone", u.months as "monthsDue", r.n as "monthsDone",
      u.days as "daysDue", l.n as "daysDone", ${rate('l.n', 'u.days')} as "daysRate", coalesce(c.units, 0) as cleaned,
      case when y.year >= extract(year from ${today}) then '未到期' when exists (select from f_year_water_capp_report a where a.status = 'approved'
        and a.project = p.code and a.report_year = y.year) then '已出' else '未出' end as "yearReport"
    from projects p join due u on u.project = p.code cross join (select left(${last}, 4)::int as year) y
      cross join lateral (select count(distinct to_char(${dayOf('d.sample_time')}, 'YYYY-Q')) as n from f_detect_report d
        where d.status = 'approved' and d.project = p.code and d.detect_reason = '季度例检' and ${monthOf(dayOf('d.sample_time'))} between ${first} and ${last}) q
      cross join lateral (select count(distinct r.record_month) as n from f_manage_record r
        where r.status = 'approved' and r.project = p.code and r.record_month between ${first} and ${last}) r
      cross join lateral (select count(distinct d.diary_date) as n from f_water_management_diary d join days x on x.project = p.code and x.day = d.diary_date
        where d.status = 'approved' and d.project = p.code) l
      cross join lateral (select sum(c.object_count) as units from f_cool_tower_water_tank_record c
        where c.status = 'approved' and c.project = p.code and ${monthOf(dayOf('c.clean_end'))} between ${first} and ${last}) c`;
  },
});
