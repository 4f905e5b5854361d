-- 工程采购发货 (purchaseSend): drafted from its definition.

create table f_purchase_send (
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
  "order" bigint, -- 采购申请单
  project_contract bigint, -- 采购合同
  batch_no integer, -- 发货批次
  last_batch boolean, -- 最后一批
  send_date date, -- 发货日期
  contract_arrive date, -- 约定到货日期
  expect_arrive timestamptz, -- 预计到货时间
  transport text, -- 运输方式
  carrier text, -- 承运单位
  waybill text, -- 运单号
  truck_no text, -- 车牌号
  driver_phone text, -- 司机电话
  gross_weight numeric(20,2), -- 总重量（t）
  max_piece text, -- 最大件尺寸
  need_crane boolean, -- 需吊车
  crane_ton integer, -- 吊车吨位（t）
  ship_inspect text, -- 出厂检验
  receiver bigint, -- 现场收货人
  pack_photos jsonb, -- 装箱照片
  send_docs jsonb, -- 随车资料
  package_total integer, -- 总件数（件）
  left_total numeric(20,3), -- 未发合计
  short_total numeric(20,3), -- 短少合计
  damaged_count integer, -- 异常项数（项）
  is_late integer, -- 逾期到货
  send_opinion text, -- 发货意见
  arrive_time timestamptz, -- 实际到货时间
  store_place text, -- 存放位置
  arrive_photos jsonb, -- 到货照片
  late_days integer, -- 逾期天数（天）
  late_fine numeric(18,2), -- 逾期违约金（元）
  claim_note text -- 短缺破损处理
);

create index f_purchase_send_applicant_created_at_id_idx on f_purchase_send (applicant, created_at, id);
create index f_purchase_send_status_created_at_id_idx on f_purchase_send (status, created_at, id);
create index f_purchase_send_applicant_dept_created_at_id_idx on f_purchase_send (applicant_dept, created_at, id);
create index f_purchase_send_created_at_id_idx on f_purchase_send (created_at, id);
create index f_purchase_send_project_created_at_id_idx on f_purchase_send (project, created_at, id);
create index f_purchase_send_supplier_idx on f_purchase_send (supplier);
create index f_purchase_send_send_date_idx on f_purchase_send (send_date);
create index f_purchase_send_arrive_time_idx on f_purchase_send (arrive_time);

create trigger f_purchase_send_added after insert on f_purchase_send referencing new table as changed
  for each statement execute function form_changed('purchaseSend');
create trigger f_purchase_send_changed after update on f_purchase_send referencing new table as changed
  for each statement execute function form_changed('purchaseSend');
create trigger f_purchase_send_removed after delete on f_purchase_send referencing old table as changed
  for each statement execute function form_changed('purchaseSend');

-- 发货明细
create table f_purchase_send_goods_lines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_purchase_send on delete cascade,
  row_no integer not null,
  order_line bigint, -- 采购订单行
  goods text, -- 物料
  spec text, -- 规格型号
  serial_nos text, -- 出厂编号或炉批号
  order_qty numeric(20,3), -- 订单数量
  sent_qty numeric(20,3), -- 已发数量
  send_qty numeric(20,3), -- 本次发货
  packages integer, -- 件数（件）
  left_qty numeric(20,3), -- 未发数量
  over_send integer -- 超发
);
create index f_purchase_send_goods_lines_parent_idx on f_purchase_send_goods_lines (parent_id, row_no);

-- 到货清点
create table f_purchase_send_arrivals (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_purchase_send on delete cascade,
  row_no integer not null,
  arrive_line bigint, -- 采购订单行
  arrive_goods text, -- 物料
  should_arrive numeric(20,3), -- 应到数量
  arrive_qty numeric(20,3), -- 实到数量
  pack_state text, -- 外包装
  short_qty numeric(20,3), -- 短少数量
  damaged integer -- 异常
);
create index f_purchase_send_arrivals_parent_idx on f_purchase_send_arrivals (parent_id, row_no);
