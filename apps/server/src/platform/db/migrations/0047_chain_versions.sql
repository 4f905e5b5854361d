-- Versions of modules' approval chains that people publish. Version 0 is the program's own and has no row; submissions take the newest
-- published one. What records on their way go by stays in wf_definition.
create table wf_chain (
  id bigint generated always as identity primary key,
  module_id text not null,
  -- Null for the draft.
  version integer check (version > 0),
  -- The chain without its module and hash, and that hash: the same as in wf_definition.
  chain jsonb not null,
  hash text not null,
  -- Version that it was written over.
  based_on integer not null,
  -- Version whose content it brings back.
  repeats integer,
  note text not null default '',
  -- Grows with every save of a draft: who saves or publishes says which one they saw.
  stamp bigint not null default 1,
  saved_by bigint not null,
  saved_at timestamptz not null default app_now(),
  published_by bigint,
  published_at timestamptz,
  check (num_nulls(version, published_by, published_at) in (0, 3)),
  unique (module_id, version)
);
create unique index wf_chain_draft on wf_chain (module_id) where version is null;

create trigger wf_chain_immutable before update or delete on wf_chain
  for each row when (old.version is not null) execute function wf_refuse_change();

-- What happened in a period, without reading the history before it: both tables grow in the order of time.
create index wf_node_run_created on wf_node_run using brin (created_at);
create index wf_instance_created on wf_instance using brin (created_at);

-- The page came to be with more buttons than an administrator was given for it before it was there.
update role_menu m set buttons = '{2,3,5}' from role r
 where r.id = m.role_id and r.code = 'admin' and m.short_code = 'system.workflows';
