-- 到货设备台账 (arrivedEquipment): drafted from its definition.
create table b_arrived_equipment (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  sub_project bigint, -- 子项目
  contract bigint, -- 工程合同
  supplier bigint, -- 供应商
  order_line bigint, -- 采购订单行
  name text, -- 设备名称
  model text, -- 型号
  factory_no text, -- 出厂编号
  maker text, -- 品牌产地
  quantity numeric(20,3), -- 数量（台）
  accepted_on date, -- 验收日期
  warranty_to date, -- 质保止
  state text -- 状态
);
create index b_arrived_equipment_source_module_source_id_idx on b_arrived_equipment (source_module, source_id);
create index b_arrived_equipment_project_idx on b_arrived_equipment (project);
create index b_arrived_equipment_sub_project_idx on b_arrived_equipment (sub_project);
create index b_arrived_equipment_supplier_idx on b_arrived_equipment (supplier);
create index b_arrived_equipment_accepted_on_idx on b_arrived_equipment (accepted_on);

-- 应付暂估台账 (payableEstimate): drafted from its definition.
create table b_payable_estimate (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  supplier bigint, -- 供应商
  contract bigint, -- 工程合同
  order_line bigint, -- 采购订单行
  kind text, -- 类型
  amount numeric(18,2), -- 金额（元）
  month text, -- 月份
  document text -- 单号
);
create index b_payable_estimate_source_module_source_id_idx on b_payable_estimate (source_module, source_id);
create index b_payable_estimate_project_idx on b_payable_estimate (project);
create index b_payable_estimate_supplier_idx on b_payable_estimate (supplier);
create index b_payable_estimate_contract_idx on b_payable_estimate (contract);
create index b_payable_estimate_month_idx on b_payable_estimate (month);

-- 工地物资台账 (siteMaterial): drafted from its definition.
create table b_site_material (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  sub_project bigint, -- 子项目
  goods text, -- 物料名称
  spec text, -- 规格型号
  unit_name text, -- 单位
  kind text, -- 类型
  quantity numeric(20,3), -- 数量
  price numeric(18,4), -- 单价（元）
  order_line bigint, -- 采购订单行
  slot text, -- 货位
  document text -- 单号
);
create index b_site_material_source_module_source_id_idx on b_site_material (source_module, source_id);
create index b_site_material_project_idx on b_site_material (project);
create index b_site_material_sub_project_idx on b_site_material (sub_project);

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
  on_hand numeric(20,3), -- 现有库存
  stock_qty numeric(20,3), -- 库存可用
  list_qty numeric(20,3), -- 清单剩余量
  buy_qty numeric(20,3), -- 应采数量
  budget_price numeric(18,4), -- 预算单价（元）
  budget_amount numeric(18,2), -- 预算金额
  line_need date, -- 需用日期
  over_stock integer, -- 超库存
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

-- 工程采购发货 (purchaseSend): drafted from its definition.

create table f_purchase_send (
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
  supplier bigint, -- 供应商
  "order" bigint, -- 采购申请单
  project_contract bigint, -- 采购合同
  batch_no integer, -- 发货批次
  last_batch boolean, -- 最后一批
  send_date date, -- 发货日期
  contract_arrive date, -- 约定到货日期
  expect_arrive timestamptz, -- 预计到货时间
  transport text, -- 运输方式
  carrier text, -- 承运单位
  waybill text, -- 运单号
  truck_no text, -- 车牌号
  driver_phone text, -- 司机电话
  gross_weight numeric(20,2), -- 总重量（t）
  max_piece text, -- 最大件尺寸
  need_crane boolean, -- 需吊车
  crane_ton integer, -- 吊车吨位（t）
  ship_inspect text, -- 出厂检验
  receiver bigint, -- 现场收货人
  pack_photos jsonb, -- 装箱照片
  send_docs jsonb, -- 随车资料
  package_total integer, -- 总件数（件）
  left_total numeric(20,3), -- 未发合计
  short_total numeric(20,3), -- 短少合计
  damaged_count integer, -- 异常项数（项）
  is_late integer, -- 逾期到货
  send_opinion text, -- 发货意见
  arrive_time timestamptz, -- 实际到货时间
  store_place text, -- 存放位置
  arrive_photos jsonb, -- 到货照片
  late_days integer, -- 逾期天数（天）
  late_fine numeric(18,2), -- 逾期违约金（元）
  claim_note text -- 短缺破损处理
);

create index f_purchase_send_applicant_created_at_id_idx on f_purchase_send (applicant, created_at, id);
create index f_purchase_send_status_created_at_id_idx on f_purchase_send (status, created_at, id);
create index f_purchase_send_applicant_dept_created_at_id_idx on f_purchase_send (applicant_dept, created_at, id);
create index f_purchase_send_created_at_id_idx on f_purchase_send (created_at, id);
create index f_purchase_send_project_created_at_id_idx on f_purchase_send (project, created_at, id);
create index f_purchase_send_supplier_idx on f_purchase_send (supplier);
create index f_purchase_send_send_date_idx on f_purchase_send (send_date);
create index f_purchase_send_arrive_time_idx on f_purchase_send (arrive_time);
create unique index f_purchase_send_order_supplier_batch_no_live on f_purchase_send ("order", supplier, batch_no) where status in ('running', 'returned', 'approved');

create trigger f_purchase_send_added after insert on f_purchase_send referencing new table as changed
  for each statement execute function form_changed('purchaseSend');
create trigger f_purchase_send_changed after update on f_purchase_send referencing new table as changed
  for each statement execute function form_changed('purchaseSend');
create trigger f_purchase_send_removed after delete on f_purchase_send referencing old table as changed
  for each statement execute function form_changed('purchaseSend');

-- 发货明细
create table f_purchase_send_goods_lines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_purchase_send on delete cascade,
  row_no integer not null,
  order_line bigint, -- 采购订单行
  goods text, -- 物料
  spec text, -- 规格型号
  serial_nos text, -- 出厂编号或炉批号
  order_qty numeric(20,3), -- 订单数量
  sent_qty numeric(20,3), -- 已发数量
  send_qty numeric(20,3), -- 本次发货
  packages integer, -- 件数（件）
  left_qty numeric(20,3), -- 未发数量
  over_send integer -- 超发
);
create index f_purchase_send_goods_lines_parent_idx on f_purchase_send_goods_lines (parent_id, row_no);

-- 到货清点
create table f_purchase_send_arrivals (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_purchase_send on delete cascade,
  row_no integer not null,
  arrive_line bigint, -- 采购订单行
  arrive_goods text, -- 物料
  should_arrive numeric(20,3), -- 应到数量
  arrive_qty numeric(20,3), -- 实到数量
  pack_state text, -- 外包装
  short_qty numeric(20,3), -- 短少数量
  over_arrive integer, -- 多到
  damaged integer -- 异常
);
create index f_purchase_send_arrivals_parent_idx on f_purchase_send_arrivals (parent_id, row_no);

-- 工程采购验收 (purchaseCheckAccept): drafted from its definition.

create table f_purchase_check_accept (
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
  supplier bigint, -- 供应商
  send_bill bigint, -- 发货单
  "order" bigint, -- 采购申请单
  project_contract bigint, -- 采购合同
  check_date date, -- 验收日期
  check_place text, -- 验收地点
  check_team bigint[], -- 验收人员
  provider_rep text, -- 供方代表
  supervise_rep text, -- 监理或业主代表
  sample_way text, -- 抽检方式
  sample_report jsonb, -- 检测报告
  nameplate jsonb, -- 铭牌与合同一致
  vacuum_keep jsonb, -- 主机充氮或真空保持
  certificate jsonb, -- 合格证与质保书
  spare_box jsonb, -- 随机备件与专用工具
  store_mode text, -- 入库方式
  open_photos jsonb, -- 开箱照片
  accept_total numeric(18,2), -- 验收金额合计（元）
  reject_total numeric(20,3), -- 拒收数量合计
  concession_total numeric(18,2), -- 让步折价合计（元）
  first_pass_rate numeric(12,4), -- 一次合格率
  team_opinion text, -- 验收意见
  judge text, -- 技术判定
  judge_note text, -- 判定说明
  return_due date, -- 退换货期限
  quality_fine numeric(18,2), -- 质量扣款（元）
  stock_no text, -- 入库单号
  store_slot text -- 货位
);

create index f_purchase_check_accept_applicant_created_at_id_idx on f_purchase_check_accept (applicant, created_at, id);
create index f_purchase_check_accept_status_created_at_id_idx on f_purchase_check_accept (status, created_at, id);
create index f_purchase_check_accept_applicant_dept_created_at_id_idx on f_purchase_check_accept (applicant_dept, created_at, id);
create index f_purchase_check_accept_created_at_id_idx on f_purchase_check_accept (created_at, id);
create index f_purchase_check_accept_project_created_at_id_idx on f_purchase_check_accept (project, created_at, id);
create index f_purchase_check_accept_supplier_idx on f_purchase_check_accept (supplier);
create index f_purchase_check_accept_check_date_idx on f_purchase_check_accept (check_date);
create unique index f_purchase_check_accept_send_bill_live on f_purchase_check_accept (send_bill) where status in ('running', 'returned', 'approved');

create trigger f_purchase_check_accept_added after insert on f_purchase_check_accept referencing new table as changed
  for each statement execute function form_changed('purchaseCheckAccept');
create trigger f_purchase_check_accept_changed after update on f_purchase_check_accept referencing new table as changed
  for each statement execute function form_changed('purchaseCheckAccept');
create trigger f_purchase_check_accept_removed after delete on f_purchase_check_accept referencing old table as changed
  for each statement execute function form_changed('purchaseCheckAccept');

-- 验收明细
create table f_purchase_check_accept_accept_lines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_purchase_check_accept on delete cascade,
  row_no integer not null,
  order_line bigint, -- 采购订单行
  goods text, -- 物料
  spec text, -- 规格型号
  brand_actual text, -- 实际品牌产地
  unit_name text, -- 单位
  arrived_qty numeric(20,3), -- 到货数量
  pass_qty numeric(20,3), -- 合格数量
  concession_qty numeric(20,3), -- 让步接收数量
  concession_cut numeric(18,2), -- 让步折价（元）
  order_price numeric(18,4), -- 合同单价（元）
  reject_qty numeric(20,3), -- 拒收数量
  reject_why text, -- 拒收原因
  accept_amount numeric(18,2), -- 验收金额
  qty_wrong integer, -- 数量错误
  first_passed integer -- 一次合格
);
create index f_purchase_check_accept_accept_lines_parent_idx on f_purchase_check_accept_accept_lines (parent_id, row_no);
