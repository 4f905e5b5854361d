-- 技术改造记录 (technicalRenovationRecord): drafted from its definition.

create table f_technical_renovation_record (
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
  renovation_name text, -- 改造名称
  renovation_type text, -- 改造类型
  reason text, -- 改造原因
  current_problem text, -- 现状与存在问题
  scheme text, -- 改造方案
  scheme_files jsonb, -- 方案图纸
  plan_start date, -- 计划开工日期
  plan_end date, -- 计划完工日期
  build_way text, -- 实施方式
  build_unit bigint, -- 实施单位
  investor text, -- 投资方
  company_ratio numeric(12,4), -- 公司投资比例
  contract_left integer, -- 合同剩余月数（月）
  renovated_device bigint, -- 改造设备
  need_stop boolean, -- 需停机施工
  stop_days numeric(20,1), -- 停机天数（天）
  emission_before numeric(20,0), -- 改造前氮氧化物（mg/m³）
  emission_target numeric(20,0), -- 目标氮氧化物（mg/m³）
  total_invest numeric(18,2), -- 总投资（元）
  company_invest numeric(18,2), -- 公司投资额（元）
  year_saving numeric(18,2), -- 年节约金额合计（元）
  payback_months numeric(20,1), -- 静态回收期（月）
  review_result text, -- 评审结论
  review_opinion text, -- 评审意见
  fund_source text, -- 资金来源
  actual_finish date, -- 实际完工日期
  actual_invest numeric(18,2), -- 实际投资（元）
  measured_saving numeric(18,2), -- 实测折算年节约（元）
  effect_result text, -- 效果结论
  effect_files jsonb -- 测试报告与照片
);

create index f_technical_renovation_record_applicant_created_at_id_idx on f_technical_renovation_record (applicant, created_at, id);
create index f_technical_renovation_record_status_created_at_id_idx on f_technical_renovation_record (status, created_at, id);
create index f_technical_renovation_record_applicant_dept_created_eu2ut1 on f_technical_renovation_record (applicant_dept, created_at, id);
create index f_technical_renovation_record_created_at_id_idx on f_technical_renovation_record (created_at, id);
create index f_technical_renovation_record_project_created_at_id_idx on f_technical_renovation_record (project, created_at, id);
create index f_technical_renovation_record_plan_start_idx on f_technical_renovation_record (plan_start);

create trigger f_technical_renovation_record_added after insert on f_technical_renovation_record referencing new table as changed
  for each statement execute function form_changed('technicalRenovationRecord');
create trigger f_technical_renovation_record_changed after update on f_technical_renovation_record referencing new table as changed
  for each statement execute function form_changed('technicalRenovationRecord');
create trigger f_technical_renovation_record_removed after delete on f_technical_renovation_record referencing old table as changed
  for each statement execute function form_changed('technicalRenovationRecord');

-- 投资明细
create table f_technical_renovation_record_invests (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_technical_renovation_record on delete cascade,
  row_no integer not null,
  cost_item text, -- 费用项
  invest_name text, -- 名称规格
  quantity numeric(20,2), -- 数量
  unit_price numeric(18,2), -- 单价（元）
  amount numeric(18,2) -- 金额（元）
);
create index f_technical_renovation_record_invests_parent_idx on f_technical_renovation_record_invests (parent_id, row_no);

-- 节约测算
create table f_technical_renovation_record_savings (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_technical_renovation_record on delete cascade,
  row_no integer not null,
  energy_kind text, -- 能源品种
  before_year numeric(20,1), -- 改造前年耗量
  after_year numeric(20,1), -- 改造后年耗量
  energy_price numeric(18,4), -- 单价（元）
  save_qty numeric(20,1), -- 年节约量
  save_amount numeric(18,2) -- 年节约金额（元）
);
create index f_technical_renovation_record_savings_parent_idx on f_technical_renovation_record_savings (parent_id, row_no);

-- 质量异常反馈 (qualityExceptionFeedback): drafted from its definition.

create table f_quality_exception_feedback (
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
  exception_type text, -- 异常类别
  find_date date, -- 发现日期
  find_stage text, -- 发现阶段
  supplier_unit bigint, -- 责任供方
  product_device bigint, -- 相关设备
  product_name text, -- 产品名称型号
  factory_no text, -- 出厂编号或批号
  commission_date date, -- 投用日期
  warranty_end date, -- 质保到期日
  repair_record bigint, -- 关联维修记录
  repeat_times integer, -- 同类异常累计次数（次）
  severity text, -- 严重程度
  stop_running boolean, -- 造成停机
  stop_hours numeric(20,1), -- 停机时长（h）
  exception_desc text, -- 异常现象
  temp_measure text, -- 已采取的临时措施
  demand text[], -- 处理诉求
  demand_date date, -- 要求处理期限
  evidence jsonb, -- 照片视频检测报告
  defect_rate numeric(12,4), -- 不良率
  claim_amount numeric(18,2), -- 索赔金额（元）
  in_warranty boolean, -- 在质保期内
  root_cause text, -- 根本原因
  responsible text, -- 责任判定
  supplier_reply text, -- 供方回复
  agreed_claim numeric(18,2), -- 供方认可赔付（元）
  promise_date date, -- 承诺处理日期
  verify_date date, -- 验证日期
  verify_result text, -- 验证结论
  actual_loss numeric(18,2) -- 我方实际承担费用（元）
);

create index f_quality_exception_feedback_applicant_created_at_id_idx on f_quality_exception_feedback (applicant, created_at, id);
create index f_quality_exception_feedback_status_created_at_id_idx on f_quality_exception_feedback (status, created_at, id);
create index f_quality_exception_feedback_applicant_dept_created__1xtnayj on f_quality_exception_feedback (applicant_dept, created_at, id);
create index f_quality_exception_feedback_created_at_id_idx on f_quality_exception_feedback (created_at, id);
create index f_quality_exception_feedback_project_created_at_id_idx on f_quality_exception_feedback (project, created_at, id);
create index f_quality_exception_feedback_supplier_unit_idx on f_quality_exception_feedback (supplier_unit);
create index f_quality_exception_feedback_find_date_idx on f_quality_exception_feedback (find_date);

create trigger f_quality_exception_feedback_added after insert on f_quality_exception_feedback referencing new table as changed
  for each statement execute function form_changed('qualityExceptionFeedback');
create trigger f_quality_exception_feedback_changed after update on f_quality_exception_feedback referencing new table as changed
  for each statement execute function form_changed('qualityExceptionFeedback');
create trigger f_quality_exception_feedback_removed after delete on f_quality_exception_feedback referencing old table as changed
  for each statement execute function form_changed('qualityExceptionFeedback');

-- 缺陷明细
create table f_quality_exception_feedback_defects (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_quality_exception_feedback on delete cascade,
  row_no integer not null,
  defect_part text, -- 部件
  defect_kind text, -- 缺陷类型
  total_qty integer, -- 总数量（件）
  defect_qty integer -- 不良数量（件）
);
create index f_quality_exception_feedback_defects_parent_idx on f_quality_exception_feedback_defects (parent_id, row_no);

-- 损失明细
create table f_quality_exception_feedback_losses (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_quality_exception_feedback on delete cascade,
  row_no integer not null,
  loss_kind text, -- 损失类别
  loss_basis text, -- 计算依据
  loss_amount numeric(18,2) -- 金额（元）
);
create index f_quality_exception_feedback_losses_parent_idx on f_quality_exception_feedback_losses (parent_id, row_no);

-- 运营采购申请 (operatePurchase): drafted from its definition.

create table f_operate_purchase (
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
  purchase_type text, -- 采购类别
  urgency text, -- 紧急程度
  need_date date, -- 要求到货日期
  related_repair bigint, -- 关联维修记录
  budget_subject text, -- 预算科目
  budget_left numeric(18,2), -- 科目预算余额（元）
  cost_bearer text, -- 费用承担
  customer_confirm jsonb, -- 客户确认单
  purchase_way text, -- 采购方式
  single_reason text, -- 单一来源理由
  apply_reason text, -- 采购用途说明
  consignee bigint, -- 收货人
  consignee_phone text, -- 收货人电话
  delivery_address text, -- 收货地址
  tech_files jsonb, -- 技术要求与图片
  item_count integer, -- 物料项数（项）
  total_amount numeric(18,2), -- 预估总金额（元）
  chosen_amount numeric(18,2), -- 选定报价（元）
  over_budget numeric(18,2), -- 超预算金额（元）
  order_supplier bigint, -- 定标供方
  order_amount numeric(18,2), -- 订单金额（元）
  order_no text, -- 订单号
  pay_term text, -- 付款方式
  order_delivery date -- 约定交货日期
);

create index f_operate_purchase_applicant_created_at_id_idx on f_operate_purchase (applicant, created_at, id);
create index f_operate_purchase_status_created_at_id_idx on f_operate_purchase (status, created_at, id);
create index f_operate_purchase_applicant_dept_created_at_id_idx on f_operate_purchase (applicant_dept, created_at, id);
create index f_operate_purchase_created_at_id_idx on f_operate_purchase (created_at, id);
create index f_operate_purchase_project_created_at_id_idx on f_operate_purchase (project, created_at, id);
create index f_operate_purchase_need_date_idx on f_operate_purchase (need_date);
create index f_operate_purchase_order_supplier_idx on f_operate_purchase (order_supplier);

create trigger f_operate_purchase_added after insert on f_operate_purchase referencing new table as changed
  for each statement execute function form_changed('operatePurchase');
create trigger f_operate_purchase_changed after update on f_operate_purchase referencing new table as changed
  for each statement execute function form_changed('operatePurchase');
create trigger f_operate_purchase_removed after delete on f_operate_purchase referencing old table as changed
  for each statement execute function form_changed('operatePurchase');

-- 采购明细
create table f_operate_purchase_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_operate_purchase on delete cascade,
  row_no integer not null,
  part bigint, -- 物料
  spec text, -- 规格型号
  brand text, -- 品牌要求
  unit text, -- 单位
  stock_qty numeric(20,2), -- 项目库存
  quantity numeric(20,2), -- 申请数量
  last_price numeric(18,2), -- 最近采购价（元）
  est_price numeric(18,2), -- 预估单价（元）
  amount numeric(18,2), -- 预估金额（元）
  use_for bigint -- 用于设备
);
create index f_operate_purchase_items_parent_idx on f_operate_purchase_items (parent_id, row_no);

-- 询比价
create table f_operate_purchase_quotes (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_operate_purchase on delete cascade,
  row_no integer not null,
  quote_supplier bigint, -- 报价单位
  quote_total numeric(18,2), -- 报价总额（元）
  delivery_days integer, -- 交货期（天）
  warranty_months integer, -- 质保期（月）
  tax_rate numeric(12,4), -- 税率
  chosen boolean, -- 选定
  chosen_total numeric(18,2) -- 选定金额（元）
);
create index f_operate_purchase_quotes_parent_idx on f_operate_purchase_quotes (parent_id, row_no);

-- 运营采购发货 (operatePurchaseSend): drafted from its definition.

create table f_operate_purchase_send (
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
  purchase bigint, -- 采购申请单
  order_no text, -- 订单号
  send_supplier bigint, -- 供方
  agreed_date date, -- 约定交货日期
  delivery_no text, -- 送货单号
  send_date date, -- 发货日期
  transport_way text, -- 运输方式
  carrier text, -- 承运单位
  tracking_no text, -- 运单号
  truck_plate text, -- 车牌号
  driver_phone text, -- 司机电话
  expect_arrive date, -- 预计到达日期
  packages integer, -- 件数（件）
  gross_weight numeric(20,2), -- 毛重（kg）
  freight numeric(18,2), -- 运费（元）
  freight_bearer text, -- 运费承担
  receiver bigint, -- 收货人
  receiver_phone text, -- 收货人电话
  send_address text, -- 收货地址
  docs text[], -- 随货资料
  delivery_file jsonb, -- 送货单照片
  send_total_qty numeric(20,2), -- 本次发货数量
  send_total numeric(18,2), -- 本次发货金额（元）
  remain_total numeric(20,2), -- 未发数量合计
  late_days integer, -- 发货延误天数（天）
  sign_time timestamptz, -- 签收时间
  package_intact boolean, -- 外包装完好
  damage_desc text, -- 破损短少说明
  sign_photos jsonb, -- 签收照片
  claim_way text -- 差异处理
);

create index f_operate_purchase_send_applicant_created_at_id_idx on f_operate_purchase_send (applicant, created_at, id);
create index f_operate_purchase_send_status_created_at_id_idx on f_operate_purchase_send (status, created_at, id);
create index f_operate_purchase_send_applicant_dept_created_at_id_idx on f_operate_purchase_send (applicant_dept, created_at, id);
create index f_operate_purchase_send_created_at_id_idx on f_operate_purchase_send (created_at, id);
create index f_operate_purchase_send_project_created_at_id_idx on f_operate_purchase_send (project, created_at, id);
create index f_operate_purchase_send_send_supplier_idx on f_operate_purchase_send (send_supplier);
create index f_operate_purchase_send_send_date_idx on f_operate_purchase_send (send_date);

create trigger f_operate_purchase_send_added after insert on f_operate_purchase_send referencing new table as changed
  for each statement execute function form_changed('operatePurchaseSend');
create trigger f_operate_purchase_send_changed after update on f_operate_purchase_send referencing new table as changed
  for each statement execute function form_changed('operatePurchaseSend');
create trigger f_operate_purchase_send_removed after delete on f_operate_purchase_send referencing old table as changed
  for each statement execute function form_changed('operatePurchaseSend');

-- 发货明细（由采购申请带出）
create table f_operate_purchase_send_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_operate_purchase_send on delete cascade,
  row_no integer not null,
  part bigint, -- 物料
  spec text, -- 规格型号
  order_qty numeric(20,2), -- 订购数量
  done_qty numeric(20,2), -- 此前已发
  this_qty numeric(20,2), -- 本次发货
  remain_qty numeric(20,2), -- 未发数量
  order_price numeric(18,2), -- 订单单价（元）
  send_amount numeric(18,2), -- 发货金额（元）
  batch_no text -- 批号或序列号
);
create index f_operate_purchase_send_items_parent_idx on f_operate_purchase_send_items (parent_id, row_no);

-- 运营采购验收 (operatePurchaseAccept): drafted from its definition.

create table f_operate_purchase_accept (
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
  send_bill bigint, -- 发货单
  accept_supplier bigint, -- 供方
  accept_date date, -- 验收日期
  acceptors bigint[], -- 验收人员
  store_place text, -- 入库地点
  outer_check jsonb, -- 外观包装
  model_check jsonb, -- 型号规格与订单一致
  docs_check jsonb, -- 合格证与质保书
  test_check jsonb, -- 通电或试装检验
  warranty_months integer, -- 质保期（月）
  invoice_state text, -- 发票情况
  invoice_no text, -- 发票号码
  invoice_amount numeric(18,2), -- 发票金额（元）
  invoice_files jsonb, -- 发票扫描件
  invoice_diff_reason text, -- 发票差额说明
  accept_photos jsonb, -- 验收照片
  accept_amount numeric(18,2), -- 验收入库金额（元）
  reject_total numeric(20,2), -- 不合格数量合计
  short_total numeric(20,2), -- 短少数量合计
  ok_rate numeric(12,4), -- 验收合格率
  invoice_diff numeric(18,2), -- 发票差额（元）
  return_result text, -- 退换补处理结果
  deduct_amount numeric(18,2), -- 扣款金额（元）
  payable_amount numeric(18,2), -- 应付金额（元）
  pay_due_date date -- 应付日期
);

create index f_operate_purchase_accept_applicant_created_at_id_idx on f_operate_purchase_accept (applicant, created_at, id);
create index f_operate_purchase_accept_status_created_at_id_idx on f_operate_purchase_accept (status, created_at, id);
create index f_operate_purchase_accept_applicant_dept_created_at_id_idx on f_operate_purchase_accept (applicant_dept, created_at, id);
create index f_operate_purchase_accept_created_at_id_idx on f_operate_purchase_accept (created_at, id);
create index f_operate_purchase_accept_project_created_at_id_idx on f_operate_purchase_accept (project, created_at, id);
create index f_operate_purchase_accept_accept_supplier_idx on f_operate_purchase_accept (accept_supplier);
create index f_operate_purchase_accept_accept_date_idx on f_operate_purchase_accept (accept_date);
create unique index f_operate_purchase_accept_send_bill_live on f_operate_purchase_accept (send_bill) where status in ('running', 'returned', 'approved');
create unique index f_operate_purchase_accept_accept_supplier_invoice_no_live on f_operate_purchase_accept (accept_supplier, invoice_no) where status in ('running', 'returned', 'approved');

create trigger f_operate_purchase_accept_added after insert on f_operate_purchase_accept referencing new table as changed
  for each statement execute function form_changed('operatePurchaseAccept');
create trigger f_operate_purchase_accept_changed after update on f_operate_purchase_accept referencing new table as changed
  for each statement execute function form_changed('operatePurchaseAccept');
create trigger f_operate_purchase_accept_removed after delete on f_operate_purchase_accept referencing old table as changed
  for each statement execute function form_changed('operatePurchaseAccept');

-- 验收明细（由发货单带出）
create table f_operate_purchase_accept_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_operate_purchase_accept on delete cascade,
  row_no integer not null,
  part bigint, -- 物料
  spec text, -- 规格型号
  send_qty numeric(20,2), -- 发货数量
  receive_qty numeric(20,2), -- 实收数量
  ok_qty numeric(20,2), -- 合格数量
  reject_qty numeric(20,2), -- 不合格数量
  short_qty numeric(20,2), -- 短少数量
  price numeric(18,2), -- 单价（元）
  ok_amount numeric(18,2), -- 入库金额（元）
  reject_reason text, -- 不合格原因
  reject_handle text, -- 处理方式
  to_ledger text, -- 转入台账
  shelf text -- 货位
);
create index f_operate_purchase_accept_items_parent_idx on f_operate_purchase_accept_items (parent_id, row_no);
