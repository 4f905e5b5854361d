-- 项目参观申请 (projectVisitApplication): drafted from its definition.

create table f_project_visit_application (
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
  visit_unit text, -- 参观单位
  visit_type text, -- 参观性质
  visit_level text, -- 接待等级
  start_time timestamptz, -- 参观开始时间
  end_time timestamptz, -- 参观结束时间
  plan_count integer, -- 计划人数（人）
  leader_name text, -- 带队领导及职务
  contact_name text, -- 对方联系人
  contact_phone text, -- 联系电话
  sale_user bigint, -- 业务负责人
  potential_project text, -- 对应潜在项目
  potential_amount numeric(18,2), -- 潜在合同额（万元）
  focus text[], -- 关注重点
  customer_agreed boolean, -- 已征得项目业主同意
  allow_photo boolean, -- 允许拍照
  need_car boolean, -- 需要车辆
  car_count integer, -- 用车数量（辆）
  materials text[], -- 需准备资料
  route_minutes integer, -- 路线总时长（min）
  budget_total numeric(18,2), -- 接待预算合计（元）
  per_capita numeric(18,2), -- 人均接待费（元/人）
  run_state text, -- 参观时段运行状态
  helmet_count integer, -- 可提供安全帽数量（顶）
  safety_guide bigint, -- 现场安全引导员
  actual_count integer, -- 实到人数（人）
  actual_cost numeric(18,2), -- 实际费用（元）
  intention text, -- 合作意向
  visitor_opinion text, -- 来宾意见
  visit_photos jsonb -- 参观照片
);

create index f_project_visit_application_applicant_created_at_id_idx on f_project_visit_application (applicant, created_at, id);
create index f_project_visit_application_status_created_at_id_idx on f_project_visit_application (status, created_at, id);
create index f_project_visit_application_applicant_dept_created_at_id_idx on f_project_visit_application (applicant_dept, created_at, id);
create index f_project_visit_application_created_at_id_idx on f_project_visit_application (created_at, id);
create index f_project_visit_application_project_created_at_id_idx on f_project_visit_application (project, created_at, id);
create index f_project_visit_application_start_time_idx on f_project_visit_application (start_time);
create index f_project_visit_application_sale_user_idx on f_project_visit_application (sale_user);

create trigger f_project_visit_application_added after insert on f_project_visit_application referencing new table as changed
  for each statement execute function form_changed('projectVisitApplication');
create trigger f_project_visit_application_changed after update on f_project_visit_application referencing new table as changed
  for each statement execute function form_changed('projectVisitApplication');
create trigger f_project_visit_application_removed after delete on f_project_visit_application referencing old table as changed
  for each statement execute function form_changed('projectVisitApplication');

-- 参观路线
create table f_project_visit_application_route (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_project_visit_application on delete cascade,
  row_no integer not null,
  stop text, -- 参观点
  minutes integer, -- 停留时长（min）
  guide bigint, -- 讲解人
  risk_tip text -- 安全提示
);
create index f_project_visit_application_route_parent_idx on f_project_visit_application_route (parent_id, row_no);

-- 接待预算
create table f_project_visit_application_budgets (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_project_visit_application on delete cascade,
  row_no integer not null,
  budget_kind text, -- 项目
  quantity numeric(20,1), -- 数量
  unit_price numeric(18,2), -- 单价（元）
  amount numeric(18,2) -- 金额（元）
);
create index f_project_visit_application_budgets_parent_idx on f_project_visit_application_budgets (parent_id, row_no);
