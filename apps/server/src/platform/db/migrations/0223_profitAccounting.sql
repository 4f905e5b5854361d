-- 项目核算信息 (projectStaticsInfo): drafted from its definition.

create table f_project_statics_info (
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
  account_month text, -- 核算月份
  season text, -- 所属季节
  charge_model text, -- 收费模式
  air_area numeric(20,2), -- 计费空调面积（m²）
  run_days integer, -- 当月运行天数（天）
  cold_heat numeric(20,2), -- 当月供冷/供热量（kWh）
  gas_qty numeric(20,2), -- 燃气用量（m³）
  gas_cost numeric(18,2), -- 燃气费
  power_qty numeric(20,2), -- 用电量（kWh）
  power_cost numeric(18,2), -- 电费
  water_qty numeric(20,2), -- 用水量（t）
  water_cost numeric(18,2), -- 水费
  steam_cost numeric(18,2), -- 外购蒸汽/热力费
  staff_count numeric(20,1), -- 在岗人数（人）
  wage_cost numeric(18,2), -- 工资社保及劳务费
  bonus_cost numeric(18,2), -- 奖金与津贴
  rent_cost numeric(18,2), -- 员工住宿费
  depreciation numeric(18,2), -- 投资折旧摊销
  finance_cost numeric(18,2), -- 融资利息分摊
  manage_share numeric(18,2), -- 区域与公司管理费分摊
  tax_surcharge numeric(18,2), -- 税金及附加
  budget_income numeric(18,2), -- 本月预算收入
  budget_profit numeric(18,2), -- 本月预算利润
  last_year_profit numeric(18,2), -- 去年同月利润
  received numeric(18,2), -- 本月实际回款
  deviation_reason text, -- 盈亏与偏差说明
  income_total numeric(18,2), -- 收入合计(不含税)
  energy_cost numeric(18,2), -- 能源成本
  labor_cost numeric(18,2), -- 人工成本
  other_cost numeric(18,2), -- 其他直接成本
  cost_total numeric(18,2), -- 成本合计
  direct_profit numeric(18,2), -- 运营毛利
  net_profit numeric(18,2), -- 项目利润
  gross_rate numeric(12,4), -- 运营毛利率
  energy_rate numeric(12,4), -- 能源成本占收入比
  unit_energy numeric(18,2), -- 单位面积能源费（元/m²）
  unit_cold_heat numeric(18,4), -- 单位冷热量能源成本（元/kWh）
  budget_diff numeric(18,2), -- 利润较预算差额
  confirmed_profit numeric(18,2), -- 核定利润
  year_diff numeric(18,2), -- 利润同比变动
  energy_checked text, -- 用量与日报核对
  energy_diff_note text, -- 差异说明
  measure text, -- 增收降耗措施
  adjust_amount numeric(18,2), -- 财务调整额
  adjust_reason text -- 调整原因
);

create index f_project_statics_info_applicant_created_at_id_idx on f_project_statics_info (applicant, created_at, id);
create index f_project_statics_info_status_created_at_id_idx on f_project_statics_info (status, created_at, id);
create index f_project_statics_info_applicant_dept_created_at_id_idx on f_project_statics_info (applicant_dept, created_at, id);
create index f_project_statics_info_created_at_id_idx on f_project_statics_info (created_at, id);
create index f_project_statics_info_project_created_at_id_idx on f_project_statics_info (project, created_at, id);
create index f_project_statics_info_account_month_idx on f_project_statics_info (account_month);
create unique index f_project_statics_info_project_account_month_live on f_project_statics_info (project, account_month) where status in ('running', 'returned', 'approved');

create trigger f_project_statics_info_added after insert on f_project_statics_info referencing new table as changed
  for each statement execute function form_changed('projectStaticsInfo');
create trigger f_project_statics_info_changed after update on f_project_statics_info referencing new table as changed
  for each statement execute function form_changed('projectStaticsInfo');
create trigger f_project_statics_info_removed after delete on f_project_statics_info referencing old table as changed
  for each statement execute function form_changed('projectStaticsInfo');

-- 收入明细
create table f_project_statics_info_incomes (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_project_statics_info on delete cascade,
  row_no integer not null,
  income_type text, -- 收入类别
  statement bigint, -- 结算单
  settle_base numeric(20,2), -- 计费数量
  settle_price numeric(18,4), -- 含税单价
  gross_income numeric(18,2), -- 含税收入
  tax_rate numeric(12,4), -- 税率
  net_income numeric(18,2) -- 不含税收入
);
create index f_project_statics_info_incomes_parent_idx on f_project_statics_info_incomes (parent_id, row_no);

-- 其他直接成本
create table f_project_statics_info_other_costs (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_project_statics_info on delete cascade,
  row_no integer not null,
  cost_type text, -- 成本类别
  source_no text, -- 来源单号
  cost_amount numeric(18,2), -- 不含税金额
  cost_note text -- 说明
);
create index f_project_statics_info_other_costs_parent_idx on f_project_statics_info_other_costs (parent_id, row_no);

-- 亏损项目分析 (lossProjectAnalysis): drafted from its definition.

create table f_loss_project_analysis (
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
  account bigint, -- 项目核算单
  period_kind text, -- 分析周期
  month_from text, -- 分析起月
  month_to text, -- 分析止月
  charge_model text, -- 收费模式
  contract_end date, -- 合同到期日
  charge_area numeric(20,2), -- 计费面积（m²）
  open_rate numeric(12,4), -- 实际开启率
  average_temp numeric(20,1), -- 期间平均室外温度（℃）
  last_temp numeric(20,1), -- 去年同期平均室外温度（℃）
  loss_months integer, -- 连续亏损月数（月）
  year_loss numeric(18,2), -- 本年累计利润（元）
  unpaid_amount numeric(18,2), -- 客户未收余额（元）
  host_cop numeric(20,2), -- 主机实测能效
  loss_nature text, -- 亏损性质
  main_reason text, -- 主要原因综述
  turn_month text, -- 预计扭亏月份
  proof_files jsonb, -- 分析附件
  income_total numeric(18,2), -- 期间收入（元）
  cost_total numeric(18,2), -- 期间成本（元）
  profit numeric(18,2), -- 期间利润(负为亏损)（元）
  budget_impact numeric(18,2), -- 较预算利润差额（元）
  loss_per_area numeric(18,2), -- 单位面积利润（元/m²）
  cause_total numeric(18,2), -- 已解释金额（元）
  explain_rate numeric(12,4), -- 亏损解释率
  gain_total numeric(18,2), -- 措施月增利合计（元）
  invest_total numeric(18,2), -- 措施投入合计（元）
  payback_months numeric(20,1), -- 投入回收月数（月）
  energy_finding text, -- 能耗诊断意见
  saving_potential numeric(18,2), -- 测算月节能潜力（元）
  area_plan text, -- 区域扭亏安排
  confirmed_loss numeric(18,2), -- 核定利润（元）
  finance_advice text, -- 财务建议
  decision text, -- 处置决定
  verify_month text, -- 验证月份
  verify_profit numeric(18,2), -- 验证月利润（元）
  verify_result text, -- 效果
  verify_note text -- 未完成措施与后续安排
);

create index f_loss_project_analysis_applicant_created_at_id_idx on f_loss_project_analysis (applicant, created_at, id);
create index f_loss_project_analysis_status_created_at_id_idx on f_loss_project_analysis (status, created_at, id);
create index f_loss_project_analysis_applicant_dept_created_at_id_idx on f_loss_project_analysis (applicant_dept, created_at, id);
create index f_loss_project_analysis_created_at_id_idx on f_loss_project_analysis (created_at, id);
create index f_loss_project_analysis_project_created_at_id_idx on f_loss_project_analysis (project, created_at, id);
create index f_loss_project_analysis_month_from_idx on f_loss_project_analysis (month_from);

create trigger f_loss_project_analysis_added after insert on f_loss_project_analysis referencing new table as changed
  for each statement execute function form_changed('lossProjectAnalysis');
create trigger f_loss_project_analysis_changed after update on f_loss_project_analysis referencing new table as changed
  for each statement execute function form_changed('lossProjectAnalysis');
create trigger f_loss_project_analysis_removed after delete on f_loss_project_analysis referencing old table as changed
  for each statement execute function form_changed('lossProjectAnalysis');

-- 收支对比
create table f_loss_project_analysis_compares (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_loss_project_analysis on delete cascade,
  row_no integer not null,
  subject text, -- 科目
  side text, -- 方向
  budget_amount numeric(18,2), -- 预算（元）
  actual_amount numeric(18,2), -- 实际（元）
  last_amount numeric(18,2), -- 去年同期（元）
  budget_diff numeric(18,2), -- 较预算（元）
  last_diff numeric(18,2), -- 较去年（元）
  income_part numeric(18,2), -- 收入额（元）
  cost_part numeric(18,2), -- 成本额（元）
  profit_impact numeric(18,2) -- 对利润影响(较预算)（元）
);
create index f_loss_project_analysis_compares_parent_idx on f_loss_project_analysis_compares (parent_id, row_no);

-- 亏损原因
create table f_loss_project_analysis_causes (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_loss_project_analysis on delete cascade,
  row_no integer not null,
  cause_kind text, -- 原因类别
  cause_amount numeric(18,2), -- 影响金额（元）
  cause_data text, -- 数据佐证
  controllable text -- 可控性
);
create index f_loss_project_analysis_causes_parent_idx on f_loss_project_analysis_causes (parent_id, row_no);

-- 扭亏措施
create table f_loss_project_analysis_measures (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_loss_project_analysis on delete cascade,
  row_no integer not null,
  measure text, -- 措施
  measure_kind text, -- 措施类别
  owner bigint, -- 责任人
  deadline date, -- 完成期限
  invest_amount numeric(18,2), -- 投入（元）
  month_gain numeric(18,2) -- 预计月增利（元）
);
create index f_loss_project_analysis_measures_parent_idx on f_loss_project_analysis_measures (parent_id, row_no);
