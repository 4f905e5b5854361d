/** 项目录入统计: what was due, what came in time, what was filled in or corrected, by project and day. Sums of the database, however many projects. */
import { CHINA, dayAt } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { projectsVisible } from '../../projects/index.ts';

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份格式应为 YYYY-MM');

export const progressInput = z.object({
  ProjectCode: z.string().max(30).optional(),
  ProjectCodes: z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(z.string().max(30)).max(500, '一次最多500个项目').optional(),
  ),
  AreaId: z.string().max(30).optional(),
  Month: month.optional(),
  CategoryCode: z.string().max(40).optional(),
});
type Input = z.output<typeof progressInput>;

interface Cell {
  readonly project: string;
  readonly day: string;
  readonly due: number;
  readonly done: number;
}

interface Counted {
  readonly project: string;
  readonly entered: number;
  readonly intime: number;
  readonly filled: number;
  readonly estimated: number;
  readonly changed: number;
  readonly unexplained: number;
  readonly photoless: number;
  readonly lag: number | null;
}

interface ProjectRow {
  readonly code: string;
  readonly name: string;
  readonly area: string;
  readonly manager: string | null;
  readonly locked: boolean;
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : (part / whole) * 100);

/** The most days on end on which something was due and nothing came. */
const longestMissing = (cells: readonly Cell[]): number => {
  let now = 0;
  let longest = 0;
  for (const { due, done } of cells) {
    if (due === 0) continue;
    now = done === 0 ? now + 1 : 0;
    longest = Math.max(longest, now);
  }
  return longest;
};

const summed = (rows: readonly Counted[], key: Exclude<keyof Counted, 'project' | 'lag'>): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

export async function progress(ctx: Ctx, input: Input) {
  const of = input.Month ?? dayAt(ctx.now.getTime(), CHINA).slice(0, 7);
  const first = `${of}-01`;
  const codes = input.ProjectCodes ?? (input.ProjectCode === undefined ? undefined : [input.ProjectCode]);
  const { rows: projects } = await sql<ProjectRow>`
    select p.code, p.name, d.name as area, u.user_name as manager, energy_month_locked(p.code, ${of}) as locked
    from project p join dept d on d.id = p.area left join app_user u on u.id = p.manager
    where ${projectsVisible(ctx.session, 'p')} and exists (select from meter m where m.project_code = p.code)
      and ${codes === undefined ? sql`true` : sql`p.code = any(${[...codes]}::text[])`}
      and ${input.AreaId === undefined || input.AreaId === '' ? sql`true` : sql`starts_with(p.area, ${input.AreaId})`}
    order by p.area, p.code`.execute(ctx.db);
  const seen = projects.map(({ code }) => code);
  const category =
    input.CategoryCode === undefined || input.CategoryCode === ''
      ? sql`true`
      : sql`m.category_id in (select c.id from energy_category c left join energy_category t on t.id = c.parent_id
          where coalesce(t.code, c.code) = ${input.CategoryCode})`;
  const meters = sql`(select m.*, o.day_cut, o.attribution, o.tolerance_minutes, o.entry_days, o.entry_minutes,
      cardinality(coalesce(o.required, '{}')) = 0 or coalesce(top.code, own.code) = any(o.required) as required
    from meter m join energy_category own on own.id = m.category_id left join energy_category top on top.id = own.parent_id left join lateral operational_on(m.project_code, ${first}::date) o on true
    where m.project_code = any(${seen}::text[]) and ${category} and m.frequency not like 'auto:%')`;
  const [cells, counted] = await Promise.all([
    sql<Cell>`
      select m.project_code as project, g::date::text as day,
        sum(case when s.day is not null then 0 when m.frequency = 'day' then cardinality(m.registers)
          when m.frequency like '%h' then 24 / left(m.frequency, -1)::int * cardinality(m.registers)
          when extract(day from g) = least(substr(m.frequency, 7)::int, extract(day from ${first}::date + interval '1 month - 1 day')::int)
            then cardinality(m.registers) else 0 end)::int as due,
        sum(coalesce(f.got, 0))::int as done
      from ${meters} m
        cross join generate_series(${first}::date, least(${first}::date + interval '1 month - 1 day',
          ((app_now() at time zone ${CHINA}) - make_interval(mins => coalesce(m.day_cut, 480)))::date
            - case when m.attribution = 'same' and m.day_cut < 1440 then 0 else 1 end), interval '1 day') g
        left join stop_day s on s.project_code = m.project_code and s.day = g::date
        left join lateral (select sum(d.got) as got from meter_day d where d.meter_id = m.device_id and d.day = g::date) f on true
      where m.required and m.used_from <= g::date and (m.used_to is null or m.used_to >= g::date)
      group by 1, 2 order by 1, 2`.execute(ctx.db),
    sql<Counted>`
      with r as (
        select r.*, m.is_settle, m.required, coalesce(m.entry_days, 1) as entry_days, coalesce(m.entry_minutes, 720) as entry_minutes,
          (r.at at time zone ${CHINA}) - make_interval(mins => coalesce(m.day_cut, 480)) as local,
          coalesce(m.tolerance_minutes, 60) as near, case when m.attribution = 'same' and m.day_cut < 1440 then 1 else 0 end as shift
        from ${meters} m join manual_reading r on r.meter_id = m.device_id
        where r.at >= ${first}::date and r.at < ${first}::date + interval '1 month 2 days'),
      d as (select r.*, r.local::date - case when extract(epoch from r.local::time) <= r.near * 60 then 1 else 0 end + r.shift as day from r),
      e as (select d.*, (select count(*) from manual_reading v where v.meter_id = d.meter_id and v.register = d.register and v.at = d.at) as versions
        from d where d.day >= ${first}::date and d.day < ${first}::date + interval '1 month' and d.supersedes is null)
      select project_code as project, count(*)::int as entered,
        count(*) filter (where required and flag not in ('估', '补') and recorded_at < ((day + entry_days)::timestamp + make_interval(mins => entry_minutes)) at time zone ${CHINA})::int as intime,
        count(*) filter (where flag in ('估', '补'))::int as filled, count(*) filter (where flag = '估')::int as estimated, count(*) filter (where versions > 1)::int as changed,
        count(*) filter (where verdict ->> 'level' = 'abnormal' and reason_type = '')::int as unexplained,
        count(*) filter (where is_settle and photos = '[]' and verdict is not null)::int as photoless,
        (avg(greatest(0, extract(epoch from recorded_at - at))) / 3600)::float8 as lag
      from e group by 1`.execute(ctx.db),
  ]);
  const byProject = Map.groupBy(cells.rows, ({ project }) => project);
  const counts = new Map(counted.rows.map((row) => [row.project, row]));
  const due = cells.rows.reduce((sum, cell) => sum + cell.due, 0);
  const done = cells.rows.reduce((sum, cell) => sum + Math.min(cell.done, cell.due), 0);
  const entered = summed(counted.rows, 'entered');
  return {
    Month: of,
    Summary: {
      Due: due,
      Done: done,
      Completeness: share(done, due),
      OnTime: share(summed(counted.rows, 'intime'), due),
      Filled: share(summed(counted.rows, 'filled'), entered),
      Estimated: share(summed(counted.rows, 'estimated'), entered),
      Unexplained: summed(counted.rows, 'unexplained'),
      Changed: share(summed(counted.rows, 'changed'), entered),
    },
    Calendar: cells.rows.map(({ project, day, due: asked, done: came }) => ({
      ProjectCode: project,
      Date: day,
      Due: asked,
      Done: Math.min(came, asked),
      Rate: share(Math.min(came, asked), asked),
    })),
    rows: projects.map((one) => {
      const mine = byProject.get(one.code) ?? [];
      const count = counts.get(one.code);
      const asked = mine.reduce((sum, cell) => sum + cell.due, 0);
      const came = mine.reduce((sum, cell) => sum + Math.min(cell.done, cell.due), 0);
      return {
        ProjectCode: one.code,
        ProjectName: one.name,
        AreaName: one.area,
        ManagerName: one.manager ?? '',
        Due: asked,
        Done: came,
        Completeness: share(came, asked),
        OnTime: share(count?.intime ?? 0, asked),
        LagHours: count?.lag ?? null,
        Filled: share(count?.filled ?? 0, count?.entered ?? 0),
        Estimated: share(count?.estimated ?? 0, count?.entered ?? 0),
        /** Taken at the time, entered after it. */
        Backfilled: share((count?.filled ?? 0) - (count?.estimated ?? 0), count?.entered ?? 0),
        Changed: share(count?.changed ?? 0, count?.entered ?? 0),
        Unexplained: count?.unexplained ?? 0,
        PhotoMissing: count?.photoless ?? 0,
        LongestMissing: longestMissing(mine),
        Locked: one.locked,
      };
    }),
  };
}
