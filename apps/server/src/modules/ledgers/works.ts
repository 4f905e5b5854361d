/** Building works: what was approved, ordered, built and paid, by project and by sub-project. */
import { subProjects, worksCurve, worksLogs, worksProjects } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';
import { PAPERS } from './works-papers.ts';

const DONE = `('已竣工', '已移交')`;
/** Scope of what belongs to a project `p`. */
const ofProject = { project: 'p.code', dept: 'p.area', applicant: 'p.manager' } as const;

/** Sub-projects with what of their orders was taken in. What is finished is done, whatever its last lines say. */
const SUBS = `(select s.*, l.ordered, l.accepted,
    case when s.state in ${DONE} then 100 else least(coalesce(l.accepted * 100 / nullif(l.ordered, 0), 0), 100) end as progress
  from b_sub_project s
    left join (select o.sub_project, sum(o.order_qty * o.price) as ordered, sum(least(o.accepted_qty, o.order_qty) * o.price) as accepted
      from b_purchase_order_line o where not o.voided group by o.sub_project) l on l.sub_project = s.id
  where not s.voided)`;

/** How much of a sub-project's time is over on a day, from 0 to 1; null without a plan. */
const elapsed = (day: string): string => `case when s.plan_start < s.plan_end
    then least(greatest(${day} - s.plan_start, 0), s.plan_end - s.plan_start)::numeric / (s.plan_end - s.plan_start) end`;

export const worksProjectsView = viewSource({
  view: worksProjects,
  order: `m."lateDays" desc nulls last, m.contracted desc nulls last, m.project`,
  figures: {
    building: `count(*) filter (where m.phase = '施工')`,
    contracted: 'coalesce(sum(m.contracted), 0)',
    rate: 'sum(m.paid) filter (where m.approved > 0) * 100 / nullif(sum(m.approved), 0)',
    progress: 'sum(m.progress * m.budget) / nullif(sum(m.budget), 0)',
    late: 'count(*) filter (where m.delayed)',
    over: 'count(*) filter (where m."left" < 0)',
  },
  charts: {
    money: {
      budget: 'coalesce(sum(m.budget), 0)',
      contracted: 'coalesce(sum(m.contracted), 0)',
      paid: 'coalesce(sum(m.paid), 0)',
    },
  },
  rows: ({ today, visible }) => `
    select x.*, x.approved - x.contracted as "left", x.paid * 100 / nullif(x.approved, 0) as "payRate", coalesce(x."lateDays", 0) > 0 as delayed
    from (
      select p.code as id, p.code as project, p.name as "projectName", p.area, p.manager, p.model, p.area_m2 as "areaM2", p.design_cooling_kw as capacity,
        case when s.moved = s.count then '已移交' when s.done = s.count then '竣工' when s.building + s.done > 0 then '施工'
          when s.tendering > 0 then '招标' when s.designing > 0 then '设计' else '前期' end as phase,
        coalesce((select v.approved_invest from b_invest_project v where v.project = p.code and not v.voided and v.state in ('有效', '已签约')
          order by v.approved_on desc, v.id desc limit 1), p.engineering_budget) as approved,
        (select sum(e.amount) from b_estimate_detail e where e.project = p.code and e.current and not e.voided) as estimate,
        s.budget, coalesce(c.amount, 0) as contracted, coalesce(c.paid, 0) as paid, s.progress, s.output / nullif(s.planned, 0) as spi, s.output / nullif(c.matched, 0) as cpi, s.plan_end as "planEnd",
        case when s.open_end < ${today} then ${today} - s.open_end end as "lateDays",
        (select coalesce(sum(w.hours), 0) from b_work_stop w where w.project = p.code and not w.voided) as "stopHours",
        (select coalesce(sum(f.amount), 0) from b_supplier_fine f where f.project = p.code and f.state = '已确认' and not f.voided) as fines,
        (select count(*) from b_safety_accident a where a.project = p.code and not a.voided) as accidents,
        (select count(*) from b_rectification r where r.project = p.code and not r.voided and r.state <> '已关闭')
          + (select count(*) from b_safety_hazard h where h.project = p.code and not h.voided and h.state <> '已闭环') as "openFixes",
        d.kept * 100.0 / nullif(d.needed, 0) as papers
      from project p
        join (select s.project, count(*) as count, sum(s.budget) as budget, sum(s.output_value) as output,
            sum(s.budget * ${elapsed(today)}) as planned, max(s.plan_end) as plan_end,
            min(s.plan_end) filter (where s.state not in ${DONE}) as open_end,
            -- Without weights all weigh what they cost.
            case when sum(s.weight) > 0 then sum(s.progress * s.weight) / sum(s.weight) else sum(s.progress * s.budget) / nullif(sum(s.budget), 0) end as progress,
            count(*) filter (where s.state = '已移交') as moved, count(*) filter (where s.state in ${DONE}) as done,
            count(*) filter (where s.state = '施工中') as building, count(*) filter (where s.state = '招标') as tendering,
            count(*) filter (where s.state = '设计') as designing
          from ${SUBS} s group by s.project) s on s.project = p.code
        left join (select c.project, sum(coalesce(c.settlement_amount, c.amount)) as amount, sum(coalesce(c.paid, 0) + coalesce(c.prepaid, 0)) as paid,
            sum(c.matched) as matched
          from b_project_contract c where not c.voided and c.state <> '已终止' group by c.project) c on c.project = p.code
        left join (select d.project, count(*) filter (where d.required) as needed, count(*) filter (where d.required and d.state = '已归档') as kept
          from ${PAPERS} d group by d.project) d on d.project = p.code
      where ${visible(ofProject)}) x`,
});

export const subProjectsView = viewSource({
  view: subProjects,
  order: 'm.project, m."planStart" nulls last, m.id',
  charts: { progress: { planned: 'avg(m.planned)', progress: 'avg(m.progress)' } },
  rows: ({ today, visible }) => `
    select s.id, s.name, s.project, s.kind, s.weight, s.budget, coalesce(d.amount, 0) as drawn, s.budget - coalesce(d.amount, 0) as "left",
      s.contractor, s.plan_start as "planStart", s.plan_end as "planEnd", s.actual_start as "actualStart", s.actual_end as "actualEnd",
      s.progress, ${elapsed(today)} * 100 as planned,
      case when s.state in ${DONE} then s.actual_end - s.plan_end when s.plan_end < ${today} then ${today} - s.plan_end end as "offDays",
      coalesce(s.output_value, 0) as "outputValue", s.state
    from ${SUBS} s join project p on p.code = s.project
      left join (select d.sub_project, sum(d.amount) as amount from b_sub_project_draw d where not d.voided group by d.sub_project) d on d.sub_project = s.id
    where ${visible(ofProject)}`,
});

export const worksLogsView = viewSource({
  view: worksLogs,
  order: 'm."workDate" desc, m.id desc',
  charts: { months: { outputValue: 'coalesce(sum(m."outputValue"), 0)' } },
  rows: ({ visible }) => `
    select r.id, r.work_date as "workDate", to_char(r.work_date, 'YYYY-MM') as month, r.project, r.sub_project as "subProject",
      r.project_contract as contract, r.people_total as people, r.man_hour_total as "manHours", r.value_total as "outputValue",
      r.stop_hours as "stopHours", r.stop_why as "stopWhy", (select count(*) from f_construction_log_issues i where i.parent_id = r.id) as issues,
      coalesce(r.concealed, false) as concealed, case when r.status = 'approved' then '已通过' else '审批中' end as state
    from f_construction_log r
    where r.status in ('running', 'returned', 'approved')
      and ${visible({ project: 'r.project', dept: 'r.applicant_dept', applicant: 'r.applicant' })}`,
});

/** Months of a works from the first plan to its end or today, whichever is later; what was done and paid is known until today. */
export const worksCurveView = viewSource({
  view: worksCurve,
  order: 'm.project, m.month',
  charts: { months: { planned: 'sum(m.planned)', output: 'sum(m.output)', paid: 'sum(m.paid)' } },
  rows: ({ today, visible }) => `
    select p.code || '-' || to_char(k.month, 'YYYY-MM') as id, p.code as project, to_char(k.month, 'YYYY-MM') as month,
      (select sum(s.budget * ${elapsed('e.day')}) / 10000 from b_sub_project s where s.project = p.code and not s.voided) as planned,
      case when k.month <= ${today} then (select coalesce(sum(l.value_total), 0) / 10000 from f_construction_log l
        where l.project = p.code and l.status = 'approved' and l.work_date <= e.day) end as output,
      case when k.month <= ${today} then (select coalesce(sum(v.paid_amount), 0) / 10000
        from f_pay_money_approval_vouchers v join f_pay_money_approval b on b.id = v.parent_id join f_pay_money r on r.id = v.paid_apply
        where r.project = p.code and b.status = 'approved' and v.pay_state = '成功' and v.paid_date <= e.day) end as paid
    from project p
      join (select s.project, min(s.plan_start) as first, max(s.plan_end) as last from b_sub_project s where not s.voided group by s.project) s
        on s.project = p.code
      cross join lateral generate_series(date_trunc('month', s.first), greatest(s.last, ${today}), interval '1 month') g (at)
      cross join lateral (select g.at::date as month) k
      cross join lateral (select (g.at + interval '1 month' - interval '1 day')::date as day) e
    where ${visible(ofProject)}`,
});
