-- 水表确认 (waterMeter): drafted from its definition.

create table f_water_meter (
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
  period_start date, -- 起始日期
  period_end date, -- 截止日期
  water_source text, -- 水源
  water_supplier bigint, -- 供水单位
  water_price numeric(18,4), -- 水价（元/m³）
  sewage_price numeric(18,4), -- 污水处理费（元/m³）
  sewage_ratio numeric(12,4), -- 排污计费比例
  ladder_extra numeric(18,2), -- 超计划加价水费（元）
  bill_m3 numeric(20,1), -- 水费账单水量（m³）
  cool_output numeric(20,1), -- 同期供冷量（kWh）
  last_year_m3 numeric(20,1), -- 去年同期用水（m³）
  our_reader bigint, -- 我方抄表人
  customer_reader text, -- 客户抄表人
  leak_note text, -- 漏水与异常说明
  meter_photos jsonb, -- 水表照片
  bill_files jsonb, -- 水费账单
  used_total numeric(20,2), -- 结算总水量（m³）
  our_total numeric(20,2), -- 我方承担水量（m³）
  tower_total numeric(20,2), -- 冷却塔补水量（m³）
  our_fee numeric(18,2), -- 我方承担水费（元）
  water_per_mwh numeric(20,3), -- 单位供冷耗水（m³/MWh）
  bill_diff numeric(12,4), -- 与账单差异率
  yoy_rate numeric(12,4), -- 同比
  water_judge text, -- 用水判断
  save_advice text, -- 节水建议
  day_report_m3 numeric(20,2), -- 日报累计水量（m³）
  day_report_note text, -- 与日报差异说明
  customer_sign jsonb, -- 客户签字
  sign_date date, -- 签认日期
  pay_before date -- 水费缴纳期限
);

create index f_water_meter_applicant_created_at_id_idx on f_water_meter (applicant, created_at, id);
create index f_water_meter_status_created_at_id_idx on f_water_meter (status, created_at, id);
create index f_water_meter_applicant_dept_created_at_id_idx on f_water_meter (applicant_dept, created_at, id);
create index f_water_meter_created_at_id_idx on f_water_meter (created_at, id);
create index f_water_meter_project_created_at_id_idx on f_water_meter (project, created_at, id);
create index f_water_meter_contract_idx on f_water_meter (contract);
create index f_water_meter_settle_month_idx on f_water_meter (settle_month);
create index f_water_meter_water_supplier_idx on f_water_meter (water_supplier);
create unique index f_water_meter_settle_month_live on f_water_meter (settle_month) where status in ('running', 'returned', 'approved');

create trigger f_water_meter_added after insert on f_water_meter referencing new table as changed
  for each statement execute function form_changed('waterMeter');
create trigger f_water_meter_changed after update on f_water_meter referencing new table as changed
  for each statement execute function form_changed('waterMeter');
create trigger f_water_meter_removed after delete on f_water_meter referencing old table as changed
  for each statement execute function form_changed('waterMeter');

-- 水表读数
create table f_water_meter_readings (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_water_meter on delete cascade,
  row_no integer not null,
  meter bigint, -- 水表
  use_kind text, -- 用水用途
  bearer text, -- 水费承担方
  previous numeric(20,2), -- 上期读数（m³）
  current numeric(20,2), -- 本期读数（m³）
  multiple numeric(20,2), -- 倍率
  replaced_m3 numeric(20,2), -- 换表前用量（m³）
  deduct_m3 numeric(20,2), -- 分表扣减（m³）
  used_m3 numeric(20,2), -- 结算水量（m³）
  our_m3 numeric(20,2), -- 我方水量（m³）
  tower_m3 numeric(20,2) -- 冷却塔水量（m³）
);
create index f_water_meter_readings_parent_idx on f_water_meter_readings (parent_id, row_no);
