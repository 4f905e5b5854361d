-- 项目投资评审 (projectInvestReview): drafted from its definition.

create table f_project_invest_review (
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
  consult_project bigint, -- 咨询项目
  review_kind text, -- 评审类型
  offer bigint, -- 投资造价依据
  invest_mode text, -- 投资模式
  owner_credit text, -- 客户信用等级
  contract_years integer, -- 合同年限（年）
  supply_area numeric(20,2), -- 供能面积（m²）
  occupancy numeric(12,4), -- 首年入住率
  stable_occupancy numeric(12,4), -- 稳定期入住率
  cold_price numeric(18,4), -- 拟定冷价（元/kWh）
  heat_price numeric(18,4), -- 拟定热价（元/kWh）
  gas_price_base numeric(18,4), -- 测算气价（元/m³）
  power_price_base numeric(18,4), -- 测算电价（元/kWh）
  baseline_cost numeric(18,2), -- 客户基准年能源费（元/年）
  saving_rate numeric(12,4), -- 测算节能率
  our_share numeric(12,4), -- 我方分享比例
  own_fund_ratio numeric(12,4), -- 自有资金比例
  loan_rate numeric(12,4), -- 融资年利率
  discount_rate numeric(12,4), -- 折现率
  pay_guarantee text, -- 付款保障
  main_risk text, -- 主要风险与应对
  due_files jsonb, -- 尽调与测算模型
  total_invest numeric(18,2), -- 总投资（元）
  avg_net numeric(18,2), -- 年均净现金流（元）
  payback numeric(20,2), -- 静态回收期（年）
  npv numeric(18,2), -- 净现值（元）
  roi numeric(12,4), -- 年均投资回报率
  energy_share numeric(12,4), -- 能源成本占收入
  invest_per_area numeric(20,2), -- 单方投资（元/m²）
  own_fund numeric(18,2), -- 自有资金投入（元）
  tech_score integer, -- 技术评分（分）
  tech_opinion text, -- 方案与能耗可靠性意见
  irr numeric(12,4), -- 内部收益率
  sensitivity text, -- 敏感性结论
  legal_risk text, -- 法律风险等级
  legal_opinion text, -- 法务意见
  suggest_result text, -- 评审建议
  conditions text, -- 投资前置条件
  decision text, -- 决策
  approved_invest numeric(18,2), -- 批准投资额（元）
  valid_months integer -- 批准有效期（月）
);

create index f_project_invest_review_applicant_created_at_id_idx on f_project_invest_review (applicant, created_at, id);
create index f_project_invest_review_status_created_at_id_idx on f_project_invest_review (status, created_at, id);
create index f_project_invest_review_applicant_dept_created_at_id_idx on f_project_invest_review (applicant_dept, created_at, id);
create index f_project_invest_review_created_at_id_idx on f_project_invest_review (created_at, id);
create index f_project_invest_review_consult_project_idx on f_project_invest_review (consult_project);

create trigger f_project_invest_review_added after insert on f_project_invest_review referencing new table as changed
  for each statement execute function form_changed('projectInvestReview');
create trigger f_project_invest_review_changed after update on f_project_invest_review referencing new table as changed
  for each statement execute function form_changed('projectInvestReview');
create trigger f_project_invest_review_removed after delete on f_project_invest_review referencing old table as changed
  for each statement execute function form_changed('projectInvestReview');

-- 投资构成
create table f_project_invest_review_investments (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_project_invest_review on delete cascade,
  row_no integer not null,
  invest_item text, -- 投资项
  invest_amount numeric(18,2), -- 金额（元）
  invest_date text, -- 投入月份
  input_tax numeric(18,2) -- 可抵扣进项税（元）
);
create index f_project_invest_review_investments_parent_idx on f_project_invest_review_investments (parent_id, row_no);

-- 年度现金流测算
create table f_project_invest_review_cashflows (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_project_invest_review on delete cascade,
  row_no integer not null,
  year_no integer, -- 第几年
  income numeric(18,2), -- 供能收入（元）
  subsidy numeric(18,2), -- 补贴与碳收益（元）
  energy_cost numeric(18,2), -- 能源成本（元）
  labor_cost numeric(18,2), -- 人工成本（元）
  repair_cost numeric(18,2), -- 维保与水处理（元）
  tax_cost numeric(18,2), -- 税费（元）
  net_flow numeric(18,2), -- 净现金流
  factor numeric(20,4), -- 折现系数
  present_value numeric(18,2) -- 现值
);
create index f_project_invest_review_cashflows_parent_idx on f_project_invest_review_cashflows (parent_id, row_no);
