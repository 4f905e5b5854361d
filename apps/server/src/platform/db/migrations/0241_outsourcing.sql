-- Contracts that we buy by, and strategic agreements.

-- 维修记录 (maintenanceRecords): its definition changed.
alter table f_maintenance_records add column free_repair text; -- 在保维修合同
alter table f_maintenance_records alter column out_contract type bigint using null;
-- It named a contract with a customer, which no repair is bought by; the ledger of what we buy has its own numbers.

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

-- 检测外包合同 (detection): drafted from its definition.

create table f_detection (
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
  detect_purpose text, -- 检测性质
  agency_qualify text[], -- 机构资质
  qualify_no text, -- 资质证书编号
  qualify_expire date, -- 资质有效期至
  pick_reason text, -- 选定方式
  service_start date, -- 服务开始
  service_end date, -- 服务结束
  need_stop boolean, -- 检测需停机
  stop_hours numeric(20,1), -- 停机时长（h）
  our_cooperate text, -- 我方配合内容
  report_days integer, -- 出具报告时限（工作日）
  report_copies integer, -- 报告份数（份）
  retest_free boolean, -- 首次复检免费
  travel_fee numeric(18,2), -- 差旅及进场费（元）
  tax_rate numeric(12,4), -- 税率
  pay_way text, -- 付款方式
  fee_bearer text, -- 费用承担
  agency_files jsonb, -- 报价单与资质
  contract_amount numeric(18,2), -- 合同金额（元）
  item_count integer, -- 检测数量（台件）
  tax_amount numeric(18,2), -- 税额（元）
  site_window text, -- 可安排检测时段
  miss_item text, -- 漏检项核对
  sign_date date, -- 签订日期
  signed_file jsonb -- 盖章合同
);

create index f_detection_applicant_created_at_id_idx on f_detection (applicant, created_at, id);
create index f_detection_status_created_at_id_idx on f_detection (status, created_at, id);
create index f_detection_applicant_dept_created_at_id_idx on f_detection (applicant_dept, created_at, id);
create index f_detection_created_at_id_idx on f_detection (created_at, id);
create index f_detection_project_created_at_id_idx on f_detection (project, created_at, id);
create index f_detection_supplier_idx on f_detection (supplier);
create index f_detection_service_end_idx on f_detection (service_end);

create trigger f_detection_added after insert on f_detection referencing new table as changed
  for each statement execute function form_changed('detection');
create trigger f_detection_changed after update on f_detection referencing new table as changed
  for each statement execute function form_changed('detection');
create trigger f_detection_removed after delete on f_detection referencing old table as changed
  for each statement execute function form_changed('detection');

-- 检测项目
create table f_detection_detect_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_detection on delete cascade,
  row_no integer not null,
  detect_item text, -- 检测项
  object text, -- 被检设备或位置
  reg_no text, -- 设备注册或出厂编号
  last_date date, -- 上次检测日期
  due_date date, -- 到期日期
  quantity integer, -- 数量
  unit_price numeric(18,2), -- 单价（元）
  item_amount numeric(18,2), -- 金额
  date_wrong integer -- 日期颠倒
);
create index f_detection_detect_items_parent_idx on f_detection_detect_items (parent_id, row_no);

-- 维修外包合同 (maintenance): drafted from its definition.

create table f_maintenance (
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
  repair_kind text, -- 维修类别
  device bigint, -- 维修设备
  free_repair text, -- 在保维修合同
  exception_no bigint, -- 质量异常单
  fault_desc text, -- 故障现象
  fault_cause text, -- 原因判断
  quote_count integer, -- 询价家数（家）
  lowest_quote numeric(18,2), -- 最低报价（元）
  not_lowest_reason text, -- 未选最低价理由
  arrive_hours integer, -- 到场时限（h）
  plan_start timestamptz, -- 计划开工
  plan_end timestamptz, -- 计划完工
  stop_loss_bear text, -- 停机损失承担
  stop_loss_rate numeric(18,2), -- 逾期停机赔偿（元/天）
  repair_warranty integer, -- 维修质保期（月）
  old_parts_owner text, -- 旧件归属
  old_parts_credit numeric(18,2), -- 旧件折价（元）
  tax_rate numeric(12,4), -- 税率
  quote_files jsonb, -- 报价与维修方案
  part_total numeric(18,2), -- 备件合计（元）
  work_total numeric(18,2), -- 人工合计（元）
  contract_amount numeric(18,2), -- 合同金额（元）
  tech_opinion text, -- 维修方案意见
  reason_price numeric(18,2), -- 合理价评估（元）
  sign_date date, -- 签订日期
  signed_file jsonb -- 盖章合同
);

create index f_maintenance_applicant_created_at_id_idx on f_maintenance (applicant, created_at, id);
create index f_maintenance_status_created_at_id_idx on f_maintenance (status, created_at, id);
create index f_maintenance_applicant_dept_created_at_id_idx on f_maintenance (applicant_dept, created_at, id);
create index f_maintenance_created_at_id_idx on f_maintenance (created_at, id);
create index f_maintenance_project_created_at_id_idx on f_maintenance (project, created_at, id);
create index f_maintenance_supplier_idx on f_maintenance (supplier);
create index f_maintenance_device_idx on f_maintenance (device);
create index f_maintenance_plan_start_idx on f_maintenance (plan_start);

create trigger f_maintenance_added after insert on f_maintenance referencing new table as changed
  for each statement execute function form_changed('maintenance');
create trigger f_maintenance_changed after update on f_maintenance referencing new table as changed
  for each statement execute function form_changed('maintenance');
create trigger f_maintenance_removed after delete on f_maintenance referencing old table as changed
  for each statement execute function form_changed('maintenance');

-- 更换件
create table f_maintenance_parts (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_maintenance on delete cascade,
  row_no integer not null,
  part_name text, -- 备件名称
  part_model text, -- 型号
  part_source text, -- 供件方
  part bigint, -- 库存备件
  stock numeric(20,2), -- 库存数量
  part_qty numeric(20,2), -- 数量
  part_price numeric(18,2), -- 单价（元）
  part_amount numeric(18,2) -- 金额
);
create index f_maintenance_parts_parent_idx on f_maintenance_parts (parent_id, row_no);

-- 工时
create table f_maintenance_works (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_maintenance on delete cascade,
  row_no integer not null,
  work_item text, -- 作业内容
  worker_level text, -- 工种
  work_hours numeric(20,1), -- 工时（h）
  hour_price numeric(18,2), -- 工时单价（元/h）
  work_amount numeric(18,2) -- 金额
);
create index f_maintenance_works_parent_idx on f_maintenance_works (parent_id, row_no);

-- 保养外包合同 (maintain): drafted from its definition.

create table f_maintain (
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
  maintain_scope text[], -- 保养范围
  contract_year integer, -- 保养年度（年）
  start_date date, -- 开始日期
  end_date date, -- 结束日期
  include_parts text, -- 材料承包方式
  free_part_limit numeric(18,2), -- 单次免费材料限额（元）
  emergency_times integer, -- 含应急上门次数（次）
  emergency_hours integer, -- 应急到场时限（h）
  cert_require text[], -- 上岗证要求
  insurance numeric(18,2), -- 雇主或意外险保额（元/人）
  last_score numeric(20,1), -- 上年保养考核分（分）
  last_year_amount numeric(18,2), -- 上年合同额（元）
  miss_penalty numeric(18,2), -- 漏保扣款（元/次）
  pass_line integer, -- 考核合格线（分）
  settle_cycle text, -- 结算周期
  tax_rate numeric(12,4), -- 税率
  plan_file jsonb, -- 保养方案与报价
  contract_amount numeric(18,2), -- 年度合同额（元）
  total_times integer, -- 总台次（台次）
  rise_rate numeric(12,4), -- 较上年增幅
  site_opinion text, -- 保养必要性意见
  sign_date date, -- 签订日期
  signed_file jsonb -- 盖章合同
);

create index f_maintain_applicant_created_at_id_idx on f_maintain (applicant, created_at, id);
create index f_maintain_status_created_at_id_idx on f_maintain (status, created_at, id);
create index f_maintain_applicant_dept_created_at_id_idx on f_maintain (applicant_dept, created_at, id);
create index f_maintain_created_at_id_idx on f_maintain (created_at, id);
create index f_maintain_project_created_at_id_idx on f_maintain (project, created_at, id);
create index f_maintain_supplier_idx on f_maintain (supplier);
create index f_maintain_end_date_idx on f_maintain (end_date);

create trigger f_maintain_added after insert on f_maintain referencing new table as changed
  for each statement execute function form_changed('maintain');
create trigger f_maintain_changed after update on f_maintain referencing new table as changed
  for each statement execute function form_changed('maintain');
create trigger f_maintain_removed after delete on f_maintain referencing old table as changed
  for each statement execute function form_changed('maintain');

-- 保养计划
create table f_maintain_plans (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_maintain on delete cascade,
  row_no integer not null,
  device_kind text, -- 设备
  device_count integer, -- 台数（台）
  content text, -- 保养内容
  months text[], -- 计划月份
  times_per_year integer, -- 年次数（次）
  time_price numeric(18,2), -- 单台次价（元）
  plan_times integer, -- 台次合计
  plan_amount numeric(18,2) -- 金额
);
create index f_maintain_plans_parent_idx on f_maintain_plans (parent_id, row_no);

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
  deposit_back date, -- 押金收回日期
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
