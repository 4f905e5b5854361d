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
