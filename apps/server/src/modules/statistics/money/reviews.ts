/** 收支分析: whether the accounts of the months that are over are there, and what finance found when it looked a month through. */
import { incomeFrozen, incomeReports } from '@hengneng/forms';
import { today as dayOf } from '@hengneng/form-kit';
import { viewSource } from '../../../engine/views/source.ts';
import { templateOf } from '../../../platform/messages/templates.ts';
import { rate } from '../shared.ts';
import { flows, projects } from './income.ts';
import { monthsOf } from './span.ts';

/** What a project's manager is told whose accounts of a month are missing; the same words once a day. */
const { label: URGE } = templateOf('income.urged');
export const urging = (name: string, month: string): string =>
  `${name} || ${month} || '的项目核算还没有报，请尽快填报'`;

export const incomeReportsView = viewSource({
  view: incomeReports,
  order: `case m.state when '未报' then 0 when '审批中' then 1 else 2 end, m.month desc, m.project`,
  figures: {
    due: 'count(*)',
    reported: `count(*) filter (where m.state = '已报')`,
    complete: rate(`count(*) filter (where m.state = '已报')`, 'count(*)'),
  },
  rows: (asked) => {
    const { from, to } = monthsOf(asked.asks, asked.now);
    return `
    with ${projects(asked)}
    select p.code || ' ' || k.month as id, k.month, p.area, p.code as project, p.manager,
      case i.status when 'approved' then '已报' when 'running' then '审批中' when 'returned' then '审批中' else '未报' end as state, i.serial as document,
      (i.submitted_at at time zone 'Asia/Shanghai')::date as "reportedOn", i.id::text as record,
      (select max(g.created_at) from message g where g.kind = '${URGE}' and coalesce(g.facts ->> '内容', g.title) = ${urging('p.name', 'k.month')}) as "urgedAt",
      ${urging('p.name', 'k.month')} as words
    from projects p
      cross join (select to_char(s, 'YYYY-MM') as month from generate_series(${asked.bind(`${from}-01`)}::date, ${asked.bind(`${to}-01`)}::date, interval '1 month') s) k
      left join lateral (select x.* from f_project_statics_info x where x.project = p.code and x.account_month = k.month
        and x.status in ('approved', 'running', 'returned') order by x.status = 'approved' desc, x.id desc limit 1) i on true
    where p.state = 2 and (p.start_on is null or to_char(p.start_on, 'YYYY-MM') <= k.month) and k.month < ${asked.bind(dayOf(asked.now).slice(0, 7))}::text`;
  },
});

export const incomeFrozenView = viewSource({
  view: incomeFrozen,
  order: 'm.month desc, abs(m.changed) desc, m.project',
  // As things are owed and booked, whatever the page asks for: that is what was looked through.
  rows: (asked) => {
    const { from, to } = monthsOf(asked.asks, asked.now);
    return `
    with ${flows(asked, '权责')}
    select z.id, z.month, p.area, z.project_code as project, z.income as "frozenIncome", z.spent as "frozenSpent", z.income - z.spent as "frozenNet",
      n.net as "nowNet", n.net - (z.income - z.spent) as changed, z.reviewed_by as reviewer, z.reviewed_at as "reviewedAt", nullif(z.note, '') as note
    from statistics_freeze z join projects p on p.code = z.project_code
      cross join lateral (select coalesce(sum(case f.kind when '收入' then f.amount else -f.amount end), 0) as net from flow f
        where f.project = z.project_code and f.month = z.month) n
    where z.month between ${asked.bind(from)}::text and ${asked.bind(to)}::text`;
  },
});
