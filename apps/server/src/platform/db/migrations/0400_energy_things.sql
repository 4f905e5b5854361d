-- What is measured, and with what (ADR 0021): rooms, systems, kinds of devices and energies, meters and what happened to them.
create table machine_room (
  id bigint generated always as identity primary key,
  project_code text not null references project,
  name text not null,
  floor text not null default '',
  place text not null default '',
  area_m2 numeric(12,2) check (area_m2 > 0),
  sort integer not null default 0,
  enabled boolean not null default true,
  is_demo boolean not null default false,
  created_at timestamptz not null default app_now(),
  unique (project_code, name),
  unique (id, project_code)
);

create table energy_system (
  id bigint generated always as identity primary key,
  project_code text not null references project,
  room_id bigint not null,
  name text not null,
  sort integer not null default 0,
  enabled boolean not null default true,
  created_at timestamptz not null default app_now(),
  unique (room_id, name),
  unique (id, project_code),
  -- A system stands in a room of its own project.
  foreign key (room_id, project_code) references machine_room (id, project_code)
);

-- 设备类别, a tree.
create table device_category (
  id bigint generated always as identity primary key,
  parent_id bigint references device_category,
  name text not null,
  sort integer not null default 0,
  enabled boolean not null default true,
  created_at timestamptz not null default app_now(),
  unique nulls not distinct (parent_id, name)
);

-- 型号库
create table device_model (
  id bigint generated always as identity primary key,
  category_id bigint not null references device_category,
  maker text not null,
  model text not null,
  rated_cooling_kw numeric(12,2) check (rated_cooling_kw > 0),
  rated_heating_kw numeric(12,2) check (rated_heating_kw > 0),
  rated_gas_m3h numeric(12,2) check (rated_gas_m3h > 0),
  rated_power_kw numeric(12,2) check (rated_power_kw > 0),
  chilled_flow_m3h numeric(12,2) check (chilled_flow_m3h > 0),
  cooling_flow_m3h numeric(12,2) check (cooling_flow_m3h > 0),
  rated_cop numeric(8,3) check (rated_cop > 0),
  supply_c numeric(6,1),
  return_c numeric(6,1),
  solution_kg numeric(12,2) check (solution_kg > 0),
  energy_kind text not null default '',
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  unique (maker, model)
);
create index on device_model (category_id);

-- 类别参数模板: what is read of machines of a category.
create table category_param (
  category_id bigint not null references device_category,
  code text not null check (code ~ '^[A-Za-z0-9_]{1,30}$'),
  name text not null,
  unit text not null default '',
  data_type text not null default '数值' check (data_type in ('数值', '开关', '枚举')),
  decimals integer not null default 1 check (decimals between 0 and 6),
  low numeric(16,4),
  high numeric(16,4),
  is_read boolean not null default true,
  is_curve boolean not null default false,
  sort integer not null default 0,
  primary key (category_id, code),
  check (low is null or high is null or low < high)
);

-- 能源计量类别 (分类/分项), a tree.
create table energy_category (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Za-z0-9_.]{1,40}$'),
  parent_id bigint references energy_category,
  name text not null,
  unit text not null,
  -- 标况, 工况, GJ …
  quality text not null default '',
  coal_factor numeric(12,6) check (coal_factor >= 0),
  -- MJ/m³
  lhv numeric(10,3) check (lhv > 0),
  counts_in_total boolean not null default true,
  icon text not null default '',
  color text not null default '' check (color ~ '^(#[0-9a-fA-F]{6})?$'),
  sort integer not null default 0,
  enabled boolean not null default true,
  created_at timestamptz not null default app_now(),
  unique nulls not distinct (parent_id, name)
);

alter table device
  add column room_id bigint references machine_room,
  add column system_id bigint references energy_system,
  add column model_id bigint references device_model,
  add column unit_no text, -- 台号
  add column ownership text, -- 产权
  add column made_on date, -- 出厂日期
  add column started_on date, -- 投运日期
  add column photos jsonb not null default '[]',
  -- What the site calls it, the customer reads, and the gateway sends (setting/setDeviceName).
  add column display_name text,
  add column client_name text,
  add column point_code text,
  add column name_group text,
  add column sort integer not null default 0,
  add column show_entry boolean not null default true,
  add column show_report boolean not null default true,
  add column show_screen boolean not null default true,
  add column version integer not null default 1;
create unique index device_display_name_idx on device (project_code, display_name) where display_name is not null;
create unique index device_point_code_idx on device (project_code, point_code) where point_code is not null;

-- 表计: a device that counts. What it is on the dial may change by an exchange (meter_install).
create table meter (
  device_id bigint primary key references device,
  project_code text not null references project,
  meter_type text not null check (meter_type in ('电表', '燃气表', '自来水表', '软水表', '冷热量表', '蒸汽流量计', '生活热水表')),
  category_id bigint not null references energy_category,
  parent_id bigint,
  -- Keys of REGISTERS that are read.
  registers text[] not null check (cardinality(registers) > 0),
  unit text not null,
  area_use text not null default '', -- 计量区域/用途
  is_settle boolean not null default false, -- 参与结算
  accuracy text not null default '',
  verified_on date,
  verified_to date,
  -- A hour's most in the meter's unit: kW of a kWh meter, m³/h of a gas meter.
  max_rate numeric(16,4) check (max_rate > 0),
  -- day; 1h … 12h; month:5; auto:5 is a gateway's, each five minutes.
  frequency text not null default 'day' check (frequency ~ '^(day|(1|2|4|6|8|12)h|month:([1-9]|[12]\d|3[01])|auto:\d{1,3})$'),
  used_from date not null,
  used_to date,
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  unique (device_id, project_code),
  -- The parent measures in the same project. That there is no cycle, the server checks under a lock of the project.
  foreign key (parent_id, project_code) references meter (device_id, project_code),
  check (parent_id <> device_id),
  check (used_to is null or used_from <= used_to),
  check (not is_settle or verified_to is not null)
);
create index on meter (project_code, category_id);
create index on meter (parent_id);

-- Which apparatus hung there and when: an exchange is two rows and one meter_break.
create table meter_install (
  id bigint generated always as identity primary key,
  meter_id bigint not null references meter,
  factory_no text not null,
  installed_at timestamptz not null,
  removed_at timestamptz,
  digits integer not null check (digits between 1 and 12),
  decimals integer not null check (decimals between 0 and 6),
  -- Registers' first and last readings by key: {"total": "12.5"}.
  first_readings jsonb not null default '{}',
  last_readings jsonb not null default '{}',
  document text not null default '',
  created_by bigint references app_user,
  created_at timestamptz not null default app_now(),
  check (removed_at is null or installed_at <= removed_at),
  constraint meter_install_no_overlap exclude using gist (meter_id with =, tstzrange(installed_at, removed_at) with &&)
);
create index on meter_install (factory_no);

-- 倍率 from an instant on, up to the next. Rows are only added; a void one was wrong from the start.
create table meter_ratio (
  id bigint generated always as identity primary key,
  meter_id bigint not null references meter,
  valid_from timestamptz not null,
  ct text not null default '1',
  pt text not null default '1',
  value numeric(18,6) not null check (value > 0),
  reason text not null default '',
  documents jsonb not null default '[]',
  -- Proposed by one person, in force once another agreed.
  state text not null default '已生效' check (state in ('待复核', '已生效', '已退回', '已作废')),
  created_by bigint references app_user,
  created_at timestamptz not null default app_now(),
  decided_by bigint references app_user,
  decided_at timestamptz,
  constraint meter_ratio_decider check (decided_by is distinct from created_by or created_by is null)
);
create unique index meter_ratio_from_idx on meter_ratio (meter_id, valid_from) where state = '已生效';

-- 换表 or 清零: one line that may be audited: old final, gap, new initial; of one or several registers at once.
create table meter_break (
  id bigint generated always as identity primary key,
  serial text not null unique,
  meter_id bigint not null references meter,
  kind text not null check (kind in ('swap', 'reset')),
  reason text not null,
  removed_at timestamptz not null,
  installed_at timestamptz not null,
  -- By register: {"total": {"old": "123.4", "new": "0", "gap": "12"}}; the gap in the meter's unit.
  registers jsonb not null,
  gap_method text check (gap_method in ('同时段均值', '同温', '设备功率×时长', '客户协商')),
  gap_reason text not null default '',
  old_factory_no text not null default '',
  new_factory_no text not null default '',
  new_ct text,
  new_pt text,
  new_ratio numeric(18,6) check (new_ratio > 0),
  new_digits integer check (new_digits between 1 and 12),
  new_decimals integer check (new_decimals between 0 and 6),
  worker text not null default '',
  photos jsonb not null default '[]',
  certificate jsonb not null default '[]',
  witness jsonb not null default '[]',
  -- 待登记: the site only reported that it was exchanged.
  state text not null check (state in ('待登记', '待核对', '已生效', '已作废')),
  version integer not null default 1,
  created_by bigint not null references app_user,
  created_at timestamptz not null default app_now(),
  decided_by bigint references app_user,
  decided_at timestamptz,
  void_reason text not null default '',
  check (installed_at >= removed_at),
  check (kind = 'swap' or installed_at = removed_at),
  constraint meter_break_decider check (state <> '已生效' or decided_by is distinct from created_by)
);
create index on meter_break (meter_id, removed_at);
