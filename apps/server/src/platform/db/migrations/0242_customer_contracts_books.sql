-- Books of customer contracts' versions and of investments.

-- 合同版本台账 (contractVersion): drafted from its definition.
create table b_contract_version (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  contract text, -- 合同
  version_no integer, -- 版本
  kind text, -- 事由
  document_no text, -- 单号
  effect_date date, -- 生效日期
  party text, -- 对方
  amount numeric(18,2), -- 合同额（元）
  year_amount numeric(18,2), -- 年合同额（元）
  end_date date, -- 到期日
  summary text -- 变更内容
);
create index b_contract_version_source_module_source_id_idx on b_contract_version (source_module, source_id);
create index b_contract_version_contract_idx on b_contract_version (contract);
create index b_contract_version_effect_date_idx on b_contract_version (effect_date);
create unique index b_contract_version_contract_version_no_standing on b_contract_version (contract, version_no) where not voided;

-- 长期股权投资台账 (equityInvestment): drafted from its definition.
create table b_equity_investment (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  agreement_no text, -- 协议编号
  venture text, -- 被投资公司
  venture_form text, -- 合作形式
  control_kind text, -- 控制方式
  subscribed numeric(18,2), -- 我方认缴（元）
  ratio numeric(12,4), -- 持股比例（%）
  paid_in numeric(18,2), -- 已实缴（元）
  since date, -- 签署日期
  dept text -- 对应公司
);
create index b_equity_investment_source_module_source_id_idx on b_equity_investment (source_module, source_id);
create index b_equity_investment_since_idx on b_equity_investment (since);
create unique index b_equity_investment_agreement_no_standing on b_equity_investment (agreement_no) where not voided;

-- 投资项目台账 (investProject): drafted from its definition.
create table b_invest_project (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  review bigint, -- 评审单
  consult_project bigint, -- 咨询项目
  project text, -- 项目
  review_kind text, -- 评审类型
  invest_mode text, -- 投资模式
  year integer, -- 额度年度
  total_invest numeric(18,2), -- 评审总投资（元）
  approved_invest numeric(18,2), -- 批准投资额（元）
  payback numeric(20,2), -- 静态回收期（年）
  npv numeric(18,2), -- 净现值（元）
  irr numeric(12,4), -- 内部收益率（%）
  approved_on date, -- 批准日期
  valid_until date, -- 批准有效期至
  conditions text, -- 批准条件
  conditions_met text, -- 条件落实情况
  state text -- 状态
);
create index b_invest_project_source_module_source_id_idx on b_invest_project (source_module, source_id);
create index b_invest_project_project_idx on b_invest_project (project);
create index b_invest_project_valid_until_idx on b_invest_project (valid_until);
create unique index b_invest_project_review_standing on b_invest_project (review) where not voided;

-- 年度投资额度 (investQuota): drafted from its definition.
create table b_invest_quota (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  year integer, -- 年度
  amount numeric(18,2) -- 额度（元）
);
create index b_invest_quota_source_module_source_id_idx on b_invest_quota (source_module, source_id);
create unique index b_invest_quota_year_standing on b_invest_quota (year) where not voided;

alter table project
  add column summer_temp numeric(20,1), -- 夏季室温上限（℃）
  add column winter_temp numeric(20,1); -- 冬季室温下限（℃）

alter table contract
  add column customer_code text, -- 客户信用代码
  add column settle_cycle text, -- 结算周期
  add column pay_days integer, -- 付款期限（天）
  add column renew_state text, -- 续签状态
  add column renew_stage text, -- 跟踪阶段
  add column renew_count integer; -- 续签次数

-- The record and effect that a price came from; empty for one that was entered on the screen.
alter table contract_price
  add column source_module text,
  add column source_id bigint,
  add column source_effect text;
create index contract_price_source_idx on contract_price (source_module, source_id) where source_module is not null;

-- Whom the clock has told that a contract ends and nobody follows it: once for each of 12, 6 and 3 months before.
create table renewal_notice (
  contract_code text not null references contract,
  end_on date not null,
  months integer not null,
  told_at timestamptz not null default app_now(),
  primary key (contract_code, end_on, months)
);
