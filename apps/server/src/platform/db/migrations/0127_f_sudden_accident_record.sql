-- 突发事故记录 (suddenAccidentRecord): drafted from its definition.

create table f_sudden_accident_record (
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
  device bigint, -- 设备
  accident_type text, -- 事故类型
  accident_level text, -- 事故等级
  occur_time timestamptz, -- 发生时间
  report_time timestamptz, -- 首次上报时间
  control_time timestamptz, -- 险情控制时间
  place text, -- 发生地点
  discoverer text, -- 发现人
  duty_user bigint, -- 当班负责人
  course text, -- 事故经过
  emergency_action text, -- 应急处置
  reported_to text[], -- 已通知单位
  slight_injured integer, -- 轻伤人数（人）
  serious_injured integer, -- 重伤人数（人）
  deaths integer, -- 死亡人数（人）
  stop_hours numeric(20,1), -- 停供时长（h）
  affected_area numeric(20,2), -- 受影响空调面积（m²）
  insured boolean, -- 已报保险
  policy_no text, -- 保单号
  indirect_loss numeric(18,2), -- 间接损失估算（元）
  scene_media jsonb, -- 现场照片与监控
  casualties integer, -- 伤亡人数（人）
  direct_loss numeric(18,2), -- 直接损失（元）
  total_loss numeric(18,2), -- 损失合计（元）
  stop_area_hours numeric(20,1), -- 停供影响量（m²·h）
  verify_opinion text, -- 核实意见
  cause_type text, -- 原因分类
  direct_cause text, -- 直接原因
  root_cause text, -- 根本原因
  responsible_users bigint[], -- 责任人
  duty_opinion text, -- 责任认定与处理
  penalty_amount numeric(18,2), -- 考核扣款（元）
  prevention text, -- 防范措施
  prevention_date date, -- 落实完成日期
  trained_count integer, -- 警示教育人数（人）
  claim_amount numeric(18,2) -- 保险赔付（元）
);

create index f_sudden_accident_record_applicant_created_at_id_idx on f_sudden_accident_record (applicant, created_at, id);
create index f_sudden_accident_record_status_created_at_id_idx on f_sudden_accident_record (status, created_at, id);
create index f_sudden_accident_record_applicant_dept_created_at_id_idx on f_sudden_accident_record (applicant_dept, created_at, id);
create index f_sudden_accident_record_created_at_id_idx on f_sudden_accident_record (created_at, id);
create index f_sudden_accident_record_project_created_at_id_idx on f_sudden_accident_record (project, created_at, id);
create index f_sudden_accident_record_occur_time_idx on f_sudden_accident_record (occur_time);

create trigger f_sudden_accident_record_added after insert on f_sudden_accident_record referencing new table as changed
  for each statement execute function form_changed('suddenAccidentRecord');
create trigger f_sudden_accident_record_changed after update on f_sudden_accident_record referencing new table as changed
  for each statement execute function form_changed('suddenAccidentRecord');
create trigger f_sudden_accident_record_removed after delete on f_sudden_accident_record referencing old table as changed
  for each statement execute function form_changed('suddenAccidentRecord');

-- 直接损失清单
create table f_sudden_accident_record_losses (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_sudden_accident_record on delete cascade,
  row_no integer not null,
  loss_kind text, -- 损失类别
  loss_name text, -- 名称规格
  quantity numeric(20,2), -- 数量
  unit_price numeric(18,2), -- 单价（元）
  amount numeric(18,2) -- 金额（元）
);
create index f_sudden_accident_record_losses_parent_idx on f_sudden_accident_record_losses (parent_id, row_no);
