-- 外协服务 (outService): drafted from its definition.

create table f_out_service (
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
  device bigint, -- 设备
  service_type text, -- 服务类型
  urgency text, -- 紧急程度
  fault_desc text, -- 现状与故障描述
  out_reason text, -- 外协原因
  in_warranty boolean, -- 是否质保期内
  cost_bearer text, -- 费用承担方
  client_share numeric(12,4), -- 客户承担比例
  select_mode text, -- 选定方式
  supplier bigint, -- 拟选外协单位
  out_contract bigint, -- 外包合同
  supplier_contact text, -- 外协联系人
  supplier_phone text, -- 联系电话
  plan_start timestamptz, -- 计划进场时间
  plan_end timestamptz, -- 计划完成时间
  need_stop boolean, -- 是否需停机/停供
  stop_notice text, -- 客户停供告知情况
  danger_work text[], -- 危险作业
  site_photos jsonb, -- 现场照片
  total_amount numeric(18,2), -- 预计总金额
  total_tax numeric(18,2), -- 税额合计
  client_amount numeric(18,2), -- 客户承担金额
  company_amount numeric(18,2), -- 公司承担金额
  quote_count integer, -- 报价家数
  tech_plan text, -- 技术方案与验收标准
  deal_amount numeric(18,2), -- 核定金额
  price_basis text, -- 核价依据
  actual_start timestamptz, -- 实际进场时间
  actual_end timestamptz, -- 实际完工时间
  before_after text, -- 关键参数前后对比
  accept_result text, -- 验收结论
  service_score integer, -- 服务评分
  final_amount numeric(18,2), -- 结算金额
  work_order jsonb, -- 服务单与检测报告
  warranty_to date -- 质保到期日
);

create index f_out_service_applicant_created_at_id_idx on f_out_service (applicant, created_at, id);
create index f_out_service_status_created_at_id_idx on f_out_service (status, created_at, id);
create index f_out_service_applicant_dept_created_at_id_idx on f_out_service (applicant_dept, created_at, id);
create index f_out_service_created_at_id_idx on f_out_service (created_at, id);
create index f_out_service_project_created_at_id_idx on f_out_service (project, created_at, id);
create index f_out_service_supplier_idx on f_out_service (supplier);
create index f_out_service_plan_start_idx on f_out_service (plan_start);

create trigger f_out_service_added after insert on f_out_service referencing new table as changed
  for each statement execute function form_changed('outService');
create trigger f_out_service_changed after update on f_out_service referencing new table as changed
  for each statement execute function form_changed('outService');
create trigger f_out_service_removed after delete on f_out_service referencing old table as changed
  for each statement execute function form_changed('outService');

-- 服务明细
create table f_out_service_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_out_service on delete cascade,
  row_no integer not null,
  item_name text, -- 服务/材料名称
  spec text, -- 规格要求
  item_unit text, -- 单位
  quantity numeric(20,2), -- 数量
  unit_price numeric(18,4), -- 含税单价
  tax_rate numeric(12,4), -- 税率
  amount numeric(18,2), -- 含税金额
  tax_amount numeric(18,2) -- 其中税额
);
create index f_out_service_items_parent_idx on f_out_service_items (parent_id, row_no);

-- 比价记录
create table f_out_service_quotes (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_out_service on delete cascade,
  row_no integer not null,
  quote_unit bigint, -- 报价单位
  quote_total numeric(18,2), -- 报价总额
  days integer, -- 工期（天）
  warranty_months integer, -- 质保期（个月）
  quote_file jsonb -- 报价单
);
create index f_out_service_quotes_parent_idx on f_out_service_quotes (parent_id, row_no);
