-- 待排款清单 (payQueue): drafted from its definition.
create table b_pay_queue (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  apply bigint, -- 付款申请
  project text, -- 项目
  supplier bigint, -- 收款单位
  contract bigint, -- 工程合同
  pay_kind text, -- 付款类别
  amount numeric(18,2), -- 申请金额（元）
  scheduled numeric(18,2), -- 已排款（元）
  paid numeric(18,2), -- 已付（元）
  plan_pay_date date -- 希望付款日期
);
create index b_pay_queue_source_module_source_id_idx on b_pay_queue (source_module, source_id);
create index b_pay_queue_apply_idx on b_pay_queue (apply);
create index b_pay_queue_project_idx on b_pay_queue (project);
create index b_pay_queue_supplier_idx on b_pay_queue (supplier);
create index b_pay_queue_contract_idx on b_pay_queue (contract);
create index b_pay_queue_plan_pay_date_idx on b_pay_queue (plan_pay_date);
create unique index b_pay_queue_apply_standing on b_pay_queue (apply) where not voided;
alter table b_pay_queue add constraint b_pay_queue_limit_1
  check (coalesce(scheduled, 0) >= 0 and coalesce(paid, 0) >= 0 and coalesce(scheduled, 0) + coalesce(paid, 0) <= greatest(coalesce(amount, 0), 0));
alter table b_pay_queue add constraint b_pay_queue_in_use
  check (not voided or coalesce(scheduled, 0) = 0 and coalesce(paid, 0) = 0);

-- 待匹配清单 (pendingMatch): drafted from its definition.
create table b_pending_match (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  invoice bigint, -- 发票登记单
  project text, -- 项目
  supplier bigint, -- 供应商
  contract bigint, -- 工程合同
  order_line bigint, -- 采购订单行
  quantity numeric(20,3), -- 挂起数量
  matched_qty numeric(20,3), -- 已补匹配
  price numeric(18,4) -- 本票含税单价（元）
);
create index b_pending_match_source_module_source_id_idx on b_pending_match (source_module, source_id);
create index b_pending_match_project_idx on b_pending_match (project);
create index b_pending_match_supplier_idx on b_pending_match (supplier);
create index b_pending_match_contract_idx on b_pending_match (contract);
create index b_pending_match_order_line_idx on b_pending_match (order_line);
alter table b_pending_match add constraint b_pending_match_limit_1
  check (coalesce(matched_qty, 0) >= 0 and coalesce(matched_qty, 0) <= greatest(coalesce(quantity, 0), 0));
alter table b_pending_match add constraint b_pending_match_in_use
  check (not voided or coalesce(matched_qty, 0) = 0);

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

-- 工程付款申请 (payMoney): drafted from its definition.

create table f_pay_money (
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
  pay_kind text, -- 付款类别
  provider_grade text, -- 服务商等级
  contract_amount numeric(18,2), -- 合同额（元）
  settle_amount numeric(18,2), -- 结算审定额（元）
  matched_invoice numeric(18,2), -- 已匹配发票（元）
  paid_amount numeric(18,2), -- 已付款（元）
  reserved_amount numeric(18,2), -- 在途预留（元）
  retention_held numeric(18,2), -- 应扣质保金（元）
  retention_due numeric(18,2), -- 已到期可退质保金（元）
  prepay_left numeric(18,2), -- 未抵扣预付款（元）
  prepay_limit numeric(18,2), -- 可申请预付款（元）
  offset_rate numeric(12,4), -- 预付抵扣比例
  offset_done numeric(18,2), -- 累计已抵扣预付（元）
  this_offset numeric(18,2), -- 本次抵扣预付（元）
  fine_total numeric(18,2), -- 累计罚款（元）
  fine_deducted numeric(18,2), -- 已扣罚款（元）
  this_fine numeric(18,2), -- 本次扣罚款（元）
  apply_amount numeric(18,2), -- 申请付款金额（元）
  completion bigint, -- 竣工验收单
  warranty_proof jsonb, -- 质保期满确认单
  guarantee_file jsonb, -- 预付款保函
  wage_proof jsonb, -- 农民工工资发放证明
  pay_method text, -- 付款方式
  payee_bank text, -- 收款开户行
  payee_account text, -- 收款账号
  plan_pay_date date, -- 希望付款日期
  budget_month text, -- 预算月份
  budget_available numeric(18,2), -- 工程设备款可用预算（元）
  progress_desc text, -- 完成进度与付款依据
  prepay_offset numeric(18,2), -- 累计预付抵扣（元）
  payable numeric(18,2), -- 可付余额（元）
  clear_total numeric(18,2), -- 本次核销合计（元）
  net_clear numeric(18,2), -- 核销应付净额（元）
  apply_capital numeric(18,2), -- 本次申请（元）
  paid_rate numeric(12,4), -- 付后累计付款比例
  confirmed_rate numeric(12,4), -- 确认形象进度
  node_reached boolean, -- 付款节点已达成
  node_note text, -- 节点说明
  grade_opinion text, -- C级付款意见
  checked_payable numeric(18,2), -- 复核可付余额（元）
  finance_opinion text -- 财务意见
);

create index f_pay_money_applicant_created_at_id_idx on f_pay_money (applicant, created_at, id);
create index f_pay_money_status_created_at_id_idx on f_pay_money (status, created_at, id);
create index f_pay_money_applicant_dept_created_at_id_idx on f_pay_money (applicant_dept, created_at, id);
create index f_pay_money_created_at_id_idx on f_pay_money (created_at, id);
create index f_pay_money_project_created_at_id_idx on f_pay_money (project, created_at, id);
create index f_pay_money_supplier_idx on f_pay_money (supplier);
create index f_pay_money_project_contract_idx on f_pay_money (project_contract);
create index f_pay_money_plan_pay_date_idx on f_pay_money (plan_pay_date);

create trigger f_pay_money_added after insert on f_pay_money referencing new table as changed
  for each statement execute function form_changed('payMoney');
create trigger f_pay_money_changed after update on f_pay_money referencing new table as changed
  for each statement execute function form_changed('payMoney');
create trigger f_pay_money_removed after delete on f_pay_money referencing old table as changed
  for each statement execute function form_changed('payMoney');

-- 核销发票
create table f_pay_money_invoices (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_pay_money on delete cascade,
  row_no integer not null,
  invoice bigint, -- 发票登记单
  invoice_amount numeric(18,2), -- 匹配金额（元）
  invoice_paid numeric(18,2), -- 已核销（元）
  this_clear numeric(18,2), -- 本次核销（元）
  invoice_left numeric(18,2), -- 未核销余额
  over_clear integer -- 超额核销
);
create index f_pay_money_invoices_parent_idx on f_pay_money_invoices (parent_id, row_no);

-- 工程付款审批 (payMoneyApproval): drafted from its definition.

create table f_pay_money_approval (
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
  pay_month text, -- 付款月份
  batch_kind text, -- 批次类型
  urgent_why text, -- 紧急原因
  pay_company text, -- 付款主体
  pay_account bigint, -- 付款账户
  account_balance numeric(18,2), -- 账户可用余额（元）
  plan_date date, -- 计划付款日
  accept_bill numeric(18,2), -- 承兑汇票金额（元）
  bill_due_date date, -- 票据到期日
  review_note text, -- 排款说明
  pay_count integer, -- 笔数（笔）
  apply_total numeric(18,2), -- 申请合计（元）
  approve_total numeric(18,2), -- 核定合计（元）
  cut_total numeric(18,2), -- 核减合计（元）
  cash_need numeric(18,2), -- 需现金支付（元）
  paid_total numeric(18,2), -- 实付成功合计（元）
  fund_opinion text, -- 资金安排意见
  pay_operator bigint, -- 制单人
  second_review bigint, -- 网银复核人
  voucher_no text, -- 凭证号
  book_date date -- 入账日期
);

create index f_pay_money_approval_applicant_created_at_id_idx on f_pay_money_approval (applicant, created_at, id);
create index f_pay_money_approval_status_created_at_id_idx on f_pay_money_approval (status, created_at, id);
create index f_pay_money_approval_applicant_dept_created_at_id_idx on f_pay_money_approval (applicant_dept, created_at, id);
create index f_pay_money_approval_created_at_id_idx on f_pay_money_approval (created_at, id);
create index f_pay_money_approval_pay_month_idx on f_pay_money_approval (pay_month);
create index f_pay_money_approval_pay_company_idx on f_pay_money_approval (pay_company);
create index f_pay_money_approval_plan_date_idx on f_pay_money_approval (plan_date);

create trigger f_pay_money_approval_added after insert on f_pay_money_approval referencing new table as changed
  for each statement execute function form_changed('payMoneyApproval');
create trigger f_pay_money_approval_changed after update on f_pay_money_approval referencing new table as changed
  for each statement execute function form_changed('payMoneyApproval');
create trigger f_pay_money_approval_removed after delete on f_pay_money_approval referencing old table as changed
  for each statement execute function form_changed('payMoneyApproval');

-- 付款明细
create table f_pay_money_approval_pays (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_pay_money_approval on delete cascade,
  row_no integer not null,
  apply bigint, -- 付款申请单
  payee bigint, -- 收款单位
  payee_account text, -- 收款账号
  apply_amount numeric(18,2), -- 申请金额（元）
  payable_now numeric(18,2), -- 当前可付余额（元）
  approve_amount numeric(18,2), -- 核定金额（元）
  cut_amount numeric(18,2), -- 核减金额
  cut_reason text, -- 核减原因
  priority text, -- 优先级
  account_changed boolean, -- 账号近30日变更
  callback_done boolean, -- 已电话回拨核实
  over_apply integer, -- 超申请
  unsafe integer -- 账号未核实
);
create index f_pay_money_approval_pays_parent_idx on f_pay_money_approval_pays (parent_id, row_no);

-- 付款回执
create table f_pay_money_approval_vouchers (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_pay_money_approval on delete cascade,
  row_no integer not null,
  paid_apply bigint, -- 付款申请单
  paid_amount numeric(18,2), -- 实付金额（元）
  paid_date date, -- 实付日期
  bank_serial text, -- 银行流水号或票号
  pay_state text, -- 结果
  receipt jsonb, -- 回单
  succeed numeric(18,2) -- 成功金额
);
create index f_pay_money_approval_vouchers_parent_idx on f_pay_money_approval_vouchers (parent_id, row_no);
