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
  offer_version integer, -- 报价版本
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
  item_name text, -- 项目名称
  spec text, -- 规格型号
  brand text, -- 品牌
  unit_name text, -- 单位
  quantity numeric(20,3), -- 工程量
  material_price numeric(18,2), -- 材料设备单价（元）
  labor_price numeric(18,2), -- 人工机械单价（元）
  price_source text, -- 价格依据
  markup numeric(12,4), -- 加成率
  cost_amount numeric(18,2), -- 成本金额
  quote_price numeric(18,2), -- 综合单价
  quote_amount numeric(18,2), -- 报价金额
  inquiry integer -- 仅询价依据
);
create index f_offer_boq_parent_idx on f_offer_boq (parent_id, row_no);
