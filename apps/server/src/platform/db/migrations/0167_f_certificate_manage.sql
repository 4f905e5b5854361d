-- 证书管理 (certificateManage): drafted from its definition.

create table f_certificate_manage (
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
  apply_type text, -- 办理类型
  holder bigint, -- 持证人
  id_no text, -- 身份证号
  position text, -- 岗位
  old_cert bigint, -- 原证书
  cert_type text, -- 证书类别
  cert_level text, -- 等级/专业
  cert_no text, -- 证书编号
  issue_org text, -- 发证机关
  first_issue date, -- 初领日期
  valid_from date, -- 有效期起
  valid_to date, -- 有效期至
  review_date date, -- 应复审日期
  for_post boolean, -- 是否本岗位上岗必需
  keep_mode text, -- 原件保管
  use_for_bid boolean, -- 可用于投标与资质申报
  train_org text, -- 培训考试机构
  train_start date, -- 培训开始日期
  train_end date, -- 培训结束日期
  pay_mode text, -- 费用承担
  service_years numeric(20,1), -- 约定服务期（年）
  front_image jsonb, -- 证书正面
  back_image jsonb, -- 证书反面
  cancel_reason text, -- 注销原因
  total_fee numeric(18,2), -- 办证费用合计
  valid_days integer, -- 有效期天数（天）
  verify_channel text, -- 核验渠道
  verify_result text, -- 核验结果
  verify_shot jsonb, -- 查询截图
  agreement_signed text, -- 服务期协议
  approved_fee numeric(18,2), -- 核定费用
  final_cert_no text, -- 归档证书编号
  final_valid_to date, -- 归档有效期至
  archive_no text -- 档案柜号
);

create index f_certificate_manage_applicant_created_at_id_idx on f_certificate_manage (applicant, created_at, id);
create index f_certificate_manage_status_created_at_id_idx on f_certificate_manage (status, created_at, id);
create index f_certificate_manage_applicant_dept_created_at_id_idx on f_certificate_manage (applicant_dept, created_at, id);
create index f_certificate_manage_created_at_id_idx on f_certificate_manage (created_at, id);
create index f_certificate_manage_project_created_at_id_idx on f_certificate_manage (project, created_at, id);
create index f_certificate_manage_holder_idx on f_certificate_manage (holder);
create index f_certificate_manage_valid_to_idx on f_certificate_manage (valid_to);
create index f_certificate_manage_review_date_idx on f_certificate_manage (review_date);

create trigger f_certificate_manage_added after insert on f_certificate_manage referencing new table as changed
  for each statement execute function form_changed('certificateManage');
create trigger f_certificate_manage_changed after update on f_certificate_manage referencing new table as changed
  for each statement execute function form_changed('certificateManage');
create trigger f_certificate_manage_removed after delete on f_certificate_manage referencing old table as changed
  for each statement execute function form_changed('certificateManage');

-- 办证费用
create table f_certificate_manage_fees (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_certificate_manage on delete cascade,
  row_no integer not null,
  fee_item text, -- 费用项
  amount numeric(18,2), -- 金额
  invoice_no text, -- 发票号码
  voucher jsonb -- 票据
);
create index f_certificate_manage_fees_parent_idx on f_certificate_manage_fees (parent_id, row_no);
