-- 技术改造记录 (technicalRenovationRecord): drafted from its definition.

create table f_technical_renovation_record (
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
  renovation_name text, -- 改造名称
  renovation_type text, -- 改造类型
  reason text, -- 改造原因
  current_problem text, -- 现状与存在问题
  scheme text, -- 改造方案
  scheme_files jsonb, -- 方案图纸
  plan_start date, -- 计划开工日期
  plan_end date, -- 计划完工日期
  build_way text, -- 实施方式
  build_unit bigint, -- 实施单位
  investor text, -- 投资方
  company_ratio numeric(12,4), -- 公司投资比例
  contract_left integer, -- 合同剩余月数（月）
  need_stop boolean, -- 需停机施工
  stop_days numeric(20,1), -- 停机天数（天）
  emission_before numeric(20,0), -- 改造前氮氧化物（mg/m³）
  emission_target numeric(20,0), -- 目标氮氧化物（mg/m³）
  total_invest numeric(18,2), -- 总投资（元）
  company_invest numeric(18,2), -- 公司投资额（元）
  year_saving numeric(18,2), -- 年节约金额合计（元）
  payback_months numeric(20,1), -- 静态回收期（月）
  review_result text, -- 评审结论
  review_opinion text, -- 评审意见
  fund_source text, -- 资金来源
  actual_finish date, -- 实际完工日期
  actual_invest numeric(18,2), -- 实际投资（元）
  measured_saving numeric(18,2), -- 实测折算年节约（元）
  effect_result text, -- 效果结论
  effect_files jsonb -- 测试报告与照片
);

create index f_technical_renovation_record_applicant_created_at_id_idx on f_technical_renovation_record (applicant, created_at, id);
create index f_technical_renovation_record_status_created_at_id_idx on f_technical_renovation_record (status, created_at, id);
create index f_technical_renovation_record_applicant_dept_created_eu2ut1 on f_technical_renovation_record (applicant_dept, created_at, id);
create index f_technical_renovation_record_created_at_id_idx on f_technical_renovation_record (created_at, id);
create index f_technical_renovation_record_project_created_at_id_idx on f_technical_renovation_record (project, created_at, id);
create index f_technical_renovation_record_plan_start_idx on f_technical_renovation_record (plan_start);

create trigger f_technical_renovation_record_added after insert on f_technical_renovation_record referencing new table as changed
  for each statement execute function form_changed('technicalRenovationRecord');
create trigger f_technical_renovation_record_changed after update on f_technical_renovation_record referencing new table as changed
  for each statement execute function form_changed('technicalRenovationRecord');
create trigger f_technical_renovation_record_removed after delete on f_technical_renovation_record referencing old table as changed
  for each statement execute function form_changed('technicalRenovationRecord');

-- 投资明细
create table f_technical_renovation_record_invests (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_technical_renovation_record on delete cascade,
  row_no integer not null,
  cost_item text, -- 费用项
  invest_name text, -- 名称规格
  quantity numeric(20,2), -- 数量
  unit_price numeric(18,2), -- 单价（元）
  amount numeric(18,2) -- 金额（元）
);
create index f_technical_renovation_record_invests_parent_idx on f_technical_renovation_record_invests (parent_id, row_no);

-- 节约测算
create table f_technical_renovation_record_savings (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_technical_renovation_record on delete cascade,
  row_no integer not null,
  energy_kind text, -- 能源品种
  before_year numeric(20,1), -- 改造前年耗量
  after_year numeric(20,1), -- 改造后年耗量
  energy_price numeric(18,4), -- 单价（元）
  save_qty numeric(20,1), -- 年节约量
  save_amount numeric(18,2) -- 年节约金额（元）
);
create index f_technical_renovation_record_savings_parent_idx on f_technical_renovation_record_savings (parent_id, row_no);
