-- 对比集: series of a project that are laid over each other, under a name.
create table energy_compare_set (
  id bigint generated always as identity primary key,
  project_code text not null references project,
  name text not null,
  align text not null check (align in ('order', 'weekday', 'temperature', 'hour')),
  deleted_at timestamptz,
  edited_by bigint not null references app_user,
  edited_at timestamptz not null default app_now()
);
create unique index energy_compare_set_name_idx on energy_compare_set (project_code, name) where deleted_at is null;

create table energy_compare_series (
  set_id bigint not null references energy_compare_set,
  place integer not null check (place between 1 and 4),
  name text not null,
  -- An object of analysis: energy:1, system:1:2, device:3.
  node text not null,
  from_day date not null,
  to_day date not null,
  days text not null check (days in ('all', 'work', 'rest')),
  min_c numeric(5,1),
  max_c numeric(5,1),
  primary key (set_id, place),
  check (from_day <= to_day)
);

-- 节能验证: a baseline as it was fitted on the day it was set; savings are told against it from then on, whatever is corrected later.
create table energy_baseline (
  id bigint generated always as identity primary key,
  project_code text not null references project,
  name text not null,
  node text not null,
  node_name text not null,
  energy text not null,
  unit text not null,
  from_day date not null,
  to_day date not null,
  grain text not null check (grain in ('day', 'month')),
  -- ChangePointFit of packages/energy.
  fit jsonb not null,
  complete numeric(5,2) not null,
  days integer not null,
  void_reason text,
  created_by bigint not null references app_user,
  created_at timestamptz not null default app_now(),
  check (from_day <= to_day)
);
create index on energy_baseline (project_code);

-- 非常规调整: what changed for other reasons than the measure, over its days.
create table energy_baseline_adjustment (
  id bigint generated always as identity primary key,
  baseline_id bigint not null references energy_baseline,
  event text not null,
  amount numeric(20,4) not null,
  basis text not null,
  from_day date not null,
  to_day date not null,
  created_by bigint not null references app_user,
  created_at timestamptz not null default app_now(),
  check (from_day <= to_day)
);
create index on energy_baseline_adjustment (baseline_id);
