-- 结算资源: readings of meters become a book with the period and the way from one figure to the next; what a settlement has taken cannot be made void.

alter table device alter column last_reading type numeric(20,3);
alter table contract add column settle_area_from date; -- 计费面积生效日期
comment on column contract.minimum_heat is '保底用量（kWh）';

alter table b_settlement_basis add constraint b_settlement_basis_in_use check
  (not voided or (coalesce(settling, 0) = 0 and coalesce(settled, 0) = 0));

-- 项目能效台账 (efficiencyIndex): drafted from its definition.
create table b_efficiency_index (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  device bigint, -- 设备
  month text, -- 月份
  metric text, -- 指标
  value numeric(20,4), -- 数值
  unit text, -- 单位
  document text -- 来源单号
);
create index b_efficiency_index_source_module_source_id_idx on b_efficiency_index (source_module, source_id);
create index b_efficiency_index_project_idx on b_efficiency_index (project);
create index b_efficiency_index_device_idx on b_efficiency_index (device);
create index b_efficiency_index_month_idx on b_efficiency_index (month);

-- 抄表台账 (meterReading): drafted from its definition.
create table b_meter_reading (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  device bigint, -- 表计
  project text, -- 项目
  month text, -- 结算月份
  period_start date, -- 起
  period_end date, -- 止
  read_kind text, -- 读数情形
  previous numeric(20,3), -- 上期读数
  current numeric(20,3), -- 本期读数
  old_final numeric(20,3), -- 旧表止码
  new_initial numeric(20,3), -- 新表起码
  multiple numeric(20,4), -- 倍率
  quantity numeric(20,3), -- 用量
  unit text, -- 单位
  document text -- 确认单号
);
create index b_meter_reading_source_module_source_id_idx on b_meter_reading (source_module, source_id);
create index b_meter_reading_project_idx on b_meter_reading (project);
create index b_meter_reading_device_idx on b_meter_reading (device);
create index b_meter_reading_month_idx on b_meter_reading (month);
create unique index b_meter_reading_device_period_end_standing on b_meter_reading (device, period_end) where not voided;

-- 加班运行记录 (overtimeRecord): drafted from its definition.
create table b_overtime_record (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  contract text, -- 合同
  use_date date, -- 日期
  day_kind text, -- 日期类别
  kind text, -- 用能类型
  area text, -- 用能区域
  square numeric(20,2), -- 用能面积（m²）
  plan_from timestamptz, -- 计划开始
  plan_to timestamptz, -- 计划结束
  hours numeric(20,1), -- 供应时长（h）
  energy numeric(20,1), -- 冷热量（kWh）
  document text -- 联系单号
);
create index b_overtime_record_source_module_source_id_idx on b_overtime_record (source_module, source_id);
create index b_overtime_record_project_idx on b_overtime_record (project);
create index b_overtime_record_contract_idx on b_overtime_record (contract);
create index b_overtime_record_use_date_idx on b_overtime_record (use_date);

-- 分户面积台账 (settlementArea): drafted from its definition.
create table b_settlement_area (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  contract text, -- 合同
  building text, -- 楼栋
  floor_range text, -- 楼层
  occupant text, -- 用户或区域
  use_kind text, -- 用途
  use_state text, -- 使用状态
  build_area numeric(20,2), -- 建筑面积（m²）
  air_area numeric(20,2), -- 空调面积（m²）
  charge_area numeric(20,2), -- 计费面积（m²）
  valid_from date, -- 计费起始
  valid_to date, -- 计费截止
  state text, -- 状态
  document text -- 确认单号
);
create index b_settlement_area_source_module_source_id_idx on b_settlement_area (source_module, source_id);
create index b_settlement_area_project_idx on b_settlement_area (project);
create index b_settlement_area_contract_idx on b_settlement_area (contract);
