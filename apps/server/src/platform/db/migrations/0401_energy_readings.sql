-- What was read and sent, what follows from it, and what waits to be worked out (ADR 0021).

-- A workbook of history that came in as a whole.
create table reading_batch (
  id bigint generated always as identity primary key,
  project_code text not null references project,
  kind text not null check (kind in ('reading', 'usage')),
  file_name text not null,
  digest text not null,
  total integer not null,
  inserted integer not null default 0,
  skipped integer not null default 0,
  first_day date,
  last_day date,
  state text not null check (state in ('待入库', '已入库', '已作废')),
  void_reason text not null default '',
  created_by bigint not null references app_user,
  created_at timestamptz not null default app_now(),
  applied_at timestamptz
);
create index on reading_batch (project_code, created_at);
-- The same content comes in once.
create unique index reading_batch_digest_idx on reading_batch (project_code, digest) where state = '已入库';

-- Readings are only ever added. What supersedes what decides which hold (packages/energy, versions.ts).
create table manual_reading (
  id bigint generated always as identity primary key,
  meter_id bigint not null,
  project_code text not null,
  register text not null,
  at timestamptz not null,
  -- Null voids what it supersedes.
  value numeric(20,6),
  flag text not null check (flag in ('实', '移', '自', '导', '估', '补', '改', '换', '调')),
  supersedes bigint references manual_reading,
  rollover text check (rollover in ('claimed', 'confirmed')),
  -- What the person was told: usage, deviation in percent, level, words.
  verdict jsonb,
  reason_type text not null default '',
  reason text not null default '',
  note text not null default '',
  photos jsonb not null default '[]',
  batch_id bigint references reading_batch,
  recorded_by bigint references app_user,
  recorded_at timestamptz not null default app_now(),
  -- What a telephone sends twice is there once.
  client_id uuid unique,
  foreign key (meter_id, project_code) references meter (device_id, project_code)
);
create index on manual_reading (meter_id, register, at);
create index on manual_reading (project_code, recorded_at);
create index on manual_reading (supersedes) where supersedes is not null;
create index on manual_reading (batch_id) where batch_id is not null;

-- 未抄: due and not read, with why. It stays missing, but explained.
create table reading_missed (
  meter_id bigint not null references meter,
  register text not null,
  at timestamptz not null,
  reason text not null check (reason in ('门锁', '表坏', '遮挡', '停机', '其他')),
  note text not null default '',
  recorded_by bigint not null references app_user,
  recorded_at timestamptz not null default app_now(),
  primary key (meter_id, register, at)
);

-- A change of a locked day: proposed by one, agreed to by another.
create table reading_proposal (
  id bigint generated always as identity primary key,
  reading_id bigint not null references manual_reading,
  project_code text not null references project,
  value numeric(20,6),
  reason_type text not null,
  reason text not null default '',
  photos jsonb not null default '[]',
  state text not null default '待同意' check (state in ('待同意', '已同意', '已退回')),
  proposed_by bigint not null references app_user,
  proposed_at timestamptz not null default app_now(),
  decided_by bigint references app_user,
  decided_at timestamptz,
  decision text not null default '',
  constraint reading_proposal_decider check (decided_by is distinct from proposed_by)
);
create unique index reading_proposal_open_idx on reading_proposal (reading_id) where state = '待同意';

-- 运行参数: what a machine showed at a moment; never subtracted.
create table run_reading (
  id bigint generated always as identity primary key,
  project_code text not null references project,
  device_id bigint not null references device,
  at timestamptz not null,
  mode text not null default '',
  -- Codes of category_param → decimal text.
  points jsonb not null,
  note text not null default '',
  supersedes bigint references run_reading,
  reason text not null default '',
  recorded_by bigint references app_user,
  recorded_at timestamptz not null default app_now(),
  client_id uuid unique
);
create index on run_reading (project_code, at);
create index on run_reading (device_id, at);

-- What gateways sent, not packed yet. Registers by number (REGISTER_NUMBERS in modules/energy/ingest).
create table reading_hot (
  meter_id bigint not null,
  register smallint not null,
  at timestamptz not null,
  value numeric(20,6) not null,
  primary key (meter_id, at, register)
) partition by range (at);
create table reading_hot_rest partition of reading_hot default;

-- Finished days, packed: instants as deltas of deltas, values as zigzag deltas in units of the last digit.
create table reading_day (
  meter_id bigint not null references meter,
  register smallint not null,
  -- The day of the calendar in the project's zone.
  day date not null,
  samples integer not null check (samples > 0),
  decimals smallint not null,
  packed bytea not null,
  primary key (meter_id, day, register)
);

-- What follows: one row a meter, register and day, made by modules/energy/facts only.
create table meter_day (
  meter_id bigint not null references meter,
  register text not null,
  day date not null,
  project_code text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  open numeric(20,6),
  close numeric(20,6),
  usage numeric(24,6) not null,
  estimated numeric(24,6) not null,
  due integer not null,
  got integer not null,
  hours numeric(24,6)[],
  sharp numeric(24,6),
  peak numeric(24,6),
  flat numeric(24,6),
  valley numeric(24,6),
  flags text[] not null default '{}',
  doubts text[] not null default '{}',
  partial boolean not null default false,
  calc integer not null,
  primary key (meter_id, register, day)
);
create index on meter_day (project_code, day);

-- Sums of months, kept by the same job.
create table meter_month (
  meter_id bigint not null references meter,
  register text not null,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  project_code text not null,
  usage numeric(24,6) not null,
  estimated numeric(24,6) not null,
  due integer not null,
  got integer not null,
  sharp numeric(24,6),
  peak numeric(24,6),
  flat numeric(24,6),
  valley numeric(24,6),
  days integer not null,
  doubts text[] not null default '{}',
  primary key (meter_id, register, month)
);
create index on meter_month (project_code, month);

-- Why a reading or span is not in the totals; replaced whenever its meter is worked out anew.
create table meter_problem (
  meter_id bigint not null references meter,
  register text not null,
  at timestamptz not null,
  code text not null,
  reference text not null default '',
  message text not null,
  primary key (meter_id, register, at, code, reference)
);

-- Days that changed after they had been said once: which reports and settlements a correction reached.
create table meter_day_change (
  id bigint generated always as identity primary key,
  meter_id bigint not null references meter,
  register text not null,
  day date not null,
  before_usage numeric(24,6),
  after_usage numeric(24,6),
  cause text not null default '',
  changed_at timestamptz not null default app_now()
);
create index on meter_day_change (meter_id, day);

-- One row a meter: everything of it that waits, merged. Written in the transaction of whatever changed.
create table recalc_queue (
  meter_id bigint primary key references meter,
  from_day date not null,
  to_day date not null,
  cause text not null default '',
  -- Counts requests, so that one that comes while its meter is worked out is not lost.
  asked integer not null default 1,
  asked_at timestamptz not null default app_now(),
  check (from_day <= to_day)
);

-- 月锁/解锁: what people and the clock did. The last one of a month counts.
create table period_act (
  id bigint generated always as identity primary key,
  project_code text not null references project,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  act text not null check (act in ('lock', 'unlock')),
  why text not null default '',
  -- Null: the clock.
  by_user bigint references app_user,
  at timestamptz not null default app_now()
);
create index on period_act (project_code, month, id desc);

-- Quoted by a settlement: locked at once, whatever the month.
create table reading_quote (
  project_code text not null references project,
  meter_id bigint not null references meter,
  from_day date not null,
  to_day date not null,
  settlement text not null,
  created_at timestamptz not null default app_now(),
  primary key (settlement, meter_id),
  check (from_day <= to_day)
);
create index on reading_quote (meter_id);

-- 调整: what came too late for a locked month, counted in an open one.
create table adjustment (
  id bigint generated always as identity primary key,
  serial text not null unique,
  project_code text not null references project,
  meter_id bigint not null references meter,
  register text not null,
  day date not null,
  difference numeric(24,6) not null,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  reason text not null,
  photos jsonb not null default '[]',
  created_by bigint not null references app_user,
  created_at timestamptz not null default app_now(),
  voided boolean not null default false,
  check (month > to_char(day, 'YYYY-MM'))
);
create index on adjustment (project_code, month);

-- An unlocked month locks itself again after 24 h, so that time has to be asked each time.
create function energy_month_locked(project text, of_month text) returns boolean language sql stable as $$
  select coalesce((
    select a.act = 'lock' or app_now() >= a.at + interval '24 hours'
    from period_act a where a.project_code = project and a.month = of_month
    order by a.id desc limit 1), false)
$$;

create function energy_guard_day() returns trigger language plpgsql as $$
declare
  project text;
  of_day date;
begin
  if tg_op = 'DELETE' then project := old.project_code; of_day := old.day;
  else project := new.project_code; of_day := new.day; end if;
  if energy_month_locked(project, to_char(of_day, 'YYYY-MM')) then
    raise exception 'month % of % is locked', to_char(of_day, 'YYYY-MM'), project using errcode = 'check_violation', constraint = 'energy_month_locked';
  end if;
  return coalesce(new, old);
end $$;
create trigger meter_day_lock before insert or update or delete on meter_day for each row execute function energy_guard_day();

-- Facts stay: readings may be added to, never changed or taken away.
create trigger manual_reading_append_only before update or delete on manual_reading for each row execute function refuse_change();
create trigger run_reading_append_only before update or delete on run_reading for each row execute function refuse_change();
create trigger period_act_append_only before update or delete on period_act for each row execute function refuse_change();
