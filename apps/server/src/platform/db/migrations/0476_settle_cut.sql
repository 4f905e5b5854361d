-- 截账: the figures that a contract is billed by for a period, as they were when the readings were locked. reading_quote keeps the readings.
create table settle_cut (
  id bigint generated always as identity primary key,
  settle_no text not null unique,
  project_code text not null references project,
  contract_code text not null references contract,
  from_day date not null,
  to_day date not null,
  -- Fees, meters and sum as the report showed them.
  content jsonb not null,
  amount numeric(18,2) not null,
  note text not null default '',
  state text not null default '已截账' check (state in ('已截账', '已撤销')),
  created_by bigint not null references app_user,
  created_at timestamptz not null default app_now(),
  undone_by bigint references app_user,
  undone_at timestamptz,
  undo_reason text not null default '',
  check (from_day <= to_day),
  constraint settle_cut_no_overlap exclude using gist
    (contract_code with =, daterange(from_day, to_day, '[]') with &&) where (state = '已截账')
);
create index on settle_cut (project_code, from_day);
