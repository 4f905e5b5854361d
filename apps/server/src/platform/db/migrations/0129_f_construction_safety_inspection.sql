-- 施工安全检查 (constructionSafetyInspection): drafted from its definition.

create table f_construction_safety_inspection (
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
  application bigint, -- 施工申请单
  work_name text, -- 施工内容
  builder bigint, -- 施工单位
  site_leader text, -- 施工负责人
  site_phone text, -- 负责人电话
  guardian bigint, -- 我方监护人
  check_time timestamptz, -- 检查时间
  risk_works text[], -- 危险作业类别
  worker_count integer, -- 现场人数（人）
  briefed_count integer, -- 已安全交底人数（人）
  insured_count integer, -- 已投保人数（人）
  work_height numeric(20,1), -- 最大作业高度（m）
  wind_level integer, -- 现场风力（级）
  stop_work boolean, -- 责令停工
  stop_reason text, -- 停工原因
  fine numeric(18,2), -- 对施工单位扣款（元）
  site_photos jsonb, -- 现场照片
  bad_count integer, -- 不合格项（项）
  brief_rate numeric(12,4), -- 交底率
  invalid_workers integer, -- 证书无效人数（人）
  permit_count integer, -- 有效票证数（张）
  rectify_detail text, -- 施工单位整改情况
  rectify_photos jsonb, -- 整改照片
  resume_time timestamptz -- 同意复工时间
);

create index f_construction_safety_inspection_applicant_created_at_id_idx on f_construction_safety_inspection (applicant, created_at, id);
create index f_construction_safety_inspection_status_created_at_id_idx on f_construction_safety_inspection (status, created_at, id);
create index f_construction_safety_inspection_applicant_dept_crea_7j67q5 on f_construction_safety_inspection (applicant_dept, created_at, id);
create index f_construction_safety_inspection_created_at_id_idx on f_construction_safety_inspection (created_at, id);
create index f_construction_safety_inspection_project_created_at_id_idx on f_construction_safety_inspection (project, created_at, id);
create index f_construction_safety_inspection_builder_idx on f_construction_safety_inspection (builder);
create index f_construction_safety_inspection_check_time_idx on f_construction_safety_inspection (check_time);

create trigger f_construction_safety_inspection_added after insert on f_construction_safety_inspection referencing new table as changed
  for each statement execute function form_changed('constructionSafetyInspection');
create trigger f_construction_safety_inspection_changed after update on f_construction_safety_inspection referencing new table as changed
  for each statement execute function form_changed('constructionSafetyInspection');
create trigger f_construction_safety_inspection_removed after delete on f_construction_safety_inspection referencing old table as changed
  for each statement execute function form_changed('constructionSafetyInspection');

-- 作业票证
create table f_construction_safety_inspection_permits (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_construction_safety_inspection on delete cascade,
  row_no integer not null,
  permit_type text, -- 票证类型
  permit_no text, -- 票证编号
  valid_from timestamptz, -- 有效期起
  valid_to timestamptz, -- 有效期止
  gas_test numeric(20,1), -- 作业前可燃气体检测（%LEL）
  wrong integer -- 有效期有误
);
create index f_construction_safety_inspection_permits_parent_idx on f_construction_safety_inspection_permits (parent_id, row_no);

-- 特种作业人员
create table f_construction_safety_inspection_workers (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_construction_safety_inspection on delete cascade,
  row_no integer not null,
  worker_name text, -- 姓名
  trade text, -- 工种
  cert_no text, -- 证书编号
  cert_expire date, -- 证书有效期
  cert_check jsonb, -- 证书在线核验
  invalid integer -- 证书无效
);
create index f_construction_safety_inspection_workers_parent_idx on f_construction_safety_inspection_workers (parent_id, row_no);

-- 现场检查项
create table f_construction_safety_inspection_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_construction_safety_inspection on delete cascade,
  row_no integer not null,
  item text, -- 检查项
  result jsonb, -- 结果
  bad integer -- 不合格
);
create index f_construction_safety_inspection_items_parent_idx on f_construction_safety_inspection_items (parent_id, row_no);
