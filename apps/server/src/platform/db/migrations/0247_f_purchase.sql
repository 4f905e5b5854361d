-- 工程采购申请 (purchase): drafted from its definition.

create table f_purchase (
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
  sub_project bigint, -- 子项目
  project_contract bigint, -- 已签合同内采购
  purchase_type text, -- 采购类别
  urgent_level text, -- 紧急程度
  urgent_why text, -- 加急原因
  purchase_why text, -- 采购依据
  duty_party bigint, -- 返工责任方
  arrive_place text, -- 到货地点
  receiver bigint, -- 现场收货人
  arrive_by date, -- 要求到货日期
  unload_way text, -- 卸货条件
  budget_left numeric(18,2), -- 子项目预算余额（元）
  drawings jsonb, -- 图纸与技术要求
  budget_total numeric(18,2), -- 预算合计（元）
  purchase_total numeric(18,2), -- 采购总额（元）
  saved_amount numeric(18,2), -- 较预算节约（元）
  over_list_count integer, -- 超清单项数（项）
  spec_opinion text, -- 规格与数量意见
  order_way text, -- 下单方式
  price_note text -- 定价说明
);

create index f_purchase_applicant_created_at_id_idx on f_purchase (applicant, created_at, id);
create index f_purchase_status_created_at_id_idx on f_purchase (status, created_at, id);
create index f_purchase_applicant_dept_created_at_id_idx on f_purchase (applicant_dept, created_at, id);
create index f_purchase_created_at_id_idx on f_purchase (created_at, id);
create index f_purchase_project_created_at_id_idx on f_purchase (project, created_at, id);
create index f_purchase_sub_project_idx on f_purchase (sub_project);
create index f_purchase_arrive_by_idx on f_purchase (arrive_by);

create trigger f_purchase_added after insert on f_purchase referencing new table as changed
  for each statement execute function form_changed('purchase');
create trigger f_purchase_changed after update on f_purchase referencing new table as changed
  for each statement execute function form_changed('purchase');
create trigger f_purchase_removed after delete on f_purchase referencing old table as changed
  for each statement execute function form_changed('purchase');

-- 采购明细
create table f_purchase_lines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_purchase on delete cascade,
  row_no integer not null,
  goods text, -- 物料名称
  spec text, -- 规格型号
  brand_ask text, -- 品牌要求
  unit_name text, -- 单位
  request_qty numeric(20,3), -- 申请数量
  stock_qty numeric(20,3), -- 库存可用
  list_qty numeric(20,3), -- 清单剩余量
  buy_qty numeric(20,3), -- 应采数量
  budget_price numeric(18,4), -- 预算单价（元）
  budget_amount numeric(18,2), -- 预算金额
  line_need date, -- 需用日期
  over_list integer -- 超清单
);
create index f_purchase_lines_parent_idx on f_purchase_lines (parent_id, row_no);

-- 询价定价
create table f_purchase_inquiries (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_purchase on delete cascade,
  row_no integer not null,
  inquiry_goods text, -- 物料
  inquiry_provider bigint, -- 供应商
  inquiry_grade text, -- 等级
  inquiry_qty numeric(20,3), -- 数量
  inquiry_price numeric(18,4), -- 含税单价（元）
  freight_inc boolean, -- 含运费
  lead_days integer, -- 供货天数（天）
  selected boolean, -- 选定
  selected_amount numeric(18,2), -- 选定金额
  bad_pick integer -- 选了受限供应商
);
create index f_purchase_inquiries_parent_idx on f_purchase_inquiries (parent_id, row_no);
