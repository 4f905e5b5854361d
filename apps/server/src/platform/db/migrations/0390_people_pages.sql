-- Whom the clock has told that a site has no leader, or an acting one, for too long: once for each vacancy and each acting term.
create table monitor_notice (
  project_code text not null references project,
  kind text not null check (kind in ('空岗', '代理')),
  since date not null,
  told_at timestamptz not null default app_now(),
  primary key (project_code, kind, since)
);

-- What became of the notice of a transfer.
create table transfer_notice (
  record_id bigint primary key references f_job_transfer on delete cascade,
  confirmed_at timestamptz,
  arrived_on date,
  arrived_by bigint references app_user,
  arrived_at timestamptz,
  check ((arrived_on is null) = (arrived_by is null))
);

-- Papers of an entry that came in later, and who has checked which.
create table entry_material_check (
  record_id bigint not null references f_user_entry on delete cascade,
  material text not null,
  files jsonb not null default '[]',
  handed_by bigint references app_user,
  handed_at timestamptz,
  -- Of a certificate: how long it holds, and what the register of its issuer said.
  valid_to date,
  proof jsonb not null default '[]',
  checked_by bigint references app_user,
  checked_at timestamptz,
  primary key (record_id, material)
);

create table entry_archive (
  record_id bigint primary key references f_user_entry on delete cascade,
  archive_no text not null unique,
  archived_by bigint not null references app_user,
  archived_at timestamptz not null default app_now()
);
