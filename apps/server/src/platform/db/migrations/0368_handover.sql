-- 项目移交: a project that was won goes from those who sold it to those who build and run it, paper by paper, each signed for by who gets it.
create table handover (
  id bigint generated always as identity primary key,
  code text not null unique,
  consult_project bigint not null references f_consult_project,
  stage text not null check (stage in ('销售到工程', '工程到运营', '销售到运营')),
  giver bigint not null references app_user,
  giver_dept text not null,
  receiver bigint not null references app_user,
  receiver_dept text not null,
  state text not null default '移交中' check (state in ('移交中', '待接收', '已接收', '退回')),
  handed_on date,
  received_on date,
  return_count integer not null default 0,
  return_reason text,
  -- Where it is run from then on.
  project text references project,
  -- Counts writes, so that two who edit do not overwrite each other.
  revision integer not null default 1,
  prints integer not null default 0,
  created_at timestamptz not null default app_now(),
  unique (consult_project, stage),
  check (giver <> receiver)
);
create index handover_giver_idx on handover (giver);
create index handover_receiver_idx on handover (receiver);

create table handover_item (
  id bigint generated always as identity primary key,
  handover bigint not null references handover on delete cascade,
  row_no integer not null,
  name text not null,
  required boolean not null,
  given boolean not null,
  copies integer check (copies > 0),
  edition text,
  -- Why it is missing, and by when it follows.
  lack_note text,
  supply_on date,
  supplied_on date,
  file jsonb,
  -- Who gets it: one of this department signs for it.
  dept text not null references dept,
  signed_by bigint references app_user,
  signed_at timestamptz,
  -- The day on which the technical director was told that it is late.
  told_on date
);
create index handover_item_handover_idx on handover_item (handover, row_no);
create index handover_item_dept_idx on handover_item (dept);
create index handover_item_late_idx on handover_item (supply_on) where not given and told_on is null;

create table handover_promise (
  id bigint generated always as identity primary key,
  handover bigint not null references handover on delete cascade,
  row_no integer not null,
  clause text not null,
  value text not null,
  basis text not null,
  controllable boolean not null,
  responsible text not null
);
create index handover_promise_handover_idx on handover_promise (handover, row_no);

create table handover_risk (
  id bigint generated always as identity primary key,
  handover bigint not null references handover on delete cascade,
  row_no integer not null,
  contact text,
  phone text,
  matter text,
  level text check (level in ('高', '中', '低')),
  response text,
  owner bigint references app_user,
  due_on date
);
create index handover_risk_handover_idx on handover_risk (handover, row_no);

-- What happened to it, in order; never changed.
create table handover_event (
  id bigint generated always as identity primary key,
  handover bigint not null references handover on delete cascade,
  at timestamptz not null default app_now(),
  actor bigint not null references app_user,
  action text not null,
  note text
);
create index handover_event_handover_idx on handover_event (handover, id);

-- Who was told on which day that a project waits to be handed over.
create table handover_reminder (
  consult_project bigint primary key references f_consult_project,
  told_on date not null
);
