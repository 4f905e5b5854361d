-- 管理方案 (managementPlan): drafted from its definition.

create table f_management_plan (
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
  plan_year integer, -- 方案年度（年）
  plan_kind text, -- 方案类型
  year_plan bigint, -- 年度计划(内部)
  loss_report bigint, -- 亏损项目分析单
  effect_from date, -- 生效日期
  effect_to date, -- 失效日期
  contract_end date, -- 合同到期日
  system_desc text, -- 系统概况
  service_scope text[], -- 管理范围
  duty_mode text, -- 值班方式
  staff_count integer, -- 定编人数（人）
  special_cert integer, -- 特种作业持证人数（人）
  inspect_times integer, -- 机房巡检频次（次/班）
  report_time text, -- 日报上报时间
  indoor_summer numeric(20,1), -- 夏季室内承诺温度（℃）
  indoor_winter numeric(20,1), -- 冬季室内承诺温度（℃）
  response_minutes integer, -- 报修响应时限（min）
  emergency_plans text[], -- 应急预案
  spare_stock text, -- 应急备件与备机安排
  save_measures text, -- 节能管理措施
  plan_file jsonb, -- 方案全文
  head_total integer, -- 岗位人数合计（人）
  weight_total numeric(12,4), -- 指标权重合计
  indicator_count integer, -- 指标数（项）
  routine_count integer, -- 管理工作项（项）
  budget_total numeric(18,2), -- 年度管理费用预算（元）
  area_opinion text, -- 区域意见
  target_opinion text, -- 能耗指标
  emergency_opinion text, -- 应急与持证意见
  customer_confirm text, -- 客户确认结果
  confirm_date date, -- 确认日期
  customer_note text, -- 客户意见
  confirm_file jsonb -- 客户签章文件
);

create index f_management_plan_applicant_created_at_id_idx on f_management_plan (applicant, created_at, id);
create index f_management_plan_status_created_at_id_idx on f_management_plan (status, created_at, id);
create index f_management_plan_applicant_dept_created_at_id_idx on f_management_plan (applicant_dept, created_at, id);
create index f_management_plan_created_at_id_idx on f_management_plan (created_at, id);
create index f_management_plan_project_created_at_id_idx on f_management_plan (project, created_at, id);
create index f_management_plan_effect_from_idx on f_management_plan (effect_from);

create trigger f_management_plan_added after insert on f_management_plan referencing new table as changed
  for each statement execute function form_changed('managementPlan');
create trigger f_management_plan_changed after update on f_management_plan referencing new table as changed
  for each statement execute function form_changed('managementPlan');
create trigger f_management_plan_removed after delete on f_management_plan referencing old table as changed
  for each statement execute function form_changed('managementPlan');

-- 岗位与职责
create table f_management_plan_posts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_management_plan on delete cascade,
  row_no integer not null,
  post text, -- 岗位
  head_count integer, -- 人数（人）
  post_user bigint, -- 负责人
  post_duty text, -- 主要职责
  need_cert text -- 持证要求
);
create index f_management_plan_posts_parent_idx on f_management_plan_posts (parent_id, row_no);

-- 管理指标
create table f_management_plan_indicators (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_management_plan on delete cascade,
  row_no integer not null,
  indicator text, -- 指标
  indicator_unit text, -- 单位
  last_value numeric(20,3), -- 上年实际
  target_value numeric(20,3), -- 目标值
  weight numeric(12,4), -- 权重
  duty_user bigint, -- 责任人
  check_cycle text -- 考核周期
);
create index f_management_plan_indicators_parent_idx on f_management_plan_indicators (parent_id, row_no);

-- 管理工作安排
create table f_management_plan_routines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_management_plan on delete cascade,
  row_no integer not null,
  routine text, -- 工作项
  cycle text, -- 频次
  routine_owner bigint, -- 负责人
  routine_budget numeric(18,2), -- 年度预算（元）
  execute_by text -- 执行方
);
create index f_management_plan_routines_parent_idx on f_management_plan_routines (parent_id, row_no);
