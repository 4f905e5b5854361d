-- What buyers and engineers note about a supplier among themselves. Nothing is taken back: a second note corrects the first.
create table supplier_comment (
  id bigint generated always as identity primary key,
  supplier bigint not null references supplier,
  content text not null check (char_length(content) between 1 and 500),
  files jsonb not null default '[]',
  written_by bigint not null references app_user,
  written_at timestamptz not null default app_now()
);
create index supplier_comment_of on supplier_comment (supplier, id);
