-- 合资协议 (joinVentureAgreement): drafted from its definition.

create table f_join_venture_agreement (
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
  consult_project bigint, -- 咨询项目
  venture_name text, -- 合资公司名称
  venture_form text, -- 合作形式
  invest_review bigint, -- 投资评审单
  reg_capital numeric(18,2), -- 注册资本（元）
  reg_address text, -- 注册地
  business_scope text, -- 经营范围
  venture_years integer, -- 经营期限（年）
  control_kind text, -- 控制方式
  board_seats integer, -- 董事席位（席）
  our_seats integer, -- 我方董事席位（席）
  key_posts text[], -- 我方派出岗位
  veto_items text, -- 一票否决事项
  profit_rule text, -- 利润分配
  prior_return numeric(12,4), -- 优先回报率
  exit_ways text[], -- 退出方式
  buyback_rate numeric(12,4), -- 回购年化收益率
  operate_right text, -- 能源站运营权归属
  non_compete_years integer, -- 竞业限制年限（年）
  draft_text jsonb, -- 协议与章程草案
  subscribed_total numeric(18,2), -- 认缴合计（元）
  our_total numeric(18,2), -- 我方认缴合计（元）
  ratio_total numeric(12,4), -- 持股比例合计
  our_ratio_total numeric(12,4), -- 我方持股比例
  non_cash_rate numeric(12,4), -- 非货币出资占比
  plan_total numeric(18,2), -- 实缴计划合计（元）
  legal_opinion text, -- 法律意见
  antitrust boolean, -- 需经营者集中申报
  merge_opinion text, -- 并表与税务意见
  appraisal jsonb, -- 非货币资产评估报告
  sign_date date, -- 签署日期
  signed_file jsonb, -- 签署件
  venture_code text, -- 合资公司信用代码
  license_date date -- 营业执照日期
);

create index f_join_venture_agreement_applicant_created_at_id_idx on f_join_venture_agreement (applicant, created_at, id);
create index f_join_venture_agreement_status_created_at_id_idx on f_join_venture_agreement (status, created_at, id);
create index f_join_venture_agreement_applicant_dept_created_at_id_idx on f_join_venture_agreement (applicant_dept, created_at, id);
create index f_join_venture_agreement_created_at_id_idx on f_join_venture_agreement (created_at, id);
create index f_join_venture_agreement_sign_date_idx on f_join_venture_agreement (sign_date);

create trigger f_join_venture_agreement_added after insert on f_join_venture_agreement referencing new table as changed
  for each statement execute function form_changed('joinVentureAgreement');
create trigger f_join_venture_agreement_changed after update on f_join_venture_agreement referencing new table as changed
  for each statement execute function form_changed('joinVentureAgreement');
create trigger f_join_venture_agreement_removed after delete on f_join_venture_agreement referencing old table as changed
  for each statement execute function form_changed('joinVentureAgreement');

-- 股东与出资
create table f_join_venture_agreement_parties (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_join_venture_agreement on delete cascade,
  row_no integer not null,
  party_name text, -- 股东
  party_side text, -- 归属
  credit_code text, -- 统一社会信用代码
  capital_form text, -- 出资方式
  subscribed numeric(18,2), -- 认缴额（元）
  ratio numeric(12,4), -- 持股比例
  our_subscribed numeric(18,2), -- 我方认缴
  our_ratio numeric(12,4), -- 我方持股
  non_cash numeric(18,2) -- 非货币出资
);
create index f_join_venture_agreement_parties_parent_idx on f_join_venture_agreement_parties (parent_id, row_no);

-- 我方实缴计划
create table f_join_venture_agreement_instalments (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_join_venture_agreement on delete cascade,
  row_no integer not null,
  batch_no integer, -- 期次
  pay_deadline date, -- 缴付期限
  pay_amount numeric(18,2), -- 缴付金额（元）
  pay_condition text -- 缴付前提
);
create index f_join_venture_agreement_instalments_parent_idx on f_join_venture_agreement_instalments (parent_id, row_no);
