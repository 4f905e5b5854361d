-- 施工申请 (constructionApplication): drafted from its definition.

create table f_construction_application (
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
  supplier bigint, -- 供应商
  sub_project bigint, -- 子项目
  project_contract bigint, -- 施工合同
  contract_signed date, -- 合同签订日期
  apply_kind text, -- 申请类别
  plan_start date, -- 计划开工
  plan_end date, -- 计划完工
  contract_days integer, -- 合同工期（天）
  foreman text, -- 施工项目经理
  foreman_phone text, -- 联系电话
  foreman_cert text, -- 建造师证号
  guard text, -- 专职安全员
  guard_cert text, -- 安全员C证号
  insurance jsonb, -- 工伤或意外险保单
  insure_expire date, -- 保险到期日
  safety_agreement boolean, -- 安全协议已签
  danger_works text[], -- 危险作业
  large_danger boolean, -- 属危大工程
  expert_review jsonb, -- 专家论证报告
  stop_energy boolean, -- 影响客户用能
  customer_consent jsonb, -- 客户书面同意
  scheme jsonb, -- 施工组织设计
  schedule jsonb, -- 进度计划
  worker_count integer, -- 进场人数（人）
  cert_bad_count integer, -- 证书过期人数（人）
  untrained_count integer, -- 未教育人数（人）
  work_face text, -- 作业面与水电条件
  disclosure jsonb, -- 安全技术交底记录
  safety_deposit numeric(18,2), -- 安全保证金已收（元）
  scheme_opinion text, -- 施工方案意见
  start_order date -- 批准开工日期
);

create index f_construction_application_applicant_created_at_id_idx on f_construction_application (applicant, created_at, id);
create index f_construction_application_status_created_at_id_idx on f_construction_application (status, created_at, id);
create index f_construction_application_applicant_dept_created_at_id_idx on f_construction_application (applicant_dept, created_at, id);
create index f_construction_application_created_at_id_idx on f_construction_application (created_at, id);
create index f_construction_application_project_created_at_id_idx on f_construction_application (project, created_at, id);
create index f_construction_application_sub_project_idx on f_construction_application (sub_project);
create index f_construction_application_supplier_idx on f_construction_application (supplier);
create index f_construction_application_plan_start_idx on f_construction_application (plan_start);

create trigger f_construction_application_added after insert on f_construction_application referencing new table as changed
  for each statement execute function form_changed('constructionApplication');
create trigger f_construction_application_changed after update on f_construction_application referencing new table as changed
  for each statement execute function form_changed('constructionApplication');
create trigger f_construction_application_removed after delete on f_construction_application referencing old table as changed
  for each statement execute function form_changed('constructionApplication');

-- 进场人员
create table f_construction_application_workers (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_construction_application on delete cascade,
  row_no integer not null,
  worker_name text, -- 姓名
  worker_id text, -- 身份证号
  worker_trade text, -- 工种
  special boolean, -- 特种作业
  worker_cert text, -- 证书编号
  cert_expire date, -- 证书到期
  trained boolean, -- 三级安全教育
  cert_bad integer, -- 证书过期
  untrained integer -- 未教育
);
create index f_construction_application_workers_parent_idx on f_construction_application_workers (parent_id, row_no);

-- 进场机具
create table f_construction_application_machines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_construction_application on delete cascade,
  row_no integer not null,
  machine text, -- 机具
  machine_qty integer, -- 数量（台）
  machine_check jsonb, -- 进场检查
  machine_bad integer -- 不合格
);
create index f_construction_application_machines_parent_idx on f_construction_application_machines (parent_id, row_no);
