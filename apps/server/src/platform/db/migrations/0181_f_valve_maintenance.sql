-- 阀门保养 (valveMaintenance): drafted from its definition.

create table f_valve_maintenance (
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
  valve_area text, -- 保养区域
  valve_cycle text, -- 保养类别
  service_date date, -- 保养日期
  servicers bigint[], -- 保养人员
  pipeline_state text, -- 管路状态
  switch_mode text, -- 冷暖切换方向
  switch_checked boolean, -- 切换阀位双人复核
  consumable_fee numeric(18,2), -- 盘根垫片润滑脂费用（元）
  valve_photos jsonb, -- 保养照片
  valve_count integer, -- 保养阀门数（只）
  fail_valves integer, -- 不合格阀门数（只）
  replace_count integer, -- 需更换数（只）
  intact_rate numeric(12,4), -- 阀门完好率
  spot_check_count integer, -- 抽查数量（只）
  spot_opinion text, -- 抽查意见
  safety_opinion text -- 安全意见
);

create index f_valve_maintenance_applicant_created_at_id_idx on f_valve_maintenance (applicant, created_at, id);
create index f_valve_maintenance_status_created_at_id_idx on f_valve_maintenance (status, created_at, id);
create index f_valve_maintenance_applicant_dept_created_at_id_idx on f_valve_maintenance (applicant_dept, created_at, id);
create index f_valve_maintenance_created_at_id_idx on f_valve_maintenance (created_at, id);
create index f_valve_maintenance_project_created_at_id_idx on f_valve_maintenance (project, created_at, id);
create index f_valve_maintenance_service_date_idx on f_valve_maintenance (service_date);

create trigger f_valve_maintenance_added after insert on f_valve_maintenance referencing new table as changed
  for each statement execute function form_changed('valveMaintenance');
create trigger f_valve_maintenance_changed after update on f_valve_maintenance referencing new table as changed
  for each statement execute function form_changed('valveMaintenance');
create trigger f_valve_maintenance_removed after delete on f_valve_maintenance referencing old table as changed
  for each statement execute function form_changed('valveMaintenance');

-- 阀门明细
create table f_valve_maintenance_valves (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_valve_maintenance on delete cascade,
  row_no integer not null,
  valve_no text, -- 阀门编号
  place text, -- 位置
  valve_kind text, -- 阀型
  dn integer, -- 公称直径DN（mm）
  medium text, -- 介质
  normal_open numeric(12,4), -- 正常开度
  action text[], -- 保养内容
  stroke jsonb, -- 启闭灵活性
  outer_leak jsonb, -- 外漏
  inner_leak jsonb, -- 内漏
  actuator jsonb, -- 执行器反馈
  verify_due date, -- 校验有效期
  replace_needed boolean, -- 需更换
  valve_fail integer -- 不合格
);
create index f_valve_maintenance_valves_parent_idx on f_valve_maintenance_valves (parent_id, row_no);
