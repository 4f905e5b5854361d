-- Projects and the entities that forms point at.

create table district (
  id text primary key,
  parent_id text references district,
  name text not null
);
create index on district (parent_id);

create table project (
  code text primary key check (code ~ '^[A-Za-z0-9-]{2,30}$'),
  name text not null,
  short_name text not null default '',
  -- Department of length 7 that the project belongs to.
  area text not null references dept,
  customer_name text not null default '',
  customer_contact text,
  customer_phone text,
  address text,
  district text references district,
  -- m²
  area_m2 numeric(14,2),
  building_type text,
  -- G_ProjectState: 0 under preparation, 1 under construction, 2 in operation, 3 suspended, 4 ended.
  state integer not null default 2 check (state between 0 and 4),
  model text,
  charge_model text,
  machine_room text,
  manager bigint references app_user,
  start_on date,
  end_on date,
  design_cooling_kw numeric(14,2),
  design_heating_kw numeric(14,2),
  remark text,
  version integer not null default 1,
  pinyin text not null default '',
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on project (area);
create index on project (manager);
create index project_search on project using gin (name gin_trgm_ops, code gin_trgm_ops, pinyin gin_trgm_ops);

create table user_project (
  user_id bigint not null references app_user,
  project_code text not null references project,
  project_role text,
  from_date date,
  to_date date,
  primary key (user_id, project_code),
  check (from_date is null or to_date is null or from_date <= to_date)
);
create index on user_project (project_code);

create table project_addition_info (
  id bigint generated always as identity primary key,
  project_code text not null references project,
  kind text not null,
  title text not null,
  content text not null default '',
  attachments jsonb not null default '[]',
  created_by bigint references app_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on project_addition_info (project_code);

create table contract (
  code text primary key check (code ~ '^[A-Za-z0-9-]{2,40}$'),
  name text not null,
  project_code text not null references project,
  kind text not null,
  party_a text not null default '',
  party_b text not null default '',
  amount numeric(18,2) check (amount >= 0),
  sign_on date,
  start_on date,
  end_on date,
  state text not null default 'active' check (state in ('active', 'ended', 'cancelled')),
  charge_model text,
  remark text,
  version integer not null default 1,
  pinyin text not null default '',
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (start_on is null or end_on is null or start_on <= end_on)
);
create index on contract (project_code);
create index contract_search on contract using gin (name gin_trgm_ops, code gin_trgm_ops, pinyin gin_trgm_ops);

create table contract_price (
  id bigint generated always as identity primary key,
  contract_code text not null references contract,
  -- What is priced: electric, gas, water, heat, cold, hotWater, operation.
  kind text not null,
  unit text not null,
  price numeric(18,4) not null check (price >= 0),
  valid_from date not null,
  valid_to date,
  remark text,
  deleted_at timestamptz,
  created_by bigint references app_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (valid_to is null or valid_from <= valid_to)
);
create extension if not exists btree_gist;
-- One price of a kind on any day.
alter table contract_price add constraint contract_price_no_overlap
  exclude using gist (contract_code with =, kind with =, daterange(valid_from, valid_to, '[]') with &&) where (deleted_at is null);

create table device (
  id bigint generated always as identity primary key,
  project_code text not null references project,
  code text not null,
  name text not null,
  category text not null,
  model text not null default '',
  factory_no text,
  maker text,
  -- Meters: what the measured energy is used for.
  use_kind text,
  last_reading numeric(18,2),
  -- CT × PT
  multiple numeric(12,4),
  rated_kw numeric(12,2),
  location text,
  installed_on date,
  warranty_end date,
  last_efficiency numeric(12,4),
  next_test_date date,
  fault_count integer not null default 0,
  repair_cost numeric(18,2) not null default 0,
  state text not null default 'active' check (state in ('active', 'standby', 'retired')),
  pinyin text not null default '',
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_code, code)
);
create index on device (project_code, category);
create index device_search on device using gin (name gin_trgm_ops, code gin_trgm_ops, pinyin gin_trgm_ops);

create table supplier (
  id bigint generated always as identity primary key,
  code text not null unique,
  name text not null unique,
  tax_no text unique,
  kind text not null default '',
  grade text check (grade in ('A', 'B', 'C', 'D')),
  state text not null default 'active' check (state in ('active', 'suspended', 'blacklisted')),
  contact text,
  phone text,
  bank_name text,
  bank_account text,
  address text,
  pinyin text not null default '',
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index supplier_search on supplier using gin (name gin_trgm_ops, code gin_trgm_ops, pinyin gin_trgm_ops);
