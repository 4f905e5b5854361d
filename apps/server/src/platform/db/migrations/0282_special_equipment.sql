-- 压力容器检查 (pressureVesselCheck): drafted from its definition.

create table f_pressure_vessel_check (
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
  vessel_kind text, -- 容器类别
  register_no text, -- 使用登记证编号
  medium text, -- 工作介质
  allow_pressure numeric(20,2), -- 最高允许工作压力（MPa）
  allow_temp numeric(20,1), -- 最高允许工作温度（℃）
  check_date date, -- 检查日期
  now_pressure numeric(20,2), -- 实测压力（MPa）
  now_temp numeric(20,1), -- 实测温度（℃）
  wall_thickness numeric(20,2), -- 壁厚抽测最小值（mm）
  valve_set_pressure numeric(20,2), -- 安全阀整定压力（MPa）
  valve_expire date, -- 安全阀校验有效期
  gauge_expire date, -- 压力表检定有效期
  next_inspection date, -- 下次定期检验日期
  operator_cert bigint, -- 操作人员证书
  conclusion text, -- 使用结论
  plate_photos jsonb, -- 铭牌与仪表照片
  bad_count integer, -- 不合格项（项）
  load_ratio numeric(12,4), -- 压力负荷率
  expired_count integer, -- 附件或检验超期项（项）
  inspect_arrange text, -- 送检或维修安排
  inspect_cost numeric(18,2), -- 预计送检费用（元）
  backup_plan text -- 停用期间供能保障措施
);

create index f_pressure_vessel_check_applicant_created_at_id_idx on f_pressure_vessel_check (applicant, created_at, id);
create index f_pressure_vessel_check_status_created_at_id_idx on f_pressure_vessel_check (status, created_at, id);
create index f_pressure_vessel_check_applicant_dept_created_at_id_idx on f_pressure_vessel_check (applicant_dept, created_at, id);
create index f_pressure_vessel_check_created_at_id_idx on f_pressure_vessel_check (created_at, id);
create index f_pressure_vessel_check_project_created_at_id_idx on f_pressure_vessel_check (project, created_at, id);
create index f_pressure_vessel_check_device_idx on f_pressure_vessel_check (device);
create index f_pressure_vessel_check_check_date_idx on f_pressure_vessel_check (check_date);
create index f_pressure_vessel_check_next_inspection_idx on f_pressure_vessel_check (next_inspection);

create trigger f_pressure_vessel_check_added after insert on f_pressure_vessel_check referencing new table as changed
  for each statement execute function form_changed('pressureVesselCheck');
create trigger f_pressure_vessel_check_changed after update on f_pressure_vessel_check referencing new table as changed
  for each statement execute function form_changed('pressureVesselCheck');
create trigger f_pressure_vessel_check_removed after delete on f_pressure_vessel_check referencing old table as changed
  for each statement execute function form_changed('pressureVesselCheck');

-- 外观与附件检查
create table f_pressure_vessel_check_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_pressure_vessel_check on delete cascade,
  row_no integer not null,
  item text, -- 检查项
  result jsonb, -- 结果
  treatment text, -- 处理措施
  bad integer -- 不合格
);
create index f_pressure_vessel_check_items_parent_idx on f_pressure_vessel_check_items (parent_id, row_no);

-- 安全员压力容器检查 (safetyOfficerPressureVesselCheck): drafted from its definition.

create table f_safety_officer_pressure_vessel_check (
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
  control_level text, -- 管控级别
  control_date date, -- 管控日期
  period_start date, -- 统计周期起
  period_end date, -- 统计周期止
  risk_list_version text, -- 风险管控清单版本
  safety_chief bigint, -- 安全总监
  registered_count integer, -- 在册容器台数（台）
  in_use_count integer, -- 在用容器台数（台）
  duty_count integer, -- 当班作业人数（人）
  certified_count integer, -- 其中持证人数（人）
  run_log jsonb, -- 运行记录与交接班
  archive jsonb, -- 一台一档技术档案
  emergency_plan jsonb, -- 应急预案与演练
  meeting_minutes jsonb, -- 月调度会议纪要
  no_problem boolean, -- 零隐患报告
  cover_rate numeric(12,4), -- 核查覆盖率
  cert_rate numeric(12,4), -- 持证上岗率
  abnormal_count integer, -- 异常容器（台）
  open_hazards integer, -- 未闭环隐患（项）
  accept_reply text, -- 整改安排
  chief_conclusion text, -- 排查治理结论
  dispatch_require text -- 调度要求
);

create index f_safety_officer_pressure_vessel_check_applicant_cre_1xiei8l on f_safety_officer_pressure_vessel_check (applicant, created_at, id);
create index f_safety_officer_pressure_vessel_check_status_create_9qunx on f_safety_officer_pressure_vessel_check (status, created_at, id);
create index f_safety_officer_pressure_vessel_check_applicant_dep_nkdtt9 on f_safety_officer_pressure_vessel_check (applicant_dept, created_at, id);
create index f_safety_officer_pressure_vessel_check_created_at_id_idx on f_safety_officer_pressure_vessel_check (created_at, id);
create index f_safety_officer_pressure_vessel_check_project_creat_1km8kdo on f_safety_officer_pressure_vessel_check (project, created_at, id);
create index f_safety_officer_pressure_vessel_check_control_date_idx on f_safety_officer_pressure_vessel_check (control_date);

create trigger f_safety_officer_pressure_vessel_check_added after insert on f_safety_officer_pressure_vessel_check referencing new table as changed
  for each statement execute function form_changed('safetyOfficerPressureVesselCheck');
create trigger f_safety_officer_pressure_vessel_check_changed after update on f_safety_officer_pressure_vessel_check referencing new table as changed
  for each statement execute function form_changed('safetyOfficerPressureVesselCheck');
create trigger f_safety_officer_pressure_vessel_check_removed after delete on f_safety_officer_pressure_vessel_check referencing old table as changed
  for each statement execute function form_changed('safetyOfficerPressureVesselCheck');

-- 容器逐台核查
create table f_safety_officer_pressure_vessel_check_vessels (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_safety_officer_pressure_vessel_check on delete cascade,
  row_no integer not null,
  device bigint, -- 压力容器
  use_state text, -- 使用状态
  read_pressure numeric(20,2), -- 现场压力（MPa）
  limit_pressure numeric(20,2), -- 允许压力（MPa）
  tag jsonb, -- 登记标志与检验合格
  attachment jsonb, -- 安全附件
  "using" integer, -- 在用
  abnormal integer -- 异常
);
create index f_safety_officer_pressure_vessel_check_vessels_parent_idx on f_safety_officer_pressure_vessel_check_vessels (parent_id, row_no);

-- 风险隐患与处置
create table f_safety_officer_pressure_vessel_check_hazards (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_safety_officer_pressure_vessel_check on delete cascade,
  row_no integer not null,
  known bigint, -- 台账隐患
  hazard text, -- 隐患内容
  risk_level text, -- 风险等级
  measure text, -- 管控措施
  owner bigint, -- 责任人
  due_date date, -- 完成期限
  closed boolean, -- 已闭环
  open integer -- 未闭环
);
create index f_safety_officer_pressure_vessel_check_hazards_parent_idx on f_safety_officer_pressure_vessel_check_hazards (parent_id, row_no);

-- 锅炉检查 (boilerCheck): drafted from its definition.

create table f_boiler_check (
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
  boiler_kind text, -- 锅炉类型
  rated_power numeric(20,2), -- 额定热功率（kW）
  check_date date, -- 检查日期
  stoker bigint, -- 当班司炉
  run_hours numeric(20,1), -- 累计运行时间（h）
  rated_pressure numeric(20,2), -- 额定工作压力（MPa）
  work_pressure numeric(20,2), -- 运行压力（MPa）
  outlet_temp numeric(20,1), -- 出水（汽）温度（℃）
  return_temp numeric(20,1), -- 回水（给水）温度（℃）
  exhaust_temp numeric(20,1), -- 排烟温度（℃）
  exhaust_o2 numeric(20,1), -- 排烟含氧量（%）
  co_ppm integer, -- 一氧化碳（ppm）
  nox numeric(20,1), -- 氮氧化物（mg/m³）
  feed_hardness numeric(20,3), -- 给水硬度（mmol/L）
  boiler_ph numeric(20,1), -- 锅水pH
  alkalinity numeric(20,1), -- 锅水碱度（mmol/L）
  blowdown integer, -- 本班排污次数（次）
  outer_inspect date, -- 下次外部检验日期
  inner_inspect date, -- 下次内部检验日期
  valve_expire date, -- 安全阀校验有效期
  conclusion text, -- 检查结论
  temp_diff numeric(20,1), -- 供回水温差（℃）
  excess_air numeric(20,2), -- 过量空气系数
  nox_converted numeric(20,1), -- 折算氮氧化物（3.5%氧）（mg/m³）
  bad_count integer, -- 不合格项（项）
  handle_measure text, -- 处理措施
  repair_finish timestamptz, -- 消缺完成时间
  tech_advice text -- 技术意见
);

create index f_boiler_check_applicant_created_at_id_idx on f_boiler_check (applicant, created_at, id);
create index f_boiler_check_status_created_at_id_idx on f_boiler_check (status, created_at, id);
create index f_boiler_check_applicant_dept_created_at_id_idx on f_boiler_check (applicant_dept, created_at, id);
create index f_boiler_check_created_at_id_idx on f_boiler_check (created_at, id);
create index f_boiler_check_project_created_at_id_idx on f_boiler_check (project, created_at, id);
create index f_boiler_check_device_idx on f_boiler_check (device);
create index f_boiler_check_check_date_idx on f_boiler_check (check_date);

create trigger f_boiler_check_added after insert on f_boiler_check referencing new table as changed
  for each statement execute function form_changed('boilerCheck');
create trigger f_boiler_check_changed after update on f_boiler_check referencing new table as changed
  for each statement execute function form_changed('boilerCheck');
create trigger f_boiler_check_removed after delete on f_boiler_check referencing old table as changed
  for each statement execute function form_changed('boilerCheck');

-- 锅炉本体与保护检查
create table f_boiler_check_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_boiler_check on delete cascade,
  row_no integer not null,
  item text, -- 检查项
  result jsonb, -- 结果
  action_value text, -- 动作值
  bad integer -- 不合格
);
create index f_boiler_check_items_parent_idx on f_boiler_check_items (parent_id, row_no);

-- 安全员锅炉检查 (safetyOfficerBoilerCheck): drafted from its definition.

create table f_safety_officer_boiler_check (
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
  control_level text, -- 管控级别
  control_time timestamptz, -- 管控时间
  boiler_room text, -- 锅炉房名称
  room_location text, -- 锅炉房位置
  running_boilers integer, -- 运行锅炉台数（台）
  standby_boilers integer, -- 备用锅炉台数（台）
  stoker_on_duty integer, -- 在岗司炉人数（人）
  g1_certified integer, -- 持G1证人数（人）
  water_certified integer, -- 持G3水处理证人数（人）
  gas_alarm_reading numeric(20,1), -- 锅炉房燃气报警值（%LEL）
  ventilation_rate numeric(20,1), -- 事故排风换气次数（次/h）
  shift_log_checked integer, -- 抽查交接班记录份数（份）
  shift_log_missing integer, -- 其中漏记份数（份）
  water_report jsonb, -- 水质化验记录
  energy_report jsonb, -- 能效测试报告在有效期
  safety_chief bigint, -- 安全总监
  stop_demand boolean, -- 要求停炉
  stop_cause text, -- 停炉依据
  interlock_fails integer, -- 联锁失效数（项）
  log_miss_rate numeric(12,4), -- 记录漏记率
  open_hazards integer, -- 未完成隐患（项）
  fund_total numeric(18,2), -- 治理资金合计（元）
  reply_plan text, -- 治理方案
  reply_finish date, -- 承诺完成日期
  chief_opinion text, -- 审定意见
  stop_approved boolean -- 批准停炉
);

create index f_safety_officer_boiler_check_applicant_created_at_id_idx on f_safety_officer_boiler_check (applicant, created_at, id);
create index f_safety_officer_boiler_check_status_created_at_id_idx on f_safety_officer_boiler_check (status, created_at, id);
create index f_safety_officer_boiler_check_applicant_dept_created_4ox050 on f_safety_officer_boiler_check (applicant_dept, created_at, id);
create index f_safety_officer_boiler_check_created_at_id_idx on f_safety_officer_boiler_check (created_at, id);
create index f_safety_officer_boiler_check_project_created_at_id_idx on f_safety_officer_boiler_check (project, created_at, id);
create index f_safety_officer_boiler_check_control_time_idx on f_safety_officer_boiler_check (control_time);

create trigger f_safety_officer_boiler_check_added after insert on f_safety_officer_boiler_check referencing new table as changed
  for each statement execute function form_changed('safetyOfficerBoilerCheck');
create trigger f_safety_officer_boiler_check_changed after update on f_safety_officer_boiler_check referencing new table as changed
  for each statement execute function form_changed('safetyOfficerBoilerCheck');
create trigger f_safety_officer_boiler_check_removed after delete on f_safety_officer_boiler_check referencing old table as changed
  for each statement execute function form_changed('safetyOfficerBoilerCheck');

-- 联锁保护试验核查
create table f_safety_officer_boiler_check_interlocks (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_safety_officer_boiler_check on delete cascade,
  row_no integer not null,
  device bigint, -- 锅炉
  interlock text, -- 联锁名称
  last_test date, -- 最近试验日期
  test_due date, -- 应试验日期
  on_site_test jsonb, -- 现场抽试
  fail integer -- 失效
);
create index f_safety_officer_boiler_check_interlocks_parent_idx on f_safety_officer_boiler_check_interlocks (parent_id, row_no);

-- 隐患治理
create table f_safety_officer_boiler_check_hazards (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_safety_officer_boiler_check on delete cascade,
  row_no integer not null,
  hazard_source text, -- 隐患来源
  known bigint, -- 台账隐患
  hazard text, -- 隐患内容
  grade text, -- 等级
  owner bigint, -- 治理责任人
  fund numeric(18,2), -- 治理资金（元）
  due_date date, -- 治理期限
  progress text, -- 治理进度
  open integer -- 未完成
);
create index f_safety_officer_boiler_check_hazards_parent_idx on f_safety_officer_boiler_check_hazards (parent_id, row_no);
