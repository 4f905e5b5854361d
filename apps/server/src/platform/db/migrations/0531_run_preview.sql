-- 出账预览: what was seen, so that the run that is begun from it need not work all of it out again. `ground` says what it was read from.
create table run_preview (
  hash text primary key,
  community_id bigint not null references community on delete cascade,
  ground text not null,
  content jsonb not null,
  made_at timestamptz not null default app_now()
);
create index on run_preview (community_id);
