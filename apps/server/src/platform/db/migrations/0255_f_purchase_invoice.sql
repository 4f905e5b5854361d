-- 供应商发票 (purchaseInvoice): drafted from its definition.

create table f_purchase_invoice (
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
  project_contract bigint, -- 工程合同
  match_basis text, -- 匹配依据
  invoice_kind text, -- 发票种类
  invoice_code text, -- 发票代码
  invoice_no text, -- 发票号码
  other_uses integer, -- 校验：已被其他单据使用
  blue_invoice bigint, -- 对应蓝字发票
  invoice_date date, -- 开票日期
  seller_name text, -- 销方名称
  seller_tax_no text, -- 销方税号
  provider_tax_no text, -- 服务商信用代码
  buyer_company text, -- 购方主体
  net_amount numeric(18,2), -- 不含税金额（元）
  tax_rate numeric(12,4), -- 税率
  contract_tax_rate numeric(12,4), -- 合同税率
  tax_amount numeric(18,2), -- 税额（元）
  invoice_total numeric(18,2), -- 价税合计（元）
  verify_result text, -- 税务查验
  bill_note jsonb, -- 备注栏合规
  invoice_scan jsonb, -- 发票影像
  line_total numeric(18,2), -- 明细合计（元）
  match_total numeric(18,2), -- 系统匹配金额（元）
  diff_total numeric(18,2), -- 差异金额（元）
  qty_over_count integer, -- 量超项数（项）
  price_over_count integer, -- 价超项数（项）
  matched_total numeric(18,2), -- 入应付金额（元）
  diff_handle text, -- 差异处理
  diff_reason text, -- 差异原因
  work_confirm text, -- 完成情况确认
  deductible boolean, -- 可抵扣
  certify_month text, -- 勾选认证月份
  voucher_no text -- 凭证号
);

create index f_purchase_invoice_applicant_created_at_id_idx on f_purchase_invoice (applicant, created_at, id);
create index f_purchase_invoice_status_created_at_id_idx on f_purchase_invoice (status, created_at, id);
create index f_purchase_invoice_applicant_dept_created_at_id_idx on f_purchase_invoice (applicant_dept, created_at, id);
create index f_purchase_invoice_created_at_id_idx on f_purchase_invoice (created_at, id);
create index f_purchase_invoice_project_created_at_id_idx on f_purchase_invoice (project, created_at, id);
create index f_purchase_invoice_supplier_idx on f_purchase_invoice (supplier);
create index f_purchase_invoice_project_contract_idx on f_purchase_invoice (project_contract);
create index f_purchase_invoice_invoice_date_idx on f_purchase_invoice (invoice_date);

create trigger f_purchase_invoice_added after insert on f_purchase_invoice referencing new table as changed
  for each statement execute function form_changed('purchaseInvoice');
create trigger f_purchase_invoice_changed after update on f_purchase_invoice referencing new table as changed
  for each statement execute function form_changed('purchaseInvoice');
create trigger f_purchase_invoice_removed after delete on f_purchase_invoice referencing old table as changed
  for each statement execute function form_changed('purchaseInvoice');

-- 三单匹配
create table f_purchase_invoice_matches (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_purchase_invoice on delete cascade,
  row_no integer not null,
  order_line bigint, -- 采购订单行
  accept_bill bigint, -- 验收单
  goods text, -- 物料或工作内容
  order_price numeric(18,4), -- 合同单价（元）
  accepted_qty numeric(20,3), -- 已验收数量
  billed_qty numeric(20,3), -- 已开票数量
  bill_qty numeric(20,3), -- 本票数量
  bill_price numeric(18,4), -- 本票含税单价（元）
  bill_amount numeric(18,2), -- 本票金额
  open_qty numeric(20,3), -- 可开票数量
  qty_diff numeric(20,3), -- 量差
  price_diff numeric(12,4), -- 价差率
  matched integer, -- 匹配
  matched_amount numeric(18,2), -- 匹配金额
  qty_over integer, -- 量超
  price_over integer -- 价超
);
create index f_purchase_invoice_matches_parent_idx on f_purchase_invoice_matches (parent_id, row_no);
