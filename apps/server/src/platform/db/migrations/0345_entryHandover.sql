-- 项目资产台账 (projectAsset): drafted from its definition.
create table b_project_asset (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  kind text, -- 类别
  name text, -- 名称
  quantity numeric(20,2), -- 数量
  unit_name text, -- 单位
  state text, -- 状态
  received_on date, -- 交接日期
  handed_by text, -- 移交单位
  document text -- 交接单号
);
create index b_project_asset_source_module_source_id_idx on b_project_asset (source_module, source_id);
create index b_project_asset_project_idx on b_project_asset (project);
create index b_project_asset_received_on_idx on b_project_asset (received_on);

-- 进场交接 (entryHandover): drafted from its definition.

create table f_entry_handover (
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
  handover_type text, -- 进场类型
  handover_unit text, -- 移交单位
  handover_person text, -- 移交人
  handover_phone text, -- 移交人电话
  handover_date date, -- 交接日期
  operate_start date, -- 正式运营开始日期
  build_type text, -- 建筑类型
  build_area numeric(20,2), -- 建筑面积（m²）
  air_area numeric(20,2), -- 空调/供暖面积（m²）
  staff_takeover integer, -- 原班人员留用人数（人）
  vacuum_state jsonb, -- 主机真空与保压情况
  solution_state jsonb, -- 溴化锂溶液(浓度/缓蚀剂/颜色)
  burner_state jsonb, -- 燃烧器试火与安全连锁
  gas_leak_state jsonb, -- 燃气阀组检漏与报警联动
  pump_state jsonb, -- 水泵振动电流与机封
  tower_state jsonb, -- 冷却塔填料布水风机
  water_state jsonb, -- 系统水质(浊度/pH/铁/浓缩倍数)
  power_state jsonb, -- 配电柜绝缘与接地
  control_state jsonb, -- 自控系统与通讯点位
  vessel_state jsonb, -- 压力容器/安全阀校验有效期
  fire_state jsonb, -- 消防设施与应急物资
  pipe_state jsonb, -- 管路阀门保温与渗漏
  site_photos jsonb, -- 交接现场照片
  left_problems text, -- 遗留问题与约定
  device_count integer, -- 设备台数（台）
  meter_count integer, -- 表计数（块）
  air_rate numeric(12,4), -- 空调面积占比
  host_assess text, -- 主机性能评估
  repair_budget numeric(18,2), -- 进场需修复预算
  meter_checked text, -- 表底倍率核对
  meter_note text, -- 更正说明
  client_signer text, -- 移交方签字人
  sign_date date, -- 签字日期
  signed_file jsonb -- 双方签章交接单
);

create index f_entry_handover_applicant_created_at_id_idx on f_entry_handover (applicant, created_at, id);
create index f_entry_handover_status_created_at_id_idx on f_entry_handover (status, created_at, id);
create index f_entry_handover_applicant_dept_created_at_id_idx on f_entry_handover (applicant_dept, created_at, id);
create index f_entry_handover_created_at_id_idx on f_entry_handover (created_at, id);
create index f_entry_handover_project_created_at_id_idx on f_entry_handover (project, created_at, id);
create index f_entry_handover_handover_date_idx on f_entry_handover (handover_date);

create trigger f_entry_handover_added after insert on f_entry_handover referencing new table as changed
  for each statement execute function form_changed('entryHandover');
create trigger f_entry_handover_changed after update on f_entry_handover referencing new table as changed
  for each statement execute function form_changed('entryHandover');
create trigger f_entry_handover_removed after delete on f_entry_handover referencing old table as changed
  for each statement execute function form_changed('entryHandover');

-- 设备清单
create table f_entry_handover_devices (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_entry_handover on delete cascade,
  row_no integer not null,
  known bigint, -- 已建档设备
  device_name text, -- 设备名称
  model text, -- 型号
  maker text, -- 制造厂家
  capacity numeric(20,2), -- 制冷/制热量或功率（kW）
  qty integer, -- 数量（台）
  make_year integer, -- 出厂年份
  run_hours numeric(20,1), -- 累计运行小时（小时）
  condition text, -- 状况
  nameplate jsonb -- 铭牌照片
);
create index f_entry_handover_devices_parent_idx on f_entry_handover_devices (parent_id, row_no);

-- 计量表底
create table f_entry_handover_meters (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_entry_handover on delete cascade,
  row_no integer not null,
  meter_type text, -- 表计类型
  meter_no text, -- 表号
  place text, -- 安装位置
  base_reading numeric(20,3), -- 交接表底
  ratio numeric(20,2), -- 倍率
  verify_to date, -- 检定有效期至
  meter_owner text, -- 产权归属
  meter_photo jsonb -- 表底照片
);
create index f_entry_handover_meters_parent_idx on f_entry_handover_meters (parent_id, row_no);

-- 资料工具与物资
create table f_entry_handover_hand_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_entry_handover on delete cascade,
  row_no integer not null,
  item_kind text, -- 类别
  item_name text, -- 名称
  item_qty numeric(20,2), -- 数量
  item_unit text, -- 单位
  item_state text -- 状态
);
create index f_entry_handover_hand_items_parent_idx on f_entry_handover_hand_items (parent_id, row_no);
