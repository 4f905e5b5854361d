-- 补录 of days that are locked: proposed by one, agreed to by another, kept with what was shown when it was proposed.
create table fill_proposal (
  id bigint generated always as identity primary key,
  project_code text not null references project,
  meter_id bigint not null references meter,
  register text not null,
  from_day date not null,
  to_day date not null,
  method text not null,
  -- The rows that somebody typed; empty where they are worked out.
  typed jsonb not null default '[]',
  -- Day, reading and usage, as they were worked out then.
  readings jsonb not null,
  reason text not null check (reason <> ''),
  photos jsonb not null default '[]',
  state text not null default '待同意' check (state in ('待同意', '已同意', '已退回')),
  proposed_by bigint not null references app_user,
  proposed_at timestamptz not null default app_now(),
  decided_by bigint references app_user,
  decided_at timestamptz,
  decision text not null default '',
  constraint fill_proposal_decider check (decided_by is distinct from proposed_by),
  check (from_day <= to_day)
);
-- One at a time of a dial: the next would be worked out beside readings that are not there yet.
create unique index fill_proposal_open_idx on fill_proposal (meter_id, register) where state = '待同意';
create index on fill_proposal (project_code) where state = '待同意';
