-- Jobs by the clock that somebody stopped, until when. Without a row a job runs.
create table job_stop (
  name text primary key,
  reason text not null,
  until timestamptz,
  stopped_by bigint not null references app_user,
  stopped_at timestamptz not null default app_now()
);

-- Backups that were completed, so that their absence can be seen.
create table backup_run (
  id bigint generated always as identity primary key,
  at timestamptz not null default app_now(),
  table_rows bigint not null
);
