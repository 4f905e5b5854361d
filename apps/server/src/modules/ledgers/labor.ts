/** Who leads each site. */
import { projectMonitors } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';
import { crewOf, OPERATING_PAPERS, papersOf } from './crew.ts';

/** A term that ends within these days is said to end soon. */
const SOON_DAYS = 30;
/** Days after which a vacant post, or one in acting hands, is overdue; the clock tells of it then (`effects/laborDispatch/posts.ts`). */
export const MOST_VACANT_DAYS = 15;
export const MOST_ACTING_DAYS = 90;
/** A ton of refrigeration. */
const KW_OF_RT = 3.517;

export const projectMonitorView = viewSource({
  view: projectMonitors,
  order: `m.area, case m.state when '空岗' then 0 when '任期将到' then 1 when '代理' then 2 else 3 end, m.project`,
  figures: {
    posts: 'count(*)',
    held: `count(*) filter (where m.state <> '空岗')`,
    vacant: `count(*) filter (where m.state = '空岗')`,
    acting: `count(*) filter (where m.state = '代理')`,
    ending: `count(*) filter (where m.state = '任期将到')`,
    overdue: `count(*) filter (where m.overdue)`,
  },
  charts: {
    byArea: {
      held: `count(*) filter (where m.state <> '空岗')`,
      vacant: `count(*) filter (where m.state = '空岗')`,
    },
  },
  // A project that runs has a leader; one that does not run is there while it has one all the same.
  rows: ({ today, visible }) => `
    select x.*, x."openDays" > case x.state when '空岗' then ${MOST_VACANT_DAYS} else ${MOST_ACTING_DAYS} end
        and x.state in ('空岗', '代理') as overdue
    from (
    select p.code as id, p.area, p.code as project, h.n as hosts, h.rt as capacity, b.monitor, u.phone, b.level, b.supplier,
      b.start_on as "startOn", b.end_on as "endOn", b.end_on - ${today} as "leftDays", b.allowance, s.score, c.valid_to as "certTo",
      g.n as crew, g.certified,
      case when b.id is null then ${today} - coalesce(
          (select max(o.left_on) from b_project_monitor o where o.project = p.code and not o.voided and o.state = '已卸任'), p.start_on)
        when b.level = '代理班长' then ${today} - b.start_on end as "openDays",
      case when b.id is null then '空岗' when b.level = '代理班长' then '代理'
        when b.end_on <= ${today} + ${SOON_DAYS} then '任期将到' else '在任' end as state
    from project p
      left join b_project_monitor b on b.project = p.code and not b.voided and b.state = '在任'
      left join app_user u on u.id = b.monitor
      cross join lateral (select count(*) as n,
          -- Machines without a rating of their own: what the project was designed for.
          (coalesce(sum(d.rated_cooling), p.design_cooling_kw) / ${KW_OF_RT})::numeric(20, 1) as rt
        from device d where d.project_code = p.code and d.category = '主机' and d.state <> 'retired') h
      left join lateral (select a.score from b_employee_assessment a where a.employee = b.monitor and a.kind = '技师评价' and not a.voided
        order by a.assessed_on desc, a.id desc limit 1) s on true
      left join lateral (select min(k.valid_to) as valid_to from (select max(t.valid_to) as valid_to from b_certificate t
          where t.holder = b.monitor and not t.voided and t.state = '有效' and t.kind ~ '${OPERATING_PAPERS}' group by t.kind) k) c on true
      cross join lateral (select count(*) as n, count(*) filter (where exists (select from ${papersOf('u.id', today)})) as certified
        from ${crewOf('p.code', today)}) g
    where (p.state = 2 or b.id is not null) and ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}) x`,
});
