-- Backups and trial restores that somebody asked for, and what came of them.
create table care_run (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('备份', '恢复演练')),
  state text not null default '进行中' check (state in ('进行中', '成功', '失败')),
  requested_by bigint not null references app_user,
  requested_at timestamptz not null default app_now(),
  ended_at timestamptz,
  -- Folder of the backup, below that of the data.
  folder text,
  table_rows bigint,
  bytes bigint,
  summary text not null default ''
);
create unique index care_run_one on care_run ((true)) where state = '进行中';

-- What was answered in five minutes, and within which time.
create table health_sample (
  at timestamptz primary key,
  requests integer not null,
  faults integer not null,
  p95_ms integer
);

-- A part that was not well, from when until when, and who looked after it.
create table health_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  level text not null,
  part text not null,
  title text not null,
  content text not null,
  ended_at timestamptz,
  handled_by bigint references app_user,
  handled_at timestamptz,
  note text not null default ''
);
create unique index health_event_open on health_event (part) where ended_at is null;
create index health_event_at on health_event (at desc);

-- Backups and trials are for those to whom it is given; the page's entry is written anew, with its buttons.
delete from role_menu where short_code = 'system.health';
delete from menu where short_code = 'system.health';
