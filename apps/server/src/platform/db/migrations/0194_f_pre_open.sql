-- 预开票 (preOpen): drafted from its definition.

create table f_pre_open (
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
  pre_type text, -- 预开类型
  seller_unit text, -- 开票主体
  customer_name text, -- 客户名称
  open_kind text, -- 发票种类
  buyer_title text, -- 购方名称
  buyer_tax_no text, -- 购方税号
  buyer_address text, -- 购方地址电话
  buyer_bank text, -- 购方开户行账号
  fee_from text, -- 费用所属起月
  fee_to text, -- 费用所属止月
  pre_reason text, -- 预开原因
  promise_date date, -- 承诺回款日期
  collector bigint, -- 回款责任人
  contract_total numeric(18,2), -- 合同含税总额（元）
  contract_invoiced numeric(18,2), -- 合同已开票净额（元）
  pre_unpaid numeric(18,2), -- 已预开未回款（元）
  pre_overdue numeric(18,2), -- 其中逾期未回款（元）
  deliver_mode text, -- 交付方式
  receiver text, -- 收票人
  receiver_phone text, -- 收票人电话
  receiver_address text, -- 收票邮箱或地址
  invoice_note text, -- 发票备注栏
  promise_file jsonb, -- 付款承诺或客户开票函
  open_total numeric(18,2), -- 申请开票总额（元）
  net_total numeric(18,2), -- 不含税合计（元）
  tax_total numeric(18,2), -- 税额合计（元）
  issued_total numeric(18,2), -- 实开合计（元）
  issued_tax_total numeric(18,2), -- 实开税额（元）
  risk_amount numeric(18,2), -- 开票后未回款总额（元）
  contract_left numeric(18,2), -- 开票后合同可开余额（元）
  recover_opinion text, -- 回款可靠性
  tax_checked text, -- 税目税率与抬头核对
  tax_opinion text, -- 纳税义务时点意见
  open_done date, -- 开票完成日期
  sign_date date, -- 签收日期
  signer text, -- 签收人
  sign_file jsonb -- 签收凭证
);

create index f_pre_open_applicant_created_at_id_idx on f_pre_open (applicant, created_at, id);
create index f_pre_open_status_created_at_id_idx on f_pre_open (status, created_at, id);
create index f_pre_open_applicant_dept_created_at_id_idx on f_pre_open (applicant_dept, created_at, id);
create index f_pre_open_created_at_id_idx on f_pre_open (created_at, id);
create index f_pre_open_project_created_at_id_idx on f_pre_open (project, created_at, id);
create index f_pre_open_open_done_idx on f_pre_open (open_done);
create index f_pre_open_promise_date_idx on f_pre_open (promise_date);
create index f_pre_open_collector_idx on f_pre_open (collector);

create trigger f_pre_open_added after insert on f_pre_open referencing new table as changed
  for each statement execute function form_changed('preOpen');
create trigger f_pre_open_changed after update on f_pre_open referencing new table as changed
  for each statement execute function form_changed('preOpen');
create trigger f_pre_open_removed after delete on f_pre_open referencing old table as changed
  for each statement execute function form_changed('preOpen');

-- 开票内容
create table f_pre_open_lines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_pre_open on delete cascade,
  row_no integer not null,
  settlement bigint, -- 结算单
  uninvoiced numeric(18,2), -- 该结算未开票余额（元）
  tax_name text, -- 税收分类名称
  quantity numeric(20,2), -- 数量
  unit_name text, -- 单位
  line_amount numeric(18,2), -- 含税金额（元）
  tax_rate numeric(12,4), -- 税率
  line_net numeric(18,2), -- 不含税金额（元）
  line_tax numeric(18,2), -- 税额（元）
  over_open integer, -- 校验：超未开票余额
  no_settle integer -- 校验：未选结算单
);
create index f_pre_open_lines_parent_idx on f_pre_open_lines (parent_id, row_no);

-- 已开发票
create table f_pre_open_issued (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_pre_open on delete cascade,
  row_no integer not null,
  issued_code text, -- 发票代码
  issued_no text, -- 发票号码
  issued_key text, -- 销项发票唯一码
  issued_date date, -- 开票日期
  issued_net numeric(18,2), -- 不含税金额（元）
  issued_tax numeric(18,2), -- 税额（元）
  issued_amount numeric(18,2), -- 价税合计（元）
  issued_file jsonb -- 发票文件
);
create index f_pre_open_issued_parent_idx on f_pre_open_issued (parent_id, row_no);
