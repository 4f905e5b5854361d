-- 其他外包合同 (otherSource): drafted from its definition.

create table f_other_source (
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
  supplier bigint, -- 供应商
  outsource_kind text, -- 外包类别
  license_kind text, -- 必备许可
  license_no text, -- 许可证号
  license_expire date, -- 许可证有效期
  start_date date, -- 开始日期
  end_date date, -- 结束日期
  service_months numeric(20,1), -- 服务月数（月）
  charge_way text, -- 计费方式
  social_proof text, -- 社保与工资发放凭证
  replace_days integer, -- 人员更换时限（天）
  accident_bear text, -- 工伤责任承担
  assess_way text, -- 月度考核办法
  deduct_cap numeric(12,4), -- 月考核扣款上限
  deposit numeric(18,2), -- 押金或保证金（元）
  invoice_deduct boolean, -- 可抵扣进项
  tax_rate numeric(12,4), -- 税率
  market_quotes jsonb, -- 比价资料
  contract_amount numeric(18,2), -- 合同总额（元）
  month_amount numeric(18,2), -- 月均费用（元/月）
  people_count numeric(20,2), -- 人数或数量合计
  hr_opinion text, -- 用工合规意见
  dispatch_ratio numeric(12,4), -- 派遣占比
  sign_date date, -- 签订日期
  signed_file jsonb -- 盖章合同
);

create index f_other_source_applicant_created_at_id_idx on f_other_source (applicant, created_at, id);
create index f_other_source_status_created_at_id_idx on f_other_source (status, created_at, id);
create index f_other_source_applicant_dept_created_at_id_idx on f_other_source (applicant_dept, created_at, id);
create index f_other_source_created_at_id_idx on f_other_source (created_at, id);
create index f_other_source_project_created_at_id_idx on f_other_source (project, created_at, id);
create index f_other_source_supplier_idx on f_other_source (supplier);
create index f_other_source_end_date_idx on f_other_source (end_date);

create trigger f_other_source_added after insert on f_other_source referencing new table as changed
  for each statement execute function form_changed('otherSource');
create trigger f_other_source_changed after update on f_other_source referencing new table as changed
  for each statement execute function form_changed('otherSource');
create trigger f_other_source_removed after delete on f_other_source referencing old table as changed
  for each statement execute function form_changed('otherSource');

-- 岗位或服务明细
create table f_other_source_posts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_other_source on delete cascade,
  row_no integer not null,
  post text, -- 岗位或服务项
  headcount numeric(20,2), -- 人数或数量
  count_unit text, -- 单位
  periods numeric(20,1), -- 计费期数
  price numeric(18,2), -- 单价（元）
  min_wage numeric(18,2), -- 当地最低工资（元/月）
  post_amount numeric(18,2), -- 金额
  below_wage integer -- 低于最低工资
);
create index f_other_source_posts_parent_idx on f_other_source_posts (parent_id, row_no);
