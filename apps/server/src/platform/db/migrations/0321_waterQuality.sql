-- 水质管理记录 (manageRecord): drafted from its definition.

create table f_manage_record (
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
  record_month text, -- 管理月份
  season text, -- 运行季节
  service_mode text, -- 水处理方式
  chemical_supplier bigint, -- 药剂服务商
  supplier_visits integer, -- 服务商到场次数（次）
  cooling_volume numeric(20,1), -- 冷却水系统水容量（m³）
  chilled_volume numeric(20,1), -- 冷温水系统水容量（m³）
  cooling_makeup numeric(20,1), -- 冷却水补水量（m³）
  cooling_blowdown numeric(20,1), -- 冷却水排污量（m³）
  chilled_makeup numeric(20,1), -- 冷温水补水量（m³）
  makeup_conductivity numeric(20,1), -- 补充水电导率（μS/cm）
  cooling_conductivity numeric(20,1), -- 冷却水月均电导率（μS/cm）
  ratio_target numeric(20,1), -- 浓缩倍数控制目标（倍）
  dosing_device text, -- 自动加药装置状态
  scale_found boolean, -- 发现结垢腐蚀或藻类
  scale_desc text, -- 结垢腐蚀部位及程度
  scene_photos jsonb, -- 塔盘及取样照片
  concentration_ratio numeric(20,2), -- 冷却水浓缩倍数（倍）
  chilled_loss_rate numeric(12,4), -- 冷温水月补水率
  fail_count integer, -- 不合格系统数（个）
  pass_rate numeric(12,4), -- 检测合格率
  chemical_cost numeric(18,2), -- 本月药剂费（元）
  chemical_cost_per_ton numeric(18,4), -- 吨补水药剂费（元/m³）
  manager_opinion text, -- 现场管理意见
  quality_grade text, -- 水质等级
  adjust_advice text, -- 次月加药排污调整意见
  rectify_measure text, -- 整改措施
  retest_date date, -- 复测日期
  retest_result text -- 复测结论
);

create index f_manage_record_applicant_created_at_id_idx on f_manage_record (applicant, created_at, id);
create index f_manage_record_status_created_at_id_idx on f_manage_record (status, created_at, id);
create index f_manage_record_applicant_dept_created_at_id_idx on f_manage_record (applicant_dept, created_at, id);
create index f_manage_record_created_at_id_idx on f_manage_record (created_at, id);
create index f_manage_record_project_created_at_id_idx on f_manage_record (project, created_at, id);
create index f_manage_record_record_month_idx on f_manage_record (record_month);
create unique index f_manage_record_project_record_month_live on f_manage_record (project, record_month) where status in ('running', 'returned', 'approved');

create trigger f_manage_record_added after insert on f_manage_record referencing new table as changed
  for each statement execute function form_changed('manageRecord');
create trigger f_manage_record_changed after update on f_manage_record referencing new table as changed
  for each statement execute function form_changed('manageRecord');
create trigger f_manage_record_removed after delete on f_manage_record referencing old table as changed
  for each statement execute function form_changed('manageRecord');

-- 水质检测数据
create table f_manage_record_tests (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_manage_record on delete cascade,
  row_no integer not null,
  water_system text, -- 水系统
  sample_date date, -- 取样日期
  ph numeric(20,2), -- pH值
  conductivity numeric(20,1), -- 电导率（μS/cm）
  turbidity numeric(20,1), -- 浊度（NTU）
  hardness numeric(20,1), -- 总硬度（以CaCO₃计）（mg/L）
  alkalinity numeric(20,1), -- 总碱度（以CaCO₃计）（mg/L）
  chloride numeric(20,1), -- 氯离子（mg/L）
  total_iron numeric(20,2), -- 总铁（mg/L）
  agent_content numeric(20,1), -- 药剂浓度（mg/L）
  test_result jsonb, -- 判定
  test_fail integer -- 不合格
);
create index f_manage_record_tests_parent_idx on f_manage_record_tests (parent_id, row_no);

-- 本月加药汇总（由水质管理日志合计带出）
create table f_manage_record_dosing (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_manage_record on delete cascade,
  row_no integer not null,
  chemical bigint, -- 药剂
  dosing_system text, -- 投加系统
  quantity numeric(20,2), -- 投加量（kg）
  unit_price numeric(18,4), -- 单价（元/kg）
  amount numeric(18,2) -- 金额（元）
);
create index f_manage_record_dosing_parent_idx on f_manage_record_dosing (parent_id, row_no);

-- 水质检测报告 (detectReport): drafted from its definition.

create table f_detect_report (
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
  report_no text, -- 检测报告编号
  detect_reason text, -- 检测类别
  sample_time timestamptz, -- 取样时间
  sampler bigint, -- 取样人
  lab_type text, -- 化验单位类别
  lab bigint, -- 检测机构
  cma_no text, -- CMA资质编号
  send_date date, -- 送样日期
  report_date date, -- 报告日期
  standard text, -- 判定标准
  tube_material text, -- 换热管材质
  coupon_days integer, -- 挂片天数（天）
  steel_corrosion numeric(20,4), -- 碳钢腐蚀率（mm/a）
  copper_corrosion numeric(20,4), -- 铜腐蚀率（mm/a）
  test_fee numeric(18,2), -- 检测费（元）
  report_files jsonb, -- 检测报告原件
  item_count integer, -- 检测项数（项）
  fail_count integer, -- 不合格项数（项）
  pass_rate numeric(12,4), -- 合格率
  conclusion text, -- 综合结论
  treat_advice text, -- 处理意见
  retest_needed boolean, -- 需要复检
  retest_before date, -- 复检期限
  measure_taken text -- 落实措施
);

create index f_detect_report_applicant_created_at_id_idx on f_detect_report (applicant, created_at, id);
create index f_detect_report_status_created_at_id_idx on f_detect_report (status, created_at, id);
create index f_detect_report_applicant_dept_created_at_id_idx on f_detect_report (applicant_dept, created_at, id);
create index f_detect_report_created_at_id_idx on f_detect_report (created_at, id);
create index f_detect_report_project_created_at_id_idx on f_detect_report (project, created_at, id);
create index f_detect_report_sample_time_idx on f_detect_report (sample_time);
create unique index f_detect_report_project_report_no_live on f_detect_report (project, report_no) where status in ('running', 'returned', 'approved');

create trigger f_detect_report_added after insert on f_detect_report referencing new table as changed
  for each statement execute function form_changed('detectReport');
create trigger f_detect_report_changed after update on f_detect_report referencing new table as changed
  for each statement execute function form_changed('detectReport');
create trigger f_detect_report_removed after delete on f_detect_report referencing old table as changed
  for each statement execute function form_changed('detectReport');

-- 检测项目
create table f_detect_report_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_detect_report on delete cascade,
  row_no integer not null,
  water_system text, -- 水系统
  sample_point text, -- 取样点
  item text, -- 项目
  unit text, -- 单位
  limit_low numeric(20,3), -- 标准下限
  limit_high numeric(20,3), -- 标准上限
  last_value numeric(20,3), -- 上次结果
  value numeric(20,3), -- 本次结果
  change numeric(20,3), -- 较上次变化
  item_result jsonb, -- 判定
  item_fail integer -- 不合格
);
create index f_detect_report_items_parent_idx on f_detect_report_items (parent_id, row_no);

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
create unique index f_water_management_diary_project_diary_date_shift_live on f_water_management_diary (project, diary_date, shift) where status in ('running', 'returned', 'approved');

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

-- 冷却塔水箱清洗记录 (coolTowerWaterTankRecord): drafted from its definition.

create table f_cool_tower_water_tank_record (
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
  clean_reason text, -- 清洗原因
  clean_start timestamptz, -- 清洗开始时间
  clean_end timestamptz, -- 清洗结束时间
  executor_type text, -- 实施方式
  cleaner bigint, -- 外包单位
  clean_fee numeric(18,2), -- 清洗费用（元）
  workers text, -- 作业人员
  guardian bigint, -- 现场监护人
  lockout boolean, -- 风机断电挂牌
  confined_space boolean, -- 进入有限空间作业
  oxygen numeric(20,1), -- 作业前氧含量（%）
  work_permit jsonb, -- 有限空间作业票
  height_work boolean, -- 高处作业系挂安全带
  disinfectant bigint, -- 消毒药剂
  disinfect_kg numeric(20,2), -- 消毒药剂用量（kg）
  chlorine numeric(20,1), -- 消毒余氯浓度（mg/L）
  contact_minutes integer, -- 消毒浸泡时间（min）
  drain_volume numeric(20,1), -- 排放水量（m³）
  refill_volume numeric(20,1), -- 重新补水量（m³）
  object_count integer, -- 清洗数量（台）
  fail_parts integer, -- 不合格部位合计（处）
  clean_hours numeric(20,1), -- 清洗用时（h）
  fee_per_unit numeric(18,2), -- 单台清洗费（元/台）
  accept_result text, -- 验收结论
  next_clean_date date, -- 下次清洗日期
  after_turbidity numeric(20,1), -- 清洗后浊度（NTU）
  review_advice text, -- 复核意见
  invoice_received boolean -- 已收发票
);

create index f_cool_tower_water_tank_record_applicant_created_at_id_idx on f_cool_tower_water_tank_record (applicant, created_at, id);
create index f_cool_tower_water_tank_record_status_created_at_id_idx on f_cool_tower_water_tank_record (status, created_at, id);
create index f_cool_tower_water_tank_record_applicant_dept_create_1usvqqm on f_cool_tower_water_tank_record (applicant_dept, created_at, id);
create index f_cool_tower_water_tank_record_created_at_id_idx on f_cool_tower_water_tank_record (created_at, id);
create index f_cool_tower_water_tank_record_project_created_at_id_idx on f_cool_tower_water_tank_record (project, created_at, id);
create index f_cool_tower_water_tank_record_clean_start_idx on f_cool_tower_water_tank_record (clean_start);

create trigger f_cool_tower_water_tank_record_added after insert on f_cool_tower_water_tank_record referencing new table as changed
  for each statement execute function form_changed('coolTowerWaterTankRecord');
create trigger f_cool_tower_water_tank_record_changed after update on f_cool_tower_water_tank_record referencing new table as changed
  for each statement execute function form_changed('coolTowerWaterTankRecord');
create trigger f_cool_tower_water_tank_record_removed after delete on f_cool_tower_water_tank_record referencing old table as changed
  for each statement execute function form_changed('coolTowerWaterTankRecord');

-- 清洗对象
create table f_cool_tower_water_tank_record_objects (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_cool_tower_water_tank_record on delete cascade,
  row_no integer not null,
  equipment bigint, -- 冷却塔或水箱
  object_type text, -- 类别
  last_clean date, -- 上次清洗日期
  scale_thickness numeric(20,1), -- 清洗前垢厚（mm）
  basin jsonb, -- 集水盘或箱体
  filler jsonb, -- 填料
  sprinkler jsonb, -- 布水器及喷头
  float_valve jsonb, -- 浮球阀及溢流管
  fan_belt jsonb, -- 风机皮带与减速机
  strainer jsonb, -- 出水过滤网
  before_photo jsonb, -- 清洗前照片
  after_photo jsonb, -- 清洗后照片
  object_fail integer -- 不合格部位数
);
create index f_cool_tower_water_tank_record_objects_parent_idx on f_cool_tower_water_tank_record_objects (parent_id, row_no);

-- 软水用量统计 (softWaterUsageStatistical): drafted from its definition.

create table f_soft_water_usage_statistical (
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
  stat_month text, -- 统计月份
  run_season text, -- 运行季节
  run_days integer, -- 运行天数（天）
  raw_hardness numeric(20,2), -- 原水硬度（mmol/L）
  cycle_output numeric(20,1), -- 树脂周期制水量（m³）
  month_quota numeric(20,1), -- 月软水定额（m³）
  last_year_usage numeric(20,1), -- 去年同月用量（m³）
  water_price numeric(18,4), -- 自来水单价（元/m³）
  salt bigint, -- 软水盐
  salt_price numeric(18,4), -- 软水盐单价（元/kg）
  salt_opening numeric(20,1), -- 软水盐月初库存（kg）
  salt_in numeric(20,1), -- 软水盐本月入库（kg）
  salt_closing numeric(20,1), -- 软水盐月末库存（kg）
  over_reason text, -- 超定额原因
  meter_photos jsonb, -- 水表照片
  total_usage numeric(20,2), -- 软水总用量（m³）
  total_regen integer, -- 再生总次数（次）
  salt_used numeric(20,1), -- 耗盐量（kg）
  salt_cost numeric(18,2), -- 软水盐费（元）
  salt_per_ton numeric(20,2), -- 吨水盐耗（kg/m³）
  over_rate numeric(12,4), -- 超定额比例
  yoy_rate numeric(12,4), -- 同比变化
  soft_water_cost numeric(18,2), -- 软水成本（元）
  leak_judge text, -- 用量判断
  water_advice text -- 处理意见
);

create index f_soft_water_usage_statistical_applicant_created_at_id_idx on f_soft_water_usage_statistical (applicant, created_at, id);
create index f_soft_water_usage_statistical_status_created_at_id_idx on f_soft_water_usage_statistical (status, created_at, id);
create index f_soft_water_usage_statistical_applicant_dept_create_1vpkp0w on f_soft_water_usage_statistical (applicant_dept, created_at, id);
create index f_soft_water_usage_statistical_created_at_id_idx on f_soft_water_usage_statistical (created_at, id);
create index f_soft_water_usage_statistical_project_created_at_id_idx on f_soft_water_usage_statistical (project, created_at, id);
create index f_soft_water_usage_statistical_stat_month_idx on f_soft_water_usage_statistical (stat_month);
create unique index f_soft_water_usage_statistical_project_stat_month_live on f_soft_water_usage_statistical (project, stat_month) where status in ('running', 'returned', 'approved');

create trigger f_soft_water_usage_statistical_added after insert on f_soft_water_usage_statistical referencing new table as changed
  for each statement execute function form_changed('softWaterUsageStatistical');
create trigger f_soft_water_usage_statistical_changed after update on f_soft_water_usage_statistical referencing new table as changed
  for each statement execute function form_changed('softWaterUsageStatistical');
create trigger f_soft_water_usage_statistical_removed after delete on f_soft_water_usage_statistical referencing old table as changed
  for each statement execute function form_changed('softWaterUsageStatistical');

-- 软水表读数
create table f_soft_water_usage_statistical_meters (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_soft_water_usage_statistical on delete cascade,
  row_no integer not null,
  softener bigint, -- 软化设备
  use_for text, -- 用途
  last_reading numeric(20,2), -- 月初读数（m³）
  this_reading numeric(20,2), -- 月末读数（m³）
  multiple numeric(20,2), -- 倍率
  usage numeric(20,2), -- 用量（m³）
  regen_times integer, -- 再生次数（次）
  out_hardness numeric(20,3), -- 出水硬度（mmol/L）
  soft_result jsonb -- 软化效果
);
create index f_soft_water_usage_statistical_meters_parent_idx on f_soft_water_usage_statistical_meters (parent_id, row_no);

-- 年度水质总结报告 (yearWaterCappReport): drafted from its definition.

create table f_year_water_capp_report (
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
  report_year integer, -- 报告年度（年）
  cooling_days integer, -- 制冷运行天数（天）
  heating_days integer, -- 采暖运行天数（天）
  service_unit bigint, -- 药剂服务商
  test_times integer, -- 全年检测项次（项次）
  fail_times integer, -- 不合格项次（项次）
  avg_ratio numeric(20,2), -- 冷却水年均浓缩倍数（倍）
  tower_clean_times integer, -- 冷却塔水箱清洗台次（台次）
  cooling_makeup numeric(20,1), -- 冷却水年补水量（m³）
  chilled_makeup numeric(20,1), -- 冷温水年补水量（m³）
  last_year_makeup numeric(20,1), -- 上年总补水量（m³）
  chemical_cost numeric(18,2), -- 药剂费（元）
  makeup_cost numeric(18,2), -- 补水费（元）
  clean_cost numeric(18,2), -- 清洗检测费（元）
  last_year_cost numeric(18,2), -- 上年水处理总费用（元）
  steel_corrosion numeric(20,4), -- 碳钢年腐蚀率（mm/a）
  copper_corrosion numeric(20,4), -- 铜年腐蚀率（mm/a）
  tube_condition text, -- 换热铜管内窥情况
  scale_thickness numeric(20,2), -- 换热管垢厚（mm）
  condenser_approach numeric(20,1), -- 冷凝器端差（℃）
  summary text, -- 全年水质管理总结
  tube_photos jsonb, -- 铜管内窥照片
  pass_rate numeric(12,4), -- 全年合格率
  total_makeup numeric(20,1), -- 全年总补水量（m³）
  water_saved numeric(20,1), -- 较上年节水量（m³）
  total_cost numeric(18,2), -- 水处理总费用（元）
  cost_change_rate numeric(12,4), -- 费用同比
  next_budget numeric(18,2), -- 次年预算合计（元）
  year_grade text, -- 年度水质评级
  engineer_opinion text -- 评审意见
);

create index f_year_water_capp_report_applicant_created_at_id_idx on f_year_water_capp_report (applicant, created_at, id);
create index f_year_water_capp_report_status_created_at_id_idx on f_year_water_capp_report (status, created_at, id);
create index f_year_water_capp_report_applicant_dept_created_at_id_idx on f_year_water_capp_report (applicant_dept, created_at, id);
create index f_year_water_capp_report_created_at_id_idx on f_year_water_capp_report (created_at, id);
create index f_year_water_capp_report_project_created_at_id_idx on f_year_water_capp_report (project, created_at, id);
create unique index f_year_water_capp_report_project_report_year_live on f_year_water_capp_report (project, report_year) where status in ('running', 'returned', 'approved');

create trigger f_year_water_capp_report_added after insert on f_year_water_capp_report referencing new table as changed
  for each statement execute function form_changed('yearWaterCappReport');
create trigger f_year_water_capp_report_changed after update on f_year_water_capp_report referencing new table as changed
  for each statement execute function form_changed('yearWaterCappReport');
create trigger f_year_water_capp_report_removed after delete on f_year_water_capp_report referencing old table as changed
  for each statement execute function form_changed('yearWaterCappReport');

-- 全年指标统计
create table f_year_water_capp_report_indexes (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_year_water_capp_report on delete cascade,
  row_no integer not null,
  water_system text, -- 水系统
  index_name text, -- 指标
  limit_text text, -- 控制范围
  year_min numeric(20,2), -- 最小值
  year_max numeric(20,2), -- 最大值
  year_avg numeric(20,2), -- 平均值
  index_pass_rate numeric(12,4) -- 合格率
);
create index f_year_water_capp_report_indexes_parent_idx on f_year_water_capp_report_indexes (parent_id, row_no);

-- 主要问题
create table f_year_water_capp_report_problems (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_year_water_capp_report on delete cascade,
  row_no integer not null,
  problem text, -- 问题描述
  cause text, -- 原因分析
  measure text, -- 处理措施
  closed boolean -- 已闭环
);
create index f_year_water_capp_report_problems_parent_idx on f_year_water_capp_report_problems (parent_id, row_no);

-- 次年水处理计划
create table f_year_water_capp_report_next_plan (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_year_water_capp_report on delete cascade,
  row_no integer not null,
  plan_work text, -- 工作项目
  plan_month text, -- 计划月份
  plan_cost numeric(18,2) -- 预算费用（元）
);
create index f_year_water_capp_report_next_plan_parent_idx on f_year_water_capp_report_next_plan (parent_id, row_no);

-- 水处理药剂申请 (waterChemicalsApplication): drafted from its definition.

create table f_water_chemicals_application (
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
  apply_type text, -- 申请类别
  use_month text, -- 使用月份
  need_date date, -- 要求到货日期
  water_systems text[], -- 使用系统
  recent_ph numeric(20,2), -- 最近冷却水pH
  recent_conductivity numeric(20,0), -- 最近冷却水电导率（μS/cm）
  budget_left numeric(18,2), -- 水处理预算余额（元）
  apply_reason text, -- 申请说明
  hazard_storage text, -- 含危化品且具备存放条件
  delivery_address text, -- 送货地址
  receiver bigint, -- 收货人
  receiver_phone text, -- 收货人电话
  total_quantity numeric(20,2), -- 申请总量（kg）
  total_amount numeric(18,2), -- 申请总金额（元）
  over_budget numeric(18,2), -- 超预算金额（元）
  check_opinion text, -- 品种用量核定意见
  order_supplier bigint, -- 供货单位
  order_amount numeric(18,2), -- 订单金额（元）
  promise_date date, -- 承诺到货日期
  quote_files jsonb, -- 报价单
  arrive_date date, -- 到货日期
  arrive_quantity numeric(20,2), -- 实收数量（kg）
  certificate_ok jsonb, -- 合格证与安全说明书
  arrive_photos jsonb -- 到货照片
);

create index f_water_chemicals_application_applicant_created_at_id_idx on f_water_chemicals_application (applicant, created_at, id);
create index f_water_chemicals_application_status_created_at_id_idx on f_water_chemicals_application (status, created_at, id);
create index f_water_chemicals_application_applicant_dept_created_42nfuu on f_water_chemicals_application (applicant_dept, created_at, id);
create index f_water_chemicals_application_created_at_id_idx on f_water_chemicals_application (created_at, id);
create index f_water_chemicals_application_project_created_at_id_idx on f_water_chemicals_application (project, created_at, id);
create index f_water_chemicals_application_use_month_idx on f_water_chemicals_application (use_month);
create index f_water_chemicals_application_order_supplier_idx on f_water_chemicals_application (order_supplier);
create index f_water_chemicals_application_arrive_date_idx on f_water_chemicals_application (arrive_date);

create trigger f_water_chemicals_application_added after insert on f_water_chemicals_application referencing new table as changed
  for each statement execute function form_changed('waterChemicalsApplication');
create trigger f_water_chemicals_application_changed after update on f_water_chemicals_application referencing new table as changed
  for each statement execute function form_changed('waterChemicalsApplication');
create trigger f_water_chemicals_application_removed after delete on f_water_chemicals_application referencing old table as changed
  for each statement execute function form_changed('waterChemicalsApplication');

-- 药剂明细
create table f_water_chemicals_application_chemicals (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_water_chemicals_application on delete cascade,
  row_no integer not null,
  chemical bigint, -- 药剂
  category text, -- 类别
  pack_spec text, -- 包装规格
  stock numeric(20,2), -- 现有库存（kg）
  month_usage numeric(20,2), -- 近三月月均用量（kg）
  quantity numeric(20,2), -- 申请数量（kg）
  unit_price numeric(18,4), -- 参考单价（元/kg）
  amount numeric(18,2), -- 金额（元）
  usable_months numeric(20,1) -- 到货后可用月数（月）
);
create index f_water_chemicals_application_chemicals_parent_idx on f_water_chemicals_application_chemicals (parent_id, row_no);
