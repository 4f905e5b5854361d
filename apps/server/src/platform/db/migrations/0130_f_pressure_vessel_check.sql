-- 压力容器检查 (pressureVesselCheck): drafted from its definition.

create table f_pressure_vessel_check (
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
  device bigint, -- 设备
  vessel_kind text, -- 容器类别
  register_no text, -- 使用登记证编号
  medium text, -- 工作介质
  allow_pressure numeric(20,2), -- 最高允许工作压力（MPa）
  allow_temp numeric(20,1), -- 最高允许工作温度（℃）
  check_date date, -- 检查日期
  now_pressure numeric(20,2), -- 实测压力（MPa）
  now_temp numeric(20,1), -- 实测温度（℃）
  wall_thickness numeric(20,2), -- 壁厚抽测最小值（mm）
  valve_set_pressure numeric(20,2), -- 安全阀整定压力（MPa）
  valve_expire date, -- 安全阀校验有效期
  gauge_expire date, -- 压力表检定有效期
  next_inspection date, -- 下次定期检验日期
  operator_cert bigint, -- 操作人员证书
  conclusion text, -- 使用结论
  plate_photos jsonb, -- 铭牌与仪表照片
  bad_count integer, -- 不合格项（项）
  load_ratio numeric(12,4), -- 压力负荷率
  expired_count integer, -- 附件或检验超期项（项）
  inspect_arrange text, -- 送检或维修安排
  inspect_cost numeric(18,2), -- 预计送检费用（元）
  backup_plan text -- 停用期间供能保障措施
);

create index f_pressure_vessel_check_applicant_created_at_id_idx on f_pressure_vessel_check (applicant, created_at, id);
create index f_pressure_vessel_check_status_created_at_id_idx on f_pressure_vessel_check (status, created_at, id);
create index f_pressure_vessel_check_applicant_dept_created_at_id_idx on f_pressure_vessel_check (applicant_dept, created_at, id);
create index f_pressure_vessel_check_created_at_id_idx on f_pressure_vessel_check (created_at, id);
create index f_pressure_vessel_check_project_created_at_id_idx on f_pressure_vessel_check (project, created_at, id);
create index f_pressure_vessel_check_device_idx on f_pressure_vessel_check (device);
create index f_pressure_vessel_check_check_date_idx on f_pressure_vessel_check (check_date);
create index f_pressure_vessel_check_next_inspection_idx on f_pressure_vessel_check (next_inspection);

create trigger f_pressure_vessel_check_added after insert on f_pressure_vessel_check referencing new table as changed
  for each statement execute function form_changed('pressureVesselCheck');
create trigger f_pressure_vessel_check_changed after update on f_pressure_vessel_check referencing new table as changed
  for each statement execute function form_changed('pressureVesselCheck');
create trigger f_pressure_vessel_check_removed after delete on f_pressure_vessel_check referencing old table as changed
  for each statement execute function form_changed('pressureVesselCheck');

-- 外观与附件检查
create table f_pressure_vessel_check_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_pressure_vessel_check on delete cascade,
  row_no integer not null,
  item text, -- 检查项
  result jsonb, -- 结果
  treatment text, -- 处理措施
  bad integer -- 不合格
);
create index f_pressure_vessel_check_items_parent_idx on f_pressure_vessel_check_items (parent_id, row_no);
