/** Projects that were won, on their way to those who build and run them. */
import { handoverList, waitingHandovers } from '@hengneng/forms';
import { type Asked, viewSource } from '../../engine/views/source.ts';
import type { ViewShape } from '@hengneng/form-kit';

/** Days after the deal within which a project is handed over. */
export const HANDOVER_DAYS = 15;

/** Projects in sight that somebody bought: the day on which that became known, and for how much. */
export const DEALS = `(select o.consult_project, min(o.sent_on) as deal_on, sum(o.deal_price) as amount
  from b_offer_ledger o where o.state = '已成交' and not o.voided group by o.consult_project)`;

/** What is run for the customer goes on to those who run it; what is only built or sold ends with the works. */
const RUN = `('EMC能源托管', 'EMC效益分享', 'BOT')`;

/**
 * Givers and receivers see theirs, as do those who see their departments, and departments that have something to sign for.
 * @param h alias of the table
 */
const seen = ({ visible, bind, session }: Asked<ViewShape>, h: string): string => `(
  ${visible({ applicant: `${h}.giver`, dept: `${h}.giver_dept` })}
  or ${visible({ applicant: `${h}.receiver`, dept: `${h}.receiver_dept`, project: `${h}.project` })}
  or exists (select from handover_item i where i.handover = ${h}.id and starts_with(${bind(session.deptId)}::text, i.dept)))`;

export const waitingHandoversView = viewSource({
  view: waitingHandovers,
  order: `(m.state = '已接收'), m."lateDays" desc nulls last, m."dealOn", m.id`,
  figures: {
    waiting: `count(*) filter (where m.state = '待移交')`,
    late: 'count(*) filter (where m."lateDays" > 0)',
    receiving: `count(*) filter (where m.state = '待接收')`,
    returned: `count(*) filter (where m.state = '退回')`,
  },
  // One row a stage: those that were registered, and the next one that nobody registered yet.
  rows: (asked) => `
    select x.id, x.project_name as "projectName", x.consult_project as "consultProject", x.stage, x.state, d.deal_on as "dealOn", d.amount,
      x.intent_mode as "intentMode", x.salesman, x.due as "dueOn",
      case when x.state not in ('待接收', '已接收') then nullif(greatest(${asked.today} - x.due, 0), 0) end as "lateDays",
      x.giver, x.receiver, x.unsigned, x.handover
    from (
      select 'h' || h.id as id, p.project_name, h.consult_project, h.stage, h.state, p.intent_mode, p.salesman,
        case when h.stage <> '工程到运营' then w.deal_on + ${HANDOVER_DAYS} end as due, h.giver, h.receiver,
        (select count(*) from handover_item i where i.handover = h.id and i.given and i.signed_at is null) as unsigned, h.id::text as handover
      from handover h join f_consult_project p on p.id = h.consult_project left join ${DEALS} w on w.consult_project = p.id
      where ${seen(asked, 'h')}
      union all
      select 'p' || p.id, p.project_name, p.id, case when p.intent_mode = '运维托管' then '销售到运营' when f.id is null then '销售到工程' else '工程到运营' end,
        '待移交', p.intent_mode, p.salesman, case when f.id is null then w.deal_on + ${HANDOVER_DAYS} end, null, null, null, null
      from ${DEALS} w join f_consult_project p on p.id = w.consult_project and p.status = 'approved'
        left join handover f on f.consult_project = p.id and f.stage = '销售到工程'
      where (f.id is null and not exists (select from handover r where r.consult_project = p.id and r.stage = '销售到运营')
          or f.state = '已接收' and p.intent_mode in ${RUN} and not exists (select from handover n where n.consult_project = p.id and n.stage = '工程到运营'))
        and (${asked.visible({ applicant: 'p.salesman', dept: 'p.sales_dept' })} or f.receiver = ${asked.bind(asked.session.userId)}::bigint)) x
      left join ${DEALS} d on d.consult_project = x.consult_project`,
});

export const handoverListView = viewSource({
  view: handoverList,
  order: `(m.state = '已接收' and not m.lack), m."supplyLate" desc nulls last, m.id desc`,
  figures: {
    all: 'count(*)',
    receiving: `count(*) filter (where m.state = '待接收')`,
    complete: 'avg(m.complete)',
    lacking: 'coalesce(sum(m.lacking), 0)',
    late: 'count(*) filter (where m."supplyLate" > 0)',
  },
  charts: { byDept: { count: 'count(*)', lacking: 'coalesce(sum(m.lacking), 0)' } },
  rows: (asked) => `
    select h.id, h.code, p.project_name as "projectName", h.stage, h.state, h.giver, h.receiver, h.receiver_dept as "receiverDept",
      h.handed_on as "handDate", h.received_on as "receivedOn", i.given * 100.0 / nullif(i.needed, 0) as complete, i.lacking, i.lacking > 0 as lack,
      i.unsigned, i.late as "supplyLate", (select count(*) from handover_promise t where t.handover = h.id) as promises,
      (select count(*) from handover_risk r where r.handover = h.id and r.matter is not null) as risks, h.return_count as returns, h.project as operated
    from handover h join f_consult_project p on p.id = h.consult_project
      cross join lateral (select count(*) filter (where i.required) as needed, count(*) filter (where i.required and i.given) as given,
          count(*) filter (where i.required and not i.given) as lacking, count(*) filter (where i.given and i.signed_at is null) as unsigned,
          max(${asked.today} - i.supply_on) filter (where not i.given and i.supply_on < ${asked.today}) as late
        from handover_item i where i.handover = h.id) i
    where ${seen(asked, 'h')}`,
});
