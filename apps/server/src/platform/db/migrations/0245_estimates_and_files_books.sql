-- Books of prices, estimates, project files and exits.

-- 项目资料库 (projectDocument): drafted from its definition.
create table b_project_document (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  archive_no text, -- 档案号
  project text, -- 项目
  contract text, -- 合同
  category text, -- 资料类别
  doc_name text, -- 资料名称
  doc_no text, -- 文号或编号
  doc_date date, -- 形成日期
  direction text, -- 函件方向
  counterpart text, -- 往来单位
  reply_no text, -- 回函编号
  reply_date date, -- 回函日期
  expire_date date, -- 有效期至
  secrecy text, -- 密级
  keep_years text, -- 保管期限
  cabinet text, -- 存放位置
  file_count integer, -- 文件数（个）
  files jsonb, -- 文件
  device bigint, -- 关联设备
  payment bigint -- 能源付款单
);
create index b_project_document_source_module_source_id_idx on b_project_document (source_module, source_id);
create index b_project_document_project_idx on b_project_document (project);
create index b_project_document_doc_date_idx on b_project_document (doc_date);
create index b_project_document_expire_date_idx on b_project_document (expire_date);
create unique index b_project_document_archive_no_standing on b_project_document (archive_no) where not voided;

-- 退场表计读数 (exitReading): drafted from its definition.
create table b_exit_reading (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  contract text, -- 合同
  meter_kind text, -- 表计类型
  meter_no text, -- 表号
  device bigint, -- 表计
  ratio numeric(20,2), -- 倍率
  last_reading numeric(20,2), -- 上次结算读数
  exit_reading numeric(20,2), -- 退场读数
  usage numeric(20,2), -- 用量
  fee numeric(18,2), -- 能源费（元）
  read_on date, -- 抄表日期
  photo jsonb -- 读数照片
);
create index b_exit_reading_source_module_source_id_idx on b_exit_reading (source_module, source_id);
create index b_exit_reading_project_idx on b_exit_reading (project);
create index b_exit_reading_read_on_idx on b_exit_reading (read_on);

-- 项目概算明细 (estimateDetail): drafted from its definition.
create table b_estimate_detail (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  estimate bigint, -- 概算单
  project text, -- 项目
  consult bigint, -- 技术咨询
  stage text, -- 概算阶段
  version_no integer, -- 版本号
  current boolean, -- 当前版本
  work text, -- 单位工程
  content text, -- 内容与规格
  unit text, -- 单位
  quantity numeric(20,3), -- 工程量
  material_price numeric(18,4), -- 设备材料单价（元）
  labor_price numeric(18,4), -- 人工机械单价（元）
  amount numeric(18,2), -- 直接费（元）
  price_source text -- 价格来源
);
create index b_estimate_detail_source_module_source_id_idx on b_estimate_detail (source_module, source_id);
create index b_estimate_detail_project_idx on b_estimate_detail (project);

-- 供方报价履历 (supplierQuote): drafted from its definition.
create table b_supplier_quote (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  inquiry bigint, -- 询价单
  inquiry_name text, -- 询价名称
  inquiry_type text, -- 询价类别
  project text, -- 项目
  supplier bigint, -- 供应商
  brand text, -- 品牌
  quote_total numeric(18,2), -- 含税报价（元）
  compare_total numeric(18,2), -- 到位价（元）
  lead_days integer, -- 供货周期（天）
  warranty integer, -- 质保期（个月）
  deviate text, -- 技术偏离
  valid_to date, -- 报价有效期至
  files jsonb, -- 报价文件
  chosen text -- 结果
);
create index b_supplier_quote_source_module_source_id_idx on b_supplier_quote (source_module, source_id);
create index b_supplier_quote_project_idx on b_supplier_quote (project);
create index b_supplier_quote_supplier_idx on b_supplier_quote (supplier);
create index b_supplier_quote_valid_to_idx on b_supplier_quote (valid_to);

alter table project add column engineering_budget numeric(18,2); -- 签约预算（元）
