-- How often each module's records changed. A list keeps its total and sums together with this number and works them out again only
-- when it has moved, so that they stay exact without counting a hundred thousand rows for every page.

-- One row for each module and database connection: a connection runs one transaction at a time, so nobody waits for anybody here.
create table form_change (
  module_id text not null,
  -- pg_backend_pid(); 0 holds what connections that are gone have left.
  shard integer not null,
  version bigint not null,
  primary key (module_id, shard)
);

create function form_changed() returns trigger language plpgsql as $$
begin
  insert into form_change (module_id, shard, version) values (tg_argv[0], pg_backend_pid(), 1)
  on conflict (module_id, shard) do update set version = form_change.version + 1;
  return null;
end $$;

-- Who took part in an approval sees the record, so that a new participant changes lists, too.
create function form_participants_changed() returns trigger language plpgsql as $$
begin
  insert into form_change (module_id, shard, version) select distinct module_id, pg_backend_pid(), 1 from added
  on conflict (module_id, shard) do update set version = form_change.version + 1;
  return null;
end $$;
create trigger wf_participant_changed after insert on wf_participant
  referencing new table as added for each statement execute function form_participants_changed();

-- Sum of a module's changes. It moves with every committed change and never otherwise.
create function form_version(module text) returns bigint language sql stable as
  $$ select coalesce(sum(version), 0)::bigint from form_change where module_id = module $$;

-- Folds the rows of connections that are gone into one; the sum stays. For start-up.
create procedure form_change_fold() language sql as $$
  with gone as (
    delete from form_change where shard <> 0 and shard not in (select pid from pg_stat_activity) returning module_id, version
  )
  insert into form_change (module_id, shard, version) select module_id, 0, sum(version) from gone group by module_id
  on conflict (module_id, shard) do update set version = form_change.version + excluded.version
$$;
