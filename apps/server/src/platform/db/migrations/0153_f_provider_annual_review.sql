-- 供方年度评审 (providerAnnualReview): drafted from its definition.

create table f_provider_annual_review (
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
  supplier bigint, -- 供应商
  review_year integer, -- 评审年度
  provider_type text, -- 供方类别
  cooperate_since date, -- 首次合作日期
  current_grade text, -- 现等级
  license_to date, -- 营业执照有效期至
  qualify_to date, -- 资质证书有效期至
  safe_license_to date, -- 安全生产许可证有效期至
  insurance_to date, -- 工伤/雇主责任险有效期至
  credit_check text, -- 信用查询结果
  credit_shot jsonb, -- 信用查询截图
  order_count integer, -- 年度订单/合同数
  on_time_count integer, -- 按期交付数
  reject_count integer, -- 退换货/返工次数（次）
  emergency_count integer, -- 应急响应次数（次）
  has_safety_accident boolean, -- 是否发生安全事故
  has_bribery boolean, -- 是否有商业贿赂/转包
  has_major_quality boolean, -- 是否发生重大质量问题
  problem_note text, -- 主要问题
  deal_total numeric(18,2), -- 年度合同总额
  unpaid_total numeric(18,2), -- 未付总额
  on_time_rate numeric(12,4), -- 交付及时率
  total_score numeric(20,1), -- 评审总分
  quality_score numeric(20,1), -- 质量(满分30)
  service_score numeric(20,1), -- 服务与应急响应(满分15)
  deliver_score numeric(20,1), -- 交付(满分20)
  price_score numeric(20,1), -- 价格与账期(满分20)
  safety_score numeric(20,1), -- 安全文明作业(满分10)
  comply_score numeric(20,1), -- 发票与合规(满分5)
  new_grade text, -- 评定等级
  conclusion text, -- 评审结论
  rectify_deadline date, -- 整改期限
  share_next_year numeric(12,4) -- 下年度份额建议
);

create index f_provider_annual_review_applicant_created_at_id_idx on f_provider_annual_review (applicant, created_at, id);
create index f_provider_annual_review_status_created_at_id_idx on f_provider_annual_review (status, created_at, id);
create index f_provider_annual_review_applicant_dept_created_at_id_idx on f_provider_annual_review (applicant_dept, created_at, id);
create index f_provider_annual_review_created_at_id_idx on f_provider_annual_review (created_at, id);
create index f_provider_annual_review_supplier_idx on f_provider_annual_review (supplier);

create trigger f_provider_annual_review_added after insert on f_provider_annual_review referencing new table as changed
  for each statement execute function form_changed('providerAnnualReview');
create trigger f_provider_annual_review_changed after update on f_provider_annual_review referencing new table as changed
  for each statement execute function form_changed('providerAnnualReview');
create trigger f_provider_annual_review_removed after delete on f_provider_annual_review referencing old table as changed
  for each statement execute function form_changed('providerAnnualReview');

-- 年度合作明细
create table f_provider_annual_review_deals (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_provider_annual_review on delete cascade,
  row_no integer not null,
  deal_contract bigint, -- 合同/订单
  deal_project text, -- 项目
  deal_amount numeric(18,2), -- 合同金额
  paid_amount numeric(18,2), -- 已付金额
  unpaid numeric(18,2), -- 未付金额
  delay_days integer, -- 延期天数（天）
  accept_state text, -- 验收情况
  user_score numeric(20,1) -- 使用项目评分
);
create index f_provider_annual_review_deals_parent_idx on f_provider_annual_review_deals (parent_id, row_no);
