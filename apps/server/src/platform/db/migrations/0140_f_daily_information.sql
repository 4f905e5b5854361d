-- 日常资料 (dailyInformation): drafted from its definition.

create table f_daily_information (
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
  category text, -- 资料类别
  doc_name text, -- 资料名称
  doc_no text, -- 文号或编号
  doc_date date, -- 形成日期
  direction text, -- 函件方向
  counterpart text, -- 往来单位
  need_reply boolean, -- 需要回复
  reply_before date, -- 回复期限
  reply_user bigint, -- 回复经办人
  expire_date date, -- 有效期至
  energy_kind text, -- 能源种类
  pay_month text, -- 费用所属月份
  pay_amount numeric(18,2), -- 凭证金额（元）
  related_device bigint, -- 关联设备
  secrecy text, -- 密级
  keep_years text, -- 保管期限
  has_paper boolean, -- 有纸质原件
  paper_count integer, -- 纸质份数（份）
  summary text, -- 内容摘要
  file_count integer, -- 文件数（个）
  page_total integer, -- 总页数（页）
  legal_opinion text, -- 法务意见
  reply_no text, -- 回函编号
  reply_date date, -- 回函日期
  reply_file jsonb, -- 回函扫描件
  archive_no text, -- 档案号
  cabinet text, -- 存放位置（柜-层-盒）
  archive_date date -- 归档日期
);

create index f_daily_information_applicant_created_at_id_idx on f_daily_information (applicant, created_at, id);
create index f_daily_information_status_created_at_id_idx on f_daily_information (status, created_at, id);
create index f_daily_information_applicant_dept_created_at_id_idx on f_daily_information (applicant_dept, created_at, id);
create index f_daily_information_created_at_id_idx on f_daily_information (created_at, id);
create index f_daily_information_project_created_at_id_idx on f_daily_information (project, created_at, id);
create index f_daily_information_doc_date_idx on f_daily_information (doc_date);
create index f_daily_information_expire_date_idx on f_daily_information (expire_date);
create unique index f_daily_information_archive_no_live on f_daily_information (archive_no) where status in ('running', 'returned', 'approved');

create trigger f_daily_information_added after insert on f_daily_information referencing new table as changed
  for each statement execute function form_changed('dailyInformation');
create trigger f_daily_information_changed after update on f_daily_information referencing new table as changed
  for each statement execute function form_changed('dailyInformation');
create trigger f_daily_information_removed after delete on f_daily_information referencing old table as changed
  for each statement execute function form_changed('dailyInformation');

-- 文件清单
create table f_daily_information_attachments (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_daily_information on delete cascade,
  row_no integer not null,
  file_name text, -- 文件名称
  version text, -- 版本
  media_type text, -- 格式
  pages integer, -- 页数或张数（页）
  attachment jsonb, -- 文件
  original boolean -- 原件扫描
);
create index f_daily_information_attachments_parent_idx on f_daily_information_attachments (parent_id, row_no);
