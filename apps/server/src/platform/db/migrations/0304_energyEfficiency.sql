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

-- 能耗异常报告 (energyAbnormalReport): drafted from its definition.

create table f_energy_abnormal_report (
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
  abnormal_source text, -- 发现途径
  abnormal_kind text, -- 异常类型
  energy_kind text, -- 能源种类
  quantity_unit text, -- 计量单位
  abnormal_from timestamptz, -- 异常起时
  abnormal_to timestamptz, -- 异常止时
  found_time timestamptz, -- 发现时间
  actual_quantity numeric(20,2), -- 实际用量
  benchmark_kind text, -- 对比基准
  benchmark_quantity numeric(20,2), -- 基准用量
  average_temp numeric(20,1), -- 期间平均室外温度（℃）
  benchmark_temp numeric(20,1), -- 基准期平均室外温度（℃）
  temp_correct numeric(20,2), -- 气温修正量
  other_correct numeric(20,2), -- 其他合理修正量
  correct_basis text, -- 修正依据
  unit_price numeric(18,4), -- 能源单价（元）
  run_hours numeric(20,1), -- 主机运行小时（h）
  first_action text, -- 已采取措施
  curve_files jsonb, -- 曲线与表盘照片
  corrected_benchmark numeric(20,2), -- 修正后基准
  deviation numeric(20,2), -- 异常量
  deviation_rate numeric(12,4), -- 偏差率
  loss_amount numeric(18,2), -- 折算损失（元）
  cause_count integer, -- 确定原因数（项）
  cause_share_total numeric(12,4), -- 原因占比合计
  recover_rate numeric(12,4), -- 恢复后偏差率
  verdict text, -- 判定
  confirmed_loss numeric(18,2), -- 核定损失（元）
  data_fix boolean, -- 是否需数据修正
  diagnosis text, -- 诊断意见
  duty_result text, -- 责任认定
  duty_user bigint, -- 责任人
  finish_time timestamptz, -- 恢复时间
  after_quantity numeric(20,2), -- 恢复后日用量
  after_benchmark numeric(20,2), -- 恢复后日基准
  recovered text -- 恢复结论
);

create index f_energy_abnormal_report_applicant_created_at_id_idx on f_energy_abnormal_report (applicant, created_at, id);
create index f_energy_abnormal_report_status_created_at_id_idx on f_energy_abnormal_report (status, created_at, id);
create index f_energy_abnormal_report_applicant_dept_created_at_id_idx on f_energy_abnormal_report (applicant_dept, created_at, id);
create index f_energy_abnormal_report_created_at_id_idx on f_energy_abnormal_report (created_at, id);
create index f_energy_abnormal_report_project_created_at_id_idx on f_energy_abnormal_report (project, created_at, id);
create index f_energy_abnormal_report_abnormal_from_idx on f_energy_abnormal_report (abnormal_from);

create trigger f_energy_abnormal_report_added after insert on f_energy_abnormal_report referencing new table as changed
  for each statement execute function form_changed('energyAbnormalReport');
create trigger f_energy_abnormal_report_changed after update on f_energy_abnormal_report referencing new table as changed
  for each statement execute function form_changed('energyAbnormalReport');
create trigger f_energy_abnormal_report_removed after delete on f_energy_abnormal_report referencing old table as changed
  for each statement execute function form_changed('energyAbnormalReport');

-- 排查记录
create table f_energy_abnormal_report_checks (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_energy_abnormal_report on delete cascade,
  row_no integer not null,
  check_item text, -- 排查项
  check_method text, -- 排查方法
  check_finding text, -- 实测或发现
  is_cause boolean, -- 为异常原因
  share numeric(12,4), -- 影响占比
  cause_mark integer, -- 原因项
  cause_share numeric(12,4) -- 原因占比
);
create index f_energy_abnormal_report_checks_parent_idx on f_energy_abnormal_report_checks (parent_id, row_no);

-- 整改措施
create table f_energy_abnormal_report_actions (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_energy_abnormal_report on delete cascade,
  row_no integer not null,
  action text, -- 措施
  action_owner bigint, -- 责任人
  action_deadline timestamptz, -- 完成时间
  expect_save numeric(20,2), -- 预计日节约量
  action_cost numeric(18,2) -- 措施费用（元）
);
create index f_energy_abnormal_report_actions_parent_idx on f_energy_abnormal_report_actions (parent_id, row_no);

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
