-- 年度水质总结报告 (yearWaterCappReport): drafted from its definition.

create table f_year_water_capp_report (
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
  report_year integer, -- 报告年度（年）
  cooling_days integer, -- 制冷运行天数（天）
  heating_days integer, -- 采暖运行天数（天）
  service_unit bigint, -- 药剂服务商
  test_times integer, -- 全年检测项次（项次）
  fail_times integer, -- 不合格项次（项次）
  avg_ratio numeric(20,2), -- 冷却水年均浓缩倍数（倍）
  tower_clean_times integer, -- 冷却塔水箱清洗台次（台次）
  cooling_makeup numeric(20,1), -- 冷却水年补水量（m³）
  chilled_makeup numeric(20,1), -- 冷温水年补水量（m³）
  last_year_makeup numeric(20,1), -- 上年总补水量（m³）
  chemical_cost numeric(18,2), -- 药剂费（元）
  makeup_cost numeric(18,2), -- 补水费（元）
  clean_cost numeric(18,2), -- 清洗检测费（元）
  last_year_cost numeric(18,2), -- 上年水处理总费用（元）
  steel_corrosion numeric(20,4), -- 碳钢年腐蚀率（mm/a）
  copper_corrosion numeric(20,4), -- 铜年腐蚀率（mm/a）
  tube_condition text, -- 换热铜管内窥情况
  scale_thickness numeric(20,2), -- 换热管垢厚（mm）
  condenser_approach numeric(20,1), -- 冷凝器端差（℃）
  summary text, -- 全年水质管理总结
  tube_photos jsonb, -- 铜管内窥照片
  pass_rate numeric(12,4), -- 全年合格率
  total_makeup numeric(20,1), -- 全年总补水量（m³）
  water_saved numeric(20,1), -- 较上年节水量（m³）
  total_cost numeric(18,2), -- 水处理总费用（元）
  cost_change_rate numeric(12,4), -- 费用同比
  next_budget numeric(18,2), -- 次年预算合计（元）
  year_grade text, -- 年度水质评级
  engineer_opinion text -- 评审意见
);

create index f_year_water_capp_report_applicant_created_at_id_idx on f_year_water_capp_report (applicant, created_at, id);
create index f_year_water_capp_report_status_created_at_id_idx on f_year_water_capp_report (status, created_at, id);
create index f_year_water_capp_report_applicant_dept_created_at_id_idx on f_year_water_capp_report (applicant_dept, created_at, id);
create index f_year_water_capp_report_created_at_id_idx on f_year_water_capp_report (created_at, id);
create index f_year_water_capp_report_project_created_at_id_idx on f_year_water_capp_report (project, created_at, id);
create unique index f_year_water_capp_report_report_year_live on f_year_water_capp_report (report_year) where status in ('running', 'returned', 'approved');

create trigger f_year_water_capp_report_added after insert on f_year_water_capp_report referencing new table as changed
  for each statement execute function form_changed('yearWaterCappReport');
create trigger f_year_water_capp_report_changed after update on f_year_water_capp_report referencing new table as changed
  for each statement execute function form_changed('yearWaterCappReport');
create trigger f_year_water_capp_report_removed after delete on f_year_water_capp_report referencing old table as changed
  for each statement execute function form_changed('yearWaterCappReport');

-- 全年指标统计
create table f_year_water_capp_report_indexes (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_year_water_capp_report on delete cascade,
  row_no integer not null,
  water_system text, -- 水系统
  index_name text, -- 指标
  limit_text text, -- 控制范围
  year_min numeric(20,2), -- 最小值
  year_max numeric(20,2), -- 最大值
  year_avg numeric(20,2), -- 平均值
  index_pass_rate numeric(12,4) -- 合格率
);
create index f_year_water_capp_report_indexes_parent_idx on f_year_water_capp_report_indexes (parent_id, row_no);

-- 主要问题
create table f_year_water_capp_report_problems (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_year_water_capp_report on delete cascade,
  row_no integer not null,
  problem text, -- 问题描述
  cause text, -- 原因分析
  measure text, -- 处理措施
  closed boolean -- 已闭环
);
create index f_year_water_capp_report_problems_parent_idx on f_year_water_capp_report_problems (parent_id, row_no);

-- 次年水处理计划
create table f_year_water_capp_report_next_plan (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_year_water_capp_report on delete cascade,
  row_no integer not null,
  plan_work text, -- 工作项目
  plan_month text, -- 计划月份
  plan_cost numeric(18,2) -- 预算费用（元）
);
create index f_year_water_capp_report_next_plan_parent_idx on f_year_water_capp_report_next_plan (parent_id, row_no);
