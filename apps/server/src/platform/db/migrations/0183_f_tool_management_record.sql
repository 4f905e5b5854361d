-- 工具管理记录 (toolManagementRecord): drafted from its definition.

create table f_tool_management_record (
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
  action_type text, -- 业务类型
  action_date date, -- 发生日期
  keeper bigint, -- 保管人
  borrower bigint, -- 领用人
  due_back date, -- 应归还日期
  target_project text, -- 调入项目
  scrap_reason text, -- 报废原因
  compensate_by bigint, -- 赔偿责任人
  calibration_unit text, -- 检定机构
  proof_files jsonb, -- 凭证附件
  total_qty integer, -- 数量合计（件）
  total_amount numeric(18,2), -- 金额合计（元）
  gap_total integer, -- 盘点差异合计（件）
  keeper_check text, -- 实物核对
  compensation numeric(18,2) -- 赔偿金额（元）
);

create index f_tool_management_record_applicant_created_at_id_idx on f_tool_management_record (applicant, created_at, id);
create index f_tool_management_record_status_created_at_id_idx on f_tool_management_record (status, created_at, id);
create index f_tool_management_record_applicant_dept_created_at_id_idx on f_tool_management_record (applicant_dept, created_at, id);
create index f_tool_management_record_created_at_id_idx on f_tool_management_record (created_at, id);
create index f_tool_management_record_project_created_at_id_idx on f_tool_management_record (project, created_at, id);
create index f_tool_management_record_target_project_created_at_id_idx on f_tool_management_record (target_project, created_at, id);
create index f_tool_management_record_action_date_idx on f_tool_management_record (action_date);
create index f_tool_management_record_keeper_idx on f_tool_management_record (keeper);
create index f_tool_management_record_borrower_idx on f_tool_management_record (borrower);

create trigger f_tool_management_record_added after insert on f_tool_management_record referencing new table as changed
  for each statement execute function form_changed('toolManagementRecord');
create trigger f_tool_management_record_changed after update on f_tool_management_record referencing new table as changed
  for each statement execute function form_changed('toolManagementRecord');
create trigger f_tool_management_record_removed after delete on f_tool_management_record referencing old table as changed
  for each statement execute function form_changed('toolManagementRecord');

-- 工具明细
create table f_tool_management_record_tools (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_tool_management_record on delete cascade,
  row_no integer not null,
  tool bigint, -- 工具
  tool_kind text, -- 类别
  tool_spec text, -- 规格型号
  book_qty integer, -- 账面数量（件）
  quantity integer, -- 本次数量（件）
  unit_price numeric(18,2), -- 单价（元）
  amount numeric(18,2), -- 金额（元）
  tool_state text, -- 状况
  next_calibration date, -- 下次检定日期
  gap integer, -- 盘点差异（件）
  gap_reason text -- 差异说明
);
create index f_tool_management_record_tools_parent_idx on f_tool_management_record_tools (parent_id, row_no);
