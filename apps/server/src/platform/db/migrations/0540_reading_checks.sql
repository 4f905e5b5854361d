-- What a reading names is asked for once a statement (0447), now also whom it was recorded by and what it supersedes: a reference asks for each
-- row, also where it is empty, and of a million imported readings both are.
alter table manual_reading drop constraint manual_reading_recorded_by_fkey, drop constraint manual_reading_supersedes_fkey;

create or replace function manual_reading_owners() returns trigger language plpgsql as $$
declare
  owner record;
begin
  for owner in select distinct meter_id, project_code, batch_id from added order by 1, 2, 3 loop
    perform 1 from meter m where m.device_id = owner.meter_id and m.project_code = owner.project_code for key share;
    if not found then
      raise exception 'a reading without its meter' using errcode = 'foreign_key_violation', constraint = 'manual_reading_meter';
    end if;
    if owner.batch_id is not null then
      perform 1 from reading_batch b where b.id = owner.batch_id for key share;
      if not found then
        raise exception 'a reading without its batch' using errcode = 'foreign_key_violation', constraint = 'manual_reading_batch';
      end if;
    end if;
  end loop;
  for owner in select distinct recorded_by from added where recorded_by is not null order by 1 loop
    perform 1 from app_user u where u.id = owner.recorded_by for key share;
    if not found then
      raise exception 'a reading without its author' using errcode = 'foreign_key_violation', constraint = 'manual_reading_author';
    end if;
  end loop;
  -- Readings are never taken away: what was there stays.
  if exists (select from added a where a.supersedes is not null and not exists (select from manual_reading r where r.id = a.supersedes)) then
    raise exception 'a version of no reading' using errcode = 'foreign_key_violation', constraint = 'manual_reading_supersedes';
  end if;
  return null;
end $$;

-- The other side: who recorded readings stays.
create function manual_reading_keeps_author() returns trigger language plpgsql as $$
begin
  if exists (select from manual_reading r where r.recorded_by = old.id) then
    raise exception 'person % has readings', old.id using errcode = 'foreign_key_violation', constraint = 'manual_reading_author';
  end if;
  return null;
end $$;
create trigger app_user_readings_gone after delete on app_user for each row execute function manual_reading_keeps_author();
create trigger app_user_readings_moved after update of id on app_user for each row
  when (old.id is distinct from new.id) execute function manual_reading_keeps_author();

-- Readings of a project are found by its meters; by the time at which they were recorded only corrections and what was filled in are asked for.
drop index manual_reading_project_code_recorded_at_idx;
create index manual_reading_changes_idx on manual_reading (recorded_at) where supersedes is not null or flag in ('补', '估');
