/** Costs of repairs by month: what the records say, until somebody enters how it is split. */
import { maintenanceCosts } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

const MONTH = (moment: string): string => `to_char(${moment} at time zone 'Asia/Shanghai', 'YYYY-MM')`;

/** The repair in which the fee of a service was counted already: same project, device and company, finished while the service went on. */
export const COUNTED_IN = `(select m.serial from f_maintenance_records m where m.status = 'approved' and m.project = o.project and m.equipment = o.device
  and m.repair_unit = o.supplier and m.repair_end between o.actual_start and o.actual_end + interval '1 day' order by m.id limit 1)`;

/**
 * What each approved record cost and who bears it by what it says itself. What is insured or somebody's fault is paid by us first.
 * Records that cost nothing are left out, but for those whose bill is still to come.
 */
const RECORDS = `
  select '维修记录' as source, m.id, m.serial, m.project, ${MONTH('m.repair_end')} as month, m.equipment as device, m.fault_part, m.cause_type as cause,
    coalesce(m.parts_cost, 0) as material, case when m.repair_way in ('厂家维修', '外委维修') then 0 else coalesce(m.labor_cost, 0) end as labour,
    case when m.repair_way in ('厂家维修', '外委维修') then coalesce(m.labor_cost, 0) else 0 end as outsourced, coalesce(m.other_fee, 0) as transport,
    case m.payer when '客户承担' then '客户' when '厂家质保' then '供应商质保' when '保险理赔' then '保险' else '我方' end as bearer, 0 as client_share
  from f_maintenance_records m where m.status = 'approved'
    and (coalesce(m.parts_cost, 0) + coalesce(m.labor_cost, 0) + coalesce(m.other_fee, 0) > 0 or m.repair_way in ('厂家维修', '外委维修'))
  union all
  select '质量异常', q.id, q.serial, q.project, to_char(coalesce(q.verify_date, q.find_date), 'YYYY-MM'), q.product_device, null, q.exception_type,
    coalesce(q.actual_loss, 0) + coalesce(q.agreed_claim, 0), 0, 0, 0, case when q.agreed_claim > 0 then '供应商质保' else '我方' end,
    0
  from f_quality_exception_feedback q where q.status = 'approved' and q.repair_record is null and coalesce(q.actual_loss, 0) + coalesce(q.agreed_claim, 0) > 0
  union all
  select '外协服务', o.id, o.serial, o.project, ${MONTH('o.actual_end')}, o.device, null, o.service_type, 0, 0, coalesce(o.final_amount, 0), 0,
    case o.cost_bearer when '客户' then '客户' when '厂家质保' then '供应商质保' else '我方' end,
    case when o.cost_bearer = '公司与客户分摊' then coalesce(o.client_share, 0) else 0 end
  from f_out_service o where o.status = 'approved' and o.final_amount > 0 and ${COUNTED_IN} is null
  union all
  select '设备保养', e.id, e.serial, e.project, ${MONTH('e.end_time')}, e.equipment, null, '保养', coalesce(e.parts_cost, 0), 0,
    coalesce(e.outsource_fee, 0), 0, '我方', 0
  from f_equipment_maintenance_record e where e.status = 'approved' and coalesce(e.total_cost, 0) > 0`;

/** Every cost with how it is split: as entered, else as its record has it. `claim` is what a supplier agreed to pay. */
export const COSTS = `(
  select x.*, x.material + x.labour + x.outsourced + x.transport as total,
    case when x.locked then '已锁定' when x.entry is null then '待录' when x.checked_by is null then '已录' else '已核' end as state
  from (
    select r.source || ':' || r.id as key, r.source, r.id as source_id, r.serial as document_no, r.project, r.month, r.device, r.fault_part, r.cause,
      coalesce(c.material, r.material) as material, coalesce(c.labour, r.labour) as labour, coalesce(c.outsourced, r.outsourced) as outsourced,
      coalesce(c.transport, r.transport) as transport, coalesce(c.bearer, r.bearer) as bearer,
      coalesce(c.ours, case when r.source = '质量异常' then coalesce(q.actual_loss, 0) when r.bearer in ('客户', '供应商质保') then 0
        else r.whole - round(r.whole * r.client_share / 100, 2) end) as ours,
      coalesce(c.customer, case when r.bearer = '客户' then r.whole else round(r.whole * r.client_share / 100, 2) end) as customer,
      coalesce(c.supplier, case when r.source = '质量异常' then coalesce(q.agreed_claim, 0) when r.bearer = '供应商质保' then r.whole else 0 end) as supplier,
      c.invoice_no, c.id as entry, c.entered_by, c.checked_by, null::bigint as quality, l.project is not null as locked
    from (select b.*, b.material + b.labour + b.outsourced + b.transport as whole from (${RECORDS}) b) r
      left join f_quality_exception_feedback q on r.source = '质量异常' and q.id = r.id
      left join maintenance_cost c on c.source = r.source and c.source_id = r.id
      left join maintenance_cost_lock l on l.project = r.project and l.month = r.month
    union all
    select '手工补录:' || c.id, c.source, c.id, '补录' || c.id, c.project, c.month, c.device, c.fault_part, c.cause, c.material, c.labour, c.outsourced,
      c.transport, c.bearer, c.ours, c.customer, c.supplier, c.invoice_no, c.id, c.entered_by, c.checked_by, c.quality, l.project is not null
    from maintenance_cost c left join maintenance_cost_lock l on l.project = c.project and l.month = c.month
    where c.source = '手工补录') x)`;

export const maintenanceCostView = viewSource({
  view: maintenanceCosts,
  order: `case m.state when '待录' then 0 when '已录' then 1 when '已核' then 2 else 3 end, m.month desc, m."documentNo"`,
  figures: {
    total: 'coalesce(sum(m.total), 0)',
    ours: 'coalesce(sum(m.ours), 0)',
    toEnter: `count(*) filter (where m.state = '待录')`,
    toCheck: `count(*) filter (where m.state = '已录')`,
    locked: `count(*) filter (where m.state = '已锁定')`,
  },
  rows: ({ visible }) => `
    select k.key as id, k.document_no as "documentNo", k.source, k.source_id::text as "sourceId", k.project, k.month, k.device, d.category,
      k.fault_part as "faultPart", k.cause, k.material, k.labour, k.outsourced, k.transport, k.total, k.bearer, k.ours, k.customer, k.supplier,
      k.invoice_no as "invoiceNo", y.paid, k.entered_by as "enteredBy", k.checked_by as "checkedBy", k.state
    from ${COSTS} k join project p on p.code = k.project left join device d on d.id = k.device
      left join lateral (select sum(coalesce(s.paid, 0)) as paid from b_supplier_payable s where s.payable_no = k.document_no and not s.voided) y on true
    where ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}`,
});
