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
