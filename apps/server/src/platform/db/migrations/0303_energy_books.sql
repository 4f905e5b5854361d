-- 能效管理: how a project is to run in a season and what it may use, tests of machines and systems, and what was found wrong.

-- 项目能源问题台账 (energyIssue): drafted from its definition.
create table b_energy_issue (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  content text, -- 问题
  kind text, -- 来源
  state text, -- 状态
  project text, -- 项目
  device bigint, -- 设备
  energy text, -- 能源种类
  found_on date, -- 发现日期
  deviation_rate numeric(12,4), -- 偏差率
  loss numeric(18,2), -- 核定损失（元）
  cause text, -- 原因
  owner bigint, -- 责任人
  deadline date, -- 整改期限
  closed_on date, -- 闭环日期
  document text -- 来源单号
);
create index b_energy_issue_source_module_source_id_idx on b_energy_issue (source_module, source_id);
create index b_energy_issue_project_idx on b_energy_issue (project);
create index b_energy_issue_found_on_idx on b_energy_issue (found_on);
create index b_energy_issue_owner_idx on b_energy_issue (owner);

-- 能耗日定额台账 (energyQuota): drafted from its definition.
create table b_energy_quota (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  season text, -- 供能季
  energy text, -- 能源
  day_quantity numeric(20,2), -- 日定额
  unit text, -- 单位
  effect_from date, -- 起
  effect_to date, -- 止
  state text, -- 状态
  document text -- 方案单号
);
create index b_energy_quota_source_module_source_id_idx on b_energy_quota (source_module, source_id);
create index b_energy_quota_project_idx on b_energy_quota (project);

-- 主机日计划默认设定 (hostSetting): drafted from its definition.
create table b_host_setting (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  season text, -- 供能季
  temp_from numeric(20,1), -- 室外温度下限（℃）
  temp_to numeric(20,1), -- 室外温度上限（℃）
  host_combo text, -- 主机组合
  load_rate numeric(12,4), -- 主机负荷率
  outlet_set numeric(20,1), -- 出水温度设定（℃）
  delta_set numeric(20,1), -- 供回水温差（℃）
  pump_hz numeric(20,1), -- 冷暖水泵频率（Hz）
  cooling_pump_hz numeric(20,1), -- 冷却泵频率（Hz）
  tower_fans integer, -- 冷却塔风机台数（台）
  cooling_in_set numeric(20,1), -- 冷却水进水温度（℃）
  day_hours numeric(20,1), -- 日运行小时（h）
  state text, -- 状态
  document text -- 方案单号
);
create index b_host_setting_source_module_source_id_idx on b_host_setting (source_module, source_id);
create index b_host_setting_project_idx on b_host_setting (project);

-- 项目运行方案台账 (runPlan): drafted from its definition.
create table b_run_plan (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  season text, -- 供能季
  plan bigint, -- 运行方案
  effect_from date, -- 执行起日
  effect_to date, -- 执行止日
  plan_days numeric(20,1), -- 测算天数（天）
  gas_total numeric(20,2), -- 季用气测算（m³）
  power_total numeric(20,2), -- 季用电测算（kWh）
  cost_total numeric(18,2), -- 季能源费测算（元）
  unit_cost numeric(18,2), -- 单位面积能源费（元/m²）
  state text, -- 状态
  document text -- 方案单号
);
create index b_run_plan_source_module_source_id_idx on b_run_plan (source_module, source_id);
create index b_run_plan_project_idx on b_run_plan (project);
create index b_run_plan_effect_from_idx on b_run_plan (effect_from);
