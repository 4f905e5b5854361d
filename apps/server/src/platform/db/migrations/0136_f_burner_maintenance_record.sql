-- 燃烧机保养记录 (burnerMaintenanceRecord): drafted from its definition.

create table f_burner_maintenance_record (
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
  contract text, -- 合同
  burner_model text, -- 燃烧机型号
  burner_no text, -- 燃烧机出厂编号
  programmer text, -- 程控器型号
  grade text, -- 保养级别
  maintainer bigint, -- 保养单位
  workers text, -- 保养人员
  start_time timestamptz, -- 开始时间
  end_time timestamptz, -- 结束时间
  burn_hours numeric(20,1), -- 燃烧累计时间（h）
  ignition_count integer, -- 点火累计次数（次）
  electrode_gap numeric(20,1), -- 点火电极间隙（mm）
  flame_signal numeric(20,1), -- 火焰信号电流（μA）
  fan_current numeric(20,1), -- 风机电机电流（A）
  fan_insulation numeric(20,1), -- 风机电机绝缘（MΩ）
  low_gas_set numeric(20,1), -- 燃气低压开关设定（mbar）
  high_gas_set numeric(20,1), -- 燃气高压开关设定（mbar）
  air_set numeric(20,1), -- 风压开关设定（mbar）
  leak_test jsonb, -- 阀组检漏（VPS）保压
  flame_out_test jsonb, -- 熄火保护动作
  co_after integer, -- 保养后大火CO（ppm）
  o2_after numeric(20,1), -- 保养后大火含氧量（%）
  labor_cost numeric(18,2), -- 人工费（元）
  photos jsonb, -- 保养前后照片
  parts_cost numeric(18,2), -- 配件费（元）
  total_cost numeric(18,2), -- 保养费用合计（元）
  remain_count integer, -- 遗留问题（项）
  trial_hours numeric(20,1), -- 试运行时长（h）
  accept_result text, -- 验收结论
  remain_plan text, -- 遗留问题处理意见
  customer_sign jsonb, -- 客户签字
  next_date date -- 下次保养日期
);

create index f_burner_maintenance_record_applicant_created_at_id_idx on f_burner_maintenance_record (applicant, created_at, id);
create index f_burner_maintenance_record_status_created_at_id_idx on f_burner_maintenance_record (status, created_at, id);
create index f_burner_maintenance_record_applicant_dept_created_at_id_idx on f_burner_maintenance_record (applicant_dept, created_at, id);
create index f_burner_maintenance_record_created_at_id_idx on f_burner_maintenance_record (created_at, id);
create index f_burner_maintenance_record_project_created_at_id_idx on f_burner_maintenance_record (project, created_at, id);
create index f_burner_maintenance_record_device_idx on f_burner_maintenance_record (device);
create index f_burner_maintenance_record_maintainer_idx on f_burner_maintenance_record (maintainer);
create index f_burner_maintenance_record_start_time_idx on f_burner_maintenance_record (start_time);

create trigger f_burner_maintenance_record_added after insert on f_burner_maintenance_record referencing new table as changed
  for each statement execute function form_changed('burnerMaintenanceRecord');
create trigger f_burner_maintenance_record_changed after update on f_burner_maintenance_record referencing new table as changed
  for each statement execute function form_changed('burnerMaintenanceRecord');
create trigger f_burner_maintenance_record_removed after delete on f_burner_maintenance_record referencing old table as changed
  for each statement execute function form_changed('burnerMaintenanceRecord');

-- 保养项目
create table f_burner_maintenance_record_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_burner_maintenance_record on delete cascade,
  row_no integer not null,
  item text, -- 保养内容
  result jsonb, -- 完成情况
  found text, -- 发现问题与处理
  bad integer -- 遗留
);
create index f_burner_maintenance_record_items_parent_idx on f_burner_maintenance_record_items (parent_id, row_no);

-- 更换配件
create table f_burner_maintenance_record_parts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_burner_maintenance_record on delete cascade,
  row_no integer not null,
  part text, -- 配件名称
  spec text, -- 型号规格
  quantity numeric(20,2), -- 数量
  unit_price numeric(18,2), -- 单价（元）
  warranty_to date, -- 质保期至
  amount numeric(18,2) -- 金额（元）
);
create index f_burner_maintenance_record_parts_parent_idx on f_burner_maintenance_record_parts (parent_id, row_no);
