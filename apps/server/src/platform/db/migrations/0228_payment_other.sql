-- 非能源付款与额度报销: books first.
-- 发票使用台账 (invoiceUse): drafted from its definition.
create table b_invoice_use (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  invoice bigint, -- 发票
  kind text, -- 用途
  amount numeric(18,2), -- 金额（元）
  project text, -- 项目
  document text -- 单号
);
create index b_invoice_use_source_module_source_id_idx on b_invoice_use (source_module, source_id);
create index b_invoice_use_project_idx on b_invoice_use (project);

-- 非能源付款往来台账 (payBalance): drafted from its definition.
create table b_pay_balance (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  payment bigint, -- 付款单
  project text, -- 项目
  payee_name text, -- 收款户名
  payee_tax_no text, -- 收款方税号或身份证号
  kind text, -- 类别
  paid numeric(18,2), -- 已付（元）
  advance numeric(18,2), -- 可冲抵金额（元）
  claim_pending numeric(18,2), -- 冲抵在途（元）
  claimed numeric(18,2), -- 已冲抵（元）
  return_pending numeric(18,2), -- 退回在途（元）
  returned numeric(18,2), -- 已退回（元）
  ticket_pending numeric(18,2), -- 到票在途（元）
  ticketed numeric(18,2), -- 已到票（元）
  ticket_deadline date -- 承诺补票日期
);
create index b_pay_balance_source_module_source_id_idx on b_pay_balance (source_module, source_id);
create index b_pay_balance_project_idx on b_pay_balance (project);
create index b_pay_balance_ticket_deadline_idx on b_pay_balance (ticket_deadline);
create unique index b_pay_balance_payment_standing on b_pay_balance (payment) where not voided;
alter table b_pay_balance add constraint b_pay_balance_limit_1
  check (coalesce(claim_pending, 0) >= 0 and coalesce(claimed, 0) >= 0 and coalesce(return_pending, 0) >= 0 and coalesce(returned, 0) >= 0 and coalesce(claim_pending, 0) + coalesce(claimed, 0) + coalesce(return_pending, 0) + coalesce(returned, 0) <= greatest(coalesce(advance, 0), 0));
alter table b_pay_balance add constraint b_pay_balance_limit_2
  check (coalesce(ticket_pending, 0) >= 0 and coalesce(ticketed, 0) >= 0 and coalesce(ticket_pending, 0) + coalesce(ticketed, 0) <= greatest(coalesce(paid, 0), 0));
alter table b_pay_balance add constraint b_pay_balance_in_use
  check (not voided or coalesce(claim_pending, 0) = 0 and coalesce(claimed, 0) = 0 and coalesce(return_pending, 0) = 0 and coalesce(returned, 0) = 0 and coalesce(ticket_pending, 0) = 0);

-- 质保金台账 (retention): drafted from its definition.
create table b_retention (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  document text, -- 扣留单号
  project text, -- 项目
  supplier bigint, -- 供应商
  payee_name text, -- 收款户名
  buyer_contract bigint, -- 采购或外包合同
  project_contract bigint, -- 工程合同
  amount numeric(18,2), -- 质保金（元）
  paid numeric(18,2), -- 已付（元）
  due_on date -- 到期日
);
create index b_retention_source_module_source_id_idx on b_retention (source_module, source_id);
create index b_retention_project_idx on b_retention (project);
create index b_retention_supplier_idx on b_retention (supplier);
create index b_retention_buyer_contract_idx on b_retention (buyer_contract);
create index b_retention_project_contract_idx on b_retention (project_contract);
create index b_retention_due_on_idx on b_retention (due_on);
alter table b_retention add constraint b_retention_limit_1
  check (coalesce(paid, 0) >= 0 and coalesce(paid, 0) <= greatest(coalesce(amount, 0), 0));
alter table b_retention add constraint b_retention_in_use
  check (not voided or coalesce(paid, 0) = 0);

-- 非能源付款 (paymentNotEnergy): drafted from its definition.

create table f_payment_not_energy (
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
  pay_category text, -- 款项类别
  pay_nature text, -- 付款性质
  payee_kind text, -- 收款方类型
  supplier bigint, -- 供应商
  payee_name text, -- 收款户名
  payee_tax_no text, -- 收款方税号或身份证号
  payee_bank text, -- 开户行
  payee_bank_no text, -- 收款账号
  file_bank_no text, -- 供方档案账号
  account_changed boolean, -- 账户与供方档案不一致
  account_proof jsonb, -- 账户变更函
  pay_contract bigint, -- 采购或外包合同
  contract_amount numeric(18,2), -- 合同含税金额（元）
  contract_paid numeric(18,2), -- 合同累计已付(含在途)（元）
  contract_ticketed numeric(18,2), -- 合同累计到票(含在途)（元）
  warranty_to date, -- 合同质保到期日
  pay_term text, -- 合同付款条款
  customer_prepaid numeric(18,2), -- 客户预收余额（元）
  payable bigint, -- 应付单
  payable_amount numeric(18,2), -- 应付单金额（元）
  payable_paid numeric(18,2), -- 应付单已付(含在途与冲抵)（元）
  origin bigint, -- 原付款单
  origin_paid numeric(18,2), -- 原单已付（元）
  origin_claimed numeric(18,2), -- 原单已冲抵(含在途)（元）
  origin_returned numeric(18,2), -- 原单已退回(含在途)（元）
  origin_ticketed numeric(18,2), -- 原单已到票(含在途)（元）
  refund_amount numeric(18,2), -- 退回金额（元）
  deposit_due date, -- 保证金应退日期
  accept_state text, -- 验收状态
  accept_files jsonb, -- 验收单据
  retention_rate numeric(12,4), -- 本次扣留质保金比例
  invoice_mode text, -- 票据方式
  ticket_deadline date, -- 承诺补票日期
  budget_mode text, -- 预算占用方式
  budget_subject text, -- 资金科目
  pay_month text, -- 付款月份
  budget_available numeric(18,2), -- 科目可用预算（元）
  plan_pay_date date, -- 计划付款日
  cost_month text, -- 成本归属月
  month_locked boolean, -- 该月已核算锁定
  pay_reason text, -- 付款说明
  item_total numeric(18,2), -- 应付明细合计（元）
  deduct_total numeric(18,2), -- 扣款合计（元）
  retention_amount numeric(18,2), -- 扣留质保金（元）
  offset_total numeric(18,2), -- 冲抵预付合计（元）
  pay_total numeric(18,2), -- 本次应付（元）
  invoice_total numeric(18,2), -- 随单发票合计（元）
  ref_total_use numeric(18,2), -- 引用发票合计（元）
  deduct_tax_total numeric(18,2), -- 可抵扣税额合计（元）
  contract_after numeric(18,2), -- 付后合同累计（元）
  contract_rate numeric(12,4), -- 付后合同付款比例
  payable_after numeric(18,2), -- 付后应付余额（元）
  origin_left numeric(18,2), -- 退回后原预付余额（元）
  budget_after numeric(18,2), -- 付款后可用预算（元）
  contract_checked text, -- 合同条款与节点
  advance_reason text, -- 提前付款理由
  invoice_verified text, -- 发票查验
  approved_amount numeric(18,2), -- 核定付款金额（元）
  ledger_subject text, -- 会计科目
  pay_date date, -- 收付款日期
  pay_account bigint, -- 我方账户
  pay_method text, -- 结算方式
  paid_amount numeric(18,2), -- 实付(收)金额（元）
  bank_serial text, -- 银行流水号
  pay_voucher jsonb -- 回单
);

create index f_payment_not_energy_applicant_created_at_id_idx on f_payment_not_energy (applicant, created_at, id);
create index f_payment_not_energy_status_created_at_id_idx on f_payment_not_energy (status, created_at, id);
create index f_payment_not_energy_applicant_dept_created_at_id_idx on f_payment_not_energy (applicant_dept, created_at, id);
create index f_payment_not_energy_created_at_id_idx on f_payment_not_energy (created_at, id);
create index f_payment_not_energy_project_created_at_id_idx on f_payment_not_energy (project, created_at, id);
create index f_payment_not_energy_supplier_idx on f_payment_not_energy (supplier);
create index f_payment_not_energy_pay_contract_idx on f_payment_not_energy (pay_contract);
create index f_payment_not_energy_pay_month_idx on f_payment_not_energy (pay_month);
create index f_payment_not_energy_pay_date_idx on f_payment_not_energy (pay_date);
create unique index f_payment_not_energy_bank_serial_live on f_payment_not_energy (bank_serial) where status in ('running', 'returned', 'approved');

create trigger f_payment_not_energy_added after insert on f_payment_not_energy referencing new table as changed
  for each statement execute function form_changed('paymentNotEnergy');
create trigger f_payment_not_energy_changed after update on f_payment_not_energy referencing new table as changed
  for each statement execute function form_changed('paymentNotEnergy');
create trigger f_payment_not_energy_removed after delete on f_payment_not_energy referencing old table as changed
  for each statement execute function form_changed('paymentNotEnergy');

-- 付款明细
create table f_payment_not_energy_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_payment_not_energy on delete cascade,
  row_no integer not null,
  item_name text, -- 货物或服务
  cost_project text, -- 分摊项目
  item_spec text, -- 规格或服务期间
  quantity numeric(20,2), -- 数量
  item_unit text, -- 单位
  unit_price numeric(18,4), -- 含税单价（元）
  item_amount numeric(18,2) -- 金额（元）
);
create index f_payment_not_energy_items_parent_idx on f_payment_not_energy_items (parent_id, row_no);

-- 扣款
create table f_payment_not_energy_deductions (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_payment_not_energy on delete cascade,
  row_no integer not null,
  deduct_kind text, -- 扣款类别
  deduct_amount numeric(18,2), -- 扣款金额（元）
  deduct_basis text -- 依据
);
create index f_payment_not_energy_deductions_parent_idx on f_payment_not_energy_deductions (parent_id, row_no);

-- 冲抵预付款
create table f_payment_not_energy_offsets (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_payment_not_energy on delete cascade,
  row_no integer not null,
  advance bigint, -- 预付款单
  advance_paid numeric(18,2), -- 预付已付（元）
  advance_claimed numeric(18,2), -- 已冲抵(含在途)（元）
  advance_returned numeric(18,2), -- 已退回(含在途)（元）
  advance_left numeric(18,2), -- 预付余额（元）
  offset_amount numeric(18,2), -- 本次冲抵（元）
  over_offset integer -- 校验：超预付余额
);
create index f_payment_not_energy_offsets_parent_idx on f_payment_not_energy_offsets (parent_id, row_no);

-- 随单发票
create table f_payment_not_energy_invoices (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_payment_not_energy on delete cascade,
  row_no integer not null,
  invoice_kind text, -- 票种
  seller_tax_no text, -- 销方税号
  expect_tax_no text, -- 供方档案税号
  invoice_code text, -- 发票代码
  invoice_no text, -- 发票号码
  invoice_key text, -- 发票唯一码
  other_uses integer, -- 校验：已被其他单据使用
  is_red boolean, -- 红字发票
  blue_invoice bigint, -- 对应蓝字发票
  blue_left numeric(18,2), -- 蓝票可冲余额（元）
  issue_date date, -- 开票日期
  invoice_net numeric(18,2), -- 不含税金额(红字为负)（元）
  tax_rate numeric(12,4), -- 税率
  invoice_tax numeric(18,2), -- 税额(红字为负)（元）
  invoice_amount numeric(18,2), -- 价税合计（元）
  deduct_tax numeric(18,2), -- 可抵扣税额（元）
  wrong_seller integer, -- 校验：销方不是收款供应商
  wrong_red integer, -- 校验：红字有误
  invoice_file jsonb -- 发票文件
);
create index f_payment_not_energy_invoices_parent_idx on f_payment_not_energy_invoices (parent_id, row_no);

-- 引用已登记发票
create table f_payment_not_energy_invoice_refs (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_payment_not_energy on delete cascade,
  row_no integer not null,
  ref_invoice bigint, -- 已登记发票
  ref_total numeric(18,2), -- 发票金额（元）
  ref_used numeric(18,2), -- 已付(含在途)（元）
  ref_use numeric(18,2), -- 本次使用（元）
  ref_left numeric(18,2), -- 未付余额（元）
  over_ref integer -- 校验：超发票余额
);
create index f_payment_not_energy_invoice_refs_parent_idx on f_payment_not_energy_invoice_refs (parent_id, row_no);

-- 额度报销 (quotaReimburse): drafted from its definition.

create table f_quota_reimburse (
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
  dept text, -- 部门
  quota_action text, -- 业务类型
  quota_owner text, -- 额度归属
  quota_kind text, -- 额度类别
  quota_account bigint, -- 额度账户
  quota_month text, -- 使用月份
  carry_in numeric(18,2), -- 上期结转额度（元）
  granted numeric(18,2), -- 累计下达额度（元）
  quota_used numeric(18,2), -- 额度已用(含在途)（元）
  appropriated numeric(18,2), -- 累计已拨款（元）
  appropriation_used numeric(18,2), -- 拨款已核销(含在途)（元）
  appropriation_back numeric(18,2), -- 拨款已退回(含在途)（元）
  month_claims integer, -- 校验：本月同类已报次数（次）
  month_standard numeric(18,2), -- 月标准（元/月）
  attend_days numeric(20,1), -- 当月出勤天数（天）
  plate_no text, -- 自备车车牌
  keeper bigint, -- 备用金保管人
  cash_count numeric(18,2), -- 盘点现金余额（元）
  return_amount numeric(18,2), -- 退回拨款金额（元）
  return_reason text, -- 退回原因
  receive_no text, -- 收款账号
  item_total numeric(18,2), -- 报销合计（元）
  ticket_total numeric(18,2), -- 票据合计（元）
  approved_total numeric(18,2), -- 核定金额（元）
  quota_left numeric(18,2), -- 可用额度（元）
  appropriation_left numeric(18,2), -- 可用拨款（元）
  quota_after numeric(18,2), -- 报销后额度余额（元）
  appropriation_after numeric(18,2), -- 核销退回后拨款余额（元）
  pay_total numeric(18,2), -- 应付金额（元）
  cash_diff numeric(18,2), -- 备用金盘点差额（元）
  verified_days numeric(20,1), -- 核定天数（天）
  deduct_amount numeric(18,2), -- 核减金额（元）
  deduct_reason text, -- 核减原因
  payroll_mode text, -- 发放方式
  pay_date date, -- 收付款日期
  paid_amount numeric(18,2), -- 实付(收)金额（元）
  bank_serial text -- 流水号
);

create index f_quota_reimburse_applicant_created_at_id_idx on f_quota_reimburse (applicant, created_at, id);
create index f_quota_reimburse_status_created_at_id_idx on f_quota_reimburse (status, created_at, id);
create index f_quota_reimburse_applicant_dept_created_at_id_idx on f_quota_reimburse (applicant_dept, created_at, id);
create index f_quota_reimburse_created_at_id_idx on f_quota_reimburse (created_at, id);
create index f_quota_reimburse_project_created_at_id_idx on f_quota_reimburse (project, created_at, id);
create index f_quota_reimburse_dept_idx on f_quota_reimburse (dept);
create index f_quota_reimburse_quota_month_idx on f_quota_reimburse (quota_month);
create unique index f_quota_reimburse_bank_serial_live on f_quota_reimburse (bank_serial) where status in ('running', 'returned', 'approved');

create trigger f_quota_reimburse_added after insert on f_quota_reimburse referencing new table as changed
  for each statement execute function form_changed('quotaReimburse');
create trigger f_quota_reimburse_changed after update on f_quota_reimburse referencing new table as changed
  for each statement execute function form_changed('quotaReimburse');
create trigger f_quota_reimburse_removed after delete on f_quota_reimburse referencing old table as changed
  for each statement execute function form_changed('quotaReimburse');

-- 报销明细
create table f_quota_reimburse_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_quota_reimburse on delete cascade,
  row_no integer not null,
  person bigint, -- 使用人
  use_date date, -- 日期
  use_item text, -- 项目
  use_route text, -- 起讫或用途
  use_quantity numeric(20,1), -- 数量
  use_price numeric(18,2), -- 单价或标准（元）
  use_amount numeric(18,2) -- 金额（元）
);
create index f_quota_reimburse_items_parent_idx on f_quota_reimburse_items (parent_id, row_no);

-- 票据
create table f_quota_reimburse_tickets (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_quota_reimburse on delete cascade,
  row_no integer not null,
  seller_tax_no text, -- 销方税号
  invoice_code text, -- 发票代码
  invoice_no text, -- 发票号码
  invoice_key text, -- 发票唯一码
  other_uses integer, -- 校验：已被其他单据使用
  ticket_date date, -- 开票日期
  ticket_amount numeric(18,2), -- 价税合计（元）
  ticket_file jsonb -- 票据影像
);
create index f_quota_reimburse_tickets_parent_idx on f_quota_reimburse_tickets (parent_id, row_no);
