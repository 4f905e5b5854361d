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
