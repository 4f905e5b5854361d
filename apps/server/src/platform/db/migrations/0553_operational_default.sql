-- 公司默认 of 运行设置: what holds for projects that nobody set anything of, with versions of its own; no project named.
alter table operational_setting alter column project_code drop not null;
alter table operational_setting drop constraint operational_setting_project_code_valid_from_key;
alter table operational_setting add constraint operational_setting_project_code_valid_from_key
  unique nulls not distinct (project_code, valid_from);
-- What held until now, of all days before somebody changes it.
insert into operational_setting (project_code, valid_from, reason) values (null, '2000-01-01', '系统预置');

-- What holds for each project: its own versions, or the company's where it has none.
create view operational_of as
  select s.project_code, s.valid_from, s.day_cut, s.attribution, s.tolerance_minutes, s.entry_days, s.entry_minutes, s.day_lock_days,
    s.month_lock_day, s.month_lock_minutes, s.cooling_from, s.cooling_to, s.heating_from, s.heating_to, s.photo_meters, s.param_hours, s.shifts,
    s.remind_minutes, s.escalate_hours, s.required, s.remind_to
  from operational_setting s where s.project_code is not null
  union all
  select p.code, s.valid_from, s.day_cut, s.attribution, s.tolerance_minutes, s.entry_days, s.entry_minutes, s.day_lock_days,
    s.month_lock_day, s.month_lock_minutes, s.cooling_from, s.cooling_to, s.heating_from, s.heating_to, s.photo_meters, s.param_hours, s.shifts,
    s.remind_minutes, s.escalate_hours, s.required, s.remind_to
  from project p cross join operational_setting s
  where s.project_code is null and not exists (select from operational_setting own where own.project_code = p.code);

-- As in 0452, by what holds for the project.
create or replace function energy_closed_day(project text, instant timestamptz) returns date language sql stable as $$
  select ((instant at time zone 'Asia/Shanghai') - make_interval(mins => r.cut + r.tolerance) - interval '1 microsecond')::date + r.shift
  from (
    select coalesce(s.day_cut, 480) % 1440 as cut, coalesce(s.tolerance_minutes, 60) as tolerance,
      case when s.attribution = 'same' and s.day_cut < 1440 then 1 else 0 end as shift
    from (values (1)) one left join lateral (
      select o.day_cut, o.tolerance_minutes, o.attribution from operational_of o where o.project_code = project
      order by (o.valid_from <= (instant at time zone 'Asia/Shanghai')::date - 1) desc,
        case when o.valid_from <= (instant at time zone 'Asia/Shanghai')::date - 1 then o.valid_from end desc, o.valid_from limit 1) s on true
  ) r
$$;
