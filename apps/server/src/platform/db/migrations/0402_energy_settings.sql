-- How a project counts its days, judges and locks; weather; prices and factors (ADR 0021). One table for each matter, all by validity or version.

create table operational_setting (
  id bigint generated always as identity primary key,
  project_code text not null references project,
  valid_from date not null,
  -- Minutes after midnight at which meters are read; 1440 is 24:00.
  day_cut integer not null default 480 check (day_cut between 0 and 1440),
  attribution text not null default 'previous' check (attribution in ('previous', 'same')),
  tolerance_minutes integer not null default 60 check (tolerance_minutes between 0 and 240),
  -- D+n at so many minutes.
  entry_days integer not null default 1 check (entry_days between 0 and 3),
  entry_minutes integer not null default 720 check (entry_minutes between 0 and 1440),
  day_lock_days integer not null default 3 check (day_lock_days between 1 and 15),
  month_lock_day integer not null default 5 check (month_lock_day between 1 and 15),
  month_lock_minutes integer not null default 1080 check (month_lock_minutes between 0 and 1440),
  cooling_from text not null default '05-15' check (cooling_from ~ '^\d\d-\d\d$'),
  cooling_to text not null default '10-05' check (cooling_to ~ '^\d\d-\d\d$'),
  heating_from text not null default '12-01' check (heating_from ~ '^\d\d-\d\d$'),
  heating_to text not null default '03-15' check (heating_to ~ '^\d\d-\d\d$'),
  version integer not null default 1,
  edited_by bigint references app_user,
  edited_at timestamptz not null default app_now(),
  unique (project_code, valid_from)
);

-- 停机日: nothing is due.
create table stop_day (
  project_code text not null references project,
  day date not null,
  reason text not null default '',
  edited_by bigint references app_user,
  edited_at timestamptz not null default app_now(),
  primary key (project_code, day)
);

create table deviation_setting (
  id bigint generated always as identity primary key,
  level text not null check (level in ('company', 'project', 'category', 'meter')),
  project_code text references project,
  category_id bigint references energy_category,
  meter_id bigint references meter,
  warn numeric(6,2) check (warn > 0),
  abnormal numeric(6,2) check (abnormal > 0),
  min_usage numeric(16,4) check (min_usage >= 0),
  width_c numeric(4,1) check (width_c > 0),
  samples integer check (samples between 1 and 30),
  capacity_factor numeric(6,3) check (capacity_factor >= 1),
  sub_diff numeric(6,2) check (sub_diff >= 0),
  bill_diff numeric(6,2) check (bill_diff >= 0),
  balance_diff numeric(6,2) check (balance_diff >= 0),
  cop_min numeric(6,3),
  cop_max numeric(6,3),
  version integer not null default 1,
  edited_by bigint references app_user,
  edited_at timestamptz not null default app_now(),
  check (warn is null or abnormal is null or warn < abnormal),
  check (cop_min is null or cop_max is null or cop_min < cop_max),
  check ((level <> 'company') = (project_code is not null)),
  check ((level = 'category') = (category_id is not null)),
  check ((level = 'meter') = (meter_id is not null)),
  unique nulls not distinct (level, project_code, category_id, meter_id)
);

-- Outdoor climate by day and place; a project's place is its district.
create table weather_day (
  district text not null references district,
  day date not null,
  avg_c numeric(5,1) not null,
  max_c numeric(5,1) not null,
  min_c numeric(5,1) not null,
  humidity numeric(5,1),
  condition text not null default '',
  hourly numeric(5,1)[],
  source text not null,
  edited_at timestamptz not null default app_now(),
  primary key (district, day),
  check (min_c <= avg_c and avg_c <= max_c)
);

create table energy_price (
  id bigint generated always as identity primary key,
  project_code text not null references project,
  category_id bigint not null references energy_category,
  -- Null: of all meters of the category in the project.
  meter_id bigint references meter,
  name text not null default '',
  valid_from date not null,
  valid_to date,
  mode text not null check (mode in ('single', 'tou', 'ladder')),
  -- EnergyPrice of packages/energy, prices as decimal text.
  prices jsonb not null,
  schedule_id bigint,
  basic_by text check (basic_by in ('demand', 'capacity')),
  basic_price numeric(14,4) check (basic_price >= 0),
  capacity_kva numeric(14,2) check (capacity_kva > 0),
  power_factor numeric(4,2) check (power_factor in (0.80, 0.85, 0.90)),
  surcharges jsonb not null default '[]',
  tax_included boolean not null default true,
  tax_rate numeric(5,2) not null default 13 check (tax_rate between 0 and 13),
  document text not null default '',
  files jsonb not null default '[]',
  deleted_at timestamptz,
  version integer not null default 1,
  edited_by bigint references app_user,
  edited_at timestamptz not null default app_now(),
  check (valid_to is null or valid_from <= valid_to),
  constraint energy_price_no_overlap exclude using gist
    (project_code with =, category_id with =, coalesce(meter_id, 0) with =, daterange(valid_from, valid_to, '[]') with &&) where (deleted_at is null)
);

-- 时段表 (尖峰平谷): TouSchedule of packages/energy.
create table tou_schedule (
  id bigint generated always as identity primary key,
  name text not null,
  region text not null default '',
  valid_from date not null,
  valid_to date,
  seasons jsonb not null default '[]',
  periods jsonb not null,
  document text not null default '',
  edited_by bigint references app_user,
  edited_at timestamptz not null default app_now(),
  unique (name, valid_from),
  check (valid_to is null or valid_from <= valid_to)
);
alter table energy_price add foreign key (schedule_id) references tou_schedule;

-- 能耗系数: Factor of packages/energy.
create table energy_factor (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('coal', 'carbon')),
  carrier text not null check (carrier in ('elec', 'gas', 'heatBuy', 'steam', 'oil', 'water')),
  value numeric(14,6) not null check (value > 0),
  lhv numeric(10,3) check (lhv > 0),
  year integer check (year between 2000 and 2100),
  valid_from date,
  valid_to date,
  region text,
  project_code text references project,
  -- Where the figure is from, and whether it was compared with the text.
  source text not null,
  document text not null default '',
  checked boolean not null default false,
  deleted_at timestamptz,
  edited_by bigint references app_user,
  edited_at timestamptz not null default app_now(),
  check ((carrier = 'gas') = (lhv is not null)),
  check (year is null or (valid_from is null and valid_to is null)),
  check (valid_from is null or valid_to is null or valid_from <= valid_to)
);

-- What a signed report was made with.
create table factor_set (
  hash text primary key,
  content jsonb not null,
  created_at timestamptz not null default app_now()
);
