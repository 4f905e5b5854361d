-- 内部联系单(旧) (internalRelation): drafted from its definition.

create table f_internal_relation (
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
  consult_project bigint, -- 咨询项目
  source_consult bigint, -- 来源咨询单
  data_subject text, -- 数据事项
  use_for text, -- 用途
  hvac_engineer bigint, -- 提出数据的暖通工程师
  period_from text, -- 数据起始月
  period_to text, -- 数据截止月
  data_kinds text[], -- 数据种类
  granularity text, -- 数据粒度
  benchmark_unit text, -- 对标口径
  requirement text, -- 具体要求
  outward boolean, -- 将对外提供
  outward_object text, -- 对外提供对象
  need_date date, -- 要求回复日期
  templates jsonb, -- 数据表样
  heat_total numeric(20,1), -- 供能总量（kWh）
  gas_total numeric(20,1), -- 燃气总量（m³）
  gas_rate numeric(20,4), -- 单位供能气耗（m³/kWh）
  over_bias_count integer, -- 超差测点数（个）
  calc_method text, -- 计算口径说明
  need_field boolean, -- 需要现场实测
  energy_analyst bigint, -- 指派能源数据分析师
  open_level text, -- 数据开放级别
  data_note text, -- 数据说明与异常修正
  data_files jsonb, -- 数据文件
  missing_rate numeric(12,4), -- 缺测率
  emc_engineer bigint, -- 指派EMC工程师
  test_plan_date date, -- 计划实测日期
  test_result text, -- 实测结论
  test_photos jsonb, -- 实测照片
  emc_opinion text, -- EMC总监意见
  usable text, -- 数据可用性
  adopt_note text -- 采用说明
);

create index f_internal_relation_applicant_created_at_id_idx on f_internal_relation (applicant, created_at, id);
create index f_internal_relation_status_created_at_id_idx on f_internal_relation (status, created_at, id);
create index f_internal_relation_applicant_dept_created_at_id_idx on f_internal_relation (applicant_dept, created_at, id);
create index f_internal_relation_created_at_id_idx on f_internal_relation (created_at, id);
create index f_internal_relation_project_created_at_id_idx on f_internal_relation (project, created_at, id);
create index f_internal_relation_energy_analyst_idx on f_internal_relation (energy_analyst);
create index f_internal_relation_emc_engineer_idx on f_internal_relation (emc_engineer);
create index f_internal_relation_need_date_idx on f_internal_relation (need_date);

create trigger f_internal_relation_added after insert on f_internal_relation referencing new table as changed
  for each statement execute function form_changed('internalRelation');
create trigger f_internal_relation_changed after update on f_internal_relation referencing new table as changed
  for each statement execute function form_changed('internalRelation');
create trigger f_internal_relation_removed after delete on f_internal_relation referencing old table as changed
  for each statement execute function form_changed('internalRelation');

-- 能耗数据
create table f_internal_relation_energy_rows (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_internal_relation on delete cascade,
  row_no integer not null,
  data_month text, -- 月份
  supply_heat numeric(20,1), -- 供冷供热量（kWh）
  gas_use numeric(20,1), -- 燃气用量（m³）
  power_use numeric(20,1), -- 用电量（kWh）
  water_use numeric(20,1), -- 补水量（t）
  bill_area numeric(20,2), -- 实供面积（m²）
  run_hours numeric(20,1), -- 运行时长（h）
  heat_per_area numeric(20,2), -- 单位面积供能（kWh/m²）
  power_ratio numeric(20,4) -- 输配电耗比（kWh/kWh）
);
create index f_internal_relation_energy_rows_parent_idx on f_internal_relation_energy_rows (parent_id, row_no);

-- 现场实测
create table f_internal_relation_measures (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_internal_relation on delete cascade,
  row_no integer not null,
  meter_point text, -- 测点
  instrument text, -- 仪器与编号
  system_value numeric(20,2), -- 系统记录值
  field_value numeric(20,2), -- 现场实测值
  bias numeric(12,4), -- 偏差
  over_bias integer -- 超差
);
create index f_internal_relation_measures_parent_idx on f_internal_relation_measures (parent_id, row_no);
