/**
 * Suppliers of chemicals. They are the company's: whoever holds the page sees all of them and what all projects say of them in figures; single
 * deliveries and reviews are shown by their project.
 */
import {
  chemicalCertificates,
  chemicalDeliveries,
  chemicalPrices,
  chemicalReviews,
  chemicalSuppliers,
} from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

/** Before a certificate runs out the purchasers are told. */
const SOON_DAYS = 30;

/** Registered for chemicals, or having offered or delivered some. */
const CHEMICAL_SUPPLIERS = `(s.provider_kind = '水处理药剂' or exists (select from chemical_price c where c.supplier = s.id)
  or exists (select from b_supplier_delivery d where d.supplier = s.id and d.kind = '水处理药剂' and not d.voided))`;

export const chemicalSupplierView = viewSource({
  view: chemicalSuppliers,
  order: `case m.state when '合格' then 0 when '试用' then 1 else 2 end, m.grade, m.name`,
  figures: {
    suppliers: 'count(*)',
    supplied: 'coalesce(sum(m.supplied), 0)',
    expiring: `count(*) filter (where m.expiring in ('30天内到期', '已过期'))`,
    barred: `count(*) filter (where m.state not in ('合格', '试用') or m.grade = 'D')`,
  },
  rows: ({ asks, bind, today }) => {
    const category = bind(asks.category);
    return `
    with delivered as (
      select d.supplier, count(distinct d.project) as projects, sum(d.quantity * d.price) as amount,
        avg(case when d.on_time then 100 else 0 end) as on_time, avg(d.ok_rate) as ok
      from b_supplier_delivery d where d.kind = '水处理药剂' and not d.voided and d.arrived_on > (${today} - interval '12 months')::date
      group by d.supplier)
    , offered as (
      select o.supplier, count(distinct o.goods) as kinds from (
        select c.supplier, w.name as goods from chemical_price c join water_chemical w on w.id = c.chemical
        where c.valid_from <= ${today} and (c.valid_to is null or c.valid_to >= ${today})
        union select d.supplier, d.goods from b_supplier_delivery d where d.kind = '水处理药剂' and not d.voided) o group by o.supplier)
    , water as (
      select d.supplier, avg(case when t.fit then 100 else 0 end) as rate
      from (select distinct supplier, project from b_supplier_delivery where kind = '水处理药剂' and not voided
          and arrived_on > (${today} - interval '12 months')::date) d
        join b_water_test t on t.project = d.project and not t.voided and t.sampled_at > ${today} - interval '12 months' group by d.supplier)
    , papers as (
      select c.supplier, min(c.expires_on) filter (where c.kind like '%危%') as hazard, min(c.expires_on) filter (where c.kind like '%营业执照%') as licence,
        min(c.expires_on) as first
      from b_supplier_certificate c where not c.voided and not c.replaced group by c.supplier)
    select s.id, s.name, s.contact, s.phone, coalesce(s.grade, '未评级') as grade, coalesce(o.kinds, 0)::integer as kinds,
      coalesce(d.projects, 0)::integer as projects, coalesce(d.amount, 0) as supplied, d.on_time as "onTimeRate", d.ok as "acceptRate",
      w.rate as "waterRate", p.hazard as "hazardDue", p.licence as "licenceDue",
      case when p.first is null then '未登记' when p.first < ${today} then '已过期' when p.first <= ${today} + ${SOON_DAYS} then '30天内到期'
        else '有效' end as expiring, s.state
    from supplier s
      left join delivered d on d.supplier = s.id
      left join offered o on o.supplier = s.id
      left join water w on w.supplier = s.id
      left join papers p on p.supplier = s.id
    where ${CHEMICAL_SUPPLIERS} and (${category}::text is null
      or exists (select from chemical_price c join water_chemical k on k.id = c.chemical where c.supplier = s.id and k.category = ${category})
      or exists (select from b_supplier_delivery x join water_chemical k on k.name = x.goods where x.supplier = s.id and not x.voided and k.category = ${category}))`;
  },
});

export const chemicalPriceView = viewSource({
  view: chemicalPrices,
  order: 'm.current desc, m."validFrom" desc, m.id desc',
  rows: ({ today }) => `
    select c.id, c.chemical, c.supplier, w.category, c.active_content as "activeContent", coalesce(c.pack_spec, w.pack_spec) as "packSpec",
      c.unit_price as "unitPrice", c.min_order as "minOrder", c.valid_from as "validFrom", c.valid_to as "validTo", c.source,
      (c.unit_price - b.unit_price) * 100 / b.unit_price as change,
      c.valid_from <= ${today} and (c.valid_to is null or c.valid_to >= ${today}) as current, c.letter->>'Name' as letter,
      c.letter->>'URL' as "letterUrl", (c.letter->>'Size')::integer as "letterSize"
    from chemical_price c join water_chemical w on w.id = c.chemical
      left join lateral (select p.unit_price from chemical_price p where p.supplier = c.supplier and p.chemical = c.chemical
        and p.valid_from < c.valid_from order by p.valid_from desc limit 1) b on true`,
});

export const chemicalDeliveryView = viewSource({
  view: chemicalDeliveries,
  order: 'm."arrivedOn" desc, m.id desc',
  rows: ({ visible }) => `
    select d.id, d.arrived_on as "arrivedOn", d.supplier, d.project, d.goods, d.quantity, d.price, d.quantity * d.price as amount,
      d.promised_on as "promisedOn", d.late_days as "lateDays", d.on_time as "onTime", d.ok_rate as "okRate", d.document
    from b_supplier_delivery d join project p on p.code = d.project
    where d.kind = '水处理药剂' and not d.voided and ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}`,
});

export const chemicalReviewView = viewSource({
  view: chemicalReviews,
  order: 'm."evaluatedOn" desc, m.id desc',
  rows: ({ visible }) => `
    select e.id, e.evaluated_on as "evaluatedOn", e.supplier, e.kind, e.project, e.score, e.result, e.from_grade as "fromGrade", e.to_grade as "toGrade"
    from b_supplier_evaluation e join supplier s on s.id = e.supplier left join project p on p.code = e.project
    -- What no project says is said of the supplier as such.
    where not e.voided and ${CHEMICAL_SUPPLIERS} and (e.project is null or ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })})`,
});

export const chemicalCertificateView = viewSource({
  view: chemicalCertificates,
  order: 'm."expiresOn", m.id',
  rows: ({ today }) => `
    select c.id, c.kind, c.supplier, c.cert_no as "certNo", c.level, c.expires_on as "expiresOn", c.expires_on - ${today} as "leftDays"
    from b_supplier_certificate c join supplier s on s.id = c.supplier where not c.voided and not c.replaced and ${CHEMICAL_SUPPLIERS}`,
});
