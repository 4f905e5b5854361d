-- 月度复核 of 收支分析: what a project's month came to when finance looked it through. It stays as it was; what changes later shows beside it.
create table statistics_freeze (
  id bigint generated always as identity primary key,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  project_code text not null references project,
  income numeric(18,2) not null,
  spent numeric(18,2) not null,
  due numeric(18,2) not null,
  received numeric(18,2) not null,
  -- Why it was looked through although reports were missing.
  note text not null default '',
  reviewed_by bigint not null references app_user,
  reviewed_at timestamptz not null default app_now(),
  unique (month, project_code)
);
create trigger statistics_freeze_append_only before update or delete on statistics_freeze for each row execute function refuse_change();

-- 点评 and analysis of a month on a page of statistics: only added to.
create table statistics_comment (
  id bigint generated always as identity primary key,
  screen text not null,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  -- Of which area; of the whole company where there is none.
  dept_id text references dept,
  words text not null,
  written_by bigint not null references app_user,
  written_at timestamptz not null default app_now()
);
create index on statistics_comment (screen, month);
create trigger statistics_comment_append_only before update or delete on statistics_comment for each row execute function refuse_change();
