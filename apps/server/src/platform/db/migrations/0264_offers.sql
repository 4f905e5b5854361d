-- 报价: 项目技术报价, 自控报价, 销售技术报价.
-- 暖通报价 (offer): drafted from its definition.

create table f_offer (
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
  consult bigint, -- 依据的技术咨询
  offer_kind text, -- 报价性质
  version_no integer, -- 报价版本
  last_offer bigint, -- 上一版报价
  buyer text, -- 报价对象
  quote_area numeric(20,2), -- 报价面积（m²）
  pricing text, -- 计价方式
  limit_price numeric(18,2), -- 招标控制价（元）
  scope_include text, -- 报价范围
  scope_exclude text, -- 不含内容
  site_work text[], -- 现场条件
  tax_rate numeric(12,4), -- 税率
  period_days integer, -- 工期（天）
  warranty_months integer, -- 质保期（月）
  pay_terms text, -- 付款条件
  valid_days integer, -- 报价有效期（天）
  need_date date, -- 要求报出日期
  tender_files jsonb, -- 招标文件与清单
  cost_total numeric(18,2), -- 成本合计（元）
  quote_total numeric(18,2), -- 清单报价合计（元）
  net_total numeric(18,2), -- 优惠后不含税价（元）
  tax_amount numeric(18,2), -- 税金（元）
  offer_total numeric(18,2), -- 含税总价（元）
  gross_margin numeric(12,4), -- 毛利率
  per_area numeric(20,2), -- 单方造价（元/m²）
  inquiry_count integer, -- 仅询价项数（项）
  technical_director bigint, -- 指派技术总监
  target_margin numeric(12,4), -- 目标毛利率
  hvac_leader bigint, -- 指派暖通组长
  hvac_engineer bigint, -- 指派暖通工程师
  price_due date, -- 组价期限
  price_note text, -- 组价说明
  offer_book jsonb, -- 报价书
  actual_hours numeric(20,1), -- 实际工时（h）
  quantity_check text, -- 工程量复核
  miss_items text, -- 漏项说明
  discount numeric(12,4), -- 优惠率
  tech_opinion text, -- 审定意见
  finance_opinion text, -- 资金与税务意见
  sent_date date, -- 报出日期
  customer_result text, -- 客户结果
  deal_price numeric(18,2) -- 成交价（元）
);

create index f_offer_applicant_created_at_id_idx on f_offer (applicant, created_at, id);
create index f_offer_status_created_at_id_idx on f_offer (status, created_at, id);
create index f_offer_applicant_dept_created_at_id_idx on f_offer (applicant_dept, created_at, id);
create index f_offer_created_at_id_idx on f_offer (created_at, id);
create index f_offer_consult_project_idx on f_offer (consult_project);
create index f_offer_hvac_engineer_idx on f_offer (hvac_engineer);
create index f_offer_sent_date_idx on f_offer (sent_date);
create unique index f_offer_consult_offer_kind_version_no_live on f_offer (consult, offer_kind, version_no) where status in ('running', 'returned', 'approved');

create trigger f_offer_added after insert on f_offer referencing new table as changed
  for each statement execute function form_changed('offer');
create trigger f_offer_changed after update on f_offer referencing new table as changed
  for each statement execute function form_changed('offer');
create trigger f_offer_removed after delete on f_offer referencing old table as changed
  for each statement execute function form_changed('offer');

-- 工程量清单
create table f_offer_boq (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_offer on delete cascade,
  row_no integer not null,
  section text, -- 分部
  library_price bigint, -- 引用价格库
  item_name text, -- 项目名称
  spec text, -- 规格型号
  brand text, -- 品牌
  unit_name text, -- 单位
  quantity numeric(20,3), -- 工程量
  material_price numeric(18,2), -- 材料设备单价（元）
  labor_price numeric(18,2), -- 人工机械单价（元）
  price_source text, -- 价格依据
  markup numeric(12,4), -- 加成率
  cost_amount numeric(18,2), -- 成本金额（元）
  quote_price numeric(18,2), -- 综合单价（元）
  quote_amount numeric(18,2), -- 报价金额（元）
  inquiry integer -- 仅询价依据
);
create index f_offer_boq_parent_idx on f_offer_boq (parent_id, row_no);

-- 自控报价 (ecuOffer): drafted from its definition.

create table f_ecu_offer (
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
  ecu_consult bigint, -- 依据的自控咨询
  offer_mode text, -- 报价方式
  hvac_offer bigint, -- 并入的暖通报价
  hvac_engineer bigint, -- 核对范围的暖通工程师
  scheme_points integer, -- 方案点数（点）
  spare_rate numeric(12,4), -- 点位备用率
  controller_brand text, -- 控制器品牌档次
  specified_brand text, -- 业主指定品牌
  cabinet_count integer, -- 控制柜台数（台）
  cable_by text, -- 线缆桥架施工方
  platform_years integer, -- 云平台服务年限（年）
  platform_fee numeric(18,2), -- 云平台年费（元/年）
  software_fee numeric(18,2), -- 组态与授权软件费（元）
  tax_rate numeric(12,4), -- 综合税率
  debug_days integer, -- 现场调试周期（天）
  free_service integer, -- 免费维护期（个月）
  need_date date, -- 要求报出日期
  ecu_files jsonb, -- 点表与技术要求
  cost_total numeric(18,2), -- 成本合计（元）
  hardware_total numeric(18,2), -- 硬件报价（元）
  labor_total numeric(18,2), -- 人工报价合计（元）
  platform_total numeric(18,2), -- 平台费合计（元）
  net_total numeric(18,2), -- 不含税报价（元）
  offer_total numeric(18,2), -- 含税总价（元）
  per_point numeric(20,2), -- 每点造价（元/点）
  margin numeric(12,4), -- 毛利率
  below_count integer, -- 低于成本项数（项）
  scope_check text, -- 范围核对意见
  overlap text, -- 与暖通报价重复项
  automation_leader bigint, -- 指派自控组长
  automation_engineer bigint, -- 指派自控工程师
  margin_target numeric(12,4), -- 目标毛利率
  price_note text, -- 组价说明
  quote_book jsonb, -- 报价书
  actual_hours numeric(20,1), -- 实际工时（h）
  leader_opinion text, -- 复核意见
  tech_opinion text, -- 审定意见
  sent_date date, -- 报出日期
  customer_result text, -- 客户结果
  deal_price numeric(18,2) -- 成交价（元）
);

create index f_ecu_offer_applicant_created_at_id_idx on f_ecu_offer (applicant, created_at, id);
create index f_ecu_offer_status_created_at_id_idx on f_ecu_offer (status, created_at, id);
create index f_ecu_offer_applicant_dept_created_at_id_idx on f_ecu_offer (applicant_dept, created_at, id);
create index f_ecu_offer_created_at_id_idx on f_ecu_offer (created_at, id);
create index f_ecu_offer_consult_project_idx on f_ecu_offer (consult_project);
create index f_ecu_offer_automation_engineer_idx on f_ecu_offer (automation_engineer);
create index f_ecu_offer_sent_date_idx on f_ecu_offer (sent_date);

create trigger f_ecu_offer_added after insert on f_ecu_offer referencing new table as changed
  for each statement execute function form_changed('ecuOffer');
create trigger f_ecu_offer_changed after update on f_ecu_offer referencing new table as changed
  for each statement execute function form_changed('ecuOffer');
create trigger f_ecu_offer_removed after delete on f_ecu_offer referencing old table as changed
  for each statement execute function form_changed('ecuOffer');

-- 硬件清单
create table f_ecu_offer_hardware (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_ecu_offer on delete cascade,
  row_no integer not null,
  category text, -- 类别
  hardware_name text, -- 名称
  spec text, -- 型号规格
  brand text, -- 品牌
  quantity numeric(20,2), -- 数量
  unit_name text, -- 单位
  cost_price numeric(18,2), -- 成本单价（元）
  sale_price numeric(18,2), -- 报价单价（元）
  cost_amount numeric(18,2), -- 成本金额（元）
  sale_amount numeric(18,2), -- 报价金额（元）
  below_cost integer -- 低于成本
);
create index f_ecu_offer_hardware_parent_idx on f_ecu_offer_hardware (parent_id, row_no);

-- 人工与调试
create table f_ecu_offer_labor (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_ecu_offer on delete cascade,
  row_no integer not null,
  work text, -- 工作内容
  persons integer, -- 人数（人）
  days numeric(20,1), -- 天数（天）
  day_cost numeric(18,2), -- 人天成本（元/人天）
  day_price numeric(18,2), -- 人天报价（元/人天）
  labor_cost numeric(18,2), -- 人工成本（元）
  labor_amount numeric(18,2) -- 人工报价（元）
);
create index f_ecu_offer_labor_parent_idx on f_ecu_offer_labor (parent_id, row_no);

-- 销售技术报价 (saleOffer): drafted from its definition.

create table f_sale_offer (
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
  sale_consult bigint, -- 依据的销售咨询
  buyer_name text, -- 购货单位
  buyer_kind text, -- 客户类型
  trade_term text, -- 交货条件
  freight_km integer, -- 运输里程（km）
  freight numeric(18,2), -- 运输及保险费（元）
  hoisting numeric(18,2), -- 吊装就位费（元）
  startup_fee numeric(18,2), -- 调试费（元）
  non_standard_fee numeric(18,2), -- 非标增价（元）
  service_years integer, -- 延保服务年限（年）
  service_year_fee numeric(18,2), -- 年服务费（元/年）
  warranty_years integer, -- 免费质保（年）
  delivery_weeks integer, -- 交货周期（周）
  commission_rate numeric(12,4), -- 代理佣金率
  rival_price numeric(18,2), -- 竞品报价（元）
  currency text, -- 币种
  exchange_rate numeric(20,4), -- 折算汇率（元）
  valid_until date, -- 报价有效期至
  special_terms text, -- 特殊商务条款
  machine_total numeric(18,2), -- 主机报价合计（元）
  accessory_total numeric(18,2), -- 选配件合计（元）
  service_total numeric(18,2), -- 延保服务合计（元）
  offer_total numeric(18,2), -- 含税总报价（元）
  foreign_total numeric(18,2), -- 外币总报价
  average_discount numeric(12,4), -- 综合折扣
  commission numeric(18,2), -- 佣金（元）
  margin numeric(12,4), -- 主机毛利率
  ratio_total numeric(12,4), -- 付款比例合计
  ship_ratio numeric(12,4), -- 发货前收款比例
  price_per_kw numeric(20,2), -- 单位冷量价格（元/kW）
  hvac_engineer bigint, -- 指派暖通工程师
  cost_review boolean, -- 需研究所核非标成本
  price_note text, -- 核价说明
  offer_sheet jsonb, -- 技术报价书
  verified_non_standard numeric(18,2), -- 核定非标成本（元）
  research_opinion text, -- 研究所意见
  credit_opinion text, -- 账期与信用意见
  sent_date date, -- 报出日期
  result text, -- 结果
  lost_reason text -- 落标原因
);

create index f_sale_offer_applicant_created_at_id_idx on f_sale_offer (applicant, created_at, id);
create index f_sale_offer_status_created_at_id_idx on f_sale_offer (status, created_at, id);
create index f_sale_offer_applicant_dept_created_at_id_idx on f_sale_offer (applicant_dept, created_at, id);
create index f_sale_offer_created_at_id_idx on f_sale_offer (created_at, id);
create index f_sale_offer_consult_project_idx on f_sale_offer (consult_project);
create index f_sale_offer_hvac_engineer_idx on f_sale_offer (hvac_engineer);
create index f_sale_offer_sent_date_idx on f_sale_offer (sent_date);

create trigger f_sale_offer_added after insert on f_sale_offer referencing new table as changed
  for each statement execute function form_changed('saleOffer');
create trigger f_sale_offer_changed after update on f_sale_offer referencing new table as changed
  for each statement execute function form_changed('saleOffer');
create trigger f_sale_offer_removed after delete on f_sale_offer referencing old table as changed
  for each statement execute function form_changed('saleOffer');

-- 付款节点
create table f_sale_offer_pay_nodes (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_sale_offer on delete cascade,
  row_no integer not null,
  node text, -- 节点
  ratio numeric(12,4), -- 比例
  due_condition text, -- 付款条件
  before_ship numeric(12,4) -- 发货前比例
);
create index f_sale_offer_pay_nodes_parent_idx on f_sale_offer_pay_nodes (parent_id, row_no);

-- 主机报价
create table f_sale_offer_machines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_sale_offer on delete cascade,
  row_no integer not null,
  model text, -- 机型
  capacity numeric(20,1), -- 制冷量（kW）
  quantity integer, -- 台数（台）
  guide_price numeric(18,2), -- 指导价（元/台）
  discount numeric(12,4), -- 折扣
  factory_cost numeric(18,2), -- 出厂成本（元/台）
  guide_amount numeric(18,2), -- 指导价金额（元）
  machine_amount numeric(18,2), -- 报价金额（元）
  machine_cost numeric(18,2), -- 成本金额（元）
  machine_cooling numeric(20,1) -- 制冷量小计（kW）
);
create index f_sale_offer_machines_parent_idx on f_sale_offer_machines (parent_id, row_no);

-- 选配件报价
create table f_sale_offer_accessories (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_sale_offer on delete cascade,
  row_no integer not null,
  accessory text, -- 选配件
  pieces integer, -- 数量（件）
  accessory_price numeric(18,2), -- 单价（元）
  accessory_cost numeric(18,2), -- 单位成本（元）
  accessory_amount numeric(18,2), -- 金额（元）
  accessory_cost_sum numeric(18,2) -- 成本（元）
);
create index f_sale_offer_accessories_parent_idx on f_sale_offer_accessories (parent_id, row_no);
