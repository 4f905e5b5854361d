-- 运行方案 (operationsPlan): drafted from its definition.

create table f_operations_plan (
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
  contract text, -- 合同
  season text, -- 供能季
  plan_version text, -- 版本
  last_plan bigint, -- 原运行方案
  effect_from date, -- 执行起日
  effect_to date, -- 执行止日
  building_use text, -- 建筑功能
  air_area numeric(20,2), -- 空调面积（m²）
  open_rate numeric(12,4), -- 预计开启率
  design_load numeric(20,1), -- 设计负荷（kW）
  supply_start text, -- 每日供能开始
  supply_end text, -- 每日供能结束
  indoor_low numeric(20,1), -- 室内温度下限（℃）
  indoor_high numeric(20,1), -- 室内温度上限（℃）
  gas_price numeric(18,4), -- 燃气价（元/m³）
  power_price numeric(18,4), -- 平均电价（元/kWh）
  last_unit_cost numeric(18,2), -- 上一同季单位面积能源费（元/m²）
  quota_cost numeric(18,2), -- 本季能源费定额（元）
  start_condition text[], -- 开机前条件
  special_mode text, -- 特殊工况处置
  anti_freeze text, -- 防冻措施
  plan_files jsonb, -- 系统图与测算表
  plan_days numeric(20,1), -- 测算天数（天）
  gas_total numeric(20,2), -- 季用气测算（m³）
  power_total numeric(20,2), -- 季用电测算（kWh）
  cost_total numeric(18,2), -- 季能源费测算（元）
  unit_cost numeric(18,2), -- 单位面积能源费（元/m²）
  cost_change numeric(12,4), -- 较上一同季
  quota_gap numeric(18,2), -- 较定额节余(负为超)（元）
  strategy_opinion text, -- 策略审核意见
  safety_ok text, -- 安全边界
  energy_verified text, -- 用能测算
  suggest_cut numeric(18,2), -- 建议压降能源费（元）
  brief_date date, -- 交底日期
  brief_users bigint[], -- 参加人员
  brief_photos jsonb -- 交底照片与签字
);

create index f_operations_plan_applicant_created_at_id_idx on f_operations_plan (applicant, created_at, id);
create index f_operations_plan_status_created_at_id_idx on f_operations_plan (status, created_at, id);
create index f_operations_plan_applicant_dept_created_at_id_idx on f_operations_plan (applicant_dept, created_at, id);
create index f_operations_plan_created_at_id_idx on f_operations_plan (created_at, id);
create index f_operations_plan_project_created_at_id_idx on f_operations_plan (project, created_at, id);
create index f_operations_plan_effect_from_idx on f_operations_plan (effect_from);

create trigger f_operations_plan_added after insert on f_operations_plan referencing new table as changed
  for each statement execute function form_changed('operationsPlan');
create trigger f_operations_plan_changed after update on f_operations_plan referencing new table as changed
  for each statement execute function form_changed('operationsPlan');
create trigger f_operations_plan_removed after delete on f_operations_plan referencing old table as changed
  for each statement execute function form_changed('operationsPlan');

-- 室外温度分段策略
create table f_operations_plan_segments (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_operations_plan on delete cascade,
  row_no integer not null,
  temp_from numeric(20,1), -- 室外温度下限（℃）
  temp_to numeric(20,1), -- 室外温度上限（℃）
  seg_days numeric(20,1), -- 预计天数（天）
  host_combo text, -- 主机组合
  load_rate numeric(12,4), -- 主机负荷率
  outlet_set numeric(20,1), -- 出水温度设定（℃）
  delta_set numeric(20,1), -- 供回水温差（℃）
  pump_hz numeric(20,1), -- 冷暖水泵频率（Hz）
  cooling_pump_hz numeric(20,1), -- 冷却泵频率（Hz）
  tower_fans integer, -- 冷却塔风机台数（台）
  cooling_in_set numeric(20,1), -- 冷却水进水温度（℃）
  day_hours numeric(20,1), -- 日运行小时（h）
  day_gas numeric(20,2), -- 日用气（m³）
  day_power numeric(20,2), -- 日用电（kWh）
  seg_gas numeric(20,2), -- 段用气（m³）
  seg_power numeric(20,2), -- 段用电（kWh）
  seg_wrong integer -- 校验：温度段有误
);
create index f_operations_plan_segments_parent_idx on f_operations_plan_segments (parent_id, row_no);

-- 分时运行表
create table f_operations_plan_timetable (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_operations_plan on delete cascade,
  row_no integer not null,
  slot_start text, -- 开始
  slot_end text, -- 结束
  tariff text, -- 电价时段
  slot_mode text, -- 运行方式
  slot_note text -- 操作要点
);
create index f_operations_plan_timetable_parent_idx on f_operations_plan_timetable (parent_id, row_no);

-- 设备投切顺序
create table f_operations_plan_sequence (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_operations_plan on delete cascade,
  row_no integer not null,
  unit_device bigint, -- 设备
  priority integer, -- 优先级
  load_up text, -- 加机条件
  load_down text, -- 减机条件
  min_stop integer -- 最短停机间隔（min）
);
create index f_operations_plan_sequence_parent_idx on f_operations_plan_sequence (parent_id, row_no);
