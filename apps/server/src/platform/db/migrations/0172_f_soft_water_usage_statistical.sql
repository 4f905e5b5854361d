-- 软水用量统计 (softWaterUsageStatistical): drafted from its definition.

create table f_soft_water_usage_statistical (
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
  stat_month text, -- 统计月份
  run_season text, -- 运行季节
  run_days integer, -- 运行天数（天）
  raw_hardness numeric(20,2), -- 原水硬度（mmol/L）
  cycle_output numeric(20,1), -- 树脂周期制水量（m³）
  month_quota numeric(20,1), -- 月软水定额（m³）
  last_year_usage numeric(20,1), -- 去年同月用量（m³）
  water_price numeric(18,4), -- 自来水单价（元/m³）
  salt_price numeric(18,4), -- 软水盐单价（元/kg）
  salt_opening numeric(20,1), -- 软水盐月初库存（kg）
  salt_in numeric(20,1), -- 软水盐本月入库（kg）
  salt_closing numeric(20,1), -- 软水盐月末库存（kg）
  over_reason text, -- 超定额原因
  meter_photos jsonb, -- 水表照片
  total_usage numeric(20,2), -- 软水总用量（m³）
  total_regen integer, -- 再生总次数（次）
  salt_used numeric(20,1), -- 耗盐量（kg）
  salt_per_ton numeric(20,2), -- 吨水盐耗（kg/m³）
  over_rate numeric(12,4), -- 超定额比例
  yoy_rate numeric(12,4), -- 同比变化
  soft_water_cost numeric(18,2), -- 软水成本（元）
  leak_judge text, -- 用量判断
  water_advice text -- 处理意见
);

create index f_soft_water_usage_statistical_applicant_created_at_id_idx on f_soft_water_usage_statistical (applicant, created_at, id);
create index f_soft_water_usage_statistical_status_created_at_id_idx on f_soft_water_usage_statistical (status, created_at, id);
create index f_soft_water_usage_statistical_applicant_dept_create_1vpkp0w on f_soft_water_usage_statistical (applicant_dept, created_at, id);
create index f_soft_water_usage_statistical_created_at_id_idx on f_soft_water_usage_statistical (created_at, id);
create index f_soft_water_usage_statistical_project_created_at_id_idx on f_soft_water_usage_statistical (project, created_at, id);
create index f_soft_water_usage_statistical_stat_month_idx on f_soft_water_usage_statistical (stat_month);
create unique index f_soft_water_usage_statistical_stat_month_live on f_soft_water_usage_statistical (stat_month) where status in ('running', 'returned', 'approved');

create trigger f_soft_water_usage_statistical_added after insert on f_soft_water_usage_statistical referencing new table as changed
  for each statement execute function form_changed('softWaterUsageStatistical');
create trigger f_soft_water_usage_statistical_changed after update on f_soft_water_usage_statistical referencing new table as changed
  for each statement execute function form_changed('softWaterUsageStatistical');
create trigger f_soft_water_usage_statistical_removed after delete on f_soft_water_usage_statistical referencing old table as changed
  for each statement execute function form_changed('softWaterUsageStatistical');

-- 软水表读数
create table f_soft_water_usage_statistical_meters (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_soft_water_usage_statistical on delete cascade,
  row_no integer not null,
  softener bigint, -- 软化设备
  use_for text, -- 用途
  last_reading numeric(20,2), -- 月初读数（m³）
  this_reading numeric(20,2), -- 月末读数（m³）
  multiple numeric(20,2), -- 倍率
  usage numeric(20,2), -- 用量（m³）
  regen_times integer, -- 再生次数（次）
  out_hardness numeric(20,3), -- 出水硬度（mmol/L）
  soft_result jsonb -- 软化效果
);
create index f_soft_water_usage_statistical_meters_parent_idx on f_soft_water_usage_statistical_meters (parent_id, row_no);
