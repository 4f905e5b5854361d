-- EMC机房建设 (EMCRoomConstruction): drafted from its definition.

create table f_emc_room_construction (
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
  build_kind text, -- 建设类型
  room_name text, -- 机房名称
  room_floor text, -- 机房位置
  room_area numeric(20,2), -- 机房面积（m²）
  host_count integer, -- 主机台数（台）
  total_capacity numeric(20,2), -- 总制冷量（kW）
  current_level text, -- 现机房等级
  target_level text, -- 目标等级
  visit_route boolean, -- 是否参观示范机房
  client_agree text, -- 客户书面同意情况
  fund_source text, -- 资金来源
  client_pay numeric(18,2), -- 客户承担金额（元）
  left_budget numeric(18,2), -- 年度机房建设预算余额（元）
  build_team text, -- 施工方式
  supplier bigint, -- 外协单位
  leader bigint, -- 现场负责人
  plan_start date, -- 计划开工日期
  plan_end date, -- 计划完工日期
  in_season boolean, -- 是否在供冷供热季施工
  safe_measure text, -- 施工期运行与安全措施
  before_photos jsonb, -- 建设前照片
  design_files jsonb, -- 机房布置与标识设计图
  work_count integer, -- 建设项数（项）
  total_budget numeric(18,2), -- 建设预算合计（元）
  company_pay numeric(18,2), -- 公司承担金额（元）
  per_area numeric(18,2), -- 单位面积建设费（元/m²）
  build_days integer, -- 计划工期（天）
  over_budget numeric(18,2), -- 决算超预算额（元）
  tech_opinion text, -- 标准化设计意见
  safe_opinion text, -- 燃气消防安全意见
  cost_subject text, -- 列支科目
  amortize_months integer, -- 摊销月数（月）
  actual_start date, -- 实际开工日期
  actual_end date, -- 实际完工日期
  actual_cost numeric(18,2), -- 决算金额（元）
  finished_count integer, -- 完成项数（项）
  accept_score numeric(20,1), -- 验收得分
  accept_level text, -- 评定等级
  after_photos jsonb, -- 完工照片
  accept_file jsonb -- 验收签字单
);

create index f_emc_room_construction_applicant_created_at_id_idx on f_emc_room_construction (applicant, created_at, id);
create index f_emc_room_construction_status_created_at_id_idx on f_emc_room_construction (status, created_at, id);
create index f_emc_room_construction_applicant_dept_created_at_id_idx on f_emc_room_construction (applicant_dept, created_at, id);
create index f_emc_room_construction_created_at_id_idx on f_emc_room_construction (created_at, id);
create index f_emc_room_construction_project_created_at_id_idx on f_emc_room_construction (project, created_at, id);
create index f_emc_room_construction_plan_end_idx on f_emc_room_construction (plan_end);

create trigger f_emc_room_construction_added after insert on f_emc_room_construction referencing new table as changed
  for each statement execute function form_changed('EMCRoomConstruction');
create trigger f_emc_room_construction_changed after update on f_emc_room_construction referencing new table as changed
  for each statement execute function form_changed('EMCRoomConstruction');
create trigger f_emc_room_construction_removed after delete on f_emc_room_construction referencing old table as changed
  for each statement execute function form_changed('EMCRoomConstruction');

-- 建设内容
create table f_emc_room_construction_works (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_emc_room_construction on delete cascade,
  row_no integer not null,
  work_item text, -- 建设项目
  standard text, -- 做法标准
  work_unit text, -- 单位
  quantity numeric(20,2), -- 数量
  unit_price numeric(18,4), -- 综合单价(含税)（元）
  amount numeric(18,2), -- 金额（元）
  plan_finish date, -- 计划完成日期
  duty_person bigint -- 责任人
);
create index f_emc_room_construction_works_parent_idx on f_emc_room_construction_works (parent_id, row_no);

-- 标准机房检查 (standardRoomCheck): drafted from its definition.

create table f_standard_room_check (
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
  check_type text, -- 检查方式
  room_name text, -- 机房名称
  current_level text, -- 现星级
  check_date date, -- 检查日期
  checkers bigint[], -- 检查人
  duty_person bigint, -- 当班人员
  room_temp numeric(20,1), -- 机房温度（℃）
  room_noise numeric(20,1), -- 机房噪声（dB(A)）
  gas_ppm integer, -- 燃气泄漏检测（ppm）
  lux integer, -- 操作面照度（lx）
  env_score numeric(20,1), -- 地面墙面与环境卫生(满分12)（分）
  layout_score numeric(20,1), -- 定置划线与物品摆放(满分8)（分）
  host_score numeric(20,1), -- 主机本体清洁与跑冒滴漏(满分12)（分）
  sign_score numeric(20,1), -- 管道色标、流向与阀门挂牌(满分12)（分）
  wall_score numeric(20,1), -- 系统图、规程、制度上墙(满分8)（分）
  record_score numeric(20,1), -- 运行日志、保养、水质台账(满分10)（分）
  power_score numeric(20,1), -- 配电柜、接地、绝缘胶垫(满分8)（分）
  fire_score numeric(20,1), -- 消防器材、燃气报警、通风联动(满分12)（分）
  tool_score numeric(20,1), -- 工具墙、备件与药剂存放(满分6)（分）
  pipe_score numeric(20,1), -- 保温完整与支吊架防腐(满分6)（分）
  duty_score numeric(20,1), -- 值班形象、交接班与应知应会(满分6)（分）
  emergency_check jsonb, -- 应急预案与应急物资
  valve_check jsonb, -- 安全阀压力表校验有效期
  gas_cut_check jsonb, -- 燃气报警切断联动试验
  cert_check jsonb, -- 值班人员持证上岗
  panorama jsonb, -- 机房全景照片
  bright text, -- 亮点做法
  total_score numeric(20,1), -- 检查总分（分）
  deduct_total numeric(20,1), -- 扣分合计（分）
  problem_count integer, -- 问题数（项）
  fix_plan text, -- 整改计划
  new_level text, -- 复评星级
  next_check_date date, -- 下次复评日期
  fixed_count integer, -- 已整改项数（项）
  fixed_date date, -- 整改完成日期
  fixed_photos jsonb, -- 整改后照片
  review_date date, -- 复查日期
  review_result text, -- 复查结论
  review_note text -- 未整改说明
);

create index f_standard_room_check_applicant_created_at_id_idx on f_standard_room_check (applicant, created_at, id);
create index f_standard_room_check_status_created_at_id_idx on f_standard_room_check (status, created_at, id);
create index f_standard_room_check_applicant_dept_created_at_id_idx on f_standard_room_check (applicant_dept, created_at, id);
create index f_standard_room_check_created_at_id_idx on f_standard_room_check (created_at, id);
create index f_standard_room_check_project_created_at_id_idx on f_standard_room_check (project, created_at, id);
create index f_standard_room_check_check_date_idx on f_standard_room_check (check_date);

create trigger f_standard_room_check_added after insert on f_standard_room_check referencing new table as changed
  for each statement execute function form_changed('standardRoomCheck');
create trigger f_standard_room_check_changed after update on f_standard_room_check referencing new table as changed
  for each statement execute function form_changed('standardRoomCheck');
create trigger f_standard_room_check_removed after delete on f_standard_room_check referencing old table as changed
  for each statement execute function form_changed('standardRoomCheck');

-- 扣分问题
create table f_standard_room_check_problems (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_standard_room_check on delete cascade,
  row_no integer not null,
  zone text, -- 区域
  standard_item text, -- 对照细则
  problem_desc text, -- 问题描述
  deduct_score numeric(20,1), -- 扣分（分）
  problem_photo jsonb, -- 问题照片
  fix_person bigint, -- 整改人
  fix_deadline date -- 整改期限
);
create index f_standard_room_check_problems_parent_idx on f_standard_room_check_problems (parent_id, row_no);

-- 未整改问题
create table f_standard_room_check_open_problems (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_standard_room_check on delete cascade,
  row_no integer not null,
  open_problem text, -- 问题
  open_owner bigint, -- 整改人
  open_deadline date -- 再改期限
);
create index f_standard_room_check_open_problems_parent_idx on f_standard_room_check_open_problems (parent_id, row_no);

-- 项目巡检 (projectInspectionCheck): drafted from its definition.

create table f_project_inspection_check (
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
  inspect_type text, -- 巡检类别
  special_topic text, -- 专项主题
  route bigint, -- 巡检路线
  required_points integer, -- 路线应检点数（点）
  arrive_time timestamptz, -- 到达时间
  leave_time timestamptz, -- 离开时间
  arrive_position text, -- 到场定位
  offset_distance integer, -- 偏离距离（m）
  companions bigint[], -- 同行人员
  site_leader bigint, -- 现场负责人
  duty_count integer, -- 在岗人数（人）
  roster_count integer, -- 应在岗人数（人）
  hosts_running integer, -- 运行主机台数（台）
  customer_opinion text, -- 客户意见
  last_rate numeric(12,4), -- 上次得分率
  miss_reason text, -- 漏检原因
  red_line text[], -- 触碰红线
  red_line_desc text, -- 红线问题说明
  summary text, -- 巡检总结
  checked_points integer, -- 实检项数（项）
  cover_rate numeric(12,4), -- 到点率
  total_full numeric(20,1), -- 总分值（分）
  total_deduct numeric(20,1), -- 总扣分（分）
  score_rate numeric(12,4), -- 得分率
  rate_change numeric(12,4), -- 较上次变化
  problem_count integer, -- 问题数（个）
  serious_count integer, -- 严重问题数（个）
  stay_hours numeric(20,1), -- 现场停留时长（h）
  manager_confirm text, -- 对问题的确认
  objection text, -- 异议说明
  rectify_plan text, -- 整改措施与完成情况
  rectify_photos jsonb, -- 整改照片
  recheck_time timestamptz, -- 复查时间
  closed_count integer, -- 已闭环问题数（个）
  recheck_opinion text, -- 复查意见
  area_opinion text, -- 区域意见
  punish_opinion text -- 处理决定
);

create index f_project_inspection_check_applicant_created_at_id_idx on f_project_inspection_check (applicant, created_at, id);
create index f_project_inspection_check_status_created_at_id_idx on f_project_inspection_check (status, created_at, id);
create index f_project_inspection_check_applicant_dept_created_at_id_idx on f_project_inspection_check (applicant_dept, created_at, id);
create index f_project_inspection_check_created_at_id_idx on f_project_inspection_check (created_at, id);
create index f_project_inspection_check_project_created_at_id_idx on f_project_inspection_check (project, created_at, id);
create index f_project_inspection_check_arrive_time_idx on f_project_inspection_check (arrive_time);
create index f_project_inspection_check_site_leader_idx on f_project_inspection_check (site_leader);

create trigger f_project_inspection_check_added after insert on f_project_inspection_check referencing new table as changed
  for each statement execute function form_changed('projectInspectionCheck');
create trigger f_project_inspection_check_changed after update on f_project_inspection_check referencing new table as changed
  for each statement execute function form_changed('projectInspectionCheck');
create trigger f_project_inspection_check_removed after delete on f_project_inspection_check referencing old table as changed
  for each statement execute function form_changed('projectInspectionCheck');

-- 巡检点记录
create table f_project_inspection_check_points (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_project_inspection_check on delete cascade,
  row_no integer not null,
  point bigint, -- 巡检点
  point_area text, -- 部位
  scan_time timestamptz, -- 扫码时间
  item text, -- 检查项目
  requirement text, -- 检查标准
  full_score numeric(20,1), -- 分值（分）
  measured text, -- 实测或现场情况
  deduct numeric(20,1), -- 扣分（分）
  point_result jsonb, -- 结果
  problem text, -- 问题描述
  severity text, -- 严重程度
  rectify_owner bigint, -- 整改责任人
  rectify_before date, -- 整改期限
  point_photos jsonb, -- 照片
  point_fail integer, -- 不合格
  serious_fail integer -- 严重问题
);
create index f_project_inspection_check_points_parent_idx on f_project_inspection_check_points (parent_id, row_no);
