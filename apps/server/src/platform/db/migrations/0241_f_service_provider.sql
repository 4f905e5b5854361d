-- 服务商登记 (serviceProvider): drafted from its definition.

create table f_service_provider (
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
  provider_name text, -- 单位名称
  credit_code text, -- 统一社会信用代码
  provider_kind text, -- 服务商类别
  nature text, -- 企业性质
  agent_proof jsonb, -- 授权代理书
  reg_capital numeric(18,2), -- 注册资本（万元）
  found_date date, -- 成立日期
  legal_person text, -- 法定代表人
  legal_id text, -- 法人身份证号
  controller text, -- 实际控制人
  taxpayer text, -- 纳税人类型
  invoice_rate numeric(12,4), -- 可开票税率
  contact_man text, -- 业务联系人
  contact_phone text, -- 联系电话
  email text, -- 接收标书邮箱
  bank_name text, -- 开户行
  bank_account text, -- 银行账号
  bank_no text, -- 联行号
  staff_count integer, -- 员工人数（人）
  last_revenue numeric(18,2), -- 上年营业收入（万元）
  debt_rate numeric(12,4), -- 资产负债率
  supply_region text, -- 服务区域
  credit_query jsonb, -- 失信与行贿查询截图
  dishonest boolean, -- 列入失信或经营异常
  introduce_way text, -- 引入方式
  cert_count integer, -- 证照数（项）
  expired_count integer, -- 过期证照数（项）
  achievement_total numeric(18,2), -- 业绩合计（万元）
  verify_result jsonb, -- 证照核验
  duplicate_check text, -- 关联企业查重
  related_provider bigint, -- 关联单位
  account_verified boolean, -- 账户已电话核实
  finance_opinion text, -- 财务状况意见
  need_visit boolean, -- 需实地考察
  tech_opinion text -- 技术能力意见
);

create index f_service_provider_applicant_created_at_id_idx on f_service_provider (applicant, created_at, id);
create index f_service_provider_status_created_at_id_idx on f_service_provider (status, created_at, id);
create index f_service_provider_applicant_dept_created_at_id_idx on f_service_provider (applicant_dept, created_at, id);
create index f_service_provider_created_at_id_idx on f_service_provider (created_at, id);
create unique index f_service_provider_provider_name_live on f_service_provider (provider_name) where status in ('running', 'returned', 'approved');
create unique index f_service_provider_credit_code_live on f_service_provider (credit_code) where status in ('running', 'returned', 'approved');

create trigger f_service_provider_added after insert on f_service_provider referencing new table as changed
  for each statement execute function form_changed('serviceProvider');
create trigger f_service_provider_changed after update on f_service_provider referencing new table as changed
  for each statement execute function form_changed('serviceProvider');
create trigger f_service_provider_removed after delete on f_service_provider referencing old table as changed
  for each statement execute function form_changed('serviceProvider');

-- 资质证照
create table f_service_provider_certificates (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_service_provider on delete cascade,
  row_no integer not null,
  cert_kind text, -- 证照
  cert_no text, -- 证号
  cert_level text, -- 等级
  cert_expire date, -- 有效期至
  cert_file jsonb, -- 扫描件
  is_license integer, -- 营业执照数
  is_safety integer, -- 安全许可数
  expired integer -- 已过期
);
create index f_service_provider_certificates_parent_idx on f_service_provider_certificates (parent_id, row_no);

-- 同类业绩
create table f_service_provider_achievements (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_service_provider on delete cascade,
  row_no integer not null,
  work_name text, -- 项目名称
  work_owner text, -- 业主及电话
  work_amount numeric(18,2), -- 合同额（万元）
  work_year integer, -- 完成年份
  work_proof jsonb -- 合同或验收证明
);
create index f_service_provider_achievements_parent_idx on f_service_provider_achievements (parent_id, row_no);
