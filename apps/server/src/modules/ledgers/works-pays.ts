/** Payments for building works: applications with what batches paid of them, and the batches. */
import { worksPayBatches, worksPays } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

export const worksPaysView = viewSource({
  view: worksPays,
  order: `m."planDate" desc nulls last, m.id desc`,
  figures: {
    running: `coalesce(sum(m.amount) filter (where m.state = '审批中'), 0)`,
    waiting: `coalesce(sum(m."left" - m.scheduled) filter (where m.state not in ('审批中', '已退回')), 0)`,
    scheduled: 'coalesce(sum(m.scheduled), 0)',
    month: 'coalesce(sum(m."paidThisMonth"), 0)',
    bounced: `count(*) filter (where m.state = '退汇')`,
  },
  rows: ({ today, visible }) => `
    select x.*, case when x.state <> '已付清' and x."planDate" < ${today} then ${today} - x."planDate" end as "lateDays"
    from (
      select r.id, r.serial, r.project, r.project_contract as contract, r.supplier, r.pay_kind as "payKind", r.apply_amount as amount,
        b.approved, b.cut, r.this_offset as "offset", r.this_fine as fine, coalesce(q.scheduled, 0) as scheduled, coalesce(q.paid, 0) as paid,
        r.apply_amount - coalesce(q.paid, 0) as "left", r.plan_pay_date as "planDate", v.paid_on as "paidOn", v.serials as "bankSerial",
        coalesce(v.this_month, 0) as "paidThisMonth",
        (select string_agg(b.invoice_no, '、' order by i.row_no) from f_pay_money_invoices i join f_purchase_invoice b on b.id = i.invoice
          where i.parent_id = r.id) as invoices,
        case when r.status = 'running' then '审批中' when r.status = 'returned' then '已退回' when q.paid >= r.apply_amount then '已付清'
          when q.scheduled > 0 then '排款中' when v.last = '退汇' then '退汇' when q.paid > 0 then '部分已付' else '待排款' end as state
      from f_pay_money r
        left join b_pay_queue q on q.apply = r.id and not q.voided
        -- What batches cut may be asked for again in the next one, so that the last word is that of the newest.
        left join lateral (
          select s.approve_amount as approved, s.cut_amount as cut from f_pay_money_approval_pays s join f_pay_money_approval b on b.id = s.parent_id
          where s.apply = r.id and b.status in ('running', 'approved') order by b.id desc limit 1) b on true
        left join lateral (
          select max(v.paid_date) filter (where v.pay_state = '成功') as paid_on,
            string_agg(v.bank_serial, '、' order by v.id) filter (where v.pay_state = '成功') as serials,
            sum(v.paid_amount) filter (where v.pay_state = '成功' and to_char(v.paid_date, 'YYYY-MM') = to_char(${today}, 'YYYY-MM')) as this_month,
            (array_agg(v.pay_state order by v.id desc))[1] as last
          from f_pay_money_approval_vouchers v join f_pay_money_approval b on b.id = v.parent_id
          where v.paid_apply = r.id and b.status in ('running', 'returned', 'approved')) v on true
      where r.status in ('running', 'returned', 'approved')
        and ${visible({ project: 'r.project', dept: 'r.applicant_dept', applicant: 'r.applicant' })}) x`,
});

export const worksPayBatchesView = viewSource({
  view: worksPayBatches,
  order: 'm."planDate" desc nulls last, m.id desc',
  rows: ({ visible }) => `
    select b.id, b.serial, b.pay_month as month, b.batch_kind as kind, b.pay_count as count, b.apply_total as applied, b.approve_total as approved,
      coalesce(b.paid_total, 0) as paid, b.plan_date as "planDate",
      (select string_agg(p.serial || ' ' || v.pay_state, '、' order by v.row_no) from f_pay_money_approval_vouchers v
        join f_pay_money p on p.id = v.paid_apply where v.parent_id = b.id and v.pay_state <> '成功') as unpaid,
      case when b.status = 'approved' then '已完成' when b.pay_operator is not null then '已付待入账'
        when exists (select from wf_instance i join wf_node_run n on n.id = i.current_run
          where i.module_id = 'payMoneyApproval' and i.biz_id = b.id and n.name = '出纳付款') then '待付款' else '审批中' end as state
    from f_pay_money_approval b
    where b.status in ('running', 'returned', 'approved')
      and ${visible({ project: null, dept: 'b.applicant_dept', applicant: 'b.applicant' })}`,
});
