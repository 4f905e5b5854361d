-- Records whose sealed values have been opened (开标), and what opened them.
create table opened_record (
  module_id text not null,
  biz_id bigint not null,
  opened_at timestamptz not null default app_now(),
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  primary key (module_id, biz_id)
);
create index on opened_record (source_module, source_id);
