-- 预开票 (preOpen): drafted from its definition.

create table f_pre_open (
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
  pre_type text, -- 预开类型
  seller_unit text, -- 开票主体
  customer_name text, -- 客户名称
  open_kind text, -- 发票种类
  buyer_title text, -- 购方名称
  buyer_tax_no text, -- 购方税号
  buyer_address text, -- 购方地址电话
  buyer_bank text, -- 购方开户行账号
  fee_from text, -- 费用所属起月
  fee_to text, -- 费用所属止月
  pre_reason text, -- 预开原因
  promise_date date, -- 承诺回款日期
  collector bigint, -- 回款责任人
  contract_total numeric(18,2), -- 合同含税总额（元）
  contract_invoiced numeric(18,2), -- 合同已开票净额（元）
  pre_unpaid numeric(18,2), -- 已预开未回款（元）
  pre_overdue numeric(18,2), -- 其中逾期未回款（元）
  deliver_mode text, -- 交付方式
  receiver text, -- 收票人
  receiver_phone text, -- 收票人电话
  receiver_address text, -- 收票邮箱或地址
  invoice_note text, -- 发票备注栏
  promise_file jsonb, -- 付款承诺或客户开票函
  open_total numeric(18,2), -- 申请开票总额（元）
  net_total numeric(18,2), -- 不含税合计（元）
  tax_total numeric(18,2), -- 税额合计（元）
  issued_total numeric(18,2), -- 实开合计（元）
  issued_tax_total numeric(18,2), -- 实开税额（元）
  risk_amount numeric(18,2), -- 开票后未回款总额（元）
  contract_left numeric(18,2), -- 开票后合同可开余额（元）
  recover_opinion text, -- 回款可靠性
  tax_checked text, -- 税目税率与抬头核对
  tax_opinion text, -- 纳税义务时点意见
  open_done date, -- 开票完成日期
  sign_date date, -- 签收日期
  signer text, -- 签收人
  sign_file jsonb -- 签收凭证
);

create index f_pre_open_applicant_created_at_id_idx on f_pre_open (applicant, created_at, id);
create index f_pre_open_status_created_at_id_idx on f_pre_open (status, created_at, id);
create index f_pre_open_applicant_dept_created_at_id_idx on f_pre_open (applicant_dept, created_at, id);
create index f_pre_open_created_at_id_idx on f_pre_open (created_at, id);
create index f_pre_open_project_created_at_id_idx on f_pre_open (project, created_at, id);
create index f_pre_open_open_done_idx on f_pre_open (open_done);
create index f_pre_open_promise_date_idx on f_pre_open (promise_date);
create index f_pre_open_collector_idx on f_pre_open (collector);

create trigger f_pre_open_added after insert on f_pre_open referencing new table as changed
  for each statement execute function form_changed('preOpen');
create trigger f_pre_open_changed after update on f_pre_open referencing new table as changed
  for each statement execute function form_changed('preOpen');
create trigger f_pre_open_removed after delete on f_pre_open referencing old table as changed
  for each statement execute function form_changed('preOpen');

-- 开票内容
create table f_pre_open_lines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_pre_open on delete cascade,
  row_no integer not null,
  settlement bigint, -- 结算单
  uninvoiced numeric(18,2), -- 该结算未开票余额（元）
  tax_name text, -- 税收分类名称
  quantity numeric(20,2), -- 数量
  unit_name text, -- 单位
  line_amount numeric(18,2), -- 含税金额（元）
  tax_rate numeric(12,4), -- 税率
  line_net numeric(18,2), -- 不含税金额（元）
  line_tax numeric(18,2), -- 税额（元）
  over_open integer, -- 校验：超未开票余额
  no_settle integer -- 校验：未选结算单
);
create index f_pre_open_lines_parent_idx on f_pre_open_lines (parent_id, row_no);

-- 已开发票
create table f_pre_open_issued (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_pre_open on delete cascade,
  row_no integer not null,
  issued_code text, -- 发票代码
  issued_no text, -- 发票号码
  issued_key text, -- 销项发票唯一码
  issued_date date, -- 开票日期
  issued_net numeric(18,2), -- 不含税金额（元）
  issued_tax numeric(18,2), -- 税额（元）
  issued_amount numeric(18,2), -- 价税合计（元）
  issued_file jsonb -- 发票文件
);
create index f_pre_open_issued_parent_idx on f_pre_open_issued (parent_id, row_no);

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
  line bigint, -- 原票明细
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
