-- 空调面积确认 (airConditioningArea): drafted from its definition.

create table f_air_conditioning_area (
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
  confirm_type text, -- 确认类型
  effective_date date, -- 生效日期
  charge_mode text, -- 收费模式
  area_basis text, -- 面积依据
  basis_files jsonb, -- 面积依据文件
  survey_date date, -- 现场核实日期
  surveyors bigint[], -- 核实人员
  customer_name text, -- 客户名称
  customer_contact text, -- 客户经办人
  customer_phone text, -- 客户电话
  previous_area numeric(20,2), -- 原计费面积（m²）
  cooling_price numeric(18,4), -- 制冷单价（元/m²·季）
  heating_price numeric(18,4), -- 采暖单价（元/m²·季）
  change_reason text, -- 变更原因
  drawing_files jsonb, -- 分区平面图
  build_total numeric(20,2), -- 建筑面积合计（m²）
  air_total numeric(20,2), -- 空调面积合计（m²）
  charge_total numeric(20,2), -- 计费面积合计（m²）
  area_change numeric(20,2), -- 较原面积增减（m²）
  change_rate numeric(12,4), -- 增减比例
  cooling_fee numeric(18,2), -- 制冷季应收（元）
  heating_fee numeric(18,2), -- 采暖季应收（元）
  customer_sign jsonb, -- 客户签字
  sign_date date, -- 签认日期
  stamped_file jsonb, -- 盖章确认单
  need_supplement boolean, -- 需签补充协议
  settle_from text, -- 起算结算期
  finance_note text -- 核定说明
);

create index f_air_conditioning_area_applicant_created_at_id_idx on f_air_conditioning_area (applicant, created_at, id);
create index f_air_conditioning_area_status_created_at_id_idx on f_air_conditioning_area (status, created_at, id);
create index f_air_conditioning_area_applicant_dept_created_at_id_idx on f_air_conditioning_area (applicant_dept, created_at, id);
create index f_air_conditioning_area_created_at_id_idx on f_air_conditioning_area (created_at, id);
create index f_air_conditioning_area_project_created_at_id_idx on f_air_conditioning_area (project, created_at, id);
create index f_air_conditioning_area_contract_idx on f_air_conditioning_area (contract);
create index f_air_conditioning_area_effective_date_idx on f_air_conditioning_area (effective_date);

create trigger f_air_conditioning_area_added after insert on f_air_conditioning_area referencing new table as changed
  for each statement execute function form_changed('airConditioningArea');
create trigger f_air_conditioning_area_changed after update on f_air_conditioning_area referencing new table as changed
  for each statement execute function form_changed('airConditioningArea');
create trigger f_air_conditioning_area_removed after delete on f_air_conditioning_area referencing old table as changed
  for each statement execute function form_changed('airConditioningArea');

-- 分户面积
create table f_air_conditioning_area_areas (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_air_conditioning_area on delete cascade,
  row_no integer not null,
  building text, -- 楼栋
  floor_range text, -- 楼层
  occupant text, -- 用户或区域名称
  use_kind text, -- 用途
  build_area numeric(20,2), -- 建筑面积（m²）
  air_area numeric(20,2), -- 空调面积（m²）
  storey_height numeric(20,2), -- 层高（m）
  height_factor numeric(20,2), -- 层高系数
  use_state text, -- 使用状态
  charge_ratio numeric(12,4), -- 计费比例
  charge_area numeric(20,2), -- 计费面积（m²）
  charge_start date, -- 计费起始
  charge_end date -- 计费截止
);
create index f_air_conditioning_area_areas_parent_idx on f_air_conditioning_area_areas (parent_id, row_no);

-- 冷热量表确认 (coldAndHeatMeter): drafted from its definition.

create table f_cold_and_heat_meter (
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
  settle_month text, -- 结算月份
  supply_mode text, -- 供能类型
  period_start date, -- 起始日期
  period_end date, -- 截止日期
  read_time timestamptz, -- 抄表时间
  read_way text, -- 抄表方式
  our_reader bigint, -- 我方抄表人
  customer_reader text, -- 客户抄表人
  customer_phone text, -- 客户电话
  cool_unit_price numeric(18,4), -- 冷量单价（元/kWh）
  heat_unit_price numeric(18,4), -- 热量单价（元/kWh）
  minimum_usage numeric(20,1), -- 合同保底用量（kWh）
  last_usage numeric(20,1), -- 上期结算量（kWh）
  last_year_usage numeric(20,1), -- 去年同期结算量（kWh）
  abnormal_note text, -- 异常与协商说明
  meter_photos jsonb, -- 表盘照片
  usage_total numeric(20,1), -- 计量总量（kWh）
  adjust_total numeric(20,1), -- 协商增减合计（kWh）
  settle_total numeric(20,1), -- 结算总量（kWh）
  settle_amount numeric(18,2), -- 结算金额（元）
  chain_rate numeric(12,4), -- 环比
  yoy_rate numeric(12,4), -- 同比
  remote_usage numeric(20,1), -- 远传系统用量（kWh）
  analyst_opinion text, -- 复核意见
  customer_sign jsonb, -- 客户签字
  sign_date date, -- 签认日期
  stamped_file jsonb, -- 盖章确认单
  finance_confirm text -- 计入结算期
);

create index f_cold_and_heat_meter_applicant_created_at_id_idx on f_cold_and_heat_meter (applicant, created_at, id);
create index f_cold_and_heat_meter_status_created_at_id_idx on f_cold_and_heat_meter (status, created_at, id);
create index f_cold_and_heat_meter_applicant_dept_created_at_id_idx on f_cold_and_heat_meter (applicant_dept, created_at, id);
create index f_cold_and_heat_meter_created_at_id_idx on f_cold_and_heat_meter (created_at, id);
create index f_cold_and_heat_meter_project_created_at_id_idx on f_cold_and_heat_meter (project, created_at, id);
create index f_cold_and_heat_meter_contract_idx on f_cold_and_heat_meter (contract);
create index f_cold_and_heat_meter_settle_month_idx on f_cold_and_heat_meter (settle_month);
create index f_cold_and_heat_meter_sign_date_idx on f_cold_and_heat_meter (sign_date);
create unique index f_cold_and_heat_meter_project_settle_month_supply_mode_live on f_cold_and_heat_meter (project, settle_month, supply_mode) where status in ('running', 'returned', 'approved');

create trigger f_cold_and_heat_meter_added after insert on f_cold_and_heat_meter referencing new table as changed
  for each statement execute function form_changed('coldAndHeatMeter');
create trigger f_cold_and_heat_meter_changed after update on f_cold_and_heat_meter referencing new table as changed
  for each statement execute function form_changed('coldAndHeatMeter');
create trigger f_cold_and_heat_meter_removed after delete on f_cold_and_heat_meter referencing old table as changed
  for each statement execute function form_changed('coldAndHeatMeter');

-- 冷热量表读数
create table f_cold_and_heat_meter_readings (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_cold_and_heat_meter on delete cascade,
  row_no integer not null,
  meter bigint, -- 冷热量表
  meter_place text, -- 安装位置
  verify_due date, -- 检定有效期
  meter_unit text, -- 表计单位
  previous numeric(20,3), -- 上期读数
  current numeric(20,3), -- 本期读数
  multiple numeric(20,2), -- 倍率
  read_kind text, -- 读数情形
  old_final numeric(20,3), -- 旧表止码
  new_initial numeric(20,3), -- 新表起码
  full_scale numeric(20,3), -- 满码值
  replaced_usage numeric(20,3), -- 换表前用量
  to_kwh numeric(20,4), -- 折算系数
  usage_kwh numeric(20,1), -- 计量冷热量（kWh）
  flow_total numeric(20,1), -- 累计流量（m³）
  adjust_kwh numeric(20,1), -- 协商增减（kWh）
  settle_kwh numeric(20,1) -- 结算冷热量（kWh）
);
create index f_cold_and_heat_meter_readings_parent_idx on f_cold_and_heat_meter_readings (parent_id, row_no);

-- 电表确认 (electricityMeter): its definition changed.
alter table f_electricity_meter_readings add column read_kind text; -- 读数情形
alter table f_electricity_meter_readings add column old_final numeric(20,2); -- 旧表止码
alter table f_electricity_meter_readings add column new_initial numeric(20,2); -- 新表起码
alter table f_electricity_meter_readings add column full_scale numeric(20,2); -- 满码值

-- 主能源确认 (mainEnergySource): drafted from its definition.

create table f_main_energy_source (
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
  settle_month text, -- 结算月份
  energy_kind text, -- 能源品种
  energy_unit text, -- 计量单位
  energy_supplier bigint, -- 供能单位
  user_no bigint, -- 用户户号
  payee_account bigint, -- 收款账户
  period_start date, -- 起始日期
  period_end date, -- 截止日期
  read_time timestamptz, -- 抄表时间
  our_reader bigint, -- 我方抄表人
  supplier_reader text, -- 供能方抄表人
  energy_price numeric(18,4), -- 结算单价（元/计量单位）
  contract_heat_value numeric(20,1), -- 约定热值（kJ/计量单位）
  test_heat_value numeric(20,1), -- 实测热值（kJ/计量单位）
  opening_tank numeric(20,2), -- 期初罐存
  purchased_qty numeric(20,2), -- 本期进量
  closing_tank numeric(20,2), -- 期末罐存
  bill_qty numeric(20,2), -- 供能账单用量
  bill_amount numeric(18,2), -- 供能账单金额（元）
  cool_output numeric(20,1), -- 同期产冷热量（kWh）
  diff_reason text, -- 差异原因与协商结果
  bill_files jsonb, -- 供能账单
  meter_photos jsonb, -- 计量表照片
  tank_used numeric(20,2), -- 罐存推算用量
  used_total numeric(20,2), -- 我方计量总量
  diff_rate numeric(12,4), -- 账单差异率
  heat_total numeric(20,2), -- 总热量（GJ）
  energy_fee numeric(18,2), -- 能源费（元）
  unit_consume numeric(20,4), -- 单位产冷热耗能（计量单位/kWh）
  heat_loss_fee numeric(18,2), -- 热值不足应扣金额（元）
  day_report_qty numeric(20,2), -- 日报累计用量
  analyst_opinion text, -- 复核意见
  supplier_stamp jsonb, -- 供能方签章确认单
  sign_date date, -- 签认日期
  confirm_qty numeric(20,2), -- 双方确认用量
  pay_before date, -- 付款期限
  pay_amount numeric(18,2) -- 应付金额（元）
);

create index f_main_energy_source_applicant_created_at_id_idx on f_main_energy_source (applicant, created_at, id);
create index f_main_energy_source_status_created_at_id_idx on f_main_energy_source (status, created_at, id);
create index f_main_energy_source_applicant_dept_created_at_id_idx on f_main_energy_source (applicant_dept, created_at, id);
create index f_main_energy_source_created_at_id_idx on f_main_energy_source (created_at, id);
create index f_main_energy_source_project_created_at_id_idx on f_main_energy_source (project, created_at, id);
create index f_main_energy_source_settle_month_idx on f_main_energy_source (settle_month);
create index f_main_energy_source_energy_supplier_idx on f_main_energy_source (energy_supplier);
create unique index f_main_energy_source_project_settle_month_energy_kind_live on f_main_energy_source (project, settle_month, energy_kind) where status in ('running', 'returned', 'approved');

create trigger f_main_energy_source_added after insert on f_main_energy_source referencing new table as changed
  for each statement execute function form_changed('mainEnergySource');
create trigger f_main_energy_source_changed after update on f_main_energy_source referencing new table as changed
  for each statement execute function form_changed('mainEnergySource');
create trigger f_main_energy_source_removed after delete on f_main_energy_source referencing old table as changed
  for each statement execute function form_changed('mainEnergySource');

-- 主能源计量
create table f_main_energy_source_readings (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_main_energy_source on delete cascade,
  row_no integer not null,
  meter bigint, -- 计量表
  meter_kind text, -- 表型
  serve_host text, -- 供应主机
  verify_due date, -- 检定有效期
  previous numeric(20,2), -- 上期读数
  current numeric(20,2), -- 本期读数
  correct_factor numeric(20,4), -- 温压修正系数
  gas_temp numeric(20,1), -- 介质温度（℃）
  gas_pressure numeric(20,2), -- 介质压力（kPa）
  read_kind text, -- 读数情形
  old_final numeric(20,2), -- 旧表止码
  new_initial numeric(20,2), -- 新表起码
  full_scale numeric(20,2), -- 满码值
  replaced_qty numeric(20,2), -- 换表前用量
  used_qty numeric(20,2) -- 计量用量
);
create index f_main_energy_source_readings_parent_idx on f_main_energy_source_readings (parent_id, row_no);

-- 卫生热水确认 (sanitaryHotWater): drafted from its definition.

create table f_sanitary_hot_water (
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
  settle_month text, -- 结算月份
  period_start date, -- 起始日期
  period_end date, -- 截止日期
  charge_way text, -- 计费方式
  ton_price numeric(18,4), -- 热水单价（元/m³）
  heat_price numeric(18,4), -- 热量单价（元/GJ）
  lump_sum numeric(18,2), -- 月度包干费（元）
  heat_source text, -- 热源
  low_temp_note text, -- 水温不达标说明
  supply_days integer, -- 供应天数（天）
  interrupt_hours numeric(20,1), -- 中断供应时长（h）
  interrupt_deduct numeric(18,2), -- 中断供应扣减（元）
  return_loss numeric(20,2), -- 循环回水散热（GJ）
  temp_complaints integer, -- 水温投诉次数（次）
  customer_reader text, -- 客户抄表人
  our_reader bigint, -- 我方抄表人
  meter_photos jsonb, -- 热水表照片
  water_total numeric(20,2), -- 热水总量（m³）
  heat_total numeric(20,3), -- 热量合计（GJ）
  daily_water numeric(20,2), -- 日均热水量（m³/天）
  low_temp_zones integer, -- 温度不达标区域数（个）
  hot_water_fee numeric(18,2), -- 热水费（元）
  settle_fee numeric(18,2), -- 应结算金额（元）
  energy_used_gj numeric(20,2), -- 热源同期耗能（GJ）
  analyst_opinion text, -- 复核意见
  customer_sign jsonb, -- 客户签字
  sign_date date -- 签认日期
);

create index f_sanitary_hot_water_applicant_created_at_id_idx on f_sanitary_hot_water (applicant, created_at, id);
create index f_sanitary_hot_water_status_created_at_id_idx on f_sanitary_hot_water (status, created_at, id);
create index f_sanitary_hot_water_applicant_dept_created_at_id_idx on f_sanitary_hot_water (applicant_dept, created_at, id);
create index f_sanitary_hot_water_created_at_id_idx on f_sanitary_hot_water (created_at, id);
create index f_sanitary_hot_water_project_created_at_id_idx on f_sanitary_hot_water (project, created_at, id);
create index f_sanitary_hot_water_contract_idx on f_sanitary_hot_water (contract);
create index f_sanitary_hot_water_settle_month_idx on f_sanitary_hot_water (settle_month);
create unique index f_sanitary_hot_water_project_settle_month_live on f_sanitary_hot_water (project, settle_month) where status in ('running', 'returned', 'approved');

create trigger f_sanitary_hot_water_added after insert on f_sanitary_hot_water referencing new table as changed
  for each statement execute function form_changed('sanitaryHotWater');
create trigger f_sanitary_hot_water_changed after update on f_sanitary_hot_water referencing new table as changed
  for each statement execute function form_changed('sanitaryHotWater');
create trigger f_sanitary_hot_water_removed after delete on f_sanitary_hot_water referencing old table as changed
  for each statement execute function form_changed('sanitaryHotWater');

-- 热水表读数
create table f_sanitary_hot_water_zones (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_sanitary_hot_water on delete cascade,
  row_no integer not null,
  meter bigint, -- 热水表
  zone text, -- 供应区域
  previous numeric(20,2), -- 上期读数（m³）
  current numeric(20,2), -- 本期读数（m³）
  read_kind text, -- 读数情形
  old_final numeric(20,2), -- 旧表止码
  new_initial numeric(20,2), -- 新表起码
  full_scale numeric(20,2), -- 满码值
  replaced_m3 numeric(20,2), -- 换表前用量（m³）
  used_m3 numeric(20,2), -- 用水量（m³）
  cold_temp numeric(20,1), -- 冷水温度（℃）
  hot_temp numeric(20,1), -- 供水温度（℃）
  agreed_temp numeric(20,1), -- 约定供水温度（℃）
  heat_gj numeric(20,3), -- 折算热量（GJ）
  low_temp integer -- 低于约定温度
);
create index f_sanitary_hot_water_zones_parent_idx on f_sanitary_hot_water_zones (parent_id, row_no);

-- 临时用能联系单 (temporaryContact): drafted from its definition.

create table f_temporary_contact (
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
  contact_type text, -- 用能类型
  apply_unit text, -- 申请单位
  apply_person text, -- 客户联系人
  apply_phone text, -- 联系电话
  receive_time timestamptz, -- 收到申请时间
  receive_way text, -- 提出方式
  use_area text, -- 用能区域
  use_square numeric(20,2), -- 用能面积（m²）
  people_count integer, -- 预计人数（人）
  target_temp numeric(20,1), -- 要求室温（℃）
  settle_way text, -- 计费方式
  hour_price numeric(18,2), -- 每小时单价（元/h）
  area_hour_price numeric(18,4), -- 面积小时单价（元/m²·h）
  energy_price numeric(18,4), -- 计量单价（元/kWh）
  hosts_needed integer, -- 需开主机台数（台）
  duty_staff bigint[], -- 加班值守人员
  contact_file jsonb, -- 客户联系单原件
  plan_total_hours numeric(20,1), -- 计划总时长（h）
  hours_diff numeric(20,1), -- 实际与计划时长差（h）
  estimate_fee numeric(18,2), -- 预计费用（元）
  actual_fee numeric(18,2), -- 实际费用（元）
  operate_note text, -- 运行安排
  supply_result text, -- 供应结果
  result_note text, -- 情况说明
  actual_start timestamptz, -- 首次实际供应时间
  actual_total_hours numeric(20,1), -- 实际总时长（h）
  actual_kwh numeric(20,1), -- 实际冷热量（kWh）
  room_temp_measured numeric(20,1), -- 实测室温（℃）
  customer_sign jsonb, -- 客户签字
  sign_date date, -- 签认日期
  settle_month text -- 计入结算月份
);

create index f_temporary_contact_applicant_created_at_id_idx on f_temporary_contact (applicant, created_at, id);
create index f_temporary_contact_status_created_at_id_idx on f_temporary_contact (status, created_at, id);
create index f_temporary_contact_applicant_dept_created_at_id_idx on f_temporary_contact (applicant_dept, created_at, id);
create index f_temporary_contact_created_at_id_idx on f_temporary_contact (created_at, id);
create index f_temporary_contact_project_created_at_id_idx on f_temporary_contact (project, created_at, id);
create index f_temporary_contact_contract_idx on f_temporary_contact (contract);
create index f_temporary_contact_receive_time_idx on f_temporary_contact (receive_time);
create index f_temporary_contact_settle_month_idx on f_temporary_contact (settle_month);

create trigger f_temporary_contact_added after insert on f_temporary_contact referencing new table as changed
  for each statement execute function form_changed('temporaryContact');
create trigger f_temporary_contact_changed after update on f_temporary_contact referencing new table as changed
  for each statement execute function form_changed('temporaryContact');
create trigger f_temporary_contact_removed after delete on f_temporary_contact referencing old table as changed
  for each statement execute function form_changed('temporaryContact');

-- 用能时段
create table f_temporary_contact_sessions (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_temporary_contact on delete cascade,
  row_no integer not null,
  use_date date, -- 日期
  plan_from timestamptz, -- 计划开始
  plan_to timestamptz, -- 计划结束
  plan_hours numeric(20,1), -- 计划时长（h）
  day_kind text, -- 日期类别
  session_note text -- 活动内容
);
create index f_temporary_contact_sessions_parent_idx on f_temporary_contact_sessions (parent_id, row_no);

-- 水表确认 (waterMeter): drafted from its definition.

create table f_water_meter (
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
  settle_month text, -- 结算月份
  period_start date, -- 起始日期
  period_end date, -- 截止日期
  water_source text, -- 水源
  water_supplier bigint, -- 供水单位
  water_price numeric(18,4), -- 水价（元/m³）
  sewage_price numeric(18,4), -- 污水处理费（元/m³）
  sewage_ratio numeric(12,4), -- 排污计费比例
  ladder_extra numeric(18,2), -- 超计划加价水费（元）
  bill_m3 numeric(20,1), -- 水费账单水量（m³）
  cool_output numeric(20,1), -- 同期供冷量（kWh）
  last_year_m3 numeric(20,1), -- 去年同期用水（m³）
  our_reader bigint, -- 我方抄表人
  customer_reader text, -- 客户抄表人
  leak_note text, -- 漏水与异常说明
  meter_photos jsonb, -- 水表照片
  bill_files jsonb, -- 水费账单
  used_total numeric(20,2), -- 结算总水量（m³）
  our_total numeric(20,2), -- 我方承担水量（m³）
  tower_total numeric(20,2), -- 冷却塔补水量（m³）
  our_fee numeric(18,2), -- 我方承担水费（元）
  water_per_mwh numeric(20,3), -- 单位供冷耗水（m³/MWh）
  bill_diff numeric(12,4), -- 与账单差异率
  yoy_rate numeric(12,4), -- 同比
  water_judge text, -- 用水判断
  save_advice text, -- 节水建议
  day_report_m3 numeric(20,2), -- 日报累计水量（m³）
  day_report_note text, -- 与日报差异说明
  customer_sign jsonb, -- 客户签字
  sign_date date, -- 签认日期
  pay_before date -- 水费缴纳期限
);

create index f_water_meter_applicant_created_at_id_idx on f_water_meter (applicant, created_at, id);
create index f_water_meter_status_created_at_id_idx on f_water_meter (status, created_at, id);
create index f_water_meter_applicant_dept_created_at_id_idx on f_water_meter (applicant_dept, created_at, id);
create index f_water_meter_created_at_id_idx on f_water_meter (created_at, id);
create index f_water_meter_project_created_at_id_idx on f_water_meter (project, created_at, id);
create index f_water_meter_contract_idx on f_water_meter (contract);
create index f_water_meter_settle_month_idx on f_water_meter (settle_month);
create index f_water_meter_water_supplier_idx on f_water_meter (water_supplier);
create unique index f_water_meter_project_settle_month_live on f_water_meter (project, settle_month) where status in ('running', 'returned', 'approved');

create trigger f_water_meter_added after insert on f_water_meter referencing new table as changed
  for each statement execute function form_changed('waterMeter');
create trigger f_water_meter_changed after update on f_water_meter referencing new table as changed
  for each statement execute function form_changed('waterMeter');
create trigger f_water_meter_removed after delete on f_water_meter referencing old table as changed
  for each statement execute function form_changed('waterMeter');

-- 水表读数
create table f_water_meter_readings (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_water_meter on delete cascade,
  row_no integer not null,
  meter bigint, -- 水表
  use_kind text, -- 用水用途
  bearer text, -- 水费承担方
  previous numeric(20,2), -- 上期读数（m³）
  current numeric(20,2), -- 本期读数（m³）
  multiple numeric(20,2), -- 倍率
  read_kind text, -- 读数情形
  old_final numeric(20,2), -- 旧表止码
  new_initial numeric(20,2), -- 新表起码
  full_scale numeric(20,2), -- 满码值
  replaced_m3 numeric(20,2), -- 换表前用量（m³）
  deduct_m3 numeric(20,2), -- 分表扣减（m³）
  used_m3 numeric(20,2), -- 结算水量（m³）
  our_m3 numeric(20,2), -- 我方水量（m³）
  tower_m3 numeric(20,2) -- 冷却塔水量（m³）
);
create index f_water_meter_readings_parent_idx on f_water_meter_readings (parent_id, row_no);

update f_electricity_meter_readings set read_kind = case when replaced_kwh > 0 then '换表' else '正常' end;

-- What was confirmed so far goes on in the books.
insert into b_meter_reading (source_module, source_id, source_effect, voided, device, project, month, period_start, period_end, read_kind, previous, current,
    multiple, quantity, unit, document)
  select 'electricityMeter', o.source_id, 'electricityMeter.lastReading', o.voided, o.device_id, f.project, o.month, f.period_start, f.period_end,
    r.read_kind, coalesce(o.previous, o.reading), o.reading, r.ct_ratio, coalesce(r.used_kwh, 0), 'kWh', coalesce(f.serial, '')
  from meter_confirmed_reading o join f_electricity_meter f on f.id = o.source_id
    join f_electricity_meter_readings r on r.parent_id = f.id and r.meter = o.device_id;
drop table meter_confirmed_reading;

insert into b_efficiency_index (source_module, source_id, source_effect, voided, project, device, month, metric, value, unit)
  select source_module, source_id, 'aircrewBurn.efficiencyIndex', voided, project_code, device_id, month, metric, value, '%' from efficiency_index;
drop table efficiency_index;

update effect_log set note = note || '{"books": "b_meter_reading"}' where effect = 'electricityMeter.lastReading' and reversed_at is null;
update effect_log set note = note || '{"costs": "project"}' where effect = 'electricityMeter.cost' and reversed_at is null;
update effect_log set note = note || '{"books": "b_efficiency_index"}' where effect = 'aircrewBurn.efficiencyIndex' and reversed_at is null;
