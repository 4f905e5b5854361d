-- 加班供能: how areas are charged outside their normal hours, and what was supplied.
create table overtime_rule (
  id bigint generated always as identity primary key,
  project_code text not null references project,
  contract_code text references contract,
  area text not null,
  area_m2 numeric(12,2) check (area_m2 > 0),
  -- Minutes after midnight by kind of day: {"work": {"from": 480, "to": 1080}, "rest": null, "holiday": null}.
  hours jsonb not null,
  mode text not null check (mode in ('hour', 'area', 'meter')),
  price numeric(14,4) not null check (price >= 0),
  least_minutes integer not null default 0 check (least_minutes between 0 and 1440),
  step_minutes integer not null default 30 check (step_minutes between 1 and 480),
  ahead_hours integer not null default 0 check (ahead_hours between 0 and 240),
  valid_from date not null,
  valid_to date,
  version integer not null default 1,
  reason text not null default '',
  edited_by bigint references app_user,
  edited_at timestamptz not null default app_now(),
  check (valid_to is null or valid_from <= valid_to),
  check (mode <> 'area' or area_m2 is not null),
  constraint overtime_rule_no_overlap exclude using gist
    (project_code with =, area with =, daterange(valid_from, valid_to, '[]') with &&)
);

create table overtime_record (
  id bigint generated always as identity primary key,
  serial text not null unique,
  project_code text not null references project,
  rule_id bigint not null references overtime_rule,
  applicant text not null,
  phone text not null default '',
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- Outside the normal hours, and what of it is charged.
  minutes integer not null check (minutes > 0),
  billed_minutes integer not null check (billed_minutes >= minutes),
  machines integer check (machines between 0 and 100),
  -- kWh, where it is charged by the meter.
  quantity numeric(16,3) check (quantity >= 0),
  price numeric(14,4) not null,
  amount numeric(18,2) not null check (amount >= 0),
  -- The month that it is counted in, and whether its own was closed.
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  late boolean not null default false,
  note text not null default '',
  files jsonb not null default '[]',
  state text not null default '待客户确认' check (state in ('待客户确认', '已确认', '作废')),
  created_by bigint not null references app_user,
  created_at timestamptz not null default app_now(),
  confirmed_by bigint references app_user,
  confirmed_at timestamptz,
  void_reason text not null default '',
  check (from_at < to_at),
  -- One area is supplied once at a time.
  constraint overtime_record_no_overlap exclude using gist (rule_id with =, tstzrange(from_at, to_at) with &&) where (state <> '作废')
);
create index on overtime_record (project_code, month);
