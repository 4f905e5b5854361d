-- 检测问题台账 (detectionIssue): drafted from its definition.
create table b_detection_issue (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  device bigint, -- 设备
  kind text, -- 检测类别
  detection_no text, -- 来源检测单号
  severity text, -- 问题等级
  phenomenon text, -- 现象
  detected_on date, -- 检测日期
  month_loss numeric(18,2), -- 每月能耗损失（元/月）
  state text, -- 处理状态
  finished_on date, -- 整改完成
  retested_on date, -- 复测日期
  cost numeric(18,2), -- 整改费用（元）
  source_no text -- 反馈单号
);
create index b_detection_issue_source_module_source_id_idx on b_detection_issue (source_module, source_id);
create index b_detection_issue_project_idx on b_detection_issue (project);
create index b_detection_issue_device_idx on b_detection_issue (device);
create index b_detection_issue_detected_on_idx on b_detection_issue (detected_on);

-- 项目节能收益台账 (savingBenefit): drafted from its definition.
create table b_saving_benefit (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  project text, -- 项目
  device bigint, -- 设备
  from_month text, -- 起始月份
  measure text, -- 措施
  monthly numeric(18,2), -- 每月节约（元/月）
  cost numeric(18,2), -- 投入费用（元）
  source_no text -- 来源单号
);
create index b_saving_benefit_source_module_source_id_idx on b_saving_benefit (source_module, source_id);
create index b_saving_benefit_project_idx on b_saving_benefit (project);
create index b_saving_benefit_device_idx on b_saving_benefit (device);
create index b_saving_benefit_from_month_idx on b_saving_benefit (from_month);

-- 考勤登记台账 (attendance): drafted from its definition.
create table b_attendance (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  employee bigint, -- 员工
  kind text, -- 类别
  start_on date, -- 开始
  end_on date, -- 结束
  days numeric(20,1), -- 天数（天）
  place text, -- 地点
  source_no text -- 来源单号
);
create index b_attendance_source_module_source_id_idx on b_attendance (source_module, source_id);
create index b_attendance_employee_idx on b_attendance (employee);
create index b_attendance_start_on_idx on b_attendance (start_on);

-- 潜在项目跟进记录 (prospectFollow): drafted from its definition.
create table b_prospect_follow (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  prospect text, -- 潜在项目
  customer_name text, -- 客户
  kind text, -- 跟进方式
  followed_on date, -- 日期
  stage text, -- 阶段
  outcome text, -- 结果或意向
  amount numeric(18,2), -- 预计金额（万元）
  content text, -- 情况说明
  follower bigint, -- 跟进人
  source_no text -- 来源单号
);
create index b_prospect_follow_source_module_source_id_idx on b_prospect_follow (source_module, source_id);
create index b_prospect_follow_followed_on_idx on b_prospect_follow (followed_on);
create index b_prospect_follow_follower_idx on b_prospect_follow (follower);

-- 竞争对手库 (rivalQuote): drafted from its definition.
create table b_rival_quote (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  rival text, -- 竞争对手
  bid_name text, -- 招标项目
  opened_on date, -- 开标日期
  price numeric(18,2), -- 报价（万元）
  total_score numeric(20,2), -- 总分（分）
  won boolean, -- 中标
  strength text, -- 优势分析
  source_no text -- 复盘单号
);
create index b_rival_quote_source_module_source_id_idx on b_rival_quote (source_module, source_id);
create index b_rival_quote_opened_on_idx on b_rival_quote (opened_on);

-- 投标台账 (salesBid): drafted from its definition.
create table b_sales_bid (
  id bigint generated always as identity primary key,
  source_module text not null,
  source_id bigint not null,
  source_effect text not null,
  entered_at timestamptz not null default app_now(),
  voided boolean not null default false,
  bid_name text, -- 招标项目
  bid_no text, -- 招标编号
  tenderee text, -- 招标人
  business_mode text, -- 合作模式
  building_type text, -- 建筑类型
  opened_on date, -- 开标日期
  our_price numeric(18,2), -- 我方报价（万元）
  our_score numeric(20,2), -- 我方总分（分）
  ranking integer, -- 名次
  result text, -- 投标结果
  winner text, -- 中标单位
  win_price numeric(18,2), -- 中标价（万元）
  rivals integer, -- 竞争单位数（家）
  cost numeric(18,2), -- 投标费用（元）
  source_no text -- 复盘单号
);
create index b_sales_bid_source_module_source_id_idx on b_sales_bid (source_module, source_id);
create index b_sales_bid_opened_on_idx on b_sales_bid (opened_on);

-- 客户来访登记 (customerVisitRegistration): drafted from its definition.

create table f_customer_visit_registration (
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
  visitor_unit text, -- 来访单位
  visitor_type text, -- 来访类型
  arrive_time timestamptz, -- 到访时间
  leave_time timestamptz, -- 离开时间
  visit_place text, -- 来访地点
  purpose text, -- 来访事由
  reception_user bigint, -- 接待负责人
  companions bigint[], -- 陪同人员
  plate_no text, -- 车牌号
  enter_room boolean, -- 是否进入机房
  safety_briefed boolean, -- 已做入场安全告知并发放防护用品
  talk_content text, -- 洽谈内容纪要
  customer_demand text, -- 客户诉求
  mood text, -- 客户态度
  meal_cost numeric(18,2), -- 餐费（元）
  lodging_cost numeric(18,2), -- 住宿费（元）
  gift_cost numeric(18,2), -- 纪念品费（元）
  visit_photos jsonb, -- 来访照片
  visitor_count integer, -- 来访人数（人）
  reception_cost numeric(18,2), -- 接待费用合计（元）
  undone_count integer, -- 未完成承诺（项）
  area_instruction text, -- 批示
  approved_cost numeric(18,2), -- 核定费用（元）
  follow_result text, -- 落实情况
  close_date date -- 销项日期
);

create index f_customer_visit_registration_applicant_created_at_id_idx on f_customer_visit_registration (applicant, created_at, id);
create index f_customer_visit_registration_status_created_at_id_idx on f_customer_visit_registration (status, created_at, id);
create index f_customer_visit_registration_applicant_dept_created_s433ky on f_customer_visit_registration (applicant_dept, created_at, id);
create index f_customer_visit_registration_created_at_id_idx on f_customer_visit_registration (created_at, id);
create index f_customer_visit_registration_project_created_at_id_idx on f_customer_visit_registration (project, created_at, id);
create index f_customer_visit_registration_arrive_time_idx on f_customer_visit_registration (arrive_time);

create trigger f_customer_visit_registration_added after insert on f_customer_visit_registration referencing new table as changed
  for each statement execute function form_changed('customerVisitRegistration');
create trigger f_customer_visit_registration_changed after update on f_customer_visit_registration referencing new table as changed
  for each statement execute function form_changed('customerVisitRegistration');
create trigger f_customer_visit_registration_removed after delete on f_customer_visit_registration referencing old table as changed
  for each statement execute function form_changed('customerVisitRegistration');

-- 来访人员
create table f_customer_visit_registration_visitors (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_customer_visit_registration on delete cascade,
  row_no integer not null,
  visitor_name text, -- 姓名
  visitor_post text, -- 职务
  visitor_phone text, -- 电话
  decision text -- 决策角色
);
create index f_customer_visit_registration_visitors_parent_idx on f_customer_visit_registration_visitors (parent_id, row_no);

-- 承诺事项
create table f_customer_visit_registration_follow_ups (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_customer_visit_registration on delete cascade,
  row_no integer not null,
  matter text, -- 事项
  owner bigint, -- 责任人
  due_date date, -- 完成期限
  done boolean, -- 已完成
  undone integer -- 未完成
);
create index f_customer_visit_registration_follow_ups_parent_idx on f_customer_visit_registration_follow_ups (parent_id, row_no);

-- EMC技术支持出差 (EMCTechnicalSupportTravel): drafted from its definition.

create table f_emc_technical_support_travel (
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
  request_user bigint, -- 需求提出人
  request_dept text, -- 需求部门
  customer_name text, -- 客户名称
  target_project text, -- 拟支持项目名称
  building_type text, -- 建筑类型
  air_area numeric(20,2), -- 空调面积（m²）
  project_stage text, -- 项目阶段
  expect_invest numeric(18,2), -- 预计投资额（万元）
  expect_income numeric(18,2), -- 预计年运营收入（万元）
  support_types text[], -- 支持内容
  destination text, -- 目的地省市
  depart_date date, -- 出发日期
  return_date date, -- 返回日期
  travel_days numeric(20,1), -- 出差天数（天）
  travelers bigint[], -- 出差人员
  traveler_count integer, -- 出差人数（人）
  allowance_standard numeric(18,2), -- 出差补贴标准（元/人天）
  advance numeric(18,2), -- 预借差旅费（元）
  prepared_files jsonb, -- 客户提供资料
  allowance_total numeric(18,2), -- 补贴合计（元）
  budget_total numeric(18,2), -- 费用预算合计（元）
  cost_difference numeric(18,2), -- 超预算金额（元）
  customer_ready text, -- 客户接待与资料落实情况
  support_leader bigint, -- 技术支持负责人
  support_require text, -- 支持要求
  actual_cost numeric(18,2), -- 实际费用（元）
  over_reason text, -- 超预算原因
  result_type text, -- 支持成果
  survey_report jsonb, -- 踏勘或支持报告
  next_action text -- 下一步计划
);

create index f_emc_technical_support_travel_applicant_created_at_id_idx on f_emc_technical_support_travel (applicant, created_at, id);
create index f_emc_technical_support_travel_status_created_at_id_idx on f_emc_technical_support_travel (status, created_at, id);
create index f_emc_technical_support_travel_applicant_dept_create_xxdvog on f_emc_technical_support_travel (applicant_dept, created_at, id);
create index f_emc_technical_support_travel_created_at_id_idx on f_emc_technical_support_travel (created_at, id);
create index f_emc_technical_support_travel_project_created_at_id_idx on f_emc_technical_support_travel (project, created_at, id);
create index f_emc_technical_support_travel_request_user_idx on f_emc_technical_support_travel (request_user);
create index f_emc_technical_support_travel_depart_date_idx on f_emc_technical_support_travel (depart_date);

create trigger f_emc_technical_support_travel_added after insert on f_emc_technical_support_travel referencing new table as changed
  for each statement execute function form_changed('EMCTechnicalSupportTravel');
create trigger f_emc_technical_support_travel_changed after update on f_emc_technical_support_travel referencing new table as changed
  for each statement execute function form_changed('EMCTechnicalSupportTravel');
create trigger f_emc_technical_support_travel_removed after delete on f_emc_technical_support_travel referencing old table as changed
  for each statement execute function form_changed('EMCTechnicalSupportTravel');

-- 行程与费用预算
create table f_emc_technical_support_travel_itinerary (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_emc_technical_support_travel on delete cascade,
  row_no integer not null,
  trip_date date, -- 日期
  from_city text, -- 出发地
  to_city text, -- 到达地
  transport text, -- 交通工具
  task text, -- 工作任务
  fare numeric(18,2), -- 交通费（元）
  hotel numeric(18,2), -- 住宿费（元）
  other numeric(18,2), -- 其他费用（元）
  subtotal numeric(18,2) -- 小计（元）
);
create index f_emc_technical_support_travel_itinerary_parent_idx on f_emc_technical_support_travel_itinerary (parent_id, row_no);

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

-- 项目参观申请 (projectVisitApplication): drafted from its definition.

create table f_project_visit_application (
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
  visit_unit text, -- 参观单位
  visit_type text, -- 参观性质
  visit_level text, -- 接待等级
  start_time timestamptz, -- 参观开始时间
  end_time timestamptz, -- 参观结束时间
  plan_count integer, -- 计划人数（人）
  leader_name text, -- 带队领导及职务
  contact_name text, -- 对方联系人
  contact_phone text, -- 联系电话
  sale_user bigint, -- 业务负责人
  potential_project text, -- 对应潜在项目
  potential_amount numeric(18,2), -- 潜在合同额（万元）
  focus text[], -- 关注重点
  customer_agreed boolean, -- 已征得项目业主同意
  allow_photo boolean, -- 允许拍照
  need_car boolean, -- 需要车辆
  car_count integer, -- 用车数量（辆）
  materials text[], -- 需准备资料
  route_minutes integer, -- 路线总时长（min）
  budget_total numeric(18,2), -- 接待预算合计（元）
  per_capita numeric(18,2), -- 人均接待费（元/人）
  run_state text, -- 参观时段运行状态
  helmet_count integer, -- 可提供安全帽数量（顶）
  safety_guide bigint, -- 现场安全引导员
  actual_count integer, -- 实到人数（人）
  actual_cost numeric(18,2), -- 实际费用（元）
  intention text, -- 合作意向
  visitor_opinion text, -- 来宾意见
  visit_photos jsonb -- 参观照片
);

create index f_project_visit_application_applicant_created_at_id_idx on f_project_visit_application (applicant, created_at, id);
create index f_project_visit_application_status_created_at_id_idx on f_project_visit_application (status, created_at, id);
create index f_project_visit_application_applicant_dept_created_at_id_idx on f_project_visit_application (applicant_dept, created_at, id);
create index f_project_visit_application_created_at_id_idx on f_project_visit_application (created_at, id);
create index f_project_visit_application_project_created_at_id_idx on f_project_visit_application (project, created_at, id);
create index f_project_visit_application_start_time_idx on f_project_visit_application (start_time);
create index f_project_visit_application_sale_user_idx on f_project_visit_application (sale_user);

create trigger f_project_visit_application_added after insert on f_project_visit_application referencing new table as changed
  for each statement execute function form_changed('projectVisitApplication');
create trigger f_project_visit_application_changed after update on f_project_visit_application referencing new table as changed
  for each statement execute function form_changed('projectVisitApplication');
create trigger f_project_visit_application_removed after delete on f_project_visit_application referencing old table as changed
  for each statement execute function form_changed('projectVisitApplication');

-- 参观路线
create table f_project_visit_application_route (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_project_visit_application on delete cascade,
  row_no integer not null,
  stop text, -- 参观点
  minutes integer, -- 停留时长（min）
  guide bigint, -- 讲解人
  risk_tip text -- 安全提示
);
create index f_project_visit_application_route_parent_idx on f_project_visit_application_route (parent_id, row_no);

-- 接待预算
create table f_project_visit_application_budgets (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_project_visit_application on delete cascade,
  row_no integer not null,
  budget_kind text, -- 项目
  quantity numeric(20,1), -- 数量
  unit_price numeric(18,2), -- 单价（元）
  amount numeric(18,2) -- 金额（元）
);
create index f_project_visit_application_budgets_parent_idx on f_project_visit_application_budgets (parent_id, row_no);

-- 问题检测反馈 (problemDetectionFeedback): drafted from its definition.

create table f_problem_detection_feedback (
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
  detect_kind text, -- 检测类别
  source_form text, -- 来源检测单号
  detect_date date, -- 检测日期
  detector bigint, -- 检测人
  instrument text, -- 检测仪器
  outdoor_temp numeric(20,1), -- 检测时室外温度（℃）
  load_rate numeric(12,4), -- 检测时负荷率
  severity text, -- 问题等级
  phenomenon text, -- 现象描述
  suspect_cause text[], -- 初步原因
  gas_waste numeric(20,2), -- 多耗燃气（m³/月）
  gas_price numeric(18,4), -- 燃气单价（元/m³）
  power_waste numeric(20,2), -- 多耗电量（kWh/月）
  power_price numeric(18,4), -- 电单价（元/kWh）
  feedback_files jsonb, -- 检测数据与照片
  reply_before date, -- 要求答复日期
  out_count integer, -- 超标指标数（项）
  month_loss numeric(18,2), -- 每月能耗损失（元/月）
  cost_total numeric(18,2), -- 预计处理费用（元）
  payback numeric(20,1), -- 回收期（月）
  confirm_cause text, -- 确认原因
  measure_plan text, -- 整改措施
  plan_finish date, -- 计划完成日期
  measure_owner bigint, -- 整改责任人
  measure_opinion text, -- 技术审核意见
  measure_result text, -- 整改情况
  actual_finish date, -- 实际完成日期
  actual_cost numeric(18,2), -- 实际费用（元）
  retest_date date, -- 复测日期
  retest_out integer, -- 复测仍超标数（项）
  retest_result text, -- 复测结论
  saved_monthly numeric(18,2) -- 每月节约（元/月）
);

create index f_problem_detection_feedback_applicant_created_at_id_idx on f_problem_detection_feedback (applicant, created_at, id);
create index f_problem_detection_feedback_status_created_at_id_idx on f_problem_detection_feedback (status, created_at, id);
create index f_problem_detection_feedback_applicant_dept_created__taeob5 on f_problem_detection_feedback (applicant_dept, created_at, id);
create index f_problem_detection_feedback_created_at_id_idx on f_problem_detection_feedback (created_at, id);
create index f_problem_detection_feedback_project_created_at_id_idx on f_problem_detection_feedback (project, created_at, id);
create index f_problem_detection_feedback_device_idx on f_problem_detection_feedback (device);
create index f_problem_detection_feedback_detect_date_idx on f_problem_detection_feedback (detect_date);

create trigger f_problem_detection_feedback_added after insert on f_problem_detection_feedback referencing new table as changed
  for each statement execute function form_changed('problemDetectionFeedback');
create trigger f_problem_detection_feedback_changed after update on f_problem_detection_feedback referencing new table as changed
  for each statement execute function form_changed('problemDetectionFeedback');
create trigger f_problem_detection_feedback_removed after delete on f_problem_detection_feedback referencing old table as changed
  for each statement execute function form_changed('problemDetectionFeedback');

-- 偏差指标
create table f_problem_detection_feedback_indexes (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_problem_detection_feedback on delete cascade,
  row_no integer not null,
  index_name text, -- 指标
  position text, -- 测点
  index_unit text, -- 单位
  low_limit numeric(20,3), -- 标准下限
  high_limit numeric(20,3), -- 标准上限
  measured numeric(20,3), -- 实测值
  over_high numeric(20,3), -- 超上限量
  under_low numeric(20,3), -- 低于下限量
  out integer, -- 超标
  wrong integer -- 限值有误
);
create index f_problem_detection_feedback_indexes_parent_idx on f_problem_detection_feedback_indexes (parent_id, row_no);

-- 处理建议
create table f_problem_detection_feedback_suggestions (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_problem_detection_feedback on delete cascade,
  row_no integer not null,
  suggestion text, -- 建议措施
  suggest_way text, -- 实施方式
  suggest_cost numeric(18,2), -- 预计费用（元）
  suggest_before date -- 建议完成日期
);
create index f_problem_detection_feedback_suggestions_parent_idx on f_problem_detection_feedback_suggestions (parent_id, row_no);

-- Project: how often and for how many people it was shown.
alter table project add column receptions integer; -- 累计接待次数（次）
alter table project add column reception_guests integer; -- 累计接待人数（人）
