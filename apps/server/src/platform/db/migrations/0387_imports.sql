-- Imports of workbooks: prechecks that wait to be confirmed, and the batches that were.
create table import_check (
  id bigint generated always as identity primary key,
  import_id text not null,
  user_id bigint not null references app_user,
  file_name text not null,
  file_url text not null,
  file_size integer not null,
  sha256 bytea not null,
  -- What was chosen beside the file.
  asked jsonb not null,
  -- What was read: cells by row, and what was settled by hand; then what was found out about each.
  lines jsonb not null,
  facts jsonb not null,
  notes jsonb not null,
  ok integer not null,
  warned integer not null,
  faulty integer not null,
  checked_at timestamptz not null,
  valid_until timestamptz not null,
  batch_id bigint
);
create index on import_check (valid_until);

create table import_batch (
  id bigint generated always as identity primary key,
  batch_no text not null unique,
  import_id text not null,
  user_id bigint not null references app_user,
  file_name text not null,
  file_url text not null,
  file_size integer not null,
  sha256 bytea not null,
  asked jsonb not null,
  rows integer not null check (rows > 0),
  amount numeric(18,2),
  -- What the import keeps of the file as a whole, e.g. balances of a bank statement.
  facts jsonb not null,
  imported_at timestamptz not null default app_now(),
  undone_at timestamptz,
  undone_by bigint references app_user
);
create index on import_batch (import_id, imported_at);
create index on import_batch (user_id);
-- A file is imported once, unless its batch was taken back.
create unique index import_batch_file_once on import_batch (import_id, sha256) where undone_at is null;
alter table import_check add foreign key (batch_id) references import_batch;

-- Records that rows of a batch became.
create table import_line (
  batch_id bigint not null references import_batch,
  row_no integer not null,
  module text not null,
  record_id bigint not null,
  primary key (batch_id, row_no, module, record_id)
);
create index on import_line (module, record_id);
