-- 退场交接 (outHandover): drafted from its definition.

create table f_out_handover (
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
  exit_reason text, -- 退场原因
  contract_end date, -- 合同到期日
  notice_date date, -- 书面通知日期
  exit_date date, -- 计划退场日期
  notice_file jsonb, -- 解约或不续签函件
  receive_unit text, -- 接收单位
  receiver text, -- 接收负责人
  receiver_phone text, -- 接收人电话
  train_days integer, -- 交接带教天数（天）
  asset_owner text, -- EMC投资资产处置
  buyback_amount numeric(18,2), -- 回购金额（元）
  receivable_fee numeric(18,2), -- 应收未收能源运营费（元）
  bond_receivable numeric(18,2), -- 应退回我方履约保证金（元）
  payable_energy numeric(18,2), -- 应付未付能源费（元）
  payable_supplier numeric(18,2), -- 应付外协与材料款（元）
  penalty_claim numeric(18,2), -- 客户索赔或违约金（元）
  unsettled_matters text, -- 遗留问题及处理
  mismatch_count integer, -- 账实不符项（项）
  final_energy_fee numeric(18,2), -- 退场能源费（元）
  material_value numeric(18,2), -- 备件物资价值（元）
  compensation_total numeric(18,2), -- 人员补偿合计（元）
  receivable_total numeric(18,2), -- 应收合计（元）
  payable_total numeric(18,2), -- 应付合计（元）
  net_settlement numeric(18,2), -- 退场清算净额（元）
  area_opinion text, -- 区域意见
  hr_opinion text, -- 人员安置意见
  transfer_no text, -- 调拨退库单号
  mismatch_handle text, -- 账实不符处理
  confirmed_receivable numeric(18,2), -- 核定应收（元）
  confirmed_payable numeric(18,2), -- 核定应付（元）
  collect_before date, -- 清收期限
  legal_opinion text, -- 法律意见
  actual_exit_date date, -- 实际退场日期
  seals_returned boolean, -- 项目章、门禁卡、钥匙已移交
  handover_sheet jsonb, -- 三方签字交接单
  customer_sign jsonb -- 接收方签字
);

create index f_out_handover_applicant_created_at_id_idx on f_out_handover (applicant, created_at, id);
create index f_out_handover_status_created_at_id_idx on f_out_handover (status, created_at, id);
create index f_out_handover_applicant_dept_created_at_id_idx on f_out_handover (applicant_dept, created_at, id);
create index f_out_handover_created_at_id_idx on f_out_handover (created_at, id);
create index f_out_handover_project_created_at_id_idx on f_out_handover (project, created_at, id);
create index f_out_handover_exit_date_idx on f_out_handover (exit_date);

create trigger f_out_handover_added after insert on f_out_handover referencing new table as changed
  for each statement execute function form_changed('outHandover');
create trigger f_out_handover_changed after update on f_out_handover referencing new table as changed
  for each statement execute function form_changed('outHandover');
create trigger f_out_handover_removed after delete on f_out_handover referencing old table as changed
  for each statement execute function form_changed('outHandover');

-- 资产设备移交
create table f_out_handover_assets (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_out_handover on delete cascade,
  row_no integer not null,
  device bigint, -- 设备
  ownership text, -- 产权
  book_count integer, -- 账面数量（台）
  actual_count integer, -- 实盘数量（台）
  condition text, -- 完好状况
  disposal text, -- 去向
  difference integer, -- 盘差（台）
  mismatch integer -- 账实不符
);
create index f_out_handover_assets_parent_idx on f_out_handover_assets (parent_id, row_no);

-- 能源表计交接读数
create table f_out_handover_meters (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_out_handover on delete cascade,
  row_no integer not null,
  meter_kind text, -- 表计类型
  meter_no text, -- 表号
  ratio numeric(20,2), -- 倍率
  last_reading numeric(20,2), -- 上次结算读数
  exit_reading numeric(20,2), -- 退场读数
  unit_price numeric(18,4), -- 单价（元）
  usage numeric(20,2), -- 用量
  fee numeric(18,2), -- 能源费（元）
  reading_photo jsonb, -- 读数照片
  backward integer -- 读数倒走
);
create index f_out_handover_meters_parent_idx on f_out_handover_meters (parent_id, row_no);

-- 备件工具药剂清点
create table f_out_handover_materials (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_out_handover on delete cascade,
  row_no integer not null,
  material_kind text, -- 类别
  material_name text, -- 名称规格
  stock numeric(20,2), -- 库存数量
  value numeric(18,2), -- 账面价值（元）
  target text -- 去向
);
create index f_out_handover_materials_parent_idx on f_out_handover_materials (parent_id, row_no);

-- 人员安置
create table f_out_handover_staff (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_out_handover on delete cascade,
  row_no integer not null,
  employee bigint, -- 员工
  arrangement text, -- 安置方式
  to_project text, -- 调入项目
  leave_date date, -- 离场日期
  compensation numeric(18,2) -- 经济补偿（元）
);
create index f_out_handover_staff_parent_idx on f_out_handover_staff (parent_id, row_no);

-- 资料移交
create table f_out_handover_documents (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_out_handover on delete cascade,
  row_no integer not null,
  doc_kind text, -- 资料名称
  copies integer, -- 份数（份）
  copy_kept boolean -- 我方留存副本
);
create index f_out_handover_documents_parent_idx on f_out_handover_documents (parent_id, row_no);
