-- 内部联系单 (internalRelationNew): drafted from its definition.

create table f_internal_relation_new (
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
  relation_kind text, -- 联系类别
  from_dept text, -- 发出部门
  to_dept text, -- 受理部门
  to_leader bigint, -- 受理部门负责人
  cc_users bigint[], -- 知会人员
  related_consult bigint, -- 关联技术咨询
  project_phase text, -- 项目阶段
  background text, -- 事由
  level text, -- 缓急
  reply_by timestamptz, -- 要求回复时间
  schedule_impact integer, -- 影响工期（天）
  cost_impact numeric(18,2), -- 影响费用（元）
  cost_bearer text, -- 费用承担
  stop_supply boolean, -- 需停机停能
  stop_from timestamptz, -- 停能开始
  stop_to timestamptz, -- 停能结束
  customer_informed boolean, -- 已通知客户
  enclosures jsonb, -- 附件
  matter_count integer, -- 事项数（项）
  done_rate numeric(12,4), -- 事项完成率
  handler bigint, -- 指派经办人
  accept_note text, -- 受理意见
  promise_time timestamptz, -- 承诺完成时间
  handle_summary text, -- 办理情况
  work_hours numeric(20,1), -- 投入工时（h）
  confirm_opinion text, -- 确认意见
  verified_cost numeric(18,2), -- 核定费用（元）
  accept_result text, -- 验收结果
  accept_comment text -- 评价说明
);

create index f_internal_relation_new_applicant_created_at_id_idx on f_internal_relation_new (applicant, created_at, id);
create index f_internal_relation_new_status_created_at_id_idx on f_internal_relation_new (status, created_at, id);
create index f_internal_relation_new_applicant_dept_created_at_id_idx on f_internal_relation_new (applicant_dept, created_at, id);
create index f_internal_relation_new_created_at_id_idx on f_internal_relation_new (created_at, id);
create index f_internal_relation_new_project_created_at_id_idx on f_internal_relation_new (project, created_at, id);
create index f_internal_relation_new_from_dept_idx on f_internal_relation_new (from_dept);
create index f_internal_relation_new_to_dept_idx on f_internal_relation_new (to_dept);
create index f_internal_relation_new_handler_idx on f_internal_relation_new (handler);

create trigger f_internal_relation_new_added after insert on f_internal_relation_new referencing new table as changed
  for each statement execute function form_changed('internalRelationNew');
create trigger f_internal_relation_new_changed after update on f_internal_relation_new referencing new table as changed
  for each statement execute function form_changed('internalRelationNew');
create trigger f_internal_relation_new_removed after delete on f_internal_relation_new referencing old table as changed
  for each statement execute function form_changed('internalRelationNew');

-- 联系事项
create table f_internal_relation_new_matters (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_internal_relation_new on delete cascade,
  row_no integer not null,
  matter text, -- 事项
  expect_result text, -- 要求成果
  matter_due date -- 要求完成日期
);
create index f_internal_relation_new_matters_parent_idx on f_internal_relation_new_matters (parent_id, row_no);

-- 办理回复
create table f_internal_relation_new_replies (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_internal_relation_new on delete cascade,
  row_no integer not null,
  reply_matter text, -- 对应事项
  reply_result text, -- 办理结果
  reply_text text, -- 回复内容
  finish_date date, -- 完成日期
  reply_file jsonb, -- 成果附件
  done integer -- 完成
);
create index f_internal_relation_new_replies_parent_idx on f_internal_relation_new_replies (parent_id, row_no);
