-- EMC运营合同 (EMCOperateContract): drafted from its definition.

create table f_emc_operate_contract (
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
  contract_no text, -- 合同编号
  customer_name text, -- 甲方
  customer_code text, -- 甲方信用代码
  our_company text, -- 我方签约主体
  invest_review bigint, -- 投资评审单
  emc_mode text, -- 合同模式
  start_date date, -- 合同开始
  end_date date, -- 合同结束
  years numeric(20,1), -- 合同年限（年）
  cool_season text, -- 供冷期
  heat_season text, -- 采暖期
  service_hours text, -- 每日供能时段
  summer_temp numeric(20,1), -- 夏季室温上限（℃）
  winter_temp numeric(20,1), -- 冬季室温下限（℃）
  baseline_energy numeric(20,2), -- 基准年综合能耗（tce）
  baseline_cost numeric(18,2), -- 基准年能源费（元）
  our_share numeric(12,4), -- 我方分享比例
  guarantee_rate numeric(12,4), -- 保证节能率
  our_invest numeric(18,2), -- 我方投资额（元）
  energy_payer text, -- 能源费缴纳方
  settle_cycle text, -- 结算周期
  pay_days integer, -- 付款期限（天）
  late_rate numeric(20,2), -- 滞纳金（‰/天）
  price_link boolean, -- 能源价格联动
  link_rule text, -- 联动公式说明
  asset_end text, -- 期满资产处置
  contract_text jsonb, -- 合同文本
  year_income numeric(18,2), -- 预计年收入（元）
  charge_total numeric(20,2), -- 收费总面积（m²）
  contract_total numeric(18,2), -- 合同期总收入（元）
  income_per_area numeric(20,2), -- 单方年收入（元/m²）
  baseline_check text, -- 基准能耗核定意见
  legal_opinion text, -- 法务意见
  tax_opinion text, -- 税率与收款意见
  sign_date date, -- 签订日期
  signed_file jsonb -- 双方盖章件
);

create index f_emc_operate_contract_applicant_created_at_id_idx on f_emc_operate_contract (applicant, created_at, id);
create index f_emc_operate_contract_status_created_at_id_idx on f_emc_operate_contract (status, created_at, id);
create index f_emc_operate_contract_applicant_dept_created_at_id_idx on f_emc_operate_contract (applicant_dept, created_at, id);
create index f_emc_operate_contract_created_at_id_idx on f_emc_operate_contract (created_at, id);
create index f_emc_operate_contract_project_created_at_id_idx on f_emc_operate_contract (project, created_at, id);
create index f_emc_operate_contract_end_date_idx on f_emc_operate_contract (end_date);
create index f_emc_operate_contract_sign_date_idx on f_emc_operate_contract (sign_date);
create unique index f_emc_operate_contract_contract_no_live on f_emc_operate_contract (contract_no) where status in ('running', 'returned', 'approved');

create trigger f_emc_operate_contract_added after insert on f_emc_operate_contract referencing new table as changed
  for each statement execute function form_changed('EMCOperateContract');
create trigger f_emc_operate_contract_changed after update on f_emc_operate_contract referencing new table as changed
  for each statement execute function form_changed('EMCOperateContract');
create trigger f_emc_operate_contract_removed after delete on f_emc_operate_contract referencing old table as changed
  for each statement execute function form_changed('EMCOperateContract');

-- 计费单价
create table f_emc_operate_contract_prices (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_emc_operate_contract on delete cascade,
  row_no integer not null,
  price_item text, -- 计费项目
  bill_basis text, -- 计费基础
  unit_price numeric(18,4), -- 单价
  year_quantity numeric(20,2), -- 预计年计费量
  tax_rate numeric(12,4), -- 税率
  valid_from date, -- 执行起
  valid_to date, -- 执行止
  year_amount numeric(18,2), -- 预计年金额
  date_wrong integer -- 日期颠倒
);
create index f_emc_operate_contract_prices_parent_idx on f_emc_operate_contract_prices (parent_id, row_no);

-- 供能范围
create table f_emc_operate_contract_buildings (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_emc_operate_contract on delete cascade,
  row_no integer not null,
  building text, -- 楼栋
  usage text, -- 用途
  built_area numeric(20,2), -- 建筑面积（m²）
  charge_area numeric(20,2), -- 收费面积（m²）
  area_wrong integer -- 面积异常
);
create index f_emc_operate_contract_buildings_parent_idx on f_emc_operate_contract_buildings (parent_id, row_no);
