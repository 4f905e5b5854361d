-- 运营采购与维修: their books, and what spare parts are besides.
alter table spare_part
  add column unit text, -- 单位
  add column last_price numeric(18,2), -- 最近采购价（元）
  add column last_supplier bigint references supplier; -- 最近供方

-- 节能措施台账 (savingMeasure): drafted from its definition.
create table b_saving_measure (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  source text, -- 来源
  title text, -- 措施
  from_month text, -- 起算月份
  expected numeric(18,2), -- 测算年节约（元）
  measured numeric(18,2), -- 实测年节约（元）
  invest numeric(18,2), -- 投资额（元）
  result text, -- 效果结论
  document text -- 单号
);
create index b_saving_measure_source_module_source_id_idx on b_saving_measure (source_module, source_id);
create index b_saving_measure_project_idx on b_saving_measure (project);
create index b_saving_measure_from_month_idx on b_saving_measure (from_month);

-- 运营采购订单明细 (operateOrderLine): drafted from its definition.
create table b_operate_order_line (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  purchase bigint, -- 采购申请
  project text, -- 项目
  part bigint, -- 物料
  spec text, -- 规格型号
  unit_name text, -- 单位
  order_qty numeric(20,2), -- 订购数量
  sent_qty numeric(20,2), -- 已发数量
  accepted_qty numeric(20,2), -- 已验收数量
  price numeric(18,4), -- 订单单价（元）
  use_for bigint -- 用于设备
);
create index b_operate_order_line_source_module_source_id_idx on b_operate_order_line (source_module, source_id);
create index b_operate_order_line_project_idx on b_operate_order_line (project);
create index b_operate_order_line_purchase_idx on b_operate_order_line (purchase);
create index b_operate_order_line_part_idx on b_operate_order_line (part);
create unique index b_operate_order_line_purchase_part_standing on b_operate_order_line (purchase, part) where not voided;
alter table b_operate_order_line add constraint b_operate_order_line_limit_1
  check (coalesce(sent_qty, 0) >= 0 and coalesce(sent_qty, 0) <= greatest(coalesce(order_qty, 0), 0));
alter table b_operate_order_line add constraint b_operate_order_line_limit_2
  check (coalesce(accepted_qty, 0) >= 0 and coalesce(accepted_qty, 0) <= greatest(coalesce(sent_qty, 0), 0));
alter table b_operate_order_line add constraint b_operate_order_line_in_use
  check (not voided or coalesce(sent_qty, 0) = 0);

-- 备件批次台账 (partBatch): drafted from its definition.
create table b_part_batch (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  part bigint, -- 物料
  spec text, -- 规格型号
  supplier bigint, -- 供方
  quantity numeric(20,2), -- 数量
  price numeric(18,2), -- 单价（元）
  ledger text, -- 转入台账
  shelf text, -- 货位
  accepted_on date, -- 验收日期
  warranty_to date, -- 质保到期日
  document text -- 验收单号
);
create index b_part_batch_source_module_source_id_idx on b_part_batch (source_module, source_id);
create index b_part_batch_project_idx on b_part_batch (project);
create index b_part_batch_part_idx on b_part_batch (part);
create index b_part_batch_supplier_idx on b_part_batch (supplier);
create index b_part_batch_accepted_on_idx on b_part_batch (accepted_on);
create index b_part_batch_warranty_to_idx on b_part_batch (warranty_to);

-- 运营采购订单 (purchaseOrder): drafted from its definition.
create table b_purchase_order (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  purchase bigint, -- 采购申请
  order_no text, -- 订单号
  project text, -- 项目
  supplier bigint, -- 供方
  purchase_type text, -- 采购类别
  amount numeric(18,2), -- 订单金额（元）
  subject text, -- 预算科目
  budget_month text, -- 预算月份
  budget_used numeric(18,2), -- 已核销预算（元）
  pay_term text, -- 付款方式
  deliver_by date, -- 约定交货日期
  state text -- 状态
);
create index b_purchase_order_source_module_source_id_idx on b_purchase_order (source_module, source_id);
create index b_purchase_order_project_idx on b_purchase_order (project);
create index b_purchase_order_supplier_idx on b_purchase_order (supplier);
create index b_purchase_order_deliver_by_idx on b_purchase_order (deliver_by);
create unique index b_purchase_order_supplier_order_no_standing on b_purchase_order (supplier, order_no) where not voided;
alter table b_purchase_order add constraint b_purchase_order_limit_1
  check (coalesce(budget_used, 0) >= 0 and coalesce(budget_used, 0) <= greatest(coalesce(amount, 0), 0));

-- 供应商质量台账 (supplierQuality): drafted from its definition.
create table b_supplier_quality (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  supplier bigint, -- 供方
  project text, -- 项目
  exception_type text, -- 异常类别
  product text, -- 产品名称型号
  factory_no text, -- 出厂编号或批号
  found_on date, -- 发现日期
  severity text, -- 严重程度
  points integer, -- 质量扣分（分）
  responsible text, -- 责任判定
  claim numeric(18,2), -- 索赔金额（元）
  agreed numeric(18,2), -- 认可赔付（元）
  result text, -- 验证结论
  document text -- 单号
);
create index b_supplier_quality_source_module_source_id_idx on b_supplier_quality (source_module, source_id);
create index b_supplier_quality_supplier_idx on b_supplier_quality (supplier);
create index b_supplier_quality_project_idx on b_supplier_quality (project);
create index b_supplier_quality_found_on_idx on b_supplier_quality (found_on);

-- 项目在途台账 (transitStock): drafted from its definition.
create table b_transit_stock (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  from_project text, -- 调出项目
  supplier bigint, -- 供方
  kind text, -- 类别
  part bigint, -- 物料
  goods text, -- 品名
  quantity numeric(20,2), -- 在途数量
  received numeric(20,2), -- 已核销数量
  document text -- 单号
);
create index b_transit_stock_source_module_source_id_idx on b_transit_stock (source_module, source_id);
create index b_transit_stock_project_idx on b_transit_stock (project);
create index b_transit_stock_from_project_idx on b_transit_stock (from_project);
create index b_transit_stock_supplier_idx on b_transit_stock (supplier);
alter table b_transit_stock add constraint b_transit_stock_limit_1
  check (coalesce(received, 0) >= 0 and coalesce(received, 0) <= greatest(coalesce(quantity, 0), 0));
alter table b_transit_stock add constraint b_transit_stock_in_use
  check (not voided or coalesce(received, 0) = 0);
