-- Bank accounts of customers, of the company and of suppliers of energy: changed by one person's proposal and another's agreement.
create table account_change (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('userPayAccount', 'userReceivedAccount', 'energyPayeeAccount')),
  -- Null: an account that is not there yet.
  account_id bigint,
  -- Null: of no single project.
  project_code text references project,
  -- What it is to be, as it was typed; the account's own table keeps it in columns once it is agreed to.
  content jsonb not null,
  reason text not null,
  files jsonb not null default '[]',
  state text not null default '待确认' check (state in ('待确认', '已生效', '已退回')),
  proposed_by bigint not null references app_user,
  proposed_at timestamptz not null default app_now(),
  decided_by bigint references app_user,
  decided_at timestamptz,
  decision text not null default '',
  constraint account_change_decider check (decided_by is distinct from proposed_by)
);
create unique index account_change_open_idx on account_change (kind, account_id) where state = '待确认' and account_id is not null;
create index on account_change (kind, state, proposed_at);

-- Which projects' customers pay to which of the company's accounts.
create table received_account_project (
  account_id bigint not null references b_user_received_account,
  project_code text not null references project,
  primary key (account_id, project_code)
);

-- 户号 of a project at a supplier of energy, and where its bills are paid to.
create table energy_supply_account (
  id bigint generated always as identity primary key,
  project_code text not null references project,
  category_id bigint not null references energy_category,
  payee_id bigint not null references energy_payee_account,
  account_no text not null,
  holder text not null default '',
  use_kind text not null default '',
  capacity_kva numeric(14,2) check (capacity_kva > 0),
  pay_mode text not null check (pay_mode in ('对公转账', '代扣', '预存卡')),
  -- Day of the month on which the supplier reads, and until which it is to be paid.
  bill_day integer check (bill_day between 1 and 31),
  due_day integer not null check (due_day between 1 and 28),
  meters bigint[] not null check (cardinality(meters) > 0),
  enabled boolean not null default true,
  is_demo boolean not null default false
);
create unique index energy_supply_account_no_idx on energy_supply_account (project_code, account_no) where enabled;
create index on energy_supply_account (payee_id);
