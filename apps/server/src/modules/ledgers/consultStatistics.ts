/** Consulting in figures. */
import {
  consultEngineers,
  consultFunnel,
  consultMonths,
  consultOrders,
  consultProjects,
  consultProtect,
  consultRegions,
  consultSales,
  consultSteps,
} from '@hengneng/forms';
import type { ViewShape } from '@hengneng/form-kit';
import { type Asked, viewSource } from '../../engine/views/source.ts';
import { DEALS } from './handover.ts';

type Scope = Pick<Asked<ViewShape>, 'visible' | 'bind' | 'session'>;

const SILENT_DAYS = 30;
const PROTECT_DAYS = 30;
const dayOf = (at: string): string => `(${at} at time zone 'Asia/Shanghai')::date`;
const UNDER_WAY = `('running', 'returned', 'approved')`;
const inPeriod = ({ bind }: Scope, day: string, from: string | null, to: string | null): string =>
  `${day} between coalesce(${bind(from)}::date, '-infinity') and coalesce(${bind(to)}::date, 'infinity')`;

/**
 * Projects in sight with how far each has come; a name is registered once (its table sees to that). What a customer took is a deal; what went to
 * somebody else is lost, what was dropped is given up.
 */
const projects = ({ visible }: Scope): string => `(
  select p.id, p.project_name, p.salesman, p.sales_dept, p.building_type, p.intent_mode, p.project_level, p.total_area, p.expect_amount, p.win_rate,
    p.weight_amount, p.protect_until, ${dayOf('p.created_at')} as created_on, d.deal_on, d.amount as deal_amount, n.consults, n.schemes, n.offers, n.bids,
    greatest(${dayOf('p.created_at')}, n.consulted_on, o.offered_on) as last_follow,
    case when d.deal_on is not null then '签约' when a.offer_result = '落标' or a.lost_reason is not null or n.lost then '丢失'
      when a.offer_result in ('搁置', '项目取消') then '放弃' when n.bids > 0 then '投标' when n.offers > 0 then '报价' when n.schemes > 0 then '方案'
      when n.consults > 0 then '咨询' else '报备' end as stage
  from f_consult_project p left join consult_project_archive a on a.consult_project_id = p.id and not a.voided
    left join ${DEALS} d on d.consult_project = p.id
    left join lateral (select max(greatest(l.sent_on, ${dayOf('l.entered_at')})) as offered_on from b_offer_ledger l
      where l.consult_project = p.id and not l.voided) o on true
    cross join lateral (select
      (select count(*) from f_consult c where c.consult_project = p.id and c.status in ${UNDER_WAY})
        + (select count(*) from f_ecu_consult c where c.consult_project = p.id and c.status in ${UNDER_WAY})
        + (select count(*) from f_sale_consult c where c.consult_project = p.id and c.status in ${UNDER_WAY}) as consults,
      (select max(${dayOf('c.updated_at')}) from f_consult c where c.consult_project = p.id and c.status in ${UNDER_WAY}) as consulted_on,
      (select count(*) from f_consult c where c.consult_project = p.id and c.status in ${UNDER_WAY} and c.submit_date is not null) as schemes,
      exists (select from f_consult c where c.consult_project = p.id and c.status = 'approved' and c.customer_reply = '流失') as lost,
      (select count(*) from b_offer_ledger l where l.consult_project = p.id and not l.voided) as offers,
      (select count(*) from f_offer f where f.consult_project = p.id and f.status = 'approved' and f.offer_kind = '投标报价') as bids) n
  where p.status in ${UNDER_WAY} and ${visible({ applicant: 'p.salesman', dept: 'p.sales_dept' })})`;

const ENDED = `('签约', '丢失', '放弃')`;
const rate = (part: string, whole: string): string => `100.0 * ${part} / nullif(${whole}, 0)`;
export const consultProjectsView = viewSource({
  view: consultProjects,
  order: `(m.stage in ${ENDED}), m."expectAmount" desc nulls last, m.id desc`,
  figures: {
    open: `count(*) filter (where m.stage not in ${ENDED})`,
    amount: `coalesce(sum(m."expectAmount") filter (where m.stage not in ${ENDED}), 0) / 10000`,
    weighted: `coalesce(sum(m.weighted) filter (where m.stage not in ${ENDED}), 0) / 10000`,
    all: 'count(*)',
    won: rate(`count(*) filter (where m.stage = '签约')`, `count(*) filter (where m.stage in ${ENDED})`),
  },
  charts: {
    stages: { count: 'count(*)', amount: 'coalesce(sum(m."expectAmount"), 0) / 10000' },
    buildings: { count: 'count(*)', area: 'coalesce(sum(m.area), 0) / 10000' },
  },
  rows: (asked) => `
    select x.id, x.project_name as "projectName", x.created_on as "createdOn", x.stage, x.sales_dept as "salesDept", x.salesman,
      x.building_type as "buildingType", x.intent_mode as "intentMode", x.project_level as "projectLevel", x.total_area as area,
      x.expect_amount as "expectAmount", x.win_rate as "winRate", x.weight_amount as weighted, x.deal_on as "dealOn", x.deal_amount as "dealAmount",
      x.deal_on - x.created_on as "dealDays", x.last_follow as "lastFollow",
      case when x.stage not in ${ENDED} then greatest(${asked.today} - x.last_follow, 0) end as "silentDays"
    from ${projects(asked)} x`,
});

/** How far a project came, counted from its registration, whatever became of it in the end. */
const REACHED = `case when x.deal_on is not null then 6 when x.bids > 0 then 5 when x.offers > 0 then 4 when x.schemes > 0 then 3 when x.consults > 0 then 2 else 1 end`;

export const consultFunnelView = viewSource({
  view: consultFunnel,
  order: 'm.at',
  charts: { funnel: { count: 'sum(m.count)', amount: 'sum(m.amount)' } },
  rows: (asked) => `
    select s.at as id, s.at, s.stage, count(x.id) as count, coalesce(sum(x.expect_amount), 0) / 10000 as amount,
      ${rate('count(x.id)', 'max(count(x.id)) over ()')} as share,
      count(x.id) filter (where x.reached = s.at and x.stage in ('丢失', '放弃')) as lost
    from unnest(array['报备', '咨询', '方案', '报价', '投标', '签约']) with ordinality s (stage, at)
      left join (select x.*, ${REACHED} as reached from ${projects(asked)} x where ${inPeriod(asked, 'x.created_on', asked.asks.from, asked.asks.to)}
        and x.intent_mode = coalesce(${asked.bind(asked.asks.mode)}::text, x.intent_mode)) x on x.reached >= s.at
    group by s.at, s.stage`,
});

export const consultSalesView = viewSource({
  view: consultSales,
  order: 'm."dealAmount" desc, m.weighted desc, m.id',
  rows: (asked) => `
    select x.salesman::text || '-' || coalesce(x.sales_dept, '') as id, x.salesman, x.sales_dept as "salesDept",
      count(*) filter (where x.stage not in ${ENDED}) as open, count(*) as "all", sum(x.consults) as consults, sum(x.schemes) as schemes,
      sum(x.offers) as offers, sum(x.bids) as bids, count(*) filter (where x.stage = '签约') as deals, coalesce(sum(x.deal_amount), 0) / 10000 as "dealAmount",
      ${rate(`count(*) filter (where x.stage = '签约')`, `count(*) filter (where x.stage in ${ENDED})`)} as won,
      coalesce(sum(x.weight_amount) filter (where x.stage not in ${ENDED}), 0) / 10000 as weighted, avg(x.deal_on - x.created_on) as "dealDays",
      count(*) filter (where x.stage not in ${ENDED} and ${asked.today} - x.last_follow > ${SILENT_DAYS}) as silent
    from ${projects(asked)} x where ${inPeriod(asked, 'x.created_on', asked.asks.from, asked.asks.to)}
    group by x.salesman, x.sales_dept`,
});

export const consultProtectView = viewSource({
  view: consultProtect,
  order: 'm."protectUntil", m.id',
  rows: (asked) => `
    select x.id, x.project_name as "projectName", x.stage, x.sales_dept as "salesDept", x.salesman, x.protect_until as "protectUntil",
      x.protect_until - ${asked.today} as "leftDays", x.last_follow as "lastFollow"
    from ${projects(asked)} x where x.stage not in ${ENDED} and x.protect_until <= ${asked.today} + ${PROTECT_DAYS}`,
});

/** Working days after the first day up to the last, as the calendar has them. */
const workdays = (
  from: string,
  to: string,
): string => `(select count(*) from generate_series(${from} + 1, ${to}, interval '1 day') g
  left join work_calendar w on w.day = g::date where not coalesce(w.off, extract(isodow from g) > 5))`;

interface Kind {
  readonly module: string;
  readonly kind: string;
  readonly table: string;
  readonly type: string;
  readonly engineer: string;
  readonly urgency: string;
  readonly delivered: string;
  readonly hours: string;
  readonly score: string;
  readonly satisfaction: string;
}
const NO = 'null::integer';
const KINDS: readonly Kind[] = [
  {
    module: 'consult',
    kind: '暖通',
    table: 'f_consult',
    type: 'r.consult_type',
    engineer: 'r.hvac_engineer',
    urgency: 'r.urgency',
    delivered: 'r.deliver_date',
    hours: 'r.actual_hours',
    score: 'r.leader_score',
    satisfaction: 'r.satisfaction',
  },
  {
    module: 'ecuConsult',
    kind: '自控',
    table: 'f_ecu_consult',
    type: `'自控方案'`,
    engineer: 'r.automation_engineer',
    urgency: 'null::text',
    delivered: 'r.deliver_date',
    hours: 'r.actual_hours',
    score: 'r.leader_score',
    satisfaction: 'r.satisfaction',
  },
  {
    module: 'saleConsult',
    kind: '销售技术',
    table: 'f_sale_consult',
    type: 'r.product_line',
    engineer: 'coalesce(r.research_engineer, r.hvac_engineer)',
    urgency: 'null::text',
    delivered: dayOf('r.finished_at'),
    hours: 'coalesce(r.hvac_hours, 0) + coalesce(r.research_hours, 0)',
    score: NO,
    satisfaction: 'r.satisfaction',
  },
  {
    module: 'internalRelation',
    kind: '联系单',
    table: 'f_internal_relation',
    type: 'r.data_subject',
    engineer: 'coalesce(r.energy_analyst, r.hvac_engineer)',
    urgency: 'null::text',
    delivered: dayOf('r.finished_at'),
    hours: 'null::numeric',
    score: NO,
    satisfaction: NO,
  },
];

/** Consultations of all kinds; what was withdrawn does not count. The engineer is whoever has it last. */
const orders = ({ visible, bind, session }: Scope): string =>
  `(${KINDS.map(
    (of) => `
  select '${of.module}' as module, r.id as record, r.serial, '${of.kind}' as kind, ${of.type} as type, r.consult_project, p.project_name, p.sales_dept,
    ${of.engineer} as engineer, ${of.urgency} as urgency, ${dayOf('coalesce(r.submitted_at, r.created_at)')} as applied_on, r.need_date,
    case when r.status = 'approved' then ${of.delivered} end as delivered_on,
    case r.status when 'approved' then '完成' when 'rejected' then '否决' else '在办' end as state, ${of.hours} as hours, ${of.score} as score,
    ${of.satisfaction} as satisfaction
  from ${of.table} r left join f_consult_project p on p.id = r.consult_project
  where r.status in ('running', 'returned', 'approved', 'rejected')
    and (${visible({ applicant: 'r.applicant', dept: 'r.applicant_dept' })} or ${of.engineer} = ${bind(session.userId)}::bigint)`,
  ).join(' union all ')})`;

const REJECTS = `(select count(*) from wf_node_run n join wf_instance w on w.id = n.instance_id
  where w.module_id = x.module and w.biz_id = x.record and n.state = 'returned')`;
const onTime = (x: string): string =>
  rate(
    `count(*) filter (where ${x}.state = '完成' and ${x}."deliveredOn" <= ${x}."needDate")`,
    `count(*) filter (where ${x}.state = '完成')`,
  );

export const consultOrdersView = viewSource({
  view: consultOrders,
  order: `m."lateDays" desc nulls last, m."appliedOn" desc, m.id`,
  figures: {
    all: 'count(*)',
    done: `count(*) filter (where m.state = '完成')`,
    onTime: onTime('m'),
    days: `avg(m.days) filter (where m.state = '完成')`,
    satisfaction: 'avg(m.satisfaction)',
    rejected: rate('count(*) filter (where m.rejects > 0)', 'count(*)'),
    late: 'count(*) filter (where m."lateDays" > 0)',
  },
  charts: {
    months: {
      all: 'count(*)',
      done: `count(*) filter (where m.state = '完成')`,
      open: `count(*) filter (where m.state = '在办')`,
    },
    types: { count: 'count(*)' },
  },
  rows: (asked) => `
    select x.module || x.record as id, x.module, x.record::text as record, x.serial, x.kind, x.type as "consultType", x.project_name as "projectName",
      x.engineer, x.sales_dept as "salesDept", x.urgency, x.applied_on as "appliedOn", to_char(x.applied_on, 'YYYY-MM') as month, x.need_date as "needDate",
      x.delivered_on as "deliveredOn", x.state, n.name as step, n.handlers, case when x.state = '在办' then nullif(greatest(${asked.today} - x.need_date, 0), 0) end as "lateDays",
      case when x.state = '完成' then ${workdays('x.applied_on', 'x.delivered_on')} end as days, x.hours, x.score, x.satisfaction, ${REJECTS} as rejects
    from ${orders(asked)} x left join lateral (
      select n.name, (select string_agg(distinct u.user_name, '、') from wf_task t join app_user u on u.id = t.assignee or t.assignee is null and u.id = any(t.candidates)
        where t.run_id = n.id and t.state = 'open') as handlers
      from wf_instance w join wf_node_run n on n.instance_id = w.id and n.state = 'active'
      where w.module_id = x.module and w.biz_id = x.record order by n.id desc limit 1) n on x.state = '在办'`,
});

export const consultEngineersView = viewSource({
  view: consultEngineers,
  order: 'm."all" desc, m.id',
  charts: { load: { done: 'sum(m.done)', open: 'sum(m.open)' } },
  rows: (asked) => `
    select x.engineer::text || x.kind as id, x.engineer, x.kind, count(*) as "all", count(*) filter (where x.state = '完成') as done,
      count(*) filter (where x.state = '在办') as open, ${onTime('x')} as "onTime", avg(x.days) as days, sum(x.hours) as hours, avg(x.score) as score,
      avg(x.satisfaction) as satisfaction, sum(x.rejects) as rejects, count(distinct d.consult_project) as wins
    from (select x.*, x.need_date as "needDate", x.delivered_on as "deliveredOn", ${REJECTS} as rejects,
        case when x.state = '完成' then ${workdays('x.applied_on', 'x.delivered_on')} end as days from ${orders(asked)} x) x
      left join ${DEALS} d on d.consult_project = x.consult_project
    where x.engineer is not null and ${inPeriod(asked, 'x.applied_on', asked.asks.from, asked.asks.to)}
    group by x.engineer, x.kind`,
});

const HOURS = `extract(epoch from n.ended_at - n.created_at) / 3600`;

export const consultStepsView = viewSource({
  view: consultSteps,
  order: 'm.average desc nulls last, m.id',
  rows: (asked) => `
    select x.kind || n.name as id, n.name as step, x.kind, count(*) as count, avg(${HOURS}) as average,
      percentile_cont(0.5) within group (order by ${HOURS}) as median, max(${HOURS}) as longest,
      count(*) filter (where n.due_at < coalesce(n.ended_at, ${asked.bind(asked.now.toISOString())}::timestamptz)) as late
    from ${orders(asked)} x join wf_instance w on w.module_id = x.module and w.biz_id = x.record
      join wf_node_run n on n.instance_id = w.id and n.state in ('active', 'done', 'returned')
    where ${inPeriod(asked, dayOf('n.created_at'), asked.asks.from, asked.asks.to)} group by x.kind, n.name`,
});

/** Days of consultations about projects in sight, of one kind or of all. */
const asksOf = (asked: Scope, kind: string | null): string => `(select x.* from ${orders(asked)} x
  where x.kind <> '联系单' and (${asked.bind(kind ?? '全部')}::text in ('全部', x.kind)))`;
/** Up to the same day of last year, however far the year has come. */
const yearTo = (day: string, back: number, until: string): string =>
  `${day} between (date_trunc('year', ${until}) - interval '${back} years')::date and (${until} - interval '${back} years')::date`;
const inMonth = (day: string, until: string, back: number): string =>
  `date_trunc('month', ${day}) = date_trunc('month', ${until}) - interval '${back} months'`;

export const consultRegionsView = viewSource({
  view: consultRegions,
  order: 'm."thisYear" desc, m."lastYear" desc, m.id',
  figures: {
    thisYear: 'coalesce(sum(m."thisYear"), 0)',
    lastYear: 'coalesce(sum(m."lastYear"), 0)',
    growth: rate('(sum(m."thisYear") - sum(m."lastYear"))', 'sum(m."lastYear")'),
  },
  charts: { groups: { thisYear: 'sum(m."thisYear")', lastYear: 'sum(m."lastYear")' } },
  rows: (asked) => {
    const until = `${asked.bind(asked.asks.day)}::date`;
    const group = `${asked.bind(asked.asks.group ?? '大区')}::text`;
    return `
    select g.*, g.name as id, ${rate('(g."thisYear" - g."lastYear")', 'g."lastYear"')} as growth, ${rate('(g."thisMonth" - g."lastMonth")', 'g."lastMonth"')} as "monthGrowth",
      case when g."lastYear" = 0 then '新增' when g."thisYear" > g."lastYear" then '增长' when g."thisYear" = g."lastYear" then '持平' else '下降' end as trend
    from (
      select k.name, sum(k.this_year) as "thisYear", sum(k.last_year) as "lastYear", sum(k.this_month) as "thisMonth", sum(k.last_month) as "lastMonth",
        sum(p.total_cooling) filter (where k.this_year > 0) / 1000 as cooling, sum(p.total_area) filter (where k.this_year > 0) / 10000 as area,
        sum(p.expect_amount) filter (where k.this_year > 0) / 10000 as "expectAmount",
        count(*) filter (where ${yearTo('d.deal_on', 0, until)}) as deals
      from (
        select x.consult_project, coalesce(case ${group} when '大区' then s.name when '城市群' then coalesce(c3.name, c2.name, c1.name, '未划分') when '省' then coalesce(pr.name, ct.name, di.name) else case when ct.parent_id is null then di.name else ct.name end end, '未填') as name,
          count(*) filter (where ${yearTo('x.applied_on', 0, until)}) as this_year, count(*) filter (where ${yearTo('x.applied_on', 1, until)}) as last_year,
          count(*) filter (where ${inMonth('x.applied_on', until, 0)}) as this_month, count(*) filter (where ${inMonth('x.applied_on', until, 1)}) as last_month
        from ${asksOf(asked, asked.asks.kind)} x left join f_consult_project q on q.id = x.consult_project left join dept s on s.id = q.sales_dept
          left join district di on di.id = q.district::text left join district ct on ct.id = di.parent_id left join district pr on pr.id = ct.parent_id
          left join city_cluster c1 on c1.district_id = pr.id left join city_cluster c2 on c2.district_id = ct.id left join city_cluster c3 on c3.district_id = di.id
        group by x.consult_project, 2) k
        left join f_consult_project p on p.id = k.consult_project left join ${DEALS} d on d.consult_project = k.consult_project
      group by k.name) g
    where g."thisYear" + g."lastYear" + g."lastMonth" > 0`;
  },
});

export const consultMonthsView = viewSource({
  view: consultMonths,
  order: 'm.month',
  charts: {
    months: { thisYear: 'sum(m."thisYear")', lastYear: 'sum(m."lastYear")', beforeLast: 'sum(m."beforeLast")' },
  },
  rows: (asked) => {
    const until = `${asked.bind(asked.asks.day)}::date`;
    const of = (back: number): string =>
      `count(x.record) filter (where date_trunc('month', x.applied_on) = date_trunc('year', ${until}) + make_interval(months => k.month - 1, years => -${back})
        and x.applied_on <= ${until})`;
    return `
    select to_char(k.month, 'FM00') || '月' as id, to_char(k.month, 'FM00') || '月' as month,
      case when k.month <= extract(month from ${until}) then ${of(0)} end as "thisYear", ${of(1)} as "lastYear", ${of(2)} as "beforeLast"
    from generate_series(1, 12) k (month) left join ${asksOf(asked, asked.asks.kind)} x on extract(month from x.applied_on) = k.month
    group by k.month`;
  },
});
