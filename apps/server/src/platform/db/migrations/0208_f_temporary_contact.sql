-- 临时用能联系单 (temporaryContact): drafted from its definition.

create table f_temporary_contact (
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
  contact_type text, -- 用能类型
  apply_unit text, -- 申请单位
  apply_person text, -- 客户联系人
  apply_phone text, -- 联系电话
  receive_time timestamptz, -- 收到申请时间
  receive_way text, -- 提出方式
  use_area text, -- 用能区域
  use_square numeric(20,2), -- 用能面积（m²）
  people_count integer, -- 预计人数（人）
  target_temp numeric(20,1), -- 要求室温（℃）
  settle_way text, -- 计费方式
  hour_price numeric(18,2), -- 每小时单价（元/h）
  area_hour_price numeric(18,4), -- 面积小时单价（元/m²·h）
  energy_price numeric(18,4), -- 计量单价（元/kWh）
  hosts_needed integer, -- 需开主机台数（台）
  duty_staff bigint[], -- 加班值守人员
  contact_file jsonb, -- 客户联系单原件
  plan_total_hours numeric(20,1), -- 计划总时长（h）
  hours_diff numeric(20,1), -- 实际与计划时长差（h）
  estimate_fee numeric(18,2), -- 预计费用（元）
  actual_fee numeric(18,2), -- 实际费用（元）
  operate_note text, -- 运行安排
  supply_result text, -- 供应结果
  result_note text, -- 情况说明
  actual_start timestamptz, -- 首次实际供应时间
  actual_total_hours numeric(20,1), -- 实际总时长（h）
  actual_kwh numeric(20,1), -- 实际冷热量（kWh）
  room_temp_measured numeric(20,1), -- 实测室温（℃）
  customer_sign jsonb, -- 客户签字
  sign_date date, -- 签认日期
  settle_month text -- 计入结算月份
);

create index f_temporary_contact_applicant_created_at_id_idx on f_temporary_contact (applicant, created_at, id);
create index f_temporary_contact_status_created_at_id_idx on f_temporary_contact (status, created_at, id);
create index f_temporary_contact_applicant_dept_created_at_id_idx on f_temporary_contact (applicant_dept, created_at, id);
create index f_temporary_contact_created_at_id_idx on f_temporary_contact (created_at, id);
create index f_temporary_contact_project_created_at_id_idx on f_temporary_contact (project, created_at, id);
create index f_temporary_contact_contract_idx on f_temporary_contact (contract);
create index f_temporary_contact_receive_time_idx on f_temporary_contact (receive_time);
create index f_temporary_contact_settle_month_idx on f_temporary_contact (settle_month);

create trigger f_temporary_contact_added after insert on f_temporary_contact referencing new table as changed
  for each statement execute function form_changed('temporaryContact');
create trigger f_temporary_contact_changed after update on f_temporary_contact referencing new table as changed
  for each statement execute function form_changed('temporaryContact');
create trigger f_temporary_contact_removed after delete on f_temporary_contact referencing old table as changed
  for each statement execute function form_changed('temporaryContact');

-- 用能时段
create table f_temporary_contact_sessions (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_temporary_contact on delete cascade,
  row_no integer not null,
  use_date date, -- 日期
  plan_from timestamptz, -- 计划开始
  plan_to timestamptz, -- 计划结束
  plan_hours numeric(20,1), -- 计划时长（h）
  day_kind text, -- 日期类别
  session_note text -- 活动内容
);
create index f_temporary_contact_sessions_parent_idx on f_temporary_contact_sessions (parent_id, row_no);
