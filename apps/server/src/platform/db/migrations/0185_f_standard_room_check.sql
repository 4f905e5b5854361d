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
  env_score numeric(20,1), -- 地面墙面与环境卫生(满分12)
  layout_score numeric(20,1), -- 定置划线与物品摆放(满分8)
  host_score numeric(20,1), -- 主机本体清洁与跑冒滴漏(满分12)
  sign_score numeric(20,1), -- 管道色标、流向与阀门挂牌(满分12)
  wall_score numeric(20,1), -- 系统图、规程、制度上墙(满分8)
  record_score numeric(20,1), -- 运行日志、保养、水质台账(满分10)
  power_score numeric(20,1), -- 配电柜、接地、绝缘胶垫(满分8)
  fire_score numeric(20,1), -- 消防器材、燃气报警、通风联动(满分12)
  tool_score numeric(20,1), -- 工具墙、备件与药剂存放(满分6)
  pipe_score numeric(20,1), -- 保温完整与支吊架防腐(满分6)
  duty_score numeric(20,1), -- 值班形象、交接班与应知应会(满分6)
  emergency_check jsonb, -- 应急预案与应急物资
  valve_check jsonb, -- 安全阀压力表校验有效期
  gas_cut_check jsonb, -- 燃气报警切断联动试验
  cert_check jsonb, -- 值班人员持证上岗
  panorama jsonb, -- 机房全景照片
  bright text, -- 亮点做法
  total_score numeric(20,1), -- 检查总分
  deduct_total numeric(20,1), -- 扣分合计
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
  deduct_score numeric(20,1), -- 扣分
  problem_photo jsonb, -- 问题照片
  fix_person bigint, -- 整改人
  fix_deadline date -- 整改期限
);
create index f_standard_room_check_problems_parent_idx on f_standard_room_check_problems (parent_id, row_no);
