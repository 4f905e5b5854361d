-- 转正申请 (userFormal): drafted from its definition.

create table f_user_formal (
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
  employee bigint, -- 转正员工
  job_no text, -- 工号
  position text, -- 岗位
  entry_date date, -- 入职日期
  probation_end date, -- 试用期结束日期
  mentor bigint, -- 带教师傅
  formal_type text, -- 转正方式
  formal_date date, -- 拟转正日期
  extend_to date, -- 试用期延长至
  attend_days numeric(20,1), -- 试用期出勤天数（天）
  late_times integer, -- 迟到早退次数（次）
  leave_days numeric(20,1), -- 请假天数（天）
  train_hours numeric(20,1), -- 参加培训学时（学时）
  entry_rate numeric(12,4), -- 能耗数据录入及时率
  patrol_rate numeric(12,4), -- 巡检完成率
  theory_score numeric(20,1), -- 理论考试成绩
  mastered_skills text[], -- 已独立掌握的操作
  probation_summary text, -- 试用期工作总结
  improve_plan text, -- 不足与改进计划
  probation_salary numeric(18,2), -- 试用期月薪
  formal_salary numeric(18,2), -- 拟转正月薪
  effect_month text, -- 薪资生效月
  task_weight numeric(12,4), -- 任务权重合计
  task_score numeric(20,2), -- 任务自评得分
  total_score numeric(20,2), -- 转正综合得分
  salary_rise numeric(18,2), -- 转正调薪额
  practice_score numeric(20,1), -- 实操考核得分
  can_stand_alone text, -- 能否独立顶岗
  mentor_opinion text, -- 带教评语
  manager_score numeric(20,1), -- 工作态度与业绩得分
  manager_opinion text, -- 部门意见
  insurance_checked text, -- 社保与合同核对
  approved_salary numeric(18,2) -- 核定转正月薪
);

create index f_user_formal_applicant_created_at_id_idx on f_user_formal (applicant, created_at, id);
create index f_user_formal_status_created_at_id_idx on f_user_formal (status, created_at, id);
create index f_user_formal_applicant_dept_created_at_id_idx on f_user_formal (applicant_dept, created_at, id);
create index f_user_formal_created_at_id_idx on f_user_formal (created_at, id);
create index f_user_formal_project_created_at_id_idx on f_user_formal (project, created_at, id);
create index f_user_formal_employee_idx on f_user_formal (employee);
create index f_user_formal_dept_idx on f_user_formal (dept);
create index f_user_formal_formal_date_idx on f_user_formal (formal_date);

create trigger f_user_formal_added after insert on f_user_formal referencing new table as changed
  for each statement execute function form_changed('userFormal');
create trigger f_user_formal_changed after update on f_user_formal referencing new table as changed
  for each statement execute function form_changed('userFormal');
create trigger f_user_formal_removed after delete on f_user_formal referencing old table as changed
  for each statement execute function form_changed('userFormal');

-- 试用期工作任务
create table f_user_formal_tasks (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_user_formal on delete cascade,
  row_no integer not null,
  task text, -- 任务
  goal text, -- 目标要求
  weight numeric(12,4), -- 权重
  result text, -- 完成情况
  score numeric(20,1), -- 自评分
  weighted numeric(20,2) -- 加权分
);
create index f_user_formal_tasks_parent_idx on f_user_formal_tasks (parent_id, row_no);
