-- 专家委员会: what is reviewed by whom, what each expert says of it, what was concluded and what is to be put right.
create table committee_review (
  id bigint generated always as identity primary key,
  code text not null unique,
  topic text not null,
  kind text not null,
  -- The scheme whose approval asked for it.
  plan bigint unique references committee_plan,
  consult_project bigint references f_consult_project,
  meet_on date not null,
  way text not null check (way in ('现场', '视频', '函审')),
  host bigint not null references app_user,
  secretary bigint not null references app_user,
  secretary_dept text not null,
  material jsonb,
  material_on date,
  fee numeric(18,2) check (fee >= 0),
  state text not null default '议题征集' check (state in ('议题征集', '待开会', '评审中', '已结论', '已闭环')),
  conclusion text check (conclusion in ('同意', '修改后同意', '不同意')),
  conclusion_text text,
  concluded_on date,
  -- Counts writes, so that two who edit do not overwrite each other.
  revision integer not null default 1,
  created_at timestamptz not null default app_now()
);
create index committee_review_meet_on_idx on committee_review (meet_on);
create index committee_review_consult_project_idx on committee_review (consult_project);

create table committee_expert (
  id bigint generated always as identity primary key,
  review bigint not null references committee_review on delete cascade,
  expert bigint not null references app_user,
  invited_at timestamptz not null default app_now(),
  signed_at timestamptz,
  score numeric(5,2) check (score between 0 and 100),
  verdict text check (verdict in ('同意', '修改后同意', '不同意')),
  concern text,
  opinion text,
  submitted_at timestamptz,
  reply text,
  adopted boolean,
  unique (review, expert)
);
create index committee_expert_expert_idx on committee_expert (expert);

create table committee_fix (
  id bigint generated always as identity primary key,
  review bigint not null references committee_review on delete cascade,
  row_no integer not null,
  matter text not null,
  owner bigint not null references app_user,
  due_on date not null,
  closed_on date,
  closed_by bigint references app_user,
  told_on date
);
create index committee_fix_review_idx on committee_fix (review, row_no);
create index committee_fix_due_idx on committee_fix (due_on) where closed_on is null and told_on is null;
