-- 证件管理 (credentials): drafted from its definition.

create table f_credentials (
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
  operate_type text, -- 登记类型
  old_credential bigint, -- 原证件
  scope text, -- 证件归属
  credential_type text, -- 证件类别
  credential_name text, -- 证件名称
  credential_no text, -- 证件编号
  holder_unit text, -- 持证单位
  issue_org text, -- 发证机关
  issue_date date, -- 发证日期
  long_term boolean, -- 长期有效
  valid_to date, -- 有效期至
  next_inspect date, -- 下次年检/检验日期
  qualify_scope text, -- 许可范围与等级
  secrecy text, -- 重要等级
  original_qty integer, -- 正本份数（份）
  duplicate_qty integer, -- 副本份数（份）
  keeper bigint, -- 保管人
  store_place text, -- 存放位置
  can_borrow boolean, -- 是否可外借
  max_borrow_days integer, -- 最长借用天数（天）
  scans jsonb, -- 扫描件
  change_note text, -- 变更/注销说明
  total_qty integer, -- 原件总份数（份）
  inspect_fee numeric(18,2), -- 累计年检费用
  legal_opinion text, -- 法务意见
  receive_date date, -- 入库日期
  receive_qty integer, -- 实收份数（份）
  box_no text -- 档案盒号
);

create index f_credentials_applicant_created_at_id_idx on f_credentials (applicant, created_at, id);
create index f_credentials_status_created_at_id_idx on f_credentials (status, created_at, id);
create index f_credentials_applicant_dept_created_at_id_idx on f_credentials (applicant_dept, created_at, id);
create index f_credentials_created_at_id_idx on f_credentials (created_at, id);
create index f_credentials_project_created_at_id_idx on f_credentials (project, created_at, id);
create index f_credentials_keeper_idx on f_credentials (keeper);
create index f_credentials_valid_to_idx on f_credentials (valid_to);

create trigger f_credentials_added after insert on f_credentials referencing new table as changed
  for each statement execute function form_changed('credentials');
create trigger f_credentials_changed after update on f_credentials referencing new table as changed
  for each statement execute function form_changed('credentials');
create trigger f_credentials_removed after delete on f_credentials referencing old table as changed
  for each statement execute function form_changed('credentials');

-- 年检/检验记录
create table f_credentials_inspections (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_credentials on delete cascade,
  row_no integer not null,
  inspect_date date, -- 年检日期
  inspect_org text, -- 办理机构
  conclusion text, -- 结论
  next_date date, -- 下次日期
  fee numeric(18,2), -- 费用
  report jsonb -- 报告
);
create index f_credentials_inspections_parent_idx on f_credentials_inspections (parent_id, row_no);
