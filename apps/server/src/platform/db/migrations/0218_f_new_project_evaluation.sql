-- 新项目评估 (newProjectEvaluation): drafted from its definition.

create table f_new_project_evaluation (
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
  customer_name text, -- 客户名称
  project_kind text, -- 项目来源
  building_use text, -- 建筑功能
  city_name text, -- 所在城市
  build_area numeric(20,2), -- 建筑面积（m²）
  charge_area numeric(20,2), -- 预计收费面积（m²）
  open_rate numeric(12,4), -- 预计开启率
  cool_index numeric(20,1), -- 冷负荷指标（W/m²）
  heat_index numeric(20,1), -- 热负荷指标（W/m²）
  cool_hours integer, -- 制冷当量满负荷小时（h）
  heat_hours integer, -- 采暖当量满负荷小时（h）
  charge_model text, -- 拟采用收费模式
  contract_years integer, -- 合作年限（年）
  equipment_age integer, -- 现有主机使用年限（年）
  equipment_state text, -- 现有设备状况
  customer_credit text, -- 客户信用
  price_link boolean, -- 合同能源价格联动
  guarantee boolean, -- 有保底条款
  staff_count numeric(20,1), -- 拟配人数（人）
  per_staff_cost numeric(18,2), -- 人均年成本（元/人年）
  annuity_factor numeric(20,4), -- 年金现值系数
  survey_files jsonb, -- 踏勘报告图纸与账单
  cool_load numeric(20,1), -- 设计冷负荷（kW）
  heat_load numeric(20,1), -- 设计热负荷（kW）
  cool_year numeric(20,0), -- 年供冷量（kWh）
  heat_year numeric(20,0), -- 年供热量（kWh）
  income_total numeric(18,2), -- 年收入（元）
  energy_total numeric(18,2), -- 年能源成本（元）
  labor_total numeric(18,2), -- 年人工成本（元）
  invest_total numeric(18,2), -- 总投资（元）
  operate_profit numeric(18,2), -- 年运营现金流（元）
  pay_years numeric(20,2), -- 静态回收期（年）
  npv numeric(18,2), -- 净现值(基准8%)（元）
  profit_rate numeric(12,4), -- 年利润率
  energy_rate numeric(12,4), -- 能源成本占比
  unit_income numeric(18,2), -- 单位面积收入（元/m²）
  high_risk_count integer, -- 高风险项（项）
  tech_feasible text, -- 技术可行性
  repair_cost numeric(18,2), -- 年维修保养费测算（元）
  tech_note text, -- 技术意见
  similar_project text, -- 对标项目
  similar_cost numeric(18,2), -- 对标单位面积能源费（元/m²）
  manage_cost numeric(18,2), -- 年管理与其他费用（元）
  price_floor numeric(18,4), -- 报价底线（元/m²·年）
  fund_plan text, -- 资金来源意见
  take_opinion text, -- 承接意见
  bottom_terms text -- 谈判底线条款
);

create index f_new_project_evaluation_applicant_created_at_id_idx on f_new_project_evaluation (applicant, created_at, id);
create index f_new_project_evaluation_status_created_at_id_idx on f_new_project_evaluation (status, created_at, id);
create index f_new_project_evaluation_applicant_dept_created_at_id_idx on f_new_project_evaluation (applicant_dept, created_at, id);
create index f_new_project_evaluation_created_at_id_idx on f_new_project_evaluation (created_at, id);
create index f_new_project_evaluation_project_created_at_id_idx on f_new_project_evaluation (project, created_at, id);

create trigger f_new_project_evaluation_added after insert on f_new_project_evaluation referencing new table as changed
  for each statement execute function form_changed('newProjectEvaluation');
create trigger f_new_project_evaluation_changed after update on f_new_project_evaluation referencing new table as changed
  for each statement execute function form_changed('newProjectEvaluation');
create trigger f_new_project_evaluation_removed after delete on f_new_project_evaluation referencing old table as changed
  for each statement execute function form_changed('newProjectEvaluation');

-- 年收入测算
create table f_new_project_evaluation_incomes (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_new_project_evaluation on delete cascade,
  row_no integer not null,
  income_item text, -- 收入项
  income_base numeric(20,2), -- 计费数量
  income_price numeric(18,4), -- 含税单价
  income_tax numeric(12,4), -- 税率
  net_income numeric(18,2) -- 不含税收入（元/年）
);
create index f_new_project_evaluation_incomes_parent_idx on f_new_project_evaluation_incomes (parent_id, row_no);

-- 年能源成本测算
create table f_new_project_evaluation_energies (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_new_project_evaluation on delete cascade,
  row_no integer not null,
  energy_kind text, -- 能源
  energy_quantity numeric(20,2), -- 年用量
  energy_price numeric(18,4), -- 不含税单价
  energy_cost numeric(18,2), -- 年费用（元/年）
  quantity_basis text -- 测算依据
);
create index f_new_project_evaluation_energies_parent_idx on f_new_project_evaluation_energies (parent_id, row_no);

-- 投资测算
create table f_new_project_evaluation_investments (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_new_project_evaluation on delete cascade,
  row_no integer not null,
  invest_item text, -- 投资项
  invest_amount numeric(18,2), -- 金额（元）
  invest_year integer -- 投入年份(第几年)
);
create index f_new_project_evaluation_investments_parent_idx on f_new_project_evaluation_investments (parent_id, row_no);

-- 风险与对策
create table f_new_project_evaluation_risks (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_new_project_evaluation on delete cascade,
  row_no integer not null,
  risk_kind text, -- 风险
  probability integer, -- 可能性
  impact integer, -- 影响程度
  risk_value integer, -- 风险值
  high_risk integer, -- 高风险
  counter text -- 对策
);
create index f_new_project_evaluation_risks_parent_idx on f_new_project_evaluation_risks (parent_id, row_no);
