/** Order lines of building works, from the order to the invoice. */
import { worksOrders } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

export const worksOrdersView = viewSource({
  view: worksOrders,
  order: 'm."lateDays" desc nulls last, m."arriveBy" nulls last, m.id desc',
  figures: {
    lines: 'count(*)',
    amount: 'coalesce(sum(m.amount), 0)',
    late: 'count(*) filter (where m.late)',
    waiting: `count(*) filter (where m.state = '待验收')`,
    unbilled: 'coalesce(sum(round(greatest(m."acceptedQty" - m."billedQty", 0) * m.price, 2)), 0)',
  },
  // What is built is measured where it stands: it is neither sent nor does it arrive.
  rows: ({ session, bind, today, visible }) => `
    select x.*, coalesce(x."lateDays", 0) > 0 as late
    from (
      select l.id, l.document, l.project, l.sub_project as "subProject", l.kind, l.goods, l.spec, l.unit_name as "unitName",
        l.order_qty as "orderQty", l.price, round(l.order_qty * l.price, 2) as amount, l.supplier, l.arrive_by as "arriveBy",
        coalesce(l.sent_qty, 0) as "sentQty", coalesce(l.arrived_qty, 0) as "arrivedQty", coalesce(l.accepted_qty, 0) as "acceptedQty",
        coalesce(l.billed_qty, 0) as "billedQty",
        case when l.kind <> '施工' then coalesce(l.arrived_qty, 0) * 100 / nullif(l.order_qty, 0) end as "arrivedRate",
        case when l.kind <> '施工' and l.arrive_by < ${today} and coalesce(l.arrived_qty, 0) < d.qty
          then ${today} - l.arrive_by end as "lateDays",
        case when l.billed_qty >= d.qty and d.qty > 0 and c.line is null then '已开票'
          when c.line is not null and coalesce(l.accepted_qty, 0) >= d.qty then '已关闭'
          when l.accepted_qty >= d.qty then '已验收'
          when l.arrived_qty >= d.qty and l.accepted_qty > 0 then '部分验收' when l.arrived_qty >= d.qty then '待验收'
          when l.arrived_qty > 0 then '部分到货' when l.kind = '施工' and l.accepted_qty > 0 then '部分验收'
          when l.sent_qty >= d.qty then '已发完' when l.sent_qty > 0 then '部分发货' else '已下单' end as state,
        c.line is not null as closed, c.reason as "closeReason",
        l.contract, l.source_module as module, l.source_id::text as record,
        (select max(r.id)::text from f_purchase_check_accept r join f_purchase_check_accept_accept_lines a on a.parent_id = r.id
          where a.order_line = l.id and (r.status in ('running', 'returned') or r.status = 'draft' and r.applicant = ${bind(session.userId)}::bigint)) as acceptance
      from b_purchase_order_line l join project p on p.code = l.project left join purchase_line_close c on c.line = l.id
        -- Of a line whose rest was closed no more is due than was sent.
        cross join lateral (select case when c.line is null then l.order_qty else coalesce(l.sent_qty, 0) end as qty) d
      where not l.voided and ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}) x`,
});
