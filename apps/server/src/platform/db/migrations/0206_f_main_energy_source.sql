-- 主能源确认 (mainEnergySource): drafted from its definition.

create table f_main_energy_source (
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
  energy_kind text, -- 能源品种
  energy_unit text, -- 计量单位
  energy_supplier bigint, -- 供能单位
  user_no bigint, -- 用户户号
  payee_account bigint, -- 收款账户
  period_start date, -- 起始日期
  period_end date, -- 截止日期
  read_time timestamptz, -- 抄表时间
  our_reader bigint, -- 我方抄表人
  supplier_reader text, -- 供能方抄表人
  energy_price numeric(18,4), -- 结算单价（元/计量单位）
  contract_heat_value numeric(20,1), -- 约定热值（kJ/计量单位）
  test_heat_value numeric(20,1), -- 实测热值（kJ/计量单位）
  opening_tank numeric(20,2), -- 期初罐存
  purchased_qty numeric(20,2), -- 本期进量
  closing_tank numeric(20,2), -- 期末罐存
  bill_qty numeric(20,2), -- 供能账单用量
  bill_amount numeric(18,2), -- 供能账单金额（元）
  cool_output numeric(20,1), -- 同期产冷热量（kWh）
  diff_reason text, -- 差异原因与协商结果
  bill_files jsonb, -- 供能账单
  meter_photos jsonb, -- 计量表照片
  tank_used numeric(20,2), -- 罐存推算用量
  used_total numeric(20,2), -- 我方计量总量
  diff_rate numeric(12,4), -- 账单差异率
  heat_total numeric(20,2), -- 总热量（GJ）
  energy_fee numeric(18,2), -- 能源费（元）
  unit_consume numeric(20,4), -- 单位产冷热耗能（计量单位/kWh）
  heat_loss_fee numeric(18,2), -- 热值不足应扣金额（元）
  day_report_qty numeric(20,2), -- 日报累计用量
  analyst_opinion text, -- 复核意见
  supplier_stamp jsonb, -- 供能方签章确认单
  sign_date date, -- 签认日期
  confirm_qty numeric(20,2), -- 双方确认用量
  pay_before date, -- 付款期限
  pay_amount numeric(18,2) -- 应付金额（元）
);

create index f_main_energy_source_applicant_created_at_id_idx on f_main_energy_source (applicant, created_at, id);
create index f_main_energy_source_status_created_at_id_idx on f_main_energy_source (status, created_at, id);
create index f_main_energy_source_applicant_dept_created_at_id_idx on f_main_energy_source (applicant_dept, created_at, id);
create index f_main_energy_source_created_at_id_idx on f_main_energy_source (created_at, id);
create index f_main_energy_source_project_created_at_id_idx on f_main_energy_source (project, created_at, id);
create index f_main_energy_source_settle_month_idx on f_main_energy_source (settle_month);
create index f_main_energy_source_energy_supplier_idx on f_main_energy_source (energy_supplier);
create unique index f_main_energy_source_settle_month_live on f_main_energy_source (settle_month) where status in ('running', 'returned', 'approved');
create unique index f_main_energy_source_energy_kind_live on f_main_energy_source (energy_kind) where status in ('running', 'returned', 'approved');

create trigger f_main_energy_source_added after insert on f_main_energy_source referencing new table as changed
  for each statement execute function form_changed('mainEnergySource');
create trigger f_main_energy_source_changed after update on f_main_energy_source referencing new table as changed
  for each statement execute function form_changed('mainEnergySource');
create trigger f_main_energy_source_removed after delete on f_main_energy_source referencing old table as changed
  for each statement execute function form_changed('mainEnergySource');

-- 主能源计量
create table f_main_energy_source_readings (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_main_energy_source on delete cascade,
  row_no integer not null,
  meter bigint, -- 计量表
  meter_kind text, -- 表型
  serve_host text, -- 供应主机
  verify_due date, -- 检定有效期
  previous numeric(20,2), -- 上期读数
  current numeric(20,2), -- 本期读数
  correct_factor numeric(20,4), -- 温压修正系数
  gas_temp numeric(20,1), -- 介质温度（℃）
  gas_pressure numeric(20,2), -- 介质压力（kPa）
  replaced_qty numeric(20,2), -- 换表前用量
  used_qty numeric(20,2) -- 计量用量
);
create index f_main_energy_source_readings_parent_idx on f_main_energy_source_readings (parent_id, row_no);
