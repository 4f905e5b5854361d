/** Contracts by which we buy. Those of the engineering stand in two ledgers under one number, and are paid by application. */
import { buyerContracts, buyerDeliveries, buyerPlans, buyerRecords, buyerRetentions } from '@hengneng/forms';
import type { Catalog } from '../../engine/index.ts';
import { type AnySource, viewSource } from '../../engine/views/source.ts';
import { APPROVAL, hangingRecords, moduleTitle, stateOf } from './hanging.ts';

/** Scope of a contract `c` of the ledger: its project's, or its keeper's where it has none. */
const SCOPE = { project: 'c.project', dept: 'p.area', applicant: 'c.keeper' } as const;
/** The contract that a row `r` names, if the person may see it. */
const ofSeen = (visible: string): string =>
  `join b_buyer_contract c on c.id = r.contract and not c.voided left join project p on p.code = c.project where ${visible}`;

const buyerContractsView = viewSource({
  view: buyerContracts,
  order: `(m.state in ('已完结', '已终止')), m."lateDays" desc nulls last, m."contractNo" desc`,
  figures: {
    active: `count(*) filter (where m.state = '履行中')`,
    amount: `coalesce(sum(m.amount) filter (where m.state = '履行中'), 0)`,
    paid: 'coalesce(sum(m.paid), 0)',
    payable: 'coalesce(sum(greatest(m.payable, 0)), 0)',
    late: 'count(*) filter (where m.overdue)',
  },
  charts: { kinds: { amount: 'sum(m.amount)', matched: 'sum(m.matched)', paid: 'sum(m.paid)' } },
  // 可付余额 = 已匹配发票 − 已付 − 在途 − 应扣质保金 − 预付抵扣 − 罚款. What is paid in advance is no payment against invoices until it is set off.
  rows: ({ today, visible }) => `
    select y.*, y.paid * 100 / nullif(least(y.amount, y.settlement), 0) as "payRate", y."lateDays" is not null as overdue,
      y.matched - y.against - y.reserved - y.retention - y.offsets - y.fines as payable
    from (
      select x.*, x.against + x.prepaid as paid, case when x.state = '履行中' and x."endDate" < ${today} and coalesce(x.done, 0) < 100 then ${today} - x."endDate" end as "lateDays"
      from (
        select c.id, c.contract_no as "contractNo", c.name, c.state, c.project, c.supplier, c.kind, c.keeper, c.sign_date as "signDate",
          c.total_amount as amount, w.settlement_amount as settlement, coalesce(w.warranty_to, c.warranty_to) as "warrantyTo", c.end_date as "endDate",
          c.pay_channel as channel, w.id::text as works,
          (select sum(s.change_amount) from f_supplementary_agreement s where s.status = 'approved' and (s.buyer_contract = c.id or s.project_contract = w.id)) as changed,
          case when w.completed_on is not null then 100 else coalesce(
            (select sum(least(o.accepted_qty, o.order_qty) * o.price) * 100 / nullif(sum(o.order_qty * o.price), 0) from b_purchase_order_line o
              where o.contract = w.id and not o.voided),
            (select sum(least(t.done_times, t.plan_times)) * 100.0 / nullif(sum(t.plan_times), 0) from b_service_task t
              where t.buyer_contract = c.id and not t.voided)) end as done,
          case when w.id is null then c.ticketed else coalesce(w.matched, 0) end as matched,
          case when w.id is null then c.paid else coalesce(w.paid, 0) end as against, coalesce(w.prepaid, 0) as prepaid,
          case when w.id is null then c.reserved else coalesce(w.reserved, 0) end as reserved,
          case when w.id is null then
              (select coalesce(sum(r.amount - coalesce(r.paid, 0)), 0) from b_retention r where r.buyer_contract = c.id and not r.voided)
            when w.warranty_to <= ${today} then 0
            else round(coalesce(w.settlement_amount, w.matched, 0) * coalesce(w.retention_rate, 0) / 100, 2) end as retention,
          coalesce(w.offset_taken, 0) + coalesce(w.offset_pending, 0) as offsets,
          (select coalesce(sum(f.amount), 0) from b_supplier_fine f where f.contract = w.id and f.state = '已确认' and not f.voided) as fines
        from b_buyer_contract c left join project p on p.code = c.project
          left join b_project_contract w on w.document = c.contract_no and not w.voided
        where not c.voided and ${visible(SCOPE)}) x) y`,
});

const buyerDeliveriesView = viewSource({
  view: buyerDeliveries,
  order: 'm."lateDays" desc nulls last, m."dueOn", m.id',
  rows: ({ today, visible }) => `
    select r.*, c.project, case when r.accepted < r.planned and r."dueOn" < ${today} then ${today} - r."dueOn" end as "lateDays" from (
      select 'o' || o.id as id, b.id as contract, o.goods as item, o.spec, o.unit_name as unit, o.order_qty as planned, o.arrived_qty as arrived,
        o.accepted_qty as accepted, o.arrive_by as "dueOn"
      from b_purchase_order_line o join b_project_contract w on w.id = o.contract and not w.voided
        join b_buyer_contract b on b.contract_no = w.document and not b.voided where not o.voided
      union all
      select 't' || t.id, t.buyer_contract, t.item, t.object, '台次', t.plan_times, null, t.done_times, t.due_on from b_service_task t where not t.voided) r
      ${ofSeen(visible(SCOPE))}`,
});

const buyerRetentionsView = viewSource({
  view: buyerRetentions,
  order: 'm."dueOn", m.id',
  rows: ({ today, visible }) => `
    select r.id, r.contract, c.project, r.document, r.amount, r.pay_pending as pending, r.paid,
      r.amount - coalesce(r.pay_pending, 0) - coalesce(r.paid, 0) as "left", r.due_on as "dueOn", r.due_on - ${today} as "leftDays"
    from (select n.id, n.document, n.amount, n.pay_pending, n.paid, n.due_on, coalesce(n.buyer_contract, b.id) as contract from b_retention n left join b_project_contract w on w.id = n.project_contract
        left join b_buyer_contract b on b.contract_no = w.document and not b.voided where not n.voided) r ${ofSeen(visible(SCOPE))}`,
});

const buyerPlansView = viewSource({
  view: buyerPlans,
  order: 'm.state desc, m."dueOn", m.id',
  rows: ({ visible }) => `
    select r.id, r.contract, c.project, r.item, r.due_on as "dueOn", r.amount, r.state
    from (select l.id, l.buyer_contract as contract, l.item, l.due_on, l.amount, l.state from b_contract_plan l
        where not l.voided and l.direction = '付') r ${ofSeen(visible(SCOPE))}`,
});

const buyerRecordsView = (catalog: Catalog): AnySource =>
  viewSource({
    view: buyerRecords,
    order: `(m.state <> '审批中'), m."submittedOn" desc nulls last, m.id desc`,
    // Pointing at the contract in either ledger; a record that names it in both is one.
    rows: (asked) => `
      select x.module || ':' || x.id as id, r.contract, c.project, ${moduleTitle('x.module')} as kind, i.serial, i.title, i.amount,
        i.starter as applicant, (i.submitted_at at time zone 'Asia/Shanghai')::date as "submittedOn", ${stateOf('i.status')} as state,
        x.module, x.id::text as record
      from (
        select b.id, b.module, b.contract from ${hangingRecords(catalog, 'buyerContract', asked)} b
        union
        select w.id, w.module, b.id from ${hangingRecords(catalog, 'projectContract', asked)} w join b_project_contract k on k.id = w.contract
          join b_buyer_contract b on b.contract_no = k.document and not b.voided) x
        ${APPROVAL} cross join lateral (select x.contract) r ${ofSeen(asked.visible(SCOPE))}`,
  });

export const buyerViews = (catalog: Catalog): readonly AnySource[] => [
  buyerContractsView,
  buyerDeliveriesView,
  buyerRetentionsView,
  buyerPlansView,
  buyerRecordsView(catalog),
];
