-- 运营采购验收 (operatePurchaseAccept): drafted from its definition.

create table f_operate_purchase_accept (
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
  send_bill bigint, -- 发货单
  accept_supplier bigint, -- 供方
  accept_date date, -- 验收日期
  acceptors bigint[], -- 验收人员
  store_place text, -- 入库地点
  outer_check jsonb, -- 外观包装
  model_check jsonb, -- 型号规格与订单一致
  docs_check jsonb, -- 合格证与质保书
  test_check jsonb, -- 通电或试装检验
  warranty_months integer, -- 质保期（月）
  invoice_state text, -- 发票情况
  invoice_no text, -- 发票号码
  invoice_amount numeric(18,2), -- 发票金额（元）
  invoice_files jsonb, -- 发票扫描件
  invoice_diff_reason text, -- 发票差额说明
  accept_photos jsonb, -- 验收照片
  accept_amount numeric(18,2), -- 验收入库金额（元）
  reject_total numeric(20,2), -- 不合格数量合计
  short_total numeric(20,2), -- 短少数量合计
  ok_rate numeric(12,4), -- 验收合格率
  invoice_diff numeric(18,2), -- 发票差额（元）
  return_result text, -- 退换补处理结果
  deduct_amount numeric(18,2), -- 扣款金额（元）
  payable_amount numeric(18,2), -- 应付金额（元）
  pay_due_date date -- 应付日期
);

create index f_operate_purchase_accept_applicant_created_at_id_idx on f_operate_purchase_accept (applicant, created_at, id);
create index f_operate_purchase_accept_status_created_at_id_idx on f_operate_purchase_accept (status, created_at, id);
create index f_operate_purchase_accept_applicant_dept_created_at_id_idx on f_operate_purchase_accept (applicant_dept, created_at, id);
create index f_operate_purchase_accept_created_at_id_idx on f_operate_purchase_accept (created_at, id);
create index f_operate_purchase_accept_project_created_at_id_idx on f_operate_purchase_accept (project, created_at, id);
create index f_operate_purchase_accept_accept_supplier_idx on f_operate_purchase_accept (accept_supplier);
create index f_operate_purchase_accept_accept_date_idx on f_operate_purchase_accept (accept_date);
create unique index f_operate_purchase_accept_send_bill_live on f_operate_purchase_accept (send_bill) where status in ('running', 'returned', 'approved');

create trigger f_operate_purchase_accept_added after insert on f_operate_purchase_accept referencing new table as changed
  for each statement execute function form_changed('operatePurchaseAccept');
create trigger f_operate_purchase_accept_changed after update on f_operate_purchase_accept referencing new table as changed
  for each statement execute function form_changed('operatePurchaseAccept');
create trigger f_operate_purchase_accept_removed after delete on f_operate_purchase_accept referencing old table as changed
  for each statement execute function form_changed('operatePurchaseAccept');

-- 验收明细（由发货单带出）
create table f_operate_purchase_accept_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_operate_purchase_accept on delete cascade,
  row_no integer not null,
  part bigint, -- 物料
  spec text, -- 规格型号
  send_qty numeric(20,2), -- 发货数量
  receive_qty numeric(20,2), -- 实收数量
  ok_qty numeric(20,2), -- 合格数量
  reject_qty numeric(20,2), -- 不合格数量
  short_qty numeric(20,2), -- 短少数量
  price numeric(18,2), -- 单价（元）
  ok_amount numeric(18,2), -- 入库金额（元）
  reject_reason text, -- 不合格原因
  reject_handle text, -- 处理方式
  to_ledger text, -- 转入台账
  shelf text -- 货位
);
create index f_operate_purchase_accept_items_parent_idx on f_operate_purchase_accept_items (parent_id, row_no);
