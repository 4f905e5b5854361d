-- 节能评估 (energySavingEvaluation): drafted from its definition.

create table f_energy_saving_evaluation (
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
  evaluate_kind text, -- 评估类型
  measure_desc text[], -- 节能措施
  renovation bigint, -- 技术改造单
  invest_amount numeric(18,2), -- 项目投资（元）
  boundary text, -- 测量边界
  method text, -- 验证方法
  base_from date, -- 基准期起
  base_to date, -- 基准期止
  report_from date, -- 报告期起
  report_to date, -- 报告期止
  report_months numeric(20,1), -- 报告期月数（月）
  base_degree_days numeric(20,1), -- 基准期度日数（℃·d）
  report_degree_days numeric(20,1), -- 报告期度日数（℃·d）
  base_area numeric(20,2), -- 基准期供能面积（m²）
  report_area numeric(20,2), -- 报告期供能面积（m²）
  base_indoor numeric(20,1), -- 基准期室内温度（℃）
  report_indoor numeric(20,1), -- 报告期室内温度（℃）
  promise_rate numeric(12,4), -- 合同承诺节能率
  our_share numeric(12,4), -- 我方分享比例
  shared_before numeric(18,2), -- 已累计分享金额（元）
  uncertainty numeric(12,4), -- 不确定度
  data_files jsonb, -- 计量数据与账单
  save_money numeric(18,2), -- 节约金额合计（元）
  saving_rate numeric(12,4), -- 综合节能率
  money_rate numeric(12,4), -- 费用节约率
  coal_total numeric(20,2), -- 节约标煤（tce）
  carbon_total numeric(20,2), -- 减碳量（tCO₂）
  routine_total numeric(20,2), -- 非常规修正合计
  our_amount numeric(18,2), -- 我方分享金额（元）
  customer_amount numeric(18,2), -- 客户分享金额（元）
  shared_after numeric(18,2), -- 累计分享金额（元）
  promise_gap numeric(12,4), -- 较承诺节能率
  pay_years numeric(20,2), -- 投资回收期（年）
  confirm_share numeric(18,2), -- 确认后我方分享金额（元）
  data_quality text, -- 数据质量
  verify_note text, -- 复核说明
  method_opinion text, -- 方法与修正意见
  price_checked text, -- 能源单价核对
  confirm_rate numeric(12,4), -- 双方确认节能率
  confirm_money numeric(18,2), -- 双方确认节约金额（元）
  confirm_date date, -- 确认日期
  confirm_file jsonb -- 双方签章评估报告
);

create index f_energy_saving_evaluation_applicant_created_at_id_idx on f_energy_saving_evaluation (applicant, created_at, id);
create index f_energy_saving_evaluation_status_created_at_id_idx on f_energy_saving_evaluation (status, created_at, id);
create index f_energy_saving_evaluation_applicant_dept_created_at_id_idx on f_energy_saving_evaluation (applicant_dept, created_at, id);
create index f_energy_saving_evaluation_created_at_id_idx on f_energy_saving_evaluation (created_at, id);
create index f_energy_saving_evaluation_project_created_at_id_idx on f_energy_saving_evaluation (project, created_at, id);
create index f_energy_saving_evaluation_report_from_idx on f_energy_saving_evaluation (report_from);

create trigger f_energy_saving_evaluation_added after insert on f_energy_saving_evaluation referencing new table as changed
  for each statement execute function form_changed('energySavingEvaluation');
create trigger f_energy_saving_evaluation_changed after update on f_energy_saving_evaluation referencing new table as changed
  for each statement execute function form_changed('energySavingEvaluation');
create trigger f_energy_saving_evaluation_removed after delete on f_energy_saving_evaluation referencing old table as changed
  for each statement execute function form_changed('energySavingEvaluation');

-- 分能源节能量
create table f_energy_saving_evaluation_energies (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_energy_saving_evaluation on delete cascade,
  row_no integer not null,
  energy_kind text, -- 能源
  energy_unit text, -- 单位
  base_quantity numeric(20,2), -- 基准期用量
  weather_factor numeric(20,4), -- 气象修正系数
  area_factor numeric(20,4), -- 面积修正系数
  other_factor numeric(20,4), -- 时长与使用修正系数
  routine_adjust numeric(20,2), -- 非常规修正量
  adjusted_base numeric(20,2), -- 修正后基准用量
  report_quantity numeric(20,2), -- 报告期用量
  save_quantity numeric(20,2), -- 节能量
  save_unit_price numeric(18,4), -- 能源单价
  save_amount numeric(18,2), -- 节约金额（元）
  base_amount numeric(18,2), -- 修正基准费用（元）
  coal_factor numeric(20,4), -- 折标系数（kgce/单位）
  save_coal numeric(20,2), -- 节约标煤（kgce）
  base_coal numeric(20,2), -- 修正基准标煤（kgce）
  carbon_factor numeric(20,4), -- 碳排放因子（kgCO₂/单位）
  save_carbon numeric(20,2) -- 减碳量（kgCO₂）
);
create index f_energy_saving_evaluation_energies_parent_idx on f_energy_saving_evaluation_energies (parent_id, row_no);

-- 非常规修正说明
create table f_energy_saving_evaluation_corrections (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_energy_saving_evaluation on delete cascade,
  row_no integer not null,
  correct_event text, -- 事件
  correct_from date, -- 起日
  correct_energy text, -- 影响能源
  correct_quantity numeric(20,2), -- 修正量
  correct_basis text -- 计算依据
);
create index f_energy_saving_evaluation_corrections_parent_idx on f_energy_saving_evaluation_corrections (parent_id, row_no);
