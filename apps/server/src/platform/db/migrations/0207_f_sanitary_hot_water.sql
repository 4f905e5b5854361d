-- 卫生热水确认 (sanitaryHotWater): drafted from its definition.

create table f_sanitary_hot_water (
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
  charge_way text, -- 计费方式
  ton_price numeric(18,4), -- 热水单价（元/m³）
  heat_price numeric(18,4), -- 热量单价（元/GJ）
  lump_sum numeric(18,2), -- 月度包干费（元）
  heat_source text, -- 热源
  low_temp_note text, -- 水温不达标说明
  supply_days integer, -- 供应天数（天）
  interrupt_hours numeric(20,1), -- 中断供应时长（h）
  interrupt_deduct numeric(18,2), -- 中断供应扣减（元）
  return_loss numeric(20,2), -- 循环回水散热（GJ）
  temp_complaints integer, -- 水温投诉次数（次）
  customer_reader text, -- 客户抄表人
  our_reader bigint, -- 我方抄表人
  meter_photos jsonb, -- 热水表照片
  water_total numeric(20,2), -- 热水总量（m³）
  heat_total numeric(20,3), -- 热量合计（GJ）
  daily_water numeric(20,2), -- 日均热水量（m³/天）
  low_temp_zones integer, -- 温度不达标区域数（个）
  hot_water_fee numeric(18,2), -- 热水费（元）
  settle_fee numeric(18,2), -- 应结算金额（元）
  energy_used_gj numeric(20,2), -- 热源同期耗能（GJ）
  analyst_opinion text, -- 复核意见
  customer_sign jsonb, -- 客户签字
  sign_date date -- 签认日期
);

create index f_sanitary_hot_water_applicant_created_at_id_idx on f_sanitary_hot_water (applicant, created_at, id);
create index f_sanitary_hot_water_status_created_at_id_idx on f_sanitary_hot_water (status, created_at, id);
create index f_sanitary_hot_water_applicant_dept_created_at_id_idx on f_sanitary_hot_water (applicant_dept, created_at, id);
create index f_sanitary_hot_water_created_at_id_idx on f_sanitary_hot_water (created_at, id);
create index f_sanitary_hot_water_project_created_at_id_idx on f_sanitary_hot_water (project, created_at, id);
create index f_sanitary_hot_water_contract_idx on f_sanitary_hot_water (contract);
create index f_sanitary_hot_water_settle_month_idx on f_sanitary_hot_water (settle_month);
create unique index f_sanitary_hot_water_settle_month_live on f_sanitary_hot_water (settle_month) where status in ('running', 'returned', 'approved');

create trigger f_sanitary_hot_water_added after insert on f_sanitary_hot_water referencing new table as changed
  for each statement execute function form_changed('sanitaryHotWater');
create trigger f_sanitary_hot_water_changed after update on f_sanitary_hot_water referencing new table as changed
  for each statement execute function form_changed('sanitaryHotWater');
create trigger f_sanitary_hot_water_removed after delete on f_sanitary_hot_water referencing old table as changed
  for each statement execute function form_changed('sanitaryHotWater');

-- 热水表读数
create table f_sanitary_hot_water_zones (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_sanitary_hot_water on delete cascade,
  row_no integer not null,
  meter bigint, -- 热水表
  zone text, -- 供应区域
  previous numeric(20,2), -- 上期读数（m³）
  current numeric(20,2), -- 本期读数（m³）
  replaced_m3 numeric(20,2), -- 换表前用量（m³）
  used_m3 numeric(20,2), -- 用水量（m³）
  cold_temp numeric(20,1), -- 冷水温度（℃）
  hot_temp numeric(20,1), -- 供水温度（℃）
  agreed_temp numeric(20,1), -- 约定供水温度（℃）
  heat_gj numeric(20,3), -- 折算热量（GJ）
  low_temp integer -- 低于约定温度
);
create index f_sanitary_hot_water_zones_parent_idx on f_sanitary_hot_water_zones (parent_id, row_no);
