-- What processes keep of meters is old for the projects whose meters changed, not for all: one meter of one project made a company's hundred
-- thousand be looked up again in the middle of a burst.
drop trigger meter_touched on meter;
drop trigger meter_install_touched on meter_install;
drop trigger device_touched on device;
drop function touch_meters();
delete from meter_touch;
alter table meter_touch add project_code text not null;

-- A row for each project of a statement. Rows are only added: nobody waits for anybody.
create function touch_gone_meters() returns trigger language plpgsql as $$
begin
  insert into meter_touch (project_code) select distinct project_code from gone where project_code is not null;
  return null;
end $$;
create function touch_come_meters() returns trigger language plpgsql as $$
begin
  insert into meter_touch (project_code) select distinct project_code from come where project_code is not null;
  return null;
end $$;
create trigger meter_inserted after insert on meter referencing new table as come for each statement execute function touch_come_meters();
create trigger meter_gone after delete on meter referencing old table as gone for each statement execute function touch_gone_meters();
create trigger meter_left after update on meter referencing old table as gone for each statement execute function touch_gone_meters();
create trigger meter_updated after update on meter referencing new table as come for each statement execute function touch_come_meters();

create function touch_gone_installs() returns trigger language plpgsql as $$
begin
  insert into meter_touch (project_code) select distinct m.project_code from gone join meter m on m.device_id = gone.meter_id where m.project_code is not null;
  return null;
end $$;
create function touch_come_installs() returns trigger language plpgsql as $$
begin
  insert into meter_touch (project_code) select distinct m.project_code from come join meter m on m.device_id = come.meter_id where m.project_code is not null;
  return null;
end $$;
create trigger meter_install_inserted after insert on meter_install referencing new table as come for each statement execute function touch_come_installs();
create trigger meter_install_gone after delete on meter_install referencing old table as gone for each statement execute function touch_gone_installs();
create trigger meter_install_left after update on meter_install referencing old table as gone for each statement execute function touch_gone_installs();
create trigger meter_install_updated after update on meter_install referencing new table as come for each statement execute function touch_come_installs();

-- Few devices are called otherwise, and one at a time.
create function touch_device() returns trigger language plpgsql as $$
begin
  insert into meter_touch (project_code)
    select distinct code from unnest(array[old.project_code, new.project_code]) as p(code) where code is not null;
  return null;
end $$;
create trigger device_touched after update of point_code, code, project_code on device for each row
  when ((old.point_code, old.code, old.project_code) is distinct from (new.point_code, new.code, new.project_code)) execute function touch_device();
