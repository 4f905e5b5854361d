/** What a site begins with and what it lives on: entry handovers, the contracts in force, their renewals. */
import { allRenewals, entryHandovers, latestContracts, myRenewals } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

/** Contracts by which a site is run, whatever it is called where it was made. */
export const OPERATING = `('EMC合同', 'EMC运营合同', '运营托管合同', '运营主合同')`;
/** Days without a talk after which a renewal has come to a halt. */
const IDLE_DAYS = 30;

const WORK_STATE = (status: string): string =>
  `case ${status} when 'draft' then '草稿' when 'running' then '审批中' when 'returned' then '已退回' else '已通过' end`;

/** Items of an entry handover that were checked, as its table holds them. */
const CHECKS = 'vacuum solution burner gas_leak pump tower water power control vessel fire pipe'
  .split(' ')
  .map((name) => `r.${name}_state`)
  .join(', ');

export const entryHandoverView = viewSource({
  view: entryHandovers,
  order: 'm."handoverDate" desc nulls last, m.id desc',
  figures: {
    all: 'count(*)',
    running: `count(*) filter (where m.state <> '已通过')`,
    problems: 'coalesce(sum(m.problems - m.solved), 0)',
    incomplete: `count(*) filter (where m.start = '起点不完整')`,
  },
  rows: ({ visible }) => `
    select x.*, x.problems > x.solved as leftover,
      case when x.meters = 0 or x.bare > 0 then '起点不完整' else '完整' end as start
    from (
      select r.id, r.serial, p.area, r.project, r.contract, r.handover_type as "handoverType", r.handover_unit as "handoverUnit",
        r.handover_date as "handoverDate", r.operate_start as "operateStart", r.air_area as "airArea",
        coalesce((select sum(d.qty) from f_entry_handover_devices d where d.parent_id = r.id), 0) as devices,
        t.n as meters, t.photos, t.bare,
        (select count(*) from f_entry_handover_hand_items i where i.parent_id = r.id and i.item_state = '缺失') as missing,
        (select count(*) from unnest(array[${CHECKS}]) c where c ->> 'result' = '不合格') as problems,
        (select count(*) from f_emc_problem_rectification e where e.source = '进场交接' and e.source_no = r.serial and e.status = 'approved') as solved,
        r.repair_budget as "repairBudget", ${WORK_STATE('r.status')} as state
      from f_entry_handover r join project p on p.code = r.project
        cross join lateral (select count(*) as n, coalesce(sum(jsonb_array_length(coalesce(t.meter_photo, '[]'))), 0) as photos,
            count(*) filter (where t.base_reading is null or jsonb_array_length(coalesce(t.meter_photo, '[]')) = 0) as bare
          from f_entry_handover_meters t where t.parent_id = r.id) t
      where r.status in ('draft', 'running', 'returned', 'approved')
        and ${visible({ project: 'r.project', dept: 'r.applicant_dept', applicant: 'r.applicant' })}) x`,
});

/** The price of a contract that holds on a day. */
const priceOf = (
  kind: string,
  day: string,
): string => `(select v.price from contract_price v where v.contract_code = c.code and v.kind = '${kind}'
  and v.deleted_at is null and v.valid_from <= ${day} and coalesce(v.valid_to, ${day}) >= ${day} order by v.valid_from desc limit 1)`;

export const latestContractView = viewSource({
  view: latestContracts,
  order: 'm."leftDays" nulls last, m.project',
  figures: {
    all: 'count(*)',
    soon: 'count(*) filter (where m."leftDays" between 0 and 180)',
    expired: 'count(*) filter (where m."leftDays" < 0)',
    overlap: 'count(*) filter (where m.overlap)',
  },
  // Of what has begun the latest, whenever it was entered; where nothing has begun, what begins first.
  rows: ({ today, visible }) => `
    select distinct on (c.project_code) c.code as id, c.project_code as project, p.area, c.code as contract, c.code as "contractNo",
      c.party_a as customer, coalesce(e.emc_mode, c.kind) as "emcMode", c.start_on as "startDate", c.end_on as "endDate",
      c.end_on - ${today} as "leftDays", c.settle_area as "chargeArea", c.cooling_area_price as "coolPrice", c.heating_area_price as "heatPrice",
      ${priceOf('cold', today)} as "meterPrice", ${priceOf('hotWater', today)} as "hotWaterPrice",
      coalesce(c.settle_cycle, e.settle_cycle) as "settleCycle", coalesce(c.pay_days, e.pay_days) as "payDays",
      greatest((select count(*) from b_contract_version v where v.contract = c.code and not v.voided), 1) as versions,
      (select v.effect_date || ' ' || v.kind from b_contract_version v where v.contract = c.code and not v.voided
        order by v.version_no desc limit 1) as "lastChange",
      exists (select from contract o where o.project_code = c.project_code and o.code <> c.code and o.state = 'active' and o.kind in ${OPERATING}
        and daterange(o.start_on, o.end_on, '[]') && daterange(c.start_on, c.end_on, '[]')) as overlap,
      case when c.start_on > ${today} then '未生效' when c.end_on < ${today} then '已过期' when c.end_on - ${today} <= 90 then '90天内到期'
        when c.end_on - ${today} <= 180 then '180天内到期' else '有效' end as state
    from contract c join project p on p.code = c.project_code
      left join lateral (select f.emc_mode, f.settle_cycle, f.pay_days from f_emc_operate_contract f
        where f.contract_no = c.code and f.status = 'approved' order by f.id desc limit 1) e on true
    where c.state = 'active' and c.kind in ${OPERATING} and ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}
    order by c.project_code, (c.start_on <= ${today}) desc, case when c.start_on <= ${today} then c.start_on end desc, c.start_on, c.code`,
});

/** Where a tracking `r` stands: what was said of it last. */
export const RENEWAL_STAGE = `coalesce((select s.stage from renewal_stage s where s.record_id = r.id order by s.id desc limit 1), r.track_stage)`;

/** The talks of a tracking `r`: the last one, and when the next was agreed on. */
const TALKS = `cross join lateral (select max(t.track_date) as last, max(t.next_date) as next from f_renewal_tracking_tracks t where t.parent_id = r.id) k`;

export const myRenewalView = viewSource({
  view: myRenewals,
  order: 'm."lateDays" desc nulls last, m."leftDays" nulls last, m.id desc',
  figures: {
    all: `count(*) filter (where m.result = '跟踪中')`,
    red: `count(*) filter (where m.result = '跟踪中' and m.risk = '红（可能流失）')`,
    late: 'count(*) filter (where m."lateDays" > 0)',
    income: `coalesce(sum(m."expectIncome") filter (where m.result = '跟踪中'), 0)`,
  },
  charts: { stages: { count: `count(*) filter (where m.result = '跟踪中')` } },
  rows: ({ session, bind, today }) => `
    select r.id, r.serial, r.project, r.contract, r.contract_end as "contractEnd", r.contract_end - ${today} as "leftDays", ${RENEWAL_STAGE} as stage,
      r.current_income as "currentIncome", r.expect_income as "expectIncome", r.price_change as "priceChange", r.probability,
      r.risk_level as risk, r.track_count as tracks, k.next as "nextDate",
      case when r.status <> 'approved' then nullif(greatest(${today} - k.next, 0), 0) end as "lateDays",
      coalesce(r.renew_result, '跟踪中') as result, ${WORK_STATE('r.status')} as state
    from f_renewal_tracking r ${TALKS}
    where r.status in ('draft', 'running', 'returned', 'approved') and (r.applicant = ${bind(session.userId)}::bigint
      or r.status <> 'draft' and exists (select from project p where p.code = r.project and p.manager = ${bind(session.userId)}::bigint))`,
});

export const allRenewalView = viewSource({
  view: allRenewals,
  order: `m."notStarted" desc, case m.result when '跟踪中' then 0 when '未启动' then 0 else 1 end, m."leftDays" nulls last, m.id`,
  figures: {
    due: 'count(*) filter (where m."leftDays" between 0 and 365)',
    weighted: `coalesce(sum(m.weighted) filter (where m.result = '跟踪中'), 0)`,
    red: `count(*) filter (where m.result = '跟踪中' and m.risk = '红（可能流失）')`,
    notStarted: 'count(*) filter (where m."notStarted")',
    idle: `count(*) filter (where m."idleDays" > ${IDLE_DAYS})`,
  },
  charts: {
    byArea: {
      count: 'count(*)',
      red: `count(*) filter (where m.risk = '红（可能流失）')`,
      notStarted: 'count(*) filter (where m."notStarted")',
      weighted: 'coalesce(sum(m.weighted), 0)',
    },
  },
  // Drafts are not tracked yet: their contract is one of those that nobody follows.
  rows: ({ today, visible }) => `
    select x.*, p.area, p.manager from (
      select r.id::text as id, r.project, r.contract, r.serial, r.contract_end as "contractEnd", r.contract_end - ${today} as "leftDays",
        ${RENEWAL_STAGE} as stage, r.probability, r.weighted_income as weighted, r.risk_level as risk, array_to_string(r.obstacle, '、') as obstacle,
        k.last as "lastTrack", case when r.status <> 'approved' then ${today} - k.last end as "idleDays", r.satisfaction, r.overdue_amount as overdue,
        coalesce(r.renew_result, '跟踪中') as result, false as "notStarted"
      from f_renewal_tracking r ${TALKS} where r.status in ('running', 'returned', 'approved')
      union all
      select 'c' || c.code, c.project_code, c.code, null, c.end_on, c.end_on - ${today}, null, null, null, null, null, null, null, null, null, '未启动', true
      from contract c where c.state = 'active' and c.kind <> '外包合同' and c.end_on between ${today} and ${today} + 365
        and not exists (select from f_renewal_tracking t where t.contract = c.code and t.contract_end = c.end_on
          and t.status in ('running', 'returned', 'approved'))) x
      join project p on p.code = x.project
    where ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}`,
});
