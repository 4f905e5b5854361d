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
  hvac_offer bigint, -- 并入的暖通报价
  hvac_engineer bigint, -- 核对范围的暖通工程师
  offer_mode text, -- 报价方式
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
  free_service integer, -- 免费维护期（月）
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
  cost_amount numeric(18,2), -- 成本金额
  sale_amount numeric(18,2), -- 报价金额
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
  labor_cost numeric(18,2), -- 人工成本
  labor_amount numeric(18,2) -- 人工报价
);
create index f_ecu_offer_labor_parent_idx on f_ecu_offer_labor (parent_id, row_no);
