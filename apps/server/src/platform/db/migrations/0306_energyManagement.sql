-- 项目能源检查 (projectEnergyInspection): drafted from its definition.

create table f_project_energy_inspection (
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
  inspect_kind text, -- 检查类别
  inspect_time timestamptz, -- 检查时间
  inspectors bigint[], -- 检查人员
  rectify_leader bigint, -- 项目陪同及整改负责人
  current_plan bigint, -- 现行运行方案
  outdoor_temp numeric(20,1), -- 室外温度（℃）
  indoor_temp numeric(20,1), -- 抽测室内平均温度（℃）
  supply_temp numeric(20,1), -- 供水温度（℃）
  return_temp numeric(20,1), -- 回水温度（℃）
  running_hosts integer, -- 运行主机台数（台）
  host_load numeric(12,4), -- 主机负荷率
  exhaust_temp numeric(20,1), -- 排烟温度（℃）
  cooling_in numeric(20,1), -- 冷却水进水温度（℃）
  month_cost numeric(18,2), -- 本月累计能源费（元）
  month_quota numeric(18,2), -- 本月能源费定额(按日进度)（元）
  last_inspection bigint, -- 上次检查单
  last_open_count integer, -- 上次未闭环项（项）
  inspect_summary text, -- 检查总评
  full_total numeric(20,1), -- 标准总分（分）
  deduct_total numeric(20,1), -- 扣分合计（分）
  score_rate numeric(12,4), -- 得分率
  bad_count integer, -- 不合格项（项）
  ratio_wrong_count integer, -- 倍率不符表计（只）
  delta_temp numeric(20,1), -- 供回水温差（℃）
  quota_use_rate numeric(12,4), -- 定额使用率
  confirm_opinion text, -- 确认意见
  objection text, -- 异议说明
  area_require text, -- 整改要求
  assess_amount numeric(18,2), -- 考核金额（元）
  closed_count integer, -- 已整改项（项）
  open_count integer, -- 未闭环项（项）
  open_items text[], -- 未闭环检查项
  rectify_note text, -- 整改说明
  rectify_photos jsonb, -- 整改前后照片
  estimate_save numeric(18,2) -- 预计月节约（元）
);

create index f_project_energy_inspection_applicant_created_at_id_idx on f_project_energy_inspection (applicant, created_at, id);
create index f_project_energy_inspection_status_created_at_id_idx on f_project_energy_inspection (status, created_at, id);
create index f_project_energy_inspection_applicant_dept_created_at_id_idx on f_project_energy_inspection (applicant_dept, created_at, id);
create index f_project_energy_inspection_created_at_id_idx on f_project_energy_inspection (created_at, id);
create index f_project_energy_inspection_project_created_at_id_idx on f_project_energy_inspection (project, created_at, id);
create index f_project_energy_inspection_inspect_time_idx on f_project_energy_inspection (inspect_time);
create index f_project_energy_inspection_rectify_leader_idx on f_project_energy_inspection (rectify_leader);

create trigger f_project_energy_inspection_added after insert on f_project_energy_inspection referencing new table as changed
  for each statement execute function form_changed('projectEnergyInspection');
create trigger f_project_energy_inspection_changed after update on f_project_energy_inspection referencing new table as changed
  for each statement execute function form_changed('projectEnergyInspection');
create trigger f_project_energy_inspection_removed after delete on f_project_energy_inspection referencing old table as changed
  for each statement execute function form_changed('projectEnergyInspection');

-- 检查项目
create table f_project_energy_inspection_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_project_energy_inspection on delete cascade,
  row_no integer not null,
  check_item text, -- 检查项
  full_score numeric(20,1), -- 标准分（分）
  result jsonb, -- 结果
  deduct numeric(20,1), -- 扣分（分）
  problem text, -- 问题描述
  waste_kind text, -- 浪费类型
  rectify_date date, -- 整改期限
  bad integer, -- 不合格
  over_deduct integer -- 校验：扣分有误
);
create index f_project_energy_inspection_items_parent_idx on f_project_energy_inspection_items (parent_id, row_no);

-- 表计抽核
create table f_project_energy_inspection_meter_checks (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_project_energy_inspection on delete cascade,
  row_no integer not null,
  meter_device bigint, -- 表计
  site_reading numeric(20,2), -- 现场读数
  platform_reading numeric(20,2), -- 平台当日读数
  meter_ratio numeric(20,2), -- 现场核对倍率
  platform_ratio numeric(20,2), -- 平台倍率
  reading_gap numeric(20,2), -- 读数差
  calibrate_to date, -- 检定有效期至
  ratio_wrong integer -- 倍率不符
);
create index f_project_energy_inspection_meter_checks_parent_idx on f_project_energy_inspection_meter_checks (parent_id, row_no);

-- 项目数据需求 (projectDataRequire): drafted from its definition.

create table f_project_data_require (
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
  dept text, -- 部门
  require_purpose text, -- 需求用途
  use_note text, -- 用途说明
  data_from text, -- 数据起月
  data_to text, -- 数据止月
  granularity text, -- 数据颗粒度
  deadline date, -- 要求提供日期
  urgent boolean, -- 加急
  urgent_reason text, -- 加急原因
  provider bigint, -- 数据提供人
  file_format text, -- 文件格式
  outside boolean, -- 提供给公司外部
  outside_unit text, -- 外部接收单位
  outside_person text, -- 外部接收人
  outside_phone text, -- 接收人电话
  secret_file jsonb, -- 保密协议或客户函
  secret_level text, -- 数据密级
  desensitize text[], -- 脱敏要求
  need_count integer, -- 数据项数（项）
  point_total integer, -- 点位合计（个）
  money_count integer, -- 经营数据项（项）
  deliver_count integer, -- 交付项数（项）
  complete_total numeric(12,4), -- 总完整率
  release_scope text, -- 批准范围
  provide_date date, -- 提供日期
  desensitized boolean, -- 已按要求脱敏
  data_note text, -- 口径与异常说明
  accept_result text, -- 验收结果
  useful_score integer, -- 满意度评分（分）
  destroy_date date -- 数据销毁或归还日期
);

create index f_project_data_require_applicant_created_at_id_idx on f_project_data_require (applicant, created_at, id);
create index f_project_data_require_status_created_at_id_idx on f_project_data_require (status, created_at, id);
create index f_project_data_require_applicant_dept_created_at_id_idx on f_project_data_require (applicant_dept, created_at, id);
create index f_project_data_require_created_at_id_idx on f_project_data_require (created_at, id);
create index f_project_data_require_project_created_at_id_idx on f_project_data_require (project, created_at, id);
create index f_project_data_require_dept_idx on f_project_data_require (dept);
create index f_project_data_require_provider_idx on f_project_data_require (provider);
create index f_project_data_require_deadline_idx on f_project_data_require (deadline);

create trigger f_project_data_require_added after insert on f_project_data_require referencing new table as changed
  for each statement execute function form_changed('projectDataRequire');
create trigger f_project_data_require_changed after update on f_project_data_require referencing new table as changed
  for each statement execute function form_changed('projectDataRequire');
create trigger f_project_data_require_removed after delete on f_project_data_require referencing old table as changed
  for each statement execute function form_changed('projectDataRequire');

-- 数据清单
create table f_project_data_require_needs (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_project_data_require on delete cascade,
  row_no integer not null,
  data_kind text, -- 数据类别
  data_scope text, -- 范围或设备
  data_fields text, -- 所需字段
  point_count integer, -- 点位数（个）
  data_source text, -- 数据来源
  must_have boolean, -- 必需
  money_data integer -- 经营数据
);
create index f_project_data_require_needs_parent_idx on f_project_data_require_needs (parent_id, row_no);

-- 交付清单
create table f_project_data_require_deliveries (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_project_data_require on delete cascade,
  row_no integer not null,
  deliver_kind text, -- 数据内容
  row_count integer, -- 记录数（条）
  expect_count integer, -- 应有记录数（条）
  complete_rate numeric(12,4), -- 完整率
  miss_reason text, -- 缺失原因
  data_file jsonb, -- 数据文件
  miss_no_reason integer -- 校验：缺失未说明
);
create index f_project_data_require_deliveries_parent_idx on f_project_data_require_deliveries (parent_id, row_no);

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

-- 管理方案 (managementPlan): drafted from its definition.

create table f_management_plan (
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
  plan_year integer, -- 方案年度（年）
  plan_kind text, -- 方案类型
  year_plan bigint, -- 年度计划(内部)
  loss_report bigint, -- 亏损项目分析单
  effect_from date, -- 生效日期
  effect_to date, -- 失效日期
  contract_end date, -- 合同到期日
  system_desc text, -- 系统概况
  service_scope text[], -- 管理范围
  duty_mode text, -- 值班方式
  staff_count integer, -- 定编人数（人）
  special_cert integer, -- 特种作业持证人数（人）
  inspect_times integer, -- 机房巡检频次（次/班）
  report_time text, -- 日报上报时间
  indoor_summer numeric(20,1), -- 夏季室内承诺温度（℃）
  indoor_winter numeric(20,1), -- 冬季室内承诺温度（℃）
  response_minutes integer, -- 报修响应时限（min）
  emergency_plans text[], -- 应急预案
  spare_stock text, -- 应急备件与备机安排
  save_measures text, -- 节能管理措施
  plan_file jsonb, -- 方案全文
  head_total integer, -- 岗位人数合计（人）
  weight_total numeric(12,4), -- 指标权重合计
  indicator_count integer, -- 指标数（项）
  routine_count integer, -- 管理工作项（项）
  budget_total numeric(18,2), -- 年度管理费用预算（元）
  area_opinion text, -- 区域意见
  target_opinion text, -- 能耗指标
  emergency_opinion text, -- 应急与持证意见
  customer_confirm text, -- 客户确认结果
  confirm_date date, -- 确认日期
  customer_note text, -- 客户意见
  confirm_file jsonb -- 客户签章文件
);

create index f_management_plan_applicant_created_at_id_idx on f_management_plan (applicant, created_at, id);
create index f_management_plan_status_created_at_id_idx on f_management_plan (status, created_at, id);
create index f_management_plan_applicant_dept_created_at_id_idx on f_management_plan (applicant_dept, created_at, id);
create index f_management_plan_created_at_id_idx on f_management_plan (created_at, id);
create index f_management_plan_project_created_at_id_idx on f_management_plan (project, created_at, id);
create index f_management_plan_effect_from_idx on f_management_plan (effect_from);

create trigger f_management_plan_added after insert on f_management_plan referencing new table as changed
  for each statement execute function form_changed('managementPlan');
create trigger f_management_plan_changed after update on f_management_plan referencing new table as changed
  for each statement execute function form_changed('managementPlan');
create trigger f_management_plan_removed after delete on f_management_plan referencing old table as changed
  for each statement execute function form_changed('managementPlan');

-- 岗位与职责
create table f_management_plan_posts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_management_plan on delete cascade,
  row_no integer not null,
  post text, -- 岗位
  head_count integer, -- 人数（人）
  post_user bigint, -- 负责人
  post_duty text, -- 主要职责
  need_cert text -- 持证要求
);
create index f_management_plan_posts_parent_idx on f_management_plan_posts (parent_id, row_no);

-- 管理指标
create table f_management_plan_indicators (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_management_plan on delete cascade,
  row_no integer not null,
  indicator text, -- 指标
  indicator_unit text, -- 单位
  last_value numeric(20,3), -- 上年实际
  target_value numeric(20,3), -- 目标值
  weight numeric(12,4), -- 权重
  duty_user bigint, -- 责任人
  check_cycle text -- 考核周期
);
create index f_management_plan_indicators_parent_idx on f_management_plan_indicators (parent_id, row_no);

-- 管理工作安排
create table f_management_plan_routines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_management_plan on delete cascade,
  row_no integer not null,
  routine text, -- 工作项
  cycle text, -- 频次
  routine_owner bigint, -- 负责人
  routine_budget numeric(18,2), -- 年度预算（元）
  execute_by text -- 执行方
);
create index f_management_plan_routines_parent_idx on f_management_plan_routines (parent_id, row_no);
