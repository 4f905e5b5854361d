-- 安全员锅炉检查 (safetyOfficerBoilerCheck): drafted from its definition.

create table f_safety_officer_boiler_check (
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
  control_time timestamptz, -- 管控时间
  boiler_room text, -- 锅炉房名称
  room_location text, -- 锅炉房位置
  running_boilers integer, -- 运行锅炉台数（台）
  standby_boilers integer, -- 备用锅炉台数（台）
  stoker_on_duty integer, -- 在岗司炉人数（人）
  g1_certified integer, -- 持G1证人数（人）
  water_certified integer, -- 持G3水处理证人数（人）
  gas_alarm_reading numeric(20,1), -- 锅炉房燃气报警值（%LEL）
  ventilation_rate numeric(20,1), -- 事故排风换气次数（次/h）
  shift_log_checked integer, -- 抽查交接班记录份数（份）
  shift_log_missing integer, -- 其中漏记份数（份）
  water_report jsonb, -- 水质化验记录
  energy_report jsonb, -- 能效测试报告在有效期
  safety_chief bigint, -- 安全总监
  stop_demand boolean, -- 要求停炉
  stop_cause text, -- 停炉依据
  interlock_fails integer, -- 联锁失效数（项）
  log_miss_rate numeric(12,4), -- 记录漏记率
  open_hazards integer, -- 未完成隐患（项）
  fund_total numeric(18,2), -- 治理资金合计（元）
  reply_plan text, -- 治理方案
  reply_finish date, -- 承诺完成日期
  chief_opinion text, -- 审定意见
  stop_approved boolean -- 批准停炉
);

create index f_safety_officer_boiler_check_applicant_created_at_id_idx on f_safety_officer_boiler_check (applicant, created_at, id);
create index f_safety_officer_boiler_check_status_created_at_id_idx on f_safety_officer_boiler_check (status, created_at, id);
create index f_safety_officer_boiler_check_applicant_dept_created_4ox050 on f_safety_officer_boiler_check (applicant_dept, created_at, id);
create index f_safety_officer_boiler_check_created_at_id_idx on f_safety_officer_boiler_check (created_at, id);
create index f_safety_officer_boiler_check_project_created_at_id_idx on f_safety_officer_boiler_check (project, created_at, id);
create index f_safety_officer_boiler_check_control_time_idx on f_safety_officer_boiler_check (control_time);

create trigger f_safety_officer_boiler_check_added after insert on f_safety_officer_boiler_check referencing new table as changed
  for each statement execute function form_changed('safetyOfficerBoilerCheck');
create trigger f_safety_officer_boiler_check_changed after update on f_safety_officer_boiler_check referencing new table as changed
  for each statement execute function form_changed('safetyOfficerBoilerCheck');
create trigger f_safety_officer_boiler_check_removed after delete on f_safety_officer_boiler_check referencing old table as changed
  for each statement execute function form_changed('safetyOfficerBoilerCheck');

-- 联锁保护试验核查
create table f_safety_officer_boiler_check_interlocks (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_safety_officer_boiler_check on delete cascade,
  row_no integer not null,
  device bigint, -- 锅炉
  interlock text, -- 联锁名称
  last_test date, -- 最近试验日期
  test_due date, -- 应试验日期
  on_site_test jsonb, -- 现场抽试
  fail integer -- 失效
);
create index f_safety_officer_boiler_check_interlocks_parent_idx on f_safety_officer_boiler_check_interlocks (parent_id, row_no);

-- 隐患治理
create table f_safety_officer_boiler_check_hazards (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_safety_officer_boiler_check on delete cascade,
  row_no integer not null,
  hazard_source text, -- 隐患来源
  hazard text, -- 隐患内容
  grade text, -- 等级
  owner bigint, -- 治理责任人
  fund numeric(18,2), -- 治理资金（元）
  due_date date, -- 治理期限
  progress text, -- 治理进度
  open integer -- 未完成
);
create index f_safety_officer_boiler_check_hazards_parent_idx on f_safety_officer_boiler_check_hazards (parent_id, row_no);
