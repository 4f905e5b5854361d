-- 部门工作联系单 (departmentalWorkContact): drafted from its definition.

create table f_departmental_work_contact (
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
  from_dept text, -- 提出部门
  to_dept text, -- 接收部门
  receiver bigint, -- 接收部门负责人
  contact_type text, -- 联系事项类别
  urgency text, -- 紧急程度
  reply_before date, -- 要求答复日期
  finish_before date, -- 要求完成日期
  background text, -- 事由与背景
  involve_cost boolean, -- 涉及费用
  cost_bearer text, -- 费用承担方
  estimate_cost numeric(18,2), -- 预计费用（元）
  copy_users bigint[], -- 抄送人员
  contact_files jsonb, -- 附件资料
  matter_count integer, -- 事项数（项）
  cost_over numeric(18,2), -- 实际超预计费用（元）
  average_mark numeric(20,1), -- 协作评价均分（分）
  accept_opinion text, -- 签收意见
  promise_date date, -- 承诺完成日期
  accept_remark text, -- 说明
  coordinate_opinion text, -- 协调意见
  handle_result text, -- 办理结果
  finish_date date, -- 实际完成日期
  work_hours numeric(20,1), -- 投入工时（h）
  actual_cost numeric(18,2), -- 实际费用（元）
  result_files jsonb, -- 成果附件
  timely_mark integer, -- 及时性评分（分）
  quality_mark integer -- 质量评分（分）
);

create index f_departmental_work_contact_applicant_created_at_id_idx on f_departmental_work_contact (applicant, created_at, id);
create index f_departmental_work_contact_status_created_at_id_idx on f_departmental_work_contact (status, created_at, id);
create index f_departmental_work_contact_applicant_dept_created_at_id_idx on f_departmental_work_contact (applicant_dept, created_at, id);
create index f_departmental_work_contact_created_at_id_idx on f_departmental_work_contact (created_at, id);
create index f_departmental_work_contact_project_created_at_id_idx on f_departmental_work_contact (project, created_at, id);
create index f_departmental_work_contact_from_dept_idx on f_departmental_work_contact (from_dept);
create index f_departmental_work_contact_to_dept_idx on f_departmental_work_contact (to_dept);
create index f_departmental_work_contact_finish_before_idx on f_departmental_work_contact (finish_before);

create trigger f_departmental_work_contact_added after insert on f_departmental_work_contact referencing new table as changed
  for each statement execute function form_changed('departmentalWorkContact');
create trigger f_departmental_work_contact_changed after update on f_departmental_work_contact referencing new table as changed
  for each statement execute function form_changed('departmentalWorkContact');
create trigger f_departmental_work_contact_removed after delete on f_departmental_work_contact referencing old table as changed
  for each statement execute function form_changed('departmentalWorkContact');

-- 协作事项清单
create table f_departmental_work_contact_matters (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_departmental_work_contact on delete cascade,
  row_no integer not null,
  matter text, -- 协作事项
  demand text, -- 具体要求
  deliverable text, -- 交付成果
  quantity numeric(20,2), -- 数量
  need_date date, -- 需要日期
  coordinator bigint -- 提出方对接人
);
create index f_departmental_work_contact_matters_parent_idx on f_departmental_work_contact_matters (parent_id, row_no);
