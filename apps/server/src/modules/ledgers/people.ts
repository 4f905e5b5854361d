/** What joins and moves people: the papers that they hand in, the notices of their transfers. */
import { ENTRY_MATERIALS, entryMaterials, transferNotices } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';
import { CREW_POSTS } from './crew.ts';

/** Papers of people who left are kept so long. */
const KEEP_YEARS = 2;

const needed = {
  always: 'true',
  never: 'false',
  worked: 'exists (select from f_user_entry_works w where w.parent_id = r.id)',
  operator: `r.position ~ '${CREW_POSTS}'`,
} as const;

/** What each paper of an entry `r` is: one row a paper. */
const PAPERS = `(select v.material, v.required, d.promise_date,
    case when k.checked_at is not null then '已核验'
      when k.handed_at is not null or d.submitted or (v.material = '作业证书' and exists (select from f_user_entry_certs c where c.parent_id = r.id))
        then '已交'
      when v.required or d.id is not null then '未交' else '不需要' end as state
  from (values ${ENTRY_MATERIALS.map(({ material, need }) => `('${material}', ${needed[need]})`).join(', ')}) v(material, required)
    left join f_user_entry_materials d on d.parent_id = r.id and d.material = v.material
    left join entry_material_check k on k.record_id = r.id and k.material = v.material)`;

/** SQL that answers how many required papers of entry `r` are not checked yet. */
export const uncheckedPapers = `(select count(*)::int from ${PAPERS} p where p.required and p.state <> '已核验')`;

export const entryMaterialView = viewSource({
  view: entryMaterials,
  order: `case m.state when '待补交' then 0 when '待核验' then 1 when '待归档' then 2 when '可销毁' then 3 else 4 end,
    m."overdueDays" desc nulls last, m."entryDate" desc, m.id desc`,
  figures: {
    people: 'count(*)',
    lacking: 'count(*) filter (where m.lack)',
    overdue: 'count(*) filter (where m."overdueDays" > 0)',
    unverified: `count(*) filter (where m.state = '待核验')`,
    archived: `count(*) filter (where m."archiveNo" is not null)`,
  },
  rows: ({ session, bind, today, visible }) => `
    select x.*, x.lacks > 0 as lack, case when x.lacks > 0 then nullif(greatest(${today} - x."promiseDate", 0), 0) end as "overdueDays",
      case when x.gone < ${today} - interval '${KEEP_YEARS} years' then '可销毁' when x."archiveNo" is not null then '已归档'
        when x.lacks > 0 then '待补交' when x.unverified > 0 then '待核验' else '待归档' end as state
    from (
      select r.id, r.name, r.position, r.entry_dept as "entryDept", r.project, coalesce(r.actual_entry, r.entry_date) as "entryDate",
        ${ENTRY_MATERIALS.map(({ key, material }) => `s.states ->> '${material}' as "${key}"`).join(', ')},
        coalesce((select k.valid_to from entry_material_check k where k.record_id = r.id and k.material = '作业证书'),
          (select min(c.expire_date) from f_user_entry_certs c where c.parent_id = r.id)) as "operatingTo",
        s.lacks, s.unverified, s.promise as "promiseDate", a.archive_no as "archiveNo",
        (select max(g.last_work_day) from b_resignation g join app_user u on u.id = g.employee
          where u.job_no = r.job_no and not g.voided and g.state = '已离职') as gone
      from f_user_entry r
        left join entry_archive a on a.record_id = r.id
        cross join lateral (select jsonb_object_agg(p.material, p.state) as states,
            count(*) filter (where p.required and p.state = '未交') as lacks,
            count(*) filter (where p.required and p.state <> '已核验') as unverified,
            min(p.promise_date) filter (where p.required and p.state = '未交') as promise from ${PAPERS} p) s
      where r.status in ('approved', 'running')
        and (${visible({ project: 'r.project', dept: 'r.entry_dept', applicant: 'r.applicant' })}
          or exists (select from app_user u where u.job_no = r.job_no and u.id = ${bind(session.userId)}::bigint))) x`,
});

export const transferNoticeView = viewSource({
  view: transferNotices,
  order: `case m.state when '逾期未到' then 0 when '待交接' then 1 when '待本人确认' then 2 when '待到岗' then 3 else 4 end,
    m."effectiveDate" desc, m.id desc`,
  figures: {
    all: 'count(*)',
    unconfirmed: `count(*) filter (where m.state = '待本人确认')`,
    waiting: `count(*) filter (where m.state = '待到岗')`,
    late: `count(*) filter (where m.state = '逾期未到')`,
    arrived: `count(*) filter (where m.state = '已到岗')`,
  },
  // All have agreed once it is with whoever takes the work over: the notice is out from then on.
  rows: ({ today, visible }) => `
    select r.id, r.serial, r.employee, r.job_no as "jobNo", r.from_dept as "fromDept", r.project as "fromProject", r.from_position as "fromPosition",
      r.to_dept as "toDept", r.to_project as "toProject", r.to_position as "toPosition", r.transfer_type as "transferType",
      r.effective_date as "effectiveDate", n.confirmed_at as "confirmedAt", r.handover_done as "handoverDone",
      n.arrived_on as "arrivedOn", n.arrived_by as "arrivedBy", t.applied_at is not null as switched, r.to_manager as "toManager",
      case when n.arrived_on is null and r.status = 'approved' and r.effective_date < ${today} then ${today} - r.effective_date end as "lateDays",
      case when n.arrived_on is not null then '已到岗' when r.status = 'running' then '待交接'
        when r.effective_date < ${today} then '逾期未到' when n.confirmed_at is null then '待本人确认' else '待到岗' end as state
    from f_job_transfer r
      left join transfer_order t on t.source_id = r.id and not t.voided
      left join transfer_notice n on n.record_id = r.id
    where (r.status = 'approved' or r.status = 'running' and exists (select from wf_instance i join wf_node_run w on w.instance_id = i.id
        where i.module_id = 'jobTransfer' and i.biz_id = r.id and w.is_final and w.state = 'active'))
      and (${visible({ project: 'r.project', dept: 'r.from_dept', applicant: 'r.employee' })}
        or ${visible({ project: 'r.to_project', dept: 'r.to_dept', applicant: 'r.to_manager' })})`,
});
