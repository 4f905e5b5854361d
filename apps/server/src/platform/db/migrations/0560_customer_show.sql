-- 客户展示授权: a customer looks at figures of some projects by a number that nobody can guess. Of the number only a hash is kept.
create table customer_show (
  id bigint generated always as identity primary key,
  customer_name text not null,
  items text[] not null check (cardinality(items) > 0 and items <@ array['usage', 'days', 'carbon']),
  show_money boolean not null default false,
  valid_from date not null,
  -- A year at the most: who still looks is asked again.
  valid_to date not null check (valid_to >= valid_from and valid_to <= valid_from + 366),
  number_hash text not null unique,
  -- By what people tell numbers apart.
  number_head text not null,
  reason text not null,
  version integer not null default 1,
  created_by bigint not null references app_user,
  created_at timestamptz not null default app_now(),
  rotated_by bigint references app_user,
  rotated_at timestamptz,
  disabled_by bigint references app_user,
  disabled_at timestamptz,
  disable_reason text not null default '',
  visits integer not null default 0,
  visited_at timestamptz,
  check ((disabled_by is null) = (disabled_at is null))
);
create table customer_show_project (
  show_id bigint not null references customer_show,
  project_code text not null references project,
  primary key (show_id, project_code)
);
create index on customer_show_project (project_code);
-- Who looked, from where; kept for ninety days.
create table customer_show_visit (
  id bigint generated always as identity primary key,
  show_id bigint not null references customer_show,
  at timestamptz not null default app_now(),
  ip text not null,
  device text not null
);
create index on customer_show_visit (at);
