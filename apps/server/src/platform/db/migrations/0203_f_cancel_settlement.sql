-- 取消结算 (cancelSettlement): drafted from its definition.

create table f_cancel_settlement (
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
  receivable bigint, -- 应收单
  source_kind text, -- 应收来源
  settlement bigint, -- 结算单
  charge bigint, -- 计量收费单
  customer_name text, -- 客户或用户
  period_start date, -- 结算期起
  period_end date, -- 结算期止
  original_amount numeric(18,2), -- 原应收金额（元）
  cancelled_before numeric(18,2), -- 已取消(含在途)（元）
  written_off numeric(18,2), -- 已核销(含在途)（元）
  pending_write_off numeric(18,2), -- 其中核销在途（元）
  invoiced_net numeric(18,2), -- 已开票净额（元）
  cancel_scope text, -- 取消范围
  cancel_reason text, -- 取消原因
  error_duty text, -- 差错责任
  cancel_month text, -- 冲减入账月份
  month_locked boolean, -- 该月已核算锁定
  invoice_handle text, -- 已开发票处理
  received_handle text, -- 已收款处理
  customer_file jsonb, -- 客户函件或协商记录
  cancel_note text, -- 情况说明
  cancel_total numeric(18,2), -- 本次取消合计（元）
  net_total numeric(18,2), -- 冲减不含税收入合计（元）
  tax_total numeric(18,2), -- 冲减税额合计（元）
  amount_after numeric(18,2), -- 取消后应收（元）
  over_invoiced numeric(18,2), -- 需冲红或作废金额（元）
  over_received numeric(18,2), -- 需处理已收款（元）
  unpaid_after numeric(18,2), -- 取消后未收余额（元）
  invoice_checked text, -- 发票与税期核对
  profit_effect numeric(18,2), -- 对当月利润影响（元）
  finance_note text, -- 财务意见
  confirm_date date, -- 客户确认日期
  confirmer text, -- 客户确认人
  confirm_file jsonb -- 客户确认件
);

create index f_cancel_settlement_applicant_created_at_id_idx on f_cancel_settlement (applicant, created_at, id);
create index f_cancel_settlement_status_created_at_id_idx on f_cancel_settlement (status, created_at, id);
create index f_cancel_settlement_applicant_dept_created_at_id_idx on f_cancel_settlement (applicant_dept, created_at, id);
create index f_cancel_settlement_created_at_id_idx on f_cancel_settlement (created_at, id);
create index f_cancel_settlement_project_created_at_id_idx on f_cancel_settlement (project, created_at, id);
create index f_cancel_settlement_contract_idx on f_cancel_settlement (contract);
create index f_cancel_settlement_cancel_month_idx on f_cancel_settlement (cancel_month);

create trigger f_cancel_settlement_added after insert on f_cancel_settlement referencing new table as changed
  for each statement execute function form_changed('cancelSettlement');
create trigger f_cancel_settlement_changed after update on f_cancel_settlement referencing new table as changed
  for each statement execute function form_changed('cancelSettlement');
create trigger f_cancel_settlement_removed after delete on f_cancel_settlement referencing old table as changed
  for each statement execute function form_changed('cancelSettlement');

-- 取消明细（由原单带出）
create table f_cancel_settlement_lines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_cancel_settlement on delete cascade,
  row_no integer not null,
  line_name text, -- 费用项或户名表号
  line_basis bigint, -- 结算依据单
  line_original numeric(18,2), -- 原含税金额（元）
  line_before numeric(18,2), -- 已取消（元）
  line_cancel numeric(18,2), -- 本次取消（元）
  tax_rate numeric(12,4), -- 原税率
  cancel_net numeric(18,2), -- 冲减不含税收入（元）
  cancel_tax numeric(18,2), -- 冲减税额（元）
  right_value text, -- 更正后数量或单价
  over_line integer -- 校验：超原行余额
);
create index f_cancel_settlement_lines_parent_idx on f_cancel_settlement_lines (parent_id, row_no);
