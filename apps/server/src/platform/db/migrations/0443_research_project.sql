-- 研究课题: what the institute works on, its milestones, what it reports month by month, what came of it and where it is of use.
create table research_project (
  id bigint generated always as identity primary key,
  code text not null unique,
  topic text not null,
  field text not null,
  leader bigint not null references app_user,
  partner text,
  from_on date not null,
  to_on date not null check (to_on >= from_on),
  budget numeric(18,2) not null check (budget > 0),
  -- Seen by its people only.
  secret boolean not null default false,
  stage text not null default '立项' check (stage in ('立项', '研究', '试验', '鉴定', '应用', '结题', '终止')),
  progress numeric(5,2) not null default 0 check (progress between 0 and 100),
  objective text not null,
  closed_on date,
  conclusion text,
  report jsonb,
  created_by bigint not null references app_user,
  check ((stage in ('结题', '终止')) = (closed_on is not null))
);
create index on research_project (leader);

create table research_member (
  research bigint not null references research_project,
  member bigint not null references app_user,
  primary key (research, member)
);

create table research_milestone (
  id bigint generated always as identity primary key,
  research bigint not null references research_project,
  name text not null,
  due_on date not null,
  done_on date,
  deliverable text not null,
  score numeric(5,2) check (score between 0 and 100),
  late_reason text,
  unique (research, name)
);

-- One a month: how far it is, and what was spent in that month.
create table research_progress (
  id bigint generated always as identity primary key,
  research bigint not null references research_project,
  month date not null check (extract(day from month) = 1),
  stage text not null,
  progress numeric(5,2) not null check (progress between 0 and 100),
  spent numeric(18,2) not null check (spent >= 0),
  note text not null,
  reported_by bigint not null references app_user,
  reported_at timestamptz not null,
  unique (research, month)
);

create table research_outcome (
  id bigint generated always as identity primary key,
  research bigint not null references research_project,
  kind text not null check (kind in ('专利', '论文', '标准', '产品')),
  title text not null,
  got_on date not null,
  unique (research, kind, title)
);

-- What was measured where it is in use; counted once finance agreed.
create table research_benefit (
  id bigint generated always as identity primary key,
  research bigint not null references research_project,
  project text not null references project,
  content text not null,
  used_from date not null,
  used_to date not null check (used_to >= used_from),
  saved_kwh numeric(18,2) not null check (saved_kwh >= 0),
  saved_money numeric(18,2) not null check (saved_money >= 0),
  basis text not null,
  file jsonb not null,
  written_by bigint not null references app_user,
  confirmed_by bigint references app_user,
  confirmed_on date,
  check (confirmed_by <> written_by)
);
create index on research_benefit (research);
