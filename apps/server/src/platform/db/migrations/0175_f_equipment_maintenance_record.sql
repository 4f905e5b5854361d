-- 设备保养记录 (equipmentMaintenanceRecord): drafted from its definition.

create table f_equipment_maintenance_record (
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
  equipment bigint, -- 设备
  equipment_type text, -- 设备类别
  model text, -- 规格型号
  position text, -- 安装位置
  maintain_level text, -- 保养级别
  plan_date date, -- 计划保养日期
  start_time timestamptz, -- 开始时间
  end_time timestamptz, -- 结束时间
  run_hours numeric(20,1), -- 累计运行小时（h）
  executor_type text, -- 实施方式
  outsourcer bigint, -- 外委单位
  outsource_fee numeric(18,2), -- 外委费用（元）
  executors bigint[], -- 保养人员
  lockout_done boolean, -- 断电挂牌上锁
  insulation_before numeric(20,2), -- 保养前绝缘电阻（MΩ）
  insulation_after numeric(20,2), -- 保养后绝缘电阻（MΩ）
  rated_current numeric(20,1), -- 额定电流（A）
  run_current numeric(20,1), -- 试运行电流（A）
  vibration numeric(20,2), -- 轴承振动（mm/s）
  bearing_temp numeric(20,1), -- 轴承温度（℃）
  abnormal_note text, -- 异常与遗留说明
  maintain_photos jsonb, -- 保养前后照片
  work_hours numeric(20,1), -- 保养用时（h）
  load_rate numeric(12,4), -- 电流负载率
  fail_count integer, -- 不合格项数（项）
  parts_cost numeric(18,2), -- 配件费（元）
  total_cost numeric(18,2), -- 保养总费用（元）
  accept_result text, -- 验收结论
  next_date date, -- 下次保养日期
  tech_advice text -- 技术意见
);

create index f_equipment_maintenance_record_applicant_created_at_id_idx on f_equipment_maintenance_record (applicant, created_at, id);
create index f_equipment_maintenance_record_status_created_at_id_idx on f_equipment_maintenance_record (status, created_at, id);
create index f_equipment_maintenance_record_applicant_dept_create_18s5ghu on f_equipment_maintenance_record (applicant_dept, created_at, id);
create index f_equipment_maintenance_record_created_at_id_idx on f_equipment_maintenance_record (created_at, id);
create index f_equipment_maintenance_record_project_created_at_id_idx on f_equipment_maintenance_record (project, created_at, id);
create index f_equipment_maintenance_record_start_time_idx on f_equipment_maintenance_record (start_time);

create trigger f_equipment_maintenance_record_added after insert on f_equipment_maintenance_record referencing new table as changed
  for each statement execute function form_changed('equipmentMaintenanceRecord');
create trigger f_equipment_maintenance_record_changed after update on f_equipment_maintenance_record referencing new table as changed
  for each statement execute function form_changed('equipmentMaintenanceRecord');
create trigger f_equipment_maintenance_record_removed after delete on f_equipment_maintenance_record referencing old table as changed
  for each statement execute function form_changed('equipmentMaintenanceRecord');

-- 保养项目
create table f_equipment_maintenance_record_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_equipment_maintenance_record on delete cascade,
  row_no integer not null,
  item text, -- 项目
  standard text, -- 标准要求
  measured text, -- 实测或处理情况
  item_result jsonb, -- 结果
  item_fail integer -- 不合格
);
create index f_equipment_maintenance_record_items_parent_idx on f_equipment_maintenance_record_items (parent_id, row_no);

-- 更换配件及耗材
create table f_equipment_maintenance_record_parts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_equipment_maintenance_record on delete cascade,
  row_no integer not null,
  part bigint, -- 配件
  part_spec text, -- 规格
  source text, -- 来源
  quantity numeric(20,2), -- 数量
  unit_price numeric(18,2), -- 单价（元）
  amount numeric(18,2) -- 金额（元）
);
create index f_equipment_maintenance_record_parts_parent_idx on f_equipment_maintenance_record_parts (parent_id, row_no);
