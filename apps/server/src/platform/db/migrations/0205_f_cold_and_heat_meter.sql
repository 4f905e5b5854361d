-- 冷热量表确认 (coldAndHeatMeter): drafted from its definition.

create table f_cold_and_heat_meter (
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
  settle_month text, -- 结算月份
  supply_mode text, -- 供能类型
  period_start date, -- 起始日期
  period_end date, -- 截止日期
  read_time timestamptz, -- 抄表时间
  read_way text, -- 抄表方式
  our_reader bigint, -- 我方抄表人
  customer_reader text, -- 客户抄表人
  customer_phone text, -- 客户电话
  cool_unit_price numeric(18,4), -- 冷量单价（元/kWh）
  heat_unit_price numeric(18,4), -- 热量单价（元/kWh）
  minimum_usage numeric(20,1), -- 合同保底用量（kWh）
  last_usage numeric(20,1), -- 上期结算量（kWh）
  last_year_usage numeric(20,1), -- 去年同期结算量（kWh）
  abnormal_note text, -- 异常与协商说明
  meter_photos jsonb, -- 表盘照片
  usage_total numeric(20,1), -- 计量总量（kWh）
  adjust_total numeric(20,1), -- 协商增减合计（kWh）
  settle_total numeric(20,1), -- 结算总量（kWh）
  settle_amount numeric(18,2), -- 结算金额（元）
  chain_rate numeric(12,4), -- 环比
  yoy_rate numeric(12,4), -- 同比
  remote_usage numeric(20,1), -- 远传系统用量（kWh）
  analyst_opinion text, -- 复核意见
  customer_sign jsonb, -- 客户签字
  sign_date date, -- 签认日期
  stamped_file jsonb, -- 盖章确认单
  finance_confirm text -- 计入结算期
);

create index f_cold_and_heat_meter_applicant_created_at_id_idx on f_cold_and_heat_meter (applicant, created_at, id);
create index f_cold_and_heat_meter_status_created_at_id_idx on f_cold_and_heat_meter (status, created_at, id);
create index f_cold_and_heat_meter_applicant_dept_created_at_id_idx on f_cold_and_heat_meter (applicant_dept, created_at, id);
create index f_cold_and_heat_meter_created_at_id_idx on f_cold_and_heat_meter (created_at, id);
create index f_cold_and_heat_meter_project_created_at_id_idx on f_cold_and_heat_meter (project, created_at, id);
create index f_cold_and_heat_meter_contract_idx on f_cold_and_heat_meter (contract);
create index f_cold_and_heat_meter_settle_month_idx on f_cold_and_heat_meter (settle_month);
create index f_cold_and_heat_meter_sign_date_idx on f_cold_and_heat_meter (sign_date);
create unique index f_cold_and_heat_meter_settle_month_live on f_cold_and_heat_meter (settle_month) where status in ('running', 'returned', 'approved');
create unique index f_cold_and_heat_meter_supply_mode_live on f_cold_and_heat_meter (supply_mode) where status in ('running', 'returned', 'approved');

create trigger f_cold_and_heat_meter_added after insert on f_cold_and_heat_meter referencing new table as changed
  for each statement execute function form_changed('coldAndHeatMeter');
create trigger f_cold_and_heat_meter_changed after update on f_cold_and_heat_meter referencing new table as changed
  for each statement execute function form_changed('coldAndHeatMeter');
create trigger f_cold_and_heat_meter_removed after delete on f_cold_and_heat_meter referencing old table as changed
  for each statement execute function form_changed('coldAndHeatMeter');

-- 冷热量表读数
create table f_cold_and_heat_meter_readings (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_cold_and_heat_meter on delete cascade,
  row_no integer not null,
  meter bigint, -- 冷热量表
  meter_place text, -- 安装位置
  verify_due date, -- 检定有效期
  meter_unit text, -- 表计单位
  previous numeric(20,3), -- 上期读数
  current numeric(20,3), -- 本期读数
  multiple numeric(20,2), -- 倍率
  replaced_usage numeric(20,3), -- 换表前用量
  to_kwh numeric(20,4), -- 折算系数
  usage_kwh numeric(20,1), -- 计量冷热量（kWh）
  flow_total numeric(20,1), -- 累计流量（m³）
  adjust_kwh numeric(20,1), -- 协商增减（kWh）
  settle_kwh numeric(20,1) -- 结算冷热量（kWh）
);
create index f_cold_and_heat_meter_readings_parent_idx on f_cold_and_heat_meter_readings (parent_id, row_no);
