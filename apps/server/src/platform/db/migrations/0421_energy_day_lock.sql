-- The lock of months is asked once a statement instead of once a row: a year of days is one statement.
drop trigger meter_day_lock on meter_day;
drop function energy_guard_day();

create function energy_guard_days() returns trigger language plpgsql as $$
declare
  locked record;
begin
  for locked in
    select m.project_code, m.month from (select distinct project_code, to_char(day, 'YYYY-MM') as month from touched) m
    where energy_month_locked(m.project_code, m.month) limit 1
  loop
    raise exception 'month % of % is locked', locked.month, locked.project_code
      using errcode = 'check_violation', constraint = 'energy_month_locked';
  end loop;
  return null;
end $$;
create trigger meter_day_lock_insert after insert on meter_day
  referencing new table as touched for each statement execute function energy_guard_days();
create trigger meter_day_lock_update after update on meter_day
  referencing new table as touched for each statement execute function energy_guard_days();
create trigger meter_day_lock_delete after delete on meter_day
  referencing old table as touched for each statement execute function energy_guard_days();
