-- 系统安全检查 (systemSafetyCheck): drafted from its definition.

create table f_system_safety_check (
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
  check_type text, -- 检查类别
  check_date date, -- 检查日期
  checkers bigint[], -- 检查人员
  customer_witness text, -- 客户或物业陪同人
  run_state text, -- 系统运行状态
  gas_concentration numeric(20,1), -- 机房燃气浓度（%LEL）
  gas_inlet_pressure numeric(20,2), -- 燃气进机房压力（kPa）
  room_temperature numeric(20,1), -- 机房温度（℃）
  constant_pressure numeric(20,2), -- 系统定压点压力（MPa）
  last_check bigint, -- 上次检查单
  last_unclosed integer, -- 上次未闭环隐患（项）
  on_site_handled boolean, -- 已当场处置
  on_site_measure text, -- 当场处置措施
  scene_photos jsonb, -- 检查现场照片
  checked_count integer, -- 检查项数（项）
  bad_count integer, -- 隐患项数（项）
  major_count integer, -- 重大隐患数（项）
  pass_rate numeric(12,4), -- 合格率
  manager_opinion text, -- 审核意见
  supervise_require text, -- 督办要求
  supervise_deadline date, -- 督办期限
  rectify_measure text, -- 整改情况
  rectify_date date, -- 整改完成日期
  rectify_cost numeric(18,2), -- 整改费用（元）
  rectify_photos jsonb, -- 整改后照片
  recheck_result text, -- 复查结论
  recheck_remark text -- 复查说明
);

create index f_system_safety_check_applicant_created_at_id_idx on f_system_safety_check (applicant, created_at, id);
create index f_system_safety_check_status_created_at_id_idx on f_system_safety_check (status, created_at, id);
create index f_system_safety_check_applicant_dept_created_at_id_idx on f_system_safety_check (applicant_dept, created_at, id);
create index f_system_safety_check_created_at_id_idx on f_system_safety_check (created_at, id);
create index f_system_safety_check_project_created_at_id_idx on f_system_safety_check (project, created_at, id);
create index f_system_safety_check_check_date_idx on f_system_safety_check (check_date);

create trigger f_system_safety_check_added after insert on f_system_safety_check referencing new table as changed
  for each statement execute function form_changed('systemSafetyCheck');
create trigger f_system_safety_check_changed after update on f_system_safety_check referencing new table as changed
  for each statement execute function form_changed('systemSafetyCheck');
create trigger f_system_safety_check_removed after delete on f_system_safety_check referencing old table as changed
  for each statement execute function form_changed('systemSafetyCheck');

-- 系统安全检查项
create table f_system_safety_check_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_system_safety_check on delete cascade,
  row_no integer not null,
  item text, -- 检查项及标准
  position text, -- 具体位置或设备
  result jsonb, -- 检查结果
  hazard_level text, -- 隐患等级
  responsible bigint, -- 整改责任人
  deadline date, -- 整改期限
  bad integer, -- 不合格
  major integer -- 重大隐患
);
create index f_system_safety_check_items_parent_idx on f_system_safety_check_items (parent_id, row_no);
