-- 非电空调保养记录 (notElectricMaintenanceRecord): drafted from its definition.

create table f_not_electric_maintenance_record (
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
  unit_model text, -- 机组型号
  heat_source text, -- 驱动热源
  rated_cooling numeric(20,1), -- 额定制冷量（kW）
  maintain_type text, -- 保养类型
  start_time timestamptz, -- 开始时间
  end_time timestamptz, -- 结束时间
  run_hours numeric(20,1), -- 机组累计运行（h）
  abs_pressure numeric(20,1), -- 真空度（停机绝压）（Pa）
  dilute_conc numeric(20,1), -- 稀溶液浓度（%）
  solution_ph numeric(20,1), -- 溶液pH
  inhibitor integer, -- 缓蚀剂钼酸锂含量（mg/L）
  refrigerant_density numeric(20,3), -- 冷剂水比重
  hpg_temp numeric(20,1), -- 高发溶液温度（℃）
  exhaust_temp numeric(20,1), -- 排烟温度（℃）
  solution_pump_insulation numeric(20,1), -- 溶液泵绝缘（MΩ）
  cooling_before numeric(20,1), -- 保养前制冷量（kW）
  cooling_after numeric(20,1), -- 保养后制冷量（kW）
  cop_before numeric(20,2), -- 保养前COP
  cop_after numeric(20,2), -- 保养后COP
  outsource_cost numeric(18,2), -- 外委清洗费（元）
  photos jsonb, -- 保养照片
  material_cost numeric(18,2), -- 材料费（元）
  total_cost numeric(18,2), -- 保养费用合计（元）
  cooling_gain numeric(12,4), -- 制冷量提升率
  output_ratio numeric(12,4), -- 保养后出力率
  bad_count integer, -- 不合格项（项）
  accept_result text, -- 验收结论
  defect_plan text, -- 缺陷处理计划
  unit_grade text, -- 机组健康评级
  engineer_advice text, -- 技术意见
  customer_sign jsonb, -- 客户签字
  next_date date -- 下次保养日期
);

create index f_not_electric_maintenance_record_applicant_created__av2i4l on f_not_electric_maintenance_record (applicant, created_at, id);
create index f_not_electric_maintenance_record_status_created_at_id_idx on f_not_electric_maintenance_record (status, created_at, id);
create index f_not_electric_maintenance_record_applicant_dept_cre_irvwe5 on f_not_electric_maintenance_record (applicant_dept, created_at, id);
create index f_not_electric_maintenance_record_created_at_id_idx on f_not_electric_maintenance_record (created_at, id);
create index f_not_electric_maintenance_record_project_created_at_id_idx on f_not_electric_maintenance_record (project, created_at, id);
create index f_not_electric_maintenance_record_device_idx on f_not_electric_maintenance_record (device);
create index f_not_electric_maintenance_record_start_time_idx on f_not_electric_maintenance_record (start_time);

create trigger f_not_electric_maintenance_record_added after insert on f_not_electric_maintenance_record referencing new table as changed
  for each statement execute function form_changed('notElectricMaintenanceRecord');
create trigger f_not_electric_maintenance_record_changed after update on f_not_electric_maintenance_record referencing new table as changed
  for each statement execute function form_changed('notElectricMaintenanceRecord');
create trigger f_not_electric_maintenance_record_removed after delete on f_not_electric_maintenance_record referencing old table as changed
  for each statement execute function form_changed('notElectricMaintenanceRecord');

-- 保养检查项
create table f_not_electric_maintenance_record_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_not_electric_maintenance_record on delete cascade,
  row_no integer not null,
  part text, -- 部位
  item text, -- 保养内容
  standard text, -- 标准或设定值
  measured text, -- 实测值
  result jsonb, -- 结果
  bad integer -- 不合格
);
create index f_not_electric_maintenance_record_items_parent_idx on f_not_electric_maintenance_record_items (parent_id, row_no);

-- 消耗材料
create table f_not_electric_maintenance_record_consumables (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_not_electric_maintenance_record on delete cascade,
  row_no integer not null,
  material text, -- 材料
  batch_no text, -- 批号
  quantity numeric(20,2), -- 用量
  measure_unit text, -- 单位
  unit_price numeric(18,2), -- 单价（元）
  amount numeric(18,2) -- 金额（元）
);
create index f_not_electric_maintenance_record_consumables_parent_idx on f_not_electric_maintenance_record_consumables (parent_id, row_no);
