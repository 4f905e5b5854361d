-- Books of receivables, invoices that we issue, settlement, income, profit, quotas, payables and the customers' accounts.

-- 用户付款账户 (userPayAccount): drafted from its definition.
create table b_user_pay_account (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  contract text, -- 合同
  customer_name text, -- 客户名称
  user_no text, -- 用户户号
  account_name text, -- 付款户名
  bank_name text, -- 开户行
  bank_union_no text, -- 联行号
  account_no text, -- 账号
  tax_no text, -- 统一社会信用代码
  is_default boolean, -- 默认
  enabled text -- 状态
);
create index b_user_pay_account_source_module_source_id_idx on b_user_pay_account (source_module, source_id);
create index b_user_pay_account_project_idx on b_user_pay_account (project);
create index b_user_pay_account_contract_idx on b_user_pay_account (contract);

-- 用户收款账户 (userReceivedAccount): drafted from its definition.
create table b_user_received_account (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  company text, -- 收款主体
  account_name text, -- 户名
  bank_name text, -- 开户行
  bank_union_no text, -- 联行号
  account_no text, -- 账号
  tax_no text, -- 税号
  purpose_kind text[], -- 用途
  valid_from date, -- 生效起
  valid_to date, -- 生效止
  enabled text -- 状态
);
create index b_user_received_account_source_module_source_id_idx on b_user_received_account (source_module, source_id);
create unique index b_user_received_account_account_no_standing on b_user_received_account (account_no) where not voided;

-- 发票结算对应 (invoiceSettlement): drafted from its definition.
create table b_invoice_settlement (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  invoice bigint, -- 发票
  receivable bigint, -- 应收单
  settlement bigint, -- 结算单
  project text, -- 项目
  amount numeric(18,2), -- 金额（元）
  kind text -- 类别
);
create index b_invoice_settlement_source_module_source_id_idx on b_invoice_settlement (source_module, source_id);
create index b_invoice_settlement_project_idx on b_invoice_settlement (project);
create index b_invoice_settlement_invoice_idx on b_invoice_settlement (invoice);
create index b_invoice_settlement_receivable_idx on b_invoice_settlement (receivable);
create index b_invoice_settlement_settlement_idx on b_invoice_settlement (settlement);

-- 销项发票台账 (outputInvoice): drafted from its definition.
create table b_output_invoice (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  invoice_key text, -- 发票唯一码
  invoice_code text, -- 发票代码
  invoice_no text, -- 发票号码
  kind text, -- 发票种类
  colour text, -- 蓝字或红字
  issue_date date, -- 开票日期
  issue_month text, -- 开票月份
  project text, -- 项目
  contract text, -- 合同
  buyer_title text, -- 购方名称
  buyer_tax_no text, -- 购方税号
  fee_from text, -- 费用所属起月
  fee_to text, -- 费用所属止月
  pre_open bigint, -- 预开票单
  advance boolean, -- 结算前预开
  settlement bigint, -- 关联结算单
  net numeric(18,2), -- 不含税金额（元）
  tax numeric(18,2), -- 税额（元）
  amount numeric(18,2), -- 价税合计（元）
  red_pending numeric(18,2), -- 红冲在途（元）
  red_done numeric(18,2), -- 已红冲（元）
  match_pending numeric(18,2), -- 对应结算在途（元）
  matched numeric(18,2), -- 已对应结算（元）
  write_pending numeric(18,2), -- 核销在途（元）
  written numeric(18,2), -- 已核销回款（元）
  promise_date date, -- 承诺回款日期
  collector bigint, -- 回款责任人
  blue_invoice bigint, -- 原蓝字发票
  red_invoice bigint, -- 对应红字发票
  state text -- 状态
);
create index b_output_invoice_source_module_source_id_idx on b_output_invoice (source_module, source_id);
create index b_output_invoice_project_idx on b_output_invoice (project);
create index b_output_invoice_contract_idx on b_output_invoice (contract);
create index b_output_invoice_issue_date_idx on b_output_invoice (issue_date);
create index b_output_invoice_issue_month_idx on b_output_invoice (issue_month);
create index b_output_invoice_settlement_idx on b_output_invoice (settlement);
create index b_output_invoice_pre_open_idx on b_output_invoice (pre_open);
create unique index b_output_invoice_invoice_key_standing on b_output_invoice (invoice_key) where not voided;
alter table b_output_invoice add constraint b_output_invoice_limit_1
  check (coalesce(red_pending, 0) >= 0 and coalesce(red_done, 0) >= 0 and coalesce(red_pending, 0) + coalesce(red_done, 0) <= greatest(coalesce(amount, 0), 0));
alter table b_output_invoice add constraint b_output_invoice_limit_2
  check (coalesce(red_done, 0) >= 0 and coalesce(match_pending, 0) >= 0 and coalesce(matched, 0) >= 0 and coalesce(red_done, 0) + coalesce(match_pending, 0) + coalesce(matched, 0) <= greatest(coalesce(amount, 0), 0));
alter table b_output_invoice add constraint b_output_invoice_limit_3
  check (coalesce(red_done, 0) >= 0 and coalesce(write_pending, 0) >= 0 and coalesce(written, 0) >= 0 and coalesce(red_done, 0) + coalesce(write_pending, 0) + coalesce(written, 0) <= greatest(coalesce(amount, 0), 0));

-- 销项发票明细 (outputInvoiceLine): drafted from its definition.
create table b_output_invoice_line (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  invoice bigint, -- 发票
  project text, -- 项目
  invoice_no text, -- 发票号码
  tax_name text, -- 税收分类名称
  amount numeric(18,2), -- 含税金额（元）
  tax_rate numeric(12,4), -- 税率（%）
  red_pending numeric(18,2), -- 红冲在途（元）
  red_done numeric(18,2) -- 已红冲（元）
);
create index b_output_invoice_line_source_module_source_id_idx on b_output_invoice_line (source_module, source_id);
create index b_output_invoice_line_project_idx on b_output_invoice_line (project);
create index b_output_invoice_line_invoice_idx on b_output_invoice_line (invoice);
alter table b_output_invoice_line add constraint b_output_invoice_line_limit_1
  check (coalesce(red_pending, 0) >= 0 and coalesce(red_done, 0) >= 0 and coalesce(red_pending, 0) + coalesce(red_done, 0) <= greatest(coalesce(amount, 0), 0));

-- 销项税台账 (outputTax): drafted from its definition.
create table b_output_tax (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  month text, -- 税期
  project text, -- 项目
  invoice bigint, -- 发票
  kind text, -- 类别
  net numeric(18,2), -- 不含税金额（元）
  tax numeric(18,2) -- 销项税额（元）
);
create index b_output_tax_source_module_source_id_idx on b_output_tax (source_module, source_id);
create index b_output_tax_month_idx on b_output_tax (month);
create index b_output_tax_project_idx on b_output_tax (project);
create index b_output_tax_invoice_idx on b_output_tax (invoice);

-- 供应商应付台账 (supplierPayable): drafted from its definition.
create table b_supplier_payable (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  payable_no text, -- 应付单号
  supplier bigint, -- 供应商
  payee_name text, -- 收款方
  project text, -- 项目
  contract bigint, -- 采购或外包合同
  subject text, -- 事项
  amount numeric(18,2), -- 应付金额（元）
  pay_pending numeric(18,2), -- 付款在途（元）
  paid numeric(18,2), -- 已付（元）
  due_date date, -- 约定付款日
  cost_booked boolean, -- 来源单已计成本
  state text -- 状态
);
create index b_supplier_payable_source_module_source_id_idx on b_supplier_payable (source_module, source_id);
create index b_supplier_payable_supplier_idx on b_supplier_payable (supplier);
create index b_supplier_payable_project_idx on b_supplier_payable (project);
create index b_supplier_payable_contract_idx on b_supplier_payable (contract);
create index b_supplier_payable_due_date_idx on b_supplier_payable (due_date);
alter table b_supplier_payable add constraint b_supplier_payable_limit_1
  check (coalesce(pay_pending, 0) >= 0 and coalesce(paid, 0) >= 0 and coalesce(pay_pending, 0) + coalesce(paid, 0) <= greatest(coalesce(amount, 0), 0));

-- 亏损项目台账 (lossProject): drafted from its definition.
create table b_loss_project (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  contract text, -- 合同
  month_from text, -- 分析起月
  month_to text, -- 分析止月
  loss_nature text, -- 亏损性质
  loss_months integer, -- 连续亏损月数（月）
  profit numeric(18,2), -- 期间利润（元）
  confirmed_loss numeric(18,2), -- 核定利润（元）
  month_gain numeric(18,2), -- 措施月增利（元）
  turn_month text, -- 预计扭亏月份
  decision text, -- 处置决定
  verify_month text, -- 验证月份
  verify_profit numeric(18,2), -- 验证月利润（元）
  verify_result text -- 效果
);
create index b_loss_project_source_module_source_id_idx on b_loss_project (source_module, source_id);
create index b_loss_project_project_idx on b_loss_project (project);
create index b_loss_project_contract_idx on b_loss_project (contract);
create index b_loss_project_month_from_idx on b_loss_project (month_from);

-- 项目利润台账 (projectProfit): drafted from its definition.
create table b_project_profit (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  contract text, -- 合同
  month text, -- 核算月份
  season text, -- 所属季节
  charge_model text, -- 收费模式
  income numeric(18,2), -- 收入(不含税)（元）
  energy_cost numeric(18,2), -- 能源成本（元）
  labor_cost numeric(18,2), -- 人工成本（元）
  other_cost numeric(18,2), -- 其他直接成本（元）
  overhead numeric(18,2), -- 折旧、利息、管理费与税金（元）
  cost numeric(18,2), -- 成本合计（元）
  gross_profit numeric(18,2), -- 运营毛利（元）
  profit numeric(18,2), -- 项目利润（元）
  adjust numeric(18,2), -- 财务调整（元）
  confirmed_profit numeric(18,2), -- 核定利润（元）
  budget_income numeric(18,2), -- 预算收入（元）
  budget_profit numeric(18,2), -- 预算利润（元）
  received numeric(18,2), -- 实际回款（元）
  loss_nature text, -- 亏损性质
  decision text -- 处置决定
);
create index b_project_profit_source_module_source_id_idx on b_project_profit (source_module, source_id);
create index b_project_profit_project_idx on b_project_profit (project);
create index b_project_profit_contract_idx on b_project_profit (contract);
create index b_project_profit_month_idx on b_project_profit (month);
create unique index b_project_profit_project_month_standing on b_project_profit (project, month) where not voided;

-- 报销额度账户 (quotaAccount): drafted from its definition.
create table b_quota_account (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  account_name text, -- 账户
  year integer, -- 年度
  quota_owner text, -- 额度归属
  quota_kind text, -- 额度类别
  employee bigint, -- 员工
  project text, -- 项目
  keeper bigint, -- 备用金保管人
  month_standard numeric(18,2), -- 月标准（元/月）
  carry_in numeric(18,2), -- 上期结转额度（元）
  granted numeric(18,2), -- 累计下达额度（元）
  use_pending numeric(18,2), -- 额度在途（元）
  used_done numeric(18,2), -- 额度已用（元）
  appropriated numeric(18,2), -- 累计已拨款（元）
  clear_pending numeric(18,2), -- 拨款核销在途（元）
  cleared numeric(18,2), -- 拨款已核销（元）
  return_pending numeric(18,2), -- 拨款退回在途（元）
  returned numeric(18,2) -- 拨款已退回（元）
);
create index b_quota_account_source_module_source_id_idx on b_quota_account (source_module, source_id);
create index b_quota_account_employee_idx on b_quota_account (employee);
create index b_quota_account_project_idx on b_quota_account (project);
create index b_quota_account_keeper_idx on b_quota_account (keeper);
create unique index b_quota_account_account_name_standing on b_quota_account (account_name) where not voided;
alter table b_quota_account add constraint b_quota_account_limit_1
  check (coalesce(use_pending, 0) >= 0 and coalesce(used_done, 0) >= 0 and coalesce(use_pending, 0) + coalesce(used_done, 0) <= greatest(coalesce(carry_in, 0) + coalesce(granted, 0), 0));
alter table b_quota_account add constraint b_quota_account_limit_2
  check (coalesce(clear_pending, 0) >= 0 and coalesce(cleared, 0) >= 0 and coalesce(return_pending, 0) >= 0 and coalesce(returned, 0) >= 0 and coalesce(clear_pending, 0) + coalesce(cleared, 0) + coalesce(return_pending, 0) + coalesce(returned, 0) <= greatest(coalesce(appropriated, 0), 0));

-- 票据台账 (acceptanceDraft): drafted from its definition.
create table b_acceptance_draft (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  draft_no text, -- 票据号码
  acceptor text, -- 承兑人
  received_on date, -- 收票日期
  due_date date, -- 到期日
  payer_name text, -- 付款单位
  project text, -- 项目
  contract text, -- 合同
  amount numeric(18,2), -- 票面金额（元）
  state text -- 状态
);
create index b_acceptance_draft_source_module_source_id_idx on b_acceptance_draft (source_module, source_id);
create index b_acceptance_draft_project_idx on b_acceptance_draft (project);
create index b_acceptance_draft_contract_idx on b_acceptance_draft (contract);
create index b_acceptance_draft_due_date_idx on b_acceptance_draft (due_date);
create unique index b_acceptance_draft_draft_no_standing on b_acceptance_draft (draft_no) where not voided;

-- 客户往来账户 (customerAccount): drafted from its definition.
create table b_customer_account (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  contract text, -- 合同
  prepaid_in numeric(18,2), -- 预收转入（元）
  use_pending numeric(18,2), -- 冲抵在途（元）
  used numeric(18,2), -- 已冲抵（元）
  refund_pending numeric(18,2), -- 退款在途（元）
  refunded numeric(18,2), -- 已退款（元）
  invoice_pending numeric(18,2) -- 开票在途（元）
);
create index b_customer_account_source_module_source_id_idx on b_customer_account (source_module, source_id);
create index b_customer_account_project_idx on b_customer_account (project);
create index b_customer_account_contract_idx on b_customer_account (contract);
create unique index b_customer_account_contract_standing on b_customer_account (contract) where not voided;
alter table b_customer_account add constraint b_customer_account_limit_1
  check (coalesce(use_pending, 0) >= 0 and coalesce(used, 0) >= 0 and coalesce(refund_pending, 0) >= 0 and coalesce(refunded, 0) >= 0 and coalesce(use_pending, 0) + coalesce(used, 0) + coalesce(refund_pending, 0) + coalesce(refunded, 0) <= greatest(coalesce(prepaid_in, 0), 0));

-- 客户预收台账 (prepaidLedger): drafted from its definition.
create table b_prepaid_ledger (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  contract text, -- 合同
  customer_name text, -- 客户名称
  kind text, -- 类别
  happened_on date, -- 日期
  amount numeric(18,2), -- 金额（元）
  source_no text -- 来源单号
);
create index b_prepaid_ledger_source_module_source_id_idx on b_prepaid_ledger (source_module, source_id);
create index b_prepaid_ledger_project_idx on b_prepaid_ledger (project);
create index b_prepaid_ledger_contract_idx on b_prepaid_ledger (contract);
create index b_prepaid_ledger_happened_on_idx on b_prepaid_ledger (happened_on);

-- 到账流水 (receiptLedger): drafted from its definition.
create table b_receipt_ledger (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  receipt bigint, -- 到账登记
  account bigint, -- 我方收款账户
  bank_serial text, -- 银行流水号
  receipt_date date, -- 到账日期
  kind text, -- 到账类型
  payer_name text, -- 付款单位
  project text, -- 项目
  contract text, -- 合同
  amount numeric(18,2), -- 到账金额（元）
  bank_fee numeric(18,2), -- 我方承担手续费（元）
  written numeric(18,2), -- 核销合计（元）
  to_prepaid numeric(18,2), -- 转预收（元）
  state text -- 状态
);
create index b_receipt_ledger_source_module_source_id_idx on b_receipt_ledger (source_module, source_id);
create index b_receipt_ledger_account_idx on b_receipt_ledger (account);
create index b_receipt_ledger_receipt_date_idx on b_receipt_ledger (receipt_date);
create index b_receipt_ledger_project_idx on b_receipt_ledger (project);
create index b_receipt_ledger_contract_idx on b_receipt_ledger (contract);
create unique index b_receipt_ledger_account_bank_serial_standing on b_receipt_ledger (account, bank_serial) where not voided;

-- 应收台账 (receivableLedger): drafted from its definition.
create table b_receivable_ledger (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  receivable_no text, -- 应收单号
  source_kind text, -- 应收来源
  project text, -- 项目
  contract text, -- 合同
  customer_name text, -- 客户名称
  settlement bigint, -- 结算单
  measurement bigint, -- 计量收费单
  period_start date, -- 费用期起
  period_end date, -- 费用期止
  book_month text, -- 入账月份
  due_date date, -- 约定付款日
  amount numeric(18,2), -- 应收金额（元）
  dispute_amount numeric(18,2), -- 其中待协商（元）
  cancel_pending numeric(18,2), -- 取消在途（元）
  cancelled numeric(18,2), -- 已取消（元）
  write_pending numeric(18,2), -- 核销在途（元）
  written numeric(18,2), -- 已核销（元）
  invoice_pending numeric(18,2), -- 开票在途（元）
  invoiced numeric(18,2), -- 已开票净额（元）
  last_receipt date, -- 最近到账日
  overdue_days integer, -- 逾期天数（天）
  state text -- 状态
);
create index b_receivable_ledger_source_module_source_id_idx on b_receivable_ledger (source_module, source_id);
create index b_receivable_ledger_project_idx on b_receivable_ledger (project);
create index b_receivable_ledger_contract_idx on b_receivable_ledger (contract);
create index b_receivable_ledger_settlement_idx on b_receivable_ledger (settlement);
create index b_receivable_ledger_book_month_idx on b_receivable_ledger (book_month);
create index b_receivable_ledger_due_date_idx on b_receivable_ledger (due_date);
alter table b_receivable_ledger add constraint b_receivable_ledger_limit_1
  check (coalesce(cancelled, 0) >= 0 and coalesce(write_pending, 0) >= 0 and coalesce(written, 0) >= 0 and coalesce(cancelled, 0) + coalesce(write_pending, 0) + coalesce(written, 0) <= greatest(coalesce(amount, 0), 0));
alter table b_receivable_ledger add constraint b_receivable_ledger_limit_2
  check (coalesce(cancel_pending, 0) >= 0 and coalesce(cancelled, 0) >= 0 and coalesce(cancel_pending, 0) + coalesce(cancelled, 0) <= greatest(coalesce(amount, 0), 0));
alter table b_receivable_ledger add constraint b_receivable_ledger_limit_3
  check (coalesce(invoice_pending, 0) >= 0 and coalesce(invoiced, 0) >= 0 and coalesce(invoice_pending, 0) + coalesce(invoiced, 0) <= greatest(coalesce(amount, 0), 0));

-- 应收明细 (receivableLine): drafted from its definition.
create table b_receivable_line (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  receivable bigint, -- 应收单
  project text, -- 项目
  receivable_no text, -- 应收单号
  line_name text, -- 费用项或户名表号
  basis bigint, -- 结算依据单
  subject text, -- 收入科目
  amount numeric(18,2), -- 含税金额（元）
  tax_rate numeric(12,4), -- 税率（%）
  cancel_pending numeric(18,2), -- 取消在途（元）
  cancelled numeric(18,2) -- 已取消（元）
);
create index b_receivable_line_source_module_source_id_idx on b_receivable_line (source_module, source_id);
create index b_receivable_line_project_idx on b_receivable_line (project);
create index b_receivable_line_receivable_idx on b_receivable_line (receivable);
create index b_receivable_line_basis_idx on b_receivable_line (basis);

-- 核销明细 (writeOff): drafted from its definition.
create table b_write_off (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  receipt bigint, -- 到账登记
  receivable bigint, -- 应收单
  settlement bigint, -- 结算单
  invoice bigint, -- 对应发票
  project text, -- 项目
  contract text, -- 合同
  written_on date, -- 到账日期
  due_date date, -- 约定付款日
  overdue_days integer, -- 逾期天数（天）
  by_prepaid boolean, -- 预收冲抵
  amount numeric(18,2), -- 核销金额（元）
  note text -- 说明
);
create index b_write_off_source_module_source_id_idx on b_write_off (source_module, source_id);
create index b_write_off_project_idx on b_write_off (project);
create index b_write_off_contract_idx on b_write_off (contract);
create index b_write_off_receipt_idx on b_write_off (receipt);
create index b_write_off_receivable_idx on b_write_off (receivable);
create index b_write_off_settlement_idx on b_write_off (settlement);
create index b_write_off_invoice_idx on b_write_off (invoice);
create index b_write_off_written_on_idx on b_write_off (written_on);

-- 项目收入台账 (projectIncome): drafted from its definition.
create table b_project_income (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  contract text, -- 合同
  month text, -- 入账月份
  subject text, -- 收入科目
  settlement bigint, -- 结算单
  amount numeric(18,2), -- 不含税收入（元）
  tax numeric(18,2), -- 税额（元）
  source_no text -- 来源单号
);
create index b_project_income_source_module_source_id_idx on b_project_income (source_module, source_id);
create index b_project_income_project_idx on b_project_income (project);
create index b_project_income_contract_idx on b_project_income (contract);
create index b_project_income_month_idx on b_project_income (month);

-- 结算依据台账 (settlementBasis): drafted from its definition.
create table b_settlement_basis (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  basis_no text, -- 依据单号
  kind text, -- 依据类别
  item text, -- 内容
  project text, -- 项目
  contract text, -- 合同
  month text, -- 结算月份
  period_start date, -- 起
  period_end date, -- 止
  quantity numeric(20,3), -- 数量
  unit text, -- 单位
  our_quantity numeric(20,3), -- 其中我方承担数量
  amount numeric(18,2), -- 金额（元）
  receivable bigint, -- 由结算承接的应收单
  settling integer, -- 结算在途（次）
  settled integer, -- 已结算（次）
  state text -- 状态
);
create index b_settlement_basis_source_module_source_id_idx on b_settlement_basis (source_module, source_id);
create index b_settlement_basis_project_idx on b_settlement_basis (project);
create index b_settlement_basis_contract_idx on b_settlement_basis (contract);
create index b_settlement_basis_month_idx on b_settlement_basis (month);
alter table b_settlement_basis add constraint b_settlement_basis_limit_1
  check (coalesce(settling, 0) >= 0 and coalesce(settled, 0) >= 0 and coalesce(settling, 0) + coalesce(settled, 0) <= 1);

-- Settlement basis and receivables were tables of their own: what stands in them moves into the books.
insert into b_settlement_basis (source_module, source_id, source_effect, voided, basis_no, kind, item, project, month, quantity, unit, our_quantity,
    amount, state)
  select s.source_module, s.source_id, s.source_module || '.basis', s.voided, coalesce(e.serial, ''), '电量', s.month || ' 电量确认', s.project_code,
    s.month, s.quantity, 'kWh', s.our_quantity, s.amount, '未结算'
  from settlement_basis s left join f_electricity_meter e on s.source_module = 'electricityMeter' and e.id = s.source_id order by s.id;
insert into b_receivable_ledger (source_module, source_id, source_effect, voided, receivable_no, source_kind, project, amount, written, state)
  select r.source_module, r.source_id, r.source_module || '.receivable', r.voided, coalesce(m.serial, ''), '有偿维修', r.project_code, r.amount,
    r.settled, case when r.settled = r.amount then '已收清' else '未收清' end
  from receivable_ledger r left join f_maintenance_records m on r.source_module = 'maintenanceRecords' and m.id = r.source_id order by r.id;
update effect_log set note = note || '{"books": "b_settlement_basis"}' where effect = 'electricityMeter.basis' and reversed_at is null;
update effect_log set note = note || '{"books": "b_receivable_ledger"}' where effect = 'maintenanceRecords.receivable' and reversed_at is null;
drop table settlement_basis;
drop table receivable_ledger;
