-- 项目能源检查 (projectEnergyInspection): drafted from its definition.

create table f_project_energy_inspection (
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
  inspect_kind text, -- 检查类别
  inspect_time timestamptz, -- 检查时间
  inspectors bigint[], -- 检查人员
  rectify_leader bigint, -- 项目陪同及整改负责人
  current_plan bigint, -- 现行运行方案
  outdoor_temp numeric(20,1), -- 室外温度（℃）
  indoor_temp numeric(20,1), -- 抽测室内平均温度（℃）
  supply_temp numeric(20,1), -- 供水温度（℃）
  return_temp numeric(20,1), -- 回水温度（℃）
  running_hosts integer, -- 运行主机台数（台）
  host_load numeric(12,4), -- 主机负荷率
  exhaust_temp numeric(20,1), -- 排烟温度（℃）
  cooling_in numeric(20,1), -- 冷却水进水温度（℃）
  month_cost numeric(18,2), -- 本月累计能源费（元）
  month_quota numeric(18,2), -- 本月能源费定额(按日进度)（元）
  last_inspection bigint, -- 上次检查单
  last_open_count integer, -- 上次未闭环项（项）
  inspect_summary text, -- 检查总评
  full_total numeric(20,1), -- 标准总分（分）
  deduct_total numeric(20,1), -- 扣分合计（分）
  score_rate numeric(12,4), -- 得分率
  bad_count integer, -- 不合格项（项）
  ratio_wrong_count integer, -- 倍率不符表计（只）
  delta_temp numeric(20,1), -- 供回水温差（℃）
  quota_use_rate numeric(12,4), -- 定额使用率
  confirm_opinion text, -- 确认意见
  objection text, -- 异议说明
  area_require text, -- 整改要求
  assess_amount numeric(18,2), -- 考核金额（元）
  closed_count integer, -- 已整改项（项）
  open_count integer, -- 未闭环项（项）
  rectify_note text, -- 整改说明
  rectify_photos jsonb, -- 整改前后照片
  estimate_save numeric(18,2) -- 预计月节约（元）
);

create index f_project_energy_inspection_applicant_created_at_id_idx on f_project_energy_inspection (applicant, created_at, id);
create index f_project_energy_inspection_status_created_at_id_idx on f_project_energy_inspection (status, created_at, id);
create index f_project_energy_inspection_applicant_dept_created_at_id_idx on f_project_energy_inspection (applicant_dept, created_at, id);
create index f_project_energy_inspection_created_at_id_idx on f_project_energy_inspection (created_at, id);
create index f_project_energy_inspection_project_created_at_id_idx on f_project_energy_inspection (project, created_at, id);
create index f_project_energy_inspection_inspect_time_idx on f_project_energy_inspection (inspect_time);
create index f_project_energy_inspection_rectify_leader_idx on f_project_energy_inspection (rectify_leader);

create trigger f_project_energy_inspection_added after insert on f_project_energy_inspection referencing new table as changed
  for each statement execute function form_changed('projectEnergyInspection');
create trigger f_project_energy_inspection_changed after update on f_project_energy_inspection referencing new table as changed
  for each statement execute function form_changed('projectEnergyInspection');
create trigger f_project_energy_inspection_removed after delete on f_project_energy_inspection referencing old table as changed
  for each statement execute function form_changed('projectEnergyInspection');

-- 检查项目
create table f_project_energy_inspection_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_project_energy_inspection on delete cascade,
  row_no integer not null,
  check_item text, -- 检查项
  full_score numeric(20,1), -- 标准分（分）
  result jsonb, -- 结果
  deduct numeric(20,1), -- 扣分（分）
  problem text, -- 问题描述
  waste_kind text, -- 浪费类型
  rectify_date date, -- 整改期限
  bad integer, -- 不合格
  over_deduct integer -- 校验：扣分有误
);
create index f_project_energy_inspection_items_parent_idx on f_project_energy_inspection_items (parent_id, row_no);

-- 表计抽核
create table f_project_energy_inspection_meter_checks (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_project_energy_inspection on delete cascade,
  row_no integer not null,
  meter_device bigint, -- 表计
  site_reading numeric(20,2), -- 现场读数
  platform_reading numeric(20,2), -- 平台当日读数
  meter_ratio numeric(20,2), -- 现场核对倍率
  platform_ratio numeric(20,2), -- 平台倍率
  reading_gap numeric(20,2), -- 读数差
  calibrate_to date, -- 检定有效期至
  ratio_wrong integer -- 倍率不符
);
create index f_project_energy_inspection_meter_checks_parent_idx on f_project_energy_inspection_meter_checks (parent_id, row_no);
