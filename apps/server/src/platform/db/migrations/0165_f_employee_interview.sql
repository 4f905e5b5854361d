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
  work_load_rate integer, -- 工作量与倒班满意度(1-5分)
  pay_rate integer, -- 薪资待遇满意度(1-5分)
  living_rate integer, -- 食宿条件满意度(1-5分)
  env_rate integer, -- 机房环境(噪声/高温)满意度(1-5分)
  leader_rate integer, -- 班组与上级关系满意度(1-5分)
  growth_rate integer, -- 培训与发展满意度(1-5分)
  strengths text, -- 近期表现与肯定
  weakness text, -- 不足与改进约定
  mood_state text, -- 思想状态
  leave_risk text, -- 离职风险
  risk_reason text, -- 风险原因
  family_difficulty text, -- 家庭与健康困难
  next_talk_date date, -- 下次面谈日期
  satisfy_avg numeric(20,2), -- 综合满意度
  demand_count integer, -- 诉求数（条）
  agree_content text, -- 对面谈内容
  employee_words text, -- 补充意见
  employee_sign jsonb, -- 本人签字
  area_measure text, -- 处理措施
  solved_count integer, -- 已办结诉求数
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
