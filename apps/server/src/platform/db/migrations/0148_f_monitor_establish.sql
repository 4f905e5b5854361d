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
