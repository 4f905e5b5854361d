-- 能源付款 (payment): drafted from its definition.

create table f_payment (
  id bigint generated always as identity primary key,
  serial text unique,
  status text not null default 'draft',
  version integer not null default 1,
  applicant bigint not null references app_user,
  applicant_dept text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  submitted_at timestamptz,
  finished_at timestamptz,
  project text, -- 项目
  contract text, -- 合同
  energy_type text, -- 能源种类
  pay_kind text, -- 付款性质
  payee_account bigint, -- 能源收款账户
  payee_name text, -- 供能单位
  payee_tax_no text, -- 供能单位税号
  payee_bank text, -- 开户行
  payee_bank_no text, -- 收款账号
  period_start date, -- 计费期起
  period_end date, -- 计费期止
  cost_month text, -- 成本归属月
  month_locked boolean, -- 该月已核算锁定
  pay_month text, -- 付款月份
  latest_pay_date date, -- 最迟付款日
  origin bigint, -- 原付款单
  origin_paid numeric(18,2), -- 原单已付金额（元）
  origin_claimed numeric(18,2), -- 原单已冲抵(含在途)（元）
  origin_returned numeric(18,2), -- 原单已退回(含在途)（元）
  origin_ticketed numeric(18,2), -- 原单已到票(含在途)（元）
  recharge_amount numeric(18,2), -- 预付充值金额（元）
  advance_offset numeric(18,2), -- 本次冲抵预付（元）
  refund_amount numeric(18,2), -- 预付退回金额（元）
  invoice_mode text, -- 票据方式
  ticket_deadline date, -- 承诺补票日期
  last_quantity numeric(20,2), -- 上期用量
  last_year_quantity numeric(20,2), -- 去年同期用量
  budget_subject text, -- 资金科目
  budget_available numeric(18,2), -- 能源科目可用预算（元）
  change_reason text, -- 用量异常说明
  bill_files jsonb, -- 供能账单
  quantity_total numeric(20,2), -- 结算总用量
  meter_amount numeric(18,2), -- 计量金额（元）
  charge_total numeric(18,2), -- 其他费用合计（元）
  late_fee_total numeric(18,2), -- 其中违约金（元）
  bill_total numeric(18,2), -- 账单总额（元）
  pay_total numeric(18,2), -- 应付金额（元）
  average_price numeric(18,4), -- 综合单价
  quantity_change numeric(12,4), -- 较上期增减
  year_change numeric(12,4), -- 较去年同期增减
  over_gap_count integer, -- 自抄差异超限行数（行）
  invoice_total numeric(18,2), -- 发票合计（元）
  deduct_total numeric(18,2), -- 可抵扣税额合计（元）
  origin_left numeric(18,2), -- 本次后预付余额（元）
  budget_after numeric(18,2), -- 付款后可用预算（元）
  reading_checked text, -- 账单与表计核对
  data_opinion text, -- 用量核对意见
  data_note text, -- 核对说明
  invoice_verified text, -- 发票查验
  cost_subject text, -- 成本科目
  approved_amount numeric(18,2), -- 核定付款金额（元）
  pay_date date, -- 收付款日期
  pay_account bigint, -- 我方账户
  pay_method text, -- 结算方式
  paid_amount numeric(18,2), -- 实付(收)金额（元）
  bank_serial text, -- 银行流水号
  pay_voucher jsonb -- 回单
);

create index f_payment_applicant_created_at_id_idx on f_payment (applicant, created_at, id);
create index f_payment_status_created_at_id_idx on f_payment (status, created_at, id);
create index f_payment_applicant_dept_created_at_id_idx on f_payment (applicant_dept, created_at, id);
create index f_payment_created_at_id_idx on f_payment (created_at, id);
create index f_payment_project_created_at_id_idx on f_payment (project, created_at, id);
create index f_payment_cost_month_idx on f_payment (cost_month);
create index f_payment_pay_month_idx on f_payment (pay_month);
create index f_payment_pay_date_idx on f_payment (pay_date);
create unique index f_payment_bank_serial_live on f_payment (bank_serial) where status in ('running', 'returned', 'approved');

create trigger f_payment_added after insert on f_payment referencing new table as changed
  for each statement execute function form_changed('payment');
create trigger f_payment_changed after update on f_payment referencing new table as changed
  for each statement execute function form_changed('payment');
create trigger f_payment_removed after delete on f_payment referencing old table as changed
  for each statement execute function form_changed('payment');

-- 计量明细
create table f_payment_meters (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_payment on delete cascade,
  row_no integer not null,
  account_no text, -- 户号
  meter_no text, -- 表号
  confirm bigint, -- 主能源确认单
  tariff text, -- 计价档
  last_reading numeric(20,2), -- 上期止码
  this_reading numeric(20,2), -- 本期止码
  ratio numeric(20,4), -- 倍率
  adjust_quantity numeric(20,2), -- 变损线损及换表加减量
  quantity numeric(20,2), -- 结算用量
  meter_unit text, -- 单位
  unit_price numeric(18,4), -- 含税单价
  amount numeric(18,2), -- 金额（元）
  own_quantity numeric(20,2), -- 我方抄见量
  gap_rate numeric(12,4), -- 与自抄差异率
  over_gap integer, -- 校验：差异超3%
  reverse integer, -- 校验：止码倒走
  paid_before integer -- 校验：该户号账期已付
);
create index f_payment_meters_parent_idx on f_payment_meters (parent_id, row_no);

-- 其他费用
create table f_payment_charges (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_payment on delete cascade,
  row_no integer not null,
  charge_item text, -- 费用项
  charge_amount numeric(18,2), -- 金额(退补为负)（元）
  late_fee numeric(18,2), -- 其中违约金（元）
  charge_note text -- 说明
);
create index f_payment_charges_parent_idx on f_payment_charges (parent_id, row_no);

-- 发票明细
create table f_payment_invoices (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_payment on delete cascade,
  row_no integer not null,
  invoice_kind text, -- 票种
  seller_tax_no text, -- 销方税号
  invoice_code text, -- 发票代码
  invoice_no text, -- 发票号码
  invoice_key text, -- 发票唯一码
  other_uses integer, -- 校验：已被其他单据使用
  issue_date date, -- 开票日期
  invoice_net numeric(18,2), -- 不含税金额（元）
  invoice_tax numeric(18,2), -- 税额（元）
  invoice_amount numeric(18,2), -- 价税合计（元）
  deduct_tax numeric(18,2), -- 可抵扣税额（元）
  expect_tax_no text, -- 供能单位税号
  wrong_seller integer, -- 校验：销方与供能单位不符
  invoice_file jsonb -- 发票文件
);
create index f_payment_invoices_parent_idx on f_payment_invoices (parent_id, row_no);
