-- Inquiries, estimates, daily files and exits.

-- 日常资料 (dailyInformation): drafted from its definition.

create table f_daily_information (
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
  category text, -- 资料类别
  doc_name text, -- 资料名称
  doc_no text, -- 文号或编号
  doc_date date, -- 形成日期
  direction text, -- 函件方向
  counterpart text, -- 往来单位
  need_reply boolean, -- 需要回复
  reply_before date, -- 回复期限
  reply_user bigint, -- 回复经办人
  expire_date date, -- 有效期至
  energy_kind text, -- 能源种类
  pay_month text, -- 费用所属月份
  pay_amount numeric(18,2), -- 凭证金额（元）
  related_device bigint, -- 关联设备
  secrecy text, -- 密级
  keep_years text, -- 保管期限
  has_paper boolean, -- 有纸质原件
  paper_count integer, -- 纸质份数（份）
  summary text, -- 内容摘要
  file_count integer, -- 文件数（个）
  page_total integer, -- 总页数（页）
  legal_opinion text, -- 法务意见
  reply_no text, -- 回函编号
  reply_date date, -- 回函日期
  reply_file jsonb, -- 回函扫描件
  archive_no text, -- 档案号
  cabinet text, -- 存放位置（柜-层-盒）
  archive_date date -- 归档日期
);

create index f_daily_information_applicant_created_at_id_idx on f_daily_information (applicant, created_at, id);
create index f_daily_information_status_created_at_id_idx on f_daily_information (status, created_at, id);
create index f_daily_information_applicant_dept_created_at_id_idx on f_daily_information (applicant_dept, created_at, id);
create index f_daily_information_created_at_id_idx on f_daily_information (created_at, id);
create index f_daily_information_project_created_at_id_idx on f_daily_information (project, created_at, id);
create index f_daily_information_doc_date_idx on f_daily_information (doc_date);
create index f_daily_information_expire_date_idx on f_daily_information (expire_date);
create unique index f_daily_information_archive_no_live on f_daily_information (archive_no) where status in ('running', 'returned', 'approved');

create trigger f_daily_information_added after insert on f_daily_information referencing new table as changed
  for each statement execute function form_changed('dailyInformation');
create trigger f_daily_information_changed after update on f_daily_information referencing new table as changed
  for each statement execute function form_changed('dailyInformation');
create trigger f_daily_information_removed after delete on f_daily_information referencing old table as changed
  for each statement execute function form_changed('dailyInformation');

-- 文件清单
create table f_daily_information_attachments (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_daily_information on delete cascade,
  row_no integer not null,
  file_name text, -- 文件名称
  version text, -- 版本
  media_type text, -- 格式
  pages integer, -- 页数或张数（页）
  attachment jsonb, -- 文件
  original boolean -- 原件扫描
);
create index f_daily_information_attachments_parent_idx on f_daily_information_attachments (parent_id, row_no);

-- 退场交接 (outHandover): drafted from its definition.

create table f_out_handover (
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
  exit_reason text, -- 退场原因
  contract_end date, -- 合同到期日
  notice_date date, -- 书面通知日期
  exit_date date, -- 计划退场日期
  notice_file jsonb, -- 解约或不续签函件
  receive_unit text, -- 接收单位
  receiver text, -- 接收负责人
  receiver_phone text, -- 接收人电话
  train_days integer, -- 交接带教天数（天）
  asset_owner text, -- EMC投资资产处置
  buyback_amount numeric(18,2), -- 回购金额（元）
  receivable_fee numeric(18,2), -- 应收未收能源运营费（元）
  bond_receivable numeric(18,2), -- 应退回我方履约保证金（元）
  payable_energy numeric(18,2), -- 应付未付能源费（元）
  payable_supplier numeric(18,2), -- 应付外协与材料款（元）
  penalty_claim numeric(18,2), -- 客户索赔或违约金（元）
  unsettled_matters text, -- 遗留问题及处理
  mismatch_count integer, -- 账实不符项（项）
  final_energy_fee numeric(18,2), -- 退场能源费（元）
  material_value numeric(18,2), -- 备件物资价值（元）
  compensation_total numeric(18,2), -- 人员补偿合计（元）
  receivable_total numeric(18,2), -- 应收合计（元）
  payable_total numeric(18,2), -- 应付合计（元）
  net_settlement numeric(18,2), -- 退场清算净额（元）
  area_opinion text, -- 区域意见
  hr_opinion text, -- 人员安置意见
  transfer_no text, -- 调拨退库单号
  mismatch_handle text, -- 账实不符处理
  confirmed_receivable numeric(18,2), -- 核定应收（元）
  confirmed_payable numeric(18,2), -- 核定应付（元）
  collect_before date, -- 清收期限
  legal_opinion text, -- 法律意见
  actual_exit_date date, -- 实际退场日期
  seals_returned boolean, -- 项目章、门禁卡、钥匙已移交
  handover_sheet jsonb, -- 三方签字交接单
  customer_sign jsonb -- 接收方签字
);

create index f_out_handover_applicant_created_at_id_idx on f_out_handover (applicant, created_at, id);
create index f_out_handover_status_created_at_id_idx on f_out_handover (status, created_at, id);
create index f_out_handover_applicant_dept_created_at_id_idx on f_out_handover (applicant_dept, created_at, id);
create index f_out_handover_created_at_id_idx on f_out_handover (created_at, id);
create index f_out_handover_project_created_at_id_idx on f_out_handover (project, created_at, id);
create index f_out_handover_exit_date_idx on f_out_handover (exit_date);

create trigger f_out_handover_added after insert on f_out_handover referencing new table as changed
  for each statement execute function form_changed('outHandover');
create trigger f_out_handover_changed after update on f_out_handover referencing new table as changed
  for each statement execute function form_changed('outHandover');
create trigger f_out_handover_removed after delete on f_out_handover referencing old table as changed
  for each statement execute function form_changed('outHandover');

-- 资产设备移交
create table f_out_handover_assets (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_out_handover on delete cascade,
  row_no integer not null,
  device bigint, -- 设备
  ownership text, -- 产权
  book_count integer, -- 账面数量（台）
  actual_count integer, -- 实盘数量（台）
  condition text, -- 完好状况
  disposal text, -- 去向
  asset_to text, -- 调入项目
  difference integer, -- 盘差（台）
  mismatch integer -- 账实不符
);
create index f_out_handover_assets_parent_idx on f_out_handover_assets (parent_id, row_no);

-- 能源表计交接读数
create table f_out_handover_meters (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_out_handover on delete cascade,
  row_no integer not null,
  meter_kind text, -- 表计类型
  meter_no text, -- 表号
  ratio numeric(20,2), -- 倍率
  last_reading numeric(20,2), -- 上次结算读数
  exit_reading numeric(20,2), -- 退场读数
  unit_price numeric(18,4), -- 单价（元）
  usage numeric(20,2), -- 用量
  fee numeric(18,2), -- 能源费（元）
  reading_photo jsonb, -- 读数照片
  backward integer -- 读数倒走
);
create index f_out_handover_meters_parent_idx on f_out_handover_meters (parent_id, row_no);

-- 备件工具药剂清点
create table f_out_handover_materials (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_out_handover on delete cascade,
  row_no integer not null,
  material_kind text, -- 类别
  material_name text, -- 名称规格
  part bigint, -- 备件档案
  chemical bigint, -- 药剂档案
  stock numeric(20,2), -- 库存数量
  value numeric(18,2), -- 账面价值（元）
  target text, -- 去向
  material_to text -- 调入项目
);
create index f_out_handover_materials_parent_idx on f_out_handover_materials (parent_id, row_no);

-- 人员安置
create table f_out_handover_staff (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_out_handover on delete cascade,
  row_no integer not null,
  employee bigint, -- 员工
  arrangement text, -- 安置方式
  to_project text, -- 调入项目
  leave_date date, -- 离场日期
  compensation numeric(18,2) -- 经济补偿（元）
);
create index f_out_handover_staff_parent_idx on f_out_handover_staff (parent_id, row_no);

-- 资料移交
create table f_out_handover_documents (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_out_handover on delete cascade,
  row_no integer not null,
  doc_kind text, -- 资料名称
  copies integer, -- 份数（份）
  copy_kept boolean -- 我方留存副本
);
create index f_out_handover_documents_parent_idx on f_out_handover_documents (parent_id, row_no);

-- 项目投资评审 (projectInvestReview): its definition changed.
alter table f_project_invest_review add column estimate bigint; -- 项目概算
alter table f_project_invest_review add column estimate_invest numeric(18,2); -- 概算总投资（元）
alter table f_project_invest_review add column estimate_profit numeric(18,2); -- 概算年运营毛利（元/年）
alter table f_project_invest_review add column estimate_payback numeric(20,2); -- 概算静态回收期（年）

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
  acceptable integer, -- 有效报价
  valid_to date, -- 报价有效期至
  quote_file jsonb -- 报价文件
);
create index f_cost_quotation_inquiry_quotes_parent_idx on f_cost_quotation_inquiry_quotes (parent_id, row_no);

-- 核定清单
create table f_cost_quotation_inquiry_finals (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_cost_quotation_inquiry on delete cascade,
  row_no integer not null,
  final_item text, -- 名称
  final_quantity numeric(20,3), -- 数量
  final_budget numeric(18,2), -- 预算金额
  final_unit_price numeric(18,4), -- 核定单价(含税)
  final_amount numeric(18,2) -- 核定金额
);
create index f_cost_quotation_inquiry_finals_parent_idx on f_cost_quotation_inquiry_finals (parent_id, row_no);

-- 项目概算成本 (projectEstimatedCost): drafted from its definition.

create table f_project_estimated_cost (
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
  approved_invest numeric(18,2), -- 批准投资额（元）
  stage text, -- 概算阶段
  version_no integer, -- 版本号
  coop_mode text, -- 合作模式
  build_type text, -- 建筑类型
  air_area numeric(20,2), -- 空调面积（m²）
  cool_capacity numeric(20,2), -- 装机制冷量（kW）
  heat_capacity numeric(20,2), -- 装机制热量（kW）
  host_scheme text, -- 主机方案
  coop_years numeric(20,1), -- 合作年限（年）
  measure_rate numeric(12,4), -- 措施费率
  manage_rate numeric(12,4), -- 管理费率
  reserve_rate numeric(12,4), -- 预备费率
  tax_rate numeric(12,4), -- 综合税率
  design_fee numeric(18,2), -- 设计咨询费
  connect_fee numeric(18,2), -- 燃气/电力报装费
  year_income numeric(18,2), -- 预计年运营收入
  year_gas numeric(18,2), -- 预计年燃气费
  year_power numeric(18,2), -- 预计年电费
  year_water numeric(18,2), -- 预计年水费及水处理
  year_labor numeric(18,2), -- 预计年人工费
  year_maintain numeric(18,2), -- 预计年维保费
  target_payback numeric(20,1), -- 要求静态回收期（年）
  reviewers bigint[], -- 技术会签人(暖通/自控/电气)
  assumption text, -- 测算依据与假设
  calc_files jsonb, -- 负荷计算与图纸
  direct_cost numeric(18,2), -- 直接费合计
  equipment_cost numeric(18,2), -- 其中设备材料费
  measure_fee numeric(18,2), -- 措施费
  manage_fee numeric(18,2), -- 管理费
  reserve_fee numeric(18,2), -- 预备费
  tax_fee numeric(18,2), -- 税金
  total_invest numeric(18,2), -- 概算总投资
  per_area numeric(18,2), -- 单位面积造价（元/m²）
  per_kw numeric(18,2), -- 单位冷量造价（元/kW）
  year_cost numeric(18,2), -- 年运营成本
  year_profit numeric(18,2), -- 年运营毛利
  gross_rate numeric(12,4), -- 运营毛利率
  payback_years numeric(20,2), -- 静态回收期（年）
  whole_profit numeric(18,2), -- 合作期总收益
  quantity_checked text, -- 工程量与方案复核
  check_note text, -- 复核说明
  price_checked text, -- 主要设备价格核对
  irr numeric(12,4), -- 内部收益率
  fund_plan text -- 资金安排意见
);

create index f_project_estimated_cost_applicant_created_at_id_idx on f_project_estimated_cost (applicant, created_at, id);
create index f_project_estimated_cost_status_created_at_id_idx on f_project_estimated_cost (status, created_at, id);
create index f_project_estimated_cost_applicant_dept_created_at_id_idx on f_project_estimated_cost (applicant_dept, created_at, id);
create index f_project_estimated_cost_created_at_id_idx on f_project_estimated_cost (created_at, id);
create index f_project_estimated_cost_project_created_at_id_idx on f_project_estimated_cost (project, created_at, id);

create trigger f_project_estimated_cost_added after insert on f_project_estimated_cost referencing new table as changed
  for each statement execute function form_changed('projectEstimatedCost');
create trigger f_project_estimated_cost_changed after update on f_project_estimated_cost referencing new table as changed
  for each statement execute function form_changed('projectEstimatedCost');
create trigger f_project_estimated_cost_removed after delete on f_project_estimated_cost referencing old table as changed
  for each statement execute function form_changed('projectEstimatedCost');

-- 单位工程概算
create table f_project_estimated_cost_works (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_project_estimated_cost on delete cascade,
  row_no integer not null,
  work_kind text, -- 单位工程
  work_content text, -- 内容与规格
  work_unit text, -- 单位
  quantity numeric(20,3), -- 工程量
  material_price numeric(18,4), -- 设备材料单价
  labor_price numeric(18,4), -- 人工单价
  machine_price numeric(18,4), -- 机械单价
  material_amount numeric(18,2), -- 设备材料费
  install_amount numeric(18,2), -- 安装费
  work_amount numeric(18,2), -- 直接费
  price_source text, -- 价格来源
  inquiry bigint, -- 询价单
  inquiry_total numeric(18,2) -- 询价核定成本价
);
create index f_project_estimated_cost_works_parent_idx on f_project_estimated_cost_works (parent_id, row_no);
