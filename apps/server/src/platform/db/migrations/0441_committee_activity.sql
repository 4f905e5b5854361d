-- 专家工作计划: what the experts of a year set out to do, how far it is, and what changed of it once it was published.
create table committee_activity (
  id bigint generated always as identity primary key,
  code text not null unique,
  year integer not null check (year between 2000 and 2100),
  name text not null,
  kind text not null check (kind in ('评审', '技术攻关', '标准', '培训', '调研', '考察')),
  expert bigint not null references app_user,
  members text,
  plan_from date not null,
  plan_to date not null check (plan_to >= plan_from),
  weight numeric(5,2) not null check (weight > 0),
  budget numeric(18,2) check (budget >= 0),
  spent numeric(18,2) check (spent >= 0),
  progress numeric(5,2) not null default 0 check (progress between 0 and 100),
  begun_on date,
  ended_on date,
  result text,
  cancelled boolean not null default false,
  published_at timestamptz,
  saved_by bigint not null references app_user,
  -- Who is late by much is told once a week.
  told_on date,
  check ((progress = 100) = (ended_on is not null)),
  check (ended_on >= begun_on)
);
create index on committee_activity (year);
create index on committee_activity (expert);

-- As it stood before each adjustment of a published plan.
create table committee_activity_version (
  id bigint generated always as identity primary key,
  activity bigint not null references committee_activity,
  version integer not null,
  plan jsonb not null,
  reason text not null,
  changed_by bigint not null references app_user,
  changed_at timestamptz not null,
  unique (activity, version)
);
