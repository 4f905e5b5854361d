/** What customers owe: by contract, by age, by the plan; invoices, receipts and how they were asked for it. */
import {
  collectionNotes,
  contractCollection,
  contractCollectionPlan,
  contractInvoices,
  contractReceipts,
  contractReceivables,
  receivableAging,
} from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

/** A contract that ends within these days is said to end soon. */
const SOON_DAYS = 90;

/** Overdue by more than these days, a debt is a reason to look into the project's losses. */
export const VERY_LATE_DAYS = 90;

/**
 * The analysis of losses of a contract `c` (or of its whole project) that takes in what is overdue: what was filed since the debt was that late.
 * @param since SQL of the day on which it became so
 */
export const lossAnalysisOf = (since: string): string => `(select l.status from f_loss_project_analysis l
    where l.status in ('draft', 'running', 'returned', 'approved') and l.project = c.project_code and (l.contract is null or l.contract = c.code)
      and (l.created_at at time zone 'Asia/Shanghai')::date >= ${since} order by l.id desc limit 1)`;

/** Standing receivables; those that a settlement took over are billed there. */
export const RECEIVABLES = `(select r.id, r.receivable_no, r.source_kind, r.project, r.contract, r.customer_name, r.settlement,
    r.period_start, r.period_end, r.book_month, r.due_date, r.state, r.entered_at,
    r.amount, coalesce(r.cancelled, 0) as cancelled, coalesce(r.written, 0) as written, coalesce(r.invoiced, 0) as invoiced,
    coalesce(r.dispute_amount, 0) as disputed,
    r.amount - coalesce(r.cancelled, 0) - coalesce(r.written, 0) as unpaid
  from b_receivable_ledger r where not r.voided and r.state <> '已并入结算')`;

/**
 * What is planned to come in, with the receivables that belong to it: those whose period ends in the period planned, or, where none is planned,
 * those due in its month. Each receivable belongs to one instalment.
 */
const planOf = (today: string): string => `(
  select p.id, p.item, p.project, p.contract, p.period_from, p.period_to, p.due_on, p.amount, p.billed, p.paid,
    case when p.billed > 0 and p.paid >= p.billed then '已收'
      when p.billed = 0 then case when coalesce(p.period_to, p.due_on) >= ${today} then '未到期' else '待结算' end
      when p.due_on < ${today} then '逾期'
      when p.paid > 0 then '部分收'
      when p.invoiced < p.billed then '待开票'
      else '待收' end as state
  from (
    select pl.id, pl.item, pl.project, pl.contract, pl.period_from, pl.period_to, pl.due_on, pl.amount,
      coalesce(sum(r.amount - r.cancelled), 0) as billed, coalesce(sum(r.written), 0) as paid, coalesce(sum(r.invoiced), 0) as invoiced
    from b_contract_plan pl
      left join (
        select r.*, (
          select c.id from b_contract_plan c where c.contract = r.contract and c.direction = '收' and c.state = '有效' and not c.voided
            and case when c.period_from is null then to_char(c.due_on, 'YYYY-MM') = to_char(r.due_date, 'YYYY-MM')
              else r.period_end between c.period_from and c.period_to end
          order by c.due_on, c.id limit 1) as instalment
        from ${RECEIVABLES} r where r.amount > r.cancelled) r on r.instalment = pl.id
    where pl.direction = '收' and pl.state = '有效' and not pl.voided and pl.contract is not null
    group by pl.id) p)`;

const inThisScope = { project: 'p.code', dept: 'p.area', applicant: 'p.manager' } as const;

export const contractCollectionView = viewSource({
  view: contractCollection,
  order: 'm."overdueAmount" desc nulls last, m."unpaid" desc nulls last, m."contractCode"',
  figures: {
    settled: 'coalesce(sum(m.settled), 0)',
    received: 'coalesce(sum(m.received), 0)',
    overdue: 'coalesce(sum(m."overdueAmount"), 0)',
    veryLate: `count(*) filter (where m."overdueDays" > ${VERY_LATE_DAYS})`,
    unanalysed: `count(*) filter (where m."lossAnalysis" = '待分析')`,
    uninvoiced: 'coalesce(sum(m.uninvoiced), 0)',
    prepaid: 'coalesce(sum(m.prepaid), 0)',
    rate: 'sum(m.received) * 100 / nullif(sum(m.settled - m.cancelled), 0)',
  },
  rows: ({ today, visible }) => `
    with billed as (
      select r.contract, sum(r.amount) as settled, sum(r.cancelled) as cancelled, sum(r.invoiced) as invoiced, sum(r.written) as received,
        sum(r.unpaid) as unpaid, sum(greatest(r.amount - r.cancelled - r.invoiced, 0)) as uninvoiced,
        coalesce(sum(r.unpaid) filter (where r.due_date < ${today}), 0) as overdue,
        max(${today} - r.due_date) filter (where r.due_date < ${today} and r.unpaid > 0) as days
      from ${RECEIVABLES} r where r.contract is not null group by r.contract)
    , paid as (
      select w.contract, sum((w.written_on - w.due_date) * (w.amount - coalesce(w.reversed, 0)))
          / nullif(sum(w.amount - coalesce(w.reversed, 0)), 0) as days
      from b_write_off w where not w.voided and w.state = '已核销' and w.due_date is not null group by w.contract)
    , ahead as (
      select i.contract, sum(i.amount - coalesce(i.red_pending, 0) - coalesce(i.red_done, 0) - coalesce(i.match_pending, 0) - coalesce(i.matched, 0)) as open
      from b_output_invoice i where not i.voided and i.colour = '蓝字' and i.state = '正常' and i.advance group by i.contract)
    , next as (
      select distinct on (pl.contract) pl.contract, pl.item, pl.due_on from ${planOf(today)} pl
      where pl.state <> '已收' and pl.due_on >= ${today} order by pl.contract, pl.due_on, pl.id)
    , bond as (
      select d.project, d.contract_no, sum(d.amount - d.returned - coalesce(d.withheld, 0)) as open
      from b_deposit_receivable d where not d.voided and d.kind = '履约保证金' group by d.project, d.contract_no)
    select c.code as id, c.code as contract, c.code as "contractCode", p.area, c.project_code as project, c.party_a as "customerName",
      c.charge_model as "chargeMode", c.start_on as "startDate", c.end_on as "endDate", c.year_amount as "yearAmount",
      coalesce(b.settled, 0) as settled, coalesce(b.cancelled, 0) as cancelled, coalesce(b.invoiced, 0) as invoiced,
      coalesce(b.uninvoiced, 0) as uninvoiced, coalesce(b.received, 0) as received, coalesce(b.unpaid, 0) as unpaid,
      coalesce(b.overdue, 0) as "overdueAmount", b.days as "overdueDays", coalesce(b.overdue, 0) > 0 as overdue,
      case when b.days > ${VERY_LATE_DAYS} then case ${lossAnalysisOf(`${today} - (b.days - ${VERY_LATE_DAYS})`)}
        when 'approved' then '已分析' when 'running' then '分析中' when 'returned' then '分析中' when 'draft' then '分析中' else '待分析' end end as "lossAnalysis",
      coalesce(a.prepaid_in, 0) - coalesce(a.use_pending, 0) - coalesce(a.used, 0) - coalesce(a.refund_pending, 0) - coalesce(a.refunded, 0) as prepaid,
      coalesce(h.open, 0) as "preOpened", d.open as bond, n.item as "nextItem", n.due_on as "nextDue",
      b.received * 100 / nullif(b.settled - b.cancelled, 0) as "collectRate", t.days as "averageDays",
      case when c.state <> 'active' then '已终止' when c.end_on < ${today} then '已到期'
        when c.end_on <= ${today} + ${SOON_DAYS} then '将到期' else '履行中' end as state
    from contract c
      join project p on p.code = c.project_code
      left join billed b on b.contract = c.code
      left join paid t on t.contract = c.code
      left join ahead h on h.contract = c.code
      left join next n on n.contract = c.code
      left join bond d on d.project = c.project_code and d.contract_no = c.code
      left join b_customer_account a on a.contract = c.code and not a.voided
    where c.kind <> '外包合同' and ${visible(inThisScope)}`,
});

/** The number of an age, by days after the day on which it was due. */
const ageOf = (
  days: string,
): string => `case when ${days} is null or ${days} <= 0 then '未到期' when ${days} <= 30 then '1-30天'
  when ${days} <= 60 then '31-60天' when ${days} <= 90 then '61-90天' when ${days} <= 180 then '91-180天'
  when ${days} <= 365 then '181-365天' else '一年以上' end`;

export const receivableAgingView = viewSource({
  view: receivableAging,
  order: 'm."overdueDays" desc nulls last, m."dueDate", m.id',
  figures: {
    unpaid: 'coalesce(sum(m.unpaid), 0)',
    overdue: `coalesce(sum(m.unpaid) filter (where m.age <> '未到期'), 0)`,
    old: 'coalesce(sum(m.unpaid) filter (where m."overdueDays" > 90), 0)',
    customers: `count(distinct m."customerName") filter (where m.age <> '未到期')`,
  },
  charts: { ages: { unpaid: 'sum(m.unpaid)' } },
  rows: ({ today, visible }) => `
    select r.id, r.receivable_no as "receivableNo", r.settlement::text as settlement, r.source_kind as "sourceKind", p.area, r.project, r.contract,
      coalesce(r.customer_name, c.party_a) as "customerName", r.due_date as "dueDate", r.amount, r.cancelled, r.written, r.unpaid, r.disputed,
      greatest(${today} - r.due_date, 0) as "overdueDays", ${ageOf(`(${today} - r.due_date)`)} as age
    from ${RECEIVABLES} r join project p on p.code = r.project left join contract c on c.code = r.contract
    where r.unpaid > 0 and ${visible(inThisScope)}`,
});

export const collectionNotesView = viewSource({
  view: collectionNotes,
  order: 'm."calledOn" desc, m.id desc',
  rows: ({ today, visible }) => `
    select n.id, n.called_on as "calledOn", p.area, c.project_code as project, n.contract, c.party_a as "customerName", n.way, n.counterpart, n.content,
      n.promised_on as "promisedOn", n.promised_amount as "promisedAmount", n.collector,
      case when n.promised_on is null then null else coalesce(w.amount, 0) end as "receivedSince",
      case when n.promised_on is null then '未承诺'
        when coalesce(w.amount, 0) > 0 and coalesce(w.amount, 0) >= coalesce(n.promised_amount, 0) then '已兑现'
        when n.promised_on >= ${today} then '未到期'
        when coalesce(w.amount, 0) > 0 then '部分兑现' else '未兑现' end as kept
    from collection_note n
      join contract c on c.code = n.contract
      join project p on p.code = c.project_code
      -- What came in from that day on counts, whatever it was written off against; prepaid money had come in before.
      left join lateral (select sum(o.amount) as amount from b_write_off o where o.contract = n.contract and not o.voided and o.state = '已核销'
        and not o.by_prepaid and o.written_on between n.called_on and n.promised_on) w on true
    where ${visible(inThisScope)}`,
});

export const contractPlanView = viewSource({
  view: contractCollectionPlan,
  order: 'm."dueOn", m.id',
  rows: ({ today, visible }) => `
    select pl.id, pl.item, p.code as project, pl.contract, pl.period_from as "periodFrom", pl.period_to as "periodTo", pl.due_on as "dueOn", pl.amount,
      pl.billed, pl.paid, pl.state
    from ${planOf(today)} pl join contract c on c.code = pl.contract join project p on p.code = c.project_code
    where ${visible(inThisScope)}`,
});

export const contractReceivablesView = viewSource({
  view: contractReceivables,
  order: 'm."dueDate" desc nulls last, m.id desc',
  rows: ({ visible }) => `
    select r.id, r.receivable_no as "receivableNo", r.settlement::text as settlement, r.source_kind as "sourceKind", r.project, r.contract,
      r.period_start as "periodStart", r.period_end as "periodEnd", r.due_date as "dueDate", r.amount, r.cancelled, r.invoiced, r.written,
      r.unpaid, r.state
    from ${RECEIVABLES} r join project p on p.code = r.project
    where ${visible(inThisScope)}`,
});

export const contractInvoicesView = viewSource({
  view: contractInvoices,
  order: 'm."issueDate" desc, m.id desc',
  rows: ({ visible }) => `
    select i.id, i.invoice_no as "invoiceNo", i.colour, i.kind, i.project, i.contract, i.issue_date as "issueDate", i.amount, i.red_done as "redDone",
      i.matched, i.written, i.state
    from b_output_invoice i join project p on p.code = i.project
    where not i.voided and ${visible(inThisScope)}`,
});

export const contractReceiptsView = viewSource({
  view: contractReceipts,
  order: 'm."writtenOn" desc, m.id desc',
  rows: ({ visible }) => `
    select w.id, coalesce(f.serial, '冲回') as "receiptNo", w.receipt::text as receipt, w.project, w.contract, r.receivable_no as "receivableNo",
      w.written_on as "writtenOn", w.due_date as "dueDate", w.written_on - w.due_date as "lateDays", w.by_prepaid as "byPrepaid", w.amount,
      w.reversed, w.note
    from b_write_off w join project p on p.code = w.project
      left join f_payment_received f on f.id = w.receipt left join b_receivable_ledger r on r.id = w.receivable
    where not w.voided and w.state = '已核销' and ${visible(inThisScope)}`,
});
