-- Books of the contracts that we buy by, and of strategic agreements.

-- 其他合同台账 (agreement): drafted from its definition.
create table b_agreement (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  agreement_no text, -- 协议编号
  name text, -- 协议名称
  kind text, -- 类别
  counterpart text, -- 对方
  supplier bigint, -- 服务商
  keeper bigint, -- 经办人
  amount numeric(18,2), -- 承诺额（元）
  executed numeric(18,2), -- 执行累计（元）
  sign_date date, -- 签订日期
  start_date date, -- 开始日期
  end_date date, -- 结束日期
  auto_renew boolean, -- 自动续期
  state text -- 状态
);
create index b_agreement_source_module_source_id_idx on b_agreement (source_module, source_id);
create index b_agreement_end_date_idx on b_agreement (end_date);
create index b_agreement_keeper_idx on b_agreement (keeper);
create unique index b_agreement_agreement_no_standing on b_agreement (agreement_no) where not voided;

-- 采购合同台账 (buyerContract): drafted from its definition.
create table b_buyer_contract (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  contract_no text, -- 合同编号
  name text, -- 合同名称
  kind text, -- 类别
  project text, -- 项目
  supplier bigint, -- 供应商
  keeper bigint, -- 经办人
  total_amount numeric(18,2), -- 合同额（元）
  tax_rate numeric(12,4), -- 税率（%）
  sign_date date, -- 签订日期
  start_date date, -- 开始日期
  end_date date, -- 结束日期
  warranty_to date, -- 质保到期
  pay_term text, -- 付款条款
  pay_channel text, -- 付款方式
  reserved numeric(18,2), -- 在途付款（元）
  paid numeric(18,2), -- 已付（元）
  ticketed numeric(18,2), -- 已到票（元）
  state text -- 状态
);
create index b_buyer_contract_source_module_source_id_idx on b_buyer_contract (source_module, source_id);
create index b_buyer_contract_project_idx on b_buyer_contract (project);
create index b_buyer_contract_supplier_idx on b_buyer_contract (supplier);
create index b_buyer_contract_sign_date_idx on b_buyer_contract (sign_date);
create index b_buyer_contract_end_date_idx on b_buyer_contract (end_date);
create unique index b_buyer_contract_contract_no_standing on b_buyer_contract (contract_no) where not voided;
alter table b_buyer_contract add constraint b_buyer_contract_limit_1
  check (coalesce(reserved, 0) >= 0 and coalesce(paid, 0) >= 0 and coalesce(reserved, 0) + coalesce(paid, 0) <= greatest(coalesce(total_amount, 0), 0));
alter table b_buyer_contract add constraint b_buyer_contract_in_use
  check (not voided or coalesce(reserved, 0) = 0 and coalesce(paid, 0) = 0 and coalesce(ticketed, 0) = 0);

-- 收付款计划 (contractPlan): drafted from its definition.
create table b_contract_plan (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  direction text, -- 方向
  project text, -- 项目
  contract text, -- 客户合同
  buyer_contract bigint, -- 采购合同
  item text, -- 款项
  period_from date, -- 期间起
  period_to date, -- 期间止
  due_on date, -- 计划日期
  amount numeric(18,2), -- 计划金额（元）
  state text -- 状态
);
create index b_contract_plan_source_module_source_id_idx on b_contract_plan (source_module, source_id);
create index b_contract_plan_project_idx on b_contract_plan (project);
create index b_contract_plan_contract_idx on b_contract_plan (contract);
create index b_contract_plan_due_on_idx on b_contract_plan (due_on);

-- 药剂价目 (chemicalPrice): drafted from its definition.
create table b_chemical_price (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  buyer_contract bigint, -- 水处理合同
  project text, -- 项目
  supplier bigint, -- 供应商
  chemical bigint, -- 药剂
  unit_price numeric(18,4), -- 单价（元/kg）
  valid_from date, -- 执行起
  valid_to date -- 执行止
);
create index b_chemical_price_source_module_source_id_idx on b_chemical_price (source_module, source_id);
create index b_chemical_price_project_idx on b_chemical_price (project);
create index b_chemical_price_supplier_idx on b_chemical_price (supplier);
create index b_chemical_price_chemical_idx on b_chemical_price (chemical);
create index b_chemical_price_valid_to_idx on b_chemical_price (valid_to);

-- 应收保证金台账 (depositReceivable): drafted from its definition.
create table b_deposit_receivable (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  kind text, -- 类别
  project text, -- 项目
  counterpart text, -- 对方
  contract_no text, -- 合同或标书编号
  amount numeric(18,2), -- 金额（元）
  due_on date, -- 应收回日期
  returned numeric(18,2), -- 已收回（元）
  keeper bigint -- 经办人
);
create index b_deposit_receivable_source_module_source_id_idx on b_deposit_receivable (source_module, source_id);
create index b_deposit_receivable_project_idx on b_deposit_receivable (project);
create index b_deposit_receivable_due_on_idx on b_deposit_receivable (due_on);
create index b_deposit_receivable_keeper_idx on b_deposit_receivable (keeper);

-- 项目岗位台账 (projectPost): drafted from its definition.
create table b_project_post (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  kind text, -- 用工
  post text, -- 岗位
  headcount numeric(20,2), -- 人数（人）
  month_cost numeric(18,2), -- 人均月成本（元/月）
  contract text, -- 客户合同
  buyer_contract bigint, -- 外包合同
  supplier bigint, -- 劳务单位
  valid_from date, -- 起
  valid_to date -- 止
);
create index b_project_post_source_module_source_id_idx on b_project_post (source_module, source_id);
create index b_project_post_project_idx on b_project_post (project);
create index b_project_post_supplier_idx on b_project_post (supplier);
create index b_project_post_valid_to_idx on b_project_post (valid_to);

-- 维修质保台账 (repairWarranty): drafted from its definition.
create table b_repair_warranty (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  buyer_contract bigint, -- 维修合同
  contract_no text, -- 合同编号
  project text, -- 项目
  device bigint, -- 设备
  supplier bigint, -- 维修单位
  parts text, -- 维修部位
  valid_from date, -- 质保起
  valid_to date -- 质保止
);
create index b_repair_warranty_source_module_source_id_idx on b_repair_warranty (source_module, source_id);
create index b_repair_warranty_project_idx on b_repair_warranty (project);
create index b_repair_warranty_device_idx on b_repair_warranty (device);
create index b_repair_warranty_supplier_idx on b_repair_warranty (supplier);
create index b_repair_warranty_valid_to_idx on b_repair_warranty (valid_to);

-- 外包任务台账 (serviceTask): drafted from its definition.
create table b_service_task (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  buyer_contract bigint, -- 合同
  project text, -- 项目
  supplier bigint, -- 外包单位
  kind text, -- 类型
  item text, -- 项目内容
  object text, -- 设备或位置
  register_no text, -- 注册或出厂编号
  due_on date, -- 完成期限
  plan_times integer, -- 计划台次
  done_times integer, -- 完成台次
  unit_price numeric(18,2), -- 单价（元）
  miss_penalty numeric(18,2), -- 漏做扣款（元/次）
  done_on date -- 完成日期
);
create index b_service_task_source_module_source_id_idx on b_service_task (source_module, source_id);
create index b_service_task_project_idx on b_service_task (project);
create index b_service_task_supplier_idx on b_service_task (supplier);
create index b_service_task_due_on_idx on b_service_task (due_on);

-- 项目水质控制标准 (waterStandard): drafted from its definition.
create table b_water_standard (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  buyer_contract bigint, -- 水处理合同
  project text, -- 项目
  supplier bigint, -- 供应商
  indicator text, -- 指标
  lower numeric(20,4), -- 下限
  upper numeric(20,4), -- 上限
  unit text, -- 单位
  fail_penalty numeric(18,2), -- 不达标扣款（元/项次）
  valid_from date, -- 执行起
  valid_to date -- 执行止
);
create index b_water_standard_source_module_source_id_idx on b_water_standard (source_module, source_id);
create index b_water_standard_project_idx on b_water_standard (project);
create index b_water_standard_supplier_idx on b_water_standard (supplier);
create index b_water_standard_valid_to_idx on b_water_standard (valid_to);

-- 单位工程造价价格库 (unitEngineeringPrice): drafted from its definition.
create table b_unit_engineering_price (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  section text, -- 分部
  name text, -- 名称
  spec text, -- 规格型号
  brand text, -- 品牌
  unit text, -- 单位
  material_price numeric(18,4), -- 设备材料价（元）
  labor_price numeric(18,4), -- 人工机械价（元）
  unit_price numeric(18,4), -- 综合单价（元）
  tax_rate numeric(12,4), -- 税率（%）
  price_kind text, -- 价格类别
  city text, -- 城市
  project text, -- 项目
  supplier bigint, -- 供应商
  price_date date, -- 价格日期
  valid_to date -- 有效期至
);
create index b_unit_engineering_price_source_module_source_id_idx on b_unit_engineering_price (source_module, source_id);
create index b_unit_engineering_price_project_idx on b_unit_engineering_price (project);
create index b_unit_engineering_price_supplier_idx on b_unit_engineering_price (supplier);
create index b_unit_engineering_price_price_date_idx on b_unit_engineering_price (price_date);

alter table supplier add column strategic_until date; -- 战略供方有效期至
