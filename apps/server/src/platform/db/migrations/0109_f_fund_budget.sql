-- 资金预算 (fundBudget): drafted from its definition.

create table f_fund_budget (
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
  owner_type text, -- 预算主体
  budget_kind text, -- 预算类型
  budget_month text, -- 预算月份
  month_count integer, -- 该主体当月月度预算份数
  submit_deadline date, -- 本期申报截止日
  opening_fund numeric(18,2), -- 期初可用资金（元）
  year_budget numeric(18,2), -- 年度预算总额（元）
  year_used numeric(18,2), -- 年内已批准预算（元）
  last_approved numeric(18,2), -- 上月批准额（元）
  last_paid numeric(18,2), -- 上月实际付款（元）
  run_state text, -- 当月运行状态
  append_reason text, -- 追加或调剂原因
  append_note text, -- 追加或调剂说明
  short_plan text, -- 资金缺口解决办法
  budget_note text, -- 编制说明
  basis_files jsonb, -- 测算与合同依据
  apply_total numeric(18,2), -- 申请用款合计（元）
  rigid_total numeric(18,2), -- 其中刚性必付（元）
  source_total numeric(18,2), -- 预计资金来源（元）
  sure_total numeric(18,2), -- 折算可到账（元）
  transfer_total numeric(18,2), -- 调剂合计（元）
  fund_gap numeric(18,2), -- 期末资金结余(负为缺口)（元）
  approved_total numeric(18,2), -- 核定合计（元）
  cut_total numeric(18,2), -- 核减合计（元）
  last_use_rate numeric(12,4), -- 上月预算执行率
  year_rate numeric(12,4), -- 年度预算使用率(含本次)
  area_opinion text, -- 区域平衡意见
  fund_state text, -- 公司资金状况
  finance_note text, -- 核定说明
  gm_decision text -- 批准意见
);

create index f_fund_budget_applicant_created_at_id_idx on f_fund_budget (applicant, created_at, id);
create index f_fund_budget_status_created_at_id_idx on f_fund_budget (status, created_at, id);
create index f_fund_budget_applicant_dept_created_at_id_idx on f_fund_budget (applicant_dept, created_at, id);
create index f_fund_budget_created_at_id_idx on f_fund_budget (created_at, id);
create index f_fund_budget_project_created_at_id_idx on f_fund_budget (project, created_at, id);
create index f_fund_budget_dept_idx on f_fund_budget (dept);
create index f_fund_budget_budget_month_idx on f_fund_budget (budget_month);

create trigger f_fund_budget_added after insert on f_fund_budget referencing new table as changed
  for each statement execute function form_changed('fundBudget');
create trigger f_fund_budget_changed after update on f_fund_budget referencing new table as changed
  for each statement execute function form_changed('fundBudget');
create trigger f_fund_budget_removed after delete on f_fund_budget referencing old table as changed
  for each statement execute function form_changed('fundBudget');

-- 用款明细
create table f_fund_budget_lines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_fund_budget on delete cascade,
  row_no integer not null,
  subject text, -- 资金科目
  payee text, -- 收款单位或个人
  pay_contract bigint, -- 采购或外包合同
  contract_unpaid numeric(18,2), -- 合同未付余额（元）
  plan_pay_date date, -- 计划付款日
  plan_quantity numeric(20,2), -- 测算数量
  plan_price numeric(18,4), -- 测算单价
  last_year_paid numeric(18,2), -- 去年同月付款（元）
  approved_before numeric(18,2), -- 当月已批准（元）
  apply_amount numeric(18,2), -- 申请金额（元）
  priority text, -- 优先级
  rigid numeric(18,2), -- 其中刚性（元）
  over_contract integer -- 校验：超合同未付
);
create index f_fund_budget_lines_parent_idx on f_fund_budget_lines (parent_id, row_no);

-- 资金来源
create table f_fund_budget_sources (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_fund_budget on delete cascade,
  row_no integer not null,
  source_kind text, -- 来源
  settlement bigint, -- 结算单
  settle_unpaid numeric(18,2), -- 该单未收余额（元）
  expect_date date, -- 预计到账日
  source_amount numeric(18,2), -- 预计金额（元）
  sure_rate numeric(12,4), -- 到账把握
  sure_amount numeric(18,2), -- 折算金额（元）
  over_settle integer -- 校验：超结算未收
);
create index f_fund_budget_sources_parent_idx on f_fund_budget_sources (parent_id, row_no);

-- 科目调剂
create table f_fund_budget_transfers (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_fund_budget on delete cascade,
  row_no integer not null,
  from_subject text, -- 调出科目
  from_available numeric(18,2), -- 调出科目可用额（元）
  to_subject text, -- 调入科目
  transfer_amount numeric(18,2), -- 调剂金额（元）
  over_from integer, -- 校验：超可用额
  same_subject integer -- 校验：调入调出相同
);
create index f_fund_budget_transfers_parent_idx on f_fund_budget_transfers (parent_id, row_no);

-- 科目核定
create table f_fund_budget_approvals (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_fund_budget on delete cascade,
  row_no integer not null,
  approve_subject text, -- 资金科目
  subject_apply numeric(18,2), -- 科目申请合计（元）
  subject_approved numeric(18,2), -- 核定金额（元）
  cut_amount numeric(18,2), -- 核减（元）
  cut_reason text, -- 核减原因
  cut_no_reason integer, -- 校验：核减未说明
  over_approve integer -- 校验：核定超申请
);
create index f_fund_budget_approvals_parent_idx on f_fund_budget_approvals (parent_id, row_no);
