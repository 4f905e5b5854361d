-- Renewals of contracts and supplements to them.

-- 运营续签 (operationRenewal): drafted from its definition.

create table f_operation_renewal (
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
  tracking bigint, -- 续签跟踪单
  old_end_date date, -- 原合同到期日
  old_year_amount numeric(18,2), -- 原合同年收入（元）
  renew_kind text, -- 续签方式
  new_start date, -- 续签开始
  new_end date, -- 续签结束
  new_months integer, -- 续签月数（月）
  mode_change text, -- 模式变更说明
  three_year_profit numeric(18,2), -- 近三年利润（元）
  arrears numeric(18,2), -- 客户欠款余额（元）
  arrears_plan text, -- 欠款清偿安排
  satisfy_score numeric(20,1), -- 最近满意度（分）
  new_invest numeric(18,2), -- 续签需投入（元）
  invest_use text, -- 投入用途
  rivals text, -- 竞争对手与报价
  customer_ask text, -- 客户主要诉求
  payment_change text, -- 付款条件变化
  staff_change integer, -- 人员编制变化（人）
  renew_text jsonb, -- 续签文本
  new_year_income numeric(18,2), -- 续签年收入（元）
  price_effect numeric(18,2), -- 调价影响（元/年）
  income_rate numeric(12,4), -- 年收入变化率
  renew_total numeric(18,2), -- 续签总额（元）
  area_opinion text, -- 区域意见
  new_margin numeric(12,4), -- 续签测算毛利率
  tax_note text, -- 税率与开票意见
  legal_opinion text, -- 法务意见
  sign_date date, -- 签订日期
  signed_file jsonb -- 双方盖章件
);

create index f_operation_renewal_applicant_created_at_id_idx on f_operation_renewal (applicant, created_at, id);
create index f_operation_renewal_status_created_at_id_idx on f_operation_renewal (status, created_at, id);
create index f_operation_renewal_applicant_dept_created_at_id_idx on f_operation_renewal (applicant_dept, created_at, id);
create index f_operation_renewal_created_at_id_idx on f_operation_renewal (created_at, id);
create index f_operation_renewal_project_created_at_id_idx on f_operation_renewal (project, created_at, id);
create index f_operation_renewal_contract_idx on f_operation_renewal (contract);
create index f_operation_renewal_old_end_date_idx on f_operation_renewal (old_end_date);
create index f_operation_renewal_new_end_idx on f_operation_renewal (new_end);
create index f_operation_renewal_sign_date_idx on f_operation_renewal (sign_date);

create trigger f_operation_renewal_added after insert on f_operation_renewal referencing new table as changed
  for each statement execute function form_changed('operationRenewal');
create trigger f_operation_renewal_changed after update on f_operation_renewal referencing new table as changed
  for each statement execute function form_changed('operationRenewal');
create trigger f_operation_renewal_removed after delete on f_operation_renewal referencing old table as changed
  for each statement execute function form_changed('operationRenewal');

-- 单价对比
create table f_operation_renewal_price_changes (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_operation_renewal on delete cascade,
  row_no integer not null,
  price_item text, -- 计费项目
  bill_basis text, -- 计费基础
  old_price numeric(18,4), -- 原单价
  new_price numeric(18,4), -- 续签单价
  year_quantity numeric(20,2), -- 预计年计费量
  change_rate numeric(12,4), -- 涨跌幅
  old_amount numeric(18,2), -- 按原价年额
  new_amount numeric(18,2) -- 按新价年额
);
create index f_operation_renewal_price_changes_parent_idx on f_operation_renewal_price_changes (parent_id, row_no);

-- 补充协议 (supplementaryAgreement): drafted from its definition.

create table f_supplementary_agreement (
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
  contract_side text, -- 合同方向
  buyer_contract bigint, -- 采购或外包合同
  buyer_amount numeric(18,2), -- 台账合同额（元）
  buyer_paid numeric(18,2), -- 累计已付（含在途）（元）
  project_contract bigint, -- 工程合同
  project_amount numeric(18,2), -- 工程合同台账金额（元）
  agree_no integer, -- 第几次补充
  change_kinds text[], -- 变更类型
  reason text, -- 变更原因
  effect_date date, -- 生效日期
  retroactive boolean, -- 追溯执行
  retro_from date, -- 追溯起始日
  old_amount numeric(18,2), -- 原合同额（元）
  done_amount numeric(18,2), -- 已结算金额（元）
  old_end date, -- 原到期日
  new_end date, -- 变更后到期日
  new_party text, -- 变更后主体
  new_party_code text, -- 变更后主体信用代码
  negotiation text, -- 协商经过
  proofs jsonb, -- 变更依据
  agree_text jsonb, -- 协议文本
  change_amount numeric(18,2), -- 变更金额（元）
  new_amount numeric(18,2), -- 变更后合同额（元）
  change_rate numeric(12,4), -- 变更幅度
  legal_opinion text, -- 法务意见
  settle_handle text, -- 已结算部分处理
  finance_opinion text, -- 财务意见
  sign_date date, -- 签订日期
  signed_file jsonb -- 双方盖章件
);

create index f_supplementary_agreement_applicant_created_at_id_idx on f_supplementary_agreement (applicant, created_at, id);
create index f_supplementary_agreement_status_created_at_id_idx on f_supplementary_agreement (status, created_at, id);
create index f_supplementary_agreement_applicant_dept_created_at_id_idx on f_supplementary_agreement (applicant_dept, created_at, id);
create index f_supplementary_agreement_created_at_id_idx on f_supplementary_agreement (created_at, id);
create index f_supplementary_agreement_project_created_at_id_idx on f_supplementary_agreement (project, created_at, id);
create index f_supplementary_agreement_contract_idx on f_supplementary_agreement (contract);
create index f_supplementary_agreement_effect_date_idx on f_supplementary_agreement (effect_date);

create trigger f_supplementary_agreement_added after insert on f_supplementary_agreement referencing new table as changed
  for each statement execute function form_changed('supplementaryAgreement');
create trigger f_supplementary_agreement_changed after update on f_supplementary_agreement referencing new table as changed
  for each statement execute function form_changed('supplementaryAgreement');
create trigger f_supplementary_agreement_removed after delete on f_supplementary_agreement referencing old table as changed
  for each statement execute function form_changed('supplementaryAgreement');

-- 条款变更
create table f_supplementary_agreement_clauses (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_supplementary_agreement on delete cascade,
  row_no integer not null,
  clause_no text, -- 原条款号
  clause_item text, -- 条款内容
  before text, -- 变更前
  after text -- 变更后
);
create index f_supplementary_agreement_clauses_parent_idx on f_supplementary_agreement_clauses (parent_id, row_no);

-- 金额变化
create table f_supplementary_agreement_amounts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_supplementary_agreement on delete cascade,
  row_no integer not null,
  amount_item text, -- 项目
  before_qty numeric(20,2), -- 原数量
  before_price numeric(18,4), -- 原单价
  after_qty numeric(20,2), -- 现数量
  after_price numeric(18,4), -- 现单价
  diff_amount numeric(18,2) -- 差额
);
create index f_supplementary_agreement_amounts_parent_idx on f_supplementary_agreement_amounts (parent_id, row_no);
