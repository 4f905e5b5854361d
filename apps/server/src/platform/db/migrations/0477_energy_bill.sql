-- Bills of suppliers (账单), set against what the meters say. One bill of an account for any day.
create table energy_bill (
  id bigint generated always as identity primary key,
  project_code text not null references project,
  category_id bigint not null references energy_category,
  supplier text not null,
  account_no text not null default '',
  from_day date not null,
  to_day date not null,
  last_reading numeric(20,6),
  this_reading numeric(20,6),
  ratio numeric(18,6) check (ratio > 0),
  usage numeric(24,6) not null check (usage >= 0),
  sharp numeric(24,6),
  peak numeric(24,6),
  flat numeric(24,6),
  valley numeric(24,6),
  basic_fee numeric(18,2),
  power_factor_fee numeric(18,2),
  late_fee numeric(18,2),
  amount numeric(18,2) not null,
  invoice_no text not null default '',
  files jsonb not null default '[]',
  -- Why it differs from the meters, or from the bill before.
  note text not null default '',
  version integer not null default 1,
  -- What is sent twice is there once.
  client_id uuid unique,
  created_by bigint not null references app_user,
  created_at timestamptz not null default app_now(),
  edited_by bigint references app_user,
  edited_at timestamptz not null default app_now(),
  check (from_day <= to_day),
  constraint energy_bill_no_overlap exclude using gist
    (project_code with =, category_id with =, account_no with =, daterange(from_day, to_day, '[]') with &&)
);
create index on energy_bill (project_code, to_day);
