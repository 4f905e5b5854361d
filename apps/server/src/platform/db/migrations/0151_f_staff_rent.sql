-- 员工租房 (staffRent): drafted from its definition.

create table f_staff_rent (
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
  apply_type text, -- 申请类型
  lease bigint, -- 租赁合同
  house_address text, -- 房屋地址
  distance numeric(20,1), -- 距项目机房距离（km）
  layout text, -- 户型
  house_area numeric(20,2), -- 建筑面积（m²）
  landlord text, -- 房东/出租方
  landlord_phone text, -- 房东电话
  payee_account text, -- 收款开户行及账号
  lease_start date, -- 租期开始
  lease_end date, -- 租期结束
  month_rent numeric(18,2), -- 月租金
  pay_cycle text, -- 付款方式
  deposit numeric(18,2), -- 本次押金
  agent_fee numeric(18,2), -- 中介费
  period_start date, -- 本次费用期间起
  period_end date, -- 本次费用期间止
  pay_months numeric(20,1), -- 本次支付月数（月）
  per_standard numeric(18,2), -- 人均住宿标准（元/人·月）
  invoice_type text, -- 票据类型
  deposit_back numeric(18,2), -- 应退押金
  damage_fee numeric(18,2), -- 扣除损坏赔偿
  contract_files jsonb, -- 租赁合同与房产证明
  occupant_count integer, -- 入住人数（人）
  rent_amount numeric(18,2), -- 本次租金
  utility_amount numeric(18,2), -- 水电及其他合计
  self_total numeric(18,2), -- 个人承担合计
  pay_total numeric(18,2), -- 本次应付合计
  company_cost numeric(18,2), -- 公司承担成本
  per_rent numeric(18,2), -- 人均月租金（元/人·月）
  back_total numeric(18,2), -- 退租应收回
  house_check text[], -- 房屋安全检查
  lease_no text, -- 租赁台账编号
  cost_subject text, -- 成本科目
  no_invoice_tax numeric(18,2), -- 无票税费承担
  pay_date date, -- 付款日期
  paid_amount numeric(18,2), -- 实付金额
  pay_voucher jsonb -- 付款回单
);

create index f_staff_rent_applicant_created_at_id_idx on f_staff_rent (applicant, created_at, id);
create index f_staff_rent_status_created_at_id_idx on f_staff_rent (status, created_at, id);
create index f_staff_rent_applicant_dept_created_at_id_idx on f_staff_rent (applicant_dept, created_at, id);
create index f_staff_rent_created_at_id_idx on f_staff_rent (created_at, id);
create index f_staff_rent_project_created_at_id_idx on f_staff_rent (project, created_at, id);
create index f_staff_rent_lease_end_idx on f_staff_rent (lease_end);
create index f_staff_rent_period_start_idx on f_staff_rent (period_start);

create trigger f_staff_rent_added after insert on f_staff_rent referencing new table as changed
  for each statement execute function form_changed('staffRent');
create trigger f_staff_rent_changed after update on f_staff_rent referencing new table as changed
  for each statement execute function form_changed('staffRent');
create trigger f_staff_rent_removed after delete on f_staff_rent referencing old table as changed
  for each statement execute function form_changed('staffRent');

-- 入住人员
create table f_staff_rent_occupants (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_staff_rent on delete cascade,
  row_no integer not null,
  occupant bigint, -- 员工
  stay_from date, -- 入住日期
  stay_to date, -- 退宿日期
  self_share numeric(18,2) -- 个人承担（元/月）
);
create index f_staff_rent_occupants_parent_idx on f_staff_rent_occupants (parent_id, row_no);

-- 水电及其他费用
create table f_staff_rent_utilities (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_staff_rent on delete cascade,
  row_no integer not null,
  fee_name text, -- 费用项
  last_reading numeric(20,2), -- 上期读数
  this_reading numeric(20,2), -- 本期读数
  usage_qty numeric(20,2), -- 用量
  price numeric(18,4), -- 单价
  fixed_amount numeric(18,2), -- 固定费用
  fee_amount numeric(18,2) -- 金额
);
create index f_staff_rent_utilities_parent_idx on f_staff_rent_utilities (parent_id, row_no);
