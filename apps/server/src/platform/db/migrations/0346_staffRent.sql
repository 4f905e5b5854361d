-- 员工租房: leases, what was paid on them and who lives where, then the form. A house is let once at a time, a period of a fee paid once,
-- and nobody lives in two places.
-- 租赁台账 (rentLease): drafted from its definition.
create table b_rent_lease (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  lease_no text, -- 租赁台账编号
  project text, -- 项目
  house_address text, -- 房屋地址
  layout text, -- 户型
  house_area numeric(20,2), -- 建筑面积（m²）
  landlord text, -- 房东/出租方
  landlord_phone text, -- 房东电话
  payee_account text, -- 收款开户行及账号
  lease_start date, -- 租期开始
  lease_end date, -- 租期结束
  month_rent numeric(18,2), -- 月租金（元/月）
  pay_cycle text, -- 付款方式
  paid_to date, -- 租金已付至
  deposit numeric(18,2), -- 已付押金（元）
  deposit_left numeric(18,2), -- 未收回押金（元）
  later_records integer, -- 后续单据（张）
  state text, -- 状态
  ended_on date, -- 退租日期
  keeper bigint, -- 经办人
  document text -- 新租单号
);
create index b_rent_lease_source_module_source_id_idx on b_rent_lease (source_module, source_id);
create index b_rent_lease_project_idx on b_rent_lease (project);
create index b_rent_lease_lease_end_idx on b_rent_lease (lease_end);
create index b_rent_lease_keeper_idx on b_rent_lease (keeper);
create unique index b_rent_lease_lease_no_standing on b_rent_lease (lease_no) where not voided;
alter table b_rent_lease add constraint b_rent_lease_limit_1
  check (coalesce(deposit_left, 0) >= 0 and coalesce(deposit_left, 0) <= greatest(coalesce(deposit, 0), 0));
alter table b_rent_lease add constraint b_rent_lease_in_use
  check (not voided or coalesce(later_records, 0) = 0);
alter table b_rent_lease add constraint b_rent_lease_house exclude using gist
  (regexp_replace(house_address, '\s', '', 'g') with =, daterange(lease_start, lease_end, '[]') with &&)
  where (not voided and state <> '已退租');

-- 住宿支付台账 (rentPayment): drafted from its definition.
create table b_rent_payment (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  lease bigint, -- 租约
  house_address text, -- 房屋地址
  fee_kind text, -- 费用项
  period_start date, -- 期间起
  period_end date, -- 期间止
  amount numeric(18,2), -- 应付金额（元）
  self_amount numeric(18,2), -- 其中个人承担（元）
  pay_date date, -- 付款日
  state text, -- 状态
  document text -- 单号
);
create index b_rent_payment_source_module_source_id_idx on b_rent_payment (source_module, source_id);
create index b_rent_payment_project_idx on b_rent_payment (project);
create index b_rent_payment_lease_idx on b_rent_payment (lease);
create index b_rent_payment_period_start_idx on b_rent_payment (period_start);
create index b_rent_payment_pay_date_idx on b_rent_payment (pay_date);
alter table b_rent_payment add constraint b_rent_payment_once exclude using gist
  (regexp_replace(house_address, '\s', '', 'g') with =, fee_kind with =, daterange(period_start, period_end, '[]') with &&)
  where (not voided);

-- 宿舍入住登记 (dormitoryStay): drafted from its definition.
create table b_dormitory_stay (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  occupant bigint, -- 员工
  project text, -- 项目
  lease bigint, -- 租约
  house_address text, -- 房屋地址
  stay_from date, -- 入住日期
  stay_to date, -- 退宿日期
  self_share numeric(18,2), -- 个人承担（元/月）
  document text -- 单号
);
create index b_dormitory_stay_source_module_source_id_idx on b_dormitory_stay (source_module, source_id);
create index b_dormitory_stay_occupant_idx on b_dormitory_stay (occupant);
create index b_dormitory_stay_project_idx on b_dormitory_stay (project);
create index b_dormitory_stay_lease_idx on b_dormitory_stay (lease);
create index b_dormitory_stay_stay_from_idx on b_dormitory_stay (stay_from);
alter table b_dormitory_stay add constraint b_dormitory_stay_person exclude using gist
  (occupant with =, daterange(stay_from, stay_to, '[]') with &&) where (not voided);

-- 应收保证金台账 (depositReceivable): its definition changed.
alter table b_deposit_receivable add column withheld numeric(18,2); -- 已被扣除（元）
alter table b_deposit_receivable add constraint b_deposit_receivable_limit_1
  check (coalesce(returned, 0) >= 0 and coalesce(withheld, 0) >= 0
    and coalesce(returned, 0) + coalesce(withheld, 0) <= greatest(coalesce(amount, 0), 0));

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
  leave_date date, -- 退租日期
  house_address text, -- 房屋地址
  distance numeric(20,1), -- 距项目机房距离（km）
  layout text, -- 户型
  house_area numeric(20,2), -- 建筑面积（m²）
  landlord text, -- 房东/出租方
  landlord_phone text, -- 房东电话
  payee_account text, -- 收款开户行及账号
  account_proof jsonb, -- 收款账户变更证明
  lease_start date, -- 租期开始
  lease_end date, -- 租期结束
  month_rent numeric(18,2), -- 月租金（元/月）
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
  pay_account bigint, -- 我方账户
  paid_amount numeric(18,2), -- 实付金额
  bank_serial text, -- 付款银行流水号
  short_reason text, -- 少付原因
  received_amount numeric(18,2), -- 实收退回押金
  receipt_serial text, -- 收款银行流水号
  pay_voucher jsonb -- 付款回单
);

create index f_staff_rent_applicant_created_at_id_idx on f_staff_rent (applicant, created_at, id);
create index f_staff_rent_status_created_at_id_idx on f_staff_rent (status, created_at, id);
create index f_staff_rent_applicant_dept_created_at_id_idx on f_staff_rent (applicant_dept, created_at, id);
create index f_staff_rent_created_at_id_idx on f_staff_rent (created_at, id);
create index f_staff_rent_project_created_at_id_idx on f_staff_rent (project, created_at, id);
create index f_staff_rent_lease_end_idx on f_staff_rent (lease_end);
create index f_staff_rent_period_start_idx on f_staff_rent (period_start);
create unique index f_staff_rent_bank_serial_live on f_staff_rent (bank_serial) where status in ('running', 'returned', 'approved');
create unique index f_staff_rent_receipt_serial_live on f_staff_rent (receipt_serial) where status in ('running', 'returned', 'approved');

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
