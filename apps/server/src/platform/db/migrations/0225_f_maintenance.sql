-- 维修外包合同 (maintenance): drafted from its definition.

create table f_maintenance (
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
  supplier bigint, -- 供应商
  repair_kind text, -- 维修类别
  device bigint, -- 维修设备
  exception_no bigint, -- 质量异常单
  fault_desc text, -- 故障现象
  fault_cause text, -- 原因判断
  quote_count integer, -- 询价家数（家）
  lowest_quote numeric(18,2), -- 最低报价（元）
  not_lowest_reason text, -- 未选最低价理由
  arrive_hours integer, -- 到场时限（h）
  plan_start timestamptz, -- 计划开工
  plan_end timestamptz, -- 计划完工
  stop_loss_bear text, -- 停机损失承担
  stop_loss_rate numeric(18,2), -- 逾期停机赔偿（元/天）
  repair_warranty integer, -- 维修质保期（月）
  old_parts_owner text, -- 旧件归属
  old_parts_credit numeric(18,2), -- 旧件折价（元）
  tax_rate numeric(12,4), -- 税率
  quote_files jsonb, -- 报价与维修方案
  part_total numeric(18,2), -- 备件合计（元）
  work_total numeric(18,2), -- 人工合计（元）
  contract_amount numeric(18,2), -- 合同金额（元）
  tech_opinion text, -- 维修方案意见
  reason_price numeric(18,2), -- 合理价评估（元）
  sign_date date, -- 签订日期
  signed_file jsonb -- 盖章合同
);

create index f_maintenance_applicant_created_at_id_idx on f_maintenance (applicant, created_at, id);
create index f_maintenance_status_created_at_id_idx on f_maintenance (status, created_at, id);
create index f_maintenance_applicant_dept_created_at_id_idx on f_maintenance (applicant_dept, created_at, id);
create index f_maintenance_created_at_id_idx on f_maintenance (created_at, id);
create index f_maintenance_project_created_at_id_idx on f_maintenance (project, created_at, id);
create index f_maintenance_supplier_idx on f_maintenance (supplier);
create index f_maintenance_device_idx on f_maintenance (device);
create index f_maintenance_plan_start_idx on f_maintenance (plan_start);

create trigger f_maintenance_added after insert on f_maintenance referencing new table as changed
  for each statement execute function form_changed('maintenance');
create trigger f_maintenance_changed after update on f_maintenance referencing new table as changed
  for each statement execute function form_changed('maintenance');
create trigger f_maintenance_removed after delete on f_maintenance referencing old table as changed
  for each statement execute function form_changed('maintenance');

-- 更换件
create table f_maintenance_parts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_maintenance on delete cascade,
  row_no integer not null,
  part_name text, -- 备件名称
  part_model text, -- 型号
  part_source text, -- 供件方
  part_qty numeric(20,2), -- 数量
  part_price numeric(18,2), -- 单价（元）
  part_amount numeric(18,2) -- 金额
);
create index f_maintenance_parts_parent_idx on f_maintenance_parts (parent_id, row_no);

-- 工时
create table f_maintenance_works (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_maintenance on delete cascade,
  row_no integer not null,
  work_item text, -- 作业内容
  worker_level text, -- 工种
  work_hours numeric(20,1), -- 工时（h）
  hour_price numeric(18,2), -- 工时单价（元/h）
  work_amount numeric(18,2) -- 金额
);
create index f_maintenance_works_parent_idx on f_maintenance_works (parent_id, row_no);
