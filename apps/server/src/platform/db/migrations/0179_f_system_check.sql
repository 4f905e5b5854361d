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
