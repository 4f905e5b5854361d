/** Who leads each site. */
import { projectMonitors } from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

/** A term that ends within these days is said to end soon. */
const SOON_DAYS = 30;

export const projectMonitorView = viewSource({
  view: projectMonitors,
  order: `case m.state when '空岗' then 0 when '任期将到' then 1 when '代理' then 2 else 3 end, m.project`,
  figures: {
    posts: 'count(*)',
    held: `count(*) filter (where m.state <> '空岗')`,
    vacant: `count(*) filter (where m.state = '空岗')`,
    acting: `count(*) filter (where m.state = '代理')`,
    ending: `count(*) filter (where m.state = '任期将到')`,
  },
  charts: {
    byArea: {
      held: `count(*) filter (where m.state <> '空岗')`,
      vacant: `count(*) filter (where m.state = '空岗')`,
    },
  },
  rows: ({ today, visible }) => `
    select p.code as id, p.area, p.code as project, b.monitor, b.level, b.supplier, b.start_on as "startOn", b.end_on as "endOn",
      b.end_on - ${today} as "leftDays", b.allowance,
      case when b.id is null then '空岗' when b.level = '代理班长' then '代理'
        when b.end_on <= ${today} + ${SOON_DAYS} then '任期将到' else '在任' end as state
    from project p
      left join b_project_monitor b on b.project = p.code and not b.voided and b.state = '在任'
    where ${visible({ project: 'p.code', dept: 'p.area', applicant: 'p.manager' })}`,
});
