-- Reports that somebody signed, as they were: figures that change later leave them alone.
create table energy_report_version (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('day', 'client', 'total')),
  project_code text not null references project,
  -- 2026-03-05, or 2026-01~2026-03.
  period text not null,
  version integer not null check (version > 0),
  content jsonb not null,
  -- Of the content, so that the same is not signed twice.
  digest text not null,
  note text not null default '',
  signed_by bigint not null references app_user,
  signed_at timestamptz not null default app_now(),
  unique (kind, project_code, period, version)
);
create trigger energy_report_version_append_only before update or delete on energy_report_version for each row execute function refuse_change();
