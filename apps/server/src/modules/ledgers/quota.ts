/** Quotas, petty cash and loans: what is left of each, whose it is, and how it came about. */
import {
  appropriationBalances,
  appropriationFlows,
  importedQuotas,
  loanBalances,
  quotaBalances,
  quotaFlows,
} from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

const amount = (column: string): string => `coalesce(${column}, 0)`;
const CARRY = amount('a.carry_in');
const QUOTA = `(${CARRY} + ${amount('a.granted')})`;
const USED = `(${amount('a.use_pending')} + ${amount('a.used_done')})`;
const CLEARED = `(${amount('a.clear_pending')} + ${amount('a.cleared')})`;
const RETURNED = `(${amount('a.return_pending')} + ${amount('a.returned')})`;
const CASH = `(${amount('a.appropriated')} - ${CLEARED} - ${RETURNED})`;
const USAGE = `case when ${QUOTA} > 0 then round(${USED} * 100 / ${QUOTA}, 1) end`;

/** Whoever is no longer at work here. */
const gone = (user: string): string =>
  `exists (select from app_user g left join employee_profile e on e.user_id = g.id where g.id = ${user}
    and (g.state <> 'active' or e.employ_state = '离职'))`;

/** Cash that nobody accounted for within these days is overdue. */
export const UNCLEARED_DAYS = 30;

/**
 * Payments of petty cash in the order in which they are accounted for: the oldest first. `before` is what was paid out before each, so that
 * what was settled of the account so far tells how much of each payment is.
 */
export const APPROPRIATIONS = `select l.*, sum(l.amount) over (partition by l.account order by l.paid_on, l.id) - l.amount
    + greatest(${amount('a.appropriated')} - sum(l.amount) over (partition by l.account), 0) as before,
    ${CLEARED} as all_cleared, ${CLEARED} + ${RETURNED} as all_settled
  from b_appropriation_ledger l join b_quota_account a on a.id = l.account where not l.voided and not a.voided`;
const PART = (of: string): string => `least(l.amount, greatest(l.${of} - l.before, 0))`;

/** The day of the oldest payment of an account that is not fully accounted for. */
export const OLDEST = `(select min(l.paid_on) from (${APPROPRIATIONS}) l where l.account = a.id and l.before + l.amount > l.all_settled)`;

const SHORT = `case when ${QUOTA} - ${USED} < greatest(${amount('a.month_standard')}, 0.01) then '余额不足' end`;

export const quotaBalanceView = viewSource({
  view: quotaBalances,
  order: 'm.project nulls first, m.person, m."quotaKind"',
  figures: {
    quota: 'sum(m."carryIn" + m.granted)',
    drawn: 'sum(m.used + m.pending)',
    left: 'sum(m.available)',
    short: `count(*) filter (where m.abnormal = '余额不足')`,
  },
  rows: ({ bind, asks, session, visible }) => `
    select a.id, coalesce(u.user_name, nullif(p.short_name, ''), p.name) as owner, a.employee as person, u.dept_id as dept, a.project, a.quota_kind as "quotaKind", ${CARRY} as "carryIn",
      ${amount('a.granted')} as granted, ${amount('a.used_done')} as used, ${amount('a.use_pending')} as pending,
      ${QUOTA} - ${USED} as available, a.month_standard as "monthStandard", ${USAGE} as usage,
      case when ${USED} > 0 and ${amount('a.use_pending')} > 0 and ${gone('a.employee')} then '离职未清' else ${SHORT} end as abnormal
    from b_quota_account a left join app_user u on u.id = a.employee left join project p on p.code = a.project
    where not a.voided and a.year = coalesce(${bind(asks.year)}::integer, a.year)
      and (${visible({ project: 'a.project', dept: 'u.dept_id', applicant: 'a.employee' })} or a.keeper = ${bind(session.userId)}::bigint)`,
});

export const appropriationBalanceView = viewSource({
  view: appropriationBalances,
  order: 'm."oldestDays" desc nulls last, m.project, m."quotaKind"',
  figures: {
    paid: 'sum(m.appropriated)',
    left: 'sum(m.balance)',
    overdue: `count(*) filter (where m."oldestDays" > ${UNCLEARED_DAYS})`,
    leavers: `count(*) filter (where m.abnormal = '离职未清')`,
  },
  rows: ({ bind, asks, session, today, visible }) => `
    select a.id, a.project, a.quota_kind as "quotaKind", a.keeper, ${amount('a.appropriated')} as appropriated,
      ${amount('a.cleared')} as cleared, ${amount('a.clear_pending')} + ${amount('a.return_pending')} as pending,
      ${amount('a.returned')} as returned, ${CASH} as balance, ${today} - o.day as "oldestDays",
      case when ${CASH} > 0 and ${gone('a.keeper')} then '离职未清' when ${today} - o.day > ${UNCLEARED_DAYS} then '逾期未核销' end as abnormal
    from b_quota_account a left join lateral (select ${OLDEST} as day) o on true
    where not a.voided and ${amount('a.appropriated')} > 0 and a.year = coalesce(${bind(asks.year)}::integer, a.year)
      and (${visible({ project: 'a.project' })} or a.keeper = ${bind(session.userId)}::bigint)`,
});

const LOAN_PENDING = '(l.claim_pending + l.return_pending)';
const LOAN_LEFT = `(l.paid - l.claimed - l.returned - ${LOAN_PENDING})`;

export const loanBalanceView = viewSource({
  view: loanBalances,
  order: `case m.state when '未清' then 0 else 1 end, m."dueDate", m.id`,
  figures: {
    left: 'sum(m.balance)',
    open: `count(*) filter (where m.state = '未清')`,
    overdue: 'count(*) filter (where m."overdueDays" > 0)',
    overdueAmount: 'sum(m.balance) filter (where m."overdueDays" > 0)',
  },
  rows: ({ today, visible }) => `
    select l.borrowing_id as id, l.borrower as person, u.dept_id as dept, f.project, f.serial as loan, l.loan_kind as "loanKind", l.paid, l.claimed,
      l.returned, ${LOAN_PENDING} as pending, ${LOAN_LEFT} as balance, l.due_date as "dueDate",
      case when l.cleared_at is null and ${LOAN_LEFT} > 0 and l.due_date < ${today} then ${today} - l.due_date else 0 end as "overdueDays",
      l.extend_times as "extendTimes", case when l.cleared_at is null then '未清' else '已清' end as state,
      case when ${LOAN_LEFT} > 0 and ${gone('l.borrower')} then '离职未清'
        when l.cleared_at is null and ${LOAN_LEFT} > 0 and l.due_date < ${today} then '借款逾期' end as abnormal
    from borrowing_ledger l join f_borrowing f on f.id = l.borrowing_id join app_user u on u.id = l.borrower
    where l.voided_at is null and ${visible({ project: 'f.project', dept: 'u.dept_id', applicant: 'l.borrower' })}`,
});

/** A claim's state as the flow of its account says it: sent back or cancelled, it holds nothing any more. */
const STATE = `case when q.status = 'approved' then '已用' when q.status = 'running' then '在途' else '释放' end`;
const COUNTS = `q.status in ('running', 'approved')`;

const QUOTA_FLOW = `
  select 'l' || l.id as id, l.happened_on as day, l.batch_no as no, l.kind || coalesce('：' || l.note, '') as words,
      nullif(greatest(l.amount, 0), 0) as up, nullif(greatest(-l.amount, 0), 0) as down, null as state
    from b_quota_ledger l join a on a.id = l.account where not l.voided
  union all select 's' || a.id, make_date(a.year, 1, 1), null, '期初额度', ${QUOTA} - coalesce(s.amount, 0), null, null
    from a left join lateral (select sum(amount) as amount from b_quota_ledger where account = a.id and not voided) s on true
    where ${QUOTA} <> coalesce(s.amount, 0)
  union all select 'q' || q.id, (q.submitted_at at time zone 'Asia/Shanghai')::date, q.serial, q.quota_month || ' ' || q.quota_kind, null,
      case when ${COUNTS} then q.item_total - ${amount('q.deduct_amount')} end, ${STATE}
    from f_quota_reimburse q join a on a.id = q.quota_account where q.quota_action = '额度内报销' and q.submitted_at is not null`;

const CASH_FLOW = `
  select 'l' || l.id as id, l.paid_on as day, l.voucher_no as no, '拨款 ' || l.bank_serial as words, l.amount as up, null::numeric as down,
      null as state
    from b_appropriation_ledger l join a on a.id = l.account where not l.voided
  union all select 's' || a.id, make_date(a.year, 1, 1), null, '期初拨款', ${amount('a.appropriated')} - coalesce(s.amount, 0), null, null
    from a left join lateral (select sum(amount) as amount from b_appropriation_ledger where account = a.id and not voided) s on true
    where ${amount('a.appropriated')} <> coalesce(s.amount, 0)
  union all select 'q' || q.id, (q.submitted_at at time zone 'Asia/Shanghai')::date, q.serial, q.quota_action, null,
      case when ${COUNTS} then case q.quota_action when '拨款退回' then q.return_amount else q.item_total - ${amount('q.deduct_amount')} end end,
      ${STATE}
    from f_quota_reimburse q join a on a.id = q.quota_account where q.quota_action <> '额度内报销' and q.submitted_at is not null`;

const LOAN_FLOW = `
  select 'l' || b.borrowing_id as id, coalesce(f.pay_date, (f.finished_at at time zone 'Asia/Shanghai')::date) as day, f.serial as no,
      b.loan_kind as words, b.paid as up, null::numeric as down, null as state
    from b join f_borrowing f on f.id = b.borrowing_id
  union all select e.source_module || e.source_id, (min(e.created_at) at time zone 'Asia/Shanghai')::date,
      case e.source_module when 'borrowing' then (select serial from f_borrowing where id = e.source_id)
        else (select serial from f_expense_reimbursement where id = e.source_id) end,
      case e.source_module when 'borrowing' then '还款' else '报销冲抵' end, null, nullif(sum(e.amount), 0),
      case when sum(e.amount) = 0 then '释放' when sum(e.amount) filter (where e.column_name like '%pending') > 0 then '在途' else '已用' end
    from balance_entry e join b on e.book = 'borrowing' and e.account_id = b.borrowing_id
    group by e.source_module, e.source_id`;

export const quotaFlowView = viewSource({
  view: quotaFlows,
  order: 'm.day, m."at"',
  rows: ({ bind, asks, session, visible }) => {
    const id = `nullif(regexp_replace(${bind(asks.account ?? '')}::text, '\\D', '', 'g'), '')::bigint`;
    const mine = `a.keeper = ${bind(session.userId)}::bigint`;
    const flow = asks.book === '借款' ? LOAN_FLOW : asks.book === '拨款' ? CASH_FLOW : QUOTA_FLOW;
    return `
      with a as (select a.* from b_quota_account a left join app_user u on u.id = a.employee
        where a.id = ${id} and not a.voided
          and (${visible({ project: 'a.project', dept: 'u.dept_id', applicant: 'a.employee' })} or ${mine})),
      b as (select l.* from borrowing_ledger l join f_borrowing f on f.id = l.borrowing_id join app_user u on u.id = l.borrower
        where l.borrowing_id = ${id} and l.voided_at is null
          and ${visible({ project: 'f.project', dept: 'u.dept_id', applicant: 'l.borrower' })}),
      flow as (${flow})
      select flow.*, row_number() over w as "at", sum(coalesce(up, 0) - coalesce(down, 0)) over w as balance
      from flow window w as (order by day, up is null, id)`;
  },
});

export const importedQuotaView = viewSource({
  view: importedQuotas,
  order: 'm."ownerType", m.project, m.employee, m."quotaKind"',
  rows: ({ bind, asks, visible }) => `
    select a.id, a.quota_owner as "ownerType", a.employee, a.project, a.quota_kind as "quotaKind", a.month_standard as "monthStandard",
      ${CARRY} as "carryIn", ${QUOTA} as quota, ${USED} as used, ${QUOTA} - ${USED} as available, ${USAGE} as usage, l.batch_no as batch
    from b_quota_account a left join app_user u on u.id = a.employee
      left join lateral (select batch_no from b_quota_ledger where account = a.id and not voided order by id desc limit 1) l on true
    where not a.voided and a.year = coalesce(${bind(asks.year)}::integer, a.year)
      and ${visible({ project: 'a.project', dept: 'u.dept_id', applicant: 'a.employee' })}`,
});

export const appropriationFlowView = viewSource({
  view: appropriationFlows,
  order: 'm."paidOn" desc, m.id desc',
  rows: ({ bind, asks, visible }) => `
    select l.id, l.paid_on as "paidOn", l.project, l.quota_kind as "quotaKind", l.keeper, l.amount, ${PART('all_cleared')} as cleared,
      ${PART('all_settled')} - ${PART('all_cleared')} as returned, l.amount - ${PART('all_settled')} as balance,
      l.voucher_no as "voucherNo", l.bank_serial as "bankSerial", l.batch_no as batch
    from (${APPROPRIATIONS}) l
    where extract(year from l.paid_on)::integer = coalesce(${bind(asks.year)}::integer, extract(year from l.paid_on)::integer)
      and ${visible({ project: 'l.project', applicant: 'l.keeper' })}`,
});
