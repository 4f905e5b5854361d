-- 服务商评价表A (ServiceEvaluationA): drafted from its definition.

create table f_service_evaluation_a (
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
  supplier bigint, -- 供应商
  provider_kind text, -- 服务商类别
  eval_reason text, -- 评价原因
  visit_date date, -- 考察日期
  visit_place text, -- 考察地点
  visitors bigint[], -- 考察人员
  plant_area numeric(20,1), -- 厂房或基地面积（m²）
  month_capacity text, -- 月产能或可投入班组
  key_equip text, -- 关键设备与检测手段
  tech_staff integer, -- 技术人员数（人）
  welder_count integer, -- 持证焊工数（人）
  sample_test text, -- 样品或样板检测
  sample_report jsonb, -- 样品检测报告
  customer_call text, -- 业绩回访情况
  visit_photos jsonb, -- 考察照片
  full_total numeric(20,1), -- 满分合计（分）
  total_score numeric(20,1), -- 准入总分（分）
  visit_opinion text, -- 考察意见
  tech_conclusion text, -- 技术结论
  limit_scope text, -- 限定范围
  single_limit numeric(18,2), -- 单笔合同限额（元）
  trial_orders integer, -- 试用合同数（个）
  admit_result text -- 准入结论
);

create index f_service_evaluation_a_applicant_created_at_id_idx on f_service_evaluation_a (applicant, created_at, id);
create index f_service_evaluation_a_status_created_at_id_idx on f_service_evaluation_a (status, created_at, id);
create index f_service_evaluation_a_applicant_dept_created_at_id_idx on f_service_evaluation_a (applicant_dept, created_at, id);
create index f_service_evaluation_a_created_at_id_idx on f_service_evaluation_a (created_at, id);
create index f_service_evaluation_a_supplier_idx on f_service_evaluation_a (supplier);
create index f_service_evaluation_a_visit_date_idx on f_service_evaluation_a (visit_date);

create trigger f_service_evaluation_a_added after insert on f_service_evaluation_a referencing new table as changed
  for each statement execute function form_changed('ServiceEvaluationA');
create trigger f_service_evaluation_a_changed after update on f_service_evaluation_a referencing new table as changed
  for each statement execute function form_changed('ServiceEvaluationA');
create trigger f_service_evaluation_a_removed after delete on f_service_evaluation_a referencing old table as changed
  for each statement execute function form_changed('ServiceEvaluationA');

-- 准入评分
create table f_service_evaluation_a_scores (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_service_evaluation_a on delete cascade,
  row_no integer not null,
  dimension text, -- 评分项
  full_score numeric(20,1), -- 满分（分）
  score numeric(20,1), -- 得分（分）
  finding text, -- 依据与问题
  over_score integer -- 超满分
);
create index f_service_evaluation_a_scores_parent_idx on f_service_evaluation_a_scores (parent_id, row_no);
