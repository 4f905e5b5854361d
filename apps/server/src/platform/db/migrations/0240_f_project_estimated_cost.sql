-- 项目概算成本 (projectEstimatedCost): drafted from its definition.

create table f_project_estimated_cost (
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
  consult bigint, -- 技术咨询
  stage text, -- 概算阶段
  version_no integer, -- 版本号
  coop_mode text, -- 合作模式
  build_type text, -- 建筑类型
  air_area numeric(20,2), -- 空调面积（m²）
  cool_capacity numeric(20,2), -- 装机制冷量（kW）
  heat_capacity numeric(20,2), -- 装机制热量（kW）
  host_scheme text, -- 主机方案
  coop_years numeric(20,1), -- 合作年限（年）
  measure_rate numeric(12,4), -- 措施费率
  manage_rate numeric(12,4), -- 管理费率
  reserve_rate numeric(12,4), -- 预备费率
  tax_rate numeric(12,4), -- 综合税率
  design_fee numeric(18,2), -- 设计咨询费
  connect_fee numeric(18,2), -- 燃气/电力报装费
  year_income numeric(18,2), -- 预计年运营收入
  year_gas numeric(18,2), -- 预计年燃气费
  year_power numeric(18,2), -- 预计年电费
  year_water numeric(18,2), -- 预计年水费及水处理
  year_labor numeric(18,2), -- 预计年人工费
  year_maintain numeric(18,2), -- 预计年维保费
  target_payback numeric(20,1), -- 要求静态回收期（年）
  reviewers bigint[], -- 技术会签人(暖通/自控/电气)
  assumption text, -- 测算依据与假设
  calc_files jsonb, -- 负荷计算与图纸
  direct_cost numeric(18,2), -- 直接费合计
  equipment_cost numeric(18,2), -- 其中设备材料费
  measure_fee numeric(18,2), -- 措施费
  manage_fee numeric(18,2), -- 管理费
  reserve_fee numeric(18,2), -- 预备费
  tax_fee numeric(18,2), -- 税金
  total_invest numeric(18,2), -- 概算总投资
  per_area numeric(18,2), -- 单位面积造价（元/m²）
  per_kw numeric(18,2), -- 单位冷量造价（元/kW）
  year_cost numeric(18,2), -- 年运营成本
  year_profit numeric(18,2), -- 年运营毛利
  gross_rate numeric(12,4), -- 运营毛利率
  payback_years numeric(20,2), -- 静态回收期（年）
  whole_profit numeric(18,2), -- 合作期总收益
  quantity_checked text, -- 工程量与方案复核
  check_note text, -- 复核说明
  price_checked text, -- 主要设备价格核对
  irr numeric(12,4), -- 内部收益率
  fund_plan text -- 资金安排意见
);

create index f_project_estimated_cost_applicant_created_at_id_idx on f_project_estimated_cost (applicant, created_at, id);
create index f_project_estimated_cost_status_created_at_id_idx on f_project_estimated_cost (status, created_at, id);
create index f_project_estimated_cost_applicant_dept_created_at_id_idx on f_project_estimated_cost (applicant_dept, created_at, id);
create index f_project_estimated_cost_created_at_id_idx on f_project_estimated_cost (created_at, id);
create index f_project_estimated_cost_project_created_at_id_idx on f_project_estimated_cost (project, created_at, id);

create trigger f_project_estimated_cost_added after insert on f_project_estimated_cost referencing new table as changed
  for each statement execute function form_changed('projectEstimatedCost');
create trigger f_project_estimated_cost_changed after update on f_project_estimated_cost referencing new table as changed
  for each statement execute function form_changed('projectEstimatedCost');
create trigger f_project_estimated_cost_removed after delete on f_project_estimated_cost referencing old table as changed
  for each statement execute function form_changed('projectEstimatedCost');

-- 单位工程概算
create table f_project_estimated_cost_works (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_project_estimated_cost on delete cascade,
  row_no integer not null,
  work_kind text, -- 单位工程
  work_content text, -- 内容与规格
  work_unit text, -- 单位
  quantity numeric(20,3), -- 工程量
  material_price numeric(18,4), -- 设备材料单价
  labor_price numeric(18,4), -- 人工单价
  machine_price numeric(18,4), -- 机械单价
  material_amount numeric(18,2), -- 设备材料费
  install_amount numeric(18,2), -- 安装费
  work_amount numeric(18,2), -- 直接费
  price_source text, -- 价格来源
  inquiry bigint -- 询价单
);
create index f_project_estimated_cost_works_parent_idx on f_project_estimated_cost_works (parent_id, row_no);
