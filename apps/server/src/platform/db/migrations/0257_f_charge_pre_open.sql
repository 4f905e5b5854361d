-- 物业预开票 (chargePreOpen): drafted from its definition.

create table f_charge_pre_open (
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
  community bigint, -- 小区
  customer_type text, -- 客户类型
  main_room bigint, -- 主房间
  payer_name text, -- 缴费人
  payer_phone text, -- 联系电话
  seller_unit text, -- 开票主体
  invoice_kind text, -- 发票种类
  buyer_title text, -- 发票抬头
  buyer_tax_no text, -- 纳税人识别号
  buyer_address text, -- 注册地址及电话
  buyer_bank text, -- 开户行及账号
  pre_reason text, -- 预开原因
  plan_pay_date date, -- 承诺付款日期
  pay_mode text, -- 预计付款方式
  promise_file jsonb, -- 付款承诺书/盖章账单
  old_unpaid numeric(18,2), -- 该客户以往欠费
  open_unpaid numeric(18,2), -- 该客户已预开未回款
  receive_email text, -- 收票邮箱
  invoice_remark text, -- 发票备注栏内容
  total_amount numeric(18,2), -- 开票总额
  total_net numeric(18,2), -- 不含税总额
  total_tax numeric(18,2), -- 税额合计
  risk_amount numeric(18,2), -- 预开后应收风险额
  unpaid_amount numeric(18,2), -- 未回款金额
  invoice_no text, -- 发票号码
  invoice_code text, -- 发票代码(纸质)
  invoice_date date, -- 开票日期
  invoice_file jsonb, -- 发票文件
  received_date date, -- 回款日期
  received_amount numeric(18,2), -- 回款金额
  receive_voucher jsonb, -- 回款凭证
  unpaid_handle text -- 未回款处理
);

create index f_charge_pre_open_applicant_created_at_id_idx on f_charge_pre_open (applicant, created_at, id);
create index f_charge_pre_open_status_created_at_id_idx on f_charge_pre_open (status, created_at, id);
create index f_charge_pre_open_applicant_dept_created_at_id_idx on f_charge_pre_open (applicant_dept, created_at, id);
create index f_charge_pre_open_created_at_id_idx on f_charge_pre_open (created_at, id);
create index f_charge_pre_open_community_idx on f_charge_pre_open (community);
create index f_charge_pre_open_invoice_date_idx on f_charge_pre_open (invoice_date);
create index f_charge_pre_open_plan_pay_date_idx on f_charge_pre_open (plan_pay_date);
create unique index f_charge_pre_open_invoice_no_live on f_charge_pre_open (invoice_no) where status in ('running', 'returned', 'approved');

create trigger f_charge_pre_open_added after insert on f_charge_pre_open referencing new table as changed
  for each statement execute function form_changed('chargePreOpen');
create trigger f_charge_pre_open_changed after update on f_charge_pre_open referencing new table as changed
  for each statement execute function form_changed('chargePreOpen');
create trigger f_charge_pre_open_removed after delete on f_charge_pre_open referencing old table as changed
  for each statement execute function form_changed('chargePreOpen');

-- 开票明细
create table f_charge_pre_open_lines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_charge_pre_open on delete cascade,
  row_no integer not null,
  room bigint, -- 房间
  fee bigint, -- 收费项目
  bill bigint, -- 账单
  fee_from text, -- 费用起月
  fee_to text, -- 费用止月
  tax_name text, -- 税目名称
  amount numeric(18,2), -- 开票金额(含税)
  tax_rate numeric(12,4), -- 税率
  net_amount numeric(18,2), -- 不含税金额
  tax_amount numeric(18,2) -- 税额
);
create index f_charge_pre_open_lines_parent_idx on f_charge_pre_open_lines (parent_id, row_no);
