-- 日报修改: what people corrected of a day that no meter shows. Each save is a version; of a locked day somebody else agrees to it first.
create table day_report_version (
  id bigint generated always as identity primary key,
  project_code text not null references project,
  day date not null,
  version integer not null check (version > 0),
  -- What differs from what was recorded elsewhere: parts of Run and Note, and all rows of machines where one of them was changed.
  content jsonb not null,
  -- [{Field, Before, After}] as people read it.
  changed jsonb not null,
  reason text not null,
  state text not null check (state in ('已生效', '待同意', '已退回')),
  created_by bigint not null references app_user,
  created_at timestamptz not null default app_now(),
  decided_by bigint references app_user,
  decided_at timestamptz,
  decision text not null default '',
  unique (project_code, day, version),
  constraint day_report_decider check (decided_by is distinct from created_by)
);
create unique index day_report_open_idx on day_report_version (project_code, day) where state = '待同意';
