-- 专项安全检查 (specialSafetyCheck): drafted from its definition.

create table f_special_safety_check (
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
  topic text, -- 检查专题
  organizer text, -- 组织单位
  basis text, -- 检查依据
  leader bigint, -- 检查组长
  members bigint[], -- 检查组成员
  start_date date, -- 检查开始日期
  end_date date, -- 检查结束日期
  leak_ppm integer, -- 燃气检漏最大读数（ppm）
  detector_expire date, -- 燃气探测器校准有效期
  insulation numeric(20,2), -- 最小绝缘电阻（MΩ）
  earth_resistance numeric(20,2), -- 接地电阻（Ω）
  oxygen numeric(20,1), -- 受限空间氧含量（%）
  sulfide numeric(20,1), -- 硫化氢浓度（mg/m³）
  chemical_stock numeric(20,1), -- 危化品现存量（kg）
  drain_pump jsonb, -- 排水泵自动启停试验
  lowest_water_temp numeric(20,1), -- 末端最低水温（℃）
  stop_order boolean, -- 责令停用或停工
  stop_scope text, -- 停用或停工范围
  evidence jsonb, -- 检查影像与通报
  full_total numeric(20,1), -- 标准分合计（分）
  deduct_total numeric(20,1), -- 扣分合计（分）
  score_rate numeric(12,4), -- 得分率
  serious_count integer, -- 重大隐患数（项）
  project_reply text, -- 受检方意见
  reply_reason text, -- 异议说明
  penalty numeric(18,2), -- 项目考核扣款（元）
  rectify_report jsonb, -- 整改报告
  rectify_finish date, -- 整改完成日期
  acceptance text -- 验收结论
);

create index f_special_safety_check_applicant_created_at_id_idx on f_special_safety_check (applicant, created_at, id);
create index f_special_safety_check_status_created_at_id_idx on f_special_safety_check (status, created_at, id);
create index f_special_safety_check_applicant_dept_created_at_id_idx on f_special_safety_check (applicant_dept, created_at, id);
create index f_special_safety_check_created_at_id_idx on f_special_safety_check (created_at, id);
create index f_special_safety_check_project_created_at_id_idx on f_special_safety_check (project, created_at, id);
create index f_special_safety_check_start_date_idx on f_special_safety_check (start_date);

create trigger f_special_safety_check_added after insert on f_special_safety_check referencing new table as changed
  for each statement execute function form_changed('specialSafetyCheck');
create trigger f_special_safety_check_changed after update on f_special_safety_check referencing new table as changed
  for each statement execute function form_changed('specialSafetyCheck');
create trigger f_special_safety_check_removed after delete on f_special_safety_check referencing old table as changed
  for each statement execute function form_changed('specialSafetyCheck');

-- 检查条款打分
create table f_special_safety_check_clauses (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_special_safety_check on delete cascade,
  row_no integer not null,
  clause text, -- 检查条款
  full_score numeric(20,1), -- 标准分（分）
  deduct numeric(20,1), -- 扣分（分）
  score numeric(20,1), -- 得分（分）
  finding text, -- 问题描述
  level text, -- 隐患等级
  owner bigint, -- 整改责任人
  due_date date, -- 整改期限
  over integer, -- 扣分超标准分
  serious integer -- 重大隐患
);
create index f_special_safety_check_clauses_parent_idx on f_special_safety_check_clauses (parent_id, row_no);
