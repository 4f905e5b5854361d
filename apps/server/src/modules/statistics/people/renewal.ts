/** 合同续签分析: contracts that end in the months asked for, whether somebody follows them, and what became of them. */
import { addMonths } from '@hengneng/energy/measuring';
import { renewalAreas, renewalContracts } from '@hengneng/forms';
import { today } from '@hengneng/form-kit';
import { type Asked, viewSource } from '../../../engine/views/source.ts';
import { RENEWAL_STAGE as STAGE } from '../../ledgers/index.ts';
import { inMonths, monthOf, monthsOf, rate, same, within } from '../shared.ts';

/** How the stages of the form are called in the funnel. */
const PHASE = `case when r.renew_result = '已续签' then '已续签' when r.status = 'approved' then null else
  case ${STAGE} when '提前12个月启动' then '启动' when '提前6个月接触' then '接触' when '提前3个月谈判' then '谈判' when '方案报价' then '方案报价'
    when '招投标' then '招投标' when '合同会签' then '会签' when '已到期未签' then '到期未签' end end`;

/**
 * One row a contract and end: by its last tracking, else by the contract itself. A contract that was renewed ends later by now; its earlier end is
 * known from the tracking.
 */
const due = ({ asks, bind, now, today: day, visible }: Asked<typeof renewalContracts>): string => {
  const from = asks.from ?? today(now).slice(0, 7);
  const months = monthsOf(from, asks.to ?? addMonths(from, 11));
  return `(
    select x.*, p.area, p.manager from (
      select distinct on (r.contract, r.contract_end) 'r' || r.id as id, r.id::text as record, r.contract, r.project, r.contract_end as end_on,
        r.charge_mode, r.current_income as income, r.current_price as price, r.expect_price, r.price_change, r.expect_income, r.probability,
        case when r.status <> 'approved' then r.weighted_income end as weighted, r.last_profit_rate as profit_rate, r.overdue_amount as overdue,
        r.satisfaction, ${PHASE} as phase, r.risk_level as risk,
        case when r.status <> 'approved' then (select max(t.next_date) from f_renewal_tracking_tracks t where t.parent_id = r.id) end as next_date,
        case when r.renew_result <> '不续签退场' then r.new_income end as new_income, r.lost_reason, coalesce(r.renew_result, '跟踪中') as result
      from f_renewal_tracking r where r.status in ('running', 'returned', 'approved') and ${inMonths(bind, 'r.contract_end', months)}
      order by r.contract, r.contract_end, r.id desc) x
      join project p on p.code = x.project
    where ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}
    union all
    select 'c' || c.code, null, c.code, c.project_code, c.end_on, c.charge_model, round(c.amount * 365 / nullif(c.end_on - c.start_on + 1, 0), 2),
      null, null, null, null, null, null, null, null, null, null, null, null, null, null,
      case when c.end_on < ${day} then '到期未跟踪' else '未启动' end, p.area, p.manager
    from contract c join project p on p.code = c.project_code
    where c.state <> 'cancelled' and c.kind <> '外包合同' and ${inMonths(bind, 'c.end_on', months)}
      and not exists (select from f_renewal_tracking t where t.contract = c.code and t.contract_end = c.end_on
        and t.status in ('running', 'returned', 'approved'))
      and ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })})`;
};

const asked = (ask: Asked<typeof renewalContracts>): string => {
  const { asks, bind } = ask;
  return `(select d.* from ${due(ask)} d where ${within(bind, 'd.area', asks.area)} and ${same(bind, 'd.project', asks.project)}
    and ${same(bind, 'd.charge_mode', asks.chargeMode)} and ${same(bind, 'd.risk', asks.risk)} and ${same(bind, 'd.result', asks.result)})`;
};

const IDLE = `m.result in ('未启动', '到期未跟踪')`;
const RENEWED = `count(*) filter (where m.result = '已续签')`;
const ofRisk = (risk: string): string => `count(*) filter (where m.risk = '${risk}')`;

export const renewalContractsView = viewSource({
  view: renewalContracts,
  order: `(m.result in ('未启动', '到期未跟踪')) desc, m."endDate", m.id`,
  figures: {
    due: 'count(*)',
    dueIncome: 'coalesce(sum(m.income), 0) / 10000',
    renewed: rate(RENEWED, 'count(*)'),
    renewedIncome: rate(`sum(m."newIncome") filter (where m.result = '已续签')`, 'sum(m.income)'),
    weighted: 'coalesce(sum(m.weighted), 0) / 10000',
    notStarted: `count(*) filter (where ${IDLE})`,
    extended: `count(*) filter (where m.result = '短期延期')`,
    lost: `count(*) filter (where m.result = '不续签退场')`,
  },
  charts: {
    calendar: {
      green: ofRisk('绿（稳定）'),
      yellow: ofRisk('黄（有隐忧）'),
      red: ofRisk('红（可能流失）'),
      none: `count(*) filter (where ${IDLE})`,
    },
    phases: { count: 'count(*)' },
    months: { due: 'count(*)', renewed: RENEWED, rate: rate(RENEWED, 'count(*)') },
    reasons: { count: 'count(*)', income: 'coalesce(sum(m.income), 0) / 10000' },
  },
  rows: (ask) => `
    select x.id, x.record, x.contract, x.project, x.area, x.result, x.end_on as "endDate", ${monthOf('x.end_on')} as month,
      x.end_on - ${ask.today} as "leftDays", x.charge_mode as "chargeMode", x.income, x.price, x.expect_price as "expectPrice",
      x.price_change as "priceChange", x.expect_income as "expectIncome", x.probability, x.weighted, x.profit_rate as "profitRate", x.overdue,
      x.satisfaction, x.phase, x.risk, x.next_date as "nextDate", x.manager, x.new_income as "newIncome", x.lost_reason as "lostReason"
    from ${asked(ask)} x`,
});

export const renewalAreasView = viewSource({
  view: renewalAreas,
  order: 'm.place',
  rows: (ask) => {
    const of = (result: string): string => `count(*) filter (where x.result = '${result}')`;
    const signed = `coalesce(sum(x.new_income) filter (where x.result = '已续签'), 0)`;
    return `
    select x.area as id, x.area as place, count(*) as due, count(*) filter (where x.result in ('未启动', '到期未跟踪')) as "notStarted",
      ${of('跟踪中')} as running, ${of('已续签')} as renewed, ${of('短期延期')} as extended, ${of('转为新模式')} as changed, ${of('不续签退场')} as lost,
      ${rate(of('已续签'), 'count(*)')} as rate, coalesce(sum(x.income), 0) as income, ${signed} as "newIncome",
      ${rate(signed, 'sum(x.income)')} as "incomeRate", coalesce(sum(x.weighted), 0) as weighted
    from ${asked(ask)} x group by x.area`;
  },
});
