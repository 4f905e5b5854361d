-- 服务商评价台账 (supplierEvaluation): its definition changed.
alter table b_supplier_evaluation add column next_share numeric(12,4); -- 下年度份额建议

-- 薪资奖励台账 (payReward): drafted from its definition.
create table b_pay_reward (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  employee bigint, -- 员工
  project text, -- 项目
  month text, -- 发放月份
  kind text, -- 类别
  reason text, -- 事由
  amount numeric(18,2), -- 奖励金额（元）
  document text -- 单号
);
create index b_pay_reward_source_module_source_id_idx on b_pay_reward (source_module, source_id);
create index b_pay_reward_employee_idx on b_pay_reward (employee);
create index b_pay_reward_project_idx on b_pay_reward (project);
create index b_pay_reward_month_idx on b_pay_reward (month);

-- 技术成果库 (techAchievement): drafted from its definition.
create table b_tech_achievement (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  device bigint, -- 设备
  achievement text, -- 成果名称
  kind text, -- 成果类型
  specialty text, -- 专业方向
  key_point text, -- 创新点与操作要点
  spread text, -- 适用推广范围
  saving numeric(18,2), -- 核定年效益（元）
  grade text, -- 成果等级
  patent_no text, -- 专利/软著号
  finished_on date, -- 投用日期
  document text -- 登记单号
);
create index b_tech_achievement_source_module_source_id_idx on b_tech_achievement (source_module, source_id);
create index b_tech_achievement_project_idx on b_tech_achievement (project);
create index b_tech_achievement_finished_on_idx on b_tech_achievement (finished_on);

-- 技术登记 (technicalRegistration): drafted from its definition.

create table f_technical_registration (
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
  device bigint, -- 设备
  reg_type text, -- 成果类型
  achievement text, -- 成果名称
  specialty text, -- 专业方向
  start_date date, -- 开始日期
  finish_date date, -- 完成/投用日期
  phenomenon text, -- 问题现象与背景
  cause_analysis text, -- 原因分析
  solution text, -- 解决方案与实施过程
  key_point text, -- 创新点/操作要点
  risk_note text, -- 风险与注意事项
  invest_amount numeric(18,2), -- 投入费用
  save_gas numeric(20,2), -- 年节约燃气量（m³）
  gas_price numeric(18,4), -- 燃气价（元/m³）
  save_power numeric(20,2), -- 年节约电量（kWh）
  power_price numeric(18,4), -- 电价（元/kWh）
  save_water numeric(20,2), -- 年节约水量（t）
  water_price numeric(18,4), -- 水价（元/t）
  save_other numeric(18,2), -- 年节约维修人工等费用
  patent_no text, -- 专利/软著号
  spread_scope text[], -- 适用推广范围
  attach_files jsonb, -- 图纸/曲线/照片
  annual_saving numeric(18,2), -- 年经济效益
  standard_coal numeric(20,2), -- 年节约标准煤（tce）
  payback_months numeric(20,1), -- 投资回收期（月）
  share_total numeric(12,4), -- 贡献比例合计
  review_score numeric(20,1), -- 评审得分
  effect_true text, -- 效果核实
  track_days integer, -- 连续运行验证天数（天）
  verified_saving numeric(18,2), -- 核定年效益
  innov_score numeric(20,1), -- 创新性(满分30)
  practical_score numeric(20,1), -- 实用性(满分30)
  benefit_score numeric(20,1), -- 效益性(满分25)
  spread_score numeric(20,1), -- 推广性(满分15)
  review_opinion text, -- 评审意见
  grade text, -- 成果等级
  reward_amount numeric(18,2) -- 奖励金额
);

create index f_technical_registration_applicant_created_at_id_idx on f_technical_registration (applicant, created_at, id);
create index f_technical_registration_status_created_at_id_idx on f_technical_registration (status, created_at, id);
create index f_technical_registration_applicant_dept_created_at_id_idx on f_technical_registration (applicant_dept, created_at, id);
create index f_technical_registration_created_at_id_idx on f_technical_registration (created_at, id);
create index f_technical_registration_project_created_at_id_idx on f_technical_registration (project, created_at, id);
create index f_technical_registration_finish_date_idx on f_technical_registration (finish_date);

create trigger f_technical_registration_added after insert on f_technical_registration referencing new table as changed
  for each statement execute function form_changed('technicalRegistration');
create trigger f_technical_registration_changed after update on f_technical_registration referencing new table as changed
  for each statement execute function form_changed('technicalRegistration');
create trigger f_technical_registration_removed after delete on f_technical_registration referencing old table as changed
  for each statement execute function form_changed('technicalRegistration');

-- 效果对比
create table f_technical_registration_measures (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_technical_registration on delete cascade,
  row_no integer not null,
  indicator text, -- 指标
  indicator_unit text, -- 单位
  before numeric(20,3), -- 实施前
  after numeric(20,3), -- 实施后
  diff numeric(20,3) -- 变化量
);
create index f_technical_registration_measures_parent_idx on f_technical_registration_measures (parent_id, row_no);

-- 贡献人员
create table f_technical_registration_contributors (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_technical_registration on delete cascade,
  row_no integer not null,
  person bigint, -- 人员
  duty text, -- 承担工作
  share numeric(12,4) -- 贡献比例
);
create index f_technical_registration_contributors_parent_idx on f_technical_registration_contributors (parent_id, row_no);

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
  ok_rate numeric(12,4), -- 到货平均合格率
  quality_points integer, -- 质量异常扣分（分）
  service_avg numeric(20,1), -- 外协服务平均分（分）
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

-- EMC项目检查 (EMCProjectCheck): drafted from its definition.

create table f_emc_project_check (
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
  device bigint, -- 主机
  check_kind text, -- 检查类型
  check_date date, -- 检查日期
  checkers bigint[], -- 检查人员
  site_leader bigint, -- 项目陪同负责人
  run_hours numeric(20,1), -- 主机累计运行（小时）
  vacuum_pressure numeric(20,2), -- 机组不凝气压力(绝压)（kPa）
  exhaust_temp numeric(20,1), -- 排烟温度（℃）
  exhaust_o2 numeric(20,1), -- 烟气含氧量（%）
  exhaust_co integer, -- 烟气CO（ppm）
  cool_ratio numeric(20,2), -- 冷却水浓缩倍数
  cool_approach numeric(20,1), -- 冷凝器/吸收器端差（℃）
  energy_year numeric(18,2), -- 本季单位面积能耗费用（元/m²）
  energy_goal numeric(18,2), -- 本季单位面积能耗目标（元/m²）
  vacuum_score numeric(20,1), -- 主机真空与溶液管理(满分12)
  burn_score numeric(20,1), -- 燃烧器与燃气系统(满分10)
  water_score numeric(20,1), -- 水质管理(满分10)
  trans_score numeric(20,1), -- 水泵阀门冷却塔等输配(满分10)
  power_score numeric(20,1), -- 配电与自控(满分8)
  meter_score numeric(20,1), -- 计量仪表与抄表数据(满分8)
  energy_score numeric(20,1), -- 能耗指标与运行调节(满分15)
  safety_score numeric(20,1), -- 安全消防与应急(满分12)
  record_score numeric(20,1), -- 运行记录与档案(满分5)
  staff_score numeric(20,1), -- 人员持证与技能(满分5)
  client_score numeric(20,1), -- 客户满意与收费结算(满分5)
  check_photos jsonb, -- 检查照片
  check_summary text, -- 总体评价
  total_score numeric(20,1), -- 检查总分
  energy_deviation numeric(12,4), -- 能耗费用偏差率
  problem_count integer, -- 问题数（项）
  deduct_total numeric(20,1), -- 扣分合计
  confirm_opinion text, -- 确认意见
  objection_note text, -- 异议说明
  grade text, -- 项目检查等级
  reward_punish text, -- 奖惩意见
  rectified_count integer, -- 已整改项数（项）
  rectify_note text, -- 整改情况
  rectify_photos jsonb, -- 整改后照片
  recheck_date date, -- 复核日期
  recheck_result text -- 复核结论
);

create index f_emc_project_check_applicant_created_at_id_idx on f_emc_project_check (applicant, created_at, id);
create index f_emc_project_check_status_created_at_id_idx on f_emc_project_check (status, created_at, id);
create index f_emc_project_check_applicant_dept_created_at_id_idx on f_emc_project_check (applicant_dept, created_at, id);
create index f_emc_project_check_created_at_id_idx on f_emc_project_check (created_at, id);
create index f_emc_project_check_project_created_at_id_idx on f_emc_project_check (project, created_at, id);
create index f_emc_project_check_check_date_idx on f_emc_project_check (check_date);

create trigger f_emc_project_check_added after insert on f_emc_project_check referencing new table as changed
  for each statement execute function form_changed('EMCProjectCheck');
create trigger f_emc_project_check_changed after update on f_emc_project_check referencing new table as changed
  for each statement execute function form_changed('EMCProjectCheck');
create trigger f_emc_project_check_removed after delete on f_emc_project_check referencing old table as changed
  for each statement execute function form_changed('EMCProjectCheck');

-- 问题与整改要求
create table f_emc_project_check_problems (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_emc_project_check on delete cascade,
  row_no integer not null,
  part text, -- 检查部位
  problem text, -- 问题描述
  severity text, -- 严重程度
  deduct numeric(20,1), -- 扣分
  measure text, -- 整改要求
  duty_person bigint, -- 整改责任人
  deadline date, -- 整改期限
  photo jsonb -- 问题照片
);
create index f_emc_project_check_problems_parent_idx on f_emc_project_check_problems (parent_id, row_no);
