-- 值班排班 (dutySchedule): drafted from its definition.

create table f_duty_schedule (
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
  duty_month text, -- 排班月份
  season text, -- 运行季节
  shift_system text, -- 班制
  run_host_count integer, -- 当月计划运行主机台数（台）
  gas_room boolean, -- 是否直燃机/锅炉等燃气机房
  required_per_shift integer, -- 每班最少在岗人数（人）
  standard_hours numeric(20,2), -- 当月法定工时（小时）
  duty_leader bigint, -- 值班负责人(班长)
  leader_phone text, -- 值班负责人电话
  backup_leader bigint, -- 备班负责人
  client_duty_phone text, -- 客户方值班电话
  has_holiday boolean, -- 是否含法定节假日
  holiday_plan text, -- 节假日值班安排
  handover_require text, -- 交接班要求
  person_count integer, -- 值班人数（人）
  total_hours numeric(20,1), -- 计划总工时（小时）
  avg_hours numeric(20,1), -- 人均工时（小时）
  night_total integer, -- 夜班总班数（班）
  holiday_total numeric(20,1), -- 法定节假日总工时（小时）
  night_allowance numeric(18,2), -- 夜班津贴标准（元/班）
  cert_checked text, -- 持证核对结果
  cert_problem text, -- 持证问题说明
  actual_hours numeric(20,1), -- 实际总工时（小时）
  swap_record text, -- 换班顶班记录
  absent_shifts integer, -- 缺岗班数（班）
  sign_sheet jsonb -- 值班签到表
);

create index f_duty_schedule_applicant_created_at_id_idx on f_duty_schedule (applicant, created_at, id);
create index f_duty_schedule_status_created_at_id_idx on f_duty_schedule (status, created_at, id);
create index f_duty_schedule_applicant_dept_created_at_id_idx on f_duty_schedule (applicant_dept, created_at, id);
create index f_duty_schedule_created_at_id_idx on f_duty_schedule (created_at, id);
create index f_duty_schedule_project_created_at_id_idx on f_duty_schedule (project, created_at, id);
create index f_duty_schedule_duty_month_idx on f_duty_schedule (duty_month);
create index f_duty_schedule_duty_leader_idx on f_duty_schedule (duty_leader);

create trigger f_duty_schedule_added after insert on f_duty_schedule referencing new table as changed
  for each statement execute function form_changed('dutySchedule');
create trigger f_duty_schedule_changed after update on f_duty_schedule referencing new table as changed
  for each statement execute function form_changed('dutySchedule');
create trigger f_duty_schedule_removed after delete on f_duty_schedule referencing old table as changed
  for each statement execute function form_changed('dutySchedule');

-- 值班人员汇总
create table f_duty_schedule_persons (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_duty_schedule on delete cascade,
  row_no integer not null,
  watcher bigint, -- 值班员
  post text, -- 岗位
  cert_type text, -- 持证类别
  cert_expire date, -- 证书有效期至
  day_shifts integer, -- 白班班数（班）
  night_shifts integer, -- 夜班班数（班）
  hours_per_shift numeric(20,1), -- 每班工时（小时）
  plan_hours numeric(20,1), -- 计划工时（小时）
  holiday_hours numeric(20,1) -- 其中法定节假日工时（小时）
);
create index f_duty_schedule_persons_parent_idx on f_duty_schedule_persons (parent_id, row_no);

-- 逐日班次表
create table f_duty_schedule_shifts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_duty_schedule on delete cascade,
  row_no integer not null,
  duty_date date, -- 日期
  shift text, -- 班次
  start_time text, -- 上班时间
  end_time text, -- 下班时间
  main_watcher bigint, -- 主值
  vice_watchers bigint[], -- 副值
  shift_note text -- 当班重点工作
);
create index f_duty_schedule_shifts_parent_idx on f_duty_schedule_shifts (parent_id, row_no);
