-- 能效管理: inspections, data that people ask for, what was saved, what is worth taking on, and how projects are managed.

alter table project add column response_minutes integer; -- 报修响应时限（min）

-- 项目节能量台账 (energySavingLedger): drafted from its definition.
create table b_energy_saving_ledger (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  contract text, -- 合同
  kind text, -- 评估类型
  renovation bigint, -- 技术改造单
  report_from date, -- 报告期起
  report_to date, -- 报告期止
  saving_rate numeric(12,4), -- 确认节能率
  promise_rate numeric(12,4), -- 承诺节能率
  save_money numeric(18,2), -- 确认节约金额（元）
  our_amount numeric(18,2), -- 我方分享（元）
  coal numeric(20,2), -- 节约标煤（tce）
  carbon numeric(20,2), -- 减碳量（tCO₂）
  pay_years numeric(20,2), -- 投资回收期（年）
  document text -- 评估单号
);
create index b_energy_saving_ledger_source_module_source_id_idx on b_energy_saving_ledger (source_module, source_id);
create index b_energy_saving_ledger_project_idx on b_energy_saving_ledger (project);
create index b_energy_saving_ledger_contract_idx on b_energy_saving_ledger (contract);
create index b_energy_saving_ledger_report_from_idx on b_energy_saving_ledger (report_from);

-- 潜在项目评估库 (projectEvaluation): drafted from its definition.
create table b_project_evaluation (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  customer_name text, -- 客户名称
  city_name text, -- 所在城市
  building_use text, -- 建筑功能
  project text, -- 项目
  charge_area numeric(20,2), -- 预计收费面积（m²）
  cool_load numeric(20,1), -- 设计冷负荷（kW）
  heat_load numeric(20,1), -- 设计热负荷（kW）
  cool_year numeric(20,0), -- 年供冷量（kWh）
  heat_year numeric(20,0), -- 年供热量（kWh）
  energy_per_area numeric(18,2), -- 单位面积能源费（元/m²）
  invest_total numeric(18,2), -- 总投资（元）
  operate_profit numeric(18,2), -- 年运营现金流（元）
  pay_years numeric(20,2), -- 静态回收期（年）
  npv numeric(18,2), -- 净现值（元）
  take_opinion text, -- 承接意见
  price_floor numeric(18,4), -- 报价底线（元/m²·年）
  bottom_terms text, -- 谈判底线条款
  document text -- 评估单号
);
create index b_project_evaluation_source_module_source_id_idx on b_project_evaluation (source_module, source_id);
create index b_project_evaluation_project_idx on b_project_evaluation (project);

-- 项目考核基线 (assessmentBaseline): drafted from its definition.
create table b_assessment_baseline (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  year integer, -- 年度
  indicator text, -- 指标
  indicator_unit text, -- 单位
  last_value numeric(20,3), -- 上年实际
  target_value numeric(20,3), -- 目标值
  weight numeric(12,4), -- 权重
  duty_user bigint, -- 责任人
  check_cycle text, -- 考核周期
  state text, -- 状态
  document text -- 方案单号
);
create index b_assessment_baseline_source_module_source_id_idx on b_assessment_baseline (source_module, source_id);
create index b_assessment_baseline_project_idx on b_assessment_baseline (project);
create index b_assessment_baseline_duty_user_idx on b_assessment_baseline (duty_user);

-- 数据提供台账 (dataDelivery): drafted from its definition.
create table b_data_delivery (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  requester bigint, -- 需求人
  provider bigint, -- 提供人
  purpose text, -- 用途
  content text, -- 数据内容
  data_from text, -- 数据起月
  data_to text, -- 数据止月
  complete_rate numeric(12,4), -- 完整率
  secret_level text, -- 密级
  outside_unit text, -- 外部接收单位
  file jsonb, -- 数据文件
  provided_on date, -- 提供日期
  destroy_on date, -- 销毁或归还日期
  document text -- 需求单号
);
create index b_data_delivery_source_module_source_id_idx on b_data_delivery (source_module, source_id);
create index b_data_delivery_project_idx on b_data_delivery (project);
create index b_data_delivery_requester_idx on b_data_delivery (requester);
create index b_data_delivery_provider_idx on b_data_delivery (provider);
create index b_data_delivery_provided_on_idx on b_data_delivery (provided_on);

-- 项目管理方案台账 (projectManagement): drafted from its definition.
create table b_project_management (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  plan bigint, -- 管理方案
  year integer, -- 年度
  kind text, -- 方案类型
  effect_from date, -- 生效日期
  effect_to date, -- 失效日期
  duty_mode text, -- 值班方式
  staff_count integer, -- 定编人数（人）
  special_cert integer, -- 持证人数（人）
  indoor_summer numeric(20,1), -- 夏季承诺室温（℃）
  indoor_winter numeric(20,1), -- 冬季承诺室温（℃）
  response_minutes integer, -- 报修响应时限（min）
  budget numeric(18,2), -- 年度管理费用预算（元）
  state text, -- 状态
  document text -- 方案单号
);
create index b_project_management_source_module_source_id_idx on b_project_management (source_module, source_id);
create index b_project_management_project_idx on b_project_management (project);

-- 项目岗位台账 (projectPost): its definition changed.
alter table b_project_post add column need_cert text; -- 持证要求
