-- 借款 (borrowing): drafted from its definition.

create table f_borrowing (
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
  loan_action text, -- 业务类型
  borrower bigint, -- 借款人
  loan_kind text, -- 借款类别
  use_reason text, -- 借款事由
  travel_form bigint, -- 出差申请
  budget_month text, -- 预算月份
  budget_available numeric(18,2), -- 个人借款科目可用预算（元）
  borrow_limit numeric(18,2), -- 个人借款限额（元）
  open_balance numeric(18,2), -- 未清借款余额(含在途)（元）
  overdue_count integer, -- 逾期未清笔数（笔）
  expect_clear date, -- 预计清账日期
  receive_mode text, -- 收款方式
  receive_name text, -- 收款户名
  receive_bank text, -- 开户行
  receive_no text, -- 收款账号
  origin bigint, -- 原借款单
  origin_paid numeric(18,2), -- 原借款已付（元）
  origin_claimed numeric(18,2), -- 报销已冲抵(含在途)（元）
  origin_returned numeric(18,2), -- 已还款(含在途)（元）
  origin_due date, -- 原清账日期
  return_amount numeric(18,2), -- 本次还款金额（元）
  return_mode text, -- 还款方式
  return_proof jsonb, -- 还款凭证
  new_due date, -- 展期至
  extend_reason text, -- 展期原因
  extend_times integer, -- 已展期次数（次）
  attach_files jsonb, -- 依据附件
  apply_total numeric(18,2), -- 申请借款金额（元）
  origin_left numeric(18,2), -- 原借款未清余额（元）
  left_after numeric(18,2), -- 本次后未清余额（元）
  balance_after numeric(18,2), -- 本次后个人借款总额（元）
  budget_after numeric(18,2), -- 借款后可用预算（元）
  approved_amount numeric(18,2), -- 核定金额（元）
  loan_subject text, -- 往来科目
  clear_note text, -- 清账要求
  pay_date date, -- 收付款日期
  paid_amount numeric(18,2), -- 实付(收)金额（元）
  bank_serial text, -- 流水号或现金凭证号
  pay_voucher jsonb -- 回单或收据
);

create index f_borrowing_applicant_created_at_id_idx on f_borrowing (applicant, created_at, id);
create index f_borrowing_status_created_at_id_idx on f_borrowing (status, created_at, id);
create index f_borrowing_applicant_dept_created_at_id_idx on f_borrowing (applicant_dept, created_at, id);
create index f_borrowing_created_at_id_idx on f_borrowing (created_at, id);
create index f_borrowing_project_created_at_id_idx on f_borrowing (project, created_at, id);
create index f_borrowing_borrower_idx on f_borrowing (borrower);
create index f_borrowing_dept_idx on f_borrowing (dept);
create index f_borrowing_expect_clear_idx on f_borrowing (expect_clear);
create index f_borrowing_pay_date_idx on f_borrowing (pay_date);
create unique index f_borrowing_bank_serial_live on f_borrowing (bank_serial) where status in ('running', 'returned', 'approved');

create trigger f_borrowing_added after insert on f_borrowing referencing new table as changed
  for each statement execute function form_changed('borrowing');
create trigger f_borrowing_changed after update on f_borrowing referencing new table as changed
  for each statement execute function form_changed('borrowing');
create trigger f_borrowing_removed after delete on f_borrowing referencing old table as changed
  for each statement execute function form_changed('borrowing');

-- 用款计划
create table f_borrowing_uses (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_borrowing on delete cascade,
  row_no integer not null,
  use_item text, -- 用途
  use_place text, -- 地点或对象
  use_date date, -- 预计使用日期
  use_amount numeric(18,2), -- 金额（元）
  use_basis text -- 测算依据
);
create index f_borrowing_uses_parent_idx on f_borrowing_uses (parent_id, row_no);
