-- 重算: closed months that count by the factors of today again, with what they were before (旧版). They stay closed.
create table factor_recalc (
  id bigint generated always as identity primary key,
  project_code text not null references project (code),
  months text[] not null check (cardinality(months) > 0),
  why text not null check (why <> ''),
  -- By month and energy: coal and carbon before and after.
  changes jsonb not null,
  by_user bigint not null references app_user,
  at timestamptz not null default app_now()
);
create index factor_recalc_project_idx on factor_recalc (project_code, at);
