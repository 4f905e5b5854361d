-- 战略协议 (strategicAgreement): drafted from its definition.

create table f_strategic_agreement (
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
  partner text, -- 战略伙伴
  partner_provider bigint, -- 对应服务商
  partner_type text, -- 伙伴类型
  direction text, -- 合作方向
  region text, -- 适用区域
  start_date date, -- 生效日期
  end_date date, -- 到期日期
  years numeric(20,1), -- 协议年限（年）
  exclusive boolean, -- 排他条款
  exclusive_scope text, -- 排他范围
  price_basis text, -- 定价机制
  index_name text, -- 联动指数
  adjust_trigger numeric(12,4), -- 调价触发幅度
  year_commit numeric(18,2), -- 年承诺采购或服务额（元/年）
  settle_days integer, -- 结算账期（天）
  credit_line numeric(18,2), -- 授信额度（元）
  response_hours integer, -- 承诺响应时间（h）
  auto_renew boolean, -- 自动续期
  secret_years integer, -- 保密年限（年）
  agreement_text jsonb, -- 协议文本
  commit_total numeric(18,2), -- 承诺总额（元）
  avg_discount numeric(12,4), -- 平均折扣
  item_count integer, -- 价目数（项）
  market_compare text, -- 市场比价结论
  legal_opinion text, -- 法务意见
  sign_date date, -- 签署日期
  signed_file jsonb -- 签署件
);

create index f_strategic_agreement_applicant_created_at_id_idx on f_strategic_agreement (applicant, created_at, id);
create index f_strategic_agreement_status_created_at_id_idx on f_strategic_agreement (status, created_at, id);
create index f_strategic_agreement_applicant_dept_created_at_id_idx on f_strategic_agreement (applicant_dept, created_at, id);
create index f_strategic_agreement_created_at_id_idx on f_strategic_agreement (created_at, id);
create index f_strategic_agreement_start_date_idx on f_strategic_agreement (start_date);
create index f_strategic_agreement_end_date_idx on f_strategic_agreement (end_date);

create trigger f_strategic_agreement_added after insert on f_strategic_agreement referencing new table as changed
  for each statement execute function form_changed('strategicAgreement');
create trigger f_strategic_agreement_changed after update on f_strategic_agreement referencing new table as changed
  for each statement execute function form_changed('strategicAgreement');
create trigger f_strategic_agreement_removed after delete on f_strategic_agreement referencing old table as changed
  for each statement execute function form_changed('strategicAgreement');

-- 协议价目
create table f_strategic_agreement_price_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_strategic_agreement on delete cascade,
  row_no integer not null,
  category text, -- 品类
  product text, -- 产品或服务
  list_price numeric(18,4), -- 目录价（元）
  discount numeric(12,4), -- 协议折扣
  agreed_price numeric(18,4) -- 协议价
);
create index f_strategic_agreement_price_items_parent_idx on f_strategic_agreement_price_items (parent_id, row_no);

-- 返利阶梯
create table f_strategic_agreement_rebates (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_strategic_agreement on delete cascade,
  row_no integer not null,
  tier_from numeric(18,2), -- 年采购额起（元）
  tier_to numeric(18,2), -- 年采购额止（元）
  rebate_rate numeric(12,4), -- 返利比例
  tier_wrong integer -- 阶梯颠倒
);
create index f_strategic_agreement_rebates_parent_idx on f_strategic_agreement_rebates (parent_id, row_no);
