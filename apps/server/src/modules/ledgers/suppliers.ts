/** The library of suppliers: they belong to the company, so that whoever holds the page sees all of them. */
import { suppliers } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

export const suppliersView = viewSource({
  view: suppliers,
  order: `array_position(array['合格', '试用', '待准入评价', '限制', '停用', '已撤销'], m.state), m.grade, m.name, m.id`,
  figures: {
    good: `count(*) filter (where m.state = '合格')`,
    trial: `count(*) filter (where m.state = '试用')`,
    limited: `count(*) filter (where m.state = '限制')`,
    stopped: `count(*) filter (where m.state = '停用')`,
    expiring: `count(*) filter (where m.papers in ('30天内到期', '已过期') and m.state not in ('停用', '已撤销'))`,
  },
  rows: ({ today }) => `
    with judged as (
      select e.supplier, sum(e.score * c.amount) / nullif(sum(c.amount) filter (where e.score is not null), 0) as score
      from b_supplier_evaluation e join b_project_contract c on c.id = e.contract
      where e.kind = '过程评价' and not e.voided and e.evaluated_on > (${today} - interval '24 months')::date group by e.supplier)
    , last as (select e.supplier, max(e.evaluated_on) as day from b_supplier_evaluation e where not e.voided group by e.supplier)
    , papers as (
      select distinct on (c.supplier) c.supplier, c.kind, c.expires_on from b_supplier_certificate c
      where not c.voided and not c.replaced and c.expires_on is not null order by c.supplier, c.expires_on, c.id)
    , works as (
      select c.supplier, count(*) filter (where c.sign_date > (${today} - interval '12 months')::date) as contracts,
        sum(coalesce(c.settlement_amount, c.amount)) filter (where c.sign_date > (${today} - interval '12 months')::date) as amount,
        sum(coalesce(c.paid, 0) + coalesce(c.prepaid, 0)) as paid
      from b_project_contract c where not c.voided group by c.supplier)
    , fined as (select f.supplier, sum(f.amount) as amount from b_supplier_fine f where f.state = '已确认' and not f.voided group by f.supplier)
    , bid as (
      select q.supplier, count(*) as bids, count(*) filter (where q.won) as won from b_bid_quote q
      where not q.voided and q.validity = '有效' group by q.supplier)
    , filed as (
      select distinct on (r.credit_code) r.credit_code, r.id from f_service_provider r where r.status = 'approved' order by r.credit_code, r.id desc)
    select s.id, s.name, s.code, s.tax_no as "taxNo", coalesce(s.provider_kind, s.kind) as kind, s.nature, coalesce(s.grade, '未评级') as grade, s.state,
      p.kind as paper, p.expires_on as "paperDue",
      case when p.expires_on is null then '未登记' when p.expires_on < ${today} then '已过期' when p.expires_on <= ${today} + 30 then '30天内到期'
        when p.expires_on <= ${today} + 90 then '90天内到期' else '有效' end as papers,
      j.score, l.day as "lastScored", coalesce(w.contracts, 0)::integer as contracts, coalesce(w.amount, 0) as amount, coalesce(w.paid, 0) as paid,
      coalesce(f.amount, 0) as fines, coalesce(b.bids, 0)::integer as bids, b.won * 100.0 / nullif(b.bids, 0) as "winRate",
      s.supply_region as region, s.contact, s.phone, r.id::text as registration
    from supplier s
      left join judged j on j.supplier = s.id
      left join last l on l.supplier = s.id
      left join papers p on p.supplier = s.id
      left join works w on w.supplier = s.id
      left join fined f on f.supplier = s.id
      left join bid b on b.supplier = s.id
      left join filed r on r.credit_code = s.tax_no`,
});
