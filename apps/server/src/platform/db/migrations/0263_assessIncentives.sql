-- 考核激励: the books of assessments, talks, demands and warnings, then the forms.
-- 项目考核台账 (projectAssessment): drafted from its definition.
create table b_project_assessment (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  cycle text, -- 考核周期
  period_start text, -- 考核开始月
  period_end text, -- 考核结束月
  score numeric(20,2), -- KPI总分（分）
  grade text, -- 项目等级
  energy_rate numeric(12,4), -- 能源费控制率
  unit_energy_cost numeric(18,2), -- 单位面积能源费（元/m²）
  collect_rate numeric(12,4), -- 回款率
  accident_level text, -- 安全质量事故
  complaints integer, -- 有效投诉（次）
  bonus_pool numeric(18,2), -- 可分配奖金（元）
  bonus numeric(18,2), -- 应发奖金（元）
  pay_month text, -- 奖金发放月
  source_no text -- 考核单号
);
create index b_project_assessment_source_module_source_id_idx on b_project_assessment (source_module, source_id);
create index b_project_assessment_project_idx on b_project_assessment (project);
create index b_project_assessment_period_start_idx on b_project_assessment (period_start);
create index b_project_assessment_period_end_idx on b_project_assessment (period_end);
create unique index b_project_assessment_project_cycle_period_start_standing on b_project_assessment (project, cycle, period_start) where not voided;

-- 员工诉求台账 (employeeDemand): drafted from its definition.
create table b_employee_demand (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  employee bigint, -- 员工
  project text, -- 项目
  kind text, -- 诉求类别
  content text, -- 诉求内容
  handler bigint, -- 责任人
  promised_on date, -- 承诺答复日期
  reply text, -- 当场答复
  state text, -- 状态
  result text, -- 办理结果
  closed_on date, -- 闭环日期
  source_no text -- 面谈单号
);
create index b_employee_demand_source_module_source_id_idx on b_employee_demand (source_module, source_id);
create index b_employee_demand_employee_idx on b_employee_demand (employee);
create index b_employee_demand_project_idx on b_employee_demand (project);
create index b_employee_demand_handler_idx on b_employee_demand (handler);
create index b_employee_demand_promised_on_idx on b_employee_demand (promised_on);

-- 员工面谈履历 (employeeTalk): drafted from its definition.
create table b_employee_talk (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  employee bigint, -- 员工
  project text, -- 项目
  kind text, -- 面谈类型
  interviewer bigint, -- 面谈人
  talked_on date, -- 面谈日期
  satisfaction numeric(20,2), -- 综合满意度（分）
  mood text, -- 思想状态
  leave_risk text, -- 面谈时离职风险
  risk_after text, -- 跟踪后离职风险
  demands integer, -- 诉求数（条）
  solved integer, -- 已办结（条）
  conclusion text, -- 结论
  source_no text -- 面谈单号
);
create index b_employee_talk_source_module_source_id_idx on b_employee_talk (source_module, source_id);
create index b_employee_talk_employee_idx on b_employee_talk (employee);
create index b_employee_talk_project_idx on b_employee_talk (project);
create index b_employee_talk_interviewer_idx on b_employee_talk (interviewer);
create index b_employee_talk_talked_on_idx on b_employee_talk (talked_on);

-- 流失预警名单 (leaveWarning): drafted from its definition.
create table b_leave_warning (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  employee bigint, -- 员工
  project text, -- 项目
  position text, -- 岗位
  reason text, -- 风险原因
  measure text, -- 处理措施
  warned_on date, -- 列入日期
  next_talk_on date, -- 下次面谈日期
  state text, -- 状态
  lifted_on date, -- 解除日期
  source_no text -- 面谈单号
);
create index b_leave_warning_source_module_source_id_idx on b_leave_warning (source_module, source_id);
create index b_leave_warning_employee_idx on b_leave_warning (employee);
create index b_leave_warning_project_idx on b_leave_warning (project);
create index b_leave_warning_warned_on_idx on b_leave_warning (warned_on);

-- 员工面谈 (employeeInterview): drafted from its definition.

create table f_employee_interview (
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
  employee bigint, -- 面谈员工
  position text, -- 岗位
  entry_date date, -- 入职日期
  interview_type text, -- 面谈类型
  interviewer bigint, -- 面谈人
  talk_time timestamptz, -- 面谈时间
  talk_minutes integer, -- 时长（分钟）
  talk_place text, -- 地点
  work_load_rate integer, -- 工作量与倒班满意度（分）
  pay_rate integer, -- 薪资待遇满意度（分）
  living_rate integer, -- 食宿条件满意度（分）
  env_rate integer, -- 机房环境满意度（分）
  leader_rate integer, -- 班组与上级关系满意度（分）
  growth_rate integer, -- 培训与发展满意度（分）
  strengths text, -- 近期表现与肯定
  weakness text, -- 不足与改进约定
  mood_state text, -- 思想状态
  leave_risk text, -- 离职风险
  risk_reason text, -- 风险原因
  family_difficulty text, -- 家庭与健康困难
  next_talk_date date, -- 下次面谈日期
  satisfy_avg numeric(20,2), -- 综合满意度（分）
  demand_count integer, -- 诉求数（条）
  agree_content text, -- 对面谈内容
  employee_words text, -- 补充意见
  employee_sign jsonb, -- 本人签字
  area_measure text, -- 处理措施
  solved_count integer, -- 已办结诉求数（条）
  track_result text, -- 办理结果
  close_date date, -- 闭环日期
  risk_after text -- 跟踪后离职风险
);

create index f_employee_interview_applicant_created_at_id_idx on f_employee_interview (applicant, created_at, id);
create index f_employee_interview_status_created_at_id_idx on f_employee_interview (status, created_at, id);
create index f_employee_interview_applicant_dept_created_at_id_idx on f_employee_interview (applicant_dept, created_at, id);
create index f_employee_interview_created_at_id_idx on f_employee_interview (created_at, id);
create index f_employee_interview_project_created_at_id_idx on f_employee_interview (project, created_at, id);
create index f_employee_interview_employee_idx on f_employee_interview (employee);
create index f_employee_interview_interviewer_idx on f_employee_interview (interviewer);
create index f_employee_interview_talk_time_idx on f_employee_interview (talk_time);

create trigger f_employee_interview_added after insert on f_employee_interview referencing new table as changed
  for each statement execute function form_changed('employeeInterview');
create trigger f_employee_interview_changed after update on f_employee_interview referencing new table as changed
  for each statement execute function form_changed('employeeInterview');
create trigger f_employee_interview_removed after delete on f_employee_interview referencing old table as changed
  for each statement execute function form_changed('employeeInterview');

-- 员工诉求
create table f_employee_interview_demands (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_employee_interview on delete cascade,
  row_no integer not null,
  demand_type text, -- 诉求类别
  demand_text text, -- 诉求内容
  handler bigint, -- 责任人
  promise_date date, -- 承诺答复日期
  on_site_reply text -- 当场答复
);
create index f_employee_interview_demands_parent_idx on f_employee_interview_demands (parent_id, row_no);

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
  energy_cost numeric(18,2), -- 考核期能源费（元）
  energy_budget numeric(18,2), -- 考核期能源费目标（元）
  receivable numeric(18,2), -- 考核期应收运营费（元）
  received numeric(18,2), -- 考核期已收运营费（元）
  accident_level text, -- 安全质量事故
  complaint_count integer, -- 有效投诉（次）
  base_pool numeric(18,2), -- 奖金基数（元）
  summary text, -- 亮点与主要问题
  improve text, -- 下期改进措施
  files jsonb, -- 考核依据附件
  total_weight numeric(12,4), -- 权重合计
  total_score numeric(20,2), -- 项目KPI总分（分）
  energy_rate numeric(12,4), -- 能源费控制率
  unit_energy_cost numeric(18,2), -- 单位面积能源费（元/m²）
  collect_rate numeric(12,4), -- 回款率
  bonus_pool numeric(18,2), -- 可分配奖金（元）
  total_payable numeric(18,2), -- 应发奖金合计（元）
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
create unique index f_assessment_report_project_cycle_period_start_live on f_assessment_report (project, cycle, period_start) where status in ('running', 'returned', 'approved');

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
  kpi_score numeric(20,1), -- 得分（百分制）（分）
  weighted numeric(20,2), -- 加权得分（分）
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
  base_bonus numeric(18,2), -- 分配基数（元）
  coefficient numeric(20,2), -- 个人系数
  reward numeric(18,2), -- 专项奖励（元）
  penalty numeric(18,2), -- 专项扣罚（元）
  payable numeric(18,2), -- 应发奖金（元）
  reason text -- 奖罚说明
);
create index f_assessment_report_persons_parent_idx on f_assessment_report_persons (parent_id, row_no);
