-- 说明 beside the figures of a report: what people said of them, and when. Only added to.
create table energy_report_note (
  id bigint generated always as identity primary key,
  screen text not null,
  project_code text not null references project,
  period text not null,
  line text not null default '',
  words text not null,
  written_by bigint not null references app_user,
  written_at timestamptz not null default app_now()
);
create index on energy_report_note (project_code, screen, period);
create trigger energy_report_note_append_only before update or delete on energy_report_note for each row execute function refuse_change();
