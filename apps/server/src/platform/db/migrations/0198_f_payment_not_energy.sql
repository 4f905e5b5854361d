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
  unit_price numeric(18,4), -- 含税单价
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
