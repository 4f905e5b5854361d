-- 电表确认 (electricityMeter): drafted from its definition.

create table f_electricity_meter (
  id bigint generated always as identity primary key,
  serial text unique,
  status text not null default 'draft',
  version integer not null default 1,
  applicant bigint not null references app_user,
  applicant_dept text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  submitted_at timestamptz,
  finished_at timestamptz,
  project text, -- 项目
  contract text, -- 合同
  settle_month text, -- 结算月份
  period_start date, -- 起始日期
  period_end date, -- 截止日期
  read_time timestamptz, -- 抄表时间
  our_reader bigint, -- 我方抄表人
  customer_reader text, -- 客户或供电方抄表人
  price_mode text, -- 电价方式
  average_price numeric(18,4), -- 结算电价（元/kWh）
  demand_kw numeric(20,1), -- 最大需量（kW）
  power_factor numeric(20,2), -- 功率因数
  factor_penalty numeric(18,2), -- 力调电费（元）
  bill_kwh numeric(20,1), -- 供电账单电量（kWh）
  last_month_kwh numeric(20,1), -- 上月电量（kWh）
  diff_note text, -- 差异与异常说明
  bill_files jsonb, -- 供电账单
  meter_photos jsonb, -- 电表照片
  used_total numeric(20,1), -- 计量总电量（kWh）
  settle_total numeric(20,1), -- 结算总电量（kWh）
  our_total numeric(20,1), -- 我方承担电量（kWh）
  customer_total numeric(20,1), -- 客户承担电量（kWh）
  tou_total numeric(18,2), -- 分时电费合计（元）
  our_fee numeric(18,2), -- 我方承担电费（元）
  bill_diff_rate numeric(12,4), -- 与账单差异率
  chain_rate numeric(12,4), -- 环比
  customer_sign jsonb, -- 客户签字
  sign_date date, -- 签认日期
  day_report_kwh numeric(20,1), -- 日报累计电量（kWh）
  analyst_opinion text, -- 复核意见
  pay_before date -- 电费缴纳期限
);

create index f_electricity_meter_applicant_created_at_id_idx on f_electricity_meter (applicant, created_at, id);
create index f_electricity_meter_status_created_at_id_idx on f_electricity_meter (status, created_at, id);
create index f_electricity_meter_applicant_dept_created_at_id_idx on f_electricity_meter (applicant_dept, created_at, id);
create index f_electricity_meter_created_at_id_idx on f_electricity_meter (created_at, id);
create index f_electricity_meter_project_created_at_id_idx on f_electricity_meter (project, created_at, id);
create index f_electricity_meter_contract_idx on f_electricity_meter (contract);
create index f_electricity_meter_settle_month_idx on f_electricity_meter (settle_month);
create unique index f_electricity_meter_project_settle_month_live on f_electricity_meter (project, settle_month) where status in ('running', 'returned', 'approved');

create trigger f_electricity_meter_added after insert on f_electricity_meter referencing new table as changed
  for each statement execute function form_changed('electricityMeter');
create trigger f_electricity_meter_changed after update on f_electricity_meter referencing new table as changed
  for each statement execute function form_changed('electricityMeter');
create trigger f_electricity_meter_removed after delete on f_electricity_meter referencing old table as changed
  for each statement execute function form_changed('electricityMeter');

-- 电表读数
create table f_electricity_meter_readings (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_electricity_meter on delete cascade,
  row_no integer not null,
  meter bigint, -- 电表
  use_kind text, -- 用电用途
  bearer text, -- 电费承担方
  previous numeric(20,2), -- 上期止码
  current numeric(20,2), -- 本期止码
  ct_ratio numeric(20,2), -- 互感器倍率
  replaced_kwh numeric(20,1), -- 换表前电量（kWh）
  loss_rate numeric(12,4), -- 线变损分摊率
  used_kwh numeric(20,1), -- 计量电量（kWh）
  settle_kwh numeric(20,1), -- 结算电量（kWh）
  our_kwh numeric(20,1) -- 我方电量（kWh）
);
create index f_electricity_meter_readings_parent_idx on f_electricity_meter_readings (parent_id, row_no);

-- 分时电量
create table f_electricity_meter_tou_lines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_electricity_meter on delete cascade,
  row_no integer not null,
  period text, -- 时段
  tou_kwh numeric(20,1), -- 电量（kWh）
  tou_price numeric(18,4), -- 单价（元/kWh）
  tou_fee numeric(18,2) -- 电费（元）
);
create index f_electricity_meter_tou_lines_parent_idx on f_electricity_meter_tou_lines (parent_id, row_no);
