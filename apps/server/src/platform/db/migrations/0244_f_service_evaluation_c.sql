-- 服务商评价表C (ServiceEvaluationC): drafted from its definition.

create table f_service_evaluation_c (
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
  eval_scope text, -- 评级范围
  eval_year integer, -- 评级年度
  project_contract bigint, -- 完结合同
  current_grade text, -- 现等级
  process_avg numeric(20,1), -- 履约过程均分（分）
  process_times integer, -- B表次数（次）
  year_amount numeric(18,2), -- 年度合同额（元）
  year_fine numeric(18,2), -- 年度罚款（元）
  price_score numeric(20,1), -- 价格水平（分）
  after_score numeric(20,1), -- 质保售后（分）
  warranty_times integer, -- 质保报修次数（次）
  response_avg numeric(20,1), -- 平均响应时间（h）
  invoice_score numeric(20,1), -- 开票与对账配合（分）
  disputes integer, -- 诉讼或投诉（起）
  veto_item text, -- 一票否决
  veto_proof jsonb, -- 否决证据
  weighted_score numeric(20,1), -- 按合同额加权过程分（分）
  total_score numeric(20,1), -- 综合得分（分）
  record_total numeric(18,2), -- 合同额合计（元）
  suggest_grade text, -- 建议等级
  grade_reason text, -- 评级理由
  tech_opinion text, -- 技术意见
  invoice_opinion text, -- 往来与票据意见
  final_grade text, -- 评定等级
  effect_date date, -- 执行日期
  rectify_due date, -- 整改期限
  ban_years integer -- 禁用年限（年）
);

create index f_service_evaluation_c_applicant_created_at_id_idx on f_service_evaluation_c (applicant, created_at, id);
create index f_service_evaluation_c_status_created_at_id_idx on f_service_evaluation_c (status, created_at, id);
create index f_service_evaluation_c_applicant_dept_created_at_id_idx on f_service_evaluation_c (applicant_dept, created_at, id);
create index f_service_evaluation_c_created_at_id_idx on f_service_evaluation_c (created_at, id);
create index f_service_evaluation_c_supplier_idx on f_service_evaluation_c (supplier);

create trigger f_service_evaluation_c_added after insert on f_service_evaluation_c referencing new table as changed
  for each statement execute function form_changed('ServiceEvaluationC');
create trigger f_service_evaluation_c_changed after update on f_service_evaluation_c referencing new table as changed
  for each statement execute function form_changed('ServiceEvaluationC');
create trigger f_service_evaluation_c_removed after delete on f_service_evaluation_c referencing old table as changed
  for each statement execute function form_changed('ServiceEvaluationC');

-- 履约合同汇总
create table f_service_evaluation_c_records (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_service_evaluation_c on delete cascade,
  row_no integer not null,
  record_contract bigint, -- 合同
  record_amount numeric(18,2), -- 合同额（元）
  record_score numeric(20,1), -- B表均分（分）
  delay_days integer, -- 逾期（天）
  record_fine numeric(18,2), -- 罚款（元）
  weighted numeric(20,2) -- 加权分
);
create index f_service_evaluation_c_records_parent_idx on f_service_evaluation_c_records (parent_id, row_no);
