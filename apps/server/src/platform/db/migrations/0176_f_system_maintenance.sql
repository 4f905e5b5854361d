-- 系统维护 (systemMaintenance): drafted from its definition.

create table f_system_maintenance (
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
  maintain_type text, -- 维护类型
  season_year integer, -- 年度（年）
  systems text[], -- 维护系统
  plan_start date, -- 计划开始日期
  plan_end date, -- 计划完成日期
  leader bigint, -- 总负责人
  team bigint[], -- 参加人员
  stop_supply boolean, -- 需停供
  stop_start timestamptz, -- 停供开始
  stop_end timestamptz, -- 恢复供应
  client_notified boolean, -- 已书面告知客户
  last_problems text, -- 上次维护遗留问题
  risk_level text, -- 作业风险等级
  emergency_plan text, -- 应急预案
  budget_left numeric(18,2), -- 维保预算余额（元）
  scheme_files jsonb, -- 维护方案
  work_count integer, -- 工作项数（项）
  outsource_total numeric(18,2), -- 外委费合计（元）
  material_total numeric(18,2), -- 材料费合计（元）
  plan_cost numeric(18,2), -- 计划总费用（元）
  stop_hours numeric(20,1), -- 停供时长（h）
  tech_opinion text, -- 技术审核意见
  safety_demand text -- 安全要求
);

create index f_system_maintenance_applicant_created_at_id_idx on f_system_maintenance (applicant, created_at, id);
create index f_system_maintenance_status_created_at_id_idx on f_system_maintenance (status, created_at, id);
create index f_system_maintenance_applicant_dept_created_at_id_idx on f_system_maintenance (applicant_dept, created_at, id);
create index f_system_maintenance_created_at_id_idx on f_system_maintenance (created_at, id);
create index f_system_maintenance_project_created_at_id_idx on f_system_maintenance (project, created_at, id);
create index f_system_maintenance_plan_start_idx on f_system_maintenance (plan_start);
create index f_system_maintenance_leader_idx on f_system_maintenance (leader);

create trigger f_system_maintenance_added after insert on f_system_maintenance referencing new table as changed
  for each statement execute function form_changed('systemMaintenance');
create trigger f_system_maintenance_changed after update on f_system_maintenance referencing new table as changed
  for each statement execute function form_changed('systemMaintenance');
create trigger f_system_maintenance_removed after delete on f_system_maintenance referencing old table as changed
  for each statement execute function form_changed('systemMaintenance');

-- 维护工作项
create table f_system_maintenance_works (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_system_maintenance on delete cascade,
  row_no integer not null,
  work_system text, -- 系统
  work_item text, -- 工作项
  work_device bigint, -- 设备
  requirement text, -- 质量要求
  plan_date date, -- 计划日期
  owner bigint, -- 责任人
  outsourced boolean, -- 外委
  outsource_cost numeric(18,2) -- 外委预估费（元）
);
create index f_system_maintenance_works_parent_idx on f_system_maintenance_works (parent_id, row_no);

-- 材料计划
create table f_system_maintenance_materials (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_system_maintenance on delete cascade,
  row_no integer not null,
  material bigint, -- 材料名称
  material_spec text, -- 规格
  quantity numeric(20,2), -- 数量
  unit_price numeric(18,2), -- 预估单价（元）
  amount numeric(18,2) -- 金额（元）
);
create index f_system_maintenance_materials_parent_idx on f_system_maintenance_materials (parent_id, row_no);
