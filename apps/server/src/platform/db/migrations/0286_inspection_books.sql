-- 长期待摊台账 (deferredExpense): drafted from its definition.
create table b_deferred_expense (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  kind text, -- 类别
  item text, -- 事项
  amount numeric(18,2), -- 原值（元）
  start_month text, -- 起摊月份
  months integer, -- 摊销月数（月）
  month_amount numeric(18,2), -- 每月摊销（元）
  source_no text -- 来源单号
);
create index b_deferred_expense_source_module_source_id_idx on b_deferred_expense (source_module, source_id);
create index b_deferred_expense_project_idx on b_deferred_expense (project);
create index b_deferred_expense_start_month_idx on b_deferred_expense (start_month);

-- 巡检点 (inspectionPoint): drafted from its definition.
create table b_inspection_point (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  code text, -- 点位编码
  name text, -- 名称
  area text, -- 部位
  item text, -- 检查项目
  project text, -- 项目
  route bigint, -- 路线
  device bigint, -- 关联设备
  standard text, -- 检查标准
  score numeric(20,1), -- 分值（分）
  position text, -- 定位
  radius integer, -- 允许偏差（m）
  frequency text, -- 频次
  photo_needed boolean, -- 必拍照
  state text, -- 状态
  last_inspected_at timestamptz, -- 最近巡检时间
  last_result text -- 最近结果
);
create index b_inspection_point_source_module_source_id_idx on b_inspection_point (source_module, source_id);
create index b_inspection_point_project_idx on b_inspection_point (project);
create index b_inspection_point_route_idx on b_inspection_point (route);
create index b_inspection_point_last_inspected_at_idx on b_inspection_point (last_inspected_at);
create unique index b_inspection_point_project_code_standing on b_inspection_point (project, code) where not voided;

-- 巡检路线 (inspectionRoute): drafted from its definition.
create table b_inspection_route (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  name text, -- 路线
  project text, -- 项目
  point_count integer, -- 应检点数（点）
  state text -- 状态
);
create index b_inspection_route_source_module_source_id_idx on b_inspection_route (source_module, source_id);
create index b_inspection_route_project_idx on b_inspection_route (project);
create unique index b_inspection_route_project_name_standing on b_inspection_route (project, name) where not voided;

-- 巡检记录台账 (perambulateRecord): drafted from its definition.
create table b_perambulate_record (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  point bigint, -- 巡检点
  scanned_at timestamptz, -- 扫码时间
  inspect_type text, -- 巡检类别
  item text, -- 检查项目
  measured text, -- 实测或现场情况
  result text, -- 结果
  deduct numeric(20,1), -- 扣分（分）
  problem text, -- 问题描述
  severity text, -- 严重程度
  inspector bigint, -- 巡检人
  source_no text -- 来源单号
);
create index b_perambulate_record_source_module_source_id_idx on b_perambulate_record (source_module, source_id);
create index b_perambulate_record_project_idx on b_perambulate_record (project);
create index b_perambulate_record_point_idx on b_perambulate_record (point);
create index b_perambulate_record_scanned_at_idx on b_perambulate_record (scanned_at);
create index b_perambulate_record_inspector_idx on b_perambulate_record (inspector);

-- 机房标识与设施清册 (roomFacility): drafted from its definition.
create table b_room_facility (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  room_name text, -- 机房名称
  item text, -- 建设项目
  standard text, -- 做法标准
  quantity numeric(20,2), -- 数量
  unit_name text, -- 单位
  amount numeric(18,2), -- 金额（元）
  finished_on date, -- 完工日期
  source_no text -- 来源单号
);
create index b_room_facility_source_module_source_id_idx on b_room_facility (source_module, source_id);
create index b_room_facility_project_idx on b_room_facility (project);
create index b_room_facility_finished_on_idx on b_room_facility (finished_on);

-- 项目机房档案 (standardRoom): drafted from its definition.
create table b_standard_room (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  room_name text, -- 机房名称
  level text, -- 等级
  score numeric(20,1), -- 得分（分）
  rated_on date, -- 评星日期
  next_review date, -- 下次复评日期
  last_check_on date, -- 最近检查日期
  position text, -- 位置
  area numeric(20,2), -- 面积（m²）
  demonstration boolean -- 参观示范机房
);
create index b_standard_room_source_module_source_id_idx on b_standard_room (source_module, source_id);
create index b_standard_room_project_idx on b_standard_room (project);
create index b_standard_room_next_review_idx on b_standard_room (next_review);
create unique index b_standard_room_project_room_name_standing on b_standard_room (project, room_name) where not voided;
