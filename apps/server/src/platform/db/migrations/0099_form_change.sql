-- What changed of each module's records, by blocks of 4,096 ids. A list keeps its total and sums by block together with these numbers and
-- works out again only the blocks that have moved, so that they stay exact without counting a hundred thousand rows after every write.

-- One row for each block and database connection: a connection runs one transaction at a time, so nobody waits for anybody here.
create table form_change (
  -- `*` stands for what lists of every module look at: areas and names of projects, names of people.
  module_id text not null,
  -- id >> 12; -1 for `*`.
  block bigint not null,
  -- pg_backend_pid(); 0 holds what connections that are gone have left.
  shard integer not null,
  version bigint not null,
  primary key (module_id, block, shard)
);

-- For triggers whose transition table is called `changed`.
create function form_changed() returns trigger language plpgsql as $$
begin
  insert into form_change (module_id, block, shard, version)
  select tg_argv[0], b.block, pg_backend_pid(), 1 from (select distinct id >> 12 as block from changed) b
  on conflict (module_id, block, shard) do update set version = form_change.version + 1;
  return null;
end $$;

-- Who took part in an approval sees the record, so that a new participant changes lists, too.
create function form_participants_changed() returns trigger language plpgsql as $$
begin
  insert into form_change (module_id, block, shard, version)
  select b.module_id, b.block, pg_backend_pid(), 1 from (select distinct module_id, biz_id >> 12 as block from changed) b
  on conflict (module_id, block, shard) do update set version = form_change.version + 1;
  return null;
end $$;
create trigger wf_participant_added after insert on wf_participant referencing new table as changed
  for each statement execute function form_participants_changed();
create trigger wf_participant_removed after delete on wf_participant referencing old table as changed
  for each statement execute function form_participants_changed();

-- Scopes ask for a project's area, keywords for names.
create function form_names_changed() returns trigger language plpgsql as $$
begin
  insert into form_change (module_id, block, shard, version) values ('*', -1, pg_backend_pid(), 1)
  on conflict (module_id, block, shard) do update set version = form_change.version + 1;
  return null;
end $$;
create trigger project_names_changed after update of code, name, area, pinyin on project
  for each statement execute function form_names_changed();
create trigger app_user_names_changed after update of user_name, pinyin on app_user
  for each statement execute function form_names_changed();

-- A module's changes by block. They move with every committed change that its lists can show and never otherwise.
create function form_versions(module text) returns jsonb language sql stable as
  $$ select coalesce(jsonb_object_agg(block, version), '{}') from
       (select block, sum(version)::bigint as version from form_change where module_id in (module, '*') group by block) b $$;

-- Folds the rows of connections that are gone into one; the sums stay. At start-up and every hour.
create procedure form_change_fold() language sql as $$
  with gone as (
    delete from form_change where shard <> 0 and shard not in (select pid from pg_stat_activity) returning module_id, block, version
  )
  insert into form_change (module_id, block, shard, version) select module_id, block, 0, sum(version) from gone group by module_id, block
  on conflict (module_id, block, shard) do update set version = form_change.version + excluded.version
$$;
