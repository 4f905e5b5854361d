-- 安全员压力容器检查 (safetyOfficerPressureVesselCheck): drafted from its definition.

create table f_safety_officer_pressure_vessel_check (
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
  control_level text, -- 管控级别
  control_date date, -- 管控日期
  period_start date, -- 统计周期起
  period_end date, -- 统计周期止
  risk_list_version text, -- 风险管控清单版本
  safety_chief bigint, -- 安全总监
  registered_count integer, -- 在册容器台数（台）
  in_use_count integer, -- 在用容器台数（台）
  duty_count integer, -- 当班作业人数（人）
  certified_count integer, -- 其中持证人数（人）
  run_log jsonb, -- 运行记录与交接班
  archive jsonb, -- 一台一档技术档案
  emergency_plan jsonb, -- 应急预案与演练
  meeting_minutes jsonb, -- 月调度会议纪要
  no_problem boolean, -- 零隐患报告
  cover_rate numeric(12,4), -- 核查覆盖率
  cert_rate numeric(12,4), -- 持证上岗率
  abnormal_count integer, -- 异常容器（台）
  open_hazards integer, -- 未闭环隐患（项）
  accept_reply text, -- 整改安排
  chief_conclusion text, -- 排查治理结论
  dispatch_require text -- 调度要求
);

create index f_safety_officer_pressure_vessel_check_applicant_cre_1xiei8l on f_safety_officer_pressure_vessel_check (applicant, created_at, id);
create index f_safety_officer_pressure_vessel_check_status_create_9qunx on f_safety_officer_pressure_vessel_check (status, created_at, id);
create index f_safety_officer_pressure_vessel_check_applicant_dep_nkdtt9 on f_safety_officer_pressure_vessel_check (applicant_dept, created_at, id);
create index f_safety_officer_pressure_vessel_check_created_at_id_idx on f_safety_officer_pressure_vessel_check (created_at, id);
create index f_safety_officer_pressure_vessel_check_project_creat_1km8kdo on f_safety_officer_pressure_vessel_check (project, created_at, id);
create index f_safety_officer_pressure_vessel_check_control_date_idx on f_safety_officer_pressure_vessel_check (control_date);

create trigger f_safety_officer_pressure_vessel_check_added after insert on f_safety_officer_pressure_vessel_check referencing new table as changed
  for each statement execute function form_changed('safetyOfficerPressureVesselCheck');
create trigger f_safety_officer_pressure_vessel_check_changed after update on f_safety_officer_pressure_vessel_check referencing new table as changed
  for each statement execute function form_changed('safetyOfficerPressureVesselCheck');
create trigger f_safety_officer_pressure_vessel_check_removed after delete on f_safety_officer_pressure_vessel_check referencing old table as changed
  for each statement execute function form_changed('safetyOfficerPressureVesselCheck');

-- 容器逐台核查
create table f_safety_officer_pressure_vessel_check_vessels (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_safety_officer_pressure_vessel_check on delete cascade,
  row_no integer not null,
  device bigint, -- 压力容器
  use_state text, -- 使用状态
  read_pressure numeric(20,2), -- 现场压力（MPa）
  limit_pressure numeric(20,2), -- 允许压力（MPa）
  tag jsonb, -- 登记标志与检验合格
  attachment jsonb, -- 安全附件
  "using" integer, -- 在用
  abnormal integer -- 异常
);
create index f_safety_officer_pressure_vessel_check_vessels_parent_idx on f_safety_officer_pressure_vessel_check_vessels (parent_id, row_no);

-- 风险隐患与处置
create table f_safety_officer_pressure_vessel_check_hazards (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_safety_officer_pressure_vessel_check on delete cascade,
  row_no integer not null,
  hazard text, -- 隐患内容
  risk_level text, -- 风险等级
  measure text, -- 管控措施
  owner bigint, -- 责任人
  due_date date, -- 完成期限
  closed boolean, -- 已闭环
  open integer -- 未闭环
);
create index f_safety_officer_pressure_vessel_check_hazards_parent_idx on f_safety_officer_pressure_vessel_check_hazards (parent_id, row_no);
