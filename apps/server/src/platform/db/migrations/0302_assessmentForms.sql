-- 检测与保养: what tests and upkeep leave of a machine. A machine that leaks badly stands still until it was found tight again.

alter table device add column if not exists last_maintain_date date; -- 最近保养日期
alter table device add column if not exists valve_expire date; -- 安全阀校验到期
alter table device add column if not exists gauge_expire date; -- 压力表检定到期
alter table device add column if not exists run_hours numeric(20,1); -- 累计运行时间（h）
alter table device
  add column last_vacuum numeric(20,1), -- 最近24小时压力回升（Pa）
  add column last_solution_test date, -- 最近溶液检测日期
  add column health_grade text, -- 健康评级
  add column last_cop numeric(20,2), -- 最近性能系数
  add column cop_decay numeric(12,4), -- 性能系数衰减率（%）
  add column last_heat_efficiency numeric(12,4), -- 最近热效率（%）
  add column last_exhaust numeric(20,1), -- 最近排烟温度（℃）
  add column last_energy_test date; -- 最近能效测试日期
alter table device drop constraint device_state_check;
alter table device add constraint device_state_check check (state in ('active', 'standby', 'stopped', 'retired'));

-- 设备检测档案 (deviceTest): drafted from its definition.
create table b_device_test (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  device bigint, -- 设备
  project text, -- 项目
  kind text, -- 检测类别
  tested_on date, -- 检测日期
  metric text, -- 指标
  value numeric(20,4), -- 结果
  unit text, -- 单位
  grade text, -- 评定
  valid boolean, -- 数据有效
  next_test date, -- 下次检测日期
  document text -- 检测单号
);
create index b_device_test_source_module_source_id_idx on b_device_test (source_module, source_id);
create index b_device_test_project_idx on b_device_test (project);
create index b_device_test_device_idx on b_device_test (device);
create index b_device_test_tested_on_idx on b_device_test (tested_on);

-- 制冷剂使用台账 (refrigerantUse): drafted from its definition.
create table b_refrigerant_use (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  device bigint, -- 设备
  project text, -- 项目
  month text, -- 月份
  refrigerant text, -- 制冷剂
  quantity numeric(20,2), -- 补充量（kg）
  gwp integer, -- 全球变暖潜势（kgCO₂/kg）
  carbon numeric(20,2), -- 碳排放（kgCO₂）
  document text -- 单号
);
create index b_refrigerant_use_source_module_source_id_idx on b_refrigerant_use (source_module, source_id);
create index b_refrigerant_use_project_idx on b_refrigerant_use (project);
create index b_refrigerant_use_device_idx on b_refrigerant_use (device);
create index b_refrigerant_use_month_idx on b_refrigerant_use (month);

-- 换件台账 (replacedPart): drafted from its definition.
create table b_replaced_part (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  device bigint, -- 设备
  project text, -- 项目
  part text, -- 名称
  spec text, -- 规格
  quantity numeric(20,2), -- 数量
  amount numeric(18,2), -- 金额（元）
  replaced_on date, -- 更换日期
  warranty_to date, -- 质保期至
  document text -- 单号
);
create index b_replaced_part_source_module_source_id_idx on b_replaced_part (source_module, source_id);
create index b_replaced_part_project_idx on b_replaced_part (project);
create index b_replaced_part_device_idx on b_replaced_part (device);
create index b_replaced_part_replaced_on_idx on b_replaced_part (replaced_on);
create index b_replaced_part_warranty_to_idx on b_replaced_part (warranty_to);

-- 机组溶液档案 (solutionArchive): drafted from its definition.
create table b_solution_archive (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  device bigint, -- 机组
  project text, -- 项目
  kind text, -- 类别
  happened_on date, -- 日期
  concentration numeric(20,2), -- 溴化锂浓度（%）
  ph numeric(20,2), -- pH
  molybdate numeric(20,1), -- 钼酸锂（mg/L）
  copper numeric(20,1), -- 铜离子（mg/L）
  iron numeric(20,1), -- 铁离子（mg/L）
  chloride numeric(20,3), -- 氯离子（%）
  over_limit boolean, -- 指标超限
  advice text, -- 处理建议
  quantity numeric(20,2), -- 补充量（kg）
  document text -- 单号
);
create index b_solution_archive_source_module_source_id_idx on b_solution_archive (source_module, source_id);
create index b_solution_archive_project_idx on b_solution_archive (project);
create index b_solution_archive_device_idx on b_solution_archive (device);
create index b_solution_archive_happened_on_idx on b_solution_archive (happened_on);

-- 年度维修预算台账 (upkeepPlan): drafted from its definition.
create table b_upkeep_plan (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  year integer, -- 年度
  work text, -- 工作内容
  amount numeric(18,2), -- 预算（元）
  due_on date, -- 完成期限
  document text -- 来源单号
);
create index b_upkeep_plan_source_module_source_id_idx on b_upkeep_plan (source_module, source_id);
create index b_upkeep_plan_project_idx on b_upkeep_plan (project);
create index b_upkeep_plan_due_on_idx on b_upkeep_plan (due_on);

-- 机组真空检测 (aircrewVacuum): drafted from its definition.

create table f_aircrew_vacuum (
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
  unit_model text, -- 机组型号
  unit_no text, -- 机组编号
  test_type text, -- 检测类别
  unit_state text, -- 机组状态
  gauge_type text, -- 测量仪表
  tester bigint, -- 检测人
  start_time timestamptz, -- 初读时间
  end_time timestamptz, -- 终读时间
  hold_hours numeric(20,1), -- 保压时长（h）
  start_pressure numeric(20,1), -- 初始绝对压力（Pa）
  start_temp numeric(20,1), -- 初始环境温度（℃）
  end_pressure numeric(20,1), -- 终了绝对压力（Pa）
  end_temp numeric(20,1), -- 终了环境温度（℃）
  bubble_count integer, -- 抽气气泡数（个/min）
  pump_limit numeric(20,1), -- 真空泵极限真空（Pa）
  pump_oil jsonb, -- 真空泵油（无乳化、油位正常）
  purge_device jsonb, -- 自动抽气装置与储气室
  palladium jsonb, -- 钯膜排氢装置
  sight_glass jsonb, -- 视镜、隔膜阀、取样阀密封
  gauge_photos jsonb, -- 仪表读数照片
  corrected_rise numeric(20,1), -- 温度修正后压力回升（Pa）
  day_rise numeric(20,1), -- 折算24小时回升（Pa）
  leak_count integer, -- 漏点数（处）
  pending_leaks integer, -- 待处理漏点（处）
  pump_times integer, -- 抽气次数（次）
  next_test_date date, -- 下次检测日期
  vacuum_grade text, -- 气密性评定
  vacuum_advice text, -- 处理建议
  repair_plan text, -- 检修方案
  repair_result text, -- 处理结果
  recheck_rise numeric(20,1), -- 复检24小时回升（Pa）
  repair_cost numeric(18,2) -- 处理费用（元）
);

create index f_aircrew_vacuum_applicant_created_at_id_idx on f_aircrew_vacuum (applicant, created_at, id);
create index f_aircrew_vacuum_status_created_at_id_idx on f_aircrew_vacuum (status, created_at, id);
create index f_aircrew_vacuum_applicant_dept_created_at_id_idx on f_aircrew_vacuum (applicant_dept, created_at, id);
create index f_aircrew_vacuum_created_at_id_idx on f_aircrew_vacuum (created_at, id);
create index f_aircrew_vacuum_project_created_at_id_idx on f_aircrew_vacuum (project, created_at, id);
create index f_aircrew_vacuum_device_idx on f_aircrew_vacuum (device);
create index f_aircrew_vacuum_start_time_idx on f_aircrew_vacuum (start_time);

create trigger f_aircrew_vacuum_added after insert on f_aircrew_vacuum referencing new table as changed
  for each statement execute function form_changed('aircrewVacuum');
create trigger f_aircrew_vacuum_changed after update on f_aircrew_vacuum referencing new table as changed
  for each statement execute function form_changed('aircrewVacuum');
create trigger f_aircrew_vacuum_removed after delete on f_aircrew_vacuum referencing old table as changed
  for each statement execute function form_changed('aircrewVacuum');

-- 抽真空记录
create table f_aircrew_vacuum_pumpings (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_aircrew_vacuum on delete cascade,
  row_no integer not null,
  pump_start timestamptz, -- 开始时间
  pump_end timestamptz, -- 结束时间
  pump_part text, -- 抽气部位
  before_pressure numeric(20,1), -- 抽前压力（Pa）
  after_pressure numeric(20,1), -- 抽后压力（Pa）
  drop numeric(20,1), -- 压降（Pa）
  wrong integer -- 时间有误
);
create index f_aircrew_vacuum_pumpings_parent_idx on f_aircrew_vacuum_pumpings (parent_id, row_no);

-- 检漏记录
create table f_aircrew_vacuum_leak_points (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_aircrew_vacuum on delete cascade,
  row_no integer not null,
  part text, -- 检漏部位
  method text, -- 检漏方法
  test_pressure numeric(20,3), -- 检漏正压（MPa）
  leaking boolean, -- 有泄漏
  repair text, -- 处理方法
  leak integer, -- 漏点
  pending integer -- 待处理漏点
);
create index f_aircrew_vacuum_leak_points_parent_idx on f_aircrew_vacuum_leak_points (parent_id, row_no);

-- 燃烧机保养记录 (burnerMaintenanceRecord): drafted from its definition.

create table f_burner_maintenance_record (
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
  contract text, -- 合同
  burner_model text, -- 燃烧机型号
  burner_no text, -- 燃烧机出厂编号
  programmer text, -- 程控器型号
  grade text, -- 保养级别
  maintainer bigint, -- 保养单位
  workers text, -- 保养人员
  start_time timestamptz, -- 开始时间
  end_time timestamptz, -- 结束时间
  burn_hours numeric(20,1), -- 燃烧累计时间（h）
  ignition_count integer, -- 点火累计次数（次）
  electrode_gap numeric(20,1), -- 点火电极间隙（mm）
  flame_signal numeric(20,1), -- 火焰信号电流（μA）
  fan_current numeric(20,1), -- 风机电机电流（A）
  fan_insulation numeric(20,1), -- 风机电机绝缘（MΩ）
  low_gas_set numeric(20,1), -- 燃气低压开关设定（mbar）
  high_gas_set numeric(20,1), -- 燃气高压开关设定（mbar）
  air_set numeric(20,1), -- 风压开关设定（mbar）
  leak_test jsonb, -- 阀组检漏（VPS）保压
  flame_out_test jsonb, -- 熄火保护动作
  co_after integer, -- 保养后大火CO（ppm）
  o2_after numeric(20,1), -- 保养后大火含氧量（%）
  labor_cost numeric(18,2), -- 人工费（元）
  photos jsonb, -- 保养前后照片
  parts_cost numeric(18,2), -- 配件费（元）
  total_cost numeric(18,2), -- 保养费用合计（元）
  remain_count integer, -- 遗留问题（项）
  trial_hours numeric(20,1), -- 试运行时长（h）
  accept_result text, -- 验收结论
  remain_plan text, -- 遗留问题处理意见
  customer_sign jsonb, -- 客户签字
  next_date date -- 下次保养日期
);

create index f_burner_maintenance_record_applicant_created_at_id_idx on f_burner_maintenance_record (applicant, created_at, id);
create index f_burner_maintenance_record_status_created_at_id_idx on f_burner_maintenance_record (status, created_at, id);
create index f_burner_maintenance_record_applicant_dept_created_at_id_idx on f_burner_maintenance_record (applicant_dept, created_at, id);
create index f_burner_maintenance_record_created_at_id_idx on f_burner_maintenance_record (created_at, id);
create index f_burner_maintenance_record_project_created_at_id_idx on f_burner_maintenance_record (project, created_at, id);
create index f_burner_maintenance_record_device_idx on f_burner_maintenance_record (device);
create index f_burner_maintenance_record_maintainer_idx on f_burner_maintenance_record (maintainer);
create index f_burner_maintenance_record_start_time_idx on f_burner_maintenance_record (start_time);

create trigger f_burner_maintenance_record_added after insert on f_burner_maintenance_record referencing new table as changed
  for each statement execute function form_changed('burnerMaintenanceRecord');
create trigger f_burner_maintenance_record_changed after update on f_burner_maintenance_record referencing new table as changed
  for each statement execute function form_changed('burnerMaintenanceRecord');
create trigger f_burner_maintenance_record_removed after delete on f_burner_maintenance_record referencing old table as changed
  for each statement execute function form_changed('burnerMaintenanceRecord');

-- 保养项目
create table f_burner_maintenance_record_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_burner_maintenance_record on delete cascade,
  row_no integer not null,
  item text, -- 保养内容
  result jsonb, -- 完成情况
  found text, -- 发现问题与处理
  bad integer -- 遗留
);
create index f_burner_maintenance_record_items_parent_idx on f_burner_maintenance_record_items (parent_id, row_no);

-- 更换配件
create table f_burner_maintenance_record_parts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_burner_maintenance_record on delete cascade,
  row_no integer not null,
  stock_part bigint, -- 领用备件
  part text, -- 配件名称
  spec text, -- 型号规格
  quantity numeric(20,2), -- 数量
  unit_price numeric(18,2), -- 单价（元）
  warranty_to date, -- 质保期至
  amount numeric(18,2) -- 金额（元）
);
create index f_burner_maintenance_record_parts_parent_idx on f_burner_maintenance_record_parts (parent_id, row_no);

-- 非电空调保养记录 (notElectricMaintenanceRecord): drafted from its definition.

create table f_not_electric_maintenance_record (
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
  contract text, -- 合同
  unit_model text, -- 机组型号
  heat_source text, -- 驱动热源
  rated_cooling numeric(20,1), -- 额定制冷量（kW）
  maintain_type text, -- 保养类型
  start_time timestamptz, -- 开始时间
  end_time timestamptz, -- 结束时间
  run_hours numeric(20,1), -- 机组累计运行（h）
  abs_pressure numeric(20,1), -- 真空度（停机绝压）（Pa）
  dilute_conc numeric(20,1), -- 稀溶液浓度（%）
  solution_ph numeric(20,1), -- 溶液pH
  inhibitor integer, -- 缓蚀剂钼酸锂含量（mg/L）
  refrigerant_density numeric(20,3), -- 冷剂水比重
  hpg_temp numeric(20,1), -- 高发溶液温度（℃）
  exhaust_temp numeric(20,1), -- 排烟温度（℃）
  solution_pump_insulation numeric(20,1), -- 溶液泵绝缘（MΩ）
  cooling_before numeric(20,1), -- 保养前制冷量（kW）
  cooling_after numeric(20,1), -- 保养后制冷量（kW）
  cop_before numeric(20,2), -- 保养前COP
  cop_after numeric(20,2), -- 保养后COP
  outsource_cost numeric(18,2), -- 外委清洗费（元）
  photos jsonb, -- 保养照片
  material_cost numeric(18,2), -- 材料费（元）
  total_cost numeric(18,2), -- 保养费用合计（元）
  cooling_gain numeric(12,4), -- 制冷量提升率
  output_ratio numeric(12,4), -- 保养后出力率
  bad_count integer, -- 不合格项（项）
  accept_result text, -- 验收结论
  defect_plan text, -- 缺陷处理计划
  unit_grade text, -- 机组健康评级
  engineer_advice text, -- 技术意见
  customer_sign jsonb, -- 客户签字
  next_date date -- 下次保养日期
);

create index f_not_electric_maintenance_record_applicant_created__av2i4l on f_not_electric_maintenance_record (applicant, created_at, id);
create index f_not_electric_maintenance_record_status_created_at_id_idx on f_not_electric_maintenance_record (status, created_at, id);
create index f_not_electric_maintenance_record_applicant_dept_cre_irvwe5 on f_not_electric_maintenance_record (applicant_dept, created_at, id);
create index f_not_electric_maintenance_record_created_at_id_idx on f_not_electric_maintenance_record (created_at, id);
create index f_not_electric_maintenance_record_project_created_at_id_idx on f_not_electric_maintenance_record (project, created_at, id);
create index f_not_electric_maintenance_record_device_idx on f_not_electric_maintenance_record (device);
create index f_not_electric_maintenance_record_start_time_idx on f_not_electric_maintenance_record (start_time);

create trigger f_not_electric_maintenance_record_added after insert on f_not_electric_maintenance_record referencing new table as changed
  for each statement execute function form_changed('notElectricMaintenanceRecord');
create trigger f_not_electric_maintenance_record_changed after update on f_not_electric_maintenance_record referencing new table as changed
  for each statement execute function form_changed('notElectricMaintenanceRecord');
create trigger f_not_electric_maintenance_record_removed after delete on f_not_electric_maintenance_record referencing old table as changed
  for each statement execute function form_changed('notElectricMaintenanceRecord');

-- 保养检查项
create table f_not_electric_maintenance_record_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_not_electric_maintenance_record on delete cascade,
  row_no integer not null,
  part text, -- 部位
  item text, -- 保养内容
  standard text, -- 标准或设定值
  measured text, -- 实测值
  result jsonb, -- 结果
  bad integer -- 不合格
);
create index f_not_electric_maintenance_record_items_parent_idx on f_not_electric_maintenance_record_items (parent_id, row_no);

-- 消耗材料
create table f_not_electric_maintenance_record_consumables (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_not_electric_maintenance_record on delete cascade,
  row_no integer not null,
  stock_part bigint, -- 领用备件
  material text, -- 材料
  batch_no text, -- 批号
  quantity numeric(20,2), -- 用量
  measure_unit text, -- 单位
  unit_price numeric(18,2), -- 单价（元）
  amount numeric(18,2) -- 金额（元）
);
create index f_not_electric_maintenance_record_consumables_parent_idx on f_not_electric_maintenance_record_consumables (parent_id, row_no);

-- 电空调保养记录 (electricMaintenanceRecord): drafted from its definition.

create table f_electric_maintenance_record (
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
  contract text, -- 合同
  unit_kind text, -- 机组类型
  brand_model text, -- 品牌型号
  compressor_no text, -- 压缩机编号
  refrigerant text, -- 制冷剂
  charge_weight numeric(20,1), -- 额定充注量（kg）
  maintain_type text, -- 保养类型
  start_time timestamptz, -- 开始时间
  end_time timestamptz, -- 结束时间
  run_hours numeric(20,1), -- 压缩机累计运行（h）
  load_rate numeric(12,4), -- 测试负荷率
  evap_sat_temp numeric(20,1), -- 蒸发饱和温度（℃）
  chilled_out numeric(20,1), -- 冷水出水温度（℃）
  cond_sat_temp numeric(20,1), -- 冷凝饱和温度（℃）
  cooling_out numeric(20,1), -- 冷却水出水温度（℃）
  oil_pressure_diff numeric(20,1), -- 油压差（kPa）
  oil_temp numeric(20,1), -- 油温（℃）
  current_a numeric(20,1), -- A相电流（A）
  current_b numeric(20,1), -- B相电流（A）
  current_c numeric(20,1), -- C相电流（A）
  motor_insulation numeric(20,1), -- 电机对地绝缘（MΩ）
  refrigerant_added numeric(20,2), -- 补充制冷剂（kg）
  leak_found boolean, -- 检出泄漏
  leak_place text, -- 泄漏部位与处理
  labor_cost numeric(18,2), -- 人工及外委费（元）
  evap_approach numeric(20,1), -- 蒸发器趋近温度（℃）
  cond_approach numeric(20,1), -- 冷凝器趋近温度（℃）
  average_current numeric(20,1), -- 平均电流（A）
  leak_rate numeric(12,4), -- 制冷剂补充率
  total_cost numeric(18,2), -- 保养费用合计（元）
  bad_count integer, -- 不合格项（项）
  accept_result text, -- 验收结论
  diagnosis text -- 诊断意见
);

create index f_electric_maintenance_record_applicant_created_at_id_idx on f_electric_maintenance_record (applicant, created_at, id);
create index f_electric_maintenance_record_status_created_at_id_idx on f_electric_maintenance_record (status, created_at, id);
create index f_electric_maintenance_record_applicant_dept_created_1gfnmxd on f_electric_maintenance_record (applicant_dept, created_at, id);
create index f_electric_maintenance_record_created_at_id_idx on f_electric_maintenance_record (created_at, id);
create index f_electric_maintenance_record_project_created_at_id_idx on f_electric_maintenance_record (project, created_at, id);
create index f_electric_maintenance_record_device_idx on f_electric_maintenance_record (device);
create index f_electric_maintenance_record_start_time_idx on f_electric_maintenance_record (start_time);

create trigger f_electric_maintenance_record_added after insert on f_electric_maintenance_record referencing new table as changed
  for each statement execute function form_changed('electricMaintenanceRecord');
create trigger f_electric_maintenance_record_changed after update on f_electric_maintenance_record referencing new table as changed
  for each statement execute function form_changed('electricMaintenanceRecord');
create trigger f_electric_maintenance_record_removed after delete on f_electric_maintenance_record referencing old table as changed
  for each statement execute function form_changed('electricMaintenanceRecord');

-- 保养检查项
create table f_electric_maintenance_record_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_electric_maintenance_record on delete cascade,
  row_no integer not null,
  item text, -- 保养内容
  setting_value text, -- 整定或实测值
  result jsonb, -- 结果
  bad integer -- 不合格
);
create index f_electric_maintenance_record_items_parent_idx on f_electric_maintenance_record_items (parent_id, row_no);

-- 材料与配件
create table f_electric_maintenance_record_parts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_electric_maintenance_record on delete cascade,
  row_no integer not null,
  stock_part bigint, -- 领用备件
  part text, -- 名称
  spec text, -- 规格
  quantity numeric(20,2), -- 数量
  unit_price numeric(18,2), -- 单价（元）
  old_returned boolean, -- 旧件已回收
  amount numeric(18,2) -- 金额（元）
);
create index f_electric_maintenance_record_parts_parent_idx on f_electric_maintenance_record_parts (parent_id, row_no);

-- 年度溶液检测报告 (annualSolutionTestingReport): drafted from its definition.

create table f_annual_solution_testing_report (
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
  test_year integer, -- 检测年度（年）
  laboratory bigint, -- 检测单位
  lab_cert_no text, -- 检测资质编号
  report_no text, -- 检测报告编号
  sample_date date, -- 取样日期
  receive_date date, -- 送检日期
  report_date date, -- 报告日期
  sampler bigint, -- 取样人
  sample_phase text, -- 取样时机
  standard_no text, -- 检测标准
  test_fee numeric(18,2), -- 检测费（元）
  report_file jsonb, -- 检测报告扫描件
  sample_count integer, -- 检测机组数（台）
  bad_units integer, -- 超限机组数（台）
  pass_rate numeric(12,4), -- 溶液合格率
  treat_total numeric(18,2), -- 处理费用预算（元）
  total_budget numeric(18,2), -- 费用合计（元）
  data_review text, -- 数据复核结论
  treat_plan text, -- 溶液处理方案
  treat_before date -- 处理完成期限
);

create index f_annual_solution_testing_report_applicant_created_at_id_idx on f_annual_solution_testing_report (applicant, created_at, id);
create index f_annual_solution_testing_report_status_created_at_id_idx on f_annual_solution_testing_report (status, created_at, id);
create index f_annual_solution_testing_report_applicant_dept_crea_a8pvk7 on f_annual_solution_testing_report (applicant_dept, created_at, id);
create index f_annual_solution_testing_report_created_at_id_idx on f_annual_solution_testing_report (created_at, id);
create index f_annual_solution_testing_report_project_created_at_id_idx on f_annual_solution_testing_report (project, created_at, id);
create index f_annual_solution_testing_report_laboratory_idx on f_annual_solution_testing_report (laboratory);
create index f_annual_solution_testing_report_sample_date_idx on f_annual_solution_testing_report (sample_date);
create unique index f_annual_solution_testing_report_report_no_live on f_annual_solution_testing_report (report_no) where status in ('running', 'returned', 'approved');

create trigger f_annual_solution_testing_report_added after insert on f_annual_solution_testing_report referencing new table as changed
  for each statement execute function form_changed('annualSolutionTestingReport');
create trigger f_annual_solution_testing_report_changed after update on f_annual_solution_testing_report referencing new table as changed
  for each statement execute function form_changed('annualSolutionTestingReport');
create trigger f_annual_solution_testing_report_removed after delete on f_annual_solution_testing_report referencing old table as changed
  for each statement execute function form_changed('annualSolutionTestingReport');

-- 逐机检测结果
create table f_annual_solution_testing_report_samples (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_annual_solution_testing_report on delete cascade,
  row_no integer not null,
  device bigint, -- 机组
  sample_no text, -- 样品编号
  appearance text, -- 外观
  concentration numeric(20,2), -- 溴化锂浓度（%）
  density numeric(20,3), -- 密度（g/cm³）
  ph numeric(20,2), -- pH
  molybdate numeric(20,1), -- 钼酸锂（mg/L）
  chromate numeric(20,3), -- 铬酸锂（%）
  copper numeric(20,1), -- 铜离子（mg/L）
  iron numeric(20,1), -- 铁离子（mg/L）
  chloride numeric(20,3), -- 氯离子（%）
  sulfate numeric(20,3), -- 硫酸根（%）
  ammonium numeric(20,2), -- 铵离子（mg/L）
  octanol numeric(20,2), -- 辛醇含量（%）
  advice text, -- 处理建议
  treat_amount numeric(20,1), -- 处理溶液量（kg）
  treat_price numeric(18,2), -- 处理单价（元/kg）
  treat_cost numeric(18,2), -- 处理费用（元）
  bad integer, -- 指标超限
  conflict integer -- 结论矛盾
);
create index f_annual_solution_testing_report_samples_parent_idx on f_annual_solution_testing_report_samples (parent_id, row_no);
