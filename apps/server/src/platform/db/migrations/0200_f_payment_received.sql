-- 到账登记 (paymentReceived): drafted from its definition.

create table f_payment_received (
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
  receipt_kind text, -- 到账类型
  our_account bigint, -- 我方收款账户
  bank_serial text, -- 银行流水号
  receipt_date date, -- 到账日期
  payer_name text, -- 付款单位
  payer_account text, -- 付款账号
  payer_note text, -- 银行附言
  receipt_amount numeric(18,2), -- 到账金额（元）
  bank_fee numeric(18,2), -- 我方承担手续费（元）
  draft_no text, -- 票据号码
  draft_due date, -- 票据到期日
  draft_bank text, -- 承兑人
  customer_name text, -- 合同客户名称
  prepaid_balance numeric(18,2), -- 客户预收余额（元）
  prepaid_use numeric(18,2), -- 本次冲抵预收（元）
  contract_unpaid numeric(18,2), -- 合同未收余额（元）
  claimer bigint, -- 认领人
  receipt_file jsonb, -- 银行回单或票据影像
  available_amount numeric(18,2), -- 可核销金额（元）
  settle_write_total numeric(18,2), -- 结算核销合计（元）
  other_write_total numeric(18,2), -- 其他应收核销合计（元）
  write_total numeric(18,2), -- 核销合计（元）
  remainder numeric(18,2), -- 余款转预收（元）
  prepaid_after numeric(18,2), -- 本次后预收余额（元）
  contract_after numeric(18,2), -- 本次后合同未收（元）
  claim_result text, -- 认领结果
  payer_relation text, -- 付款单位与客户关系
  third_party_file jsonb, -- 代付说明
  remainder_note text, -- 余款说明
  book_date date, -- 入账日期
  voucher_no text, -- 记账凭证号
  reconcile_result text -- 与银行对账单核对
);

create index f_payment_received_applicant_created_at_id_idx on f_payment_received (applicant, created_at, id);
create index f_payment_received_status_created_at_id_idx on f_payment_received (status, created_at, id);
create index f_payment_received_applicant_dept_created_at_id_idx on f_payment_received (applicant_dept, created_at, id);
create index f_payment_received_created_at_id_idx on f_payment_received (created_at, id);
create index f_payment_received_project_created_at_id_idx on f_payment_received (project, created_at, id);
create index f_payment_received_contract_idx on f_payment_received (contract);
create index f_payment_received_our_account_idx on f_payment_received (our_account);
create index f_payment_received_receipt_date_idx on f_payment_received (receipt_date);
create index f_payment_received_claimer_idx on f_payment_received (claimer);
create unique index f_payment_received_bank_serial_live on f_payment_received (bank_serial) where status in ('running', 'returned', 'approved');

create trigger f_payment_received_added after insert on f_payment_received referencing new table as changed
  for each statement execute function form_changed('paymentReceived');
create trigger f_payment_received_changed after update on f_payment_received referencing new table as changed
  for each statement execute function form_changed('paymentReceived');
create trigger f_payment_received_removed after delete on f_payment_received referencing old table as changed
  for each statement execute function form_changed('paymentReceived');

-- 结算单核销
create table f_payment_received_write_offs (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_payment_received on delete cascade,
  row_no integer not null,
  settlement bigint, -- 结算单
  settle_due date, -- 约定付款日
  settle_amount numeric(18,2), -- 结算应收（元）
  settle_cancelled numeric(18,2), -- 已取消(含在途)（元）
  settle_written numeric(18,2), -- 已核销(含在途)（元）
  outstanding numeric(18,2), -- 未收余额（元）
  write_amount numeric(18,2), -- 本次核销（元）
  after_outstanding numeric(18,2), -- 核销后未收（元）
  invoice bigint, -- 对应发票
  over_write integer -- 校验：超未收余额
);
create index f_payment_received_write_offs_parent_idx on f_payment_received_write_offs (parent_id, row_no);

-- 其他应收核销
create table f_payment_received_other_write_offs (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_payment_received on delete cascade,
  row_no integer not null,
  receivable bigint, -- 应收单
  receivable_amount numeric(18,2), -- 应收金额（元）
  receivable_written numeric(18,2), -- 已核销(含在途)（元）
  other_amount numeric(18,2), -- 本次核销（元）
  other_left numeric(18,2), -- 核销后未收（元）
  over_other integer -- 校验：超未收余额
);
create index f_payment_received_other_write_offs_parent_idx on f_payment_received_other_write_offs (parent_id, row_no);
