-- 营业时间 (minutes after midnight; none set: at any hour; [0, 0]: closed), 气象来源, 缺数时用相邻站. 交接时刻 is part of each shift.
alter table operational_setting
  add column open_work integer[] check (cardinality(open_work) = 2 and open_work[1] >= 0 and open_work[1] <= open_work[2] and open_work[2] <= 1440),
  add column open_rest integer[] check (cardinality(open_rest) = 2 and open_rest[1] >= 0 and open_rest[1] <= open_rest[2] and open_rest[2] <= 1440),
  add column weather_district text references district,
  add column weather_near boolean not null default true;

create or replace view operational_of as
  select s.project_code, s.valid_from, s.day_cut, s.attribution, s.tolerance_minutes, s.entry_days, s.entry_minutes, s.day_lock_days,
    s.month_lock_day, s.month_lock_minutes, s.cooling_from, s.cooling_to, s.heating_from, s.heating_to, s.photo_meters, s.param_hours, s.shifts,
    s.remind_minutes, s.escalate_hours, s.required, s.remind_to, s.open_work, s.open_rest, s.weather_district, s.weather_near
  from operational_setting s where s.project_code is not null
  union all
  select p.code, s.valid_from, s.day_cut, s.attribution, s.tolerance_minutes, s.entry_days, s.entry_minutes, s.day_lock_days,
    s.month_lock_day, s.month_lock_minutes, s.cooling_from, s.cooling_to, s.heating_from, s.heating_to, s.photo_meters, s.param_hours, s.shifts,
    s.remind_minutes, s.escalate_hours, s.required, s.remind_to, s.open_work, s.open_rest, s.weather_district, s.weather_near
  from project p cross join operational_setting s
  where s.project_code is null and not exists (select from operational_setting own where own.project_code = p.code);

-- What holds for a project on a day: the version that began last; before its first one, the first. The one place that says so in SQL.
create function operational_on(project text, on_day date) returns setof operational_of language sql stable rows 1 as $$
  select o.* from operational_of o where o.project_code = project
  order by (o.valid_from <= on_day) desc, case when o.valid_from <= on_day then o.valid_from end desc, o.valid_from limit 1
$$;

-- 自定义节假日: days off and days worked besides the country's; of all projects where none is named.
create table project_holiday (
  project_code text references project,
  day date not null,
  off boolean not null,
  name text not null check (name <> ''),
  edited_by bigint references app_user,
  edited_at timestamptz not null default app_now(),
  unique nulls not distinct (project_code, day)
);

-- Whether nobody works in a project on a day: its own calendar, the company's, the country's, weekends.
create function project_off(project text, on_day date) returns boolean language sql stable as $$
  select coalesce(
    (select h.off from project_holiday h where h.project_code = project and h.day = on_day),
    (select h.off from project_holiday h where h.project_code is null and h.day = on_day),
    (select k.off from work_calendar k where k.day = on_day),
    extract(isodow from on_day) >= 6)
$$;

-- The weather of a project by the station that held on each day; where that has none, of a neighbour in the province, if that is wanted.
create function project_weather(project text, low date, high date)
returns table (project_code text, day date, avg_c numeric, max_c numeric, min_c numeric, humidity numeric, condition text, hourly numeric[],
  source text, district text, own boolean) language sql stable rows 60 as $$
  with version as (select coalesce(o.weather_district, p.district) as district, o.weather_near as near, o.valid_from,
      lead(o.valid_from) over by_day as next, row_number() over by_day as nth
    from operational_of o join project p on p.code = o.project_code where o.project_code = project window by_day as (order by o.valid_from)),
  asked as (select g::date as day, v.district, v.near from version v
    cross join lateral generate_series(case when v.nth = 1 then low else greatest(low, v.valid_from) end,
      least(high, coalesce(v.next - 1, high)), interval '1 day') g)
  select project, asked.day, w.avg_c, w.max_c, w.min_c, w.humidity, w.condition, w.hourly, w.source, w.district, w.district = asked.district
  from asked cross join lateral (select n.* from weather_day n
    where n.day = asked.day and (n.district = asked.district or asked.near and left(n.district, 2) = left(asked.district, 2))
    order by n.district = asked.district desc, left(n.district, 4) = left(asked.district, 4) desc, n.district limit 1) w
$$;
create index weather_day_day_idx on weather_day (day);
