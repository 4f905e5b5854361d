-- How far a renewal under way has come, as whoever follows it says; the record itself keeps what was submitted.
create table renewal_stage (
  id bigint generated always as identity primary key,
  record_id bigint not null references f_renewal_tracking on delete cascade,
  stage text not null,
  note text not null,
  moved_by bigint not null references app_user,
  moved_at timestamptz not null default app_now()
);
create index renewal_stage_record on renewal_stage (record_id, id desc);

-- What was archived and taken out again: who asked for it, and why.
create table entry_archive_reopened (
  id bigint generated always as identity primary key,
  record_id bigint not null references f_user_entry on delete cascade,
  archive_no text not null,
  archived_by bigint not null references app_user,
  archived_at timestamptz not null,
  reason text not null,
  reopened_by bigint not null references app_user,
  reopened_at timestamptz not null default app_now()
);
create index entry_archive_reopened_record on entry_archive_reopened (record_id, id desc);
