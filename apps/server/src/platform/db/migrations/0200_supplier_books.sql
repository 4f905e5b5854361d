-- 服务商库: what is known of suppliers besides their names (packages/forms/src/entities.ts), and the states that people speak of.
alter table supplier drop constraint supplier_state_check;
alter table supplier alter column state set default '待准入评价';
update supplier set state = case state when 'active' then '合格' when 'suspended' then '限制' else '停用' end;
alter table supplier
  add constraint supplier_state_check check (state in ('合格', '试用', '待准入评价', '限制', '停用', '已撤销')),
  add column provider_kind text, -- 服务商类别
  add column nature text, -- 企业性质
  add column controller text, -- 实际控制人
  add column legal_person text, -- 法定代表人
  add column taxpayer text, -- 纳税人类型
  add column invoice_rate numeric(12,4), -- 可开票税率（%）
  add column email text, -- 接收标书邮箱
  add column supply_region text, -- 服务区域
  add column bank_no text, -- 联行号
  add column cert_expire date, -- 最早到期资质
  add column cooperate_since date, -- 首次合作日期
  add column single_limit numeric(18,2), -- 单笔合同限额（元）
  add column trial_orders integer, -- 试用合同数（个）
  add column banned_until date, -- 禁用至
  add column invite_from date, -- 可受邀起
  add column warning text, -- 预警
  add column restricted_from text, -- 限制前状态
  add column engineering_grade text check (engineering_grade in ('A', 'B', 'C', 'D')), -- 工程口等级
  add column operation_grade text check (operation_grade in ('A', 'B', 'C', 'D')); -- 运营口等级
-- Engineering and operation each rate a supplier; the worse of the two holds.
update supplier set engineering_grade = grade;
alter table supplier drop column grade;
alter table supplier add column grade text generated always as (greatest(engineering_grade, operation_grade)) stored;

-- 工程合同台账 (projectContract): drafted from its definition.
create table b_project_contract (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  document text, -- 合同编号
  title text, -- 合同标的
  kind text, -- 合同类别
  project text, -- 项目
  sub_project bigint, -- 子项目
  supplier bigint, -- 单位
  amount numeric(18,2), -- 合同额（元）
  tax_rate numeric(12,4), -- 税率（%）
  sign_date date, -- 签订日期
  start_date date, -- 开工或供货日期
  end_date date, -- 完工或交货日期
  duration_days integer, -- 工期（天）
  retention_rate numeric(12,4), -- 质保金比例（%）
  prepay_rate numeric(12,4), -- 约定预付比例（%）
  prepay_offset_rate numeric(12,4), -- 预付抵扣比例（%）
  warranty_months integer, -- 质保期（月）
  warranty_from date, -- 质保起
  warranty_to date, -- 质保止
  settlement_amount numeric(18,2), -- 结算审定额（元）
  work_start date, -- 批准开工日期
  arrived_on date, -- 首批到货日期
  completed_on date, -- 竣工日期
  state text, -- 状态
  matched numeric(18,2), -- 已匹配发票（元）
  paid numeric(18,2), -- 已付（元）
  reserved numeric(18,2), -- 在途付款（元）
  prepaid numeric(18,2), -- 已付预付款（元）
  prepay_pending numeric(18,2), -- 在途预付款（元）
  offset_taken numeric(18,2), -- 已抵扣预付（元）
  offset_pending numeric(18,2), -- 在途抵扣（元）
  fine_taken numeric(18,2), -- 已扣罚款（元）
  fine_pending numeric(18,2), -- 在途扣罚（元）
  retention_paid numeric(18,2), -- 已退质保金（元）
  retention_pending numeric(18,2) -- 在途质保金（元）
);
create index b_project_contract_source_module_source_id_idx on b_project_contract (source_module, source_id);
create index b_project_contract_project_idx on b_project_contract (project);
create index b_project_contract_sub_project_idx on b_project_contract (sub_project);
create index b_project_contract_supplier_idx on b_project_contract (supplier);
create index b_project_contract_sign_date_idx on b_project_contract (sign_date);
create unique index b_project_contract_document_standing on b_project_contract (document) where not voided;
alter table b_project_contract add constraint b_project_contract_limit_1
  check (coalesce(paid, 0) >= 0 and coalesce(reserved, 0) >= 0 and coalesce(offset_taken, 0) >= 0 and coalesce(offset_pending, 0) >= 0 and coalesce(paid, 0) + coalesce(reserved, 0) + coalesce(offset_taken, 0) + coalesce(offset_pending, 0) <= greatest(coalesce(matched, 0), 0));
alter table b_project_contract add constraint b_project_contract_limit_2
  check (coalesce(offset_taken, 0) >= 0 and coalesce(offset_pending, 0) >= 0 and coalesce(offset_taken, 0) + coalesce(offset_pending, 0) <= greatest(coalesce(prepaid, 0), 0));
alter table b_project_contract add constraint b_project_contract_limit_3
  check (coalesce(prepaid, 0) >= 0 and coalesce(prepay_pending, 0) >= 0 and coalesce(prepaid, 0) + coalesce(prepay_pending, 0) <= greatest(coalesce(amount, 0), 0));
alter table b_project_contract add constraint b_project_contract_limit_4
  check (coalesce(fine_taken, 0) >= 0 and coalesce(fine_pending, 0) >= 0 and coalesce(retention_paid, 0) >= 0 and coalesce(retention_pending, 0) >= 0 and coalesce(fine_taken, 0) + coalesce(fine_pending, 0) + coalesce(retention_paid, 0) + coalesce(retention_pending, 0) <= greatest(coalesce(amount, 0) + coalesce(settlement_amount, 0), 0));
alter table b_project_contract add constraint b_project_contract_in_use
  check (not voided or coalesce(matched, 0) = 0 and coalesce(paid, 0) = 0 and coalesce(reserved, 0) = 0 and coalesce(prepaid, 0) = 0 and coalesce(prepay_pending, 0) = 0);

-- 采购订单行 (purchaseOrderLine): drafted from its definition.
create table b_purchase_order_line (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  document text, -- 订单号
  project text, -- 项目
  sub_project bigint, -- 子项目
  supplier bigint, -- 供应商
  contract bigint, -- 工程合同
  kind text, -- 类别
  goods text, -- 物料或工作内容
  spec text, -- 规格型号
  unit_name text, -- 单位
  order_qty numeric(20,3), -- 订购数量
  price numeric(18,4), -- 含税单价（元）
  arrive_by date, -- 要求到货
  sent_qty numeric(20,3), -- 已发数量
  arrived_qty numeric(20,3), -- 实到数量
  accepted_qty numeric(20,3), -- 已验收数量
  accepted_amount numeric(18,2), -- 验收金额（元）
  billed_qty numeric(20,3) -- 已开票数量
);
create index b_purchase_order_line_source_module_source_id_idx on b_purchase_order_line (source_module, source_id);
create index b_purchase_order_line_project_idx on b_purchase_order_line (project);
create index b_purchase_order_line_sub_project_idx on b_purchase_order_line (sub_project);
create index b_purchase_order_line_supplier_idx on b_purchase_order_line (supplier);
create index b_purchase_order_line_contract_idx on b_purchase_order_line (contract);
create index b_purchase_order_line_arrive_by_idx on b_purchase_order_line (arrive_by);
alter table b_purchase_order_line add constraint b_purchase_order_line_limit_1
  check (coalesce(sent_qty, 0) >= 0 and coalesce(sent_qty, 0) <= greatest(coalesce(order_qty, 0), 0));
alter table b_purchase_order_line add constraint b_purchase_order_line_limit_2
  check (coalesce(arrived_qty, 0) >= 0 and coalesce(arrived_qty, 0) <= greatest(coalesce(sent_qty, 0), 0));
alter table b_purchase_order_line add constraint b_purchase_order_line_in_use
  check (not voided or coalesce(sent_qty, 0) = 0 and coalesce(accepted_qty, 0) = 0 and coalesce(billed_qty, 0) = 0);

-- 子项目 (subProject): drafted from its definition.
create table b_sub_project (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  name text, -- 子项目名称
  kind text, -- 类别
  weight numeric(12,4), -- 权重（%）
  budget numeric(18,2), -- 预算（元）
  plan_start date, -- 计划开工
  plan_end date, -- 计划完工
  actual_start date, -- 实际开工
  actual_end date, -- 实际完工
  contractor bigint, -- 施工单位
  output_value numeric(18,2), -- 累计产值（元）
  state text -- 状态
);
create index b_sub_project_source_module_source_id_idx on b_sub_project (source_module, source_id);
create index b_sub_project_project_idx on b_sub_project (project);
create index b_sub_project_contractor_idx on b_sub_project (contractor);
create unique index b_sub_project_project_name_standing on b_sub_project (project, name) where not voided;

-- 服务商账户台账 (supplierAccount): drafted from its definition.
create table b_supplier_account (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  supplier bigint, -- 服务商
  bank_name text, -- 开户行
  bank_account text, -- 银行账号
  bank_no text, -- 联行号
  verified_on date, -- 核实日期
  changed boolean -- 变更账户
);
create index b_supplier_account_source_module_source_id_idx on b_supplier_account (source_module, source_id);
create index b_supplier_account_supplier_idx on b_supplier_account (supplier);
create index b_supplier_account_verified_on_idx on b_supplier_account (verified_on);

-- 服务商证照台账 (supplierCertificate): drafted from its definition.
create table b_supplier_certificate (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  supplier bigint, -- 服务商
  kind text, -- 证照
  cert_no text, -- 证号
  level text, -- 等级
  expires_on date, -- 有效期至
  scan jsonb, -- 扫描件
  replaced boolean -- 已换证
);
create index b_supplier_certificate_source_module_source_id_idx on b_supplier_certificate (source_module, source_id);
create index b_supplier_certificate_supplier_idx on b_supplier_certificate (supplier);
create index b_supplier_certificate_expires_on_idx on b_supplier_certificate (expires_on);

-- 服务商评价台账 (supplierEvaluation): drafted from its definition.
create table b_supplier_evaluation (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  supplier bigint, -- 服务商
  kind text, -- 评价类别
  project text, -- 项目
  contract bigint, -- 工程合同
  node text, -- 评价节点
  evaluated_on date, -- 评价日期
  score numeric(20,1), -- 得分（分）
  result text, -- 结论
  from_grade text, -- 原等级
  to_grade text, -- 新等级
  effect_date date, -- 执行日期
  banned_until date, -- 禁用至
  in_effect boolean -- 已执行
);
create index b_supplier_evaluation_source_module_source_id_idx on b_supplier_evaluation (source_module, source_id);
create index b_supplier_evaluation_supplier_idx on b_supplier_evaluation (supplier);
create index b_supplier_evaluation_project_idx on b_supplier_evaluation (project);
create index b_supplier_evaluation_evaluated_on_idx on b_supplier_evaluation (evaluated_on);

-- 罚款台账 (supplierFine): drafted from its definition.
create table b_supplier_fine (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  supplier bigint, -- 服务商
  project text, -- 项目
  contract bigint, -- 工程合同
  kind text, -- 扣款类别
  amount numeric(18,2), -- 金额（元）
  happened_on date, -- 发生日期
  reason text, -- 事由
  state text -- 状态
);
create index b_supplier_fine_source_module_source_id_idx on b_supplier_fine (source_module, source_id);
create index b_supplier_fine_supplier_idx on b_supplier_fine (supplier);
create index b_supplier_fine_project_idx on b_supplier_fine (project);
create index b_supplier_fine_contract_idx on b_supplier_fine (contract);
create index b_supplier_fine_happened_on_idx on b_supplier_fine (happened_on);

-- 服务商函件发件箱 (supplierMail): drafted from its definition.
create table b_supplier_mail (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  supplier bigint, -- 服务商
  address text, -- 收件邮箱
  project text, -- 项目
  kind text, -- 类别
  subject text, -- 主题
  body text, -- 正文
  state text -- 状态
);
create index b_supplier_mail_source_module_source_id_idx on b_supplier_mail (source_module, source_id);
create index b_supplier_mail_supplier_idx on b_supplier_mail (supplier);
create index b_supplier_mail_project_idx on b_supplier_mail (project);
