-- 采购合同: the ledger knows the application that a contract was signed for.
-- 采购合同台账 (buyerContract): its definition changed.
alter table b_buyer_contract add column purchase_apply bigint; -- 采购申请

-- 采购合同 (purchaseContract): drafted from its definition.

create table f_purchase_contract (
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
  purchase_kind text, -- 合同类别
  subject text, -- 合同标的
  sub_project bigint, -- 子项目
  provider_grade text, -- 服务商等级
  sourcing text, -- 采购方式
  bid_result bigint, -- 定标记录
  award_amount numeric(18,2), -- 中标金额（元）
  frame bigint, -- 战略协议
  single_reason text, -- 单一来源理由
  purchase_apply bigint, -- 采购申请
  delivery_date date, -- 交货或完工日期
  duration_days integer, -- 合同工期（天）
  delivery_place text, -- 交货地点
  tax_rate numeric(12,4), -- 税率
  invoice_kind text, -- 发票类型
  warranty_months integer, -- 质保期（月）
  retention_rate numeric(12,4), -- 质保金比例
  prepay_offset_rate numeric(12,4), -- 每次付款抵扣预付比例
  performance_bond numeric(18,2), -- 履约保证金（元）
  late_penalty numeric(20,2), -- 逾期违约金（‰/天）
  penalty_cap numeric(12,4), -- 违约金上限
  accept_standard text, -- 验收标准
  contract_text jsonb, -- 合同文本与技术附件
  contract_amount numeric(18,2), -- 合同含税总价（元）
  net_amount numeric(18,2), -- 不含税金额（元）
  tax_amount numeric(18,2), -- 税额（元）
  retention_amount numeric(18,2), -- 质保金（元）
  ratio_total numeric(12,4), -- 付款比例合计
  prepay_rate numeric(12,4), -- 预付款比例
  over_total numeric(18,2), -- 超预算合计（元）
  tech_opinion text, -- 技术意见
  clause_opinion text, -- 条款修改意见
  budget_item text, -- 预算科目
  fund_opinion text, -- 资金意见
  sign_date date, -- 签订日期
  seal_kind text, -- 用印
  signed_file jsonb, -- 双方盖章件
  bond_received boolean -- 履约保证金已收
);

create index f_purchase_contract_applicant_created_at_id_idx on f_purchase_contract (applicant, created_at, id);
create index f_purchase_contract_status_created_at_id_idx on f_purchase_contract (status, created_at, id);
create index f_purchase_contract_applicant_dept_created_at_id_idx on f_purchase_contract (applicant_dept, created_at, id);
create index f_purchase_contract_created_at_id_idx on f_purchase_contract (created_at, id);
create index f_purchase_contract_project_created_at_id_idx on f_purchase_contract (project, created_at, id);
create index f_purchase_contract_supplier_idx on f_purchase_contract (supplier);
create index f_purchase_contract_sign_date_idx on f_purchase_contract (sign_date);
create index f_purchase_contract_delivery_date_idx on f_purchase_contract (delivery_date);

create trigger f_purchase_contract_added after insert on f_purchase_contract referencing new table as changed
  for each statement execute function form_changed('purchaseContract');
create trigger f_purchase_contract_changed after update on f_purchase_contract referencing new table as changed
  for each statement execute function form_changed('purchaseContract');
create trigger f_purchase_contract_removed after delete on f_purchase_contract referencing old table as changed
  for each statement execute function form_changed('purchaseContract');

-- 采购清单
create table f_purchase_contract_lines (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_purchase_contract on delete cascade,
  row_no integer not null,
  goods text, -- 名称
  model text, -- 规格型号
  brand text, -- 品牌产地
  unit_name text, -- 单位
  quantity numeric(20,3), -- 数量
  unit_price numeric(18,4), -- 含税单价（元）
  budget_price numeric(18,4), -- 预算单价（元）
  line_amount numeric(18,2), -- 金额（元）
  over_amount numeric(18,2) -- 超预算金额（元）
);
create index f_purchase_contract_lines_parent_idx on f_purchase_contract_lines (parent_id, row_no);

-- 付款节点
create table f_purchase_contract_pay_nodes (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_purchase_contract on delete cascade,
  row_no integer not null,
  pay_node text, -- 节点
  node_ratio numeric(12,4), -- 比例
  node_condition text, -- 付款条件
  plan_date date, -- 计划付款日期
  prepay_ratio numeric(12,4), -- 预付比例
  retain_ratio numeric(12,4) -- 质保金节点比例
);
create index f_purchase_contract_pay_nodes_parent_idx on f_purchase_contract_pay_nodes (parent_id, row_no);
