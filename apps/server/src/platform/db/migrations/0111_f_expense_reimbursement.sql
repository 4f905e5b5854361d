-- 费用报销 (expenseReimbursement): drafted from its definition.

create table f_expense_reimbursement (
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
  dept text, -- 部门
  claim_kind text, -- 报销类别
  bearer text, -- 费用承担主体
  claimer bigint, -- 报销人
  cost_month text, -- 成本归属月
  month_locked boolean, -- 该月已核算锁定
  budget_month text, -- 预算月份
  travel_form bigint, -- 出差申请
  travel_budget numeric(18,2), -- 出差批准预算（元）
  travel_claims integer, -- 校验：该出差单已报销次数（次）
  trip_start date, -- 出差开始
  trip_end date, -- 出差结束
  allowance_days numeric(20,1), -- 补贴人天（人天）
  allowance_standard numeric(18,2), -- 补贴标准（元/人天）
  visit_form bigint, -- 项目参观申请
  visit_claims integer, -- 校验：该参观单已报销次数（次）
  guest_unit text, -- 招待对象单位
  guest_count integer, -- 来客人数（人）
  host_count integer, -- 陪同人数（人）
  host_standard numeric(18,2), -- 人均招待标准（元/人）
  plate_no text, -- 车牌号
  mileage numeric(20,1), -- 本期行驶里程（km）
  receive_name text, -- 收款户名
  receive_bank text, -- 开户行
  receive_no text, -- 收款账号
  open_loan numeric(18,2), -- 应冲抵借款余额（元）
  over_note text, -- 超标准或无票说明
  expense_total numeric(18,2), -- 费用合计（元）
  allowance_total numeric(18,2), -- 出差补贴（元）
  claim_total numeric(18,2), -- 报销总额（元）
  invoice_total numeric(18,2), -- 票据合计（元）
  deduct_tax_total numeric(18,2), -- 可抵扣税额合计（元）
  over_total numeric(18,2), -- 超标金额合计（元）
  no_ticket_total numeric(18,2), -- 无票金额（元）
  host_per_capita numeric(18,2), -- 人均招待（元/人）
  deduct_amount numeric(18,2), -- 核减合计（元）
  approved_total numeric(18,2), -- 核定报销额（元）
  offset_total numeric(18,2), -- 冲抵借款合计（元）
  pay_total numeric(18,2), -- 应付报销人（元）
  loan_after numeric(18,2), -- 冲抵后借款余额（元）
  ticket_verified text, -- 票据查验
  account_subject text, -- 会计科目
  pay_date date, -- 付款日期
  paid_amount numeric(18,2), -- 实付金额（元）
  bank_serial text, -- 银行流水号
  pay_voucher jsonb -- 回单
);

create index f_expense_reimbursement_applicant_created_at_id_idx on f_expense_reimbursement (applicant, created_at, id);
create index f_expense_reimbursement_status_created_at_id_idx on f_expense_reimbursement (status, created_at, id);
create index f_expense_reimbursement_applicant_dept_created_at_id_idx on f_expense_reimbursement (applicant_dept, created_at, id);
create index f_expense_reimbursement_created_at_id_idx on f_expense_reimbursement (created_at, id);
create index f_expense_reimbursement_project_created_at_id_idx on f_expense_reimbursement (project, created_at, id);
create index f_expense_reimbursement_claimer_idx on f_expense_reimbursement (claimer);
create index f_expense_reimbursement_dept_idx on f_expense_reimbursement (dept);
create index f_expense_reimbursement_cost_month_idx on f_expense_reimbursement (cost_month);
create index f_expense_reimbursement_pay_date_idx on f_expense_reimbursement (pay_date);
create unique index f_expense_reimbursement_bank_serial_live on f_expense_reimbursement (bank_serial) where status in ('running', 'returned', 'approved');

create trigger f_expense_reimbursement_added after insert on f_expense_reimbursement referencing new table as changed
  for each statement execute function form_changed('expenseReimbursement');
create trigger f_expense_reimbursement_changed after update on f_expense_reimbursement referencing new table as changed
  for each statement execute function form_changed('expenseReimbursement');
create trigger f_expense_reimbursement_removed after delete on f_expense_reimbursement referencing old table as changed
  for each statement execute function form_changed('expenseReimbursement');

-- 费用明细
create table f_expense_reimbursement_expenses (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_expense_reimbursement on delete cascade,
  row_no integer not null,
  expense_date date, -- 发生日期
  subject text, -- 资金科目
  expense_item text, -- 费用项
  expense_place text, -- 地点或起讫
  expense_reason text, -- 事由
  expense_amount numeric(18,2), -- 金额（元）
  standard_amount numeric(18,2), -- 标准限额（元）
  over_standard numeric(18,2), -- 超标金额（元）
  ticket_mode text, -- 票据
  no_ticket numeric(18,2), -- 其中无票（元）
  hosting numeric(18,2), -- 其中招待（元）
  subject_left numeric(18,2), -- 科目可用预算（元）
  over_budget integer -- 校验：超科目预算
);
create index f_expense_reimbursement_expenses_parent_idx on f_expense_reimbursement_expenses (parent_id, row_no);

-- 票据明细
create table f_expense_reimbursement_invoices (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_expense_reimbursement on delete cascade,
  row_no integer not null,
  invoice_kind text, -- 票种
  seller_name text, -- 销方名称
  seller_tax_no text, -- 销方税号
  invoice_code text, -- 发票代码
  invoice_no text, -- 发票号码
  invoice_key text, -- 发票唯一码
  other_uses integer, -- 校验：已被其他单据使用
  issue_date date, -- 开票日期
  buyer_right boolean, -- 抬头税号正确
  invoice_net numeric(18,2), -- 不含税金额（元）
  invoice_tax numeric(18,2), -- 税额（元）
  invoice_amount numeric(18,2), -- 价税合计（元）
  deduct_tax numeric(18,2), -- 可抵扣税额（元）
  wrong_buyer integer, -- 校验：抬头有误
  invoice_file jsonb -- 票据影像
);
create index f_expense_reimbursement_invoices_parent_idx on f_expense_reimbursement_invoices (parent_id, row_no);

-- 冲抵借款
create table f_expense_reimbursement_offsets (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_expense_reimbursement on delete cascade,
  row_no integer not null,
  loan bigint, -- 借款单
  loan_paid numeric(18,2), -- 借款已付（元）
  loan_claimed numeric(18,2), -- 已冲抵(含在途)（元）
  loan_returned numeric(18,2), -- 已还款(含在途)（元）
  loan_left numeric(18,2), -- 可冲余额（元）
  offset_amount numeric(18,2), -- 本次冲抵（元）
  over_offset integer -- 校验：超可冲余额
);
create index f_expense_reimbursement_offsets_parent_idx on f_expense_reimbursement_offsets (parent_id, row_no);

-- 核减明细
create table f_expense_reimbursement_cuts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_expense_reimbursement on delete cascade,
  row_no integer not null,
  cut_subject text, -- 资金科目
  cut_amount numeric(18,2), -- 核减金额（元）
  cut_reason text -- 核减原因
);
create index f_expense_reimbursement_cuts_parent_idx on f_expense_reimbursement_cuts (parent_id, row_no);
