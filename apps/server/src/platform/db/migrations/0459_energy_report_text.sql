-- What people write in a report, section by section, each time anew: words and figures have versions of their own.
create table energy_report_text (
  id bigint generated always as identity primary key,
  project_code text not null references project,
  -- 2026-03
  period text not null,
  audience text not null check (audience in ('内部', '客户')),
  section text not null,
  version integer not null check (version > 0),
  words text not null,
  -- What the figures said by themselves when it was written: told where they say something else by now.
  drafted text not null,
  written_by bigint not null references app_user,
  written_at timestamptz not null default app_now(),
  unique (project_code, period, audience, section, version)
);
create trigger energy_report_text_append_only before update or delete on energy_report_text for each row execute function refuse_change();
