-- EMC问题整改 (emcProblemRectification): drafted from its definition.

create table f_emc_problem_rectification (
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
  source text, -- 问题来源
  source_no text, -- 来源单号
  found_date date, -- 发现日期
  problem_field text, -- 问题领域
  severity text, -- 严重程度
  repeated boolean, -- 重复发生
  repeat_no bigint, -- 上次整改单
  problem_desc text, -- 问题概述
  effect_desc text, -- 影响分析
  month_loss numeric(18,2), -- 每月损失估算（元/月）
  rectify_leader bigint, -- 整改负责人
  total_deadline date, -- 总整改期限
  before_photos jsonb, -- 整改前照片
  task_count integer, -- 整改任务数（项）
  budget_total numeric(18,2), -- 整改预算合计（元）
  payback_months numeric(20,1), -- 静态回收期（月）
  finish_rate numeric(12,4), -- 任务完成率
  scheme_opinion text, -- 方案意见
  finished_tasks integer, -- 已完成任务数（项）
  actual_cost numeric(18,2), -- 实际费用（元）
  finish_date date, -- 实际完成日期
  after_photos jsonb, -- 整改后照片
  unfinished_reason text, -- 未完成原因
  accept_result text, -- 验收结论
  accept_score integer, -- 验收评分（分）
  penalty numeric(18,2) -- 逾期或重复扣款（元）
);

create index f_emc_problem_rectification_applicant_created_at_id_idx on f_emc_problem_rectification (applicant, created_at, id);
create index f_emc_problem_rectification_status_created_at_id_idx on f_emc_problem_rectification (status, created_at, id);
create index f_emc_problem_rectification_applicant_dept_created_at_id_idx on f_emc_problem_rectification (applicant_dept, created_at, id);
create index f_emc_problem_rectification_created_at_id_idx on f_emc_problem_rectification (created_at, id);
create index f_emc_problem_rectification_project_created_at_id_idx on f_emc_problem_rectification (project, created_at, id);
create index f_emc_problem_rectification_rectify_leader_idx on f_emc_problem_rectification (rectify_leader);
create index f_emc_problem_rectification_total_deadline_idx on f_emc_problem_rectification (total_deadline);

create trigger f_emc_problem_rectification_added after insert on f_emc_problem_rectification referencing new table as changed
  for each statement execute function form_changed('emcProblemRectification');
create trigger f_emc_problem_rectification_changed after update on f_emc_problem_rectification referencing new table as changed
  for each statement execute function form_changed('emcProblemRectification');
create trigger f_emc_problem_rectification_removed after delete on f_emc_problem_rectification referencing old table as changed
  for each statement execute function form_changed('emcProblemRectification');

-- 整改任务
create table f_emc_problem_rectification_tasks (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_emc_problem_rectification on delete cascade,
  row_no integer not null,
  task text, -- 整改内容
  position text, -- 部位或设备
  standard text, -- 验收标准
  owner bigint, -- 责任人
  executor text, -- 实施方式
  due_date date, -- 完成期限
  material_fee numeric(18,2), -- 材料费（元）
  labor_fee numeric(18,2), -- 人工外协费（元）
  budget numeric(18,2) -- 预算小计（元）
);
create index f_emc_problem_rectification_tasks_parent_idx on f_emc_problem_rectification_tasks (parent_id, row_no);
