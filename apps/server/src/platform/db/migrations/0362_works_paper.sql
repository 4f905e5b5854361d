-- 验收资料: what was handed in for a sub-project, version after version.
create table works_paper (
  id bigint generated always as identity primary key,
  sub_project bigint not null references b_sub_project,
  stage text not null,
  name text not null,
  version integer not null,
  copies integer not null check (copies > 0),
  made_on date not null,
  files jsonb not null,
  state text not null default '待审' check (state in ('待审', '退回', '已归档')),
  uploaded_by bigint not null references app_user,
  uploaded_at timestamptz not null default app_now(),
  audited_by bigint references app_user,
  audited_at timestamptz,
  opinion text,
  archive_no text unique,
  unique (sub_project, stage, name, version),
  -- Nobody passes what they handed in themselves.
  check (audited_by <> uploaded_by),
  check ((state = '待审') = (audited_by is null)),
  check ((state = '已归档') = (archive_no is not null))
);
