-- 设备运行台账 (deviceRunLog): drafted from its definition.
create table b_device_run_log (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  device bigint, -- 设备
  project text, -- 项目
  logged_at timestamptz, -- 抄录时间
  shift text, -- 班次
  state text, -- 状态
  fire_rate numeric(12,4), -- 燃烧负荷
  chilled_in numeric(20,1), -- 冷温水进口（℃）
  chilled_out numeric(20,1), -- 冷温水出口（℃）
  cooling_in numeric(20,1), -- 冷却水进口（℃）
  cooling_out numeric(20,1), -- 冷却水出口（℃）
  high_gen_temp numeric(20,1), -- 高发温度（℃）
  high_gen_pressure numeric(20,1), -- 高发压力（kPa）
  exhaust_temp numeric(20,0), -- 排烟温度（℃）
  air_tank_pressure numeric(20,1), -- 自抽贮气压力（kPa）
  pump_current numeric(20,1), -- 溶液泵电流（A）
  pump_hz numeric(20,1), -- 水泵频率（Hz）
  pump_amp numeric(20,1), -- 水泵电流（A）
  pump_in numeric(20,2), -- 水泵进口压力（MPa）
  pump_out numeric(20,2), -- 水泵出口压力（MPa）
  looks text, -- 火焰或振动
  document text -- 巡检单号
);
create index b_device_run_log_source_module_source_id_idx on b_device_run_log (source_module, source_id);
create index b_device_run_log_project_idx on b_device_run_log (project);
create index b_device_run_log_device_idx on b_device_run_log (device);
create index b_device_run_log_logged_at_idx on b_device_run_log (logged_at);
