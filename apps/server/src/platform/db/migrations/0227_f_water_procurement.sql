-- 水处理采购合同 (waterProcurement): drafted from its definition.

create table f_water_procurement (
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
  service_mode text, -- 承包方式
  water_systems text[], -- 水系统
  cooling_volume numeric(20,1), -- 冷却水系统容量（m³）
  circulate_flow numeric(20,1), -- 冷却水循环量（m³/h）
  makeup_hardness numeric(20,1), -- 补水总硬度（mg/L）
  concentration numeric(20,1), -- 保证浓缩倍数（倍）
  carbon_corrosion numeric(20,3), -- 保证碳钢腐蚀率（mm/a）
  copper_corrosion numeric(20,4), -- 保证铜腐蚀率（mm/a）
  bacteria integer, -- 保证异养菌总数（个/mL）
  total_iron numeric(20,2), -- 保证总铁（mg/L）
  test_per_month integer, -- 每月检测次数（次）
  fail_penalty numeric(18,2), -- 单项不达标扣款（元/项次）
  season_from date, -- 服务起始
  season_to date, -- 服务截止
  hazardous_license text, -- 危化品经营许可
  msds jsonb, -- 安全技术说明书
  deliver_days integer, -- 供货期（天）
  package_back boolean, -- 空桶回收
  lump_fee numeric(18,2), -- 技术服务包干费（元）
  tax_rate numeric(12,4), -- 税率
  last_year_cost numeric(18,2), -- 上年水处理费用（元）
  rise_reason text, -- 费用上升说明
  chemical_total numeric(18,2), -- 药剂合计（元）
  contract_amount numeric(18,2), -- 合同金额（元）
  total_weight numeric(20,2), -- 药剂总量（kg）
  risen_count integer, -- 涨价项数（项）
  cost_per_volume numeric(20,2), -- 单位系统容量费用（元/m³）
  water_opinion text, -- 药剂与指标意见
  compatible boolean, -- 与在用药剂兼容
  sign_date date, -- 签订日期
  signed_file jsonb -- 盖章合同
);

create index f_water_procurement_applicant_created_at_id_idx on f_water_procurement (applicant, created_at, id);
create index f_water_procurement_status_created_at_id_idx on f_water_procurement (status, created_at, id);
create index f_water_procurement_applicant_dept_created_at_id_idx on f_water_procurement (applicant_dept, created_at, id);
create index f_water_procurement_created_at_id_idx on f_water_procurement (created_at, id);
create index f_water_procurement_project_created_at_id_idx on f_water_procurement (project, created_at, id);
create index f_water_procurement_supplier_idx on f_water_procurement (supplier);
create index f_water_procurement_season_to_idx on f_water_procurement (season_to);

create trigger f_water_procurement_added after insert on f_water_procurement referencing new table as changed
  for each statement execute function form_changed('waterProcurement');
create trigger f_water_procurement_changed after update on f_water_procurement referencing new table as changed
  for each statement execute function form_changed('waterProcurement');
create trigger f_water_procurement_removed after delete on f_water_procurement referencing old table as changed
  for each statement execute function form_changed('waterProcurement');

-- 药剂清单
create table f_water_procurement_chemicals (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_water_procurement on delete cascade,
  row_no integer not null,
  chemical bigint, -- 药剂
  chemical_kind text, -- 类别
  active_rate numeric(12,4), -- 有效含量
  dosage numeric(20,1), -- 推荐投加浓度（mg/L）
  package_spec text, -- 包装
  quantity numeric(20,2), -- 数量（kg）
  unit_price numeric(18,4), -- 单价（元/kg）
  last_price numeric(18,4), -- 上次单价（元/kg）
  chemical_amount numeric(18,2), -- 金额
  risen integer -- 涨价超5%
);
create index f_water_procurement_chemicals_parent_idx on f_water_procurement_chemicals (parent_id, row_no);
