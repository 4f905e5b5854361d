-- 主机制热测试 (hostHootTest): drafted from its definition.

create table f_host_hoot_test (
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
  device bigint, -- 设备
  heat_host text, -- 供热主机类型
  rated_heat numeric(20,1), -- 额定供热量（kW）
  rated_efficiency numeric(12,4), -- 额定热效率
  test_mode text, -- 测试工况
  heat_fuel text, -- 燃料
  test_date date, -- 测试日期
  testers bigint[], -- 测试人员
  outdoor_temp numeric(20,1), -- 室外温度（℃）
  room_temp numeric(20,1), -- 机房温度（℃）
  outlet_set numeric(20,1), -- 出水温度设定（℃）
  switch_valve jsonb, -- 冷热切换阀位置
  vacuum_pressure numeric(20,1), -- 炉内或高发压力（kPa）
  solution_level jsonb, -- 溶液或热媒液位
  water_pressure numeric(20,2), -- 系统定压（MPa）
  soft_hardness numeric(20,2), -- 补水硬度（mmol/L）
  analyzer_expire date, -- 烟气分析仪检定有效期
  flow_meter_expire date, -- 热量表检定有效期
  condensate boolean, -- 烟气冷凝回收投用
  fuel_price numeric(18,4), -- 燃料单价
  test_photos jsonb, -- 测试照片与打印条
  average_output numeric(20,1), -- 平均供热出力（kW）
  heat_efficiency numeric(12,4), -- 平均正平衡效率
  reverse_efficiency numeric(12,4), -- 平均反平衡效率
  average_exhaust numeric(20,1), -- 平均排烟温度（℃）
  output_rate numeric(12,4), -- 出力率
  efficiency_drop numeric(12,4), -- 较额定下降
  unit_fuel numeric(20,4), -- 单位热量燃料耗量（单位/kWh）
  unit_heat_cost numeric(18,4), -- 单位热量燃料成本（元/kWh）
  gap_count integer, -- 正反平衡超差点（点）
  heat_grade text, -- 热效率评定
  heat_cause text[], -- 偏低原因
  heat_advice text, -- 处理建议
  handle_plan text, -- 处理安排
  handle_deadline date, -- 完成期限
  handle_result text, -- 处理结果
  retest_efficiency numeric(12,4), -- 复测效率
  retest_exhaust numeric(20,1) -- 复测排烟温度（℃）
);

create index f_host_hoot_test_applicant_created_at_id_idx on f_host_hoot_test (applicant, created_at, id);
create index f_host_hoot_test_status_created_at_id_idx on f_host_hoot_test (status, created_at, id);
create index f_host_hoot_test_applicant_dept_created_at_id_idx on f_host_hoot_test (applicant_dept, created_at, id);
create index f_host_hoot_test_created_at_id_idx on f_host_hoot_test (created_at, id);
create index f_host_hoot_test_project_created_at_id_idx on f_host_hoot_test (project, created_at, id);
create index f_host_hoot_test_device_idx on f_host_hoot_test (device);
create index f_host_hoot_test_test_date_idx on f_host_hoot_test (test_date);

create trigger f_host_hoot_test_added after insert on f_host_hoot_test referencing new table as changed
  for each statement execute function form_changed('hostHootTest');
create trigger f_host_hoot_test_changed after update on f_host_hoot_test referencing new table as changed
  for each statement execute function form_changed('hostHootTest');
create trigger f_host_hoot_test_removed after delete on f_host_hoot_test referencing old table as changed
  for each statement execute function form_changed('hostHootTest');

-- 测试工况记录
create table f_host_hoot_test_runs (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_host_hoot_test on delete cascade,
  row_no integer not null,
  run_time text, -- 记录时间
  fire_stage text, -- 火焰档位
  fuel_rate numeric(20,2), -- 燃料流量（m³/h或kg/h）
  calorific numeric(20,2), -- 低位热值（MJ/单位）
  heat_flow numeric(20,2), -- 采暖水流量（m³/h）
  heat_supply numeric(20,1), -- 采暖供水（℃）
  heat_return numeric(20,1), -- 采暖回水（℃）
  hot_flow numeric(20,2), -- 卫生热水流量（m³/h）
  hot_supply numeric(20,1), -- 热水供水（℃）
  hot_return numeric(20,1), -- 热水回水（℃）
  air_temp numeric(20,1), -- 助燃空气温度（℃）
  exhaust_temp numeric(20,1), -- 排烟温度（℃）
  o2 numeric(20,1), -- 含氧量（%）
  co integer, -- 一氧化碳（ppm）
  radiation_loss numeric(12,4), -- 散热损失
  heat_output numeric(20,1), -- 供热出力（kW）
  fuel_heat numeric(20,1), -- 燃料输入热（kW）
  direct_efficiency numeric(12,4), -- 正平衡效率
  exhaust_loss numeric(12,4), -- 排烟热损失
  indirect_efficiency numeric(12,4), -- 反平衡效率
  bad_gap integer, -- 校验：正反平衡差超5%
  bad_water integer -- 校验：供回水温度有误
);
create index f_host_hoot_test_runs_parent_idx on f_host_hoot_test_runs (parent_id, row_no);
