-- 系统维护 (systemMaintenance): drafted from its definition.

create table f_system_maintenance (
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
  maintain_type text, -- 维护类型
  season_year integer, -- 年度（年）
  systems text[], -- 维护系统
  plan_start date, -- 计划开始日期
  plan_end date, -- 计划完成日期
  leader bigint, -- 总负责人
  team bigint[], -- 参加人员
  stop_supply boolean, -- 需停供
  stop_start timestamptz, -- 停供开始
  stop_end timestamptz, -- 恢复供应
  client_notified boolean, -- 已书面告知客户
  last_problems text, -- 上次维护遗留问题
  risk_level text, -- 作业风险等级
  emergency_plan text, -- 应急预案
  budget_left numeric(18,2), -- 维保预算余额（元）
  scheme_files jsonb, -- 维护方案
  work_count integer, -- 工作项数（项）
  outsource_total numeric(18,2), -- 外委费合计（元）
  material_total numeric(18,2), -- 材料费合计（元）
  plan_cost numeric(18,2), -- 计划总费用（元）
  stop_hours numeric(20,1), -- 停供时长（h）
  tech_opinion text, -- 技术审核意见
  safety_demand text -- 安全要求
);

create index f_system_maintenance_applicant_created_at_id_idx on f_system_maintenance (applicant, created_at, id);
create index f_system_maintenance_status_created_at_id_idx on f_system_maintenance (status, created_at, id);
create index f_system_maintenance_applicant_dept_created_at_id_idx on f_system_maintenance (applicant_dept, created_at, id);
create index f_system_maintenance_created_at_id_idx on f_system_maintenance (created_at, id);
create index f_system_maintenance_project_created_at_id_idx on f_system_maintenance (project, created_at, id);
create index f_system_maintenance_plan_start_idx on f_system_maintenance (plan_start);
create index f_system_maintenance_leader_idx on f_system_maintenance (leader);

create trigger f_system_maintenance_added after insert on f_system_maintenance referencing new table as changed
  for each statement execute function form_changed('systemMaintenance');
create trigger f_system_maintenance_changed after update on f_system_maintenance referencing new table as changed
  for each statement execute function form_changed('systemMaintenance');
create trigger f_system_maintenance_removed after delete on f_system_maintenance referencing old table as changed
  for each statement execute function form_changed('systemMaintenance');

-- 维护工作项
create table f_system_maintenance_works (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_system_maintenance on delete cascade,
  row_no integer not null,
  work_system text, -- 系统
  work_item text, -- 工作项
  work_device bigint, -- 设备
  requirement text, -- 质量要求
  plan_date date, -- 计划日期
  owner bigint, -- 责任人
  outsourced boolean, -- 外委
  outsource_cost numeric(18,2) -- 外委预估费（元）
);
create index f_system_maintenance_works_parent_idx on f_system_maintenance_works (parent_id, row_no);

-- 材料计划
create table f_system_maintenance_materials (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_system_maintenance on delete cascade,
  row_no integer not null,
  material bigint, -- 材料名称
  material_spec text, -- 规格
  quantity numeric(20,2), -- 数量
  unit_price numeric(18,2), -- 预估单价（元）
  amount numeric(18,2) -- 金额（元）
);
create index f_system_maintenance_materials_parent_idx on f_system_maintenance_materials (parent_id, row_no);

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
  done_device bigint, -- 设备
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

-- 系统检查 (systemCheck): drafted from its definition.

create table f_system_check (
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
  check_type text, -- 检查类型
  check_date date, -- 检查日期
  checkers bigint[], -- 检查人员
  accompany bigint, -- 项目陪同人
  outdoor_temp numeric(20,1), -- 室外温度（℃）
  run_state text, -- 系统状态
  host_total integer, -- 主机总台数（台）
  host_running integer, -- 运行台数（台）
  load_rate numeric(12,4), -- 当前负荷率
  duty_on_post integer, -- 值班人员在岗人数（人）
  last_score numeric(12,4), -- 上次检查得分率
  stop_required boolean, -- 需立即停机整改
  stop_reason text, -- 停机整改原因
  good_practice text, -- 值得推广的做法
  total_full numeric(20,1), -- 总分值（分）
  total_score numeric(20,1), -- 总得分（分）
  score_rate numeric(12,4), -- 得分率
  score_change numeric(12,4), -- 较上次变化
  fail_count integer, -- 整改项数（项）
  rectify_desc text, -- 整改情况
  rectify_date date, -- 整改完成日期
  rectify_photos jsonb, -- 整改照片
  recheck_result text, -- 复查结论
  unclosed_items text[], -- 未闭环的检查项
  unclosed_count integer -- 未闭环项数（项）
);

create index f_system_check_applicant_created_at_id_idx on f_system_check (applicant, created_at, id);
create index f_system_check_status_created_at_id_idx on f_system_check (status, created_at, id);
create index f_system_check_applicant_dept_created_at_id_idx on f_system_check (applicant_dept, created_at, id);
create index f_system_check_created_at_id_idx on f_system_check (created_at, id);
create index f_system_check_project_created_at_id_idx on f_system_check (project, created_at, id);
create index f_system_check_check_date_idx on f_system_check (check_date);

create trigger f_system_check_added after insert on f_system_check referencing new table as changed
  for each statement execute function form_changed('systemCheck');
create trigger f_system_check_changed after update on f_system_check referencing new table as changed
  for each statement execute function form_changed('systemCheck');
create trigger f_system_check_removed after delete on f_system_check referencing old table as changed
  for each statement execute function form_changed('systemCheck');

-- 检查项
create table f_system_check_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_system_check on delete cascade,
  row_no integer not null,
  subsystem text, -- 系统
  item text, -- 检查项目
  standard text, -- 标准
  measured text, -- 实测
  full_score numeric(20,1), -- 分值（分）
  get_score numeric(20,1), -- 得分（分）
  item_result jsonb, -- 结果
  problem text, -- 问题描述
  rectify_owner bigint, -- 整改责任人
  rectify_before date, -- 整改期限
  item_fail integer -- 不合格
);
create index f_system_check_items_parent_idx on f_system_check_items (parent_id, row_no);

-- 工具管理记录 (toolManagementRecord): drafted from its definition.

create table f_tool_management_record (
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
  action_type text, -- 业务类型
  action_date date, -- 发生日期
  keeper bigint, -- 保管人
  borrower bigint, -- 领用人
  due_back date, -- 应归还日期
  target_project text, -- 调入项目
  scrap_reason text, -- 报废原因
  compensate_by bigint, -- 赔偿责任人
  calibration_unit text, -- 检定机构
  proof_files jsonb, -- 凭证附件
  total_qty integer, -- 数量合计（件）
  total_amount numeric(18,2), -- 金额合计（元）
  gap_total integer, -- 盘点差异合计（件）
  keeper_check text, -- 实物核对
  compensation numeric(18,2) -- 赔偿金额（元）
);

create index f_tool_management_record_applicant_created_at_id_idx on f_tool_management_record (applicant, created_at, id);
create index f_tool_management_record_status_created_at_id_idx on f_tool_management_record (status, created_at, id);
create index f_tool_management_record_applicant_dept_created_at_id_idx on f_tool_management_record (applicant_dept, created_at, id);
create index f_tool_management_record_created_at_id_idx on f_tool_management_record (created_at, id);
create index f_tool_management_record_project_created_at_id_idx on f_tool_management_record (project, created_at, id);
create index f_tool_management_record_target_project_created_at_id_idx on f_tool_management_record (target_project, created_at, id);
create index f_tool_management_record_action_date_idx on f_tool_management_record (action_date);
create index f_tool_management_record_keeper_idx on f_tool_management_record (keeper);
create index f_tool_management_record_borrower_idx on f_tool_management_record (borrower);

create trigger f_tool_management_record_added after insert on f_tool_management_record referencing new table as changed
  for each statement execute function form_changed('toolManagementRecord');
create trigger f_tool_management_record_changed after update on f_tool_management_record referencing new table as changed
  for each statement execute function form_changed('toolManagementRecord');
create trigger f_tool_management_record_removed after delete on f_tool_management_record referencing old table as changed
  for each statement execute function form_changed('toolManagementRecord');

-- 工具明细
create table f_tool_management_record_tools (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_tool_management_record on delete cascade,
  row_no integer not null,
  tool bigint, -- 工具
  tool_name text, -- 工具名称
  tool_kind text, -- 类别
  tool_spec text, -- 规格型号
  book_qty integer, -- 账面数量（件）
  quantity integer, -- 本次数量（件）
  unit_price numeric(18,2), -- 单价（元）
  amount numeric(18,2), -- 金额（元）
  tool_state text, -- 状况
  next_calibration date, -- 下次检定日期
  gap integer, -- 盘点差异（件）
  gap_reason text -- 差异说明
);
create index f_tool_management_record_tools_parent_idx on f_tool_management_record_tools (parent_id, row_no);
