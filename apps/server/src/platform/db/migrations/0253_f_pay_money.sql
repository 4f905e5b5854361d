-- 工程付款申请 (payMoney): drafted from its definition.

create table f_pay_money (
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
  supplier bigint, -- 供应商
  project_contract bigint, -- 工程合同
  pay_kind text, -- 付款类别
  provider_grade text, -- 服务商等级
  contract_amount numeric(18,2), -- 合同额（元）
  settle_amount numeric(18,2), -- 结算审定额（元）
  matched_invoice numeric(18,2), -- 已匹配发票（元）
  paid_amount numeric(18,2), -- 已付款（元）
  reserved_amount numeric(18,2), -- 在途预留（元）
  retention_held numeric(18,2), -- 应扣质保金（元）
  retention_due numeric(18,2), -- 已到期可退质保金（元）
  prepay_left numeric(18,2), -- 未抵扣预付款（元）
  prepay_limit numeric(18,2), -- 可申请预付款（元）
  offset_rate numeric(12,4), -- 预付抵扣比例
  offset_done numeric(18,2), -- 累计已抵扣预付（元）
  this_offset numeric(18,2), -- 本次抵扣预付（元）
  fine_total numeric(18,2), -- 累计罚款（元）
  fine_deducted numeric(18,2), -- 已扣罚款（元）
  this_fine numeric(18,2), -- 本次扣罚款（元）
  apply_amount numeric(18,2), -- 申请付款金额（元）
  completion bigint, -- 竣工验收单
  warranty_proof jsonb, -- 质保期满确认单
  guarantee_file jsonb, -- 预付款保函
  wage_proof jsonb, -- 农民工工资发放证明
  pay_method text, -- 付款方式
  payee_bank text, -- 收款开户行
  payee_account text, -- 收款账号
  plan_pay_date date, -- 希望付款日期
  budget_month text, -- 预算月份
  budget_available numeric(18,2), -- 工程设备款可用预算（元）
  progress_desc text, -- 完成进度与付款依据
  prepay_offset numeric(18,2), -- 累计预付抵扣（元）
  payable numeric(18,2), -- 可付余额（元）
  clear_total numeric(18,2), -- 本次核销合计（元）
  net_clear numeric(18,2), -- 核销应付净额（元）
  apply_capital numeric(18,2), -- 本次申请（元）
  paid_rate numeric(12,4), -- 付后累计付款比例
  confirmed_rate numeric(12,4), -- 确认形象进度
  node_reached boolean, -- 付款节点已达成
  node_note text, -- 节点说明
  grade_opinion text, -- C级付款意见
  checked_payable numeric(18,2), -- 复核可付余额（元）
  finance_opinion text -- 财务意见
);

create index f_pay_money_applicant_created_at_id_idx on f_pay_money (applicant, created_at, id);
create index f_pay_money_status_created_at_id_idx on f_pay_money (status, created_at, id);
create index f_pay_money_applicant_dept_created_at_id_idx on f_pay_money (applicant_dept, created_at, id);
create index f_pay_money_created_at_id_idx on f_pay_money (created_at, id);
create index f_pay_money_project_created_at_id_idx on f_pay_money (project, created_at, id);
create index f_pay_money_supplier_idx on f_pay_money (supplier);
create index f_pay_money_project_contract_idx on f_pay_money (project_contract);
create index f_pay_money_plan_pay_date_idx on f_pay_money (plan_pay_date);

create trigger f_pay_money_added after insert on f_pay_money referencing new table as changed
  for each statement execute function form_changed('payMoney');
create trigger f_pay_money_changed after update on f_pay_money referencing new table as changed
  for each statement execute function form_changed('payMoney');
create trigger f_pay_money_removed after delete on f_pay_money referencing old table as changed
  for each statement execute function form_changed('payMoney');

-- 核销发票
create table f_pay_money_invoices (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_pay_money on delete cascade,
  row_no integer not null,
  invoice bigint, -- 发票登记单
  invoice_amount numeric(18,2), -- 匹配金额（元）
  invoice_paid numeric(18,2), -- 已核销（元）
  this_clear numeric(18,2), -- 本次核销（元）
  invoice_left numeric(18,2), -- 未核销余额
  over_clear integer -- 超额核销
);
create index f_pay_money_invoices_parent_idx on f_pay_money_invoices (parent_id, row_no);
