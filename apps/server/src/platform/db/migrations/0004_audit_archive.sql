-- Seals of old years of the audit log, and what checks of its chain found. Neither is ever changed.

create table audit_archive (
  year integer primary key,
  rows integer not null,
  first_seq bigint not null,
  last_seq bigint not null,
  -- Of the last link of the year.
  hash bytea not null,
  archived_at timestamptz not null default now()
);
create trigger audit_archive_append_only before update or delete on audit_archive for each row execute function refuse_change();

create table audit_verification (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Empty: checked by the clock.
  checked_by bigint,
  checked bigint not null,
  -- Row, place in the chain and sealed year of the first thing that does not fit.
  broken_at bigint,
  broken_seq bigint,
  broken_year integer
);
create trigger audit_verification_append_only before update or delete on audit_verification
  for each row execute function refuse_change();
