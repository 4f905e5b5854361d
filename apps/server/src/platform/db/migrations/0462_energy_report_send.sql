-- 发客户: a signed version as it was handed to a customer, behind a link that nobody can guess, until a day or until it is taken back.
create table energy_report_send (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('day', 'client', 'total')),
  project_code text not null references project,
  period text not null,
  version integer not null check (version > 0),
  receivers jsonb not null,
  note text not null default '',
  file_name text not null,
  body bytea not null,
  -- Of the link's secret, which is kept nowhere.
  token_hash text not null unique,
  expires_at timestamptz not null,
  created_by bigint not null references app_user,
  created_at timestamptz not null default app_now(),
  withdrawn_by bigint references app_user,
  withdrawn_at timestamptz,
  withdraw_reason text not null default '',
  opened integer not null default 0,
  opened_at timestamptz,
  check ((withdrawn_by is null) = (withdrawn_at is null))
);
create index on energy_report_send (project_code, kind, period);
