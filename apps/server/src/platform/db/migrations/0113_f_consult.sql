-- 技术咨询 (consult): drafted from its definition.

create table f_consult (
  id bigint generated always as identity primary key,
  serial text unique,
  status text not null default 'draft',
  version integer not null default 1,
  applicant bigint not null references app_user,
  applicant_dept text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  submitted_at timestamptz,
  finished_at timestamptz,
  consult_project bigint, -- 咨询项目
  consult_type text, -- 咨询类型
  business_mode text, -- 商务模式
  design_stage text, -- 项目阶段
  cooling_area numeric(20,2), -- 制冷面积（m²）
  heating_area numeric(20,2), -- 采暖面积（m²）
  design_cooling numeric(20,1), -- 设计冷负荷（kW）
  design_heating numeric(20,1), -- 设计热负荷（kW）
  hot_water_daily numeric(20,1), -- 卫生热水日用量（t/d）
  steam_load numeric(20,2), -- 蒸汽需求（t/h）
  energy_sources text[], -- 可用能源
  gas_price numeric(18,4), -- 气价（元/m³）
  peak_price numeric(18,4), -- 峰段电价（元/kWh）
  flat_price numeric(18,4), -- 平段电价（元/kWh）
  valley_price numeric(18,4), -- 谷段电价（元/kWh）
  cool_days integer, -- 年制冷天数（天）
  heat_days integer, -- 年采暖天数（天）
  daily_hours numeric(20,1), -- 日运行小时（h）
  deliverables text[], -- 要求成果
  demand text, -- 技术诉求与现场条件
  urgency text, -- 紧急程度
  urgent_reason text, -- 加急原因
  need_date date, -- 要求交付日期
  drawings jsonb, -- 图纸与资料
  cooling_index numeric(20,1), -- 冷指标（W/m²）
  heating_index numeric(20,1), -- 热指标（W/m²）
  equipment_cost numeric(18,2), -- 设备估算合计（元）
  installed_cooling numeric(20,1), -- 装机制冷量（kW）
  installed_power numeric(20,2), -- 装机电功率（kW）
  install_ratio numeric(12,4), -- 装机负荷比
  accept_result text, -- 受理意见
  technical_director bigint, -- 指派技术总监
  director_note text, -- 商务要求
  hvac_leader bigint, -- 指派暖通组长
  tech_route text, -- 技术路线要求
  plan_due date, -- 方案完成期限
  hvac_engineer bigint, -- 指派暖通工程师
  co_engineers bigint[], -- 协办工程师
  plan_hours numeric(20,1), -- 计划工时（h）
  need_ecu boolean, -- 需自控配合
  scheme_text text, -- 方案要点
  recommend text, -- 推荐方案及理由
  saving_rate numeric(12,4), -- 预计节能率
  scheme_files jsonb, -- 方案成果文件
  actual_hours numeric(20,1), -- 实际工时（h）
  submit_date date, -- 方案提交日期
  leader_score integer, -- 方案质量评分（分）
  leader_opinion text, -- 复核意见
  cto_opinion text, -- 审定意见
  committee_review boolean, -- 需专家委员会评审
  deliver_date date, -- 交付客户日期
  satisfaction integer, -- 方案满意度（分）
  customer_reply text -- 客户反馈
);

create index f_consult_applicant_created_at_id_idx on f_consult (applicant, created_at, id);
create index f_consult_status_created_at_id_idx on f_consult (status, created_at, id);
create index f_consult_applicant_dept_created_at_id_idx on f_consult (applicant_dept, created_at, id);
create index f_consult_created_at_id_idx on f_consult (created_at, id);
create index f_consult_consult_project_idx on f_consult (consult_project);
create index f_consult_hvac_engineer_idx on f_consult (hvac_engineer);
create index f_consult_need_date_idx on f_consult (need_date);

create trigger f_consult_added after insert on f_consult referencing new table as changed
  for each statement execute function form_changed('consult');
create trigger f_consult_changed after update on f_consult referencing new table as changed
  for each statement execute function form_changed('consult');
create trigger f_consult_removed after delete on f_consult referencing old table as changed
  for each statement execute function form_changed('consult');

-- 方案比选
create table f_consult_plans (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_consult on delete cascade,
  row_no integer not null,
  plan_name text, -- 方案名称
  source_form text, -- 冷热源形式
  invest numeric(18,2), -- 初投资（元）
  energy_cost numeric(18,2), -- 年能源费（元）
  upkeep_cost numeric(18,2), -- 年运维费（元）
  base_cost numeric(18,2), -- 对比基准年费用（元）
  year_saving numeric(18,2), -- 年节省（元）
  payback numeric(20,1), -- 静态回收期（年）
  carbon numeric(20,1) -- 年碳排放（tCO₂）
);
create index f_consult_plans_parent_idx on f_consult_plans (parent_id, row_no);

-- 主要设备选型
create table f_consult_equipments (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_consult on delete cascade,
  row_no integer not null,
  kind text, -- 设备类别
  model text, -- 型号
  capacity numeric(20,1), -- 单台制冷量（kW）
  power numeric(20,2), -- 单台电功率（kW）
  quantity integer, -- 台数（台）
  price numeric(18,2), -- 估价（元/台）
  amount numeric(18,2), -- 估算金额
  capacity_total numeric(20,1), -- 制冷量小计（kW）
  power_total numeric(20,2) -- 电功率小计（kW）
);
create index f_consult_equipments_parent_idx on f_consult_equipments (parent_id, row_no);
