-- 考核报告 (assessmentReport): drafted from its definition.

create table f_assessment_report (
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
  cycle text, -- 考核周期
  period_start text, -- 考核开始月
  period_end text, -- 考核结束月
  charge_model text, -- 项目收费模式
  air_area numeric(20,2), -- 空调面积（m²）
  head_count integer, -- 项目在岗人数（人）
  energy_cost numeric(18,2), -- 考核期能源费
  energy_budget numeric(18,2), -- 考核期能源费目标
  receivable numeric(18,2), -- 考核期应收运营费
  received numeric(18,2), -- 考核期已收运营费
  accident_level text, -- 安全质量事故
  complaint_count integer, -- 有效投诉（次）
  base_pool numeric(18,2), -- 奖金基数
  summary text, -- 亮点与主要问题
  improve text, -- 下期改进措施
  files jsonb, -- 考核依据附件
  total_weight numeric(12,4), -- 权重合计
  total_score numeric(20,2), -- 项目KPI总分
  energy_rate numeric(12,4), -- 能源费控制率
  unit_energy_cost numeric(18,2), -- 单位面积能源费（元/m²）
  collect_rate numeric(12,4), -- 回款率
  bonus_pool numeric(18,2), -- 可分配奖金
  total_payable numeric(18,2), -- 应发奖金合计
  data_verified text, -- 能耗指标核对
  data_note text, -- 核对说明
  grade text, -- 项目等级
  area_comment text, -- 评定意见
  collect_verified text, -- 回款与能源费核对
  pay_month text -- 奖金发放月
);

create index f_assessment_report_applicant_created_at_id_idx on f_assessment_report (applicant, created_at, id);
create index f_assessment_report_status_created_at_id_idx on f_assessment_report (status, created_at, id);
create index f_assessment_report_applicant_dept_created_at_id_idx on f_assessment_report (applicant_dept, created_at, id);
create index f_assessment_report_created_at_id_idx on f_assessment_report (created_at, id);
create index f_assessment_report_project_created_at_id_idx on f_assessment_report (project, created_at, id);
create index f_assessment_report_period_end_idx on f_assessment_report (period_end);

create trigger f_assessment_report_added after insert on f_assessment_report referencing new table as changed
  for each statement execute function form_changed('assessmentReport');
create trigger f_assessment_report_changed after update on f_assessment_report referencing new table as changed
  for each statement execute function form_changed('assessmentReport');
create trigger f_assessment_report_removed after delete on f_assessment_report referencing old table as changed
  for each statement execute function form_changed('assessmentReport');

-- KPI指标
create table f_assessment_report_kpis (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_assessment_report on delete cascade,
  row_no integer not null,
  indicator text, -- 指标
  goal numeric(20,3), -- 目标值
  actual numeric(20,3), -- 实际值
  measure_unit text, -- 单位
  weight numeric(12,4), -- 权重
  kpi_score numeric(20,1), -- 得分(百分制)
  weighted numeric(20,2), -- 加权得分
  basis text -- 评分依据
);
create index f_assessment_report_kpis_parent_idx on f_assessment_report_kpis (parent_id, row_no);

-- 个人分配
create table f_assessment_report_persons (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_assessment_report on delete cascade,
  row_no integer not null,
  person bigint, -- 员工
  post text, -- 岗位
  base_bonus numeric(18,2), -- 分配基数
  coefficient numeric(20,2), -- 个人系数
  reward numeric(18,2), -- 专项奖励
  penalty numeric(18,2), -- 专项扣罚
  payable numeric(18,2), -- 应发奖金
  reason text -- 奖罚说明
);
create index f_assessment_report_persons_parent_idx on f_assessment_report_persons (parent_id, row_no);
