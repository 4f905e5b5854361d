/** 经营分析: the accounts of projects (项目利润台账) by area, project and month, with what customers say and what went wrong. */
import {
  businessAccounts,
  businessAlerts,
  businessAreas,
  businessLosses,
  businessProjects,
  businessTrend,
} from '@hengneng/forms';
import { today as dayOf } from '@hengneng/form-kit';
import { figureAt } from '../../../engine/dictionaries/dictionaries.ts';
import { type Asked, viewSource } from '../../../engine/views/source.ts';
import { RECEIVABLES } from '../../ledgers/index.ts';
import { scoreOf, weightsAt } from './score.ts';
import { monthMoved, placed } from './span.ts';
import { USED } from './usage.ts';
import { rate } from '../shared.ts';

type Business = Asked<typeof businessAreas>;

/** The month that is looked at, and the first of those that are counted with it. */
interface Period {
  readonly first: string;
  readonly last: string;
}

const monthBefore = (month: string): string => {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 2;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
};

/** The month that was asked for, else the last of those that are over for which anything was accounted. */
export function periodOf({ asks, now, bind }: Pick<Business, 'asks' | 'now' | 'bind'>): Period {
  const over = monthBefore(dayOf(now).slice(0, 7));
  const last = (): string =>
    asks.month === null
      ? `coalesce((select max(b.month) from b_project_profit b where not b.voided and b.month <= ${bind(over)}::text), ${bind(over)}::text)`
      : `${bind(asks.month)}::text`;
  return {
    // A value that the query does not name must not be sent along.
    get first() {
      return asks.cumulative === '本年累计' ? `(left(${last()}, 4) || '-01')` : last();
    },
    get last() {
      return last();
    },
  };
}

/** Projects in sight of the kind that was asked for, and their accounts of any month. */
const accounts = (asked: Business): string => {
  const [kind, mode] = [asked.bind(asked.asks.buildType), asked.bind(asked.asks.mode)];
  return `projects as (select p.* from project p where ${placed(asked)} and (${kind}::text is null or strpos(p.building_type, ${kind}) > 0)
        and (${mode}::text is null or strpos(p.model, ${mode}) > 0))
    , account as (select b.*, p.area from b_project_profit b join projects p on p.code = b.project where not b.voided)`;
};

const CHINA = `at time zone 'Asia/Shanghai'`;
const inPeriod = (moment: string, { first, last }: Period): string =>
  `to_char(${moment} ${CHINA}, 'YYYY-MM') between ${first} and ${last}`;

/** What is told of a project besides its accounts. */
const told = (at: Period): string => `
      cross join lateral (select count(*) as accidents from f_sudden_accident_record s where s.status = 'approved' and s.project = p.code
        and ${inPeriod('s.occur_time', at)}) s
      cross join lateral (select sum(i.satisfaction) as marks, count(i.satisfaction) as visits from f_interview_record i where i.status = 'approved'
        and i.project = p.code and ${inPeriod('i.visit_time', at)}) i`;

/** The last day of a month, or today where that is yet to come. */
const endOf = (month: string, today: string): string =>
  `least(((${month} || '-01')::date + interval '1 month' - interval '1 day')::date, ${today})`;

const inWan = (sql: string): string => `(${sql}) / 10000`;

export const businessAreasView = viewSource({
  view: businessAreas,
  order: 'm.gross desc, m.area',
  figures: {
    income: 'coalesce(sum(m.income), 0)',
    reached: rate('sum(m.income)', 'sum(m.target)'),
    profitReached: rate('sum(m.profit)', 'sum(m.budget_profit)'),
    grossRate: rate('sum(m.gross)', 'sum(m.income)'),
    collectRate: rate('sum(m.received)', 'sum(m.income)'),
    energyRate: rate('sum(m."energyCost")', 'sum(m.income)'),
    satisfaction: 'sum(m.marks) / nullif(sum(m.visits), 0)',
  },
  rows: (asked) => {
    const at = periodOf(asked);
    return `
    with ${accounts(asked)}
    , each as (
      select p.area, p.code, p.area_m2, a.*, s.accidents, i.marks, i.visits, u.unpaid, h.staff
      from projects p join (
          select b.project, sum(b.income) as income, sum(b.budget_income) as target, sum(b.energy_cost) as energy, sum(b.labor_cost) as labour,
            sum(b.gross_profit) as gross, sum(b.received) as received, sum(b.confirmed_profit) as profit, sum(b.budget_profit) as budget_profit
          from account b where b.month between ${at.first} and ${at.last} group by b.project) a on a.project = p.code
        ${told(at)}
        cross join lateral (select sum(r.unpaid) as unpaid from ${RECEIVABLES} r where r.project = p.code) u
        cross join lateral (select avg(f.staff_count) as staff from f_project_statics_info f where f.status = 'approved' and f.project = p.code
          and f.account_month between ${at.first} and ${at.last}) h)
    select g.area as id, g.*, ${rate('g.income', 'g.target')} as reached, ${rate('g."energyCost"', 'g.income')} as "energyRate",
      ${rate('g.gross', 'g.income')} as "grossRate", ${rate('g.received', 'g.income')} as "collectRate",
      g."areaM2" / nullif(g.staff, 0) as "areaPerHead", g.income / nullif(g.staff, 0) as "incomePerHead", g.marks / nullif(g.visits, 0) as satisfaction
    from (
      select e.area, count(*) as projects, ${inWan('sum(e.area_m2)')} as "areaM2", ${inWan('sum(e.income)')} as income, ${inWan('sum(e.target)')} as target,
        ${inWan('sum(e.energy)')} as "energyCost", ${inWan('sum(e.labour)')} as labour, ${inWan('sum(e.gross)')} as gross,
        ${inWan('sum(e.received)')} as received, ${inWan('sum(e.profit)')} as profit, ${inWan('sum(e.budget_profit)')} as budget_profit,
        ${inWan('coalesce(sum(e.unpaid), 0)')} as unpaid, sum(e.staff) as staff, sum(e.accidents) as accidents, sum(e.marks) as marks, sum(e.visits) as visits
      from each e group by e.area) g`;
  },
});

export const businessTrendView = viewSource({
  view: businessTrend,
  order: 'm."on"',
  charts: {
    trend: {
      income: 'sum(m.income)',
      gross: 'sum(m.gross)',
      grossRate: 'max(m."grossRate")',
      lastGrossRate: 'max(m."lastGrossRate")',
    },
  },
  rows: (asked) => {
    const { last } = periodOf(asked);
    return `
    with ${accounts(asked)}
    select k.month as id, k.month as "on", ${inWan('a.income')} as income, ${inWan('a.gross')} as gross, ${rate('a.gross', 'a.income')} as "grossRate",
      ${rate('l.gross', 'l.income')} as "lastGrossRate"
    from (select to_char(s, 'YYYY-MM') as month
        from generate_series((left(${last}, 4) || '-01-01')::date, (${last} || '-01')::date, interval '1 month') s) k
      cross join lateral (select sum(b.income) as income, sum(b.gross_profit) as gross from account b where b.month = k.month) a
      cross join lateral (select sum(b.income) as income, sum(b.gross_profit) as gross from account b where b.month = ${monthMoved('k.month', -12)}) l
    where a.income is not null or l.income is not null`;
  },
});

export const businessProjectsView = viewSource({
  view: businessProjects,
  order: 'm.rank nulls last, m.project',
  charts: {
    quadrants: {
      grossRate: 'max(m."grossRate")',
      collectRate: 'max(m."collectRate")',
      income: 'max(m.income)',
    },
  },
  rows: (asked) => {
    const at = periodOf(asked);
    return `
    with ${accounts(asked)}
    , each as (
      select p.code, p.area, a.income, a.gross, ${rate('a.gross', 'a.income')} as gross_rate, ${rate('a.received', 'a.income')} as collect_rate,
        a.energy / nullif(p.area_m2, 0) as energy_per_area,
        (select sum(u.usage) from ${USED} u where u.project = p.code and u.code = 'elec' and u.month between ${at.first} and ${at.last}) / nullif(p.area_m2, 0) as elec_per_area, a.cost / nullif(p.area_m2, 0) as cost_per_area, i.marks / nullif(i.visits, 0) as satisfaction, s.accidents
      from projects p join (
          select b.project, sum(b.income) as income, sum(b.gross_profit) as gross, sum(b.received) as received, sum(b.energy_cost) as energy, sum(b.cost) as cost
          from account b where b.month between ${at.first} and ${at.last} group by b.project) a on a.project = p.code
        ${told(at)})
    , scored as (select e.*, ${scoreOf('e', 'e.area', 'w')} as score from each e cross join ${weightsAt(endOf(at.last, asked.today))} w)
    select e.code as id, e.code as project, e.area, ${inWan('e.income')} as income, ${inWan('e.gross')} as gross, e.gross_rate as "grossRate",
      e.collect_rate as "collectRate", e.elec_per_area as "elecPerArea", e.energy_per_area as "energyPerArea", e.cost_per_area as "costPerArea", e.satisfaction, e.accidents, e.score,
      case when e.score is not null then rank() over (order by round(e.score, 1) desc nulls last) end as rank
    from scored e`;
  },
});

export const businessLossesView = viewSource({
  view: businessLosses,
  order: 'm.loss, m.project',
  rows: (asked) => {
    const { last } = periodOf(asked);
    return `
    with ${accounts(asked)}
    select p.code as id, p.code as project, p.area, n.months, b.confirmed_profit as loss, y.profit as "yearLoss", coalesce(l.loss_nature, b.loss_nature) as nature,
      l.main_reason as reason, coalesce(l.decision, b.decision) as decision, p.manager, l.turn_month as "turnMonth", l.verify_result as result,
      case l.status when 'approved' then '已分析' when 'running' then '分析中' when 'returned' then '分析中' else '未分析' end as analysis
    from account b join projects p on p.code = b.project
      cross join lateral (select count(*) as months from account x where x.project = b.project and x.month <= b.month
        and x.month > coalesce((select max(z.month) from account z where z.project = b.project and z.month < b.month and z.confirmed_profit >= 0), '')) n
      cross join lateral (select sum(x.confirmed_profit) as profit from account x where x.project = b.project and x.month between left(b.month, 4) || '-01' and b.month) y
      left join lateral (select l.* from f_loss_project_analysis l where l.project = b.project and l.status in ('running', 'returned', 'approved')
        and l.month_to >= b.month order by l.id desc limit 1) l on true
    where b.month = ${last} and b.confirmed_profit < 0`;
  },
});

/** Days overdue or left, marks: from here on somebody has to look at it. How many points of margin may be lost, says the dictionary. */
const LIMITS = { days: 90, marks: 70 } as const;
/** A customer who was asked for money so long ago has to be asked again. */
const PRESSED_DAYS = 30;

export const businessAlertsView = viewSource({
  view: businessAlerts,
  order: `array_position(array['安全红线', '缺报', '毛利骤降', '欠费90天', '能耗超标', '满意度低于70', '合同90天内到期'], m.kind), m.project, m.id`,
  figures: { missing: `count(*) filter (where m.kind = '缺报')`, alerts: `count(*) filter (where m.kind <> '缺报')` },
  rows: (asked) => {
    const at = periodOf(asked);
    const today = asked.today;
    const marginOf = (month: string): string =>
      `(select ${rate('sum(b.gross_profit)', 'sum(b.income)')} from account b where b.project = p.code and b.month = ${month})`;
    /** How far the records are by which it is answered. */
    const answered = (records: string): string => `(select case when bool_or(q.status = 'approved') then '已处理'
      when count(*) > 0 then '处理中' else '未处理' end from (${records}) q where q.status in ('running', 'returned', 'approved'))`;
    return `
    with ${accounts(asked)}
    select a.kind || ' ' || a.code || ' ' || a.n as id, a.kind, a.code as project, p.area, a.value, a."limit", p.manager, a.handled
    from (
      select '缺报' as kind, p.code, 0::bigint as n, ${at.last} || '未核算' as value, '每月核算' as "limit",
        ${answered(`select s.status from f_project_statics_info s where s.project = p.code and s.account_month = ${at.last}`)} as handled from projects p
      where p.state = 2 and (p.start_on is null or to_char(p.start_on, 'YYYY-MM') <= ${at.last})
        and not exists (select from account b where b.project = p.code and b.month = ${at.last})
      union all
      select '毛利骤降', g.code, 0, round(g.now, 2) || '%，上月' || round(g.before, 2) || '%', '下降' || trim_scale(d.points) || '个百分点',
        ${answered(`select l.status from f_loss_project_analysis l where l.project = g.code and l.month_to >= ${at.last}`)}
      from (select p.code, ${marginOf(at.last)} as now, ${marginOf(monthMoved(at.last, -1))} as before from projects p) g
        cross join (select ${figureAt('profitDrop', 'points', endOf(at.last, today))} as points) d where g.before - g.now >= d.points
      union all
      select '能耗超标', e.project, e.id, concat_ws('，', e.content, '偏差' || trim_scale(e.deviation_rate) || '%'), '未闭环',
        case e.state when '整改中' then '处理中' else '未处理' end from b_energy_issue e
      where not e.voided and e.state <> '已闭环' and e.kind = '能耗异常'
      union all
      select '欠费90天', r.project, 0, sum(r.unpaid) || '元', '逾期${LIMITS.days}天',
        case when exists (select from collection_note n join contract c on c.code = n.contract
          where c.project_code = r.project and n.called_on > ${today} - ${PRESSED_DAYS}) then '处理中' else '未处理' end from ${RECEIVABLES} r
      where r.unpaid > 0 and r.due_date < ${today} - ${LIMITS.days} group by r.project
      union all
      select '合同90天内到期', c.project_code, row_number() over (order by c.code), c.name || '，' || (c.end_on - ${today}) || '天', '${LIMITS.days}天',
        ${answered('select t.status from f_renewal_tracking t where t.contract = c.code')} from contract c
      where c.state = 'active' and c.kind <> '外包合同' and c.end_on between ${today} and ${today} + ${LIMITS.days}
      union all
      select '满意度低于70', i.project, i.id, trim_scale(i.satisfaction) || '分', '${LIMITS.marks}分',
        ${answered('select v.status from f_interview_record v where v.project = i.project and v.visit_time > i.visit_time')} from f_interview_record i
      where i.status = 'approved' and i.satisfaction < ${LIMITS.marks} and ${inPeriod('i.visit_time', at)}
      union all
      select '安全红线', s.project, s.id, concat_ws('，', s.accident_type, s.accident_level), '零事故',
        case when s.prevention_date > ${today} then '处理中' else '已处理' end from f_sudden_accident_record s
      where s.status = 'approved' and ${inPeriod('s.occur_time', at)}) a
      join projects p on p.code = a.code`;
  },
});

export const businessAccountsView = viewSource({
  view: businessAccounts,
  order: 'm."on" desc, m.profit, m.id',
  rows: (asked) => {
    const at = periodOf(asked);
    return `
    with ${accounts(asked)}
    select b.id, f.serial as document, b.area, b.project, b.month as "on", b.income, b.energy_cost as "energyCost", b.labor_cost as labour,
      b.other_cost as "otherCost", b.gross_profit as gross, b.overhead, b.confirmed_profit as profit, b.received, b.source_module as module,
      b.source_id::text as record
    from account b left join f_project_statics_info f on b.source_module = 'projectStaticsInfo' and f.id = b.source_id
    where b.month between ${at.first} and ${at.last}`;
  },
});
