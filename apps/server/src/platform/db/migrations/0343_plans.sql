-- 项目月度空调使用台账 (airUsageMonth): drafted from its definition.
create table b_air_usage_month (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  month text, -- 月份
  mode text, -- 供能模式
  air_area numeric(20,2), -- 空调面积（m²）
  open_area numeric(20,2), -- 开通面积（m²）
  open_rate numeric(12,4), -- 开通率
  average_hours numeric(20,2), -- 日均使用（h）
  overtime_hours numeric(20,1), -- 加班供能（h）
  temp_pass_rate numeric(12,4), -- 室温达标率
  comfort_rate numeric(12,4), -- 舒适率
  state text, -- 状态
  document text -- 调查单号
);
create index b_air_usage_month_source_module_source_id_idx on b_air_usage_month (source_module, source_id);
create index b_air_usage_month_project_idx on b_air_usage_month (project);
create index b_air_usage_month_month_idx on b_air_usage_month (month);

-- 客户费用预估台账 (feeEstimate): drafted from its definition.
create table b_fee_estimate (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  contract text, -- 合同
  month text, -- 月份
  energy_item text, -- 费用项目
  usage numeric(20,2), -- 预计用量
  unit_price numeric(18,4), -- 单价（元）
  fee numeric(18,2), -- 预计费用（元）
  state text, -- 状态
  document text -- 计划单号
);
create index b_fee_estimate_source_module_source_id_idx on b_fee_estimate (source_module, source_id);
create index b_fee_estimate_project_idx on b_fee_estimate (project);
create index b_fee_estimate_month_idx on b_fee_estimate (month);

-- 季度供能承诺台账 (supplyCommitment): drafted from its definition.
create table b_supply_commitment (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  contract text, -- 合同
  year integer, -- 年度
  quarter text, -- 季度
  season_mode text, -- 供能安排
  supply_start date, -- 供能开始日期
  supply_end date, -- 供能结束日期
  daily_open text, -- 每日开机时间
  daily_close text, -- 每日停机时间
  night_supply boolean, -- 夜间供能
  indoor_low numeric(20,1), -- 承诺室温下限（℃）
  indoor_high numeric(20,1), -- 承诺室温上限（℃）
  hot_water_temp numeric(20,1), -- 卫生热水温度（℃）
  client_require text, -- 客户补充要求
  state text, -- 状态
  document text -- 计划单号
);
create index b_supply_commitment_source_module_source_id_idx on b_supply_commitment (source_module, source_id);
create index b_supply_commitment_project_idx on b_supply_commitment (project);

-- 项目年度预算基线 (yearBudget): drafted from its definition.
create table b_year_budget (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  year integer, -- 年度
  month text, -- 月份
  version_name text, -- 版本
  income numeric(18,2), -- 计划收入（元）
  gas numeric(20,2), -- 燃气（m³）
  power numeric(20,2), -- 用电（kWh）
  water numeric(20,2), -- 用水（m³）
  energy_cost numeric(18,2), -- 能源费（元）
  labor numeric(18,2), -- 人工成本（元）
  repair numeric(18,2), -- 维修保养费（元）
  chemical numeric(18,2), -- 水处理费（元）
  manage numeric(18,2), -- 管理及其他费用（元）
  cost numeric(18,2), -- 成本小计（元）
  profit numeric(18,2), -- 利润（元）
  state text, -- 状态
  document text -- 计划单号
);
create index b_year_budget_source_module_source_id_idx on b_year_budget (source_module, source_id);
create index b_year_budget_project_idx on b_year_budget (project);
create index b_year_budget_month_idx on b_year_budget (month);

-- 年度工作计划台账 (yearWork): drafted from its definition.
create table b_year_work (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  year integer, -- 年度
  month text, -- 计划月份
  work text, -- 工作
  device bigint, -- 设备
  executor text, -- 执行方
  owner bigint, -- 负责人
  budget numeric(18,2), -- 预算（元）
  state text, -- 状态
  document text -- 计划单号
);
create index b_year_work_source_module_source_id_idx on b_year_work (source_module, source_id);
create index b_year_work_project_idx on b_year_work (project);
create index b_year_work_month_idx on b_year_work (month);
create index b_year_work_owner_idx on b_year_work (owner);

-- 空调使用情况 (airUsage): drafted from its definition.

create table f_air_usage (
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
  survey_month text, -- 调查月份
  survey_time timestamptz, -- 现场测试时间
  mode text, -- 供能模式
  surveyors bigint[], -- 调查人员
  customer_rep text, -- 客户配合人
  outdoor_temp numeric(20,1), -- 室外干球温度（℃）
  outdoor_humidity numeric(12,4), -- 室外相对湿度
  supply_temp numeric(20,1), -- 系统供水温度（℃）
  return_temp numeric(20,1), -- 系统回水温度（℃）
  hosts_running integer, -- 运行主机台数（台）
  open_time text, -- 合同约定开机时间
  close_time text, -- 合同约定停机时间
  lower_limit numeric(20,1), -- 合同室温下限（℃）
  upper_limit numeric(20,1), -- 合同室温上限（℃）
  overtime_hours numeric(20,1), -- 当月加班供能时长（h）
  last_year_open_area numeric(20,2), -- 去年同期开通面积（m²）
  test_photos jsonb, -- 测温照片
  area_total numeric(20,2), -- 空调面积合计（m²）
  open_total numeric(20,2), -- 开通面积合计（m²）
  open_rate numeric(12,4), -- 开通率
  average_hours numeric(20,2), -- 加权日均使用（h）
  temp_pass_rate numeric(12,4), -- 室温达标率
  comfort_rate numeric(12,4), -- 舒适率
  open_growth numeric(12,4), -- 开通面积同比
  fail_reason text, -- 不达标原因
  adjust_measure text, -- 调整措施
  tech_analysis text, -- 技术分析与建议
  charge_advice text -- 收费面积调整意见
);

create index f_air_usage_applicant_created_at_id_idx on f_air_usage (applicant, created_at, id);
create index f_air_usage_status_created_at_id_idx on f_air_usage (status, created_at, id);
create index f_air_usage_applicant_dept_created_at_id_idx on f_air_usage (applicant_dept, created_at, id);
create index f_air_usage_created_at_id_idx on f_air_usage (created_at, id);
create index f_air_usage_project_created_at_id_idx on f_air_usage (project, created_at, id);
create index f_air_usage_survey_month_idx on f_air_usage (survey_month);

create trigger f_air_usage_added after insert on f_air_usage referencing new table as changed
  for each statement execute function form_changed('airUsage');
create trigger f_air_usage_changed after update on f_air_usage referencing new table as changed
  for each statement execute function form_changed('airUsage');
create trigger f_air_usage_removed after delete on f_air_usage referencing old table as changed
  for each statement execute function form_changed('airUsage');

-- 分区使用情况
create table f_air_usage_zones (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_air_usage on delete cascade,
  row_no integer not null,
  building text, -- 楼栋
  floor text, -- 楼层
  zone_use text, -- 区域功能
  total_area numeric(20,2), -- 空调面积（m²）
  open_area numeric(20,2), -- 实际开通面积（m²）
  daily_hours numeric(20,1), -- 日均使用（h）
  room_temp numeric(20,1), -- 室内温度（℃）
  room_humidity numeric(12,4), -- 室内湿度
  noise numeric(20,1), -- 噪声（dB(A)）
  lower numeric(20,1), -- 分区下限（℃）
  upper numeric(20,1), -- 分区上限（℃）
  feel text, -- 用户感受
  fail integer, -- 室温不达标
  comfort integer, -- 感受舒适
  area_hours numeric(20,2), -- 使用量（m²·h）
  wrong integer -- 面积有误
);
create index f_air_usage_zones_parent_idx on f_air_usage_zones (parent_id, row_no);

-- 年度计划(内部) (yearPlanInner): drafted from its definition.

create table f_year_plan_inner (
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
  plan_year integer, -- 计划年度（年）
  plan_version text, -- 版本
  charge_area numeric(20,2), -- 收费面积（m²）
  cooling_start date, -- 制冷季开始
  cooling_end date, -- 制冷季结束
  heating_start date, -- 采暖季开始
  heating_end date, -- 采暖季结束
  last_income numeric(18,2), -- 上年实际收入（元）
  last_cost numeric(18,2), -- 上年实际成本（元）
  last_gas numeric(20,2), -- 上年燃气用量（m³）
  last_power numeric(20,2), -- 上年用电量（kWh）
  staff_count integer, -- 计划定编人数（人）
  satisfaction_target numeric(20,1), -- 满意度目标（分）
  collect_target numeric(12,4), -- 收款率目标
  safety_target text, -- 安全目标
  renew_in_year boolean, -- 年内合同到期
  renew_plan text, -- 续签工作安排
  cost_reason text, -- 成本增长或亏损说明
  last_review text, -- 上年计划完成情况
  key_works text, -- 年度重点工作
  income_total numeric(18,2), -- 年度收入（元）
  energy_total numeric(18,2), -- 年度能源费（元）
  cost_total numeric(18,2), -- 年度成本（元）
  profit_total numeric(18,2), -- 年度利润（元）
  profit_rate numeric(12,4), -- 利润率
  energy_per_area numeric(18,2), -- 单位面积能源费（元/m²）
  gas_change numeric(12,4), -- 燃气同比
  power_change numeric(12,4), -- 用电同比
  income_per_staff numeric(18,2), -- 人均收入（元/人）
  work_budget numeric(18,2), -- 保养改造预算（元）
  area_adjust text, -- 指标调整意见
  energy_opinion text, -- 能耗指标意见
  energy_cut numeric(18,2), -- 建议能源费压减（元）
  finance_opinion text -- 财务意见
);

create index f_year_plan_inner_applicant_created_at_id_idx on f_year_plan_inner (applicant, created_at, id);
create index f_year_plan_inner_status_created_at_id_idx on f_year_plan_inner (status, created_at, id);
create index f_year_plan_inner_applicant_dept_created_at_id_idx on f_year_plan_inner (applicant_dept, created_at, id);
create index f_year_plan_inner_created_at_id_idx on f_year_plan_inner (created_at, id);
create index f_year_plan_inner_project_created_at_id_idx on f_year_plan_inner (project, created_at, id);

create trigger f_year_plan_inner_added after insert on f_year_plan_inner referencing new table as changed
  for each statement execute function form_changed('yearPlanInner');
create trigger f_year_plan_inner_changed after update on f_year_plan_inner referencing new table as changed
  for each statement execute function form_changed('yearPlanInner');
create trigger f_year_plan_inner_removed after delete on f_year_plan_inner referencing old table as changed
  for each statement execute function form_changed('yearPlanInner');

-- 分月指标
create table f_year_plan_inner_months (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_year_plan_inner on delete cascade,
  row_no integer not null,
  month text, -- 月份
  income numeric(18,2), -- 计划收入（元）
  gas numeric(20,2), -- 燃气（m³）
  gas_price numeric(18,4), -- 气价（元/m³）
  power numeric(20,2), -- 电（kWh）
  power_price numeric(18,4), -- 电价（元/kWh）
  water numeric(20,2), -- 水（m³）
  water_price numeric(18,4), -- 水价（元/m³）
  other_energy numeric(18,2), -- 蒸汽及其他能源费（元）
  labor numeric(18,2), -- 人工成本（元）
  repair numeric(18,2), -- 维修保养费（元）
  chemical numeric(18,2), -- 水处理费（元）
  manage numeric(18,2), -- 管理及其他费用（元）
  energy_cost numeric(18,2), -- 能源费（元）
  cost numeric(18,2), -- 成本小计（元）
  profit numeric(18,2) -- 利润（元）
);
create index f_year_plan_inner_months_parent_idx on f_year_plan_inner_months (parent_id, row_no);

-- 保养改造与检测计划
create table f_year_plan_inner_works (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_year_plan_inner on delete cascade,
  row_no integer not null,
  work_kind text, -- 工作类别
  device bigint, -- 设备
  plan_month text, -- 计划月份
  executor text, -- 执行方
  work_owner bigint, -- 负责人
  budget numeric(18,2) -- 预算（元）
);
create index f_year_plan_inner_works_parent_idx on f_year_plan_inner_works (parent_id, row_no);

-- 季度计划(客户) (seasonPlanClient): drafted from its definition.

create table f_season_plan_client (
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
  plan_year integer, -- 年度（年）
  quarter text, -- 季度
  season_mode text, -- 供能安排
  customer_name text, -- 客户名称
  supply_start date, -- 供能开始日期
  supply_end date, -- 供能结束日期
  daily_open text, -- 每日开机时间
  daily_close text, -- 每日停机时间
  night_supply boolean, -- 夜间供能
  indoor_low numeric(20,1), -- 承诺室温下限（℃）
  indoor_high numeric(20,1), -- 承诺室温上限（℃）
  hot_water_temp numeric(20,1), -- 卫生热水温度（℃）
  last_run_hours numeric(20,1), -- 上季主机运行（h）
  last_cooling numeric(20,2), -- 上季供冷供热量（kWh）
  last_repairs integer, -- 上季报修数（单）
  last_repair_on_time integer, -- 其中及时完成（单）
  last_temp_rate numeric(12,4), -- 上季室温达标率
  last_fee numeric(18,2), -- 上季费用（元）
  last_summary text, -- 上季服务总结
  customer_cooperate text, -- 请客户配合事项
  contingency text, -- 极端天气与停电停气预案
  fee_total numeric(18,2), -- 本季预计费用（元）
  fee_change numeric(12,4), -- 较上季增减
  stop_total numeric(20,1), -- 计划停供时长（h）
  repair_rate numeric(12,4), -- 上季报修及时率
  work_count integer, -- 保养检修项数（项）
  area_opinion text, -- 审核意见
  tech_opinion text, -- 技术意见
  submit_date date, -- 提交客户日期
  client_result text, -- 客户意见
  client_require text, -- 客户补充要求
  client_signer text, -- 客户签字人
  signed_file jsonb -- 签字盖章件
);

create index f_season_plan_client_applicant_created_at_id_idx on f_season_plan_client (applicant, created_at, id);
create index f_season_plan_client_status_created_at_id_idx on f_season_plan_client (status, created_at, id);
create index f_season_plan_client_applicant_dept_created_at_id_idx on f_season_plan_client (applicant_dept, created_at, id);
create index f_season_plan_client_created_at_id_idx on f_season_plan_client (created_at, id);
create index f_season_plan_client_project_created_at_id_idx on f_season_plan_client (project, created_at, id);

create trigger f_season_plan_client_added after insert on f_season_plan_client referencing new table as changed
  for each statement execute function form_changed('seasonPlanClient');
create trigger f_season_plan_client_changed after update on f_season_plan_client referencing new table as changed
  for each statement execute function form_changed('seasonPlanClient');
create trigger f_season_plan_client_removed after delete on f_season_plan_client referencing old table as changed
  for each statement execute function form_changed('seasonPlanClient');

-- 检修保养与停供安排
create table f_season_plan_client_arrangements (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_season_plan_client on delete cascade,
  row_no integer not null,
  work_kind text, -- 工作内容
  scope text, -- 范围
  work_start date, -- 开始日期
  work_end date, -- 结束日期
  stop_supply boolean, -- 影响供能
  stop_hours numeric(20,1), -- 停供时长（h）
  affect_zone text, -- 影响区域
  wrong integer -- 日期有误
);
create index f_season_plan_client_arrangements_parent_idx on f_season_plan_client_arrangements (parent_id, row_no);

-- 分月能耗与费用预估
create table f_season_plan_client_estimates (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_season_plan_client on delete cascade,
  row_no integer not null,
  month text, -- 月份
  energy_item text, -- 费用项目
  last_year_usage numeric(20,2), -- 去年同期用量
  usage numeric(20,2), -- 预计用量
  unit_price numeric(18,4), -- 单价（元）
  fee numeric(18,2) -- 预计费用（元）
);
create index f_season_plan_client_estimates_parent_idx on f_season_plan_client_estimates (parent_id, row_no);
