-- 成本报价询价 (CostQuotationInquiry): drafted from its definition.

create table f_cost_quotation_inquiry (
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
  consult bigint, -- 技术咨询
  inquiry_name text, -- 询价名称
  inquiry_type text, -- 询价类别
  purpose text, -- 询价用途
  project_city text, -- 项目所在城市
  build_type text, -- 建筑类型
  air_area numeric(20,2), -- 空调面积（m²）
  cool_load numeric(20,2), -- 设计冷负荷（kW）
  heat_load numeric(20,2), -- 设计热负荷（kW）
  tech_require text, -- 技术参数要求
  brand_tier text, -- 品牌档次
  brand_list text, -- 指定/推荐品牌
  include_scope text[], -- 报价范围
  delivery_place text, -- 交货地点
  need_date date, -- 要求到货日期
  pay_terms text, -- 付款条件
  warranty_months integer, -- 质保期要求（个月）
  reply_deadline timestamptz, -- 报价截止时间
  cost_engineer bigint, -- 成本负责人
  drawings jsonb, -- 图纸与技术规格书
  budget_total numeric(18,2), -- 预算总额
  quote_count integer, -- 有效报价家数
  avg_quote numeric(18,2), -- 平均到位报价
  saving_amount numeric(18,2), -- 核定较预算节约
  saving_rate numeric(12,4), -- 节约率
  price_per_kw numeric(18,2), -- 单位冷量造价（元/kW）
  tech_confirm text, -- 参数与选型复核
  tech_note text, -- 技术澄清意见
  final_supplier bigint, -- 推荐供应商
  final_price numeric(18,2), -- 核定成本价(含税到位)
  backup_supplier bigint, -- 备选供应商
  talk_record text, -- 谈判记录
  tax_advice text -- 税务与付款意见
);

create index f_cost_quotation_inquiry_applicant_created_at_id_idx on f_cost_quotation_inquiry (applicant, created_at, id);
create index f_cost_quotation_inquiry_status_created_at_id_idx on f_cost_quotation_inquiry (status, created_at, id);
create index f_cost_quotation_inquiry_applicant_dept_created_at_id_idx on f_cost_quotation_inquiry (applicant_dept, created_at, id);
create index f_cost_quotation_inquiry_created_at_id_idx on f_cost_quotation_inquiry (created_at, id);
create index f_cost_quotation_inquiry_project_created_at_id_idx on f_cost_quotation_inquiry (project, created_at, id);
create index f_cost_quotation_inquiry_cost_engineer_idx on f_cost_quotation_inquiry (cost_engineer);
create index f_cost_quotation_inquiry_final_supplier_idx on f_cost_quotation_inquiry (final_supplier);
create index f_cost_quotation_inquiry_reply_deadline_idx on f_cost_quotation_inquiry (reply_deadline);

create trigger f_cost_quotation_inquiry_added after insert on f_cost_quotation_inquiry referencing new table as changed
  for each statement execute function form_changed('CostQuotationInquiry');
create trigger f_cost_quotation_inquiry_changed after update on f_cost_quotation_inquiry referencing new table as changed
  for each statement execute function form_changed('CostQuotationInquiry');
create trigger f_cost_quotation_inquiry_removed after delete on f_cost_quotation_inquiry referencing old table as changed
  for each statement execute function form_changed('CostQuotationInquiry');

-- 询价清单
create table f_cost_quotation_inquiry_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_cost_quotation_inquiry on delete cascade,
  row_no integer not null,
  category text, -- 分类
  item_name text, -- 名称
  spec text, -- 规格型号与参数
  item_unit text, -- 单位
  quantity numeric(20,3), -- 数量
  budget_price numeric(18,4), -- 预算单价(含税)
  history_price numeric(18,4), -- 价格库历史单价
  budget_amount numeric(18,2) -- 预算金额
);
create index f_cost_quotation_inquiry_items_parent_idx on f_cost_quotation_inquiry_items (parent_id, row_no);

-- 供应商报价
create table f_cost_quotation_inquiry_quotes (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_cost_quotation_inquiry on delete cascade,
  row_no integer not null,
  supplier bigint, -- 供应商
  brand text, -- 品牌
  quote_total numeric(18,2), -- 含税报价总额
  tax_rate numeric(12,4), -- 税率
  net_total numeric(18,2), -- 不含税总额
  freight numeric(18,2), -- 另计运费吊装
  compare_total numeric(18,2), -- 比价总额(到位价)
  lead_days integer, -- 供货周期（天）
  warranty integer, -- 质保期（个月）
  deviate text, -- 技术偏离
  valid_to date, -- 报价有效期至
  quote_file jsonb -- 报价文件
);
create index f_cost_quotation_inquiry_quotes_parent_idx on f_cost_quotation_inquiry_quotes (parent_id, row_no);
