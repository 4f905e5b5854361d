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
  valid_until date, -- 报价有效期至
  special_terms text, -- 特殊商务条款
  machine_total numeric(18,2), -- 主机报价合计（元）
  accessory_total numeric(18,2), -- 选配件合计（元）
  service_total numeric(18,2), -- 延保服务合计（元）
  offer_total numeric(18,2), -- 含税总报价（元）
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
  guide_amount numeric(18,2), -- 指导价金额
  machine_amount numeric(18,2), -- 报价金额
  machine_cost numeric(18,2), -- 成本金额
  machine_cooling numeric(20,1) -- 制冷量小计（kW）
);
create index f_sale_offer_machines_parent_idx on f_sale_offer_machines (parent_id, row_no);

-- 选配件报价
create table f_sale_offer_accessories (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_sale_offer on delete cascade,
  row_no integer not null,
  accessory text, -- 选配件
  pieces integer, -- 数量
  accessory_price numeric(18,2), -- 单价（元）
  accessory_cost numeric(18,2), -- 单位成本（元）
  accessory_amount numeric(18,2), -- 金额
  accessory_cost_sum numeric(18,2) -- 成本
);
create index f_sale_offer_accessories_parent_idx on f_sale_offer_accessories (parent_id, row_no);
