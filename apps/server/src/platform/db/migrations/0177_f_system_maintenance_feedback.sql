-- 系统维护反馈 (systemMaintenanceFeedback): drafted from its definition.

create table f_system_maintenance_feedback (
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
  maintenance_plan bigint, -- 系统维护单
  plan_type text, -- 维护类型
  plan_finish date, -- 计划完成日期
  planned_cost numeric(18,2), -- 计划总费用（元）
  actual_start date, -- 实际开始日期
  actual_end date, -- 实际完成日期
  delay_reason text, -- 延期原因
  vacuum_hold_hours numeric(20,1), -- 主机保压时长（h）
  vacuum_rise numeric(20,0), -- 保压压力回升（Pa）
  hydro_pressure numeric(20,2), -- 管路试压压力（MPa）
  hydro_drop numeric(20,3), -- 试压压降（MPa）
  gas_leak_ok jsonb, -- 燃气管路检漏
  interlock_ok jsonb, -- 联锁保护试验
  trial_start timestamptz, -- 试运行开始
  trial_end timestamptz, -- 试运行结束
  trial_out_temp numeric(20,1), -- 试运行冷温水出口温度（℃）
  diff_reason text, -- 费用偏差说明
  client_attend text, -- 客户参与人
  client_sign jsonb, -- 客户签认
  actual_cost numeric(18,2), -- 实际总费用（元）
  diff_rate numeric(12,4), -- 费用偏差率
  delay_days integer, -- 延期天数（天）
  fail_items integer, -- 未通过项数（项）
  leftover_count integer, -- 遗留问题数（个）
  quality_score integer, -- 维护质量评分（分）
  ready_to_run boolean, -- 具备开机运行条件
  engineer_opinion text -- 审核意见
);

create index f_system_maintenance_feedback_applicant_created_at_id_idx on f_system_maintenance_feedback (applicant, created_at, id);
create index f_system_maintenance_feedback_status_created_at_id_idx on f_system_maintenance_feedback (status, created_at, id);
create index f_system_maintenance_feedback_applicant_dept_created_c57sj3 on f_system_maintenance_feedback (applicant_dept, created_at, id);
create index f_system_maintenance_feedback_created_at_id_idx on f_system_maintenance_feedback (created_at, id);
create index f_system_maintenance_feedback_project_created_at_id_idx on f_system_maintenance_feedback (project, created_at, id);
create index f_system_maintenance_feedback_actual_end_idx on f_system_maintenance_feedback (actual_end);
create unique index f_system_maintenance_feedback_maintenance_plan_live on f_system_maintenance_feedback (maintenance_plan) where status in ('running', 'returned', 'approved');

create trigger f_system_maintenance_feedback_added after insert on f_system_maintenance_feedback referencing new table as changed
  for each statement execute function form_changed('systemMaintenanceFeedback');
create trigger f_system_maintenance_feedback_changed after update on f_system_maintenance_feedback referencing new table as changed
  for each statement execute function form_changed('systemMaintenanceFeedback');
create trigger f_system_maintenance_feedback_removed after delete on f_system_maintenance_feedback referencing old table as changed
  for each statement execute function form_changed('systemMaintenanceFeedback');

-- 工作项完成情况（由维护单带出）
create table f_system_maintenance_feedback_results (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_system_maintenance_feedback on delete cascade,
  row_no integer not null,
  done_item text, -- 工作项
  done_by bigint, -- 执行人
  planned_date date, -- 计划日期
  done_date date, -- 完成日期
  done_result jsonb, -- 结果
  found_problem text, -- 发现问题及处理
  actual_amount numeric(18,2), -- 实际费用（元）
  done_photos jsonb, -- 照片
  done_fail integer -- 未通过
);
create index f_system_maintenance_feedback_results_parent_idx on f_system_maintenance_feedback_results (parent_id, row_no);

-- 遗留问题
create table f_system_maintenance_feedback_leftovers (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_system_maintenance_feedback on delete cascade,
  row_no integer not null,
  leftover_device bigint, -- 设备
  leftover_problem text, -- 问题
  impact text, -- 对运行影响
  leftover_measure text, -- 处理措施
  leftover_owner bigint, -- 责任人
  deadline date -- 期限
);
create index f_system_maintenance_feedback_leftovers_parent_idx on f_system_maintenance_feedback_leftovers (parent_id, row_no);
