-- 证件借还 (credentialsBorrow): drafted from its definition.

create table f_credentials_borrow (
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
  usage text, -- 用途
  usage_detail text, -- 用途说明
  receive_unit text, -- 提交单位
  take_out boolean, -- 是否带离公司
  destination text, -- 携带目的地
  companion bigint, -- 同行人
  borrow_date date, -- 借用日期
  plan_return date, -- 计划归还日期
  get_mode text, -- 领取方式
  express_address text, -- 收件人及地址
  watermark text, -- 水印/标注文字
  has_core boolean, -- 是否含核心证件
  has_original boolean, -- 是否含原件
  basis_file jsonb, -- 招标文件/函件等依据
  item_count integer, -- 证件项数
  total_copies integer, -- 总份数（份）
  borrow_days integer, -- 借用天数（天）
  overdue_days integer, -- 逾期天数（天）
  actual_borrow timestamptz, -- 实际借出时间
  express_no text, -- 快递单号
  out_condition text, -- 借出状态
  receiver_sign jsonb, -- 领取人签字
  actual_return date, -- 实际归还日期
  return_state text, -- 归还状态
  handle_way text, -- 污损遗失处理
  return_photos jsonb -- 归还照片
);

create index f_credentials_borrow_applicant_created_at_id_idx on f_credentials_borrow (applicant, created_at, id);
create index f_credentials_borrow_status_created_at_id_idx on f_credentials_borrow (status, created_at, id);
create index f_credentials_borrow_applicant_dept_created_at_id_idx on f_credentials_borrow (applicant_dept, created_at, id);
create index f_credentials_borrow_created_at_id_idx on f_credentials_borrow (created_at, id);
create index f_credentials_borrow_project_created_at_id_idx on f_credentials_borrow (project, created_at, id);
create index f_credentials_borrow_borrow_date_idx on f_credentials_borrow (borrow_date);
create index f_credentials_borrow_plan_return_idx on f_credentials_borrow (plan_return);

create trigger f_credentials_borrow_added after insert on f_credentials_borrow referencing new table as changed
  for each statement execute function form_changed('credentialsBorrow');
create trigger f_credentials_borrow_changed after update on f_credentials_borrow referencing new table as changed
  for each statement execute function form_changed('credentialsBorrow');
create trigger f_credentials_borrow_removed after delete on f_credentials_borrow referencing old table as changed
  for each statement execute function form_changed('credentialsBorrow');

-- 借用清单
create table f_credentials_borrow_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_credentials_borrow on delete cascade,
  row_no integer not null,
  credential bigint, -- 证件
  credential_no text, -- 证件编号
  borrow_form text, -- 借用形式
  copies integer, -- 份数（份）
  need_return boolean -- 是否需归还
);
create index f_credentials_borrow_items_parent_idx on f_credentials_borrow_items (parent_id, row_no);
