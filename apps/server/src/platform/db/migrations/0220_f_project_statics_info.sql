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
