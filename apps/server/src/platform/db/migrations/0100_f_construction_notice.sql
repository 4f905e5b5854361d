-- 水处理施工通知 (constructionNotice): drafted from its definition.

create table f_construction_notice (
  id bigint generated always as identity primary key,
  serial text unique,
  status text not null default 'draft',
  version integer not null default 1,
  applicant bigint not null references app_user,
  applicant_dept text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  submitted_at timestamptz,
  finished_at timestamptz,
  project text, -- 项目
  contract text, -- 合同
  work_type text, -- 施工类型
  water_systems text[], -- 涉及水系统
  work_scope text, -- 施工范围
  plan_start timestamptz, -- 计划开始时间
  plan_end timestamptz, -- 计划结束时间
  water_volume numeric(20,2), -- 系统水容量（m³）
  construction_unit bigint, -- 施工单位
  site_leader text, -- 现场负责人
  leader_phone text, -- 负责人电话
  customer_contact text, -- 客户接洽人
  customer_phone text, -- 客户电话
  notice_way text, -- 通知客户方式
  notice_date date, -- 通知日期
  stop_supply boolean, -- 需停止供冷供热
  stop_hours numeric(20,1), -- 预计停供时长（h）
  affected_area text, -- 受影响区域
  drain_volume numeric(20,2), -- 排放水量（m³）
  drain_point text, -- 排放去向
  safety_measures text[], -- 安全措施
  scheme_files jsonb, -- 施工方案
  msds_files jsonb, -- 药剂安全说明书
  photos jsonb, -- 施工前照片
  total_amount numeric(18,2), -- 药剂总金额（元）
  dosage numeric(20,1), -- 综合投加浓度（mg/L）
  worker_count integer, -- 施工人数（人）
  engineer_advice text, -- 技术意见
  target_index text, -- 施工后控制指标
  safety_briefed boolean, -- 已完成安全交底
  briefing_file jsonb, -- 交底签字表
  actual_start timestamptz, -- 实际开始时间
  actual_finish timestamptz, -- 实际完成时间
  after_ph numeric(20,2), -- 完工pH值
  after_conductivity numeric(20,1), -- 完工电导率（μS/cm）
  work_result text, -- 施工结果
  customer_sign jsonb, -- 客户签认
  finish_photos jsonb -- 完工照片
);

create index f_construction_notice_applicant_created_at_id_idx on f_construction_notice (applicant, created_at, id);
create index f_construction_notice_status_created_at_id_idx on f_construction_notice (status, created_at, id);
create index f_construction_notice_applicant_dept_created_at_id_idx on f_construction_notice (applicant_dept, created_at, id);
create index f_construction_notice_created_at_id_idx on f_construction_notice (created_at, id);
create index f_construction_notice_project_created_at_id_idx on f_construction_notice (project, created_at, id);
create index f_construction_notice_construction_unit_idx on f_construction_notice (construction_unit);
create index f_construction_notice_plan_start_idx on f_construction_notice (plan_start);

create trigger f_construction_notice_added after insert on f_construction_notice referencing new table as changed
  for each statement execute function form_changed('constructionNotice');
create trigger f_construction_notice_changed after update on f_construction_notice referencing new table as changed
  for each statement execute function form_changed('constructionNotice');
create trigger f_construction_notice_removed after delete on f_construction_notice referencing old table as changed
  for each statement execute function form_changed('constructionNotice');

-- 药剂明细
create table f_construction_notice_chemicals (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_construction_notice on delete cascade,
  row_no integer not null,
  name bigint, -- 药剂名称
  use_system text, -- 投加系统
  stock_qty numeric(20,2), -- 现有库存（kg）
  quantity numeric(20,2), -- 用量（kg）
  unit_price numeric(18,4), -- 单价（元/kg）
  amount numeric(18,2) -- 金额（元）
);
create index f_construction_notice_chemicals_parent_idx on f_construction_notice_chemicals (parent_id, row_no);

-- 施工人员
create table f_construction_notice_workers (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_construction_notice on delete cascade,
  row_no integer not null,
  worker_name text, -- 姓名
  trade text, -- 工种
  worker_id_card text, -- 身份证号
  insured boolean -- 已购意外险
);
create index f_construction_notice_workers_parent_idx on f_construction_notice_workers (parent_id, row_no);
