-- 维修记录 (maintenanceRecords): drafted from its definition.

create table f_maintenance_records (
  id bigint generated always as identity primary key,
  serial text unique,
  status text not null default 'draft',
  version integer not null default 1,
  applicant bigint not null references app_user,
  applicant_dept text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  submitted_at timestamptz,
  finished_at timestamptz,
  project text, -- 项目
  contract text, -- 合同
  fault_time timestamptz, -- 故障发生时间
  find_way text, -- 发现方式
  reporter text, -- 报修人
  reporter_phone text, -- 报修人电话
  equipment bigint, -- 故障设备
  equipment_model text, -- 规格型号
  warranty_end date, -- 质保到期日
  fault_system text, -- 故障系统
  fault_part text, -- 故障部位
  fault_level text, -- 故障等级
  affect_supply boolean, -- 影响供冷供热
  affect_hours numeric(20,1), -- 影响时长（h）
  affect_range text, -- 影响范围
  fault_desc text, -- 故障现象与报警代码
  cause_type text, -- 原因类别
  cause_analysis text, -- 原因分析
  arrive_time timestamptz, -- 到场时间
  repair_start timestamptz, -- 维修开始时间
  repair_end timestamptz, -- 维修完成时间
  repair_way text, -- 维修方式
  repair_unit bigint, -- 维修单位
  out_contract text, -- 维修外包合同
  repairers text, -- 维修人员
  repair_measures text, -- 维修措施
  payer text, -- 费用承担
  other_fee numeric(18,2), -- 差旅运输等其他费用（元）
  repair_photos jsonb, -- 维修前后照片
  quote_files jsonb, -- 报价单发票
  response_minutes integer, -- 响应时长（min）
  repair_hours numeric(20,1), -- 维修时长（h）
  parts_cost numeric(18,2), -- 配件费（元）
  labor_cost numeric(18,2), -- 人工费合计（元）
  total_cost numeric(18,2), -- 维修总费用（元）
  company_cost numeric(18,2), -- 公司承担费用（元）
  tech_opinion text, -- 技术意见
  prevent_measure text, -- 预防再发措施
  trial_hours numeric(20,1), -- 试运行时长（h）
  trial_result text, -- 验收结论
  trial_params text, -- 试运行参数
  customer_sign jsonb -- 客户签认
);

create index f_maintenance_records_applicant_created_at_id_idx on f_maintenance_records (applicant, created_at, id);
create index f_maintenance_records_status_created_at_id_idx on f_maintenance_records (status, created_at, id);
create index f_maintenance_records_applicant_dept_created_at_id_idx on f_maintenance_records (applicant_dept, created_at, id);
create index f_maintenance_records_created_at_id_idx on f_maintenance_records (created_at, id);
create index f_maintenance_records_project_created_at_id_idx on f_maintenance_records (project, created_at, id);
create index f_maintenance_records_fault_time_idx on f_maintenance_records (fault_time);

create trigger f_maintenance_records_added after insert on f_maintenance_records referencing new table as changed
  for each statement execute function form_changed('maintenanceRecords');
create trigger f_maintenance_records_changed after update on f_maintenance_records referencing new table as changed
  for each statement execute function form_changed('maintenanceRecords');
create trigger f_maintenance_records_removed after delete on f_maintenance_records referencing old table as changed
  for each statement execute function form_changed('maintenanceRecords');

-- 更换配件
create table f_maintenance_records_parts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_maintenance_records on delete cascade,
  row_no integer not null,
  part bigint, -- 配件
  part_spec text, -- 规格品牌
  part_source text, -- 来源
  stock_qty numeric(20,2), -- 库存数量
  quantity numeric(20,2), -- 数量
  unit_price numeric(18,2), -- 单价（元）
  part_amount numeric(18,2), -- 金额（元）
  old_part text -- 旧件处理
);
create index f_maintenance_records_parts_parent_idx on f_maintenance_records_parts (parent_id, row_no);

-- 外部人工
create table f_maintenance_records_labors (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_maintenance_records on delete cascade,
  row_no integer not null,
  trade text, -- 工种
  labor_hours numeric(20,1), -- 工时（h）
  hour_rate numeric(18,2), -- 工时单价（元/h）
  labor_amount numeric(18,2) -- 人工费（元）
);
create index f_maintenance_records_labors_parent_idx on f_maintenance_records_labors (parent_id, row_no);
