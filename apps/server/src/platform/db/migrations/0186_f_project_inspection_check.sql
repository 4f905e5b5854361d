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
