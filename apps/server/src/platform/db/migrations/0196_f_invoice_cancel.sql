-- 发票作废 (invoiceCancel): drafted from its definition.

create table f_invoice_cancel (
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
  original bigint, -- 拟作废发票
  original_kind text, -- 票种
  original_code text, -- 发票代码
  original_no text, -- 发票号码
  issue_date date, -- 开票日期
  issue_month text, -- 开票月份
  cancel_month text, -- 作废月份
  buyer_title text, -- 购方名称
  original_amount numeric(18,2), -- 价税合计（元）
  original_tax numeric(18,2), -- 其中税额（元）
  red_before numeric(18,2), -- 已红冲(含在途)（元）
  original_received numeric(18,2), -- 已核销回款（元）
  linked_settlement bigint, -- 关联结算单
  cancel_reason text, -- 作废原因
  error_source text, -- 差错责任
  delivered boolean, -- 已交付客户
  copies_back text[], -- 已收回联次
  copy_count integer, -- 应收回联数（联）
  copy_back_count integer, -- 实收回联数（联）
  buyer_booked boolean, -- 客户已入账或抵扣
  reopen_plan text, -- 作废后处理
  copy_photos jsonb, -- 收回联次照片
  cancel_net numeric(18,2), -- 作废不含税金额（元）
  copy_short integer, -- 缺少联数（联）
  cancel_left numeric(18,2), -- 可作废金额（元）
  tax_reported boolean, -- 当月是否已抄报税
  copies_verified text, -- 原件核验
  void_time timestamptz, -- 作废时间
  void_operator bigint, -- 作废操作人
  void_shot jsonb, -- 税控作废截图
  original_archive text -- 作废原件存放位置
);

create index f_invoice_cancel_applicant_created_at_id_idx on f_invoice_cancel (applicant, created_at, id);
create index f_invoice_cancel_status_created_at_id_idx on f_invoice_cancel (status, created_at, id);
create index f_invoice_cancel_applicant_dept_created_at_id_idx on f_invoice_cancel (applicant_dept, created_at, id);
create index f_invoice_cancel_created_at_id_idx on f_invoice_cancel (created_at, id);
create index f_invoice_cancel_project_created_at_id_idx on f_invoice_cancel (project, created_at, id);
create index f_invoice_cancel_issue_month_idx on f_invoice_cancel (issue_month);

create trigger f_invoice_cancel_added after insert on f_invoice_cancel referencing new table as changed
  for each statement execute function form_changed('invoiceCancel');
create trigger f_invoice_cancel_changed after update on f_invoice_cancel referencing new table as changed
  for each statement execute function form_changed('invoiceCancel');
create trigger f_invoice_cancel_removed after delete on f_invoice_cancel referencing old table as changed
  for each statement execute function form_changed('invoiceCancel');
