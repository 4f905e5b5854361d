/** Views over the projects of an area: how they compare, what fails most, where, and what must not happen again. */
import { sql } from 'kysely';
import { before } from './span.ts';
import { type Asked, ofProjects, percent, scans, scoreRate } from './scans.ts';
import type { View } from './project-views.ts';

/** A project whose running is ours. */
const RUNNING = 2;
const OUTSIDE = sql`('公司巡检', '区域巡检')`;

const projectsOf = (ctx: Parameters<View>[0], { input }: Asked) =>
  sql`(select p.code, p.name, p.area, a.name as "areaName", p.state from project p left join dept a on a.id = left(p.area, 7)
    where ${ofProjects(ctx, input)} and p.state in (0, 1, ${RUNNING}))`;

export const areaCards: View = (ctx, asked, today) => sql`
  with found as materialized (select * from ${scans(ctx, asked)} s)
  select (select ${scoreRate} from found s) as "scoreRate",
    (select ${percent(
      sql`count(*) filter (where exists (select from found s where s.project = p.code and s.kind in ${OUTSIDE}))`,
      sql`count(*)`,
    )} from ${projectsOf(ctx, asked)} p where p.state = ${RUNNING}) as "coverRate",
    (select coalesce(sum(n), 0) from (select max(cardinality(s.red_line)) as n from found s group by s.source) r)::text as "redLines",
    (select count(*) from found s where s.failed and s.closed is null and s.due < ${today}::date)::text as overdue,
    (select count(distinct source) from found)::text as inspections`;

export const ranking: View = (ctx, asked, today) => {
  const earlier = { ...asked, span: before(asked.span) };
  const { from, to } = asked.span;
  return sql`
    with found as materialized (select * from ${scans(ctx, asked)} s),
      score as (select s.project, count(distinct s.source) as inspections, count(distinct s.point) as points, ${scoreRate} as rate,
        count(*) filter (where s.failed) as problems, count(*) filter (where s.failed and s.severity = '严重') as serious,
        count(*) filter (where s.failed and s.closed is not null) as closed,
        avg(extract(epoch from s.closed - s.at) / 86400) filter (where s.failed and s.closed is not null) as days
        from found s group by s.project),
      red as (select project, sum(n) as n from (select s.project, s.source, max(cardinality(s.red_line)) as n from found s group by 1, 2) r group by project),
      was as (select s.project, ${scoreRate} as rate from ${scans(ctx, earlier)} s group by s.project),
      points as (select project, count(*) as n from b_inspection_point where kind = '公司巡检' and state = '启用' and not voided group by project),
      rounds as (select project_code as project, count(distinct day) as days from inspection_completion
        where not voided and day between ${from}::date and least(${to}::date, ${today}::date) group by project_code)
    select p.code as id, case when c.rate is not null then rank() over (order by c.rate::numeric desc nulls last) end::text as place, p."areaName", p.name as "projectName",
      coalesce(c.inspections, 0)::text as inspections, ${percent(sql`c.points`, sql`n.n`)} as "coverRate", c.rate as "scoreRate",
      (c.rate::numeric - w.rate::numeric)::text as change, coalesce(c.problems, 0)::text as problems, coalesce(c.serious, 0)::text as serious,
      coalesce(r.n, 0)::text as "redLines", ${percent(sql`c.closed`, sql`c.problems`)} as "closeRate", round(c.days::numeric, 1)::text as days,
      ${percent(sql`coalesce(d.days, 0)`, sql`greatest(0, least(${to}::date, ${today}::date) - ${from}::date + 1)`)} as "roundRate",
      lpad((rank() over (order by c.rate::numeric desc nulls last))::text, 6, '0') || p.code as _order
    from ${projectsOf(ctx, asked)} p left join score c on c.project = p.code left join red r on r.project = p.code
      left join was w on w.project = p.code left join points n on n.project = p.code left join rounds d on d.project = p.code
    where c.project is not null or p.state = ${RUNNING}`;
};

/** What fails most, first. */
export const item: View = (ctx, asked) => sql`
  select s.item, count(*)::text as failed, round(100.0 * sum(count(*)) over (order by count(*) desc, s.item) / sum(count(*)) over (), 1)::text as "share"
  from ${scans(ctx, asked)} s where s.failed group by s.item order by count(*) desc, s.item`;

export const heatmap: View = (ctx, asked) => sql`
  select s.project, s."projectName", s.area, count(*)::text as found, count(*) filter (where s.failed)::text as failed,
    ${percent(sql`count(*) filter (where s.failed)`, sql`count(*)`)} as rate
  from ${scans(ctx, asked)} s group by s.project, s."projectName", s.area order by s.project, s.area`;

/** Red lines that were touched, and problems found again at the same point. */
export const redLine: View = (ctx, asked) => sql`
  with found as materialized (select * from ${scans(ctx, asked)} s)
  select '红线' as kind, s."projectName", l.line as what, count(distinct s.source)::text as times, max(s.day)::text as last,
    max(u.user_name) as owner, max(c.punish_opinion) as decision, max(s.source)::text as source, '0' || max(s.day)::text as _order
  from found s join f_project_inspection_check c on c.id = s.source cross join lateral unnest(s.red_line) as l(line)
    left join app_user u on u.id = c.site_leader group by s.project, s."projectName", l.line
  union all
  select '重复问题', s."projectName", s.code || ' ' || s."pointName" || '：' || s.item, count(distinct s.source)::text, max(s.day)::text,
    max(o.user_name), max(c.rectify_plan), max(s.source)::text, '1' || max(s.day)::text
  from found s join f_project_inspection_check c on c.id = s.source left join app_user o on o.id = s.owner
  where s.failed group by s.project, s."projectName", s.point, s.code, s."pointName", s.item having count(distinct s.source) > 1`;
