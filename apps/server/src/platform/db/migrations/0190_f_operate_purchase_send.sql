-- 运营采购发货 (operatePurchaseSend): drafted from its definition.

create table f_operate_purchase_send (
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
  purchase bigint, -- 采购申请单
  order_no text, -- 订单号
  send_supplier bigint, -- 供方
  agreed_date date, -- 约定交货日期
  delivery_no text, -- 送货单号
  send_date date, -- 发货日期
  transport_way text, -- 运输方式
  carrier text, -- 承运单位
  tracking_no text, -- 运单号
  truck_plate text, -- 车牌号
  driver_phone text, -- 司机电话
  expect_arrive date, -- 预计到达日期
  packages integer, -- 件数（件）
  gross_weight numeric(20,2), -- 毛重（kg）
  freight numeric(18,2), -- 运费（元）
  freight_bearer text, -- 运费承担
  receiver bigint, -- 收货人
  receiver_phone text, -- 收货人电话
  send_address text, -- 收货地址
  docs text[], -- 随货资料
  delivery_file jsonb, -- 送货单照片
  send_total_qty numeric(20,2), -- 本次发货数量
  send_total numeric(18,2), -- 本次发货金额（元）
  remain_total numeric(20,2), -- 未发数量合计
  late_days integer, -- 发货延误天数（天）
  sign_time timestamptz, -- 签收时间
  package_intact boolean, -- 外包装完好
  damage_desc text, -- 破损短少说明
  sign_photos jsonb, -- 签收照片
  claim_way text -- 差异处理
);

create index f_operate_purchase_send_applicant_created_at_id_idx on f_operate_purchase_send (applicant, created_at, id);
create index f_operate_purchase_send_status_created_at_id_idx on f_operate_purchase_send (status, created_at, id);
create index f_operate_purchase_send_applicant_dept_created_at_id_idx on f_operate_purchase_send (applicant_dept, created_at, id);
create index f_operate_purchase_send_created_at_id_idx on f_operate_purchase_send (created_at, id);
create index f_operate_purchase_send_project_created_at_id_idx on f_operate_purchase_send (project, created_at, id);
create index f_operate_purchase_send_send_supplier_idx on f_operate_purchase_send (send_supplier);
create index f_operate_purchase_send_send_date_idx on f_operate_purchase_send (send_date);

create trigger f_operate_purchase_send_added after insert on f_operate_purchase_send referencing new table as changed
  for each statement execute function form_changed('operatePurchaseSend');
create trigger f_operate_purchase_send_changed after update on f_operate_purchase_send referencing new table as changed
  for each statement execute function form_changed('operatePurchaseSend');
create trigger f_operate_purchase_send_removed after delete on f_operate_purchase_send referencing old table as changed
  for each statement execute function form_changed('operatePurchaseSend');

-- 发货明细（由采购申请带出）
create table f_operate_purchase_send_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_operate_purchase_send on delete cascade,
  row_no integer not null,
  part bigint, -- 物料
  spec text, -- 规格型号
  order_qty numeric(20,2), -- 订购数量
  done_qty numeric(20,2), -- 此前已发
  this_qty numeric(20,2), -- 本次发货
  remain_qty numeric(20,2), -- 未发数量
  order_price numeric(18,2), -- 订单单价（元）
  send_amount numeric(18,2), -- 发货金额（元）
  batch_no text -- 批号或序列号
);
create index f_operate_purchase_send_items_parent_idx on f_operate_purchase_send_items (parent_id, row_no);
