-- 服务商登记 (serviceProvider): drafted from its definition.

create table f_service_provider (
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
  register_kind text, -- 登记类别
  provider bigint, -- 变更单位
  provider_name text, -- 单位名称
  credit_code text, -- 统一社会信用代码
  provider_kind text, -- 服务商类别
  nature text, -- 企业性质
  agent_proof jsonb, -- 授权代理书
  reg_capital numeric(18,2), -- 注册资本（万元）
  found_date date, -- 成立日期
  legal_person text, -- 法定代表人
  legal_id text, -- 法人身份证号
  controller text, -- 实际控制人
  taxpayer text, -- 纳税人类型
  invoice_rate numeric(12,4), -- 可开票税率
  contact_man text, -- 业务联系人
  contact_phone text, -- 联系电话
  email text, -- 接收标书邮箱
  bank_name text, -- 开户行
  bank_account text, -- 银行账号
  bank_no text, -- 联行号
  staff_count integer, -- 员工人数（人）
  last_revenue numeric(18,2), -- 上年营业收入（万元）
  debt_rate numeric(12,4), -- 资产负债率
  supply_region text, -- 服务区域
  credit_query jsonb, -- 失信与行贿查询截图
  dishonest boolean, -- 列入失信或经营异常
  introduce_way text, -- 引入方式
  cert_count integer, -- 证照数（项）
  expired_count integer, -- 过期证照数（项）
  achievement_total numeric(18,2), -- 业绩合计（万元）
  verify_result jsonb, -- 证照核验
  duplicate_check text, -- 关联企业查重
  related_provider bigint, -- 关联单位
  account_verified boolean, -- 账户已电话核实
  finance_opinion text, -- 财务状况意见
  need_visit boolean, -- 需实地考察
  tech_opinion text -- 技术能力意见
);

create index f_service_provider_applicant_created_at_id_idx on f_service_provider (applicant, created_at, id);
create index f_service_provider_status_created_at_id_idx on f_service_provider (status, created_at, id);
create index f_service_provider_applicant_dept_created_at_id_idx on f_service_provider (applicant_dept, created_at, id);
create index f_service_provider_created_at_id_idx on f_service_provider (created_at, id);

create trigger f_service_provider_added after insert on f_service_provider referencing new table as changed
  for each statement execute function form_changed('serviceProvider');
create trigger f_service_provider_changed after update on f_service_provider referencing new table as changed
  for each statement execute function form_changed('serviceProvider');
create trigger f_service_provider_removed after delete on f_service_provider referencing old table as changed
  for each statement execute function form_changed('serviceProvider');

-- 资质证照
create table f_service_provider_certificates (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_service_provider on delete cascade,
  row_no integer not null,
  cert_kind text, -- 证照
  cert_no text, -- 证号
  cert_level text, -- 等级
  cert_expire date, -- 有效期至
  cert_file jsonb, -- 扫描件
  is_license integer, -- 营业执照数
  is_safety integer, -- 安全许可数
  expired integer -- 已过期
);
create index f_service_provider_certificates_parent_idx on f_service_provider_certificates (parent_id, row_no);

-- 同类业绩
create table f_service_provider_achievements (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_service_provider on delete cascade,
  row_no integer not null,
  work_name text, -- 项目名称
  work_owner text, -- 业主及电话
  work_amount numeric(18,2), -- 合同额（万元）
  work_year integer, -- 完成年份
  work_proof jsonb -- 合同或验收证明
);
create index f_service_provider_achievements_parent_idx on f_service_provider_achievements (parent_id, row_no);

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
  supplier bigint, -- 服务商
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
  supplier bigint, -- 服务商
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
create unique index f_service_evaluation_b_project_contract_eval_node_pe_15xl8fi on f_service_evaluation_b (project_contract, eval_node, period_from) where status in ('running', 'returned', 'approved');

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
  supplier bigint, -- 服务商
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
