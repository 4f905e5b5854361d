-- 运营项目档案: what a building is besides its areas, and what is known of its systems.
alter table project
  add column heating_area numeric(20,2) check (heating_area >= 0), -- 采暖面积（m²）
  -- WGS84, decimal degrees; one is nothing without the other.
  add column longitude numeric(9,6) check (longitude between -180 and 180),
  add column latitude numeric(8,6) check (latitude between -90 and 90),
  add column floors integer check (floors between 1 and 300), -- 层数
  add column built_year integer check (built_year between 1900 and 2100), -- 竣工年份
  add column duty_phone text, -- 值班电话
  add constraint project_place_whole check ((longitude is null) = (latitude is null));

-- The typed part of the additional information, once for each project. It is one of its entries, so that both are named by the same ids.
create table project_profile (
  id bigint primary key references project_addition_info on delete cascade,
  project_code text not null unique references project,
  envelope text not null default '',
  window_wall_ratio numeric(4,3) check (window_wall_ratio between 0 and 1),
  -- Designed temperatures of the water that goes out and comes back, ℃.
  cool_supply numeric(4,1),
  cool_return numeric(4,1),
  heat_supply numeric(4,1),
  heat_return numeric(4,1),
  terminals text not null default '',
  beds integer check (beds >= 0),
  guest_rooms integer check (guest_rooms >= 0),
  seats integer check (seats >= 0),
  open_hours text not null default '',
  control_maker text not null default '',
  control_protocol text not null default '',
  cover jsonb not null default '[]',
  photos jsonb not null default '[]',
  saving_target numeric(5,2) check (saving_target between 0 and 100), -- 节能目标（%）
  carbon_target numeric(14,2) check (carbon_target > 0), -- 年碳目标（tCO₂）
  remark text not null default '',
  version integer not null default 1,
  updated_by bigint references app_user,
  updated_at timestamptz not null default app_now()
);
