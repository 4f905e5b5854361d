-- 月度培训计划 (monthlyTrainingPlan): drafted from its definition.

create table f_monthly_training_plan (
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
  dept text, -- 部门
  plan_month text, -- 计划月份
  plan_level text, -- 培训层级
  manager bigint, -- 培训负责人
  need_source text[], -- 培训需求来源
  month_theme text, -- 本月培训主题
  staff_count integer, -- 在岗人数（人）
  year_target numeric(20,1), -- 年度人均学时目标（学时）
  year_done numeric(20,1), -- 截至上月人均已完成学时（学时）
  safety_included boolean, -- 是否含安全类课程
  year_budget numeric(18,2), -- 年度培训预算余额
  last_month_summary text, -- 上月计划完成情况
  plan_file jsonb, -- 计划附件
  session_count integer, -- 课程数（门）
  total_hours numeric(20,1), -- 总学时（学时）
  total_person_hours numeric(20,1), -- 总人次学时（学时）
  avg_hours numeric(20,2), -- 本月人均学时（学时）
  year_progress numeric(12,4), -- 预计年度学时完成率
  total_fee numeric(18,2), -- 费用预算合计
  course_advice text, -- 课程内容意见
  plan_grade text, -- 计划评定
  hr_advice text -- 调整要求
);

create index f_monthly_training_plan_applicant_created_at_id_idx on f_monthly_training_plan (applicant, created_at, id);
create index f_monthly_training_plan_status_created_at_id_idx on f_monthly_training_plan (status, created_at, id);
create index f_monthly_training_plan_applicant_dept_created_at_id_idx on f_monthly_training_plan (applicant_dept, created_at, id);
create index f_monthly_training_plan_created_at_id_idx on f_monthly_training_plan (created_at, id);
create index f_monthly_training_plan_project_created_at_id_idx on f_monthly_training_plan (project, created_at, id);
create index f_monthly_training_plan_dept_idx on f_monthly_training_plan (dept);
create index f_monthly_training_plan_plan_month_idx on f_monthly_training_plan (plan_month);
create index f_monthly_training_plan_manager_idx on f_monthly_training_plan (manager);

create trigger f_monthly_training_plan_added after insert on f_monthly_training_plan referencing new table as changed
  for each statement execute function form_changed('monthlyTrainingPlan');
create trigger f_monthly_training_plan_changed after update on f_monthly_training_plan referencing new table as changed
  for each statement execute function form_changed('monthlyTrainingPlan');
create trigger f_monthly_training_plan_removed after delete on f_monthly_training_plan referencing old table as changed
  for each statement execute function form_changed('monthlyTrainingPlan');

-- 课程安排
create table f_monthly_training_plan_sessions (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_monthly_training_plan on delete cascade,
  row_no integer not null,
  topic text, -- 课程名称
  category bigint, -- 课程类别
  key_points text, -- 要点
  trainer bigint, -- 讲师
  out_trainer text, -- 外聘/厂家讲师
  method text, -- 方式
  plan_time timestamptz, -- 计划时间
  hours numeric(20,1), -- 学时（学时）
  place text, -- 地点
  target_post text, -- 培训对象
  headcount integer, -- 计划人数（人）
  person_hours numeric(20,1), -- 人次学时（学时）
  exam_method text, -- 考核方式
  fee numeric(18,2), -- 费用预算
  courseware jsonb -- 课件
);
create index f_monthly_training_plan_sessions_parent_idx on f_monthly_training_plan_sessions (parent_id, row_no);
