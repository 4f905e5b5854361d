-- 计量收费: the meters of households and what they were charged, then the form.
-- 房间表计档案 (roomMeter): drafted from its definition.
create table b_room_meter (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  room bigint, -- 房间
  user_name text, -- 用户
  meter_kind text, -- 计量类别
  meter_no text, -- 表号
  unit_price numeric(18,4), -- 计量单价
  last_reading numeric(20,3), -- 末次读数
  last_use numeric(20,3), -- 上期用量
  last_month text -- 末次计费月份
);
create index b_room_meter_source_module_source_id_idx on b_room_meter (source_module, source_id);
create index b_room_meter_project_idx on b_room_meter (project);
create index b_room_meter_room_idx on b_room_meter (room);
create index b_room_meter_last_month_idx on b_room_meter (last_month);
create unique index b_room_meter_project_meter_kind_meter_no_standing on b_room_meter (project, meter_kind, meter_no) where not voided;

-- 抄表计费台账 (meterCharge): drafted from its definition.
create table b_meter_charge (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  room bigint, -- 房间
  user_name text, -- 用户
  meter_kind text, -- 计量类别
  meter_no text, -- 表号
  month text, -- 计费月份
  read_state text, -- 抄表状态
  last_reading numeric(20,3), -- 上次读数
  this_reading numeric(20,3), -- 本次读数
  change_quantity numeric(20,3), -- 换表或估抄量
  quantity numeric(20,3), -- 用量
  amount numeric(18,2), -- 应收（元）
  state text, -- 状态
  document text -- 单号
);
create index b_meter_charge_source_module_source_id_idx on b_meter_charge (source_module, source_id);
create index b_meter_charge_project_idx on b_meter_charge (project);
create index b_meter_charge_room_idx on b_meter_charge (room);
create index b_meter_charge_month_idx on b_meter_charge (month);
create unique index b_meter_charge_project_meter_kind_meter_no_month_standing on b_meter_charge (project, meter_kind, meter_no, month) where not voided;

-- 计量收费 (measurementCharge): drafted from its definition.

create table f_measurement_charge (
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
  user_kind text, -- 收费对象
  meter_kind text, -- 计量类别
  quantity_unit text, -- 计量单位
  charge_month text, -- 计费月份
  period_start date, -- 抄表期起
  period_end date, -- 抄表期止
  read_mode text, -- 抄表方式
  reader bigint, -- 抄表人
  settle_mode text, -- 收费方式
  main_confirm bigint, -- 总表确认单
  main_quantity numeric(20,3), -- 总表用量
  public_quantity numeric(20,3), -- 公区及自用量
  loss_limit numeric(12,4), -- 合同允许损耗率
  loss_rule text, -- 损耗处理
  price_file jsonb, -- 收费标准文件
  due_date date, -- 缴费截止日
  notice_mode text[], -- 通知方式
  loss_reason text, -- 损耗或异常说明
  user_count integer, -- 户数（户）
  sub_quantity numeric(20,3), -- 分表用量合计
  loss_quantity numeric(20,3), -- 损耗量
  loss_rate numeric(12,4), -- 损耗率
  share_quantity numeric(20,3), -- 已分摊损耗
  meter_fee_total numeric(18,2), -- 计量费合计（元）
  basic_fee_total numeric(18,2), -- 基本费合计（元）
  reduce_total numeric(18,2), -- 减免合计（元）
  charge_total numeric(18,2), -- 应收合计（元）
  estimate_count integer, -- 估抄户数（户）
  jump_count integer, -- 用量突变户数（户）
  estimate_rate numeric(12,4), -- 估抄率
  sample_count integer, -- 现场抽查户数（户）
  sample_wrong integer, -- 抽查有误户数（户）
  loss_opinion text, -- 损耗意见
  price_checked text, -- 单价核对
  tax_rate numeric(12,4), -- 税率
  bill_date date -- 出账日期
);

create index f_measurement_charge_applicant_created_at_id_idx on f_measurement_charge (applicant, created_at, id);
create index f_measurement_charge_status_created_at_id_idx on f_measurement_charge (status, created_at, id);
create index f_measurement_charge_applicant_dept_created_at_id_idx on f_measurement_charge (applicant_dept, created_at, id);
create index f_measurement_charge_created_at_id_idx on f_measurement_charge (created_at, id);
create index f_measurement_charge_project_created_at_id_idx on f_measurement_charge (project, created_at, id);
create index f_measurement_charge_charge_month_idx on f_measurement_charge (charge_month);
create index f_measurement_charge_reader_idx on f_measurement_charge (reader);

create trigger f_measurement_charge_added after insert on f_measurement_charge referencing new table as changed
  for each statement execute function form_changed('measurementCharge');
create trigger f_measurement_charge_changed after update on f_measurement_charge referencing new table as changed
  for each statement execute function form_changed('measurementCharge');
create trigger f_measurement_charge_removed after delete on f_measurement_charge referencing old table as changed
  for each statement execute function form_changed('measurementCharge');

-- 用户抄表计费
create table f_measurement_charge_readings (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_measurement_charge on delete cascade,
  row_no integer not null,
  room bigint, -- 房间
  user_name text, -- 用户名称
  charge_area numeric(20,2), -- 计费面积（m²）
  meter_no text, -- 表号
  read_state text, -- 抄表状态
  last_reading numeric(20,3), -- 上次读数
  this_reading numeric(20,3), -- 本次读数
  ratio numeric(20,2), -- 倍率
  change_quantity numeric(20,3), -- 换表或估抄量
  use_quantity numeric(20,3), -- 用量
  loss_share numeric(20,3), -- 分摊损耗量
  meter_price numeric(18,4), -- 计量单价
  meter_fee numeric(18,2), -- 计量费（元）
  basic_price numeric(18,4), -- 基本费单价（元/m²·月）
  basic_fee numeric(18,2), -- 基本费（元）
  reduce_fee numeric(18,2), -- 减免（元）
  user_fee numeric(18,2), -- 应收（元）
  last_use numeric(20,3), -- 上期用量
  read_photo jsonb, -- 表盘照片
  reverse integer, -- 校验：读数倒走
  over_reduce integer, -- 校验：减免超费用
  estimated integer, -- 估抄
  jump integer, -- 用量突变
  billed integer -- 校验：该表本月已出账
);
create index f_measurement_charge_readings_parent_idx on f_measurement_charge_readings (parent_id, row_no);

