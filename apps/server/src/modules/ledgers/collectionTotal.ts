/** Money of customers over a year. What the year says is made of documents; its end is held against the balances that the ledger keeps. */
import { behalfAndBonds, paymentMonths, paymentTotal } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';
import { RECEIVABLES } from './receivable.ts';

const MONTHS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'] as const;

/** The month in which a receivable counts. */
const BOOKED = `coalesce(r.book_month, to_char(r.due_date, 'YYYY-MM'), to_char(r.entered_at at time zone 'Asia/Shanghai', 'YYYY-MM'))`;

/**
 * Everything that changed what customers owe, by document: bills in their month, cancels in theirs, what was written off on its day.
 * @param which condition over the receivable `r` and its contract `c`
 */
const flowsOf = (which: string): string => `
    receivables as (
      select r.*, ${BOOKED} as booked from ${RECEIVABLES} r left join contract c on c.code = r.contract where ${which})
    , flows as (
      select r.id, r.project, r.booked, r.booked as month, r.amount as billed, 0 as cancelled, 0 as cash, 0 as prepaid from receivables r
      union all
      select r.id, r.project, r.booked, s.cancel_month, 0, s.cancel_total, 0, 0
      from f_cancel_settlement s join receivables r on r.id = s.receivable where s.status = 'approved'
      union all
      select r.id, r.project, r.booked, to_char(w.written_on, 'YYYY-MM'), 0, 0,
        case when w.by_prepaid then 0 else w.amount end, case when w.by_prepaid then w.amount else 0 end
      from b_write_off w join receivables r on r.id = w.receivable where not w.voided and w.state = '已核销')`;

const OWED = 'f.billed - f.cancelled - f.cash - f.prepaid';

export const paymentTotalView = viewSource({
  view: paymentTotal,
  order: `m."check" desc, m."closing" desc nulls last, m.project`,
  figures: {
    completion: 'sum(m.received) * 100 / nullif(sum(m.planned), 0)',
    opening: 'coalesce(sum(m.opening), 0)',
    billed: 'coalesce(sum(m.billed), 0)',
    received: 'coalesce(sum(m.received), 0)',
    closing: 'coalesce(sum(m.closing), 0)',
    overdue: 'coalesce(sum(m.overdue), 0)',
    rate: 'sum(m.received) * 100 / nullif(sum(m.opening + m.billed - m.cancelled), 0)',
    broken: `count(*) filter (where m."check" = '不平')`,
  },
  rows: ({ asks, bind, today, visible }) => {
    const year = bind(String(asks.year));
    const from = `greatest(coalesce(${bind(asks.fromMonth)}::text, ''), ${year}::text || '-01')`;
    const to = `least(coalesce(${bind(asks.toMonth)}::text, '9999-12'), ${year}::text || '-12')`;
    const mode = bind(asks.chargeMode);
    const unit = `(case when ${bind(asks.unit)}::text = '万元' then 10000 else 1 end)`;
    const during = 'f.month between k.from_month and k.to_month';
    return `
    with span as (select ${from} as from_month, ${to} as to_month)
    , ${flowsOf(`(${mode}::text is null or c.charge_model = ${mode})`)}
    , each as (
      select f.id, f.project, sum(${OWED}) filter (where f.month <= k.to_month) as closing
      from flows f cross join span k group by f.id, f.project)
    , late as (
      select e.project, sum(e.closing) as amount from each e join receivables r on r.id = e.id cross join span k
      where e.closing > 0 and r.due_date < least(${today}, ((k.to_month || '-01')::date + interval '1 month')::date) group by e.project)
    , moved as (
      select f.project, coalesce(sum(${OWED}) filter (where f.month < k.from_month), 0) as opening,
        coalesce(sum(f.billed) filter (where ${during}), 0) as billed, coalesce(sum(f.cancelled) filter (where ${during}), 0) as cancelled,
        coalesce(sum(f.cash) filter (where ${during}), 0) as cash, coalesce(sum(f.prepaid) filter (where ${during}), 0) as prepaid,
        coalesce(sum(f.cash) filter (where ${during} and f.booked < k.from_month), 0) as old_debt,
        coalesce(sum(${OWED}) filter (where f.month > k.to_month), 0) as after
        ${MONTHS.map((month) => `, coalesce(sum(f.cash) filter (where f.month = ${year}::text || '-${month}'), 0) as m${month}`).join('')}
      from flows f cross join span k group by f.project)
    , balance as (select r.project, sum(r.unpaid) as open from receivables r group by r.project)
    , invoices as (
      select i.project, sum(i.amount) as amount from b_output_invoice i left join contract c on c.code = i.contract cross join span k
      where not i.voided and i.state <> '已作废' and i.issue_month between k.from_month and k.to_month
        and (${mode}::text is null or c.charge_model = ${mode}) group by i.project)
    , accounts as (
      select a.project, sum(coalesce(a.prepaid_in, 0) - coalesce(a.use_pending, 0) - coalesce(a.used, 0) - coalesce(a.refund_pending, 0)
        - coalesce(a.refunded, 0)) as amount
      from b_customer_account a left join contract c on c.code = a.contract
      where not a.voided and (${mode}::text is null or c.charge_model = ${mode}) group by a.project)
    , plans as (
      select c.project_code as project, sum(pl.amount) as amount from b_contract_plan pl join contract c on c.code = pl.contract cross join span k
      where not pl.voided and pl.direction = '收' and pl.state = '有效' and to_char(pl.due_on, 'YYYY-MM') between k.from_month and k.to_month
        and (${mode}::text is null or c.charge_model = ${mode}) group by c.project_code)
    , changed as (
      select l.project_code as project, sum(x.amount) as amount from (
        select r.project, r.booked as month, r.amount, r.entered_at as at from receivables r
        union all
        select r.project, s.cancel_month, -s.cancel_total, s.finished_at from f_cancel_settlement s join receivables r on r.id = s.receivable
        where s.status = 'approved') x
      join project_month_lock l on l.project_code = x.project and l.month = x.month and l.locked_at < x.at cross join span k
      where x.month between k.from_month and k.to_month group by l.project_code)
    select p.code as id, p.code as project, p.area, coalesce(v.opening, 0) / ${unit} as opening, coalesce(v.billed, 0) / ${unit} as billed,
      coalesce(v.cancelled, 0) / ${unit} as cancelled, coalesce(i.amount, 0) / ${unit} as invoiced, coalesce(v.cash, 0) / ${unit} as received,
      coalesce(v.old_debt, 0) / ${unit} as "oldDebt", coalesce(v.prepaid, 0) / ${unit} as "prepaidUsed",
      coalesce(v.opening + v.billed - v.cancelled - v.cash - v.prepaid, 0) / ${unit} as closing, coalesce(l.amount, 0) / ${unit} as overdue,
      coalesce(a.amount, 0) / ${unit} as prepaid, v.cash * 100 / nullif(v.opening + v.billed - v.cancelled, 0) as rate,
      g.amount / ${unit} as planned, v.cash * 100 / nullif(g.amount, 0) as completion, coalesce(h.amount, 0) / ${unit} as "lateChange",
      coalesce(b.open - v.after - (v.opening + v.billed - v.cancelled - v.cash - v.prepaid), 0) / ${unit} as difference,
      case when coalesce(b.open, 0) - coalesce(v.after, 0) = coalesce(v.opening + v.billed - v.cancelled - v.cash - v.prepaid, 0) then '平' else '不平' end as "check"
      ${MONTHS.map((month) => `, coalesce(v.m${month}, 0) / ${unit} as m${month}`).join('')}
    from project p
      left join moved v on v.project = p.code
      left join balance b on b.project = p.code
      left join late l on l.project = p.code
      left join invoices i on i.project = p.code
      left join accounts a on a.project = p.code
      left join plans g on g.project = p.code
      left join changed h on h.project = p.code
    where (v.project is not null or i.project is not null or g.project is not null or a.amount <> 0)
      and ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}`;
  },
});

export const paymentMonthsView = viewSource({
  view: paymentMonths,
  order: 'm.area, m.month',
  charts: {
    byMonth: {
      billed: 'sum(m.billed)',
      received: 'sum(m.received)',
      rate: 'sum(m."receivedSoFar") * 100 / nullif(sum(m."dueSoFar"), 0)',
    },
  },
  rows: ({ asks, bind, today, visible }) => {
    const year = bind(String(asks.year));
    const mode = bind(asks.chargeMode);
    const project = bind(asks.project);
    const unit = `(case when ${bind(asks.unit)}::text = '万元' then 10000 else 1 end)`;
    const upTo = `f.month <= k.month`;
    return `
    with ${flowsOf(`(${mode}::text is null or c.charge_model = ${mode}) and (${project}::text is null or r.project = ${project})`)}
    , months as (
      select ${year}::text || '-' || lpad(n::text, 2, '0') as month from generate_series(1, 12) n)
    , of_areas as (
      select p.area, f.* from flows f join project p on p.code = f.project
      where ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })})
    select f.area || ' ' || k.month as id, f.area, k.month,
      coalesce(sum(f.billed) filter (where f.month = k.month), 0) / ${unit} as billed,
      coalesce(sum(f.cancelled) filter (where f.month = k.month), 0) / ${unit} as cancelled,
      coalesce(sum(f.cash) filter (where f.month = k.month), 0) / ${unit} as received,
      coalesce(sum(f.prepaid) filter (where f.month = k.month), 0) / ${unit} as "prepaidUsed",
      -- What was open when the year began, and what was billed since.
      (coalesce(sum(${OWED}) filter (where f.month < ${year}::text || '-01'), 0)
        + coalesce(sum(f.billed - f.cancelled) filter (where f.month >= ${year}::text || '-01' and ${upTo}), 0)) / ${unit} as "dueSoFar",
      coalesce(sum(f.cash) filter (where f.month >= ${year}::text || '-01' and ${upTo}), 0) / ${unit} as "receivedSoFar",
      coalesce(sum(f.cash) filter (where f.month >= ${year}::text || '-01' and ${upTo}), 0) * 100
        / nullif(coalesce(sum(${OWED}) filter (where f.month < ${year}::text || '-01'), 0)
          + coalesce(sum(f.billed - f.cancelled) filter (where f.month >= ${year}::text || '-01' and ${upTo}), 0), 0) as rate
    from of_areas f cross join months k
    where k.month <= to_char(${today}, 'YYYY-MM')
    group by f.area, k.month`;
  },
});

export const behalfAndBondsView = viewSource({
  view: behalfAndBonds,
  order: 'm.open desc nulls last, m.bonds desc nulls last, m.project',
  figures: {
    open: 'coalesce(sum(m.open), 0)',
    bonds: 'coalesce(sum(m.bonds), 0)',
    overdue: 'count(*) filter (where m."openDays" > 0 or m."bondDays" > 0)',
  },
  rows: ({ today, visible }) => `
    with behalf as (
      select r.project, sum(r.amount) as advanced, sum(coalesce(r.written, 0)) as recovered,
        sum(coalesce(r.cancelled, 0)) filter (where r.state = '已并入结算') as billed,
        sum(r.amount - coalesce(r.cancelled, 0) - coalesce(r.written, 0)) as open,
        max(${today} - r.due_date) filter (where r.amount > coalesce(r.cancelled, 0) + coalesce(r.written, 0)) as days
      from b_receivable_ledger r where not r.voided and r.source_kind in ('代缴费用', '代垫费用') group by r.project)
    , bond as (
      select d.project, sum(d.amount - d.returned - coalesce(d.withheld, 0)) as open,
        max(${today} - d.due_on) filter (where d.amount > d.returned + coalesce(d.withheld, 0)) as days
      from b_deposit_receivable d where not d.voided and d.project is not null group by d.project)
    select p.code as id, p.code as project, p.area, coalesce(b.advanced, 0) as advanced, coalesce(b.recovered, 0) as recovered,
      coalesce(b.billed, 0) as billed, coalesce(b.open, 0) as open, greatest(b.days, 0) as "openDays", coalesce(d.open, 0) as bonds,
      greatest(d.days, 0) as "bondDays"
    from project p left join behalf b on b.project = p.code left join bond d on d.project = p.code
    where (b.project is not null or d.project is not null) and ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}`,
});
