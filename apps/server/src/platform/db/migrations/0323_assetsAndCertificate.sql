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
  in_stock integer, -- 在库份数（份）
  copies integer, -- 份数（份）
  need_return boolean -- 是否需归还
);
create index f_credentials_borrow_items_parent_idx on f_credentials_borrow_items (parent_id, row_no);

-- 归还清点
create table f_credentials_borrow_returns (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_credentials_borrow on delete cascade,
  row_no integer not null,
  return_credential bigint, -- 证件
  return_form text, -- 原件
  back_copies integer, -- 归还份数（份）
  lost_copies integer -- 遗失份数（份）
);
create index f_credentials_borrow_returns_parent_idx on f_credentials_borrow_returns (parent_id, row_no);
