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
  paid_amount numeric(18,2), -- 实付金额
  pay_voucher jsonb -- 缴费凭证
);

create index f_fee_payment_behalf_applicant_created_at_id_idx on f_fee_payment_behalf (applicant, created_at, id);
create index f_fee_payment_behalf_status_created_at_id_idx on f_fee_payment_behalf (status, created_at, id);
create index f_fee_payment_behalf_applicant_dept_created_at_id_idx on f_fee_payment_behalf (applicant_dept, created_at, id);
create index f_fee_payment_behalf_created_at_id_idx on f_fee_payment_behalf (created_at, id);
create index f_fee_payment_behalf_project_created_at_id_idx on f_fee_payment_behalf (project, created_at, id);
create index f_fee_payment_behalf_recover_date_idx on f_fee_payment_behalf (recover_date);

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
