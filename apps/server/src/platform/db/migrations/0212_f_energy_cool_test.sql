-- 制冷能效测试 (energyCoolTest): drafted from its definition.

create table f_energy_cool_test (
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
  host_type text, -- 主机类型
  host_model text, -- 主机型号
  rated_cooling numeric(20,1), -- 额定制冷量（kW）
  rated_cop numeric(20,2), -- 额定性能系数
  last_test bigint, -- 上次测试单
  last_cop numeric(20,2), -- 上次性能系数
  test_reason text, -- 测试原因
  test_date date, -- 测试日期
  testers bigint[], -- 测试人员
  flow_meter text, -- 流量计型号编号
  flow_meter_expire date, -- 流量计检定有效期
  thermometer text, -- 测温仪表编号
  thermometer_error numeric(20,2), -- 测温精度（℃）
  stable_minutes integer, -- 测前稳定时间（min）
  dry_bulb numeric(20,1), -- 室外干球温度（℃）
  wet_bulb numeric(20,1), -- 室外湿球温度（℃）
  fuel_price numeric(18,4), -- 驱动热源单价（元/单位）
  power_price numeric(18,4), -- 电价（元/kWh）
  vacuum_state jsonb, -- 真空状态
  meter_photos jsonb, -- 仪表与控制屏照片
  average_cooling numeric(20,1), -- 平均制冷量（kW）
  average_input numeric(20,1), -- 平均驱动热输入（kW）
  average_cop numeric(20,2), -- 平均性能系数
  load_rate numeric(12,4), -- 测试负荷率
  cop_decay numeric(12,4), -- 较额定衰减
  cop_change numeric(12,4), -- 较上次变化
  unit_fuel numeric(20,4), -- 单位冷量热源耗量（单位/kWh）
  unit_cost numeric(18,4), -- 单位冷量能源成本（元/kWh）
  bad_count integer, -- 热平衡超限测点（点）
  cooling_approach numeric(20,1), -- 冷却水与湿球逼近度（℃）
  cool_grade text, -- 能效评定
  cause_judge text[], -- 衰减原因判断
  cool_advice text, -- 改进建议
  data_valid text, -- 数据有效性
  repair_decision text -- 处理决定
);

create index f_energy_cool_test_applicant_created_at_id_idx on f_energy_cool_test (applicant, created_at, id);
create index f_energy_cool_test_status_created_at_id_idx on f_energy_cool_test (status, created_at, id);
create index f_energy_cool_test_applicant_dept_created_at_id_idx on f_energy_cool_test (applicant_dept, created_at, id);
create index f_energy_cool_test_created_at_id_idx on f_energy_cool_test (created_at, id);
create index f_energy_cool_test_project_created_at_id_idx on f_energy_cool_test (project, created_at, id);
create index f_energy_cool_test_device_idx on f_energy_cool_test (device);
create index f_energy_cool_test_test_date_idx on f_energy_cool_test (test_date);

create trigger f_energy_cool_test_added after insert on f_energy_cool_test referencing new table as changed
  for each statement execute function form_changed('energyCoolTest');
create trigger f_energy_cool_test_changed after update on f_energy_cool_test referencing new table as changed
  for each statement execute function form_changed('energyCoolTest');
create trigger f_energy_cool_test_removed after delete on f_energy_cool_test referencing old table as changed
  for each statement execute function form_changed('energyCoolTest');

-- 测点记录
create table f_energy_cool_test_points (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_energy_cool_test on delete cascade,
  row_no integer not null,
  read_time text, -- 记录时间
  chilled_flow numeric(20,2), -- 冷水流量（m³/h）
  chilled_in numeric(20,2), -- 冷水进口（℃）
  chilled_out numeric(20,2), -- 冷水出口（℃）
  cooling_flow numeric(20,2), -- 冷却水流量（m³/h）
  cooling_in numeric(20,2), -- 冷却水进口（℃）
  cooling_out numeric(20,2), -- 冷却水出口（℃）
  drive_flow numeric(20,2), -- 驱动热源流量
  drive_heat numeric(20,3), -- 单位热值或焓差（MJ/单位）
  drive_efficiency numeric(12,4), -- 热源利用效率
  host_power numeric(20,2), -- 主机耗电功率（kW）
  exhaust_temp numeric(20,1), -- 排烟温度（℃）
  cooling numeric(20,1), -- 制冷量（kW）
  reject numeric(20,1), -- 冷却水排热量（kW）
  input_heat numeric(20,1), -- 驱动热输入（kW）
  point_cop numeric(20,3), -- 性能系数
  balance numeric(12,4), -- 热平衡偏差
  bad_balance integer, -- 校验：热平衡超7.5%
  bad_temp integer -- 校验：温度倒置
);
create index f_energy_cool_test_points_parent_idx on f_energy_cool_test_points (parent_id, row_no);
