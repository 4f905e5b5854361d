-- 停用申请 (suspend): drafted from its definition.

create table f_suspend (
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
  community bigint, -- 小区
  room bigint, -- 房间
  source text, -- 申请来源
  apply_type text, -- 申请类型
  owner_name text, -- 业主姓名/单位
  owner_phone text, -- 联系电话
  handler_name text, -- 经办人(非业主)
  use_area numeric(20,2), -- 计费面积（m²）
  fee bigint, -- 停用收费项目
  charge_way text, -- 计费方式
  season text, -- 停用季节
  reason text, -- 停用原因
  start_date date, -- 停用/恢复起日
  end_date date, -- 停用止日
  unit_price numeric(18,4), -- 收费单价(每收费季)（元/m²·季）
  season_days integer, -- 收费季总天数（天）
  keep_rate numeric(12,4), -- 停用基本费比例
  arrears numeric(18,2), -- 申请时欠费
  prepaid numeric(18,2), -- 账户预存余额
  know_rule boolean, -- 已告知停用规则
  id_files jsonb, -- 身份证/产权证明
  owner_sign jsonb, -- 业主签字
  stop_days integer, -- 停用天数（天）
  full_fee numeric(18,2), -- 停用期全额费用
  keep_fee numeric(18,2), -- 停用期基本费
  reduce_fee numeric(18,2), -- 预计减收
  bill_reduce numeric(18,2), -- 账单减免合计
  info_checked text, -- 房屋与身份核对
  arrears_handle text, -- 欠费处理
  visit_time timestamptz, -- 上门时间
  valve_action text, -- 阀门操作
  seal_no text, -- 铅封号
  heat_reading numeric(20,3), -- 冷热量表读数（kWh）
  site_photos jsonb, -- 现场照片
  check_result text, -- 核查结论
  check_note text, -- 核查说明
  adjust_mode text, -- 账单处理
  adjust_amount numeric(18,2), -- 实际减免金额
  notify_owner text -- 通知业主方式
);

create index f_suspend_applicant_created_at_id_idx on f_suspend (applicant, created_at, id);
create index f_suspend_status_created_at_id_idx on f_suspend (status, created_at, id);
create index f_suspend_applicant_dept_created_at_id_idx on f_suspend (applicant_dept, created_at, id);
create index f_suspend_created_at_id_idx on f_suspend (created_at, id);
create index f_suspend_project_created_at_id_idx on f_suspend (project, created_at, id);
create index f_suspend_community_idx on f_suspend (community);
create index f_suspend_room_idx on f_suspend (room);
create index f_suspend_start_date_idx on f_suspend (start_date);

create trigger f_suspend_added after insert on f_suspend referencing new table as changed
  for each statement execute function form_changed('suspend');
create trigger f_suspend_changed after update on f_suspend referencing new table as changed
  for each statement execute function form_changed('suspend');
create trigger f_suspend_removed after delete on f_suspend referencing old table as changed
  for each statement execute function form_changed('suspend');

-- 受影响账单
create table f_suspend_bills (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_suspend on delete cascade,
  row_no integer not null,
  bill bigint, -- 账单
  bill_month text, -- 账期
  bill_amount numeric(18,2), -- 原账单金额
  paid numeric(18,2), -- 已缴金额
  bill_stop_days integer, -- 本期停用天数（天）
  bill_days integer, -- 本期总天数（天）
  reduce_rate numeric(12,4), -- 减免比例
  reduce numeric(18,2), -- 减免金额
  after_amount numeric(18,2) -- 调整后金额
);
create index f_suspend_bills_parent_idx on f_suspend_bills (parent_id, row_no);
