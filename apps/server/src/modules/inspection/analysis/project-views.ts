/** Views of one project, or of several together: figures, days, scores, readings, problems, points, people. */
import type { Cells } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import { type Asked, at, dues, FAR_OFF, percent, scans, scoreRate, SHORT_STAY, stays } from './scans.ts';

export type View = (ctx: Ctx, asked: Asked, today: string) => RawBuilder<unknown>;

/** Rows of a view, all of them text. */
export const rowsOf = async (ctx: Ctx, view: RawBuilder<unknown>): Promise<Cells[]> =>
  (await sql<Cells>`${view}`.execute(ctx.db)).rows;

export const cards: View = (ctx, asked, today) => sql`
  with found as materialized (select * from ${scans(ctx, asked)} s),
    due as materialized (select * from ${dues(ctx, asked, today)} k),
    short as (select count(*) as n from ${stays(ctx, asked)} v where v.seconds < ${SHORT_STAY}),
    far as (select count(distinct source) as n from found s where s."offset" > ${FAR_OFF})
  select (select count(*) from due where done or over)::text as due, (select count(*) from due where done)::text as done,
    (select ${percent(sql`count(*) filter (where done)`, sql`count(*) filter (where done or over)`)} from due) as "doneRate",
    (select count(*) from due where over and not done)::text as missed,
    (select ${scoreRate} from found s) as "scoreRate",
    (select count(*) from found s where s.failed)::text as problems,
    (select ${percent(sql`count(*) filter (where s.closed is not null)`, sql`count(*)`)} from found s where s.failed) as "closeRate",
    ((select n from short) + (select n from far))::text as odd, (select n from short)::text as short, (select n from far)::text as far,
    (select count(distinct source) from found)::text as inspections,
    (select count(distinct point) from found s where s.day = ${today}::date)::text as today`;

/** Of the inspections that went on a day: items found of those that their routes ask for. */
export const calendar: View = (ctx, asked) => sql`
  select day::text as day, count(*)::text as inspections, sum(found)::text as found, sum(required)::text as due,
    ${percent(sql`sum(least(found, required))`, sql`sum(required)`)} as rate
  from (select s.source, min(s.day) as day, count(*) as found, max(s.required) as required from ${scans(ctx, asked)} s group by s.source) d
  group by day order by day`;

/** The score of each day, and that of all projects of the same areas that the person sees. */
export const trend: View = (ctx, asked) => {
  const { project: _, area: __, ...rest } = asked.input;
  const around = { ...asked, input: rest };
  return sql`
    with mine as materialized (select * from ${scans(ctx, asked)} s),
      areas as (select distinct left("projectArea", 7) as area from mine)
    select coalesce(a.day, m.day)::text as day, m.rate, a.rate as "areaRate" from
      (select s.day, ${scoreRate} as rate from mine s group by s.day) m full join
      (select s.day, ${scoreRate} as rate from ${scans(ctx, around)} s where left(s."projectArea", 7) in (select area from areas) group by s.day) a
        on a.day = m.day
    order by 1`;
};

/** Readings of items that are judged by a range, where what was noted is a number; with the limits of their day. */
export const parameter: View = (ctx, asked) => sql`
  select ${at(sql`s.at`)} as at, s.point::text as point, s.code || ' ' || s."pointName" as "pointName", s.item,
    substring(s.measured from '^\\s*(-?\\d+(?:\\.\\d+)?)') as value, i.lower, i.upper, i.unit
  from ${scans(ctx, asked)} s
    join b_perambulate_record r on r.id = s.id
    join point_version v on v.point_id = s.point and v.version = coalesce(r.standard_version, 1)
    cross join lateral jsonb_to_recordset(v.items) as i(item text, judge text, lower text, upper text, unit text)
  where i.item = s.item and i.judge = '数值范围' and s.measured ~ ('^\\s*-?\\d+(\\.\\d+)?\\s*' || '[^0-9]{0,12}$')
    ${asked.input.point ? sql`and s.point = ${asked.input.point}` : sql``}
  order by s.point, s.item, s.at limit 2000`;

/** Photos that were handed in for another point or inspection as well. */
const copied = sql`exists (select from jsonb_array_elements(case when jsonb_typeof(s.photos) = 'array' then s.photos else '[]'::jsonb end) a(photo)
  join file mine on mine.id::text = substring(a.photo ->> 'URL' from '^/files/(\\d+)-')
  join file other on other.sha256 = mine.sha256 and other.mime like 'image/%'
  join f_project_inspection_check_points y on y.point_photos::text like '%"/files/' || other.id || '-%'
  where y.parent_id <> s.source or y.point <> s.point)`;

export const problem: View = (ctx, asked, today) => sql`
  select s.id::text as id, ${at(sql`s.at`)} as at, s.project, s."projectName", i.user_name as inspector, s.code || ' ' || s."pointName" as "pointName",
    s.area, s.item, s.measured, s.standard, s.problem, s.severity, s.deduct::text as deduct, o.user_name as owner, s.due::text as due,
    ${at(sql`s.closed`)} as closed,
    greatest(0, coalesce((s.closed at time zone 'Asia/Shanghai')::date, ${today}::date) - s.due)::text as late,
    case when s.closed is not null then '已闭环' when s.due < ${today}::date then '逾期' else '整改中' end as state,
    s.recheck_opinion as recheck, (case when jsonb_typeof(s.photos) = 'array' then jsonb_array_length(s.photos) else 0 end)::text as photos,
    case when ${copied} then '疑似代扫' end as doubt, s.source::text as source, s."sourceNo", s.feedback::text as feedback, s.at as _order
  from ${scans(ctx, asked)} s left join app_user i on i.id = s.inspector left join app_user o on o.id = s.owner where s.failed`;

export const point: View = (ctx, asked, today) => sql`
  with found as materialized (select * from ${scans(ctx, asked)} s),
    due as (select point, count(*) filter (where done or over) as due, count(*) filter (where done) as done from ${dues(ctx, asked, today)} k group by point),
    stay as (select point, avg(seconds) as seconds from ${stays(ctx, asked)} v group by point),
    met as (select s.point, count(*) as n, count(*) filter (where s.failed) as failed, max(s.at) as last from found s group by s.point)
  select b.id::text as id, p.name as "projectName", b.code, b.name, b.area, d.due::text as due, coalesce(d.done, 0)::text as done,
    ${percent(sql`d.done`, sql`d.due`)} as "doneRate", coalesce(m.failed, 0)::text as failed, ${percent(sql`m.failed`, sql`m.n`)} as "failRate",
    round(t.seconds)::text as stay, ${at(sql`m.last`)} as last, b.project || b.code as _order
  from b_inspection_point b join project p on p.code = b.project left join due d on d.point = b.id left join met m on m.point = b.id
    left join stay t on t.point = b.id
  where (d.point is not null or m.point is not null) and not b.voided`;

/** In time: handed in within a day of leaving. */
export const person: View = (ctx, asked) => sql`
  with found as materialized (select * from ${scans(ctx, asked)} s),
    each as (select s.inspector, s.source, max(s.required) as required, count(*) as n, count(*) filter (where s.failed) as failed,
      bool_and(s.submitted_at <= s.leave_time + interval '1 day') as prompt, bool_or(s."offset" > ${FAR_OFF}) as far from found s group by 1, 2),
    short as (select inspector, count(*) filter (where seconds < ${SHORT_STAY}) as n from ${stays(ctx, asked)} v group by inspector)
  select e.inspector::text as id, u.user_name as name, count(*)::text as inspections, sum(e.required)::text as due, sum(e.n)::text as done,
    ${percent(sql`sum(e.n) filter (where e.prompt)`, sql`sum(e.n)`)} as "promptRate", sum(e.failed)::text as problems,
    (coalesce(max(h.n), 0) + count(*) filter (where e.far))::text as odd, u.user_name as _order
  from each e join app_user u on u.id = e.inspector left join short h on h.inspector = e.inspector group by e.inspector, u.user_name`;
