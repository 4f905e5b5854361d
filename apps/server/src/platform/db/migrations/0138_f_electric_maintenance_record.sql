-- 电空调保养记录 (electricMaintenanceRecord): drafted from its definition.

create table f_electric_maintenance_record (
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
  unit_kind text, -- 机组类型
  brand_model text, -- 品牌型号
  compressor_no text, -- 压缩机编号
  refrigerant text, -- 制冷剂
  charge_weight numeric(20,1), -- 额定充注量（kg）
  maintain_type text, -- 保养类型
  start_time timestamptz, -- 开始时间
  end_time timestamptz, -- 结束时间
  run_hours numeric(20,1), -- 压缩机累计运行（h）
  load_rate numeric(12,4), -- 测试负荷率
  evap_sat_temp numeric(20,1), -- 蒸发饱和温度（℃）
  chilled_out numeric(20,1), -- 冷水出水温度（℃）
  cond_sat_temp numeric(20,1), -- 冷凝饱和温度（℃）
  cooling_out numeric(20,1), -- 冷却水出水温度（℃）
  oil_pressure_diff numeric(20,1), -- 油压差（kPa）
  oil_temp numeric(20,1), -- 油温（℃）
  current_a numeric(20,1), -- A相电流（A）
  current_b numeric(20,1), -- B相电流（A）
  current_c numeric(20,1), -- C相电流（A）
  motor_insulation numeric(20,1), -- 电机对地绝缘（MΩ）
  refrigerant_added numeric(20,2), -- 补充制冷剂（kg）
  leak_found boolean, -- 检出泄漏
  leak_place text, -- 泄漏部位与处理
  labor_cost numeric(18,2), -- 人工及外委费（元）
  evap_approach numeric(20,1), -- 蒸发器趋近温度（℃）
  cond_approach numeric(20,1), -- 冷凝器趋近温度（℃）
  average_current numeric(20,1), -- 平均电流（A）
  leak_rate numeric(12,4), -- 制冷剂补充率
  total_cost numeric(18,2), -- 保养费用合计（元）
  bad_count integer, -- 不合格项（项）
  accept_result text, -- 验收结论
  diagnosis text -- 诊断意见
);

create index f_electric_maintenance_record_applicant_created_at_id_idx on f_electric_maintenance_record (applicant, created_at, id);
create index f_electric_maintenance_record_status_created_at_id_idx on f_electric_maintenance_record (status, created_at, id);
create index f_electric_maintenance_record_applicant_dept_created_1gfnmxd on f_electric_maintenance_record (applicant_dept, created_at, id);
create index f_electric_maintenance_record_created_at_id_idx on f_electric_maintenance_record (created_at, id);
create index f_electric_maintenance_record_project_created_at_id_idx on f_electric_maintenance_record (project, created_at, id);
create index f_electric_maintenance_record_device_idx on f_electric_maintenance_record (device);
create index f_electric_maintenance_record_start_time_idx on f_electric_maintenance_record (start_time);

create trigger f_electric_maintenance_record_added after insert on f_electric_maintenance_record referencing new table as changed
  for each statement execute function form_changed('electricMaintenanceRecord');
create trigger f_electric_maintenance_record_changed after update on f_electric_maintenance_record referencing new table as changed
  for each statement execute function form_changed('electricMaintenanceRecord');
create trigger f_electric_maintenance_record_removed after delete on f_electric_maintenance_record referencing old table as changed
  for each statement execute function form_changed('electricMaintenanceRecord');

-- 保养检查项
create table f_electric_maintenance_record_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_electric_maintenance_record on delete cascade,
  row_no integer not null,
  item text, -- 保养内容
  setting_value text, -- 整定或实测值
  result jsonb, -- 结果
  bad integer -- 不合格
);
create index f_electric_maintenance_record_items_parent_idx on f_electric_maintenance_record_items (parent_id, row_no);

-- 材料与配件
create table f_electric_maintenance_record_parts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_electric_maintenance_record on delete cascade,
  row_no integer not null,
  part text, -- 名称
  spec text, -- 规格
  quantity numeric(20,2), -- 数量
  unit_price numeric(18,2), -- 单价（元）
  old_returned boolean, -- 旧件已回收
  amount numeric(18,2) -- 金额（元）
);
create index f_electric_maintenance_record_parts_parent_idx on f_electric_maintenance_record_parts (parent_id, row_no);
