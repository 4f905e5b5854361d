/** What the analyses are made of: what was found at each point, what became of each problem, and which points were due. */
import type { AnalysisInput } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import { projectsVisible } from '../../projects/index.ts';
import type { Span } from './span.ts';

export interface Asked {
  readonly input: AnalysisInput;
  readonly span: Span;
}

/** A point left sooner than this was hardly looked at. */
export const SHORT_STAY = 20;
/** As the form says: farther off is marked red. */
export const FAR_OFF = 500;

const all = (parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(parts, sql` and `)}`;

/** Condition on the table `project` as `p`. */
export const ofProjects = (ctx: Ctx, input: Pick<AnalysisInput, 'project' | 'area'>): RawBuilder<boolean> => {
  const parts: RawBuilder<boolean>[] = [projectsVisible(ctx.session)];
  if (input.project) parts.push(sql`p.code = ${input.project}`);
  if (input.area) parts.push(sql`starts_with(p.area, ${input.area})`);
  return all(parts);
};

const within = (column: RawBuilder<unknown>, { from, to }: Span): RawBuilder<boolean> =>
  sql<boolean>`${column} >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'
    and ${column} < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`;

/**
 * One row a check item found: `s`. A problem is closed with its inspection where the inspector closed all of that one's problems, else when
 * the feedback that was left for it is through.
 */
export const scans = (ctx: Ctx, { input, span }: Asked): RawBuilder<unknown> => {
  const parts: RawBuilder<boolean>[] = [sql`not r.voided`, ofProjects(ctx, input), within(sql`r.scanned_at`, span)];
  if (input.kind) parts.push(sql`r.inspect_type = ${input.kind}`);
  if (input.pointArea) parts.push(sql`b.area = ${input.pointArea}`);
  if (input.person) parts.push(sql`r.inspector = ${input.person}`);
  return sql`(
    select r.id, r.project, p.name as "projectName", p.area as "projectArea", r.point, b.code, b.name as "pointName", b.area, r.scanned_at as at,
      (r.scanned_at at time zone 'Asia/Shanghai')::date as day, r.inspect_type as kind, r.item, r.measured, r.standard, r.result,
      coalesce(r.deduct, 0) as deduct, coalesce(r.full_score, 0) as full_score, r.problem, r.severity, r.inspector, r.source_id as source,
      r.source_no as "sourceNo", r.result = '不合格' as failed, d.rectify_owner as owner, d.rectify_before as due, d.point_photos as photos,
      c.required_points as required, c.leave_time, c.submitted_at, c.offset_distance as "offset", c.red_line, c.recheck_opinion,
      case when r.result <> '不合格' then null when coalesce(c.closed_count, 0) >= coalesce(c.problem_count, 0) then c.recheck_time
        when f.status = 'approved' then coalesce(f.actual_finish::timestamp at time zone 'Asia/Shanghai', f.finished_at) end as closed,
      f.id as feedback, f.status as "feedbackStatus",
      lead(r.scanned_at) over (partition by r.source_id order by r.scanned_at, r.id) as next
    from b_perambulate_record r join project p on p.code = r.project join b_inspection_point b on b.id = r.point
      join f_project_inspection_check c on r.source_module = 'projectInspectionCheck' and c.id = r.source_id
      left join lateral (select x.rectify_owner, x.rectify_before, x.point_photos from f_project_inspection_check_points x
        where x.parent_id = c.id and x.point = r.point and x.item = r.item order by x.row_no limit 1) d on true
      left join lateral (select q.id, q.status, q.actual_finish, q.finished_at from follow_up u
        join f_problem_detection_feedback q on q.id = u.target_id
        where u.source_module = 'projectInspectionCheck' and u.source_id = c.id and u.target_module = 'problemDetectionFeedback'
          and u.cancelled_at is null and position('：' || r.item || '，' in u.title) > 0 and r.result = '不合格' limit 1) f on true
    where ${all(parts)})`;
};

/** Seconds at each point of each inspection: from its first scan to that of the next point. Its last point has no stay. */
export const stays = (ctx: Ctx, asked: Asked): RawBuilder<unknown> => sql`(
  select v.source, v.point, v.inspector, extract(epoch from v.next - v.first)::numeric as seconds from (
    select source, point, inspector, min(at) as first, lead(min(at)) over (partition by source order by min(at), point) as next
      from ${scans(ctx, asked)} s group by source, point, inspector) v where v.next is not null)`;

/**
 * Each point of the company's inspections with each period of its frequency in the span: whether it was inspected in it, and whether the
 * period is over. A point that is due every shift counts by days: inspections are not made by shifts.
 */
export const dues = (ctx: Ctx, asked: Asked, today: string): RawBuilder<unknown> => {
  const { input, span } = asked;
  const parts: RawBuilder<boolean>[] = [
    sql`not b.voided`,
    sql`b.state = '启用'`,
    sql`b.kind = '公司巡检'`,
    ofProjects(ctx, input),
  ];
  if (input.pointArea) parts.push(sql`b.area = ${input.pointArea}`);
  return sql`(
    with met as materialized (select point, day from ${scans(ctx, asked)} s)
    select b.id as point, b.code, b.name, b.area, b.project, k.starts, k.starts + g.step as ends, k.starts + g.step <= ${today}::date as over,
      exists (select from met where met.point = b.id and met.day >= k.starts and met.day < k.starts + g.step) as done
    from b_inspection_point b join project p on p.code = b.project
      cross join lateral (select case b.frequency when '周' then 'week' when '月' then 'month' when '季' then 'quarter' else 'day' end as unit,
        case b.frequency when '周' then interval '1 week' when '月' then interval '1 month' when '季' then interval '3 months'
          else interval '1 day' end as step) g
      cross join lateral generate_series(
        date_trunc(g.unit, greatest(${span.from}::date, (b.entered_at at time zone 'Asia/Shanghai')::date)::timestamp),
        least(${span.to}::date, ${today}::date)::timestamp, g.step) as k(starts)
    where ${all(parts)})`;
};

/** A share in percent with one place; null where there is nothing to share. */
export const percent = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`round(100.0 * (${part}) / nullif(${whole}, 0), 1)::text`;

export const scoreRate = percent(sql`sum(s.full_score - s.deduct)`, sql`sum(s.full_score)`);

/** A moment to the minute, as the wire has it. */
export const at = (column: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM-DD"T"HH24:MI:SS"+08:00"')`;
