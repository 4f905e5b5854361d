-- 咨询与报价: the books of offers, prices and figures, what is known of projects in sight, then the forms.
alter table consult_project_archive
  add column control_points integer,
  add column machine_models text,
  add column selected_cooling numeric(20,1),
  add column offer_result text,
  add column deal_price numeric(18,2),
  add column deal_margin numeric(12,4),
  add column lost_reason text;

-- 部门协作台账: letters of two modules stand in it.
alter table dept_cooperation drop constraint dept_cooperation_source_id_key;
alter table dept_cooperation add column source_module text not null default 'departmentalWorkContact';
alter table dept_cooperation alter column source_module drop default;
create unique index on dept_cooperation (source_module, source_id) where not voided;

-- 造价指标库 (costIndex): drafted from its definition.
create table b_cost_index (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  kind text, -- 指标
  consult_project bigint, -- 咨询项目
  grade text, -- 档次或报价性质
  quantity numeric(20,2), -- 规模
  quantity_unit text, -- 规模单位
  value numeric(20,2), -- 指标值
  unit text, -- 单位
  dealt boolean, -- 已成交
  priced_on date, -- 报出日期
  source_no text -- 报价单号
);
create index b_cost_index_source_module_source_id_idx on b_cost_index (source_module, source_id);
create index b_cost_index_consult_project_idx on b_cost_index (consult_project);
create index b_cost_index_priced_on_idx on b_cost_index (priced_on);

-- 同类项目能耗指标库 (energyBenchmark): drafted from its definition.
create table b_energy_benchmark (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 在营项目
  month_from text, -- 数据起始月
  month_to text, -- 数据截止月
  metric text, -- 指标
  value numeric(20,4), -- 数值
  unit text, -- 单位
  missing_rate numeric(12,4), -- 缺测率
  usable text, -- 可用性
  use_for text, -- 用途
  source_no text -- 联系单号
);
create index b_energy_benchmark_source_module_source_id_idx on b_energy_benchmark (source_module, source_id);
create index b_energy_benchmark_project_idx on b_energy_benchmark (project);
create index b_energy_benchmark_month_from_idx on b_energy_benchmark (month_from);

-- 机型成交价台账 (modelPrice): drafted from its definition.
create table b_model_price (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  model text, -- 机型
  capacity numeric(20,1), -- 制冷量（kW）
  quantity integer, -- 台数（台）
  guide_price numeric(18,2), -- 指导价（元/台）
  discount numeric(12,4), -- 成交折扣
  deal_price numeric(18,2), -- 成交单价（元/台）
  consult_project bigint, -- 咨询项目
  buyer text, -- 购货单位
  buyer_kind text, -- 客户类型
  trade_term text, -- 交货条件
  dealt_on date, -- 成交日期
  source_no text -- 报价单号
);
create index b_model_price_source_module_source_id_idx on b_model_price (source_module, source_id);
create index b_model_price_consult_project_idx on b_model_price (consult_project);
create index b_model_price_dealt_on_idx on b_model_price (dealt_on);

-- 报价台账 (offerLedger): drafted from its definition.
create table b_offer_ledger (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  kind text, -- 报价类别
  consult_project bigint, -- 咨询项目
  offer_no text, -- 报价单号
  version integer, -- 版本
  buyer text, -- 报价对象
  cost numeric(18,2), -- 成本（元）
  total numeric(18,2), -- 含税总价（元）
  margin numeric(12,4), -- 毛利率
  sent_on date, -- 报出日期
  valid_to date, -- 有效期至
  result text, -- 客户结果
  deal_price numeric(18,2), -- 成交价（元）
  lost_reason text, -- 落标原因
  state text, -- 状态
  maker bigint -- 报价人
);
create index b_offer_ledger_source_module_source_id_idx on b_offer_ledger (source_module, source_id);
create index b_offer_ledger_consult_project_idx on b_offer_ledger (consult_project);
create index b_offer_ledger_sent_on_idx on b_offer_ledger (sent_on);
create index b_offer_ledger_valid_to_idx on b_offer_ledger (valid_to);
create index b_offer_ledger_maker_idx on b_offer_ledger (maker);

-- 报价分部台账 (offerSection): drafted from its definition.
create table b_offer_section (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  offer bigint, -- 暖通报价
  section text, -- 分部
  amount numeric(18,2), -- 含税金额（元）
  source_no text -- 来源单号
);
create index b_offer_section_source_module_source_id_idx on b_offer_section (source_module, source_id);
create index b_offer_section_offer_idx on b_offer_section (offer);

-- 项目平台服务台账 (platformService): drafted from its definition.
create table b_platform_service (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  consult_project bigint, -- 咨询项目
  points integer, -- 接入点数（点）
  years integer, -- 服务年限（年）
  year_fee numeric(18,2), -- 年费（元/年）
  start_on date, -- 起始日期
  end_on date, -- 到期日期
  free_months integer, -- 免费维护期（个月）
  keeper bigint, -- 负责人
  source_no text -- 报价单号
);
create index b_platform_service_source_module_source_id_idx on b_platform_service (source_module, source_id);
create index b_platform_service_consult_project_idx on b_platform_service (consult_project);
create index b_platform_service_end_on_idx on b_platform_service (end_on);
create index b_platform_service_keeper_idx on b_platform_service (keeper);

-- 研究课题建议 (researchTopic): drafted from its definition.
create table b_research_topic (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  consult_project bigint, -- 咨询项目
  product_line text, -- 产品线
  items text, -- 非标内容
  question text, -- 技术问题
  opinion text, -- 研究所意见
  engineer bigint, -- 解答工程师
  raised_on date, -- 提出日期
  source_no text -- 咨询单号
);
create index b_research_topic_source_module_source_id_idx on b_research_topic (source_module, source_id);
create index b_research_topic_consult_project_idx on b_research_topic (consult_project);
create index b_research_topic_engineer_idx on b_research_topic (engineer);
create index b_research_topic_raised_on_idx on b_research_topic (raised_on);

-- 自控咨询 (ecuConsult): drafted from its definition.

create table f_ecu_consult (
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
  hvac_consult bigint, -- 关联技术咨询
  hvac_engineer bigint, -- 指定暖通工程师
  control_scope text[], -- 控制范围
  renovation text, -- 工程性质
  old_brand text, -- 原自控品牌及年份
  host_brand text, -- 主机品牌型号
  host_protocol text, -- 主机通讯接口
  host_count integer, -- 主机台数（台）
  chilled_pumps integer, -- 冷（温）水泵台数（台）
  cooling_pumps integer, -- 冷却水泵台数（台）
  tower_fans integer, -- 冷却塔风机台数（台）
  ahu_count integer, -- 空调箱与新风机台数（台）
  fcu_count integer, -- 风机盘管台数（台）
  meter_count integer, -- 计量表数量（只）
  operate_mode text, -- 运行方式
  net_condition text, -- 网络条件
  temp_precision numeric(20,1), -- 供水温度控制精度（℃）
  saving_target numeric(12,4), -- 节能目标
  need_date date, -- 要求交付日期
  system_drawing jsonb, -- 系统原理图
  cabinet_photos jsonb, -- 现有配电柜控制柜照片
  hard_total integer, -- 硬接点合计（点）
  bus_total integer, -- 通讯点合计（点）
  point_total integer, -- 总点数（点）
  saving_total numeric(12,4), -- 策略节能合计
  hvac_condition text, -- 暖通控制要求
  flow_sheet jsonb, -- 暖通条件图
  automation_leader bigint, -- 指派自控组长
  automation_engineer bigint, -- 指派自控工程师
  system_route text, -- 系统架构要求
  plan_hours numeric(20,1), -- 计划工时（h）
  ecu_scheme text, -- 自控方案说明
  topology jsonb, -- 网络拓扑图
  spare_rate numeric(12,4), -- 点位备用率
  actual_hours numeric(20,1), -- 实际工时（h）
  leader_opinion text, -- 复核意见
  leader_score integer, -- 质量评分（分）
  hvac_check text, -- 与暖通要求一致性
  deviation text, -- 偏差说明
  satisfaction integer, -- 满意度（分）
  deliver_date date -- 交付日期
);

create index f_ecu_consult_applicant_created_at_id_idx on f_ecu_consult (applicant, created_at, id);
create index f_ecu_consult_status_created_at_id_idx on f_ecu_consult (status, created_at, id);
create index f_ecu_consult_applicant_dept_created_at_id_idx on f_ecu_consult (applicant_dept, created_at, id);
create index f_ecu_consult_created_at_id_idx on f_ecu_consult (created_at, id);
create index f_ecu_consult_consult_project_idx on f_ecu_consult (consult_project);
create index f_ecu_consult_automation_engineer_idx on f_ecu_consult (automation_engineer);
create index f_ecu_consult_need_date_idx on f_ecu_consult (need_date);

create trigger f_ecu_consult_added after insert on f_ecu_consult referencing new table as changed
  for each statement execute function form_changed('ecuConsult');
create trigger f_ecu_consult_changed after update on f_ecu_consult referencing new table as changed
  for each statement execute function form_changed('ecuConsult');
create trigger f_ecu_consult_removed after delete on f_ecu_consult referencing old table as changed
  for each statement execute function form_changed('ecuConsult');

-- 控制点表
create table f_ecu_consult_points (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_ecu_consult on delete cascade,
  row_no integer not null,
  target text, -- 被控对象
  point_name text, -- 点位说明
  unit_count integer, -- 对象数量（台）
  ai integer, -- AI（点）
  ao integer, -- AO（点）
  di integer, -- DI（点）
  do_points integer, -- DO（点）
  bus integer, -- 通讯点（点）
  hard_points integer, -- 硬接点小计（点）
  bus_points integer -- 通讯点小计（点）
);
create index f_ecu_consult_points_parent_idx on f_ecu_consult_points (parent_id, row_no);

-- 控制策略
create table f_ecu_consult_strategies (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_ecu_consult on delete cascade,
  row_no integer not null,
  loop text, -- 控制回路
  logic text, -- 控制逻辑
  setpoint text, -- 设定值与范围
  saving numeric(12,4) -- 预计节能贡献
);
create index f_ecu_consult_strategies_parent_idx on f_ecu_consult_strategies (parent_id, row_no);

-- 销售技术咨询 (saleConsult): drafted from its definition.

create table f_sale_consult (
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
  customer_name text, -- 用户单位
  product_line text, -- 产品线
  cool_capacity numeric(20,1), -- 需求制冷量（kW）
  heat_capacity numeric(20,1), -- 需求制热量（kW）
  chilled_out numeric(20,1), -- 冷水出口温度（℃）
  chilled_in numeric(20,1), -- 冷水进口温度（℃）
  cooling_in numeric(20,1), -- 冷却水进口温度（℃）
  cooling_out numeric(20,1), -- 冷却水出口温度（℃）
  hot_out numeric(20,1), -- 采暖水出口温度（℃）
  gas_heat_value integer, -- 燃气低位热值（kcal/m³）
  steam_pressure numeric(20,2), -- 蒸汽表压（MPa）
  source_in_temp numeric(20,1), -- 热源进口温度（℃）
  source_flow numeric(20,1), -- 热源流量
  altitude integer, -- 海拔（m）
  nox_limit integer, -- 氮氧化物限值（mg/m³）
  noise_limit integer, -- 噪声限值（dB(A)）
  passage_limit text, -- 运输通道尺寸限制
  water_pressure numeric(20,1), -- 水侧承压（MPa）
  non_standard boolean, -- 有非标要求
  non_standard_items text[], -- 非标内容
  question text, -- 需解答的技术问题
  rival_product text, -- 竞品型号与参数
  need_date date, -- 要求答复日期
  bid_file jsonb, -- 招标技术文件
  selected_cooling numeric(20,1), -- 选型制冷量（kW）
  selected_heating numeric(20,1), -- 选型制热量（kW）
  cool_margin numeric(12,4), -- 制冷余量
  chilled_delta numeric(20,1), -- 冷水温差（℃）
  hvac_engineer bigint, -- 指派暖通工程师
  need_research boolean, -- 转研究所解答
  assign_note text, -- 分派说明
  selection_note text, -- 选型说明
  selection_sheet jsonb, -- 选型计算书
  hvac_hours numeric(20,1), -- 选型工时（h）
  research_engineer bigint, -- 指派研究所工程师
  research_due date, -- 研究所答复期限
  research_answer text, -- 非标解答
  feasible_level text, -- 可实现程度
  extra_cost numeric(18,2), -- 非标增加成本（元）
  extra_weeks integer, -- 增加交货周期（周）
  research_hours numeric(20,1), -- 研究所工时（h）
  research_opinion text, -- 研究所意见
  tech_opinion text, -- 审定意见
  used_result text, -- 采用情况
  satisfaction integer -- 满意度（分）
);

create index f_sale_consult_applicant_created_at_id_idx on f_sale_consult (applicant, created_at, id);
create index f_sale_consult_status_created_at_id_idx on f_sale_consult (status, created_at, id);
create index f_sale_consult_applicant_dept_created_at_id_idx on f_sale_consult (applicant_dept, created_at, id);
create index f_sale_consult_created_at_id_idx on f_sale_consult (created_at, id);
create index f_sale_consult_consult_project_idx on f_sale_consult (consult_project);
create index f_sale_consult_hvac_engineer_idx on f_sale_consult (hvac_engineer);
create index f_sale_consult_research_engineer_idx on f_sale_consult (research_engineer);
create index f_sale_consult_need_date_idx on f_sale_consult (need_date);

create trigger f_sale_consult_added after insert on f_sale_consult referencing new table as changed
  for each statement execute function form_changed('saleConsult');
create trigger f_sale_consult_changed after update on f_sale_consult referencing new table as changed
  for each statement execute function form_changed('saleConsult');
create trigger f_sale_consult_removed after delete on f_sale_consult referencing old table as changed
  for each statement execute function form_changed('saleConsult');

-- 选型结果
create table f_sale_consult_selections (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_sale_consult on delete cascade,
  row_no integer not null,
  model text, -- 机型
  cooling numeric(20,1), -- 制冷量（kW）
  heating numeric(20,1), -- 制热量（kW）
  cop numeric(20,2), -- COP
  fuel_use numeric(20,1), -- 满负荷耗气量或耗汽量（m³/h或kg/h）
  elec_power numeric(20,1), -- 配电功率（kW）
  weight numeric(20,1), -- 运行重量（t）
  quantity integer, -- 台数（台）
  cooling_sum numeric(20,1), -- 制冷量小计（kW）
  heating_sum numeric(20,1) -- 制热量小计（kW）
);
create index f_sale_consult_selections_parent_idx on f_sale_consult_selections (parent_id, row_no);

-- 内部联系单(旧) (internalRelation): drafted from its definition.

create table f_internal_relation (
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
  project text, -- 在营项目
  consult_project bigint, -- 咨询项目
  source_consult bigint, -- 来源咨询单
  data_subject text, -- 数据事项
  use_for text, -- 用途
  hvac_engineer bigint, -- 提出数据的暖通工程师
  period_from text, -- 数据起始月
  period_to text, -- 数据截止月
  data_kinds text[], -- 数据种类
  granularity text, -- 数据粒度
  benchmark_unit text, -- 对标口径
  requirement text, -- 具体要求
  outward boolean, -- 将对外提供
  outward_object text, -- 对外提供对象
  need_date date, -- 要求回复日期
  templates jsonb, -- 数据表样
  heat_total numeric(20,1), -- 供能总量（kWh）
  gas_total numeric(20,1), -- 燃气总量（m³）
  gas_rate numeric(20,4), -- 单位供能气耗（m³/kWh）
  over_bias_count integer, -- 超差测点数（个）
  calc_method text, -- 计算口径说明
  need_field boolean, -- 需要现场实测
  energy_analyst bigint, -- 指派能源数据分析师
  open_level text, -- 数据开放级别
  data_note text, -- 数据说明与异常修正
  data_files jsonb, -- 数据文件
  missing_rate numeric(12,4), -- 缺测率
  emc_engineer bigint, -- 指派EMC工程师
  test_plan_date date, -- 计划实测日期
  test_result text, -- 实测结论
  test_photos jsonb, -- 实测照片
  emc_opinion text, -- EMC总监意见
  usable text, -- 数据可用性
  adopt_note text -- 采用说明
);

create index f_internal_relation_applicant_created_at_id_idx on f_internal_relation (applicant, created_at, id);
create index f_internal_relation_status_created_at_id_idx on f_internal_relation (status, created_at, id);
create index f_internal_relation_applicant_dept_created_at_id_idx on f_internal_relation (applicant_dept, created_at, id);
create index f_internal_relation_created_at_id_idx on f_internal_relation (created_at, id);
create index f_internal_relation_project_created_at_id_idx on f_internal_relation (project, created_at, id);
create index f_internal_relation_energy_analyst_idx on f_internal_relation (energy_analyst);
create index f_internal_relation_emc_engineer_idx on f_internal_relation (emc_engineer);
create index f_internal_relation_need_date_idx on f_internal_relation (need_date);

create trigger f_internal_relation_added after insert on f_internal_relation referencing new table as changed
  for each statement execute function form_changed('internalRelation');
create trigger f_internal_relation_changed after update on f_internal_relation referencing new table as changed
  for each statement execute function form_changed('internalRelation');
create trigger f_internal_relation_removed after delete on f_internal_relation referencing old table as changed
  for each statement execute function form_changed('internalRelation');

-- 能耗数据
create table f_internal_relation_energy_rows (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_internal_relation on delete cascade,
  row_no integer not null,
  data_month text, -- 月份
  supply_heat numeric(20,1), -- 供冷供热量（kWh）
  gas_use numeric(20,1), -- 燃气用量（m³）
  power_use numeric(20,1), -- 用电量（kWh）
  water_use numeric(20,1), -- 补水量（t）
  bill_area numeric(20,2), -- 实供面积（m²）
  run_hours numeric(20,1), -- 运行时长（h）
  heat_per_area numeric(20,2), -- 单位面积供能（kWh/m²）
  power_ratio numeric(20,4) -- 输配电耗比（kWh/kWh）
);
create index f_internal_relation_energy_rows_parent_idx on f_internal_relation_energy_rows (parent_id, row_no);

-- 现场实测
create table f_internal_relation_measures (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_internal_relation on delete cascade,
  row_no integer not null,
  meter_point text, -- 测点
  instrument text, -- 仪器与编号
  system_value numeric(20,2), -- 系统记录值
  field_value numeric(20,2), -- 现场实测值
  bias numeric(12,4), -- 偏差
  over_bias integer -- 超差
);
create index f_internal_relation_measures_parent_idx on f_internal_relation_measures (parent_id, row_no);

-- 内部联系单 (internalRelationNew): drafted from its definition.

create table f_internal_relation_new (
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
  relation_kind text, -- 联系类别
  from_dept text, -- 发出部门
  to_dept text, -- 受理部门
  to_leader bigint, -- 受理部门负责人
  cc_users bigint[], -- 知会人员
  related_consult bigint, -- 关联技术咨询
  project_phase text, -- 项目阶段
  background text, -- 事由
  level text, -- 缓急
  reply_by timestamptz, -- 要求回复时间
  schedule_impact integer, -- 影响工期（天）
  delayed_work bigint, -- 受影响的子项目
  cost_impact numeric(18,2), -- 影响费用（元）
  cost_bearer text, -- 费用承担
  cost_supplier bigint, -- 承担费用的供应商
  stop_supply boolean, -- 需停机停能
  stop_from timestamptz, -- 停能开始
  stop_to timestamptz, -- 停能结束
  customer_informed boolean, -- 已通知客户
  enclosures jsonb, -- 附件
  matter_count integer, -- 事项数（项）
  done_rate numeric(12,4), -- 事项完成率
  handler bigint, -- 指派经办人
  accept_note text, -- 受理意见
  promise_time timestamptz, -- 承诺完成时间
  handle_summary text, -- 办理情况
  work_hours numeric(20,1), -- 投入工时（h）
  confirm_opinion text, -- 确认意见
  verified_cost numeric(18,2), -- 核定费用（元）
  accept_result text, -- 验收结果
  accept_comment text -- 评价说明
);

create index f_internal_relation_new_applicant_created_at_id_idx on f_internal_relation_new (applicant, created_at, id);
create index f_internal_relation_new_status_created_at_id_idx on f_internal_relation_new (status, created_at, id);
create index f_internal_relation_new_applicant_dept_created_at_id_idx on f_internal_relation_new (applicant_dept, created_at, id);
create index f_internal_relation_new_created_at_id_idx on f_internal_relation_new (created_at, id);
create index f_internal_relation_new_project_created_at_id_idx on f_internal_relation_new (project, created_at, id);
create index f_internal_relation_new_from_dept_idx on f_internal_relation_new (from_dept);
create index f_internal_relation_new_to_dept_idx on f_internal_relation_new (to_dept);
create index f_internal_relation_new_handler_idx on f_internal_relation_new (handler);

create trigger f_internal_relation_new_added after insert on f_internal_relation_new referencing new table as changed
  for each statement execute function form_changed('internalRelationNew');
create trigger f_internal_relation_new_changed after update on f_internal_relation_new referencing new table as changed
  for each statement execute function form_changed('internalRelationNew');
create trigger f_internal_relation_new_removed after delete on f_internal_relation_new referencing old table as changed
  for each statement execute function form_changed('internalRelationNew');

-- 联系事项
create table f_internal_relation_new_matters (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_internal_relation_new on delete cascade,
  row_no integer not null,
  matter text, -- 事项
  expect_result text, -- 要求成果
  matter_due date -- 要求完成日期
);
create index f_internal_relation_new_matters_parent_idx on f_internal_relation_new_matters (parent_id, row_no);

-- 办理回复
create table f_internal_relation_new_replies (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_internal_relation_new on delete cascade,
  row_no integer not null,
  reply_matter text, -- 对应事项
  reply_result text, -- 办理结果
  reply_text text, -- 回复内容
  finish_date date, -- 完成日期
  reply_file jsonb, -- 成果附件
  done integer -- 完成
);
create index f_internal_relation_new_replies_parent_idx on f_internal_relation_new_replies (parent_id, row_no);
