-- Books of work that forms write: archives, stock, devices, people, customers, consulting.

create table water_chemical (
  id bigint generated always as identity primary key,
  name text not null unique,
  spec text not null default '',
  unit_price numeric(18,4) not null,
  pinyin text not null default '',
  state text not null default 'active'
);
create table spare_part (
  id bigint generated always as identity primary key,
  code text not null unique,
  name text not null,
  spec text not null default '',
  unit_price numeric(18,2) not null,
  pinyin text not null default '',
  state text not null default 'active'
);
-- What a project holds of a chemical or a part; never negative, changed only together with a movement.
create table stock (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('chemical', 'part')),
  project_code text not null,
  item_id bigint not null,
  quantity numeric(20,2) not null default 0,
  unique (kind, project_code, item_id),
  constraint stock_not_negative check (quantity >= 0)
);
create table stock_movement (
  id bigint generated always as identity primary key,
  stock_id bigint not null references stock,
  quantity numeric(20,2) not null check (quantity <> 0),
  reason text not null,
  source_module text not null,
  source_id bigint not null,
  reverses_id bigint unique references stock_movement,
  created_at timestamptz not null default now()
);
create index on stock_movement (source_module, source_id);
create index on stock_movement (stock_id);

-- One row a book entry whose content is the form itself: the book adds what the reports ask for.
create table water_archive (
  id bigint generated always as identity primary key,
  project_code text not null, kind text not null, happened_on date not null, summary text not null,
  ph numeric(20,2), conductivity numeric(20,1), result text, amount numeric(18,2),
  source_module text not null, source_id bigint not null, voided boolean not null default false
);
create index on water_archive (project_code, happened_on);
create index on water_archive (source_module, source_id);

create table supplier_mark (
  id bigint generated always as identity primary key,
  supplier_id bigint not null, project_code text, mark text not null check (mark in ('合格', '不合格')), reason text not null,
  source_module text not null, source_id bigint not null, voided boolean not null default false, created_at timestamptz not null default now()
);
create index on supplier_mark (supplier_id);

create table burn_archive (
  id bigint generated always as identity primary key,
  device_id bigint not null, project_code text not null, tested_on date not null, efficiency numeric(12,4), exhaust numeric(20,1),
  grade text, next_test_date date, source_id bigint not null unique, voided boolean not null default false
);
create index on burn_archive (device_id, tested_on);

create table efficiency_index (
  id bigint generated always as identity primary key,
  project_code text not null, device_id bigint, month text not null, metric text not null, value numeric(20,4) not null,
  source_module text not null, source_id bigint not null, voided boolean not null default false
);
create index on efficiency_index (project_code, month, metric);

create table satisfaction_archive (
  id bigint generated always as identity primary key,
  project_code text not null, year integer not null, quarter text not null, score numeric(20,2), low_count integer, renew_intention text,
  source_id bigint not null, superseded boolean not null default false, voided boolean not null default false
);
-- Another visit in the same quarter replaces the earlier one; history stays.
create unique index satisfaction_current on satisfaction_archive (project_code, year, quarter) where not superseded and not voided;

create table renewal_tracking (
  project_code text primary key, attitude text not null, noted_on date not null, source_id bigint not null
);

create table user_opinion (
  id bigint generated always as identity primary key,
  project_code text not null, kind text not null, content text not null, owner bigint not null, promise_date date not null, closed boolean not null default false,
  source_module text not null, source_id bigint not null, voided boolean not null default false
);
create index on user_opinion (project_code) where not voided;

create table employee_contract (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user, employ_type text not null, start_on date not null, end_on date not null, probation_end date,
  source_id bigint not null, voided boolean not null default false
);
create table employee_profile (
  user_id bigint primary key references app_user,
  id_no text, education text, salary numeric(18,2), bank_account_name text, bank_name text, bank_account text,
  borrow_limit numeric(18,2) not null default 5000, entry_date date, probation_end date, mentor bigint
);
create table certificate (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user, kind text not null, cert_no text not null, issue_org text, expires_on date not null, project_code text, scans jsonb not null default '[]',
  source_module text not null, source_id bigint not null, voided boolean not null default false
);
create index on certificate (user_id);
create index on certificate (expires_on) where not voided;
create table entry_material (
  id bigint generated always as identity primary key,
  user_id bigint references app_user, name text not null, material text not null, promise_date date, submitted boolean not null default false,
  source_id bigint not null, voided boolean not null default false
);
create table transfer_order (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user, effective_on date not null, back_on date,
  from_dept text not null, to_dept text not null, from_project text, to_project text, from_position text, to_position text not null,
  old_salary numeric(18,2), new_salary numeric(18,2), applied_at timestamptz, source_id bigint not null unique, voided boolean not null default false
);
create index on transfer_order (effective_on) where applied_at is null and not voided;

create table dept_cooperation (
  id bigint generated always as identity primary key,
  from_dept text not null, to_dept text not null, kind text not null, promise_date date, finish_date date, on_time boolean,
  timely_mark integer, quality_mark integer, work_hours numeric(20,1), cost numeric(18,2), source_id bigint not null unique, voided boolean not null default false
);
create table assessment_mark (
  id bigint generated always as identity primary key,
  dept_id text not null, month text not null, item text not null, mark numeric(20,2) not null,
  source_module text not null, source_id bigint not null, voided boolean not null default false
);
create index on assessment_mark (dept_id, month);

create table device_history (
  id bigint generated always as identity primary key,
  device_id bigint not null, project_code text not null, kind text not null, happened_at timestamptz not null, summary text not null, cost numeric(18,2),
  source_module text not null, source_id bigint not null, voided boolean not null default false
);
create index on device_history (device_id, happened_at);
create table device_run_log (
  id bigint generated always as identity primary key,
  device_id bigint not null, project_code text not null, logged_at timestamptz not null, state text, readings jsonb not null,
  source_id bigint not null, voided boolean not null default false
);
create index on device_run_log (device_id, logged_at);
create table alarm (
  id bigint generated always as identity primary key,
  project_code text not null, device_id bigint, level text not null check (level in ('紧急', '重要', '一般')), kind text not null, content text not null,
  raised_at timestamptz not null, handled_at timestamptz, handled_by bigint, handle_note text, source_module text, source_id bigint, voided boolean not null default false
);
create index on alarm (project_code, raised_at) where handled_at is null and not voided;
create table inspection_completion (
  id bigint generated always as identity primary key,
  project_code text not null, day date not null, shift text not null, machine_room text not null, inspector bigint not null, source_id bigint not null unique, voided boolean not null default false
);
create index on inspection_completion (project_code, day);

create table settlement_basis (
  id bigint generated always as identity primary key,
  project_code text not null, month text not null, energy text not null, quantity numeric(20,2) not null, our_quantity numeric(20,2), amount numeric(18,2),
  source_module text not null, source_id bigint not null, voided boolean not null default false
);
create unique index settlement_basis_current on settlement_basis (project_code, month, energy) where not voided;
create table meter_confirmed_reading (
  id bigint generated always as identity primary key,
  device_id bigint not null, month text not null, reading numeric(20,2) not null, previous numeric(20,2), source_id bigint not null, voided boolean not null default false
);
create table day_report_lock (
  id bigint generated always as identity primary key,
  project_code text not null, energy text not null, month text not null, source_module text not null, source_id bigint not null, voided boolean not null default false
);
create unique index day_report_lock_current on day_report_lock (project_code, energy, month) where not voided;

create table consult_project_archive (
  consult_project_id bigint primary key, code text not null unique, name text not null, owner_name text not null, owner_code text,
  protect_until date, stage text, recommended text, last_scheme_on date, quotable_consult_id bigint, voided boolean not null default false
);
create table tech_archive (
  id bigint generated always as identity primary key,
  folder text not null, title text not null, files jsonb not null, source_module text not null, source_id bigint not null, voided boolean not null default false
);
create table work_hours (
  id bigint generated always as identity primary key,
  user_id bigint not null, day date not null, hours numeric(20,1) not null, source_module text not null, source_id bigint not null, voided boolean not null default false
);
create index on work_hours (user_id, day);
create table committee_plan (
  id bigint generated always as identity primary key,
  topic text not null, consult_project_id bigint, state text not null default '待安排', source_id bigint not null, voided boolean not null default false
);

-- Monthly labour cost that moves between projects with a person, from a month on.
create table labour_cost (
  id bigint generated always as identity primary key,
  project_code text not null, user_id bigint not null, from_month text not null, amount numeric(18,2) not null, source_id bigint not null, voided boolean not null default false
);
create index on labour_cost (project_code, from_month) where not voided;
