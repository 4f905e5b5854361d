-- Contracts with customers, investments and renewals.

-- 运营主合同 (operateMainContract): drafted from its definition.

create table f_operate_main_contract (
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
  main_no text, -- 主合同编号
  client_name text, -- 委托方
  client_kind text, -- 委托方类型
  sign_company text, -- 我方签约主体
  trustee_mode text, -- 托管方式
  obtain_way text, -- 取得方式
  bid_summary bigint, -- 投标总结
  begin_date date, -- 服务开始
  finish_date date, -- 服务结束
  service_months integer, -- 服务月数（月）
  air_area numeric(20,2), -- 空调面积（m²）
  include_energy boolean, -- 含能源费
  include_water boolean, -- 含水处理
  part_limit numeric(18,2), -- 单件备件我方承担限额（元）
  year_part_cap numeric(18,2), -- 年度备件总限额（元/年）
  energy_target numeric(20,2), -- 能耗考核指标（kWh/m²·年）
  over_energy_bear text, -- 超耗承担
  repair_hours numeric(20,1), -- 故障到场时限（h）
  uptime_rate numeric(12,4), -- 设备完好率指标
  satisfy_line numeric(12,4), -- 满意度指标
  assess_cap numeric(12,4), -- 年考核扣款上限
  perform_bond numeric(18,2), -- 履约保证金（元）
  bond_return date, -- 保证金退还日期
  tax_rate numeric(12,4), -- 税率
  main_text jsonb, -- 合同文本
  year_amount numeric(18,2), -- 年服务费（元）
  total_amount numeric(18,2), -- 合同总额（元）
  head_total integer, -- 驻场人数（人）
  year_labor numeric(18,2), -- 年人工成本（元）
  labor_rate numeric(12,4), -- 人工成本占比
  fee_per_area numeric(20,2), -- 单方年费（元/m²）
  staffing_plan text, -- 人员与接管安排
  legal_opinion text, -- 法务意见
  gross_margin numeric(12,4), -- 测算毛利率
  sign_date date, -- 签订日期
  signed_file jsonb -- 双方盖章件
);

create index f_operate_main_contract_applicant_created_at_id_idx on f_operate_main_contract (applicant, created_at, id);
create index f_operate_main_contract_status_created_at_id_idx on f_operate_main_contract (status, created_at, id);
create index f_operate_main_contract_applicant_dept_created_at_id_idx on f_operate_main_contract (applicant_dept, created_at, id);
create index f_operate_main_contract_created_at_id_idx on f_operate_main_contract (created_at, id);
create index f_operate_main_contract_project_created_at_id_idx on f_operate_main_contract (project, created_at, id);
create index f_operate_main_contract_finish_date_idx on f_operate_main_contract (finish_date);
create index f_operate_main_contract_sign_date_idx on f_operate_main_contract (sign_date);
create unique index f_operate_main_contract_main_no_live on f_operate_main_contract (main_no) where status in ('running', 'returned', 'approved');

create trigger f_operate_main_contract_added after insert on f_operate_main_contract referencing new table as changed
  for each statement execute function form_changed('operateMainContract');
create trigger f_operate_main_contract_changed after update on f_operate_main_contract referencing new table as changed
  for each statement execute function form_changed('operateMainContract');
create trigger f_operate_main_contract_removed after delete on f_operate_main_contract referencing old table as changed
  for each statement execute function form_changed('operateMainContract');

-- 托管设备
create table f_operate_main_contract_devices (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_operate_main_contract on delete cascade,
  row_no integer not null,
  device_kind text, -- 设备
  device_model text, -- 型号
  device_count integer, -- 数量（台）
  use_year integer, -- 投用年份
  condition text -- 接管状况
);
create index f_operate_main_contract_devices_parent_idx on f_operate_main_contract_devices (parent_id, row_no);

-- 驻场岗位
create table f_operate_main_contract_staffs (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_operate_main_contract on delete cascade,
  row_no integer not null,
  staff_post text, -- 岗位
  headcount integer, -- 人数（人）
  month_cost numeric(18,2), -- 人均月成本（元/月）
  staff_cost numeric(18,2) -- 岗位月成本
);
create index f_operate_main_contract_staffs_parent_idx on f_operate_main_contract_staffs (parent_id, row_no);

-- 服务费与收款
create table f_operate_main_contract_fees (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_operate_main_contract on delete cascade,
  row_no integer not null,
  fee_item text, -- 费用项
  year_fee numeric(18,2), -- 年费（元/年）
  pay_cycle text, -- 收款周期
  pay_day integer -- 约定收款日
);
create index f_operate_main_contract_fees_parent_idx on f_operate_main_contract_fees (parent_id, row_no);

-- 续签跟踪 (renewalTracking): drafted from its definition.

create table f_renewal_tracking (
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
  contract_end date, -- 合同到期日
  contract_years numeric(20,1), -- 原合同年限（年）
  renew_count integer, -- 已续签次数（次）
  track_stage text, -- 跟踪阶段
  charge_mode text, -- 收费模式
  charge_area numeric(20,2), -- 收费面积（m²）
  current_price numeric(18,4), -- 现行单价（元）
  expect_price numeric(18,4), -- 拟续签单价（元）
  current_income numeric(18,2), -- 现合同年收入（元）
  expect_income numeric(18,2), -- 续签后预计年收入（元）
  last_profit_rate numeric(12,4), -- 上年项目利润率
  satisfaction numeric(20,1), -- 最近满意度（分）
  overdue_amount numeric(18,2), -- 当前欠费（元）
  decision_maker text, -- 客户决策人
  decision_phone text, -- 决策人电话
  renew_way text, -- 续签方式
  competitors text, -- 竞争单位
  probability numeric(12,4), -- 续签把握
  risk_level text, -- 风险等级
  obstacle text[], -- 主要障碍
  customer_terms text, -- 客户续签条件
  need_invest numeric(18,2), -- 续签需追加投资（元）
  track_count integer, -- 跟踪次数（次）
  track_cost numeric(18,2), -- 跟踪费用（元）
  price_change numeric(12,4), -- 单价变动率
  income_change numeric(18,2), -- 年收入变化（元）
  weighted_income numeric(18,2), -- 加权预计年收入（元）
  strategy text, -- 续签策略
  area_visit_date date, -- 区域走访日期
  floor_price numeric(18,4), -- 保本单价（元）
  expect_profit_rate numeric(12,4), -- 续签后预计利润率
  hq_support text, -- 总部支持措施
  high_visit_user bigint, -- 高层对接人
  renew_result text, -- 续签结果
  sign_date date, -- 签订日期
  new_end date, -- 新合同到期日
  new_price numeric(18,4), -- 签订单价（元）
  new_income numeric(18,2), -- 签订年收入（元）
  lost_reason text -- 流失原因
);

create index f_renewal_tracking_applicant_created_at_id_idx on f_renewal_tracking (applicant, created_at, id);
create index f_renewal_tracking_status_created_at_id_idx on f_renewal_tracking (status, created_at, id);
create index f_renewal_tracking_applicant_dept_created_at_id_idx on f_renewal_tracking (applicant_dept, created_at, id);
create index f_renewal_tracking_created_at_id_idx on f_renewal_tracking (created_at, id);
create index f_renewal_tracking_project_created_at_id_idx on f_renewal_tracking (project, created_at, id);
create index f_renewal_tracking_contract_end_idx on f_renewal_tracking (contract_end);

create trigger f_renewal_tracking_added after insert on f_renewal_tracking referencing new table as changed
  for each statement execute function form_changed('renewalTracking');
create trigger f_renewal_tracking_changed after update on f_renewal_tracking referencing new table as changed
  for each statement execute function form_changed('renewalTracking');
create trigger f_renewal_tracking_removed after delete on f_renewal_tracking referencing old table as changed
  for each statement execute function form_changed('renewalTracking');

-- 跟踪记录
create table f_renewal_tracking_tracks (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_renewal_tracking on delete cascade,
  row_no integer not null,
  track_date date, -- 日期
  track_way text, -- 方式
  contact_person text, -- 接触人及职务
  our_person bigint, -- 我方人员
  talk text, -- 沟通内容
  attitude text, -- 客户态度
  next_plan text, -- 下一步
  next_date date, -- 下次跟踪日期
  cost numeric(18,2), -- 发生费用（元）
  wrong integer -- 日期有误
);
create index f_renewal_tracking_tracks_parent_idx on f_renewal_tracking_tracks (parent_id, row_no);

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
  approved_conditions text, -- 批准条件
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

-- 合资协议 (joinVentureAgreement): drafted from its definition.

create table f_join_venture_agreement (
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
  venture_name text, -- 合资公司名称
  venture_form text, -- 合作形式
  invest_review bigint, -- 投资评审单
  review_state text, -- 评审状态
  reg_capital numeric(18,2), -- 注册资本（元）
  reg_address text, -- 注册地
  business_scope text, -- 经营范围
  venture_years integer, -- 经营期限（年）
  control_kind text, -- 控制方式
  board_seats integer, -- 董事席位（席）
  our_seats integer, -- 我方董事席位（席）
  key_posts text[], -- 我方派出岗位
  veto_items text, -- 一票否决事项
  profit_rule text, -- 利润分配
  prior_return numeric(12,4), -- 优先回报率
  exit_ways text[], -- 退出方式
  buyback_rate numeric(12,4), -- 回购年化收益率
  operate_right text, -- 能源站运营权归属
  non_compete_years integer, -- 竞业限制年限（年）
  draft_text jsonb, -- 协议与章程草案
  subscribed_total numeric(18,2), -- 认缴合计（元）
  our_total numeric(18,2), -- 我方认缴合计（元）
  ratio_total numeric(12,4), -- 持股比例合计
  our_ratio_total numeric(12,4), -- 我方持股比例
  non_cash_rate numeric(12,4), -- 非货币出资占比
  plan_total numeric(18,2), -- 实缴计划合计（元）
  legal_opinion text, -- 法律意见
  antitrust boolean, -- 需经营者集中申报
  merge_opinion text, -- 并表与税务意见
  appraisal jsonb, -- 非货币资产评估报告
  sign_date date, -- 签署日期
  signed_file jsonb, -- 签署件
  venture_code text, -- 合资公司信用代码
  license_date date -- 营业执照日期
);

create index f_join_venture_agreement_applicant_created_at_id_idx on f_join_venture_agreement (applicant, created_at, id);
create index f_join_venture_agreement_status_created_at_id_idx on f_join_venture_agreement (status, created_at, id);
create index f_join_venture_agreement_applicant_dept_created_at_id_idx on f_join_venture_agreement (applicant_dept, created_at, id);
create index f_join_venture_agreement_created_at_id_idx on f_join_venture_agreement (created_at, id);
create index f_join_venture_agreement_sign_date_idx on f_join_venture_agreement (sign_date);

create trigger f_join_venture_agreement_added after insert on f_join_venture_agreement referencing new table as changed
  for each statement execute function form_changed('joinVentureAgreement');
create trigger f_join_venture_agreement_changed after update on f_join_venture_agreement referencing new table as changed
  for each statement execute function form_changed('joinVentureAgreement');
create trigger f_join_venture_agreement_removed after delete on f_join_venture_agreement referencing old table as changed
  for each statement execute function form_changed('joinVentureAgreement');

-- 股东与出资
create table f_join_venture_agreement_parties (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_join_venture_agreement on delete cascade,
  row_no integer not null,
  party_name text, -- 股东
  party_side text, -- 归属
  credit_code text, -- 统一社会信用代码
  capital_form text, -- 出资方式
  subscribed numeric(18,2), -- 认缴额（元）
  ratio numeric(12,4), -- 持股比例
  our_subscribed numeric(18,2), -- 我方认缴
  our_ratio numeric(12,4), -- 我方持股
  non_cash numeric(18,2) -- 非货币出资
);
create index f_join_venture_agreement_parties_parent_idx on f_join_venture_agreement_parties (parent_id, row_no);

-- 我方实缴计划
create table f_join_venture_agreement_instalments (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_join_venture_agreement on delete cascade,
  row_no integer not null,
  batch_no integer, -- 期次
  pay_deadline date, -- 缴付期限
  pay_amount numeric(18,2), -- 缴付金额（元）
  pay_condition text -- 缴付前提
);
create index f_join_venture_agreement_instalments_parent_idx on f_join_venture_agreement_instalments (parent_id, row_no);

-- EMC运营合同 (EMCOperateContract): drafted from its definition.

create table f_emc_operate_contract (
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
  contract_no text, -- 合同编号
  customer_name text, -- 甲方
  customer_code text, -- 甲方信用代码
  our_company text, -- 我方签约主体
  invest_review bigint, -- 投资评审单
  review_state text, -- 评审状态
  approved_invest numeric(18,2), -- 批准投资额（元）
  invest_conditions text, -- 投资前置条件
  conditions_met text, -- 前置条件落实情况
  emc_mode text, -- 合同模式
  start_date date, -- 合同开始
  end_date date, -- 合同结束
  years numeric(20,1), -- 合同年限（年）
  cool_season text, -- 供冷期
  heat_season text, -- 采暖期
  service_hours text, -- 每日供能时段
  summer_temp numeric(20,1), -- 夏季室温上限（℃）
  winter_temp numeric(20,1), -- 冬季室温下限（℃）
  baseline_energy numeric(20,2), -- 基准年综合能耗（tce）
  baseline_cost numeric(18,2), -- 基准年能源费（元）
  our_share numeric(12,4), -- 我方分享比例
  guarantee_rate numeric(12,4), -- 保证节能率
  our_invest numeric(18,2), -- 我方投资额（元）
  energy_payer text, -- 能源费缴纳方
  settle_cycle text, -- 结算周期
  pay_days integer, -- 付款期限（天）
  late_rate numeric(20,2), -- 滞纳金（‰/天）
  price_link boolean, -- 能源价格联动
  link_rule text, -- 联动公式说明
  asset_end text, -- 期满资产处置
  contract_text jsonb, -- 合同文本
  year_income numeric(18,2), -- 预计年收入（元）
  charge_total numeric(20,2), -- 收费总面积（m²）
  contract_total numeric(18,2), -- 合同期总收入（元）
  income_per_area numeric(20,2), -- 单方年收入（元/m²）
  baseline_check text, -- 基准能耗核定意见
  legal_opinion text, -- 法务意见
  tax_opinion text, -- 税率与收款意见
  sign_date date, -- 签订日期
  signed_file jsonb -- 双方盖章件
);

create index f_emc_operate_contract_applicant_created_at_id_idx on f_emc_operate_contract (applicant, created_at, id);
create index f_emc_operate_contract_status_created_at_id_idx on f_emc_operate_contract (status, created_at, id);
create index f_emc_operate_contract_applicant_dept_created_at_id_idx on f_emc_operate_contract (applicant_dept, created_at, id);
create index f_emc_operate_contract_created_at_id_idx on f_emc_operate_contract (created_at, id);
create index f_emc_operate_contract_project_created_at_id_idx on f_emc_operate_contract (project, created_at, id);
create index f_emc_operate_contract_end_date_idx on f_emc_operate_contract (end_date);
create index f_emc_operate_contract_sign_date_idx on f_emc_operate_contract (sign_date);
create unique index f_emc_operate_contract_contract_no_live on f_emc_operate_contract (contract_no) where status in ('running', 'returned', 'approved');

create trigger f_emc_operate_contract_added after insert on f_emc_operate_contract referencing new table as changed
  for each statement execute function form_changed('EMCOperateContract');
create trigger f_emc_operate_contract_changed after update on f_emc_operate_contract referencing new table as changed
  for each statement execute function form_changed('EMCOperateContract');
create trigger f_emc_operate_contract_removed after delete on f_emc_operate_contract referencing old table as changed
  for each statement execute function form_changed('EMCOperateContract');

-- 计费单价
create table f_emc_operate_contract_prices (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_emc_operate_contract on delete cascade,
  row_no integer not null,
  price_item text, -- 计费项目
  bill_basis text, -- 计费基础
  unit_price numeric(18,4), -- 单价
  year_quantity numeric(20,2), -- 预计年计费量
  tax_rate numeric(12,4), -- 税率
  valid_from date, -- 执行起
  valid_to date, -- 执行止
  year_amount numeric(18,2), -- 预计年金额
  date_wrong integer -- 日期颠倒
);
create index f_emc_operate_contract_prices_parent_idx on f_emc_operate_contract_prices (parent_id, row_no);

-- 供能范围
create table f_emc_operate_contract_buildings (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_emc_operate_contract on delete cascade,
  row_no integer not null,
  building text, -- 楼栋
  usage text, -- 用途
  built_area numeric(20,2), -- 建筑面积（m²）
  charge_area numeric(20,2), -- 收费面积（m²）
  area_wrong integer -- 面积异常
);
create index f_emc_operate_contract_buildings_parent_idx on f_emc_operate_contract_buildings (parent_id, row_no);
