-- EMC项目投标总结 (EMCProjectBidSummary): drafted from its definition.

create table f_emc_project_bid_summary (
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
  bid_name text, -- 招标项目名称
  bid_no text, -- 招标编号
  tenderee text, -- 招标人
  agency text, -- 招标代理机构
  bid_mode text, -- 招标方式
  business_mode text, -- 合作模式
  building_type text, -- 建筑类型
  air_area numeric(20,2), -- 空调面积（m²）
  cooperate_years numeric(20,1), -- 合作年限（年）
  open_time timestamptz, -- 开标时间
  control_price numeric(18,2), -- 招标控制价（万元）
  our_price numeric(18,2), -- 我方报价（万元）
  invest_amount numeric(18,2), -- 测算投资额（万元）
  expect_irr numeric(12,4), -- 测算内部收益率
  price_score numeric(20,2), -- 我方商务报价分（分）
  tech_score numeric(20,2), -- 我方技术分（分）
  credit_score numeric(20,2), -- 我方资信分（分）
  ranking integer, -- 我方名次
  bid_result text, -- 投标结果
  winner text, -- 中标单位
  win_price numeric(18,2), -- 中标价（万元）
  lost_reasons text[], -- 失标原因
  deposit numeric(18,2), -- 投标保证金（元）
  lessons text, -- 经验教训
  bid_files jsonb, -- 标书及中标通知书
  our_score numeric(20,2), -- 我方总分（分）
  price_ratio numeric(12,4), -- 报价占控制价
  price_gap numeric(18,2), -- 与中标价差额（万元）
  bid_cost_total numeric(18,2), -- 投标费用合计（元）
  competitor_count integer, -- 竞争单位数（家）
  tech_review text, -- 技术方案得失
  deposit_returned numeric(18,2), -- 保证金已退回（元）
  deposit_return_date date, -- 保证金退回日期
  improve text -- 改进要求
);

create index f_emc_project_bid_summary_applicant_created_at_id_idx on f_emc_project_bid_summary (applicant, created_at, id);
create index f_emc_project_bid_summary_status_created_at_id_idx on f_emc_project_bid_summary (status, created_at, id);
create index f_emc_project_bid_summary_applicant_dept_created_at_id_idx on f_emc_project_bid_summary (applicant_dept, created_at, id);
create index f_emc_project_bid_summary_created_at_id_idx on f_emc_project_bid_summary (created_at, id);
create index f_emc_project_bid_summary_project_created_at_id_idx on f_emc_project_bid_summary (project, created_at, id);
create index f_emc_project_bid_summary_open_time_idx on f_emc_project_bid_summary (open_time);
create unique index f_emc_project_bid_summary_bid_no_live on f_emc_project_bid_summary (bid_no) where status in ('running', 'returned', 'approved');

create trigger f_emc_project_bid_summary_added after insert on f_emc_project_bid_summary referencing new table as changed
  for each statement execute function form_changed('EMCProjectBidSummary');
create trigger f_emc_project_bid_summary_changed after update on f_emc_project_bid_summary referencing new table as changed
  for each statement execute function form_changed('EMCProjectBidSummary');
create trigger f_emc_project_bid_summary_removed after delete on f_emc_project_bid_summary referencing old table as changed
  for each statement execute function form_changed('EMCProjectBidSummary');

-- 竞争对手
create table f_emc_project_bid_summary_competitors (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_emc_project_bid_summary on delete cascade,
  row_no integer not null,
  competitor text, -- 单位名称
  price numeric(18,2), -- 报价（万元）
  business_part numeric(20,2), -- 商务报价分（分）
  tech_part numeric(20,2), -- 技术分（分）
  credit_part numeric(20,2), -- 资信分（分）
  total_part numeric(20,2), -- 总分（分）
  strength text -- 优势分析
);
create index f_emc_project_bid_summary_competitors_parent_idx on f_emc_project_bid_summary_competitors (parent_id, row_no);

-- 投标费用
create table f_emc_project_bid_summary_bid_costs (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_emc_project_bid_summary on delete cascade,
  row_no integer not null,
  cost_kind text, -- 费用类别
  amount numeric(18,2), -- 金额（元）
  reimbursed boolean -- 已报销
);
create index f_emc_project_bid_summary_bid_costs_parent_idx on f_emc_project_bid_summary_bid_costs (parent_id, row_no);
