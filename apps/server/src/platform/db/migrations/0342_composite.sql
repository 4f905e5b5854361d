-- 外协服务与费用代缴: the book of bills that were paid for others, then the forms.
-- 代缴账单台账 (behalfBill): drafted from its definition.
create table b_behalf_bill (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  fee_type text, -- 费用类别
  payee_unit text, -- 收费单位
  account_no text, -- 户号或表号
  month text, -- 账期
  amount numeric(18,2), -- 账单金额（元）
  behalf_name text, -- 被代缴单位
  document text -- 单号
);
create index b_behalf_bill_source_module_source_id_idx on b_behalf_bill (source_module, source_id);
create index b_behalf_bill_project_idx on b_behalf_bill (project);
create index b_behalf_bill_month_idx on b_behalf_bill (month);
create unique index b_behalf_bill_payee_unit_account_no_month_standing on b_behalf_bill (payee_unit, account_no, month) where not voided;

-- 外协服务 (outService): drafted from its definition.

create table f_out_service (
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
  device bigint, -- 设备
  service_type text, -- 服务类型
  urgency text, -- 紧急程度
  fault_desc text, -- 现状与故障描述
  out_reason text, -- 外协原因
  in_warranty boolean, -- 是否质保期内
  cost_bearer text, -- 费用承担方
  client_share numeric(12,4), -- 客户承担比例
  select_mode text, -- 选定方式
  supplier bigint, -- 拟选外协单位
  out_contract bigint, -- 外包合同
  supplier_contact text, -- 外协联系人
  supplier_phone text, -- 联系电话
  plan_start timestamptz, -- 计划进场时间
  plan_end timestamptz, -- 计划完成时间
  need_stop boolean, -- 是否需停机/停供
  stop_notice text, -- 客户停供告知情况
  danger_work text[], -- 危险作业
  site_photos jsonb, -- 现场照片
  total_amount numeric(18,2), -- 预计总金额
  total_tax numeric(18,2), -- 税额合计
  client_amount numeric(18,2), -- 客户承担金额
  company_amount numeric(18,2), -- 公司承担金额
  quote_count integer, -- 报价家数
  tech_plan text, -- 技术方案与验收标准
  deal_amount numeric(18,2), -- 核定金额
  price_basis text, -- 核价依据
  actual_start timestamptz, -- 实际进场时间
  actual_end timestamptz, -- 实际完工时间
  before_after text, -- 关键参数前后对比
  accept_result text, -- 验收结论
  service_score integer, -- 服务评分
  final_amount numeric(18,2), -- 结算金额
  work_order jsonb, -- 服务单与检测报告
  warranty_to date, -- 质保到期日
  next_inspect date -- 下次检验日期
);

create index f_out_service_applicant_created_at_id_idx on f_out_service (applicant, created_at, id);
create index f_out_service_status_created_at_id_idx on f_out_service (status, created_at, id);
create index f_out_service_applicant_dept_created_at_id_idx on f_out_service (applicant_dept, created_at, id);
create index f_out_service_created_at_id_idx on f_out_service (created_at, id);
create index f_out_service_project_created_at_id_idx on f_out_service (project, created_at, id);
create index f_out_service_supplier_idx on f_out_service (supplier);
create index f_out_service_plan_start_idx on f_out_service (plan_start);

create trigger f_out_service_added after insert on f_out_service referencing new table as changed
  for each statement execute function form_changed('outService');
create trigger f_out_service_changed after update on f_out_service referencing new table as changed
  for each statement execute function form_changed('outService');
create trigger f_out_service_removed after delete on f_out_service referencing old table as changed
  for each statement execute function form_changed('outService');

-- 服务明细
create table f_out_service_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_out_service on delete cascade,
  row_no integer not null,
  item_name text, -- 服务/材料名称
  spec text, -- 规格要求
  item_unit text, -- 单位
  quantity numeric(20,2), -- 数量
  unit_price numeric(18,4), -- 含税单价
  tax_rate numeric(12,4), -- 税率
  amount numeric(18,2), -- 含税金额
  tax_amount numeric(18,2) -- 其中税额
);
create index f_out_service_items_parent_idx on f_out_service_items (parent_id, row_no);

-- 比价记录
create table f_out_service_quotes (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_out_service on delete cascade,
  row_no integer not null,
  quote_unit bigint, -- 报价单位
  quote_total numeric(18,2), -- 报价总额
  days integer, -- 工期（天）
  warranty_months integer, -- 质保期（个月）
  quote_file jsonb -- 报价单
);
create index f_out_service_quotes_parent_idx on f_out_service_quotes (parent_id, row_no);

-- 费用代缴 (feePaymentBehalf): drafted from its definition.

create table f_fee_payment_behalf (
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
  fee_type text, -- 代缴费用类别
  behalf_of text, -- 代缴对象
  behalf_name text, -- 被代缴单位名称
  behalf_reason text, -- 代缴原因
  contract_basis text, -- 合同依据条款
  entrust_file jsonb, -- 客户委托书/函件
  payee_unit text, -- 收费单位
  payee_bank text, -- 收款开户行
  payee_account text, -- 收款账号
  last_pay_date date, -- 最迟缴费日
  service_rate numeric(12,4), -- 代缴服务费率
  recover_mode text, -- 收回方式
  recover_date date, -- 预计收回日期
  unrecovered numeric(18,2), -- 该对象未收回代缴余额
  invoice_to text, -- 发票抬头
  bill_total numeric(18,2), -- 代缴金额合计
  late_total numeric(18,2), -- 滞纳金合计
  service_fee numeric(18,2), -- 代缴服务费
  recoverable numeric(18,2), -- 应收回总额
  balance_after numeric(18,2), -- 代缴后未收回余额
  ledger_subject text, -- 记账科目
  recover_certain text, -- 收回可能性
  pay_date date, -- 付款日期
  pay_account bigint, -- 我方账户
  bank_serial text, -- 银行流水号
  paid_amount numeric(18,2), -- 实付金额
  pay_voucher jsonb -- 缴费凭证
);

create index f_fee_payment_behalf_applicant_created_at_id_idx on f_fee_payment_behalf (applicant, created_at, id);
create index f_fee_payment_behalf_status_created_at_id_idx on f_fee_payment_behalf (status, created_at, id);
create index f_fee_payment_behalf_applicant_dept_created_at_id_idx on f_fee_payment_behalf (applicant_dept, created_at, id);
create index f_fee_payment_behalf_created_at_id_idx on f_fee_payment_behalf (created_at, id);
create index f_fee_payment_behalf_project_created_at_id_idx on f_fee_payment_behalf (project, created_at, id);
create index f_fee_payment_behalf_recover_date_idx on f_fee_payment_behalf (recover_date);
create unique index f_fee_payment_behalf_bank_serial_live on f_fee_payment_behalf (bank_serial) where status in ('running', 'returned', 'approved');

create trigger f_fee_payment_behalf_added after insert on f_fee_payment_behalf referencing new table as changed
  for each statement execute function form_changed('feePaymentBehalf');
create trigger f_fee_payment_behalf_changed after update on f_fee_payment_behalf referencing new table as changed
  for each statement execute function form_changed('feePaymentBehalf');
create trigger f_fee_payment_behalf_removed after delete on f_fee_payment_behalf referencing old table as changed
  for each statement execute function form_changed('feePaymentBehalf');

-- 缴费账单
create table f_fee_payment_behalf_bills (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_fee_payment_behalf on delete cascade,
  row_no integer not null,
  account_no text, -- 户号/表号
  bill_month text, -- 账期
  last_reading numeric(20,2), -- 上期表底
  this_reading numeric(20,2), -- 本期表底
  ratio numeric(20,2), -- 倍率
  quantity numeric(20,2), -- 用量
  bill_unit text, -- 单位
  unit_price numeric(18,4), -- 单价
  late_fee numeric(18,2), -- 滞纳金
  bill_amount numeric(18,2), -- 账单金额
  diff_amount numeric(18,2), -- 与表计测算差额
  bill_file jsonb -- 账单照片
);
create index f_fee_payment_behalf_bills_parent_idx on f_fee_payment_behalf_bills (parent_id, row_no);

