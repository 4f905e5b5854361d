-- 水质管理: its books, what projects, devices and chemicals are besides.
alter table project
  add column water_grade text, -- 最近水质等级
  add column last_water_test date, -- 最近水质检测日期
  add column water_test_result text; -- 最近水质检测结论
alter table device add column next_clean_date date; -- 下次清洗日期
alter table water_chemical
  add column category text, -- 类别
  add column pack_spec text; -- 包装规格

-- 供方供货台账 (supplierDelivery): drafted from its definition.
create table b_supplier_delivery (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  supplier bigint, -- 供方
  project text, -- 项目
  kind text, -- 类别
  goods text, -- 品名
  spec text, -- 规格
  quantity numeric(20,2), -- 数量
  price numeric(18,4), -- 供货价（元）
  promised_on date, -- 约定到货日期
  arrived_on date, -- 实际到货日期
  late_days integer, -- 延误天数（天）
  on_time boolean, -- 及时
  ok_rate numeric(12,4), -- 合格率（%）
  document text -- 单号
);
create index b_supplier_delivery_source_module_source_id_idx on b_supplier_delivery (source_module, source_id);
create index b_supplier_delivery_supplier_idx on b_supplier_delivery (supplier);
create index b_supplier_delivery_project_idx on b_supplier_delivery (project);
create index b_supplier_delivery_arrived_on_idx on b_supplier_delivery (arrived_on);

-- 项目水质档案 (waterArchive): drafted from its definition.
create table b_water_archive (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  kind text, -- 类别
  happened_on date, -- 日期
  month text, -- 所属月份
  summary text, -- 摘要
  ph numeric(20,2), -- 冷却水pH
  conductivity numeric(20,1), -- 冷却水电导率（μS/cm）
  ratio numeric(20,2), -- 浓缩倍数（倍）
  cooling_makeup numeric(20,2), -- 冷却水补水量（m³）
  chilled_makeup numeric(20,2), -- 冷温水补水量（m³）
  units integer, -- 清洗台数（台）
  result text, -- 等级或结论
  amount numeric(18,2), -- 费用（元）
  document text -- 单号
);
create index b_water_archive_source_module_source_id_idx on b_water_archive (source_module, source_id);
create index b_water_archive_project_idx on b_water_archive (project);
create index b_water_archive_happened_on_idx on b_water_archive (happened_on);
create index b_water_archive_month_idx on b_water_archive (month);

-- 加药台账 (waterDosing): drafted from its definition.
create table b_water_dosing (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  month text, -- 月份
  day date, -- 日期
  chemical bigint, -- 药剂
  dosing_system text, -- 投加系统
  quantity numeric(20,2), -- 投加量（kg）
  document text -- 单号
);
create index b_water_dosing_source_module_source_id_idx on b_water_dosing (source_module, source_id);
create index b_water_dosing_project_idx on b_water_dosing (project);
create index b_water_dosing_month_idx on b_water_dosing (month);
create index b_water_dosing_day_idx on b_water_dosing (day);
create index b_water_dosing_chemical_idx on b_water_dosing (chemical);

-- 水处理工作计划台账 (waterPlan): drafted from its definition.
create table b_water_plan (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  year integer, -- 年度
  month text, -- 计划月份
  work text, -- 工作项目
  budget numeric(18,2), -- 预算费用（元）
  document text -- 年度报告
);
create index b_water_plan_source_module_source_id_idx on b_water_plan (source_module, source_id);
create index b_water_plan_project_idx on b_water_plan (project);
create index b_water_plan_month_idx on b_water_plan (month);

-- 水质班次台账 (waterShift): drafted from its definition.
create table b_water_shift (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  day date, -- 日期
  shift text, -- 班次
  turn integer, -- 班序
  tower_meter numeric(20,2), -- 冷却塔补水表止码（m³）
  chilled_meter numeric(20,2), -- 冷温水补水表止码（m³）
  tower_makeup numeric(20,2), -- 冷却塔补水量（m³）
  chilled_makeup numeric(20,2), -- 冷温水补水量（m³）
  cooling_ph numeric(20,2), -- 冷却水pH
  cooling_conductivity numeric(20,0), -- 冷却水电导率（μS/cm）
  soft_hardness numeric(20,3) -- 软水出水硬度（mmol/L）
);
create index b_water_shift_source_module_source_id_idx on b_water_shift (source_module, source_id);
create index b_water_shift_project_idx on b_water_shift (project);
create index b_water_shift_day_idx on b_water_shift (day);
create unique index b_water_shift_project_day_shift_standing on b_water_shift (project, day, shift) where not voided;

-- 水质检测台账 (waterTest): drafted from its definition.
create table b_water_test (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  kind text, -- 来源
  water_system text, -- 水系统
  sample_point text, -- 取样点
  item text, -- 检测项目
  sampled_at timestamptz, -- 取样时间
  value numeric(20,3), -- 检测值
  unit text, -- 单位
  limit_low numeric(20,3), -- 标准下限
  limit_high numeric(20,3), -- 标准上限
  fit boolean, -- 合格
  document text -- 单号
);
create index b_water_test_source_module_source_id_idx on b_water_test (source_module, source_id);
create index b_water_test_project_idx on b_water_test (project);
create index b_water_test_sampled_at_idx on b_water_test (sampled_at);

-- The archive that construction notices wrote is the same book; what each noted for its cancel names the table.
insert into b_water_archive (source_module, source_id, source_effect, voided, project, kind, happened_on, month, summary, ph, conductivity, result, amount)
  select source_module, source_id, 'constructionNotice.archive', voided, project_code, '施工记录', happened_on, to_char(happened_on, 'YYYY-MM'),
    kind || '：' || summary, ph, conductivity, result, amount
  from water_archive order by id;
update effect_log set note = note || '{"books": "b_water_archive"}' where effect = 'constructionNotice.archive';
drop table water_archive;
