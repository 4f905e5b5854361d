-- 补充协议 (supplementaryAgreement): drafted from its definition.

create table f_supplementary_agreement (
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
  contract_side text, -- 合同方向
  agree_no integer, -- 第几次补充
  change_kinds text[], -- 变更类型
  reason text, -- 变更原因
  effect_date date, -- 生效日期
  retroactive boolean, -- 追溯执行
  retro_from date, -- 追溯起始日
  old_amount numeric(18,2), -- 原合同额（元）
  done_amount numeric(18,2), -- 已结算金额（元）
  old_end date, -- 原到期日
  new_end date, -- 变更后到期日
  new_party text, -- 变更后主体
  new_party_code text, -- 变更后主体信用代码
  negotiation text, -- 协商经过
  proofs jsonb, -- 变更依据
  agree_text jsonb, -- 协议文本
  change_amount numeric(18,2), -- 变更金额（元）
  new_amount numeric(18,2), -- 变更后合同额（元）
  change_rate numeric(12,4), -- 变更幅度
  legal_opinion text, -- 法务意见
  settle_handle text, -- 已结算部分处理
  finance_opinion text, -- 财务意见
  sign_date date, -- 签订日期
  signed_file jsonb -- 双方盖章件
);

create index f_supplementary_agreement_applicant_created_at_id_idx on f_supplementary_agreement (applicant, created_at, id);
create index f_supplementary_agreement_status_created_at_id_idx on f_supplementary_agreement (status, created_at, id);
create index f_supplementary_agreement_applicant_dept_created_at_id_idx on f_supplementary_agreement (applicant_dept, created_at, id);
create index f_supplementary_agreement_created_at_id_idx on f_supplementary_agreement (created_at, id);
create index f_supplementary_agreement_project_created_at_id_idx on f_supplementary_agreement (project, created_at, id);
create index f_supplementary_agreement_contract_idx on f_supplementary_agreement (contract);
create index f_supplementary_agreement_effect_date_idx on f_supplementary_agreement (effect_date);

create trigger f_supplementary_agreement_added after insert on f_supplementary_agreement referencing new table as changed
  for each statement execute function form_changed('supplementaryAgreement');
create trigger f_supplementary_agreement_changed after update on f_supplementary_agreement referencing new table as changed
  for each statement execute function form_changed('supplementaryAgreement');
create trigger f_supplementary_agreement_removed after delete on f_supplementary_agreement referencing old table as changed
  for each statement execute function form_changed('supplementaryAgreement');

-- 条款变更
create table f_supplementary_agreement_clauses (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_supplementary_agreement on delete cascade,
  row_no integer not null,
  clause_no text, -- 原条款号
  clause_item text, -- 条款内容
  before text, -- 变更前
  after text -- 变更后
);
create index f_supplementary_agreement_clauses_parent_idx on f_supplementary_agreement_clauses (parent_id, row_no);

-- 金额变化
create table f_supplementary_agreement_amounts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_supplementary_agreement on delete cascade,
  row_no integer not null,
  amount_item text, -- 项目
  before_qty numeric(20,2), -- 原数量
  before_price numeric(18,4), -- 原单价
  after_qty numeric(20,2), -- 现数量
  after_price numeric(18,4), -- 现单价
  diff_amount numeric(18,2) -- 差额
);
create index f_supplementary_agreement_amounts_parent_idx on f_supplementary_agreement_amounts (parent_id, row_no);
