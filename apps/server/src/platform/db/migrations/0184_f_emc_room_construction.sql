-- EMC机房建设 (EMCRoomConstruction): drafted from its definition.

create table f_emc_room_construction (
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
  build_kind text, -- 建设类型
  room_name text, -- 机房名称
  room_floor text, -- 机房位置
  room_area numeric(20,2), -- 机房面积（m²）
  host_count integer, -- 主机台数（台）
  total_capacity numeric(20,2), -- 总制冷量（kW）
  current_level text, -- 现机房等级
  target_level text, -- 目标等级
  visit_route boolean, -- 是否参观示范机房
  client_agree text, -- 客户书面同意情况
  fund_source text, -- 资金来源
  client_pay numeric(18,2), -- 客户承担金额
  left_budget numeric(18,2), -- 年度机房建设预算余额
  build_team text, -- 施工方式
  supplier bigint, -- 外协单位
  leader bigint, -- 现场负责人
  plan_start date, -- 计划开工日期
  plan_end date, -- 计划完工日期
  in_season boolean, -- 是否在供冷供热季施工
  safe_measure text, -- 施工期运行与安全措施
  before_photos jsonb, -- 建设前照片
  design_files jsonb, -- 机房布置与标识设计图
  work_count integer, -- 建设项数（项）
  total_budget numeric(18,2), -- 建设预算合计
  company_pay numeric(18,2), -- 公司承担金额
  per_area numeric(18,2), -- 单位面积建设费（元/m²）
  build_days integer, -- 计划工期（天）
  over_budget numeric(18,2), -- 决算超预算额
  tech_opinion text, -- 标准化设计意见
  safe_opinion text, -- 燃气消防安全意见
  cost_subject text, -- 列支科目
  amortize_months integer, -- 摊销月数（月）
  actual_start date, -- 实际开工日期
  actual_end date, -- 实际完工日期
  actual_cost numeric(18,2), -- 决算金额
  finished_count integer, -- 完成项数（项）
  accept_score numeric(20,1), -- 验收得分
  accept_level text, -- 评定等级
  after_photos jsonb, -- 完工照片
  accept_file jsonb -- 验收签字单
);

create index f_emc_room_construction_applicant_created_at_id_idx on f_emc_room_construction (applicant, created_at, id);
create index f_emc_room_construction_status_created_at_id_idx on f_emc_room_construction (status, created_at, id);
create index f_emc_room_construction_applicant_dept_created_at_id_idx on f_emc_room_construction (applicant_dept, created_at, id);
create index f_emc_room_construction_created_at_id_idx on f_emc_room_construction (created_at, id);
create index f_emc_room_construction_project_created_at_id_idx on f_emc_room_construction (project, created_at, id);
create index f_emc_room_construction_plan_end_idx on f_emc_room_construction (plan_end);

create trigger f_emc_room_construction_added after insert on f_emc_room_construction referencing new table as changed
  for each statement execute function form_changed('EMCRoomConstruction');
create trigger f_emc_room_construction_changed after update on f_emc_room_construction referencing new table as changed
  for each statement execute function form_changed('EMCRoomConstruction');
create trigger f_emc_room_construction_removed after delete on f_emc_room_construction referencing old table as changed
  for each statement execute function form_changed('EMCRoomConstruction');

-- 建设内容
create table f_emc_room_construction_works (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_emc_room_construction on delete cascade,
  row_no integer not null,
  work_item text, -- 建设项目
  standard text, -- 做法标准
  work_unit text, -- 单位
  quantity numeric(20,2), -- 数量
  unit_price numeric(18,4), -- 综合单价(含税)
  amount numeric(18,2), -- 金额
  plan_finish date, -- 计划完成日期
  duty_person bigint -- 责任人
);
create index f_emc_room_construction_works_parent_idx on f_emc_room_construction_works (parent_id, row_no);
