-- Books of money that forms write: budget, invoices, advances, loans, bank, costs.

create extension if not exists btree_gist;
-- Balances are columns guarded by CHECKs and changed only together with an append-only entry, so that balance = fold of entries.

create table fund_budget_ledger (
  id bigint generated always as identity primary key,
  owner_kind text not null check (owner_kind in ('project', 'dept')),
  owner_code text not null,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  subject text not null,
  approved numeric(18,2) not null default 0 check (approved >= 0),
  appended numeric(18,2) not null default 0 check (appended >= 0),
  moved_in numeric(18,2) not null default 0 check (moved_in >= 0),
  moved_out numeric(18,2) not null default 0 check (moved_out >= 0),
  reserved numeric(18,2) not null default 0 check (reserved >= 0),
  used numeric(18,2) not null default 0 check (used >= 0),
  available numeric(18,2) generated always as (approved + appended + moved_in - moved_out - reserved - used) stored,
  unique (owner_kind, owner_code, month, subject),
  constraint fund_budget_not_overdrawn check (approved + appended + moved_in - moved_out - reserved - used >= 0)
);

create table fund_budget_entry (
  id bigint generated always as identity primary key,
  ledger_id bigint not null references fund_budget_ledger,
  column_name text not null check (column_name in ('approved', 'appended', 'moved_in', 'moved_out', 'reserved', 'used')),
  amount numeric(18,2) not null check (amount <> 0),
  source_module text not null,
  source_id bigint not null,
  reason text not null,
  created_at timestamptz not null default now()
);
create index on fund_budget_entry (source_module, source_id);
create index on fund_budget_entry (ledger_id);

create table invoice_register (
  id bigint generated always as identity primary key,
  seller_tax_no text not null,
  invoice_code text not null default '',
  invoice_no text not null,
  kind text not null,
  issue_date date,
  net numeric(18,2) not null,
  tax numeric(18,2) not null,
  deductible numeric(18,2) not null default 0,
  state text not null check (state in ('held', 'used', 'released', 'reversed')),
  source_module text not null,
  source_id bigint not null,
  updated_at timestamptz not null default now(),
  -- Of all years and all modules: the same paper can be claimed once.
  unique (seller_tax_no, invoice_code, invoice_no)
);
create index on invoice_register (source_module, source_id);

create table input_tax (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references invoice_register,
  month text not null,
  amount numeric(18,2) not null,
  source_module text not null,
  source_id bigint not null,
  reverses_id bigint unique references input_tax,
  created_at timestamptz not null default now()
);
create index on input_tax (source_module, source_id);

-- Advances to energy suppliers, one row a paying form: claimed + returned (both with what is under way) never exceed paid.
create table advance_ledger (
  payment_id bigint primary key,
  payee_account_id bigint not null,
  paid numeric(18,2) not null check (paid >= 0),
  claim_pending numeric(18,2) not null default 0 check (claim_pending >= 0),
  claimed numeric(18,2) not null default 0 check (claimed >= 0),
  return_pending numeric(18,2) not null default 0 check (return_pending >= 0),
  returned numeric(18,2) not null default 0 check (returned >= 0),
  ticket_pending numeric(18,2) not null default 0 check (ticket_pending >= 0),
  ticketed numeric(18,2) not null default 0 check (ticketed >= 0),
  constraint advance_not_overdrawn check (claim_pending + claimed + return_pending + returned <= paid)
);

create table borrowing_ledger (
  borrowing_id bigint primary key,
  borrower bigint not null references app_user,
  loan_kind text not null,
  paid numeric(18,2) not null check (paid > 0),
  claim_pending numeric(18,2) not null default 0 check (claim_pending >= 0),
  claimed numeric(18,2) not null default 0 check (claimed >= 0),
  return_pending numeric(18,2) not null default 0 check (return_pending >= 0),
  returned numeric(18,2) not null default 0 check (returned >= 0),
  due_date date not null,
  extend_times integer not null default 0 check (extend_times between 0 and 2),
  owner_kind text not null,
  owner_code text not null,
  budget_month text not null,
  cleared_at timestamptz,
  voided_at timestamptz,
  constraint borrowing_not_overdrawn check (claim_pending + claimed + return_pending + returned <= paid)
);
create index on borrowing_ledger (borrower) where cleared_at is null and voided_at is null;

create table balance_entry (
  id bigint generated always as identity primary key,
  book text not null check (book in ('advance', 'borrowing')),
  account_id bigint not null,
  column_name text not null,
  amount numeric(18,2) not null check (amount <> 0),
  source_module text not null,
  source_id bigint not null,
  reason text not null,
  created_at timestamptz not null default now()
);
create index on balance_entry (book, account_id);
create index on balance_entry (source_module, source_id);

create table company_account (
  id bigint generated always as identity primary key,
  name text not null,
  bank_name text not null,
  bank_account text not null unique,
  state text not null default 'active'
);

create table energy_payee_account (
  id bigint generated always as identity primary key,
  payee_name text not null,
  tax_no text not null,
  bank_name text not null,
  bank_account text not null,
  energy_types text[] not null default '{}',
  state text not null default 'active',
  pinyin text not null default '',
  unique (tax_no, bank_account)
);

create table bank_journal (
  id bigint generated always as identity primary key,
  bank_serial text not null unique,
  company_account_id bigint references company_account,
  direction text not null check (direction in ('out', 'in')),
  amount numeric(18,2) not null check (amount > 0),
  paid_on date not null,
  counterparty text not null,
  source_module text not null,
  source_id bigint not null,
  reverses_id bigint unique references bank_journal,
  created_at timestamptz not null default now()
);
create index on bank_journal (source_module, source_id);

-- Costs of projects and departments; a correction is a negated row that points at the old one.
create table project_cost (
  id bigint generated always as identity primary key,
  project_code text not null,
  month text not null,
  account text not null,
  amount numeric(18,2) not null,
  quantity numeric(20,4),
  source_module text not null,
  source_id bigint not null,
  reverses_id bigint unique references project_cost,
  created_at timestamptz not null default now()
);
create index on project_cost (project_code, month, account);
create index on project_cost (source_module, source_id);

create table dept_cost (
  id bigint generated always as identity primary key,
  dept_id text not null,
  month text not null,
  account text not null,
  amount numeric(18,2) not null,
  source_module text not null,
  source_id bigint not null,
  reverses_id bigint unique references dept_cost,
  created_at timestamptz not null default now()
);
create index on dept_cost (dept_id, month, account);
create index on dept_cost (source_module, source_id);

create table project_month_lock (
  project_code text not null,
  month text not null,
  locked_at timestamptz not null default now(),
  locked_by bigint,
  primary key (project_code, month)
);

-- One account at one supplier is paid once for a period.
create table energy_payment_ledger (
  id bigint generated always as identity primary key,
  payment_id bigint not null,
  payee_account_id bigint not null,
  account_no text not null,
  period daterange not null,
  energy_type text not null,
  project_code text not null,
  quantity numeric(20,2) not null,
  amount numeric(18,2) not null,
  voided boolean not null default false,
  correction boolean not null default false,
  exclude using gist (payee_account_id with =, account_no with =, period with &&) where (not voided and not correction)
);
create index on energy_payment_ledger (payment_id);
create index on energy_payment_ledger (project_code, energy_type);

create table open_ticket (
  payment_id bigint primary key,
  amount numeric(18,2) not null,
  received numeric(18,2) not null default 0,
  deadline date,
  closed_at timestamptz,
  constraint open_ticket_not_over check (received >= 0 and received <= amount)
);

create table payroll_deduction (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  month text not null,
  amount numeric(18,2) not null,
  reason text not null,
  source_module text not null,
  source_id bigint not null,
  voided boolean not null default false
);

create table pay_schedule (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('pay', 'receive')),
  owner_kind text not null,
  owner_code text not null,
  due_on date not null,
  subject text not null,
  counterparty text not null default '',
  amount numeric(18,2) not null,
  sure_rate numeric(12,4),
  source_module text not null,
  source_id bigint not null,
  voided boolean not null default false
);
create index on pay_schedule (kind, due_on) where not voided;
create index on pay_schedule (source_module, source_id);

create table control_total (
  owner_kind text not null,
  owner_code text not null,
  year integer not null,
  subject text not null,
  amount numeric(18,2) not null default 0,
  primary key (owner_kind, owner_code, year, subject)
);

create table receivable_ledger (
  id bigint generated always as identity primary key,
  project_code text not null,
  kind text not null,
  amount numeric(18,2) not null,
  settled numeric(18,2) not null default 0,
  source_module text not null,
  source_id bigint not null,
  voided boolean not null default false,
  created_at timestamptz not null default now(),
  check (settled >= 0 and settled <= amount)
);
create index on receivable_ledger (project_code) where not voided;
create index on receivable_ledger (source_module, source_id);

-- Yearly budget of an owner, from the internal year plan.
create table year_fund_budget (
  owner_kind text not null check (owner_kind in ('project', 'dept')),
  owner_code text not null,
  year integer not null,
  amount numeric(18,2) not null check (amount >= 0),
  primary key (owner_kind, owner_code, year)
);
