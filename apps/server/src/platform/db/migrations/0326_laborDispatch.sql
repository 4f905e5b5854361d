-- 班长任命 (monitorEstablish): drafted from its definition.

create table f_monitor_establish (
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
  appoint_type text, -- 任命类型
  candidate bigint, -- 班长人选
  mobile text, -- 联系电话
  dispatch_company bigint, -- 所属劳务公司
  current_level text, -- 现任技师等级
  trade_years numeric(20,1), -- 从业年限（年）
  site_years numeric(20,1), -- 本项目服务年限（年）
  operate_models text[], -- 熟悉的主机类型
  last_score numeric(20,2), -- 最近一次技师评价得分
  host_count integer, -- 项目主机台数（台）
  total_capacity numeric(20,1), -- 项目总制冷量（冷吨(RT)）
  monitor_level text, -- 拟任班长级别
  charge_scope text[], -- 负责范围
  start_date date, -- 任职开始日期
  end_date date, -- 任期/代理截止日期
  former_monitor bigint, -- 原班长
  former_place text, -- 原班长去向
  month_allowance numeric(18,2), -- 带班津贴（元/月）
  dismiss_reason text, -- 免职原因
  recommend text, -- 推荐理由
  resume_file jsonb, -- 证书与履历附件
  team_size integer, -- 班组人数（人）
  ability_score numeric(20,1), -- 能力测评总分
  year_allowance numeric(18,2), -- 年津贴
  host_operate numeric(20,1), -- 主机操作与负荷调节(满分20)
  vacuum_judge numeric(20,1), -- 真空判断与抽真空操作(满分15)
  burn_adjust numeric(20,1), -- 燃烧器运行观察与烟气判断(满分10)
  water_care numeric(20,1), -- 水质检测与加药排污(满分10)
  electric_fault numeric(20,1), -- 电气与水泵故障排查(满分15)
  report_data numeric(20,1), -- 抄表与日报准确性(满分10)
  team_manage numeric(20,1), -- 班组管理与排班(满分10)
  client_talk numeric(20,1), -- 客户沟通与服务(满分10)
  test_result text, -- 测评结论
  area_talk text, -- 任前谈话记录
  approved_allowance numeric(18,2), -- 核定津贴（元/月）
  allowance_month text, -- 津贴起发月
  duty_promise boolean, -- 已阅读班长岗位职责并承诺履行
  candidate_sign jsonb -- 本人签字
);

create index f_monitor_establish_applicant_created_at_id_idx on f_monitor_establish (applicant, created_at, id);
create index f_monitor_establish_status_created_at_id_idx on f_monitor_establish (status, created_at, id);
create index f_monitor_establish_applicant_dept_created_at_id_idx on f_monitor_establish (applicant_dept, created_at, id);
create index f_monitor_establish_created_at_id_idx on f_monitor_establish (created_at, id);
create index f_monitor_establish_project_created_at_id_idx on f_monitor_establish (project, created_at, id);
create index f_monitor_establish_candidate_idx on f_monitor_establish (candidate);
create index f_monitor_establish_start_date_idx on f_monitor_establish (start_date);

create trigger f_monitor_establish_added after insert on f_monitor_establish referencing new table as changed
  for each statement execute function form_changed('monitorEstablish');
create trigger f_monitor_establish_changed after update on f_monitor_establish referencing new table as changed
  for each statement execute function form_changed('monitorEstablish');
create trigger f_monitor_establish_removed after delete on f_monitor_establish referencing old table as changed
  for each statement execute function form_changed('monitorEstablish');

-- 班组成员
create table f_monitor_establish_members (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_monitor_establish on delete cascade,
  row_no integer not null,
  member bigint, -- 成员
  post text, -- 岗位
  company text, -- 用工单位
  cert_state text -- 持证状态
);
create index f_monitor_establish_members_parent_idx on f_monitor_establish_members (parent_id, row_no);

-- 空调技师评价 (airTechnicianEvaluation): drafted from its definition.

create table f_air_technician_evaluation (
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
  evaluate_season text, -- 评价期
  period_start text, -- 评价开始月
  period_end text, -- 评价结束月
  technician bigint, -- 被评技师
  dispatch_company bigint, -- 派遣单位
  current_grade text, -- 现等级
  month_fee numeric(18,2), -- 现月劳务费/工资
  duty_shifts integer, -- 应值班次（班）
  actual_shifts integer, -- 实值班次（班）
  discipline_score numeric(20,1), -- 值班纪律与交接班(满分10)
  param_score numeric(20,1), -- 主机参数控制与按需调节(满分15)
  vacuum_score numeric(20,1), -- 真空管理(满分10)
  burn_score numeric(20,1), -- 燃烧与排烟温度控制(满分5)
  water_score numeric(20,1), -- 水质加药排污(满分10)
  maintain_score numeric(20,1), -- 设备保养执行(满分15)
  data_score numeric(20,1), -- 抄表录入及时准确(满分10)
  safety_score numeric(20,1), -- 安全操作与应急处置(满分10)
  room_score numeric(20,1), -- 机房5S(满分5)
  service_score numeric(20,1), -- 客户服务与报修响应(满分10)
  saving numeric(12,4), -- 单位面积能耗较目标
  major_fault boolean, -- 是否发生责任事故(结晶/爆燃/冻管/失真空)
  fault_note text, -- 责任事故说明
  attend_rate numeric(12,4), -- 出勤率
  base_score numeric(20,1), -- 项目评分
  event_score numeric(20,1), -- 加扣分合计
  final_score numeric(20,2), -- 综合得分
  fee_change numeric(18,2), -- 月费用变动
  self_summary text, -- 自评小结
  objection text, -- 对评分的异议
  theory_score numeric(20,1), -- 理论与实操抽考得分
  weak_point text[], -- 技能短板
  area_score numeric(20,1), -- 区域评分
  conclusion text, -- 评价结论
  new_grade text, -- 评定等级
  new_month_fee numeric(18,2), -- 拟调整月费用
  effect_month text, -- 生效月
  company_notified text -- 劳务公司通知情况
);

create index f_air_technician_evaluation_applicant_created_at_id_idx on f_air_technician_evaluation (applicant, created_at, id);
create index f_air_technician_evaluation_status_created_at_id_idx on f_air_technician_evaluation (status, created_at, id);
create index f_air_technician_evaluation_applicant_dept_created_at_id_idx on f_air_technician_evaluation (applicant_dept, created_at, id);
create index f_air_technician_evaluation_created_at_id_idx on f_air_technician_evaluation (created_at, id);
create index f_air_technician_evaluation_project_created_at_id_idx on f_air_technician_evaluation (project, created_at, id);
create index f_air_technician_evaluation_technician_idx on f_air_technician_evaluation (technician);
create index f_air_technician_evaluation_dispatch_company_idx on f_air_technician_evaluation (dispatch_company);
create index f_air_technician_evaluation_period_end_idx on f_air_technician_evaluation (period_end);

create trigger f_air_technician_evaluation_added after insert on f_air_technician_evaluation referencing new table as changed
  for each statement execute function form_changed('airTechnicianEvaluation');
create trigger f_air_technician_evaluation_changed after update on f_air_technician_evaluation referencing new table as changed
  for each statement execute function form_changed('airTechnicianEvaluation');
create trigger f_air_technician_evaluation_removed after delete on f_air_technician_evaluation referencing old table as changed
  for each statement execute function form_changed('airTechnicianEvaluation');

-- 加扣分事项
create table f_air_technician_evaluation_events (
  id bigint generated always as identity primary key,
  parent_id bigint not null references f_air_technician_evaluation on delete cascade,
  row_no integer not null,
  event_date date, -- 日期
  event_type text, -- 事项
  point numeric(20,1), -- 加减分
  evidence text, -- 依据
  photos jsonb -- 凭证
);
create index f_air_technician_evaluation_events_parent_idx on f_air_technician_evaluation_events (parent_id, row_no);
