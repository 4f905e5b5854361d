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
