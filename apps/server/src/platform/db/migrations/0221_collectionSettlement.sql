-- 考核事项台账 (assessmentItem): drafted from its definition.
create table b_assessment_item (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  month text, -- 考核月份
  employee bigint, -- 责任人
  dept text, -- 部门
  project text, -- 项目
  kind text, -- 事项
  content text, -- 内容
  amount numeric(18,2), -- 涉及金额（元）
  source_no text -- 来源单号
);
create index b_assessment_item_source_module_source_id_idx on b_assessment_item (source_module, source_id);
create index b_assessment_item_month_idx on b_assessment_item (month);
create index b_assessment_item_employee_idx on b_assessment_item (employee);
create index b_assessment_item_dept_idx on b_assessment_item (dept);
create index b_assessment_item_project_idx on b_assessment_item (project);

-- 发票结算对应 (invoiceSettlement): its definition changed.
alter table b_invoice_settlement add column reversed numeric(18,2); -- 其中已冲回（元）
alter table b_invoice_settlement add column state text; -- 状态
-- 销项发票台账 (outputInvoice): its definition changed.
alter table b_output_invoice add column issued_by bigint; -- 开票人
-- 核销明细 (writeOff): its definition changed.
alter table b_write_off add column reversed numeric(18,2); -- 其中已冲回（元）
alter table b_write_off add column state text; -- 状态
-- Prices of a fee and their version follow from the dated prices; what was kept beside them goes. The next settlement's day comes.
alter table contract drop column line_price, drop column price_version, add column next_settle_date date; -- 下次结算日

-- 用户结算 (userSettlement): drafted from its definition.

create table f_user_settlement (
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
  settle_kind text, -- 结算类型
  settle_month text, -- 入账月份
  month_locked boolean, -- 该月已核算锁定
  period_start date, -- 结算期起
  period_end date, -- 结算期止
  overlap_count integer, -- 校验：同合同重叠结算份数（份）
  contract_start date, -- 合同生效日
  contract_end date, -- 合同到期日
  charge_model text, -- 收费模式
  customer_name text, -- 客户名称
  price_version text, -- 合同价格版本
  guarantee_amount numeric(18,2), -- 本期合同保底金额（元）
  last_amount numeric(18,2), -- 上期结算金额（元）
  last_year_amount numeric(18,2), -- 去年同期结算金额（元）
  receivable_before numeric(18,2), -- 期初未收余额（元）
  overdue_before numeric(18,2), -- 其中逾期未收（元）
  prepaid_balance numeric(18,2), -- 客户预收余额（元）
  pre_opened numeric(18,2), -- 本期已预开票金额（元）
  invoice_plan text, -- 开票安排
  due_date date, -- 约定付款日
  settle_note text, -- 结算说明
  settle_files jsonb, -- 结算依据附件
  line_total numeric(18,2), -- 结算明细合计（元）
  adjust_total numeric(18,2), -- 调整合计（元）
  reduce_total numeric(18,2), -- 其中减收合计（元）
  settle_total numeric(18,2), -- 本期结算应收（元）
  net_total numeric(18,2), -- 不含税合计（元）
  tax_total numeric(18,2), -- 税额合计（元）
  guarantee_short numeric(18,2), -- 低于保底金额（元）
  last_change numeric(12,4), -- 较上期增减
  year_change numeric(12,4), -- 较去年同期增减
  receivable_after numeric(18,2), -- 结算后未收余额（元）
  need_collect numeric(18,2), -- 扣除预收后应催收（元）
  uninvoiced numeric(18,2), -- 未开票金额（元）
  dispute_amount numeric(18,2), -- 客户争议金额（元）
  quantity_checked text, -- 用量与日报核对
  quantity_note text, -- 差异说明
  price_checked text, -- 单价税率核对
  income_subject text, -- 收入科目
  sign_result text, -- 签认结果
  sign_date date, -- 签认日期
  signer text, -- 客户签认人
  signed_amount numeric(18,2), -- 签认金额（元）
  dispute_reason text, -- 争议原因
  sign_file jsonb -- 盖章结算单
);

create index f_user_settlement_applicant_created_at_id_idx on f_user_settlement (applicant, created_at, id);
create index f_user_settlement_status_created_at_id_idx on f_user_settlement (status, created_at, id);
create index f_user_settlement_applicant_dept_created_at_id_idx on f_user_settlement (applicant_dept, created_at, id);
create index f_user_settlement_created_at_id_idx on f_user_settlement (created_at, id);
create index f_user_settlement_project_created_at_id_idx on f_user_settlement (project, created_at, id);
create index f_user_settlement_contract_idx on f_user_settlement (contract);
create index f_user_settlement_settle_month_idx on f_user_settlement (settle_month);
create index f_user_settlement_due_date_idx on f_user_settlement (due_date);

create trigger f_user_settlement_added after insert on f_user_settlement referencing new table as changed
  for each statement execute function form_changed('userSettlement');
create trigger f_user_settlement_changed after update on f_user_settlement referencing new table as changed
  for each statement execute function form_changed('userSettlement');
create trigger f_user_settlement_removed after delete on f_user_settlement referencing old table as changed
  for each statement execute function form_changed('userSettlement');

-- 结算明细
create table f_user_settlement_lines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_user_settlement on delete cascade,
  row_no integer not null,
  fee_item text, -- 费用项
  basis bigint, -- 结算依据单
  basis_quantity numeric(20,3), -- 依据数量
  basis_settled integer, -- 校验：依据已结算次数
  quantity numeric(20,3), -- 结算数量
  line_unit text, -- 单位
  contract_price numeric(18,4), -- 合同单价
  unit_price numeric(18,4), -- 结算单价
  coefficient numeric(20,4), -- 系数
  line_amount numeric(18,2), -- 含税金额（元）
  tax_rate numeric(12,4), -- 税率
  line_net numeric(18,2), -- 不含税金额（元）
  line_tax numeric(18,2), -- 税额（元）
  line_note text, -- 数量或单价差异说明
  diff_no_note integer -- 校验：与依据不符未说明
);
create index f_user_settlement_lines_parent_idx on f_user_settlement_lines (parent_id, row_no);

-- 调整项
create table f_user_settlement_adjusts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_user_settlement on delete cascade,
  row_no integer not null,
  adjust_kind text, -- 调整类别
  adjust_amount numeric(18,2), -- 含税金额(减为负)（元）
  adjust_tax_rate numeric(12,4), -- 税率
  adjust_net numeric(18,2), -- 不含税金额（元）
  adjust_tax numeric(18,2), -- 税额（元）
  reduce numeric(18,2), -- 其中减收（元）
  adjust_basis text, -- 依据条款或单号
  adjust_file jsonb -- 依据附件
);
create index f_user_settlement_adjusts_parent_idx on f_user_settlement_adjusts (parent_id, row_no);

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
  claim_project text, -- 认领项目
  claim_contract text, -- 认领合同
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
create index f_payment_received_claim_project_created_at_id_idx on f_payment_received (claim_project, created_at, id);
create index f_payment_received_contract_idx on f_payment_received (contract);
create index f_payment_received_our_account_idx on f_payment_received (our_account);
create index f_payment_received_receipt_date_idx on f_payment_received (receipt_date);
create index f_payment_received_claimer_idx on f_payment_received (claimer);
create unique index f_payment_received_our_account_bank_serial_live on f_payment_received (our_account, bank_serial) where status in ('running', 'returned', 'approved');

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
  line bigint, -- 原单明细
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
