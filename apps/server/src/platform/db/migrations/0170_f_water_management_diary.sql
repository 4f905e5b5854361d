-- 水质管理日志 (waterManagementDiary): drafted from its definition.

create table f_water_management_diary (
  id bigint generated always as identity primary key,
  serial text unique,
  status text not null default 'draft',
  version integer not null default 1,
  applicant bigint not null references app_user,
  applicant_dept text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  submitted_at timestamptz,
  finished_at timestamptz,
  project text, -- 项目
  diary_date date, -- 日期
  shift text, -- 班次
  run_mode text, -- 运行工况
  hosts_running integer, -- 运行主机台数（台）
  cooling_supply_temp numeric(20,1), -- 冷却水进机温度（℃）
  cooling_return_temp numeric(20,1), -- 冷却水出机温度（℃）
  cooling_ph numeric(20,2), -- 冷却水pH
  cooling_conductivity numeric(20,0), -- 冷却水电导率（μS/cm）
  chilled_ph numeric(20,2), -- 冷温水pH
  chilled_conductivity numeric(20,0), -- 冷温水电导率（μS/cm）
  water_color text, -- 塔盘水色
  soft_hardness numeric(20,3), -- 软水出水硬度（mmol/L）
  tower_meter_last numeric(20,2), -- 冷却塔补水表上班读数（m³）
  tower_meter_now numeric(20,2), -- 冷却塔补水表本班读数（m³）
  chilled_meter_last numeric(20,2), -- 冷温水补水表上班读数（m³）
  chilled_meter_now numeric(20,2), -- 冷温水补水表本班读数（m³）
  blowdown_times integer, -- 排污次数（次）
  blowdown_minutes integer, -- 累计排污时长（min）
  dosing_pump text, -- 加药泵状态
  dosing_tank_level numeric(12,4), -- 药箱液位
  abnormal boolean, -- 有异常
  abnormal_desc text, -- 异常情况
  abnormal_photos jsonb, -- 异常照片
  tower_makeup numeric(20,2), -- 冷却塔补水量（m³）
  chilled_makeup numeric(20,2), -- 冷温水补水量（m³）
  cooling_delta numeric(20,1), -- 冷却水温差（℃）
  dosing_total numeric(20,2), -- 本班加药量（kg）
  review_note text, -- 审阅意见
  handle_advice text, -- 处理意见
  need_visit boolean -- 需到场处理
);

create index f_water_management_diary_applicant_created_at_id_idx on f_water_management_diary (applicant, created_at, id);
create index f_water_management_diary_status_created_at_id_idx on f_water_management_diary (status, created_at, id);
create index f_water_management_diary_applicant_dept_created_at_id_idx on f_water_management_diary (applicant_dept, created_at, id);
create index f_water_management_diary_created_at_id_idx on f_water_management_diary (created_at, id);
create index f_water_management_diary_project_created_at_id_idx on f_water_management_diary (project, created_at, id);
create index f_water_management_diary_diary_date_idx on f_water_management_diary (diary_date);
create unique index f_water_management_diary_diary_date_live on f_water_management_diary (diary_date) where status in ('running', 'returned', 'approved');
create unique index f_water_management_diary_shift_live on f_water_management_diary (shift) where status in ('running', 'returned', 'approved');

create trigger f_water_management_diary_added after insert on f_water_management_diary referencing new table as changed
  for each statement execute function form_changed('waterManagementDiary');
create trigger f_water_management_diary_changed after update on f_water_management_diary referencing new table as changed
  for each statement execute function form_changed('waterManagementDiary');
create trigger f_water_management_diary_removed after delete on f_water_management_diary referencing old table as changed
  for each statement execute function form_changed('waterManagementDiary');

-- 本班加药
create table f_water_management_diary_dosing (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_water_management_diary on delete cascade,
  row_no integer not null,
  chemical bigint, -- 药剂
  dosing_system text, -- 投加系统
  dosing_way text, -- 投加方式
  stock_before numeric(20,2), -- 加药前库存（kg）
  quantity numeric(20,2), -- 投加量（kg）
  stock_after numeric(20,2) -- 加药后库存（kg）
);
create index f_water_management_diary_dosing_parent_idx on f_water_management_diary_dosing (parent_id, row_no);
