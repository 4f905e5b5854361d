-- 偏差核对: what people found out about a figure of a month that does not agree; only added to.
create table deviation_note (
  id bigint generated always as identity primary key,
  project_code text not null references project,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  kind text not null check (kind in ('total', 'bill', 'balance', 'cop')),
  -- Id of the meter or machine; `all` for all machines together.
  target text not null,
  cause text not null,
  note text not null,
  -- What it was then; another figure has to be looked at again.
  value numeric(12,2) not null,
  by_user bigint not null references app_user,
  at timestamptz not null default app_now()
);
create index deviation_note_of on deviation_note (project_code, month, kind, target, id desc);
create trigger deviation_note_append_only before update or delete on deviation_note
  for each row execute function refuse_change();
