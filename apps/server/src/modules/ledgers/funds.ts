/** What budgets, advances to energy suppliers and controlled expenses come to. */
import { controlTotals, deptCosts, fundBalances, invoicesHeld, openPayments } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

/** The owner of a budget as a project and as a department: one of them. */
const OWNER = `case l.owner_kind when 'project' then l.owner_code end as project, case l.owner_kind when 'dept' then l.owner_code end as dept`;
const OWNED = {
  project: `(case l.owner_kind when 'project' then l.owner_code end)`,
  dept: `(case l.owner_kind when 'dept' then l.owner_code end)`,
};
const BUDGET = '(l.approved + l.appended + l.moved_in - l.moved_out)';

export const fundBalanceView = viewSource({
  view: fundBalances,
  order: 'm.month desc, m.project nulls last, m.dept, m.subject',
  figures: {
    budget: 'sum(m.approved + m.appended + m."movedIn" - m."movedOut")',
    reserved: 'sum(m.reserved)',
    used: 'sum(m.used)',
    available: 'sum(m.available)',
  },
  // A key that something was asked of and nothing given is no budget.
  rows: ({ visible }) => `
    select l.id, l.month, ${OWNER}, l.subject, l.approved, l.appended, l.moved_in as "movedIn", l.moved_out as "movedOut", l.reserved, l.used,
      l.available, case when ${BUDGET} > 0 then round((l.reserved + l.used) * 100 / ${BUDGET}, 1) end as usage
    from fund_budget_ledger l
    where (l.approved, l.appended, l.moved_in, l.moved_out, l.reserved, l.used) <> (0, 0, 0, 0, 0, 0) and ${visible(OWNED)}`,
});

export const openPaymentView = viewSource({
  view: openPayments,
  order: `case m.state when '未清' then 0 else 1 end, m.deadline nulls last, m.id`,
  figures: {
    balance: 'sum(m.balance)',
    missing: 'sum(m.missing)',
    overdue: 'count(*) filter (where m."overdueDays" > 0)',
  },
  rows: ({ today, visible }) => `
    select x.*, case when coalesce(x.balance, 0) + coalesce(x.missing, 0) > 0 then '未清' else '已清' end as state,
      case when x.missing > 0 and x.deadline < ${today} then ${today} - x.deadline end as "overdueDays"
    from (
      select f.id, f.serial as payment, f.project, f.payee_name as payee, f.energy_type as energy, f.pay_date as "payDate", a.paid, a.claimed,
        a.returned, a.claim_pending + a.return_pending as pending,
        a.paid - a.claimed - a.returned - a.claim_pending - a.return_pending as balance, t.amount as awaited, t.received,
        t.amount - t.received as missing, t.deadline, f.applicant
      from f_payment f left join advance_ledger a on a.payment_id = f.id left join open_ticket t on t.payment_id = f.id
      where (a.payment_id is not null or t.payment_id is not null)
        and ${visible({ project: 'f.project', dept: 'f.applicant_dept', applicant: 'f.applicant' })}) x`,
});

export const invoiceView = viewSource({
  view: invoicesHeld,
  order: 'm.issued desc nulls last, m.no, m.id',
  figures: {
    total: 'sum(m.total)',
    held: `sum(m.total) filter (where m.state = '占用')`,
    deductible: 'sum(m.deductible)',
  },
  rows: ({ visible }) => `
    select v.id, v.invoice_no as no, v.invoice_code as code, v.kind, v.seller_tax_no as seller, v.issue_date as issued, v.net, v.tax,
      v.net + v.tax as total, v.deductible, case v.state when 'held' then '占用' else '已用' end as state,
      concat_ws(' ', i.title, i.serial) as document, i.project_code as project, i.starter as applicant
    from invoice_register v
      join lateral (select * from wf_instance w where w.module_id = v.source_module and w.biz_id = v.source_id order by w.id desc limit 1) i on true
    where v.state in ('held', 'used') and ${visible({ project: 'i.project_code', dept: 'i.starter_dept', applicant: 'i.starter' })}`,
});

export const deptCostView = viewSource({
  view: deptCosts,
  order: 'm.month desc, m.dept, m.account',
  figures: { amount: 'sum(m.amount)' },
  // What was taken back stands beside what it takes back: together they are nothing.
  rows: ({ visible }) => `
    select c.dept_id || ' ' || c.month || ' ' || c.account as id, c.month, c.dept_id as dept, c.account, sum(c.amount) as amount,
      count(distinct (c.source_module, c.source_id)) as documents
    from dept_cost c where ${visible({ dept: 'c.dept_id' })}
    group by c.dept_id, c.month, c.account having sum(c.amount) <> 0`,
});

export const controlTotalView = viewSource({
  view: controlTotals,
  order: 'm.amount desc, m.id',
  figures: {
    hosting: `sum(m.amount) filter (where m.subject = '业务招待')`,
    driving: `sum(m.amount) filter (where m.subject = '车辆交通')`,
  },
  rows: ({ bind, asks, visible }) => `
    select x.*, x.budget - x.amount as left, case when x.budget > 0 then round(x.amount * 100 / x.budget, 1) end as usage
    from (
      select l.owner_kind || l.owner_code || l.year || l.subject as id, ${OWNER}, l.subject, l.amount,
        coalesce((select sum(b.approved + b.appended + b.moved_in - b.moved_out) from fund_budget_ledger b where b.owner_kind = l.owner_kind
          and b.owner_code = l.owner_code and b.subject = l.subject and b.month like l.year || '-%'), 0) as budget
      from control_total l where l.amount <> 0 and l.year = coalesce(${bind(asks.year)}::integer, l.year) and ${visible(OWNED)}) x`,
});
