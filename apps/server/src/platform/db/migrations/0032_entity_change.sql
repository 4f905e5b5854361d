-- What effects changed on things that stand by themselves, so that a cancel gives back exactly that.
create table entity_change (
  id bigint generated always as identity primary key,
  table_name text not null,
  row_key text not null,
  column_name text not null,
  -- The value before and after, as text; followed up when an earlier change is taken back.
  before text,
  after text,
  -- How much was added; empty where the value was set.
  amount numeric,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  at timestamptz not null default app_now(),
  undone_at timestamptz
);
create index on entity_change (source_module, source_id, source_effect) where undone_at is null;
create index on entity_change (table_name, row_key, column_name, id) where undone_at is null;
