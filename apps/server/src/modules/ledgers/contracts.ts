/** Contracts that are paid, and all contracts of the company. */
import {
  allContracts,
  contractHandlings,
  otherContracts,
  worksContractBills,
  worksContractChanges,
  worksContractPayments,
  worksContracts,
} from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';
import { RECEIVABLES } from './receivable.ts';

/** A warranty or a contract that ends within these days is said to end soon. */
const WARRANTY_DAYS = 30;
const SOON_DAYS = 90;

export const worksContractsView = viewSource({
  view: worksContracts,
  order: `(m.state in ('已完结', '已终止')), m.payable desc nulls last, m.document`,
  figures: {
    count: `count(*) filter (where m.state in ('履行中', '待结算', '质保中'))`,
    amount: 'coalesce(sum(m.amount), 0)',
    paid: 'coalesce(sum(m.paid + m."prepayLeft"), 0)',
    payable: 'coalesce(sum(greatest(m.payable, 0)), 0)',
    late: 'count(*) filter (where m."lateDays" > 0)',
    warranty: `count(*) filter (where m."warrantyDays" between 0 and ${WARRANTY_DAYS})`,
  },
  charts: {
    byProject: {
      amount: 'coalesce(sum(m.amount), 0)',
      matched: 'coalesce(sum(m.matched), 0)',
      paid: 'coalesce(sum(m.paid), 0)',
    },
  },
  // 可付余额 = 已匹配发票 − 已付 − 在途 − 应扣质保金 − 预付抵扣 − 罚款, as an application works it out; a test compares the two.
  rows: ({ today, visible }) => `
    select x.*, x.matched - x.paid - x.reserved - x.retention - x.offsets - x.fines as payable,
      x.paid * 100 / nullif(coalesce(x.settlement, x.amount), 0) as "payRate"
    from (
      select c.id, c.document, c.title, c.project, c.sub_project as "subProject", c.supplier, s.grade, c.kind, c.amount,
        (select coalesce(sum(a.change_amount), 0) from f_supplementary_agreement a where a.project_contract = c.id and a.status = 'approved') as changes,
        c.settlement_amount as settlement, coalesce(c.matched, 0) as matched, coalesce(c.paid, 0) as paid, coalesce(c.reserved, 0) as reserved,
        case when c.warranty_to <= ${today} then 0
          else round(coalesce(c.settlement_amount, c.matched, 0) * c.retention_rate / 100, 2) end as retention,
        coalesce(c.offset_taken, 0) + coalesce(c.offset_pending, 0) as offsets,
        c.warranty_to as "warrantyTo", case when c.state = '质保中' then c.warranty_to - ${today} end as "warrantyDays",
        coalesce(c.prepaid, 0) - coalesce(c.offset_taken, 0) - coalesce(c.offset_pending, 0) as "prepayLeft",
        (select coalesce(sum(f.amount), 0) from b_supplier_fine f where f.contract = c.id and f.state = '已确认' and not f.voided) as fines,
        c.start_date as "startDate", c.end_date as "endDate",
        case when c.state = '履行中' then nullif(greatest(coalesce(c.completed_on, ${today}) - c.end_date, 0), 0)
          when c.completed_on > c.end_date then c.completed_on - c.end_date end as "lateDays", c.state,
        case when c.completed_on is not null then 100 else (
          select sum(least(coalesce(l.accepted_qty, 0), l.order_qty) * l.price) * 100 / nullif(sum(l.order_qty * l.price), 0)
          from b_purchase_order_line l where l.contract = c.id and not l.voided) end as progress
      from b_project_contract c join project p on p.code = c.project join supplier s on s.id = c.supplier
      where not c.voided and ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}) x`,
});

const ofSeenContract = (
  visible: string,
): string => `join b_project_contract c on c.id = r.project_contract and not c.voided
      join project p on p.code = c.project and ${visible}`;

export const worksBillsView = viewSource({
  view: worksContractBills,
  order: 'm."invoiceDate" desc nulls last, m.id desc',
  rows: ({ visible }) => `
    select r.id, r.project_contract as contract, r.serial, r.invoice_no as "invoiceNo", r.invoice_date as "invoiceDate",
      r.matched_total as amount, (select coalesce(sum(i.this_clear), 0) from f_pay_money_invoices i join f_pay_money m on m.id = i.parent_id
        where i.invoice = r.id and m.status in ('running', 'approved')) as cleared,
      case when r.status = 'approved' then '已通过' else '审批中' end as state
    from f_purchase_invoice r ${ofSeenContract(visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' }))}
    where r.status in ('running', 'returned', 'approved')`,
});

export const worksChangesView = viewSource({
  view: worksContractChanges,
  order: 'm."effectDate" desc nulls last, m.id desc',
  rows: ({ visible }) => `
    select r.id, r.project_contract as contract, r.serial, r.reason, array_to_string(r.change_kinds, '、') as kinds, r.change_amount as amount,
      r.effect_date as "effectDate", r.new_end as "newEnd", case when r.status = 'approved' then '已通过' else '审批中' end as state,
      r.status = 'approved' and exists (select from f_completion_check k where k.project_contract = c.id and k.status = 'approved'
        and k.audit_settle > 0 and k.finished_at > r.finished_at) as settled
    from f_supplementary_agreement r ${ofSeenContract(visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' }))}
    where r.status in ('running', 'returned', 'approved')`,
});

export const worksPaymentsView = viewSource({
  view: worksContractPayments,
  order: 'm.id desc',
  rows: ({ visible }) => `
    select x.*, case when x.status <> 'approved' then '审批中' when x.paid <= 0 then '待付款' when x.paid < x.asked then '部分已付' else '已付清' end as state
    from (
      select r.id, r.project_contract as contract, r.serial, r.pay_kind as "payKind", r.apply_amount as "applyAmount", r.plan_pay_date as "planPayDate",
        r.status, q.amount as asked, coalesce(q.paid, 0) as paid
      from f_pay_money r ${ofSeenContract(visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' }))}
        left join b_pay_queue q on q.source_module = 'payMoney' and q.source_id = r.id and not q.voided
      where r.status in ('running', 'returned', 'approved')) x`,
});

/** State of a contract that has an end, from the state its own ledger gives it. */
const stateOf = (over: string, ended: string, end: string, today: string): string =>
  `case when ${over} then '已终止' when ${ended} then '已完结' when ${end} < ${today} then '已到期'
    when ${end} <= ${today} + ${SOON_DAYS} then '将到期' else '履行中' end`;

/**
 * The contracts of all ledgers side by side, each with an id that says which ledger keeps it.
 * A contract for works is in the ledger of purchases as well, which pays it by application: it counts once, with the works.
 */
export const contractLedgers = (today: string): string => `
      select 'c' || c.code as id, c.code as no, c.name, '客户合同' as source, c.kind, '收' as direction, c.project_code as project, c.party_a as counterpart,
        c.amount, b.settled, coalesce(b.done, 0) as done, c.sign_on as "signDate", c.sign_on, c.start_on, c.end_on, coalesce(b.overdue, 0) as overdue,
        ${stateOf(`c.state = 'cancelled'`, `c.state = 'ended'`, 'c.end_on', today)} as state, null::bigint as person
      from contract c left join (select r.contract, sum(r.amount - r.cancelled) as settled, sum(r.written) as done,
          sum(r.unpaid) filter (where r.due_date < ${today}) as overdue from ${RECEIVABLES} r group by r.contract) b on b.contract = c.code
      where c.kind <> '外包合同'
      union all
      select 'b' || c.id, c.contract_no, c.name, '采购合同', c.kind, '付', c.project, s.name, c.total_amount, null, c.paid, c.sign_date, c.sign_date,
        c.start_date, c.end_date, 0, ${stateOf(`c.state = '已终止'`, `c.state = '已完结'`, 'c.end_date', today)}, c.keeper
      from b_buyer_contract c join supplier s on s.id = c.supplier
      where not c.voided and not exists (select from b_project_contract w where w.document = c.contract_no and not w.voided)
      union all
      select 'w' || c.id, c.document, c.title, '工程合同', c.kind, '付', c.project, s.name, c.amount, c.settlement_amount,
        coalesce(c.paid, 0) + coalesce(c.prepaid, 0), c.sign_date, c.sign_date, c.start_date, c.end_date, 0,
        case when c.state in ('已终止', '已完结') then c.state when c.state <> '履行中' then '履行中'
          else ${stateOf('false', 'false', 'c.end_date', today)} end, null
      from b_project_contract c join supplier s on s.id = c.supplier where not c.voided
      union all
      select 'a' || c.id, c.agreement_no, c.name, '协议', c.kind, case when c.kind in ('租赁', '保险') then '付' else '无' end, null, c.counterpart, c.amount, null, c.executed, c.sign_date, c.sign_date,
        c.start_date, c.end_date, 0, ${stateOf(`c.state = '已终止'`, 'false', 'c.end_date', today)}, c.keeper
      from b_agreement c where not c.voided`;

/** Of a contract `x`: when it was stamped last and with what; what was noted when it was filed. */
const SEALED = `(select h.on_day::text || ' ' || h.seal_kind from contract_handling h where h.contract = x.id and h.act = '用印'
      order by h.on_day desc, h.id desc limit 1)`;
const ofHandling = (column: string, act: string): string =>
  `(select h.${column} from contract_handling h where h.contract = x.id and h.act = '${act}' limit 1)`;

export const contractHandlingsView = viewSource({
  view: contractHandlings,
  order: 'm."onDay" desc, m.id desc',
  rows: ({ today, visible }) => `
    select h.id, x.no, x.name, h.act, h.on_day as "onDay", h.application, h.seal_kind as "sealKind", h.copies, h.sealed_by as "sealedBy",
      h.returned, h.place, h.reason, h.paper ->> 'Name' as paper, h.paper ->> 'URL' as "paperUrl",
      (h.paper ->> 'Size')::bigint as "paperSize", h.added_by as "addedBy"
    from contract_handling h join (${contractLedgers(today)}) x on x.id = h.contract left join project p on p.code = x.project
    where ${visible({ project: 'p.code', dept: 'p.area', applicant: 'coalesce(x.person, p.manager)' })}`,
});

export const allContractsView = viewSource({
  view: allContracts,
  order: `(m.risk = '正常'), (m.state in ('已完结', '已终止')), m."leftDays" nulls last, m.no`,
  figures: {
    active: `count(*) filter (where m.state in ('履行中', '将到期'))`,
    receive: `coalesce(sum(m.amount) filter (where m.direction = '收' and m.state in ('履行中', '将到期')), 0)`,
    pay: `coalesce(sum(m.amount) filter (where m.direction = '付' and m.state in ('履行中', '将到期')), 0)`,
    soon: `count(*) filter (where m.state = '将到期')`,
    unsealed: `count(*) filter (where m.sealed is null and m.state in ('履行中', '将到期'))`,
    risky: `count(*) filter (where m.risk <> '正常')`,
  },
  charts: {
    bySource: { count: 'count(*)', soon: `count(*) filter (where m.state = '将到期')` },
  },
  rows: ({ today, visible }) => `
    select x.*, p.area, x.person as keeper, ${SEALED} as sealed, ${ofHandling('returned', '归档')} as originals, x.end_on - ${today} as "leftDays",
      case when x.amount > 0 then x.done * 100 / x.amount
        when x.start_on < x.end_on then least(greatest(${today} - x.start_on, 0), x.end_on - x.start_on) * 100.0 / (x.end_on - x.start_on) end as rate,
      x.amount - x.done as "left", x.start_on as "startDate", x.end_on as "endDate",
      case when x.direction = '付' and x.done > coalesce(x.settled, x.amount) then '超付' when x.overdue > 0 then '欠费'
        when x.sign_on > x.start_on then '倒签' when x.state in ('将到期', '已到期') then '到期' else '正常' end as risk
    from (${contractLedgers(today)}) x
      left join project p on p.code = x.project
    where ${visible({ project: 'p.code', dept: 'p.area', applicant: 'coalesce(x.person, p.manager)' })}`,
});

/** Agreements, and contracts for work that others do for the sites. */
export const otherContractsView = viewSource({
  view: otherContracts,
  order: `(m.state in ('已完结', '已终止')), m."leftDays" nulls last, m.no`,
  figures: {
    active: `count(*) filter (where m.state in ('履行中', '将到期'))`,
    amount: `coalesce(sum(m.amount) filter (where m.state in ('履行中', '将到期')), 0)`,
    executed: 'coalesce(sum(m.executed), 0)',
    soon: `count(*) filter (where m.state = '将到期')`,
    renew: `count(*) filter (where m.state = '将到期' and m."autoRenew")`,
  },
  rows: ({ today, visible }) => `
    select x.*, x.executed * 100 / nullif(x.amount, 0) as rate, x."endDate" - ${today} as "leftDays",
      ${ofHandling('place', '归档')} as place, x.file ->> 'Name' as paper, x.file ->> 'URL' as "paperUrl", (x.file ->> 'Size')::bigint as "paperSize"
    from (
      select 'a' || c.id as id, c.agreement_no as no, c.name, case c.kind when '战略协议' then '战略' when '合资协议' then '合资' else '其他' end as "group", c.kind,
        null as project, c.counterpart, c.amount, c.executed, c.sign_date as "signDate", c.start_date as "startDate", c.end_date as "endDate",
        coalesce(c.auto_renew, false) as "autoRenew", c.notice_days as "noticeDays", c.deposit, c.secrecy, c.keeper, ${stateOf(`c.state = '已终止'`, 'false', 'c.end_date', today)} as state,
        o.remind_on as "remindOn", o.paper as file, o.agreement is not null as "byHand"
      from b_agreement c left join other_contract o on o.agreement = c.id where not c.voided
      union all
      select 'b' || c.id, c.contract_no, c.name, '外包', c.kind, c.project, s.name, c.total_amount, c.paid, c.sign_date, c.start_date, c.end_date,
        null, c.notice_days, c.deposit, c.secrecy, c.keeper, ${stateOf(`c.state = '已终止'`, `c.state = '已完结'`, 'c.end_date', today)}, null, null, false
      from b_buyer_contract c join supplier s on s.id = c.supplier
      where not c.voided and c.kind in ('外包检测', '外包维修', '外包保养', '水处理', '其他外包')) x
      left join project p on p.code = x.project
    where ${visible({ project: 'p.code', dept: 'p.area', applicant: 'x.keeper' })}`,
});
