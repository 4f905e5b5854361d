-- A locked month takes no readings, whoever writes them and however (ADR 0021): what comes late is registered as an adjustment.

-- The day that a reading closes, as `closedDay` of packages/energy says it: by the project's cut and attribution of then; what comes within the
-- tolerance after a cut still closes the day before it.
create function energy_closed_day(project text, instant timestamptz) returns date language sql stable as $$
  select ((instant at time zone 'Asia/Shanghai') - make_interval(mins => r.cut + r.tolerance) - interval '1 microsecond')::date + r.shift
  from (
    select coalesce(s.day_cut, 480) % 1440 as cut, coalesce(s.tolerance_minutes, 60) as tolerance,
      case when s.attribution = 'same' and s.day_cut < 1440 then 1 else 0 end as shift
    from (values (1)) one left join lateral (
      select o.day_cut, o.tolerance_minutes, o.attribution from operational_setting o where o.project_code = project
      order by (o.valid_from <= (instant at time zone 'Asia/Shanghai')::date - 1) desc,
        case when o.valid_from <= (instant at time zone 'Asia/Shanghai')::date - 1 then o.valid_from end desc, o.valid_from limit 1) s on true
  ) r
$$;

-- Asked once a statement: a million readings of open months are looked at only by their first and last instant.
create function manual_reading_lock() returns trigger language plpgsql as $$
declare
  locked record;
begin
  for locked in
    with spans as materialized (
      select project_code, min(at) as first, max(at) as last from added where flag <> '换' group by project_code),
    months as materialized (
      select s.project_code, to_char(m, 'YYYY-MM') as month from spans s,
        generate_series(date_trunc('month', s.first - interval '3 days'), s.last + interval '1 day', interval '1 month') m
      where energy_month_locked(s.project_code, to_char(m, 'YYYY-MM')))
    select a.project_code, m.month from months m
      join added a on a.project_code = m.project_code and a.flag <> '换'
        and a.at >= (to_date(m.month, 'YYYY-MM') - 1)::timestamp at time zone 'Asia/Shanghai'
        and a.at < (to_date(m.month, 'YYYY-MM') + interval '1 month 3 days')::timestamp at time zone 'Asia/Shanghai'
        and to_char(energy_closed_day(a.project_code, a.at), 'YYYY-MM') = m.month
    limit 1
  loop
    raise exception 'month % of % is locked', locked.month, locked.project_code
      using errcode = 'check_violation', constraint = 'energy_month_locked';
  end loop;
  return null;
end $$;
-- What an exchange writes of its own (换) counts nothing: it says where the one apparatus ended and the other began.
create trigger manual_reading_lock after insert on manual_reading
  referencing new table as added for each statement execute function manual_reading_lock();
