-- 检测外包合同 (detection): drafted from its definition.

create table f_detection (
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
  supplier bigint, -- 供应商
  detect_purpose text, -- 检测性质
  agency_qualify text[], -- 机构资质
  qualify_no text, -- 资质证书编号
  qualify_expire date, -- 资质有效期至
  pick_reason text, -- 选定方式
  service_start date, -- 服务开始
  service_end date, -- 服务结束
  need_stop boolean, -- 检测需停机
  stop_hours numeric(20,1), -- 停机时长（h）
  our_cooperate text, -- 我方配合内容
  report_days integer, -- 出具报告时限（工作日）
  report_copies integer, -- 报告份数（份）
  retest_free boolean, -- 首次复检免费
  travel_fee numeric(18,2), -- 差旅及进场费（元）
  tax_rate numeric(12,4), -- 税率
  pay_way text, -- 付款方式
  fee_bearer text, -- 费用承担
  agency_files jsonb, -- 报价单与资质
  contract_amount numeric(18,2), -- 合同金额（元）
  item_count integer, -- 检测数量（台件）
  tax_amount numeric(18,2), -- 税额（元）
  site_window text, -- 可安排检测时段
  miss_item text, -- 漏检项核对
  sign_date date, -- 签订日期
  signed_file jsonb -- 盖章合同
);

create index f_detection_applicant_created_at_id_idx on f_detection (applicant, created_at, id);
create index f_detection_status_created_at_id_idx on f_detection (status, created_at, id);
create index f_detection_applicant_dept_created_at_id_idx on f_detection (applicant_dept, created_at, id);
create index f_detection_created_at_id_idx on f_detection (created_at, id);
create index f_detection_project_created_at_id_idx on f_detection (project, created_at, id);
create index f_detection_supplier_idx on f_detection (supplier);
create index f_detection_service_end_idx on f_detection (service_end);

create trigger f_detection_added after insert on f_detection referencing new table as changed
  for each statement execute function form_changed('detection');
create trigger f_detection_changed after update on f_detection referencing new table as changed
  for each statement execute function form_changed('detection');
create trigger f_detection_removed after delete on f_detection referencing old table as changed
  for each statement execute function form_changed('detection');

-- 检测项目
create table f_detection_detect_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_detection on delete cascade,
  row_no integer not null,
  detect_item text, -- 检测项
  object text, -- 被检设备或位置
  reg_no text, -- 设备注册或出厂编号
  last_date date, -- 上次检测日期
  due_date date, -- 到期日期
  quantity integer, -- 数量
  unit_price numeric(18,2), -- 单价（元）
  item_amount numeric(18,2), -- 金额
  date_wrong integer -- 日期颠倒
);
create index f_detection_detect_items_parent_idx on f_detection_detect_items (parent_id, row_no);
