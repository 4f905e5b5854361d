-- 水处理药剂申请 (waterChemicalsApplication): drafted from its definition.

create table f_water_chemicals_application (
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
  apply_type text, -- 申请类别
  use_month text, -- 使用月份
  need_date date, -- 要求到货日期
  water_systems text[], -- 使用系统
  recent_ph numeric(20,2), -- 最近冷却水pH
  recent_conductivity numeric(20,0), -- 最近冷却水电导率（μS/cm）
  budget_left numeric(18,2), -- 水处理预算余额（元）
  apply_reason text, -- 申请说明
  hazard_storage text, -- 含危化品且具备存放条件
  delivery_address text, -- 送货地址
  receiver bigint, -- 收货人
  receiver_phone text, -- 收货人电话
  total_quantity numeric(20,2), -- 申请总量（kg）
  total_amount numeric(18,2), -- 申请总金额（元）
  over_budget numeric(18,2), -- 超预算金额（元）
  check_opinion text, -- 品种用量核定意见
  order_supplier bigint, -- 供货单位
  order_amount numeric(18,2), -- 订单金额（元）
  promise_date date, -- 承诺到货日期
  quote_files jsonb, -- 报价单
  arrive_date date, -- 到货日期
  arrive_quantity numeric(20,2), -- 实收数量（kg）
  certificate_ok jsonb, -- 合格证与安全说明书
  arrive_photos jsonb -- 到货照片
);

create index f_water_chemicals_application_applicant_created_at_id_idx on f_water_chemicals_application (applicant, created_at, id);
create index f_water_chemicals_application_status_created_at_id_idx on f_water_chemicals_application (status, created_at, id);
create index f_water_chemicals_application_applicant_dept_created_42nfuu on f_water_chemicals_application (applicant_dept, created_at, id);
create index f_water_chemicals_application_created_at_id_idx on f_water_chemicals_application (created_at, id);
create index f_water_chemicals_application_project_created_at_id_idx on f_water_chemicals_application (project, created_at, id);
create index f_water_chemicals_application_use_month_idx on f_water_chemicals_application (use_month);
create index f_water_chemicals_application_order_supplier_idx on f_water_chemicals_application (order_supplier);
create index f_water_chemicals_application_arrive_date_idx on f_water_chemicals_application (arrive_date);

create trigger f_water_chemicals_application_added after insert on f_water_chemicals_application referencing new table as changed
  for each statement execute function form_changed('waterChemicalsApplication');
create trigger f_water_chemicals_application_changed after update on f_water_chemicals_application referencing new table as changed
  for each statement execute function form_changed('waterChemicalsApplication');
create trigger f_water_chemicals_application_removed after delete on f_water_chemicals_application referencing old table as changed
  for each statement execute function form_changed('waterChemicalsApplication');

-- 药剂明细
create table f_water_chemicals_application_chemicals (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_water_chemicals_application on delete cascade,
  row_no integer not null,
  chemical bigint, -- 药剂
  category text, -- 类别
  pack_spec text, -- 包装规格
  stock numeric(20,2), -- 现有库存（kg）
  month_usage numeric(20,2), -- 近三月月均用量（kg）
  quantity numeric(20,2), -- 申请数量（kg）
  unit_price numeric(18,4), -- 参考单价（元/kg）
  amount numeric(18,2), -- 金额（元）
  usable_months numeric(20,1) -- 到货后可用月数（月）
);
create index f_water_chemicals_application_chemicals_parent_idx on f_water_chemicals_application_chemicals (parent_id, row_no);
