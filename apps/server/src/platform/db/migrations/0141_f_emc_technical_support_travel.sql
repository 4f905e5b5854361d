-- EMC技术支持出差 (EMCTechnicalSupportTravel): drafted from its definition.

create table f_emc_technical_support_travel (
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
  request_user bigint, -- 需求提出人
  request_dept text, -- 需求部门
  customer_name text, -- 客户名称
  target_project text, -- 拟支持项目名称
  building_type text, -- 建筑类型
  air_area numeric(20,2), -- 空调面积（m²）
  project_stage text, -- 项目阶段
  expect_invest numeric(18,2), -- 预计投资额（万元）
  expect_income numeric(18,2), -- 预计年运营收入（万元）
  support_types text[], -- 支持内容
  destination text, -- 目的地省市
  depart_date date, -- 出发日期
  return_date date, -- 返回日期
  travel_days numeric(20,1), -- 出差天数（天）
  travelers bigint[], -- 出差人员
  traveler_count integer, -- 出差人数（人）
  allowance_standard numeric(18,2), -- 出差补贴标准（元/人天）
  advance numeric(18,2), -- 预借差旅费（元）
  prepared_files jsonb, -- 客户提供资料
  allowance_total numeric(18,2), -- 补贴合计（元）
  budget_total numeric(18,2), -- 费用预算合计（元）
  cost_difference numeric(18,2), -- 超预算金额（元）
  customer_ready text, -- 客户接待与资料落实情况
  support_leader bigint, -- 技术支持负责人
  support_require text, -- 支持要求
  actual_cost numeric(18,2), -- 实际费用（元）
  over_reason text, -- 超预算原因
  result_type text, -- 支持成果
  survey_report jsonb, -- 踏勘或支持报告
  next_action text -- 下一步计划
);

create index f_emc_technical_support_travel_applicant_created_at_id_idx on f_emc_technical_support_travel (applicant, created_at, id);
create index f_emc_technical_support_travel_status_created_at_id_idx on f_emc_technical_support_travel (status, created_at, id);
create index f_emc_technical_support_travel_applicant_dept_create_xxdvog on f_emc_technical_support_travel (applicant_dept, created_at, id);
create index f_emc_technical_support_travel_created_at_id_idx on f_emc_technical_support_travel (created_at, id);
create index f_emc_technical_support_travel_project_created_at_id_idx on f_emc_technical_support_travel (project, created_at, id);
create index f_emc_technical_support_travel_request_user_idx on f_emc_technical_support_travel (request_user);
create index f_emc_technical_support_travel_depart_date_idx on f_emc_technical_support_travel (depart_date);

create trigger f_emc_technical_support_travel_added after insert on f_emc_technical_support_travel referencing new table as changed
  for each statement execute function form_changed('EMCTechnicalSupportTravel');
create trigger f_emc_technical_support_travel_changed after update on f_emc_technical_support_travel referencing new table as changed
  for each statement execute function form_changed('EMCTechnicalSupportTravel');
create trigger f_emc_technical_support_travel_removed after delete on f_emc_technical_support_travel referencing old table as changed
  for each statement execute function form_changed('EMCTechnicalSupportTravel');

-- 行程与费用预算
create table f_emc_technical_support_travel_itinerary (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_emc_technical_support_travel on delete cascade,
  row_no integer not null,
  trip_date date, -- 日期
  from_city text, -- 出发地
  to_city text, -- 到达地
  transport text, -- 交通工具
  task text, -- 工作任务
  fare numeric(18,2), -- 交通费（元）
  hotel numeric(18,2), -- 住宿费（元）
  other numeric(18,2), -- 其他费用（元）
  subtotal numeric(18,2) -- 小计（元）
);
create index f_emc_technical_support_travel_itinerary_parent_idx on f_emc_technical_support_travel_itinerary (parent_id, row_no);
