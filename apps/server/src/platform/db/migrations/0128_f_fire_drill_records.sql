-- 消防演练记录 (fireDrillRecords): drafted from its definition.

create table f_fire_drill_records (
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
  drill_topic text, -- 演练科目
  drill_mode text, -- 演练方式
  plan_version text, -- 依据预案及版本
  commander bigint, -- 现场总指挥
  start_time timestamptz, -- 开始时间
  end_time timestamptz, -- 结束时间
  drill_place text, -- 演练地点
  should_count integer, -- 应参加人数（人）
  participants bigint[], -- 我方参演人员
  actual_count integer, -- 实到人数（人）
  joint_units text[], -- 联合参演单位
  alarm_seconds integer, -- 发现至报警用时（s）
  gas_cut_seconds integer, -- 切断燃气用时（s）
  evacuate_seconds integer, -- 疏散完成用时（s）
  sign_sheet jsonb, -- 签到表
  drill_photos jsonb, -- 演练照片
  attend_rate numeric(12,4), -- 参演率
  used_total numeric(20,1), -- 演练总用时（min）
  over_minutes numeric(20,1), -- 超计划用时（min）
  material_cost numeric(18,2), -- 物资费用（元）
  drill_score integer, -- 评估得分（分）
  weakness text, -- 存在不足
  plan_revise boolean, -- 需修订预案
  revise_require text, -- 预案修订要求
  re_drill_time timestamptz -- 复演时间
);

create index f_fire_drill_records_applicant_created_at_id_idx on f_fire_drill_records (applicant, created_at, id);
create index f_fire_drill_records_status_created_at_id_idx on f_fire_drill_records (status, created_at, id);
create index f_fire_drill_records_applicant_dept_created_at_id_idx on f_fire_drill_records (applicant_dept, created_at, id);
create index f_fire_drill_records_created_at_id_idx on f_fire_drill_records (created_at, id);
create index f_fire_drill_records_project_created_at_id_idx on f_fire_drill_records (project, created_at, id);
create index f_fire_drill_records_start_time_idx on f_fire_drill_records (start_time);

create trigger f_fire_drill_records_added after insert on f_fire_drill_records referencing new table as changed
  for each statement execute function form_changed('fireDrillRecords');
create trigger f_fire_drill_records_changed after update on f_fire_drill_records referencing new table as changed
  for each statement execute function form_changed('fireDrillRecords');
create trigger f_fire_drill_records_removed after delete on f_fire_drill_records referencing old table as changed
  for each statement execute function form_changed('fireDrillRecords');

-- 演练环节
create table f_fire_drill_records_stages (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_fire_drill_records on delete cascade,
  row_no integer not null,
  stage text, -- 环节
  stage_owner bigint, -- 负责人
  plan_minutes numeric(20,1), -- 计划用时（min）
  used_minutes numeric(20,1), -- 实际用时（min）
  effect jsonb -- 完成情况
);
create index f_fire_drill_records_stages_parent_idx on f_fire_drill_records_stages (parent_id, row_no);

-- 消耗物资
create table f_fire_drill_records_materials (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_fire_drill_records on delete cascade,
  row_no integer not null,
  material text, -- 物资名称
  quantity integer, -- 数量
  unit_price numeric(18,2), -- 单价（元）
  amount numeric(18,2) -- 金额（元）
);
create index f_fire_drill_records_materials_parent_idx on f_fire_drill_records_materials (parent_id, row_no);
