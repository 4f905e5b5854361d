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
