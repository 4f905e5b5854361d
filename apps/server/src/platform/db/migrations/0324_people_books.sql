-- 人事与劳务: their books, and what projects and employees are besides.
alter table project add column duty_leader bigint; -- 值班负责人
alter table employee_profile
  add column employ_state text, -- 员工状态
  add column formal_date date, -- 转正日期
  add column monitor_level text; -- 班长级别

-- 员工工时台账 (dutyHour): drafted from its definition.
create table b_duty_hour (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  employee bigint, -- 员工
  project text, -- 项目
  month text, -- 月份
  kind text, -- 类别
  shifts integer, -- 班数（班）
  hours numeric(20,1), -- 工时（小时）
  document text -- 单号
);
create index b_duty_hour_source_module_source_id_idx on b_duty_hour (source_module, source_id);
create index b_duty_hour_employee_idx on b_duty_hour (employee);
create index b_duty_hour_project_idx on b_duty_hour (project);
create index b_duty_hour_month_idx on b_duty_hour (month);

-- 项目值班表 (dutyRoster): drafted from its definition.
create table b_duty_roster (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  month text, -- 月份
  watcher bigint, -- 值班员
  post text, -- 岗位
  cert_type text, -- 持证类别
  cert_expire date, -- 证书有效期至
  day_shifts integer, -- 白班班数（班）
  night_shifts integer, -- 夜班班数（班）
  plan_hours numeric(20,1), -- 计划工时（小时）
  holiday_hours numeric(20,1), -- 法定节假日工时（小时）
  leader bigint, -- 值班负责人
  state text, -- 状态
  document text -- 单号
);
create index b_duty_roster_source_module_source_id_idx on b_duty_roster (source_module, source_id);
create index b_duty_roster_project_idx on b_duty_roster (project);
create index b_duty_roster_month_idx on b_duty_roster (month);
create index b_duty_roster_watcher_idx on b_duty_roster (watcher);
create index b_duty_roster_cert_expire_idx on b_duty_roster (cert_expire);

-- 逐日班次台账 (dutyShift): drafted from its definition.
create table b_duty_shift (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  day date, -- 日期
  shift text, -- 班次
  start_time text, -- 上班时间
  end_time text, -- 下班时间
  main_watcher bigint, -- 主值
  vice_watchers bigint[], -- 副值
  note text, -- 当班重点工作
  state text -- 状态
);
create index b_duty_shift_source_module_source_id_idx on b_duty_shift (source_module, source_id);
create index b_duty_shift_project_idx on b_duty_shift (project);
create index b_duty_shift_day_idx on b_duty_shift (day);
create index b_duty_shift_main_watcher_idx on b_duty_shift (main_watcher);

-- 项目班长名册 (projectMonitor): drafted from its definition.
create table b_project_monitor (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  monitor bigint, -- 班长
  appoint_type text, -- 任命类型
  level text, -- 级别
  scope text, -- 负责范围
  supplier bigint, -- 劳务公司
  start_on date, -- 任职开始
  end_on date, -- 任期截止
  left_on date, -- 卸任日期
  score numeric(20,1), -- 能力测评（分）
  allowance numeric(18,2), -- 带班津贴（元/月）
  state text, -- 状态
  document text -- 单号
);
create index b_project_monitor_source_module_source_id_idx on b_project_monitor (source_module, source_id);
create index b_project_monitor_project_idx on b_project_monitor (project);
create index b_project_monitor_monitor_idx on b_project_monitor (monitor);
create index b_project_monitor_start_on_idx on b_project_monitor (start_on);

-- 员工考核档案 (employeeAssessment): drafted from its definition.
create table b_employee_assessment (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  employee bigint, -- 员工
  project text, -- 项目
  kind text, -- 类别
  period text, -- 考核期
  score numeric(20,2), -- 综合得分（分）
  from_grade text, -- 原等级
  grade text, -- 评定等级
  conclusion text, -- 结论
  supplier bigint, -- 派遣单位
  assessed_on date, -- 评定日期
  document text -- 单号
);
create index b_employee_assessment_source_module_source_id_idx on b_employee_assessment (source_module, source_id);
create index b_employee_assessment_employee_idx on b_employee_assessment (employee);
create index b_employee_assessment_project_idx on b_employee_assessment (project);
create index b_employee_assessment_supplier_idx on b_employee_assessment (supplier);
create index b_employee_assessment_assessed_on_idx on b_employee_assessment (assessed_on);

-- 离职与缺编台账 (resignation): drafted from its definition.
create table b_resignation (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  employee bigint, -- 员工
  project text, -- 项目
  position text, -- 岗位
  resign_type text, -- 离职类型
  reasons text, -- 离职原因
  last_work_day date, -- 最后工作日
  handover_to bigint, -- 接手人
  net_settle numeric(18,2), -- 离职结算净额（元）
  post_plan text, -- 顶岗方案
  state text, -- 状态
  document text -- 单号
);
create index b_resignation_source_module_source_id_idx on b_resignation (source_module, source_id);
create index b_resignation_employee_idx on b_resignation (employee);
create index b_resignation_project_idx on b_resignation (project);
create index b_resignation_last_work_day_idx on b_resignation (last_work_day);

-- 薪资台账 (salaryChange): drafted from its definition.
create table b_salary_change (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  employee bigint, -- 员工
  project text, -- 项目
  kind text, -- 类别
  from_month text, -- 起始月
  to_month text, -- 截止月
  amount numeric(18,2), -- 月额（元）
  applied boolean, -- 已执行
  document text -- 单号
);
create index b_salary_change_source_module_source_id_idx on b_salary_change (source_module, source_id);
create index b_salary_change_employee_idx on b_salary_change (employee);
create index b_salary_change_project_idx on b_salary_change (project);
create index b_salary_change_from_month_idx on b_salary_change (from_month);
