-- 发票冲红 (invoiceHedging): drafted from its definition.

create table f_invoice_hedging (
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
  original bigint, -- 原蓝字发票
  original_kind text, -- 原票种类
  original_code text, -- 原发票代码
  original_no text, -- 原发票号码
  original_date date, -- 原开票日期
  buyer_title text, -- 购方名称
  buyer_tax_no text, -- 购方税号
  original_amount numeric(18,2), -- 原票价税合计（元）
  red_before numeric(18,2), -- 已红冲(含在途)（元）
  original_received numeric(18,2), -- 该票已核销回款（元）
  linked_settlement bigint, -- 关联结算单
  linked_cancel bigint, -- 取消结算单
  red_reason text, -- 红冲原因
  red_scope text, -- 红冲范围
  buyer_deducted boolean, -- 购方已用途确认或抵扣
  initiator text, -- 确认单发起方
  confirm_no text, -- 红字确认单或信息表编号
  reopen boolean, -- 冲红后重开
  reopen_title text, -- 重开抬头
  reopen_tax_no text, -- 重开税号
  reopen_amount numeric(18,2), -- 重开含税金额（元）
  received_handle text, -- 已收款处理
  cause_note text, -- 情况说明与责任
  proof_files jsonb, -- 客户说明或退票
  red_total numeric(18,2), -- 本次红冲合计（元）
  red_net_total numeric(18,2), -- 红冲不含税合计（元）
  red_tax_total numeric(18,2), -- 红冲税额合计（元）
  original_left numeric(18,2), -- 红冲后原票余额（元）
  received_over numeric(18,2), -- 需处理已收款（元）
  original_verified text, -- 原票查验
  tax_month text, -- 冲减所属税期
  red_code text, -- 红字发票代码
  red_no text, -- 红字发票号码
  red_date date, -- 红票开具日期
  red_issued numeric(18,2), -- 红票价税合计（元）
  red_file jsonb, -- 红字发票
  reopen_no text, -- 重开发票号码
  reopen_date date, -- 重开日期
  reopen_file jsonb -- 重开发票
);

create index f_invoice_hedging_applicant_created_at_id_idx on f_invoice_hedging (applicant, created_at, id);
create index f_invoice_hedging_status_created_at_id_idx on f_invoice_hedging (status, created_at, id);
create index f_invoice_hedging_applicant_dept_created_at_id_idx on f_invoice_hedging (applicant_dept, created_at, id);
create index f_invoice_hedging_created_at_id_idx on f_invoice_hedging (created_at, id);
create index f_invoice_hedging_project_created_at_id_idx on f_invoice_hedging (project, created_at, id);
create index f_invoice_hedging_red_date_idx on f_invoice_hedging (red_date);
create unique index f_invoice_hedging_red_no_live on f_invoice_hedging (red_no) where status in ('running', 'returned', 'approved');
create unique index f_invoice_hedging_reopen_no_live on f_invoice_hedging (reopen_no) where status in ('running', 'returned', 'approved');

create trigger f_invoice_hedging_added after insert on f_invoice_hedging referencing new table as changed
  for each statement execute function form_changed('invoiceHedging');
create trigger f_invoice_hedging_changed after update on f_invoice_hedging referencing new table as changed
  for each statement execute function form_changed('invoiceHedging');
create trigger f_invoice_hedging_removed after delete on f_invoice_hedging referencing old table as changed
  for each statement execute function form_changed('invoiceHedging');

-- 红冲明细（由原票带出）
create table f_invoice_hedging_red_lines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_invoice_hedging on delete cascade,
  row_no integer not null,
  tax_name text, -- 税收分类名称
  line_original numeric(18,2), -- 原行含税金额（元）
  line_red_before numeric(18,2), -- 原行已红冲（元）
  red_amount numeric(18,2), -- 本次红冲含税金额（元）
  tax_rate numeric(12,4), -- 原税率
  red_net numeric(18,2), -- 红冲不含税（元）
  red_tax numeric(18,2), -- 红冲税额（元）
  line_left numeric(18,2), -- 行可冲余额（元）
  over_red integer -- 校验：超行余额
);
create index f_invoice_hedging_red_lines_parent_idx on f_invoice_hedging_red_lines (parent_id, row_no);
