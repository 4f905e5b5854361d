-- 历史数据录入: what a file was found to be, and what became of it.
alter table reading_batch
  -- How many readings took the place of ones imported before.
  add column versioned integer not null default 0,
  -- What is wrong with its rows, the first ones; and how many there are in all.
  add column faults jsonb not null default '[]',
  add column faulty integer not null default 0,
  add column voided_by bigint references app_user,
  add column voided_at timestamptz;

-- A million readings come in at once, and asking row by row whether their meter is there took nine tenths of the time. Readings are only
-- added, so that the meters of a statement are asked for once: held like a reference holds them, so that none goes meanwhile.
alter table manual_reading drop constraint manual_reading_meter_id_project_code_fkey, drop constraint manual_reading_batch_id_fkey;

create function manual_reading_owners() returns trigger language plpgsql as $$
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
  return null;
end $$;
create trigger manual_reading_owners after insert on manual_reading
  referencing new table as added for each statement execute function manual_reading_owners();

-- The other side: what readings speak of stays. After the row is gone, so that a reading that came meanwhile is seen.
create function manual_reading_keeps() returns trigger language plpgsql as $$
begin
  if exists (select from manual_reading r where r.meter_id = old.device_id) then
    raise exception 'meter % has readings', old.device_id using errcode = 'foreign_key_violation', constraint = 'manual_reading_meter';
  end if;
  return null;
end $$;
create trigger meter_readings_gone after delete on meter for each row execute function manual_reading_keeps();
create trigger meter_readings_moved after update of device_id, project_code on meter for each row
  when (old.device_id is distinct from new.device_id or old.project_code is distinct from new.project_code)
  execute function manual_reading_keeps();
create trigger reading_batch_kept before delete on reading_batch for each row execute function refuse_change();

-- Each index costs a million readings two seconds: the last reading before an instant is found by (meter_id, register, at) read backwards, and
-- what no telephone sent has no number of its own.
drop index manual_reading_last_idx;
alter table manual_reading drop constraint manual_reading_client_id_key;
create unique index manual_reading_client_idx on manual_reading (client_id) where client_id is not null;
