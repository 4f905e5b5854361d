-- 灯具入库 (lightInStorage): drafted from its definition.

create table f_light_in_storage (
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
  in_type text, -- 入库类型
  in_date date, -- 入库日期
  store_room text, -- 仓库
  accept_bill bigint, -- 采购验收单
  lamp_supplier bigint, -- 供应商
  invoice_no text, -- 发票号码
  from_project text, -- 调出项目
  out_bill bigint, -- 原出库单
  surplus_reason text, -- 盘盈原因
  store_keeper bigint, -- 库管员
  in_photos jsonb, -- 到货照片
  total_qty integer, -- 入库总数（盏）
  good_total integer, -- 可用总数（盏）
  total_amount numeric(18,2), -- 入库金额（元）
  counted_qty integer, -- 实点数量（盏）
  shelf_no text -- 存放货位
);

create index f_light_in_storage_applicant_created_at_id_idx on f_light_in_storage (applicant, created_at, id);
create index f_light_in_storage_status_created_at_id_idx on f_light_in_storage (status, created_at, id);
create index f_light_in_storage_applicant_dept_created_at_id_idx on f_light_in_storage (applicant_dept, created_at, id);
create index f_light_in_storage_created_at_id_idx on f_light_in_storage (created_at, id);
create index f_light_in_storage_project_created_at_id_idx on f_light_in_storage (project, created_at, id);
create index f_light_in_storage_from_project_created_at_id_idx on f_light_in_storage (from_project, created_at, id);
create index f_light_in_storage_in_date_idx on f_light_in_storage (in_date);
create index f_light_in_storage_lamp_supplier_idx on f_light_in_storage (lamp_supplier);
create index f_light_in_storage_store_keeper_idx on f_light_in_storage (store_keeper);

create trigger f_light_in_storage_added after insert on f_light_in_storage referencing new table as changed
  for each statement execute function form_changed('lightInStorage');
create trigger f_light_in_storage_changed after update on f_light_in_storage referencing new table as changed
  for each statement execute function form_changed('lightInStorage');
create trigger f_light_in_storage_removed after delete on f_light_in_storage referencing old table as changed
  for each statement execute function form_changed('lightInStorage');

-- 入库灯具
create table f_light_in_storage_lamps (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_light_in_storage on delete cascade,
  row_no integer not null,
  lamp bigint, -- 灯具
  lamp_kind text, -- 类型
  lamp_model text, -- 型号
  power numeric(20,1), -- 功率（W）
  color_temp text, -- 色温
  quantity integer, -- 入库数量（盏）
  good_qty integer, -- 其中完好可用（盏）
  unit_price numeric(18,2), -- 单价（元）
  amount numeric(18,2), -- 金额（元）
  batch_no text, -- 批次
  warranty_months integer, -- 质保期（月）
  light_test jsonb -- 点亮测试
);
create index f_light_in_storage_lamps_parent_idx on f_light_in_storage_lamps (parent_id, row_no);

-- 灯具出库 (lightOutStorage): drafted from its definition.

create table f_light_out_storage (
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
  out_type text, -- 出库类型
  out_date date, -- 出库日期
  store_room text, -- 仓库
  taker bigint, -- 领用人
  taker_team text, -- 领用班组
  to_project text, -- 调入项目
  customer_repair_no text, -- 客户报修单号
  loss_reason text, -- 报废盘亏原因
  cost_bearer text, -- 费用承担
  daily_hours numeric(20,1), -- 日均点亮时长（h）
  electric_price numeric(18,4), -- 电价（元/kWh）
  install_photos jsonb, -- 更换前后照片
  total_qty integer, -- 出库总数（盏）
  total_amount numeric(18,2), -- 出库金额（元）
  return_total integer, -- 旧灯回收总数（盏）
  year_save_kwh numeric(20,1), -- 预计年节电（kWh）
  year_save_fee numeric(18,2), -- 预计年节省电费（元）
  charge_amount numeric(18,2), -- 向客户收取金额（元）
  taken_time timestamptz, -- 领取时间
  installed_qty integer, -- 实际安装数量（盏）
  take_sign jsonb -- 领用签字
);

create index f_light_out_storage_applicant_created_at_id_idx on f_light_out_storage (applicant, created_at, id);
create index f_light_out_storage_status_created_at_id_idx on f_light_out_storage (status, created_at, id);
create index f_light_out_storage_applicant_dept_created_at_id_idx on f_light_out_storage (applicant_dept, created_at, id);
create index f_light_out_storage_created_at_id_idx on f_light_out_storage (created_at, id);
create index f_light_out_storage_project_created_at_id_idx on f_light_out_storage (project, created_at, id);
create index f_light_out_storage_to_project_created_at_id_idx on f_light_out_storage (to_project, created_at, id);
create index f_light_out_storage_out_date_idx on f_light_out_storage (out_date);
create index f_light_out_storage_taker_idx on f_light_out_storage (taker);

create trigger f_light_out_storage_added after insert on f_light_out_storage referencing new table as changed
  for each statement execute function form_changed('lightOutStorage');
create trigger f_light_out_storage_changed after update on f_light_out_storage referencing new table as changed
  for each statement execute function form_changed('lightOutStorage');
create trigger f_light_out_storage_removed after delete on f_light_out_storage referencing old table as changed
  for each statement execute function form_changed('lightOutStorage');

-- 出库灯具
create table f_light_out_storage_lamps (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_light_out_storage on delete cascade,
  row_no integer not null,
  lamp bigint, -- 灯具
  lamp_model text, -- 型号
  stock_qty integer, -- 库存余量（盏）
  quantity integer, -- 出库数量（盏）
  unit_price numeric(18,2), -- 库存单价（元）
  amount numeric(18,2), -- 金额（元）
  new_power numeric(20,1), -- 新灯功率（W）
  old_power numeric(20,1), -- 旧灯功率（W）
  install_place text, -- 安装位置
  old_returned integer, -- 旧灯回收数（盏）
  old_fault text, -- 旧灯故障
  saved_watt numeric(20,1) -- 降低功率（W）
);
create index f_light_out_storage_lamps_parent_idx on f_light_out_storage_lamps (parent_id, row_no);
