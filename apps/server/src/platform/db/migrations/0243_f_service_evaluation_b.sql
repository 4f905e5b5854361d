-- 服务商评价表B (ServiceEvaluationB): drafted from its definition.

create table f_service_evaluation_b (
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
  project_contract bigint, -- 工程合同
  eval_node text, -- 评价节点
  period_from date, -- 评价期起
  period_to date, -- 评价期止
  plan_batches integer, -- 应交货或应完节点数（次）
  on_time_batches integer, -- 按期数（次）
  max_delay_days integer, -- 最长逾期（天）
  inspect_lines integer, -- 验收批项数（项）
  first_pass integer, -- 一次合格项数（项）
  person_plan integer, -- 承诺到岗人数（人）
  person_actual integer, -- 实际到岗人数（人）
  doc_missing integer, -- 缺交资料数（份）
  evidence jsonb, -- 评价依据
  on_time_rate numeric(12,4), -- 按期率
  pass_rate numeric(12,4), -- 一次合格率
  objective_score numeric(20,1), -- 客观分（50分）（分）
  subjective_score numeric(20,1), -- 主观分（50分）（分）
  serious_count integer, -- 严重问题数（项）
  process_score numeric(20,1), -- 过程得分（分）
  fine_total numeric(18,2), -- 罚款合计（元）
  site_score numeric(20,1), -- 进度与配合（15分）
  site_comment text, -- 项目部意见
  quality_score numeric(20,1), -- 实体质量（15分）
  safety_score numeric(20,1), -- 安全文明（10分）
  service_score numeric(20,1), -- 商务与售后（10分）
  fine_confirmed boolean, -- 服务商已确认罚款
  measure text -- 处置措施
);

create index f_service_evaluation_b_applicant_created_at_id_idx on f_service_evaluation_b (applicant, created_at, id);
create index f_service_evaluation_b_status_created_at_id_idx on f_service_evaluation_b (status, created_at, id);
create index f_service_evaluation_b_applicant_dept_created_at_id_idx on f_service_evaluation_b (applicant_dept, created_at, id);
create index f_service_evaluation_b_created_at_id_idx on f_service_evaluation_b (created_at, id);
create index f_service_evaluation_b_project_created_at_id_idx on f_service_evaluation_b (project, created_at, id);
create index f_service_evaluation_b_supplier_idx on f_service_evaluation_b (supplier);

create trigger f_service_evaluation_b_added after insert on f_service_evaluation_b referencing new table as changed
  for each statement execute function form_changed('ServiceEvaluationB');
create trigger f_service_evaluation_b_changed after update on f_service_evaluation_b referencing new table as changed
  for each statement execute function form_changed('ServiceEvaluationB');
create trigger f_service_evaluation_b_removed after delete on f_service_evaluation_b referencing old table as changed
  for each statement execute function form_changed('ServiceEvaluationB');

-- 问题与扣款
create table f_service_evaluation_b_defects (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_service_evaluation_b on delete cascade,
  row_no integer not null,
  defect_kind text, -- 问题类别
  occur_date date, -- 发生日期
  defect_desc text, -- 情况
  severity text, -- 程度
  fine numeric(18,2), -- 罚款（元）
  rectified boolean, -- 已整改
  serious integer, -- 严重
  pending integer -- 未整改
);
create index f_service_evaluation_b_defects_parent_idx on f_service_evaluation_b_defects (parent_id, row_no);
