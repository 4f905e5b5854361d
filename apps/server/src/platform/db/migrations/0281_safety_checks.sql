-- 系统安全检查 (systemSafetyCheck): drafted from its definition.

create table f_system_safety_check (
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
  check_type text, -- 检查类别
  check_date date, -- 检查日期
  checkers bigint[], -- 检查人员
  customer_witness text, -- 客户或物业陪同人
  run_state text, -- 系统运行状态
  gas_concentration numeric(20,1), -- 机房燃气浓度（%LEL）
  gas_inlet_pressure numeric(20,2), -- 燃气进机房压力（kPa）
  room_temperature numeric(20,1), -- 机房温度（℃）
  constant_pressure numeric(20,2), -- 系统定压点压力（MPa）
  last_check bigint, -- 上次检查单
  last_unclosed integer, -- 上次未闭环隐患（项）
  on_site_handled boolean, -- 已当场处置
  on_site_measure text, -- 当场处置措施
  scene_photos jsonb, -- 检查现场照片
  checked_count integer, -- 检查项数（项）
  bad_count integer, -- 隐患项数（项）
  major_count integer, -- 重大隐患数（项）
  pass_rate numeric(12,4), -- 合格率
  manager_opinion text, -- 审核意见
  supervise_require text, -- 督办要求
  supervise_deadline date, -- 督办期限
  rectify_measure text, -- 整改情况
  rectify_date date, -- 整改完成日期
  rectify_cost numeric(18,2), -- 整改费用（元）
  rectify_photos jsonb, -- 整改后照片
  recheck_result text, -- 复查结论
  unclosed_items text[], -- 未闭环的检查项
  next_deadline date, -- 再改期限
  recheck_remark text -- 复查说明
);

create index f_system_safety_check_applicant_created_at_id_idx on f_system_safety_check (applicant, created_at, id);
create index f_system_safety_check_status_created_at_id_idx on f_system_safety_check (status, created_at, id);
create index f_system_safety_check_applicant_dept_created_at_id_idx on f_system_safety_check (applicant_dept, created_at, id);
create index f_system_safety_check_created_at_id_idx on f_system_safety_check (created_at, id);
create index f_system_safety_check_project_created_at_id_idx on f_system_safety_check (project, created_at, id);
create index f_system_safety_check_check_date_idx on f_system_safety_check (check_date);

create trigger f_system_safety_check_added after insert on f_system_safety_check referencing new table as changed
  for each statement execute function form_changed('systemSafetyCheck');
create trigger f_system_safety_check_changed after update on f_system_safety_check referencing new table as changed
  for each statement execute function form_changed('systemSafetyCheck');
create trigger f_system_safety_check_removed after delete on f_system_safety_check referencing old table as changed
  for each statement execute function form_changed('systemSafetyCheck');

-- 系统安全检查项
create table f_system_safety_check_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_system_safety_check on delete cascade,
  row_no integer not null,
  item text, -- 检查项及标准
  position text, -- 具体位置或设备
  result jsonb, -- 检查结果
  hazard_level text, -- 隐患等级
  responsible bigint, -- 整改责任人
  deadline date, -- 整改期限
  bad integer, -- 不合格
  major integer -- 重大隐患
);
create index f_system_safety_check_items_parent_idx on f_system_safety_check_items (parent_id, row_no);

-- 专项安全检查 (specialSafetyCheck): drafted from its definition.

create table f_special_safety_check (
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
  topic text, -- 检查专题
  check_table bigint, -- 检查表
  organizer text, -- 组织单位
  basis text, -- 检查依据
  leader bigint, -- 检查组长
  members bigint[], -- 检查组成员
  start_date date, -- 检查开始日期
  end_date date, -- 检查结束日期
  leak_ppm integer, -- 燃气检漏最大读数（ppm）
  detector_expire date, -- 燃气探测器校准有效期
  insulation numeric(20,2), -- 最小绝缘电阻（MΩ）
  earth_resistance numeric(20,2), -- 接地电阻（Ω）
  oxygen numeric(20,1), -- 受限空间氧含量（%）
  sulfide numeric(20,1), -- 硫化氢浓度（mg/m³）
  chemical_stock numeric(20,1), -- 危化品现存量（kg）
  drain_pump jsonb, -- 排水泵自动启停试验
  lowest_water_temp numeric(20,1), -- 末端最低水温（℃）
  stop_order boolean, -- 责令停用或停工
  stop_scope text, -- 停用或停工范围
  evidence jsonb, -- 检查影像与通报
  full_total numeric(20,1), -- 标准分合计（分）
  deduct_total numeric(20,1), -- 扣分合计（分）
  score_rate numeric(12,4), -- 得分率
  serious_count integer, -- 重大隐患数（项）
  project_reply text, -- 受检方意见
  reply_reason text, -- 异议说明
  penalty numeric(18,2), -- 项目考核扣款（元）
  rectify_report jsonb, -- 整改报告
  rectify_finish date, -- 整改完成日期
  acceptance text -- 验收结论
);

create index f_special_safety_check_applicant_created_at_id_idx on f_special_safety_check (applicant, created_at, id);
create index f_special_safety_check_status_created_at_id_idx on f_special_safety_check (status, created_at, id);
create index f_special_safety_check_applicant_dept_created_at_id_idx on f_special_safety_check (applicant_dept, created_at, id);
create index f_special_safety_check_created_at_id_idx on f_special_safety_check (created_at, id);
create index f_special_safety_check_project_created_at_id_idx on f_special_safety_check (project, created_at, id);
create index f_special_safety_check_start_date_idx on f_special_safety_check (start_date);

create trigger f_special_safety_check_added after insert on f_special_safety_check referencing new table as changed
  for each statement execute function form_changed('specialSafetyCheck');
create trigger f_special_safety_check_changed after update on f_special_safety_check referencing new table as changed
  for each statement execute function form_changed('specialSafetyCheck');
create trigger f_special_safety_check_removed after delete on f_special_safety_check referencing old table as changed
  for each statement execute function form_changed('specialSafetyCheck');

-- 检查条款打分
create table f_special_safety_check_clauses (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_special_safety_check on delete cascade,
  row_no integer not null,
  clause text, -- 检查条款
  full_score numeric(20,1), -- 标准分（分）
  deduct numeric(20,1), -- 扣分（分）
  score numeric(20,1), -- 得分（分）
  finding text, -- 问题描述
  level text, -- 隐患等级
  owner bigint, -- 整改责任人
  due_date date, -- 整改期限
  over integer, -- 扣分超标准分
  serious integer -- 重大隐患
);
create index f_special_safety_check_clauses_parent_idx on f_special_safety_check_clauses (parent_id, row_no);

-- 责令停用设备
create table f_special_safety_check_stop_devices (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_special_safety_check on delete cascade,
  row_no integer not null,
  device bigint, -- 设备
  stop_reason text -- 停用原因
);
create index f_special_safety_check_stop_devices_parent_idx on f_special_safety_check_stop_devices (parent_id, row_no);

-- 消防专项检查 (specialFireSafetyCheck): drafted from its definition.

create table f_special_fire_safety_check (
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
  period text, -- 检查周期
  check_date date, -- 检查日期
  places text[], -- 检查部位
  fire_owner bigint, -- 项目消防责任人
  maintain_unit bigint, -- 消防维保单位
  host_state text, -- 火灾报警主机状态
  shield_points integer, -- 屏蔽点位数（个）
  hydrant_pressure numeric(20,2), -- 室内消火栓栓口静压（MPa）
  tank_level numeric(20,2), -- 消防水箱液位（m）
  detector_tested integer, -- 抽测烟温感数量（只）
  detector_normal integer, -- 报警正常数量（只）
  gas_linkage jsonb, -- 燃气报警切断及排风联动
  passage_width numeric(20,2), -- 疏散通道最小净宽（m）
  emergency_light_minutes integer, -- 应急照明持续时间（min）
  extinguisher_total integer, -- 灭火器应配总数（具）
  extinguisher_lack integer, -- 灭火器缺失失效（具）
  detector_rate numeric(12,4), -- 探测器完好率
  facility_bad integer, -- 设施不合格项（项）
  supplement_plan text, -- 补配与维修计划
  supplement_cost numeric(18,2), -- 预计费用（元）
  close_date date, -- 销项日期
  close_photos jsonb -- 销项照片
);

create index f_special_fire_safety_check_applicant_created_at_id_idx on f_special_fire_safety_check (applicant, created_at, id);
create index f_special_fire_safety_check_status_created_at_id_idx on f_special_fire_safety_check (status, created_at, id);
create index f_special_fire_safety_check_applicant_dept_created_at_id_idx on f_special_fire_safety_check (applicant_dept, created_at, id);
create index f_special_fire_safety_check_created_at_id_idx on f_special_fire_safety_check (created_at, id);
create index f_special_fire_safety_check_project_created_at_id_idx on f_special_fire_safety_check (project, created_at, id);
create index f_special_fire_safety_check_check_date_idx on f_special_fire_safety_check (check_date);

create trigger f_special_fire_safety_check_added after insert on f_special_fire_safety_check referencing new table as changed
  for each statement execute function form_changed('specialFireSafetyCheck');
create trigger f_special_fire_safety_check_changed after update on f_special_fire_safety_check referencing new table as changed
  for each statement execute function form_changed('specialFireSafetyCheck');
create trigger f_special_fire_safety_check_removed after delete on f_special_fire_safety_check referencing old table as changed
  for each statement execute function form_changed('specialFireSafetyCheck');

-- 灭火器清点
create table f_special_fire_safety_check_extinguishers (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_special_fire_safety_check on delete cascade,
  row_no integer not null,
  kind text, -- 规格
  location text, -- 放置位置
  quantity integer, -- 应配数量（具）
  valid integer, -- 有效数量（具）
  pressure_zone text, -- 压力指针
  expire_date date, -- 维修或报废到期日
  lack integer -- 缺失或失效（具）
);
create index f_special_fire_safety_check_extinguishers_parent_idx on f_special_fire_safety_check_extinguishers (parent_id, row_no);

-- 消防设施检查
create table f_special_fire_safety_check_facilities (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_special_fire_safety_check on delete cascade,
  row_no integer not null,
  item text, -- 检查项
  result jsonb, -- 检查结果
  fix_user bigint, -- 整改人
  fix_before date, -- 整改期限
  bad integer -- 不合格
);
create index f_special_fire_safety_check_facilities_parent_idx on f_special_fire_safety_check_facilities (parent_id, row_no);

-- 突发事故记录 (suddenAccidentRecord): drafted from its definition.

create table f_sudden_accident_record (
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
  accident_type text, -- 事故类型
  accident_level text, -- 事故等级
  occur_time timestamptz, -- 发生时间
  report_time timestamptz, -- 首次上报时间
  control_time timestamptz, -- 险情控制时间
  place text, -- 发生地点
  discoverer text, -- 发现人
  duty_user bigint, -- 当班负责人
  course text, -- 事故经过
  emergency_action text, -- 应急处置
  reported_to text[], -- 已通知单位
  slight_injured integer, -- 轻伤人数（人）
  serious_injured integer, -- 重伤人数（人）
  deaths integer, -- 死亡人数（人）
  stop_hours numeric(20,1), -- 停供时长（h）
  affected_area numeric(20,2), -- 受影响空调面积（m²）
  insured boolean, -- 已报保险
  policy_no text, -- 保单号
  indirect_loss numeric(18,2), -- 间接损失估算（元）
  scene_media jsonb, -- 现场照片与监控
  casualties integer, -- 伤亡人数（人）
  direct_loss numeric(18,2), -- 直接损失（元）
  total_loss numeric(18,2), -- 损失合计（元）
  stop_area_hours numeric(20,1), -- 停供影响量（m²·h）
  verify_opinion text, -- 核实意见
  cause_type text, -- 原因分类
  direct_cause text, -- 直接原因
  root_cause text, -- 根本原因
  responsible_users bigint[], -- 责任人
  duty_opinion text, -- 责任认定与处理
  penalty_amount numeric(18,2), -- 考核扣款（元）
  prevention text, -- 防范措施
  prevention_date date, -- 落实完成日期
  trained_count integer, -- 警示教育人数（人）
  claim_amount numeric(18,2) -- 保险赔付（元）
);

create index f_sudden_accident_record_applicant_created_at_id_idx on f_sudden_accident_record (applicant, created_at, id);
create index f_sudden_accident_record_status_created_at_id_idx on f_sudden_accident_record (status, created_at, id);
create index f_sudden_accident_record_applicant_dept_created_at_id_idx on f_sudden_accident_record (applicant_dept, created_at, id);
create index f_sudden_accident_record_created_at_id_idx on f_sudden_accident_record (created_at, id);
create index f_sudden_accident_record_project_created_at_id_idx on f_sudden_accident_record (project, created_at, id);
create index f_sudden_accident_record_occur_time_idx on f_sudden_accident_record (occur_time);

create trigger f_sudden_accident_record_added after insert on f_sudden_accident_record referencing new table as changed
  for each statement execute function form_changed('suddenAccidentRecord');
create trigger f_sudden_accident_record_changed after update on f_sudden_accident_record referencing new table as changed
  for each statement execute function form_changed('suddenAccidentRecord');
create trigger f_sudden_accident_record_removed after delete on f_sudden_accident_record referencing old table as changed
  for each statement execute function form_changed('suddenAccidentRecord');

-- 直接损失清单
create table f_sudden_accident_record_losses (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_sudden_accident_record on delete cascade,
  row_no integer not null,
  loss_kind text, -- 损失类别
  loss_name text, -- 名称规格
  quantity numeric(20,2), -- 数量
  unit_price numeric(18,2), -- 单价（元）
  amount numeric(18,2) -- 金额（元）
);
create index f_sudden_accident_record_losses_parent_idx on f_sudden_accident_record_losses (parent_id, row_no);

-- 消防演练记录 (fireDrillRecords): drafted from its definition.

create table f_fire_drill_records (
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
  drill_topic text, -- 演练科目
  drill_mode text, -- 演练方式
  plan_version text, -- 依据预案及版本
  commander bigint, -- 现场总指挥
  start_time timestamptz, -- 开始时间
  end_time timestamptz, -- 结束时间
  drill_place text, -- 演练地点
  should_count integer, -- 应参加人数（人）
  participants bigint[], -- 我方参演人员
  actual_count integer, -- 实到人数（人）
  joint_units text[], -- 联合参演单位
  alarm_seconds integer, -- 发现至报警用时（s）
  gas_cut_seconds integer, -- 切断燃气用时（s）
  evacuate_seconds integer, -- 疏散完成用时（s）
  sign_sheet jsonb, -- 签到表
  drill_photos jsonb, -- 演练照片
  attend_rate numeric(12,4), -- 参演率
  used_total numeric(20,1), -- 演练总用时（min）
  over_minutes numeric(20,1), -- 超计划用时（min）
  material_cost numeric(18,2), -- 物资费用（元）
  drill_score integer, -- 评估得分（分）
  weakness text, -- 存在不足
  plan_revise boolean, -- 需修订预案
  revise_require text, -- 预案修订要求
  re_drill_time timestamptz -- 复演时间
);

create index f_fire_drill_records_applicant_created_at_id_idx on f_fire_drill_records (applicant, created_at, id);
create index f_fire_drill_records_status_created_at_id_idx on f_fire_drill_records (status, created_at, id);
create index f_fire_drill_records_applicant_dept_created_at_id_idx on f_fire_drill_records (applicant_dept, created_at, id);
create index f_fire_drill_records_created_at_id_idx on f_fire_drill_records (created_at, id);
create index f_fire_drill_records_project_created_at_id_idx on f_fire_drill_records (project, created_at, id);
create index f_fire_drill_records_start_time_idx on f_fire_drill_records (start_time);

create trigger f_fire_drill_records_added after insert on f_fire_drill_records referencing new table as changed
  for each statement execute function form_changed('fireDrillRecords');
create trigger f_fire_drill_records_changed after update on f_fire_drill_records referencing new table as changed
  for each statement execute function form_changed('fireDrillRecords');
create trigger f_fire_drill_records_removed after delete on f_fire_drill_records referencing old table as changed
  for each statement execute function form_changed('fireDrillRecords');

-- 演练环节
create table f_fire_drill_records_stages (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_fire_drill_records on delete cascade,
  row_no integer not null,
  stage text, -- 环节
  stage_owner bigint, -- 负责人
  plan_minutes numeric(20,1), -- 计划用时（min）
  used_minutes numeric(20,1), -- 实际用时（min）
  effect jsonb -- 完成情况
);
create index f_fire_drill_records_stages_parent_idx on f_fire_drill_records_stages (parent_id, row_no);

-- 消耗物资
create table f_fire_drill_records_materials (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_fire_drill_records on delete cascade,
  row_no integer not null,
  material text, -- 物资名称
  quantity integer, -- 数量
  unit_price numeric(18,2), -- 单价（元）
  amount numeric(18,2) -- 金额（元）
);
create index f_fire_drill_records_materials_parent_idx on f_fire_drill_records_materials (parent_id, row_no);

-- 施工安全检查 (constructionSafetyInspection): drafted from its definition.

create table f_construction_safety_inspection (
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
  application bigint, -- 施工申请单
  work_name text, -- 施工内容
  builder bigint, -- 施工单位
  site_leader text, -- 施工负责人
  site_phone text, -- 负责人电话
  guardian bigint, -- 我方监护人
  check_time timestamptz, -- 检查时间
  risk_works text[], -- 危险作业类别
  worker_count integer, -- 现场人数（人）
  briefed_count integer, -- 已安全交底人数（人）
  insured_count integer, -- 已投保人数（人）
  work_height numeric(20,1), -- 最大作业高度（m）
  wind_level integer, -- 现场风力（级）
  stop_work boolean, -- 责令停工
  stop_reason text, -- 停工原因
  fine numeric(18,2), -- 对施工单位扣款（元）
  site_photos jsonb, -- 现场照片
  bad_count integer, -- 不合格项（项）
  brief_rate numeric(12,4), -- 交底率
  invalid_workers integer, -- 证书无效人数（人）
  permit_count integer, -- 有效票证数（张）
  rectify_detail text, -- 施工单位整改情况
  rectify_photos jsonb, -- 整改照片
  resume_time timestamptz -- 同意复工时间
);

create index f_construction_safety_inspection_applicant_created_at_id_idx on f_construction_safety_inspection (applicant, created_at, id);
create index f_construction_safety_inspection_status_created_at_id_idx on f_construction_safety_inspection (status, created_at, id);
create index f_construction_safety_inspection_applicant_dept_crea_7j67q5 on f_construction_safety_inspection (applicant_dept, created_at, id);
create index f_construction_safety_inspection_created_at_id_idx on f_construction_safety_inspection (created_at, id);
create index f_construction_safety_inspection_project_created_at_id_idx on f_construction_safety_inspection (project, created_at, id);
create index f_construction_safety_inspection_builder_idx on f_construction_safety_inspection (builder);
create index f_construction_safety_inspection_check_time_idx on f_construction_safety_inspection (check_time);

create trigger f_construction_safety_inspection_added after insert on f_construction_safety_inspection referencing new table as changed
  for each statement execute function form_changed('constructionSafetyInspection');
create trigger f_construction_safety_inspection_changed after update on f_construction_safety_inspection referencing new table as changed
  for each statement execute function form_changed('constructionSafetyInspection');
create trigger f_construction_safety_inspection_removed after delete on f_construction_safety_inspection referencing old table as changed
  for each statement execute function form_changed('constructionSafetyInspection');

-- 作业票证
create table f_construction_safety_inspection_permits (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_construction_safety_inspection on delete cascade,
  row_no integer not null,
  permit_type text, -- 票证类型
  permit_no text, -- 票证编号
  valid_from timestamptz, -- 有效期起
  valid_to timestamptz, -- 有效期止
  gas_test numeric(20,1), -- 作业前可燃气体检测（%LEL）
  wrong integer -- 有效期有误
);
create index f_construction_safety_inspection_permits_parent_idx on f_construction_safety_inspection_permits (parent_id, row_no);

-- 特种作业人员
create table f_construction_safety_inspection_workers (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_construction_safety_inspection on delete cascade,
  row_no integer not null,
  worker_name text, -- 姓名
  trade text, -- 工种
  cert_no text, -- 证书编号
  cert_expire date, -- 证书有效期
  cert_check jsonb, -- 证书在线核验
  invalid integer -- 证书无效
);
create index f_construction_safety_inspection_workers_parent_idx on f_construction_safety_inspection_workers (parent_id, row_no);

-- 现场检查项
create table f_construction_safety_inspection_items (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_construction_safety_inspection on delete cascade,
  row_no integer not null,
  item text, -- 检查项
  result jsonb, -- 结果
  bad integer -- 不合格
);
create index f_construction_safety_inspection_items_parent_idx on f_construction_safety_inspection_items (parent_id, row_no);
