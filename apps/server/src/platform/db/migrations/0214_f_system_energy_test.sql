-- 系统能效测试 (systemEnergyTest): drafted from its definition.

create table f_system_energy_test (
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
  season text, -- 测试季节
  start_time timestamptz, -- 测试开始
  end_time timestamptz, -- 测试结束
  test_hours numeric(20,2), -- 测试时长（h）
  outdoor_temp numeric(20,1), -- 平均室外干球（℃）
  wet_bulb numeric(20,1), -- 平均室外湿球（℃）
  indoor_temp numeric(20,1), -- 平均室内温度（℃）
  indoor_humidity numeric(12,4), -- 平均室内湿度
  open_area numeric(20,2), -- 实际供能面积（m²）
  meter_start numeric(20,2), -- 冷热量表起码（kWh）
  meter_end numeric(20,2), -- 冷热量表止码（kWh）
  meter_ratio numeric(20,2), -- 冷热量表倍率
  calorific numeric(20,2), -- 燃料低位热值（MJ/m³）
  fuel_price numeric(18,4), -- 燃料单价（元/m³）
  power_price numeric(18,4), -- 电价（元/kWh）
  grid_factor numeric(20,4), -- 电网碳排放因子（kgCO₂/kWh）
  standard_eer numeric(20,2), -- 系统能效限值
  testers bigint[], -- 测试人员
  test_files jsonb, -- 原始记录与曲线
  energy_out numeric(20,2), -- 供冷热量（kWh）
  average_load numeric(20,1), -- 平均负荷（kW）
  area_load numeric(20,1), -- 单位面积负荷（W/m²）
  fuel_total numeric(20,2), -- 燃料合计（m³）
  power_total numeric(20,2), -- 用电合计（kWh）
  fuel_heat numeric(20,2), -- 燃料热量（kWh）
  host_efficiency numeric(20,2), -- 主机能效
  transfer_factor numeric(20,1), -- 循环泵输送系数
  cooling_factor numeric(20,1), -- 冷却侧输送系数
  system_eer numeric(20,2), -- 系统综合能效
  aux_rate numeric(12,4), -- 辅机电耗占比
  unit_energy_cost numeric(18,4), -- 单位冷热量能源成本（元/kWh）
  standard_coal numeric(20,2), -- 折标准煤（kgce）
  carbon numeric(20,2), -- 碳排放（kgCO₂）
  small_delta_count integer, -- 小温差回路（个）
  low_pump_count integer, -- 低效水泵（台）
  recheck text, -- 与平台日报核对
  area_rank text, -- 同类项目排名
  weak_part text[], -- 薄弱环节
  system_advice text, -- 优化建议
  save_potential numeric(12,4) -- 预计节能率
);

create index f_system_energy_test_applicant_created_at_id_idx on f_system_energy_test (applicant, created_at, id);
create index f_system_energy_test_status_created_at_id_idx on f_system_energy_test (status, created_at, id);
create index f_system_energy_test_applicant_dept_created_at_id_idx on f_system_energy_test (applicant_dept, created_at, id);
create index f_system_energy_test_created_at_id_idx on f_system_energy_test (created_at, id);
create index f_system_energy_test_project_created_at_id_idx on f_system_energy_test (project, created_at, id);
create index f_system_energy_test_start_time_idx on f_system_energy_test (start_time);

create trigger f_system_energy_test_added after insert on f_system_energy_test referencing new table as changed
  for each statement execute function form_changed('systemEnergyTest');
create trigger f_system_energy_test_changed after update on f_system_energy_test referencing new table as changed
  for each statement execute function form_changed('systemEnergyTest');
create trigger f_system_energy_test_removed after delete on f_system_energy_test referencing old table as changed
  for each statement execute function form_changed('systemEnergyTest');

-- 设备用能
create table f_system_energy_test_equipments (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_system_energy_test on delete cascade,
  row_no integer not null,
  subsystem text, -- 子系统
  equip_device bigint, -- 设备
  run_hours numeric(20,2), -- 运行小时（h）
  power_start numeric(20,2), -- 电表起码
  power_end numeric(20,2), -- 电表止码
  power_ratio numeric(20,2), -- 电表倍率
  fuel_quantity numeric(20,2), -- 燃料用量（m³）
  power_use numeric(20,2), -- 用电量（kWh）
  average_power numeric(20,2), -- 平均功率（kW）
  host_part numeric(20,2), -- 主机用电（kWh）
  chilled_part numeric(20,2), -- 循环泵用电（kWh）
  cooling_part numeric(20,2), -- 冷却侧用电（kWh）
  bad_power integer -- 校验：电表倒走
);
create index f_system_energy_test_equipments_parent_idx on f_system_energy_test_equipments (parent_id, row_no);

-- 水系统测试
create table f_system_energy_test_hydraulics (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_system_energy_test on delete cascade,
  row_no integer not null,
  loop text, -- 回路
  pump_device bigint, -- 水泵
  loop_flow numeric(20,2), -- 流量（m³/h）
  loop_supply numeric(20,1), -- 供水温度（℃）
  loop_return numeric(20,1), -- 回水温度（℃）
  pump_head numeric(20,1), -- 实测扬程（m）
  pump_power numeric(20,2), -- 实测功率（kW）
  pump_frequency numeric(20,1), -- 频率（Hz）
  delta_temp numeric(20,1), -- 温差（℃）
  pump_efficiency numeric(12,4), -- 水泵效率
  small_delta integer, -- 大流量小温差
  low_pump integer -- 水泵效率低于55%
);
create index f_system_energy_test_hydraulics_parent_idx on f_system_energy_test_hydraulics (parent_id, row_no);
