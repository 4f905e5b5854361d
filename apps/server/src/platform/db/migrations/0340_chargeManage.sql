-- 物业收费: communities, rooms, fees and bills first, then 停用申请 and 物业预开票.
-- 小区 (community): drafted from its definition.
create table b_community (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  name text, -- 名称
  project text, -- 项目
  address text, -- 地址
  company text -- 收费公司
);
create index b_community_source_module_source_id_idx on b_community (source_module, source_id);
create index b_community_project_idx on b_community (project);
create unique index b_community_name_standing on b_community (name) where not voided;

-- 房间 (room): drafted from its definition.
create table b_room (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  community bigint, -- 小区
  project text, -- 项目
  room_name text, -- 房号
  owner_name text, -- 业主
  owner_phone text, -- 联系电话
  charge_area numeric(20,2), -- 计费面积（m²）
  basic_price numeric(18,4), -- 基本费单价（元/m²·月）
  state text -- 房态
);
create index b_room_source_module_source_id_idx on b_room (source_module, source_id);
create index b_room_community_idx on b_room (community);
create index b_room_project_idx on b_room (project);
create unique index b_room_community_room_name_standing on b_room (community, room_name) where not voided;

-- 收费项目 (fee): drafted from its definition.
create table b_fee (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  name text, -- 名称
  kind text, -- 类别
  unit_price numeric(18,4), -- 单价
  price_unit text, -- 计价单位
  tax_rate numeric(12,4), -- 税率（%）
  state text -- 状态
);
create index b_fee_source_module_source_id_idx on b_fee (source_module, source_id);
create unique index b_fee_name_standing on b_fee (name) where not voided;

-- 房间收费状态 (roomFee): drafted from its definition.
create table b_room_fee (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  room bigint, -- 房间
  fee bigint, -- 收费项目
  state text, -- 状态
  stop_from date, -- 停用起日
  stop_to date, -- 停用止日
  keep_rate numeric(12,4) -- 停用基本费比例（%）
);
create index b_room_fee_source_module_source_id_idx on b_room_fee (source_module, source_id);
create index b_room_fee_fee_idx on b_room_fee (fee);
create index b_room_fee_stop_to_idx on b_room_fee (stop_to);
create unique index b_room_fee_room_fee_standing on b_room_fee (room, fee) where not voided;

-- 物业账单 (bill): drafted from its definition.
create table b_bill (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  bill_no text, -- 账单号
  project text, -- 项目
  community bigint, -- 小区
  room bigint, -- 房间
  fee bigint, -- 收费项目
  month text, -- 账期
  period_from date, -- 费用起
  period_to date, -- 费用止
  quantity numeric(20,3), -- 数量
  unit_price numeric(18,4), -- 单价
  suspend_days integer, -- 停用天数（天）
  amount numeric(18,2), -- 账单金额（元）
  reduced numeric(18,2), -- 减免（元）
  paid numeric(18,2), -- 已缴（元）
  invoice_pending numeric(18,2), -- 预开票在途（元）
  invoiced numeric(18,2), -- 已开票（元）
  due_on date, -- 到期日
  suspended boolean, -- 停用账单
  reverses bigint, -- 红冲账单
  replaces bigint, -- 重开自
  state text -- 状态
);
create index b_bill_source_module_source_id_idx on b_bill (source_module, source_id);
create index b_bill_community_idx on b_bill (community);
create index b_bill_room_idx on b_bill (room);
create index b_bill_fee_idx on b_bill (fee);
create index b_bill_month_idx on b_bill (month);
create index b_bill_due_on_idx on b_bill (due_on);
create unique index b_bill_bill_no_standing on b_bill (bill_no) where not voided;
alter table b_bill add constraint b_bill_limit_1
  check (coalesce(reduced, 0) >= 0 and coalesce(paid, 0) >= 0 and coalesce(reduced, 0) + coalesce(paid, 0) <= greatest(coalesce(amount, 0), 0));
alter table b_bill add constraint b_bill_limit_2
  check (coalesce(invoice_pending, 0) >= 0 and coalesce(invoiced, 0) >= 0 and coalesce(invoice_pending, 0) + coalesce(invoiced, 0) <= greatest(coalesce(amount, 0), 0));
alter table b_bill add constraint b_bill_in_use
  check (not voided or coalesce(paid, 0) = 0 and coalesce(invoice_pending, 0) = 0 and coalesce(invoiced, 0) = 0);

-- 房间预存账户 (roomAccount): drafted from its definition.
create table b_room_account (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  room bigint, -- 房间
  paid_in numeric(18,2), -- 累计存入（元）
  used numeric(18,2), -- 累计使用（元）
  refunded numeric(18,2) -- 累计退款（元）
);
create index b_room_account_source_module_source_id_idx on b_room_account (source_module, source_id);
create index b_room_account_room_idx on b_room_account (room);
create unique index b_room_account_room_standing on b_room_account (room) where not voided;
alter table b_room_account add constraint b_room_account_limit_1
  check (coalesce(used, 0) >= 0 and coalesce(refunded, 0) >= 0 and coalesce(used, 0) + coalesce(refunded, 0) <= greatest(coalesce(paid_in, 0), 0));

-- 收费流水 (chargeFlow): drafted from its definition.
create table b_charge_flow (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  community bigint, -- 小区
  room bigint, -- 房间
  bill bigint, -- 账单
  fee bigint, -- 收费项目
  kind text, -- 类别
  amount numeric(18,2), -- 金额（元）
  happened_on date, -- 日期
  pay_mode text, -- 支付方式
  document text -- 单号
);
create index b_charge_flow_source_module_source_id_idx on b_charge_flow (source_module, source_id);
create index b_charge_flow_community_idx on b_charge_flow (community);
create index b_charge_flow_room_idx on b_charge_flow (room);
create index b_charge_flow_fee_idx on b_charge_flow (fee);
create index b_charge_flow_happened_on_idx on b_charge_flow (happened_on);

-- 房间设施履历 (roomRecord): drafted from its definition.
create table b_room_record (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  room bigint, -- 房间
  happened_at timestamptz, -- 时间
  action text, -- 操作
  seal_no text, -- 铅封号
  reading numeric(20,3), -- 表读数（kWh）
  result text, -- 结论
  note text, -- 说明
  photos jsonb, -- 照片
  document text -- 单号
);
create index b_room_record_source_module_source_id_idx on b_room_record (source_module, source_id);
create index b_room_record_room_idx on b_room_record (room);

-- 业主消息发件箱 (ownerMessage): drafted from its definition.
create table b_owner_message (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  room bigint, -- 房间
  phone text, -- 电话
  way text, -- 方式
  content text, -- 内容
  state text -- 状态
);
create index b_owner_message_source_module_source_id_idx on b_owner_message (source_module, source_id);
create index b_owner_message_room_idx on b_owner_message (room);

-- 物业发票台账 (propertyInvoice): drafted from its definition.
create table b_property_invoice (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  invoice_code text, -- 发票代码
  invoice_no text, -- 发票号码
  invoice_kind text, -- 发票种类
  community bigint, -- 小区
  room bigint, -- 主房间
  buyer_title text, -- 发票抬头
  buyer_tax_no text, -- 纳税人识别号
  invoice_date date, -- 开票日期
  amount numeric(18,2), -- 价税合计（元）
  net numeric(18,2), -- 不含税金额（元）
  tax numeric(18,2), -- 税额（元）
  received numeric(18,2), -- 已回款（元）
  promised_on date, -- 承诺付款日
  document text -- 单号
);
create index b_property_invoice_source_module_source_id_idx on b_property_invoice (source_module, source_id);
create index b_property_invoice_community_idx on b_property_invoice (community);
create index b_property_invoice_room_idx on b_property_invoice (room);
create index b_property_invoice_invoice_date_idx on b_property_invoice (invoice_date);
create index b_property_invoice_promised_on_idx on b_property_invoice (promised_on);
create unique index b_property_invoice_invoice_no_standing on b_property_invoice (invoice_no) where not voided;
alter table b_property_invoice add constraint b_property_invoice_limit_1
  check (coalesce(received, 0) >= 0 and coalesce(received, 0) <= greatest(coalesce(amount, 0), 0));

-- 停用申请 (suspend): drafted from its definition.

create table f_suspend (
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
  community bigint, -- 小区
  room bigint, -- 房间
  source text, -- 申请来源
  apply_type text, -- 申请类型
  owner_name text, -- 业主姓名/单位
  owner_phone text, -- 联系电话
  handler_name text, -- 经办人(非业主)
  use_area numeric(20,2), -- 计费面积（m²）
  fee bigint, -- 停用收费项目
  charge_way text, -- 计费方式
  season text, -- 停用季节
  reason text, -- 停用原因
  start_date date, -- 停用/恢复起日
  end_date date, -- 停用止日
  unit_price numeric(18,4), -- 收费单价(每收费季)（元/m²·季）
  season_days integer, -- 收费季总天数（天）
  keep_rate numeric(12,4), -- 停用基本费比例
  arrears numeric(18,2), -- 申请时欠费
  prepaid numeric(18,2), -- 账户预存余额
  know_rule boolean, -- 已告知停用规则
  id_files jsonb, -- 身份证/产权证明
  owner_sign jsonb, -- 业主签字
  stop_days integer, -- 停用天数（天）
  full_fee numeric(18,2), -- 停用期全额费用
  keep_fee numeric(18,2), -- 停用期基本费
  reduce_fee numeric(18,2), -- 预计减收
  bill_reduce numeric(18,2), -- 账单减免合计
  info_checked text, -- 房屋与身份核对
  arrears_handle text, -- 欠费处理
  visit_time timestamptz, -- 上门时间
  valve_action text, -- 阀门操作
  seal_no text, -- 铅封号
  heat_reading numeric(20,3), -- 冷热量表读数（kWh）
  site_photos jsonb, -- 现场照片
  check_result text, -- 核查结论
  check_note text, -- 核查说明
  adjust_mode text, -- 账单处理
  adjust_amount numeric(18,2), -- 实际减免金额
  notify_owner text -- 通知业主方式
);

create index f_suspend_applicant_created_at_id_idx on f_suspend (applicant, created_at, id);
create index f_suspend_status_created_at_id_idx on f_suspend (status, created_at, id);
create index f_suspend_applicant_dept_created_at_id_idx on f_suspend (applicant_dept, created_at, id);
create index f_suspend_created_at_id_idx on f_suspend (created_at, id);
create index f_suspend_project_created_at_id_idx on f_suspend (project, created_at, id);
create index f_suspend_community_idx on f_suspend (community);
create index f_suspend_room_idx on f_suspend (room);
create index f_suspend_start_date_idx on f_suspend (start_date);

create trigger f_suspend_added after insert on f_suspend referencing new table as changed
  for each statement execute function form_changed('suspend');
create trigger f_suspend_changed after update on f_suspend referencing new table as changed
  for each statement execute function form_changed('suspend');
create trigger f_suspend_removed after delete on f_suspend referencing old table as changed
  for each statement execute function form_changed('suspend');

-- 受影响账单
create table f_suspend_bills (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_suspend on delete cascade,
  row_no integer not null,
  bill bigint, -- 账单
  bill_month text, -- 账期
  bill_amount numeric(18,2), -- 原账单金额
  paid numeric(18,2), -- 已缴金额
  bill_stop_days integer, -- 本期停用天数（天）
  bill_days integer, -- 本期总天数（天）
  reduce_rate numeric(12,4), -- 减免比例
  reduce numeric(18,2), -- 减免金额
  after_amount numeric(18,2) -- 调整后金额
);
create index f_suspend_bills_parent_idx on f_suspend_bills (parent_id, row_no);

-- 物业预开票 (chargePreOpen): drafted from its definition.

create table f_charge_pre_open (
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
  community bigint, -- 小区
  customer_type text, -- 客户类型
  main_room bigint, -- 主房间
  payer_name text, -- 缴费人
  payer_phone text, -- 联系电话
  seller_unit text, -- 开票主体
  invoice_kind text, -- 发票种类
  buyer_title text, -- 发票抬头
  buyer_tax_no text, -- 纳税人识别号
  buyer_address text, -- 注册地址及电话
  buyer_bank text, -- 开户行及账号
  pre_reason text, -- 预开原因
  plan_pay_date date, -- 承诺付款日期
  pay_mode text, -- 预计付款方式
  promise_file jsonb, -- 付款承诺书/盖章账单
  old_unpaid numeric(18,2), -- 该客户以往欠费
  open_unpaid numeric(18,2), -- 该客户已预开未回款
  receive_email text, -- 收票邮箱
  invoice_remark text, -- 发票备注栏内容
  total_amount numeric(18,2), -- 开票总额
  total_net numeric(18,2), -- 不含税总额
  total_tax numeric(18,2), -- 税额合计
  risk_amount numeric(18,2), -- 预开后应收风险额
  unpaid_amount numeric(18,2), -- 未回款金额
  invoice_no text, -- 发票号码
  invoice_code text, -- 发票代码(纸质)
  invoice_date date, -- 开票日期
  invoice_file jsonb, -- 发票文件
  received_date date, -- 回款日期
  received_amount numeric(18,2), -- 回款金额
  receive_voucher jsonb, -- 回款凭证
  unpaid_handle text -- 未回款处理
);

create index f_charge_pre_open_applicant_created_at_id_idx on f_charge_pre_open (applicant, created_at, id);
create index f_charge_pre_open_status_created_at_id_idx on f_charge_pre_open (status, created_at, id);
create index f_charge_pre_open_applicant_dept_created_at_id_idx on f_charge_pre_open (applicant_dept, created_at, id);
create index f_charge_pre_open_created_at_id_idx on f_charge_pre_open (created_at, id);
create index f_charge_pre_open_community_idx on f_charge_pre_open (community);
create index f_charge_pre_open_invoice_date_idx on f_charge_pre_open (invoice_date);
create index f_charge_pre_open_plan_pay_date_idx on f_charge_pre_open (plan_pay_date);
create unique index f_charge_pre_open_invoice_no_live on f_charge_pre_open (invoice_no) where status in ('running', 'returned', 'approved');

create trigger f_charge_pre_open_added after insert on f_charge_pre_open referencing new table as changed
  for each statement execute function form_changed('chargePreOpen');
create trigger f_charge_pre_open_changed after update on f_charge_pre_open referencing new table as changed
  for each statement execute function form_changed('chargePreOpen');
create trigger f_charge_pre_open_removed after delete on f_charge_pre_open referencing old table as changed
  for each statement execute function form_changed('chargePreOpen');

-- 开票明细
create table f_charge_pre_open_lines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_charge_pre_open on delete cascade,
  row_no integer not null,
  room bigint, -- 房间
  fee bigint, -- 收费项目
  bill bigint, -- 账单
  fee_from text, -- 费用起月
  fee_to text, -- 费用止月
  tax_name text, -- 税目名称
  amount numeric(18,2), -- 开票金额(含税)
  tax_rate numeric(12,4), -- 税率
  net_amount numeric(18,2), -- 不含税金额
  tax_amount numeric(18,2) -- 税额
);
create index f_charge_pre_open_lines_parent_idx on f_charge_pre_open_lines (parent_id, row_no);

