-- 运营采购申请 (operatePurchase): drafted from its definition.

create table f_operate_purchase (
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
  purchase_type text, -- 采购类别
  urgency text, -- 紧急程度
  need_date date, -- 要求到货日期
  related_repair bigint, -- 关联维修记录
  budget_subject text, -- 预算科目
  budget_left numeric(18,2), -- 科目预算余额（元）
  cost_bearer text, -- 费用承担
  customer_confirm jsonb, -- 客户确认单
  purchase_way text, -- 采购方式
  single_reason text, -- 单一来源理由
  apply_reason text, -- 采购用途说明
  consignee bigint, -- 收货人
  consignee_phone text, -- 收货人电话
  delivery_address text, -- 收货地址
  tech_files jsonb, -- 技术要求与图片
  item_count integer, -- 物料项数（项）
  total_amount numeric(18,2), -- 预估总金额（元）
  chosen_amount numeric(18,2), -- 选定报价（元）
  over_budget numeric(18,2), -- 超预算金额（元）
  order_supplier bigint, -- 定标供方
  order_amount numeric(18,2), -- 订单金额（元）
  order_no text, -- 订单号
  pay_term text, -- 付款方式
  order_delivery date -- 约定交货日期
);

create index f_operate_purchase_applicant_created_at_id_idx on f_operate_purchase (applicant, created_at, id);
create index f_operate_purchase_status_created_at_id_idx on f_operate_purchase (status, created_at, id);
create index f_operate_purchase_applicant_dept_created_at_id_idx on f_operate_purchase (applicant_dept, created_at, id);
create index f_operate_purchase_created_at_id_idx on f_operate_purchase (created_at, id);
create index f_operate_purchase_project_created_at_id_idx on f_operate_purchase (project, created_at, id);
create index f_operate_purchase_need_date_idx on f_operate_purchase (need_date);
create index f_operate_purchase_order_supplier_idx on f_operate_purchase (order_supplier);

create trigger f_operate_purchase_added after insert on f_operate_purchase referencing new table as changed
  for each statement execute function form_changed('operatePurchase');
create trigger f_operate_purchase_changed after update on f_operate_purchase referencing new table as changed
  for each statement execute function form_changed('operatePurchase');
create trigger f_operate_purchase_removed after delete on f_operate_purchase referencing old table as changed
  for each statement execute function form_changed('operatePurchase');

-- 采购明细
create table f_operate_purchase_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_operate_purchase on delete cascade,
  row_no integer not null,
  part bigint, -- 物料
  spec text, -- 规格型号
  brand text, -- 品牌要求
  unit text, -- 单位
  stock_qty numeric(20,2), -- 项目库存
  quantity numeric(20,2), -- 申请数量
  last_price numeric(18,2), -- 最近采购价（元）
  est_price numeric(18,2), -- 预估单价（元）
  amount numeric(18,2), -- 预估金额（元）
  use_for bigint -- 用于设备
);
create index f_operate_purchase_items_parent_idx on f_operate_purchase_items (parent_id, row_no);

-- 询比价
create table f_operate_purchase_quotes (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_operate_purchase on delete cascade,
  row_no integer not null,
  quote_supplier bigint, -- 报价单位
  quote_total numeric(18,2), -- 报价总额（元）
  delivery_days integer, -- 交货期（天）
  warranty_months integer, -- 质保期（月）
  tax_rate numeric(12,4), -- 税率
  chosen boolean, -- 选定
  chosen_total numeric(18,2) -- 选定金额（元）
);
create index f_operate_purchase_quotes_parent_idx on f_operate_purchase_quotes (parent_id, row_no);
